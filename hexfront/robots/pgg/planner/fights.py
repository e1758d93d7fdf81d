"""What a fight is worth by the exact table: kills, ground and freedom gained, against steps and order lost."""

from collections.abc import Iterable
from functools import partial

import msgspec

from hexfront.games.pgg.combat.results import steps_left
from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.supply import halved
from hexfront.games.pgg.victory import NO_POINTS
from hexfront.mechanics import exact
from hexfront.robots.pgg.chances import RESULTS, Strength, cut_in_half, scaled, value
from hexfront.robots.pgg.divisions import Units, is_whole
from hexfront.robots.pgg.duties import one_or_two
from hexfront.robots.pgg.planner.scene import Scene

_VACATED = {result: float(result[0] == "D") for result in RESULTS}  # the enemy loses units or ground


class Odds(msgspec.Struct, frozen=True):
    """What an attack promises: its worth, its likeliest column, and the chance that the enemy leaves or dies."""

    worth: float
    column: str
    chance: float


def step_cost(sc: Scene, unit: int, already: int = 0) -> float:
    """What the next step of a unit is worth to its owner, when so many are to be lost before it."""
    if sc.edition.side[unit] != GERMAN:
        return sc.kill(unit)
    found = sc.steps.get((unit, already))
    if found is None:
        found = sc.steps[unit, already] = _step_cost(sc, unit, already)
    return found


def _step_cost(sc: Scene, unit: int, already: int) -> float:
    s, w = sc.s, sc.w
    lost = s.lost[unit] + already
    steps = s.edition.strengths[unit]
    last = lost + 1 >= len(steps)
    now, after = steps[lost], 0 if last else steps[lost + 1]
    together = is_whole(s, s.edition.division[unit])
    price = (now - after) * w["point"] * (1 + together) * _time(sc)
    if last:
        price += w["broken"] * _time(sc) if together else 0.0
        if _last_of_division(sc, unit):
            price += 5.0
    return price


def _time(sc: Scene) -> float:
    """Strength matters less when little is left to be done with it."""
    return min(1.0, 0.25 + 0.15 * sc.left)


def _last_of_division(sc: Scene, unit: int) -> bool:
    """Would its loss give the enemy the points for a division (15.12)?"""
    name = sc.edition.division[unit]
    if name in NO_POINTS or name not in sc.edition.divisions:
        return False
    return all(sc.s.where[m] == -2 for m in sc.edition.divisions[name] if m != unit)


def everything(sc: Scene, units: Iterable[int]) -> float:
    """The price of all these units."""
    total = 0.0
    for unit in units:
        total += exact.total(step_cost(sc, unit, lost) for lost in range(steps_left(sc.s, unit)))
    return total


def closed_in(sc: Scene, target: int, places: Iterable[int]) -> tuple[bool, bool]:
    """With attackers in these hexes: has the stack nowhere to retreat to, and is it wholly cut off?"""
    grid = sc.grid
    more = 0
    for place in places:
        more |= 1 << place
    ring = grid.around(1 << target) & sc.board.land
    friends = sc.enemy & ring
    ours = grid.around(more) | more
    free = ring & sc.open & ~(ours & ~friends) & ~more
    return not free, not free and not friends


def worth_of_results(
    sc: Scene, units: Units, foes: Units, trapped: bool, prize: float, overrun: bool
) -> dict[str, float]:
    """What each result of the table is worth to the attacker."""
    w, price = sc.w, partial(step_cost, sc)
    german = sc.side == GERMAN
    one, two = one_or_two(sc.s, units, price)
    back = w["fallback"] if german else w["red_fallback"]
    lose1, lose2 = min(one, back), min(two, 1.5 * back)
    if german:
        prices = sorted(sc.kill(u) for u in foes)
        kill1, kill2, kill = prices[0], exact.total(prices[:2]), exact.total(prices)
        push = w["push"] * len(foes)
    else:
        kill1, kill2 = (cost * w["red_step"] for cost in one_or_two(sc.s, foes, price))
        kill = everything(sc, foes) * w["red_step"]
        push = w["red_push"]
    steps = sum(steps_left(sc.s, u) for u in foes)
    d1 = kill1 + (prize if steps == 1 else 0.0)
    d2 = kill2 + (prize if steps <= 2 else 0.0)
    if not trapped:
        d1, d2 = min(d1, push + prize), min(d2, 1.3 * push + prize)
    hurt = lose1 + (0.3 * prize if overrun else 0.0)
    return {
        "D1": d1,
        "D2": d2,
        "De": kill + prize,
        "D1/A1": d1 - hurt,
        "D2/A1": d2 - hurt,
        "De/A1": kill + prize - hurt,
        "Eng": kill1 + (prize if steps == 1 else 0.0) * 0.7 - one,
        "A1": -lose1,
        "A2": -lose2,
        "Ae": -everything(sc, units) - 0.5,
    }


def fight(
    sc: Scene, attack: Strength, units: Units, origins: Iterable[int], target: int, prize: float, overrun: bool = False
) -> Odds:
    """What it is worth to attack a hex with this strength from these hexes."""
    origins = tuple(origins)
    foes = sc.s.stacks[target]
    trapped, isolated = closed_in(sc, target, origins)
    defence = sc.defence(target)
    if isolated:
        defence = weakened(sc, target)
    defence = scaled(defence, sc.multiple(target, origins))
    if overrun:
        attack = cut_in_half(attack)
    worth = worth_of_results(sc, units, foes, trapped, prize, overrun)
    return Odds(
        value(sc.edition, attack, defence, worth),
        _likeliest(sc, attack, defence),
        value(sc.edition, attack, defence, _VACATED),
    )


def weakened(sc: Scene, target: int) -> Strength:
    """The strength of a stack that will be out of supply when it is attacked (11.31)."""
    if sc.edition.side[sc.s.stacks[target][0]] == GERMAN:
        return sc.defence(target)
    found: dict[int, float] = {}
    supplied = sc.lines.supplied(
        next((u for u in sc.s.stacks[target] if not sc.edition.leader[u]), sc.s.stacks[target][0])
    )
    for strength, chance in sc.defence(target).items():
        less = halved(strength, False) if supplied else strength
        found[less] = found.get(less, 0.0) + chance
    return found


def _likeliest(sc: Scene, attack: Strength, defence: Strength) -> str:
    chances, columns = dict[int, float](), sc.edition.columns
    for a, p in attack.items():
        for d, q in defence.items():
            at = columns.within(a, d) if a > 0 and d > 0 else len(columns)
            chances[at] = chances.get(at, 0.0) + p * q
    return columns.label(max(chances, key=lambda c: (chances[c], c)))
