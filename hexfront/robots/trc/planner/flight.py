"""Where Stalin goes: he moves by rail alone (11.2), and with Moscow his end is that of the war (25.1.1)."""

from hexfront.engine.order import Order
from hexfront.games.trc.counters import RUSSIAN
from hexfront.games.trc.movement.rail import capacity, check_rider, destinations, running
from hexfront.games.trc.stacking import fits
from hexfront.games.trc.weather import possible
from hexfront.grid import members
from hexfront.mechanics.choices import may
from hexfront.robots.planner import Draft
from hexfront.robots.planning.words import drawn
from hexfront.robots.trc.planner import explain
from hexfront.robots.trc.planner.guard import coming
from hexfront.robots.trc.planner.lookout import Lookout, harm
from hexfront.robots.trc.planner.relief import Relief

_FAR = 16  # hexes from the enemy that are far enough
_EDGE = 5  # hexes that it is worth to be able to go on: a corner whose railway is cut is a trap
_LOOKED_AT = 8  # places that the fewest can come to


def plan(look: Lookout) -> Draft | None:
    """He takes the train before anybody else moves, so that those around his new place can guard it."""
    e = look.e
    s, place = look.s, look.s.where[e.stalin]
    if look.side != RUSSIAN or not running(s) or place < 0 or s.railed >= capacity(s, RUSSIAN):
        return None
    end = _refuge(look, place) if may(check_rider, s, e.stalin) else place
    if end == place:
        return None
    order = Order("rail", (e.stalin,), (place, end))
    arrows = drawn((place,), (end,), "move")
    return Draft([order], [explain.ride(look.e, [order])], arrows, again=True, prelude=True)


def _refuge(look: Lookout, place: int) -> int:
    """Out of range of everybody who could ride to him in both impulses of the best weather that may come.

    Whoever is in the enemy's way now may be gone or beaten by then, so that nobody is thought to be; if no place is out
    of range, the one in which he is least likely to be lost with those around him whom trains can bring as well.
    """
    e = look.e
    s, weather = look.s, min(possible(look.s))
    near = in_range(look, weather)
    if not near >> place & 1:
        return place
    ends = [place, *(h for h in members(destinations(s, e.stalin)) if fits(s, h, (e.stalin,)))]
    safe = [h for h in ends if not near >> h & 1]
    if safe:
        return max(safe, key=lambda h: (_safety(look, h), h))
    force = {h: coming(look, look.foe, h, weather) for h in ends}
    quiet = sorted(ends, key=lambda h: (force[h], -_safety(look, h), h))[:_LOOKED_AT]
    return min(quiet, key=lambda h: (_peril(look, h, force[h]), -_safety(look, h), h))


def in_range(look: Lookout, weather: int) -> int:
    """The hexes that the enemy can attack in one of his impulses; units that ride alike are looked at together."""
    e = look.e
    starts, found = dict[tuple[int, int, int], int](), 0
    for unit in e.units_of[look.foe]:
        place = look.s.where[unit]
        if place >= 0 and not e.idle >> unit & 1:
            pace = *e.allowances[unit][weather], e.stop_terrain(unit, weather)
            starts[pace] = starts.get(pace, 0) | 1 << place
    for (first, second, stops), places in starts.items():
        found |= look.span(look.span(places, first, stops), second, stops)
    return look.grid.spread(found, look.board.zones) | found


def _peril(look: Lookout, h: int, force: int) -> float:
    """The chance that so many factors take the place from the strongest garrison that it can have today."""
    relief = Relief(look, h)
    guard = max(1, relief.force(relief.best)) * (2 if look.board.strong >> h & 1 else 1)
    return harm(look.e, look.e.columns.at(force, guard))[1] if force else 0.0


def _safety(look: Lookout, h: int) -> float:
    """Far from the enemy, and best at the eastern edge: trains leave it there and come back anywhere else (9.9)."""
    return min(look.far[h], _FAR) + _EDGE * (look.board.exits["east"] >> h & 1)
