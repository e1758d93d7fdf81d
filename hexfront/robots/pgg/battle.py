"""What a battle is worth before it is fought: what each result would mean to the attacker, and its chance."""

from collections.abc import Iterable

from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.victory import NO_POINTS
from hexfront.mechanics import exact
from hexfront.robots.pgg.chances import Strength, certain, cut_in_half, mean, plus, scaled, value
from hexfront.robots.pgg.survey import Survey, Units, is_whole
from hexfront.robots.pgg.weights import W

RESULTS = ("D1", "D2", "De", "D1/A1", "D2/A1", "De/A1", "Eng", "A1", "A2", "Ae")


def step_price(sv: Survey, unit: int, already: int = 0) -> float:
    """What the next step of a unit is worth to its owner, when so many are to be lost before it."""
    edition = sv.edition
    if edition.side[unit] != GERMAN:
        if edition.leader[unit]:
            return 1.5 + edition.rating[unit]
        return W.red_division * (0.4 + 0.12 * (sv.guess(unit, False) + sv.guess(unit, True)))
    s, lost = sv.s, sv.s.lost[unit] + already
    now = s.edition.strengths[unit][lost]
    last = lost + 1 == len(s.edition.strengths[unit])
    after = 0 if last else s.edition.strengths[unit][lost + 1]
    together = is_whole(s, s.edition.division[unit])
    price = (now - after) * W.panzer_point * (1 + together)
    if last:
        price += W.broken if together else 0.0
        price += 0.0 if _others_live(s, unit) else 5.0
    return price


def _others_live(s: PggState, unit: int) -> bool:
    """Is the loss of this unit not yet the loss of a division that counts?"""
    if s.edition.division[unit] in NO_POINTS or s.edition.division[unit] not in s.edition.divisions:
        return True
    return any(s.where[m] != -2 for m in s.edition.divisions[s.edition.division[unit]] if m != unit)


def cheapest_steps(sv: Survey, units: Iterable[int], many: int) -> tuple[float, Units]:
    """The price of losing so many steps, and who should lose them; all there are if there are not so many."""
    left = {u: len(sv.edition.strengths[u]) - sv.s.lost[u] if sv.edition.side[u] == GERMAN else 1 for u in units}
    taken: dict[int, int] = dict.fromkeys(left, 0)
    total, chosen = 0.0, []
    for _ in range(min(many, sum(left.values()))):
        price, unit = min((step_price(sv, u, taken[u]), u) for u in left if taken[u] < left[u])
        taken[unit] += 1
        total += price
        chosen.append(unit)
    return total, tuple(sorted(chosen))


def results_for_german(
    sv: Survey, units: Units, foes: Units, trapped: bool, prize: float, overrun: bool
) -> dict[str, float]:
    """What each result of a German attack is worth to him."""
    many = len(foes)
    kill = W.division
    one = min(cheapest_steps(sv, units, 1)[0], W.fallback)
    two = min(cheapest_steps(sv, units, 2)[0], 1.5 * W.fallback)
    pushed = many * W.push + prize
    d1, d2 = min(kill + prize * (many == 1), pushed), min(min(2, many) * kill + prize * (many < 3), pushed * 1.2)
    if trapped:
        d1, d2 = kill + prize * (many == 1), min(2, many) * kill + prize * (many < 3)
    step = cheapest_steps(sv, units, 1)[0]
    everything = 2.0 + exact.total(sum(sv.edition.strengths[u]) * W.panzer_point for u in units)
    split = one if not overrun else one + 0.5 * prize
    return {
        "D1": d1,
        "D2": d2,
        "De": many * kill + prize,
        "D1/A1": d1 - split,
        "D2/A1": d2 - split,
        "De/A1": many * kill + prize - split,
        "Eng": kill + prize * (many == 1) * 0.5 - step,
        "A1": -one,
        "A2": -two,
        "Ae": -everything,
    }


def results_for_soviet(sv: Survey, units: Units, foes: Units, trapped: bool, prize: float) -> dict[str, float]:
    """What each result of a Soviet attack is worth to him."""
    one, two = 0.7 * cheapest_steps(sv, units, 1)[0], 0.7 * cheapest_steps(sv, units, 2)[0]
    everything = exact.total(step_price(sv, u) for u in units)
    step1, step2 = cheapest_steps(sv, foes, 1)[0], cheapest_steps(sv, foes, 2)[0]
    d1, d2 = min(step1, W.red_push + prize), min(step2, 1.5 * W.red_push + prize)
    if trapped:
        d1, d2 = step1, step2
    gone = prize + 2.0 + exact.total(sum(sv.edition.strengths[u]) * W.panzer_point for u in foes)
    return {
        "D1": d1,
        "D2": d2,
        "De": gone,
        "D1/A1": d1 - one,
        "D2/A1": d2 - one,
        "De/A1": gone - one,
        "Eng": step1 - one / 0.7,
        "A1": -one,
        "A2": -two,
        "Ae": -everything,
    }


def prize(sv: Survey, place: int) -> float:
    """What it is worth to the attacker that a hex is empty."""
    found, bit = W.ground, 1 << place
    for city in sv.board.cities:
        if city.hexes & bit:
            found += W.objective * city.points / city.hexes.bit_count() * 0.5
    if sv.side == GERMAN:
        found += sv.blocks_road(place)
    return found


def attack_value(
    sv: Survey, attack: Strength, units: Units, origins: Iterable[int], target: int, overrun: bool = False
) -> float:
    """What it is worth to attack a hex with this strength from these hexes."""
    foes = sv.s.stacks[target]
    defence = scaled(sv.defence(target), sv.multiple(target, origins))
    if overrun:
        attack = cut_in_half(attack)
    if sv.side == GERMAN:
        worth = results_for_german(sv, units, foes, sv.trapped(target), prize(sv, target), overrun)
    else:
        worth = results_for_soviet(sv, units, foes, sv.trapped(target), prize(sv, target))
    return value(sv.edition, attack, defence, worth)


def overrun_value(sv: Survey, units: Units, origin: int, target: int, strength: int) -> float:
    """What a German overrun is worth."""
    return attack_value(sv, certain(strength), units, (origin,), target, overrun=True)


def with_leaders(sv: Survey, fighters: Units) -> tuple[Units, Strength]:
    """10.36: Soviet attackers with the leaders who stand beside them, and their strength."""
    s, strength = sv.s, sv.strength(fighters, True)
    places = {s.where[u] for u in fighters}
    leaders = []
    for place in sorted(places):
        beside = mean(sv.strength(tuple(u for u in fighters if s.where[u] == place), True))
        for unit in s.stacks[place]:
            if s.edition.leader[unit] and not (s.disrupted | s.fought) >> unit & 1:
                leaders.append(unit)
                strength = plus(strength, certain(min(s.edition.rating[unit], int(beside))))
    return (*fighters, *leaders), strength
