"""Where headquarters sit: each leads a Stuka to one target in its range (15.1, 15.2), so they follow the masses.

They move in the second impulse, and lead in the first one of the next turn.
"""

from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.stacking import fits
from hexfront.games.trc.state import TrcState
from hexfront.grid import members
from hexfront.mechanics import exact
from hexfront.robots.trc.planner.drops import calls
from hexfront.robots.trc.planner.lookout import Lookout
from hexfront.robots.trc.posts import chiefs

_FRONT = 4  # hexes from the enemy within which units are the front
_WHOLE = 12.0  # what it is worth to have all of the front in range
_SHARED = 0.4  # part of its weight that is left for the next headquarters
_LOST, _HUNGRY = 15.0, 8.0  # what it costs to be lost, for sure, and to be out of supply
_CALM = 5  # hexes from the enemy at which staffs like to be


def seats(look: Lookout, room: TrcState) -> dict[int, int]:
    """A hex for each headquarters, given where all others stand; `room` then has them there."""
    e = room.edition
    if look.side != AXIS:
        return chiefs(look, room, calls(look))
    weights = _weights(look, room)
    total, found = exact.total(weights.values()) or 1.0, dict[int, int]()
    for unit, goals in look.movers.items():
        if not e.headquarters >> unit & 1 or e.civilians >> unit & 1:
            continue
        ends = [h for h in members(goals & ~look.zone) if fits(room, h, (unit,))]
        if ends:
            found[unit] = seat = max(ends, key=lambda h: (_worth(look, room, h, weights, total), h))
            room.put(unit, seat)
            for place in weights:
                weights[place] *= _SHARED if look.grid.distance(seat, place) <= e.air_range else 1.0
    return found


def _weights(look: Lookout, room: TrcState) -> dict[int, float]:
    """The factors of the front, hex by hex."""
    e = room.edition
    found = {}
    for place in members(room.held_by[look.side]):
        if look.far[place] <= _FRONT:
            found[place] = float(sum(look.factor(u, place) for u in room.stacks[place] if not e.headquarters >> u & 1))
    return found


def _worth(look: Lookout, room: TrcState, h: int, weights: dict[int, float], total: float) -> float:
    e = room.edition
    distance = look.grid.distance
    worth = (
        _WHOLE * exact.total(weight for place, weight in weights.items() if distance(h, place) <= e.air_range) / total
    )
    guard = sum(look.factor(u, h) for u in room.stacks.get(h, ()) if not e.headquarters >> u & 1)
    worth -= _LOST * look.danger(h, guard + 1) + _HUNGRY * (not look.supplied >> h & 1)
    return worth - max(0, _CALM - look.far[h])
