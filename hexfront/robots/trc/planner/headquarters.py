"""Where headquarters sit: each leads a Stuka to one target in its range (15.1, 15.2), so they follow the masses.

They move in the second impulse, and lead in the first one of the next turn.
"""

from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.state import TrcState
from hexfront.grid import members
from hexfront.mechanics import exact
from hexfront.robots.trc.headquarters import chiefs, company
from hexfront.robots.trc.planner.drops import calls
from hexfront.robots.trc.planner.lookout import Lookout

_FRONT = 4  # hexes from the enemy within which units are the front
_WHOLE = 12.0  # what it is worth to have all of the front in range
_SHARED = 0.4  # part of its weight that is left for the next headquarters
_LOST, _HUNGRY = 15.0, 8.0  # what it costs to be lost, for sure, and to be out of supply
_CALM = 5  # hexes from the enemy at which staffs like to be


def seats(look: Lookout, room: TrcState) -> dict[int, int]:
    """A hex for each headquarters, given where all others stand; `room` then has them there."""
    if look.side != AXIS:
        called = calls(look)
        return dict(chiefs(look, room, lambda unit, h: company(look, room, unit, h) + called(h)))
    weights, found = _weights(look, room), dict[int, int]()
    total = exact.total(weights.values()) or 1.0
    for unit, seat in chiefs(look, room, lambda _, h: _worth(look, room, h, weights, total)):
        found[unit] = seat
        for place in weights:
            weights[place] *= _SHARED if look.grid.distance(seat, place) <= look.e.air_range else 1.0
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
