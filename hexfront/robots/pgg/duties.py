"""What a battle leaves to be decided: steps or retreat, the way of a retreat, an advance, too high a stack."""

from collections.abc import Callable

from hexfront.engine.order import DONE, Order
from hexfront.games.pgg.advance import Advance, ways
from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.results import casualties, steps_left
from hexfront.games.pgg.retreat import retreats
from hexfront.mechanics import exact
from hexfront.mechanics.choices import may
from hexfront.robots.pgg.battle import cheapest_steps, prize, step_price
from hexfront.robots.pgg.survey import Survey, Units, is_whole

HexValue = Callable[[Units, int], float]


def losses(sv: Survey) -> Order:
    """Steps or retreat, whichever hurts less."""
    s, duty = sv.s, sv.s.owed[-1]
    units = casualties(s, duty.units)
    price, chosen = cheapest_steps(sv, units, duty.number)
    if price <= _retreat_price(sv, units, duty.number):
        return Order("lose", chosen)
    return Order("retreat")


def engaged(sv: Survey) -> Order:
    """The step that is missed least."""
    return Order("lose", cheapest_steps(sv, casualties(sv.s, sv.s.owed[-1].units), 1)[1])


def _retreat_price(sv: Survey, units: Units, distance: int) -> float:
    """What it costs to go back: the hex, order among the units, and all who have no way."""
    s = sv.s
    price = 0.0
    for unit in units:
        if retreats(s, unit, distance):
            price += 0.15 * distance
        else:
            price += exact.total(step_price(sv, unit, lost) for lost in range(steps_left(s, unit)))
    for place in {s.where[u] for u in units}:
        price += _hex_price(sv, place, units)
    return price


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
    worth = 0.15 * sv.cover(place)
    for city in sv.board.cities:
        if city.hexes >> place & 1:
            worth += 0.35 * city.points / city.hexes.bit_count()
    return worth


def lead(sv: Survey, distance_of: Callable[[int], float]) -> Order:
    """Lead the enemy away from what he wants, into the open, his divisions apart, the soonest trapped first."""
    s, duty = sv.s, sv.s.owed[-1]
    found: list[tuple[float, int, tuple[int, ...]]] = []
    for unit in duty.units:
        for way in retreats(s, unit, duty.number):
            found.append((_led_value(sv, unit, way[-1]) + distance_of(way[-1]), unit, way))
    _, unit, way = max(found)
    return Order("lead", (unit,), way)


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


def advance(sv: Survey, value: HexValue, least: float = 0.3) -> Order:
    """Follow with whole groups where that is better than to stay."""
    s, duty, verb = sv.s, sv.s.owed[-1], Advance()
    best, order = least, DONE
    for group in _victors(sv, duty.units):
        here = value(group, s.where[group[0]])
        for way in ways(s, s.where[group[0]], duty.side):
            worth = value(group, way[-1]) - here
            found = Order("advance", group, way)
            if worth > best and may(verb.check, s, found):
                best, order = worth, found
    return order


def _victors(sv: Survey, units: Units) -> list[Units]:
    """Those who stand in one hex and belong together: a German division, a Soviet stack."""
    found: dict[tuple[int, str], list[int]] = {}
    for unit in units:
        name = (sv.edition.division[unit] or str(unit)) if sv.edition.side[unit] == GERMAN else ""
        found.setdefault((sv.s.where[unit], name), []).append(unit)
    return [tuple(group) for group in found.values()]


def excess(sv: Survey) -> Order:
    """Give up the least."""
    units = sv.s.stacks[sv.s.owed[-1].at[0]]
    return Order("remove", (min(units, key=lambda u: step_price(sv, u) + 9 * sv.edition.leader[u]),))
