"""Chapters 13.2, 18.4, 22.2, 11.3: what becomes of units that leave the board."""

from collections.abc import Iterable

from hexfront.games.trc.state import BOX, GONE, POOL, TrcState


def eliminate(s: TrcState, unit: int, rule: str, why: str) -> None:
    """A unit goes to its replacement pool (13.2), or for good if nothing ever brings its kind back."""
    e = s.edition
    kept = e.battlegroups | e.partisans
    target = BOX if kept >> unit & 1 else GONE if e.for_good >> unit & 1 else POOL
    if e.nation[unit] in s.surrendered:
        target = GONE
    _remove(s, unit, target)
    s.say(rule, "{unit} eliminated: {why}", unit=unit, why=why)


def surrender(s: TrcState, unit: int, rule: str, why: str) -> None:
    """A unit is out of the game for good (13.2); battlegroups never are (26.4)."""
    _remove(s, unit, BOX if (s.edition.battlegroups | s.edition.partisans) >> unit & 1 else GONE)
    s.say(rule, "{unit} surrenders: {why}", unit=unit, why=why)


def _remove(s: TrcState, unit: int, target: int) -> None:
    e = s.edition
    s.put(unit, target)
    s.unmark(unit)
    if unit in (e.hitler, e.stalin):
        s.leaderless |= 1 << e.side[unit]
        s.say(
            "11.3",
            "without {unit} the {side} units do not move in their next impulse",
            unit=unit,
            side=("German", "Russian")[e.side[unit]],
        )


def alive(s: TrcState, units: Iterable[int]) -> tuple[int, ...]:
    """Those of the units that are still on the board."""
    return tuple(u for u in units if s.where[u] >= 0)
