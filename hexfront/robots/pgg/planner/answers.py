"""What a battle leaves to be decided, each by what it leads to: steps or retreat, ways, advances, too high a stack."""

from functools import partial

from hexfront.engine.order import Order
from hexfront.games.pgg.combat.results import casualties, steps_left
from hexfront.games.pgg.counters import GERMAN, SOVIET
from hexfront.mechanics import exact
from hexfront.robots.pgg import duties
from hexfront.robots.pgg.divisions import Units, is_whole
from hexfront.robots.pgg.planner.fights import step_cost
from hexfront.robots.pgg.planner.scene import Scene

Field = list[int] | None  # the way to the goal of a hex's units


def losses(sc: Scene) -> Order:
    """Steps or retreat, whichever hurts less."""
    s, duty, price = sc.s, sc.s.owed[-1], partial(step_cost, sc)
    units = casualties(s, duty.units)
    cost, chosen = duties.cheapest_steps(s, units, duty.number, price)
    hexes = exact.total(_holding(sc, place, units) for place in {s.where[u] for u in units})
    if sum(steps_left(s, u) for u in units) <= duty.number:  # nobody would be left to hold the hex
        cost += hexes
    torn = {s.edition.division[u] for u in units if s.edition.side[u] == GERMAN and is_whole(s, s.edition.division[u])}
    back = duties.withdrawal(s, units, duty.number, sc.w["step_back"], price) + sc.w["torn"] * len(torn) + hexes
    return Order("lose", chosen) if cost <= back else Order("retreat")


def _holding(sc: Scene, place: int, units: Units) -> float:
    """What it is worth to keep a hex, or for an attacker the ground that he has just won."""
    s, battle = sc.s, sc.s.battle
    assert battle
    if s.is_defender(s.edition.side[units[0]]):
        return 0.15 * sc.cover(place) + sc.w["hold"] * sc.city_share(place)
    if battle.trails and not battle.overrun:
        return sc.w["ground"] + sc.w["city"] * sc.city_share(battle.targets[0])
    return 0.0


def lead(sc: Scene, field: Field) -> Order:
    """Lead the enemy away from what he wants, into the open, his divisions apart, where he is soonest trapped."""
    return duties.lead(sc.s, lambda unit, h: _led(sc, unit, h, field))


def _led(sc: Scene, unit: int, place: int, field: Field) -> float:
    """How bad a hex is for an enemy who is led there."""
    worth = -1.0 * sc.cover(place)
    for other in sc.s.stacks.get(place, ()):
        worth += 1.0
        if sc.edition.division[other] and sc.edition.division[other] == sc.edition.division[unit]:
            worth -= 3.0
        if sc.edition.leader[other]:
            worth -= 1.0
    if sc.side == SOVIET:
        worth -= 0.5 * (place // sc.grid.stride)
        worth += 2.0 * (not sc.fed(sc.edition.profile[unit]) >> place & 1)
    else:
        worth -= 1.0 * bool(sc.board.road_hexes >> place & 1) + 4.0 * (sc.city_share(place) > 0)
        worth += 0.1 * (field[place] if field else 0)
    ways_out = sc.grid.around(1 << place) & sc.open
    return worth - 0.3 * ways_out.bit_count()


def advance(sc: Scene, field: Field) -> Order:
    """Follow with whole groups where that is better than to stay."""
    return duties.advance(sc.s, lambda group, h: _standing(sc, group, h, field), least=0.2)


def _standing(sc: Scene, group: Units, h: int, field: Field) -> float:
    """What it is worth that victors stand in a hex."""
    s, w = sc.s, sc.w
    there = [u for u in s.stacks.get(h, ()) if u not in group]
    worth = 0.0
    if sc.side == GERMAN:
        motor = bool(s.edition.mechanized >> group[0] & 1)
        attacker = not s.is_defender(GERMAN)
        if not s.german >> h & 1:
            worth += sc.city_share(h)
        if field:
            worth -= w["nearer"] * field[h] * (0.5 if motor and attacker else 0.8)
        if sc.zone >> h & 1:
            worth -= w["zone"] * (1.5 if motor and attacker else 0.5)
        if not sc.fed(s.edition.profile[group[0]]) >> h & 1:
            worth -= w["supply"] * bool(sc.left)
        if there and (
            is_whole(s, s.edition.division[group[0]]) or any(is_whole(s, s.edition.division[u]) for u in there)
        ):
            worth -= 3.0
        return worth
    worth += sc.city_share(h) * (1.0 if s.german >> h & 1 else 0.6)
    worth += 0.3 * sc.cover(h) - 0.5 * bool(sc.zone >> h & 1)
    return worth + 0.3 * bool(sc.lines.command >> h & 1) + 0.2 * len(there)
