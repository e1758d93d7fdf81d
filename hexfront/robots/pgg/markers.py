"""Markers: air and Soviet interdiction, and cuts in the railway."""

from hexfront.engine.order import DONE, Order
from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.interdiction import MARKERS, air_range
from hexfront.games.pgg.rail import CUTS, Cut, Line
from hexfront.games.pgg.supply import Lines
from hexfront.grid import members
from hexfront.mechanics.choices import may
from hexfront.mechanics.reach import path, reach, within
from hexfront.robots.pgg.survey import Survey

REAR = "5907"  # where the Soviet reserves arrive
STATIONS = ("2216", "4015", "4607")  # where they go, as long as it is open
APART = 4  # hexes between two cuts


def air(sv: Survey) -> Order:
    """Slow the trains that bring the reserves: the easternmost hexes of their way that can be reached."""
    s = sv.s
    if len(s.air) < MARKERS:
        for place in _main_line(sv):
            if air_range(s) >> place & 1 and place not in s.air:
                return Order("interdict", at=(place,))
    return DONE


def _main_line(sv: Survey) -> tuple[int, ...]:
    """The railway from the Soviet rear to the furthest station that trains can get to."""
    line = Line(sv.s)
    rear = sv.grid.hex(REAR)
    waves = reach(sv.grid, line.costs, rear, 90, 0, line.closed)
    for station in STATIONS:
        goal = sv.grid.hex(station)
        if any(wave >> goal & 1 for wave in waves):
            return path(sv.grid, line.costs, waves, goal)
    return ()


def partisans(sv: Survey) -> Order:
    """Cut the road on which most of the German army lives, if that is much."""
    s = sv.s
    before = fed(sv, -1)
    least, best = (50 if s.turn < 8 else 25), DONE
    for place in members(sv.lines.road & sv.board.road_hexes & ~s.held_by[GERMAN]):
        starved = before - fed(sv, place)
        if starved > least:
            least, best = starved, Order("interdict", at=(place,))
    return best


def fed(sv: Survey, marker: int) -> int:
    """The German strength in supply with the marker in this hex."""
    s = sv.s.copy()
    s.interdiction = marker
    lines = Lines(s)
    return sum(sv.german((u,)) for u in s.edition.germans if s.where[u] >= 0 and lines.supplied(u))


def cut(sv: Survey) -> Order | None:
    """Cut the railway behind us where trains could still come, but not too often."""
    s = sv.s
    passed = s.trail & s.board.rail_hexes & ~s.cuts
    if not passed or s.cuts.bit_count() >= CUTS:
        return None
    line = Line(s)
    rear = sv.grid.hex(REAR)
    served = within(reach(sv.grid, line.costs, rear, 90, 0, line.broken | line.closed & ~passed))
    for place in reversed(members(passed & served)):
        order = Order("cut", at=(place,))
        if all(sv.grid.distance(place, old) > APART for old in members(s.cuts)) and may(Cut().check, s, order):
            return order
    return None
