"""Markers: air and Soviet interdiction, and cuts in the railway."""

from hexfront.engine.order import DONE, Order
from hexfront.games.pgg.movement.interdiction import MARKERS, air_range
from hexfront.games.pgg.movement.rail import Line
from hexfront.games.pgg.supply import Lines
from hexfront.grid import members
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


def fed(sv: Survey, marker: int) -> int:
    """The German strength in supply with the marker in this hex."""
    s = sv.s.copy()
    s.interdiction = marker
    lines = Lines(s)
    return sum(sv.german((u,)) for u in s.edition.germans if s.where[u] >= 0 and lines.supplied(u))


def served(sv: Survey, free: int) -> int:
    """The railway on which trains can still come from the Soviet rear, as if nobody stood in these hexes."""
    line = Line(sv.s)
    return within(reach(sv.grid, line.costs, sv.grid.hex(REAR), 90, 0, line.broken | line.closed & ~free))


def apart(sv: Survey, place: int, cuts: int) -> bool:
    """Is a hex far enough from these cuts?"""
    return all(sv.grid.distance(place, old) > APART for old in members(cuts))
