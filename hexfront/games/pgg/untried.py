"""Chapter 12: divisions that nobody knows until they fight, the cup and the dead pile."""

from hexfront.engine.dice import draw
from hexfront.games.pgg.state import DEAD, OFF, PggState


def is_division(s: PggState, unit: int) -> bool:
    """Is it a Soviet division, which is untried until it fights? Leaders are not (12)."""
    return s.edition.cup[unit] >= 0


def untried(s: PggState, unit: int) -> bool:
    """Is its counter still face down?"""
    return s.edition.cup[unit] >= 0 and not s.tried >> unit & 1


def reveal(s: PggState, units: tuple[int, ...]) -> None:
    """12.2: turn up everything that fights. 12.3, 12.4: what has no strength at all is removed."""
    for unit in units:
        if not untried(s, unit):
            continue
        s.tried |= 1 << unit
        s.shown += 1
        counter = s.edition.counters[s.counter[unit]]
        s.say("12.2", "{unit} is {name}", code=counter.name, unit=unit, name=counter.name)
        if counter.attack == 0 and counter.defence == 0:
            eliminate(s, unit, "12.3", "it has no strength")


def eliminate(s: PggState, unit: int, rule: str, why: str) -> None:
    """Take a unit off the board. A division's counter goes face down to the dead pile (12.4)."""
    bit = 1 << unit
    s.put(unit, DEAD)
    s.active.pop(unit, None)
    if is_division(s, unit):
        counter = s.counter[unit]
        if s.tried & bit:
            s.seen |= 1 << counter
        s.pile[s.edition.cup[unit]].append(counter)
        s.counter[unit] = -1
    s.tried &= ~bit
    s.disrupted &= ~bit
    s.refuge &= ~bit
    s.fresh &= ~bit
    s.say(rule, "{unit} eliminated: {why}", unit=unit, why=why)


def available(s: PggState, cup: int) -> int:
    """14.14: how many more divisions of a kind can be brought into play."""
    return len(s.cup[cup]) + len(s.pile[cup])


def draw_division(s: PggState, cup: int) -> int:
    """12.1, 12.4: a division from the cup, or when that is empty from the dead; -1 when there is none.

    A division drawn from the dead could be any of them, so from then on nobody knows who lies there.
    """
    if s.cup[cup]:
        counter = s.cup[cup].pop()
    elif s.pile[cup]:
        counter = s.pile[cup].pop(draw(s, len(s.pile[cup])))
        for other in (*s.pile[cup], counter):
            s.seen &= ~(1 << other)
    else:
        return -1
    unit = _free_number(s, s.edition.of_cup[cup])
    s.counter[unit] = counter
    s.tried &= ~(1 << unit)
    return unit


def _free_number(s: PggState, units: list[int]) -> int:
    """A number never used before if there is one, else that of a division that is no more."""
    for absent in (OFF, DEAD):
        for unit in units:
            if s.where[unit] == absent:
                return unit
    raise AssertionError("more counters than numbers")


def unknown_mix(s: PggState, cup: int) -> list[tuple[int, int]]:
    """What may stand behind an untried division, as both players can work it out: (attack, defence) of each.

    That is every counter except those face up on the board and those seen to die and still in the pile.
    """
    known = s.seen
    for unit in s.edition.of_cup[cup]:
        if s.tried >> unit & 1:
            known |= 1 << s.counter[unit]
    return [(c.attack, c.defence) for c in s.edition.cups[cup] if not known >> c.number & 1]
