"""Russian paratroops (18): into cities that nobody guards, when that decides something; and where STAVKA directs them.

A corps of one factor takes an empty city and cannot hold it. So it waits for the last turn of the game, which the
Russian ends, or for the sudden death that the Axis escapes by that city alone (25.2).
"""

from collections.abc import Callable

from hexfront.engine.order import Order
from hexfront.games.trc.control import held
from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.movement.paratroops import WEATHER_OF, ground_for, jumpers, landing, reach
from hexfront.games.trc.state import RESERVE
from hexfront.grid import members
from hexfront.grid.bits import union
from hexfront.mechanics import exact
from hexfront.robots.planner import Draft
from hexfront.robots.trc.planner import explain
from hexfront.robots.trc.planner.aims import saved_by
from hexfront.robots.trc.planner.lookout import Lookout


def plan(look: Lookout) -> Draft | None:
    """Who drops where now, if anybody does; it comes first, as the others may then go elsewhere."""
    ready = jumpers(look.s) if look.side == RUSSIAN else []
    places = _targets(look, len(ready)) if ready else []
    if not places:
        return None
    orders = [Order("drop", (unit,), (), (place,)) for unit, place in zip(ready, places, strict=False)]
    said = [explain.drop(look.e, order.units, order.at[0]) for order in orders]
    return Draft(orders, said, again=True, prelude=True)


def _targets(look: Lookout, corps: int) -> list[int]:
    """The dearest first; before the last turn all of them or none, or the Axis keeps one that saves it."""
    aims, open_ = _aims(look, look.s.turn), _open(look) & landing(look.s, RUSSIAN)
    if look.s.turn < look.s.last and (aims & ~open_ or aims.bit_count() > corps):
        return []
    return _dearest(look, aims & open_)


def calls(look: Lookout) -> Callable[[int], float]:
    """For each hex what paratroops could take in the next two turns if STAVKA were there (18.3), in factors."""
    corps, turn, distance = len(_corps(look)), look.s.turn, look.grid.distance
    dearest = _dearest(look, (_aims(look, turn + 1) | _aims(look, turn + 2)) & _open(look)) if corps else []

    def worth(seat: int) -> float:
        near = [look.prize.get(h, 0.0) for h in dearest if distance(seat, h) <= look.e.air_range]
        return exact.total(near[:corps])

    return worth


def prey(look: Lookout) -> list[int]:
    """The places of the Axis that paratroops could take in this turn, when that decides something: none stays empty."""
    s = look.s
    if look.side != AXIS or s.weather != WEATHER_OF[RUSSIAN] or not _corps(look):
        return []
    return _dearest(look, _aims(look, s.turn) & reach(s, RUSSIAN) & ground_for(s))


def _dearest(look: Lookout, places: int) -> list[int]:
    return sorted(members(places), key=lambda h: (-look.prize.get(h, 0.0), h))


def _corps(look: Lookout) -> list[int]:
    return [unit for unit in look.e.airborne[RUSSIAN] if look.s.where[unit] == RESERVE]


def _open(look: Lookout) -> int:
    """Cities and oil fields of the Axis in which nobody stands."""
    board = look.board
    return held(look.s, AXIS) & (board.cities | board.oil) & ground_for(look.s) & ~look.enemy & ~look.own


def _aims(look: Lookout, turn: int) -> int:
    """The places that are worth a corps in that turn."""
    s = look.s
    if turn >= s.last:
        return held(s, AXIS) & (look.board.cities | look.board.oil)
    return union(saved_by(s, AXIS, turn))
