"""What the greedy player thinks of what a battle leaves to be decided: steps or retreat, and the way of a retreat."""

from collections.abc import Callable
from functools import partial

from hexfront.engine.order import Order
from hexfront.games.pgg.combat.results import casualties
from hexfront.games.pgg.counters import GERMAN
from hexfront.robots.pgg import duties
from hexfront.robots.pgg.divisions import Units, is_whole
from hexfront.robots.pgg.greedy.battle import prize, step_price
from hexfront.robots.pgg.survey import Survey

_STEP = 0.15  # what each hex of a retreat costs


def losses(sv: Survey) -> Order:
    """Steps or retreat, whichever hurts less."""
    s, duty, price = sv.s, sv.s.owed[-1], partial(step_price, sv)
    units = casualties(s, duty.units)
    cost, chosen = duties.cheapest_steps(s, units, duty.number, price)
    back = duties.withdrawal(s, units, duty.number, _STEP, price)
    for place in {s.where[u] for u in units}:
        back += _hex_price(sv, place, units)
    return Order("lose", chosen) if cost <= back else Order("retreat")


def _hex_price(sv: Survey, place: int, units: Units) -> float:
    """What the hex is worth that is given up, or for an attacker the ground that he has just won."""
    s, battle = sv.s, sv.s.battle
    assert battle
    if s.is_defender(s.edition.side[units[0]]):
        return _holding(sv, place)
    torn = 0.5 if any(is_whole(s, s.edition.division[u]) for u in units) else 0.0
    won = prize(sv, battle.targets[0]) if battle.trails and not battle.overrun else 0.0
    return torn + won


def _holding(sv: Survey, place: int) -> float:
    """What it is worth to the defender to keep a hex."""
    return 0.15 * sv.cover(place) + 0.35 * sv.city_share(place)


def lead(sv: Survey, distance_of: Callable[[int], float]) -> Order:
    """Lead the enemy away from what he wants, into the open, his divisions apart."""
    return duties.lead(sv.s, lambda unit, h: _led_value(sv, unit, h) + distance_of(h))


def _led_value(sv: Survey, unit: int, place: int) -> float:
    """How bad a hex is for an enemy who is led there."""
    worth = -1.0 * sv.cover(place)
    for other in sv.s.stacks.get(place, ()):
        worth += 1.0
        if sv.edition.division[other] and sv.edition.division[other] == sv.edition.division[unit]:
            worth -= 3.0
    if any(sv.edition.leader[u] for u in sv.s.stacks.get(place, ())):
        worth -= 1.0
    if sv.side == GERMAN and sv.board.road_hexes >> place & 1:
        worth -= 1.0
    return worth
