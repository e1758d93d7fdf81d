"""Arrivals and rail moves of the first impulse: to where the front needs them."""

from hexfront.engine.order import Order
from hexfront.games.trc.arrivals.reinforcements import entries, outside
from hexfront.games.trc.counters import RUSSIAN
from hexfront.games.trc.movement.rail import capacity, check_rider, destinations, running, usable
from hexfront.games.trc.stacking import fits
from hexfront.games.trc.state import RESERVE, WAITING, TrcState
from hexfront.grid import members
from hexfront.mechanics.choices import may
from hexfront.robots.trc.survey import FAR, Survey, field

STOP = 3  # trains stop so far from the enemy
_GAIN = 4  # hexes that a train has to save
_TRAIN = 20  # hexes that a free train is worth
_FLIGHT = 9  # Stalin leaves when the enemy is so near


def arrivals(sv: Survey) -> list[Order]:
    """Bring in whoever waits, best by a railway that leads to the front; paratroops stay in reserve."""
    orders, room = [], sv.s.copy()
    tracks = usable(sv.s, sv.side) if running(sv.s) else 0
    for unit in outside(sv.s):
        if sv.s.where[unit] == RESERVE or (sv.e.paratroops >> unit & 1 and sv.side == RUSSIAN):
            continue
        rides = tracks if sv.s.where[unit] == WAITING else 0
        free = entries(sv.s, unit) & ~sv.zone or entries(sv.s, unit)
        ends = [h for h in members(free) if rides >> h & 1 or fits(room, h, (unit,))]
        if ends:
            place = min(ends, key=lambda h: (sv.far[h] - _TRAIN * (rides >> h & 1) + _crowd(room, h), h))
            room.put(unit, place)
            orders.append(Order("enter", (unit,), (), (place,)))
    return orders


def _crowd(room: TrcState, place: int) -> float:
    return 0.5 * len(room.stacks.get(place, ()))


def rides(
    sv: Survey, weak: dict[int, float], needed: int = 0, idle: int = 0, rooms: tuple[TrcState, ...] = (), taken: int = 0
) -> list[Order]:
    """Trains for those far behind, to free track near the places that lack most; `weak` says how much each lacks.

    `needed` are units that have something better to do, `idle` those at the front who have nothing to do, `taken` the
    seats of others. Whoever rides must find room in each of `rooms`, as everybody stands now and, say, once they stand
    where they go: who is one too many is lost (6.2).
    """
    s, copies = sv.s, [room.copy() for room in rooms or (sv.s,)]
    if not running(s):
        return []
    left, orders = capacity(s, sv.side) - s.railed - taken, []
    tracks = usable(s, sv.side)
    fields = {p: field(sv.board, 1 << p, ~sv.enemy) for p in weak}
    lacking = dict(weak)
    for unit in sorted(_riders(sv, tracks, idle), key=lambda u: (not s.fresh >> u & 1, -sv.e.strength[u], u)):
        if needed >> unit & 1 or (not s.fresh >> unit & 1 and left <= 0):
            continue
        goal = _goal(sv, unit, copies, lacking, fields)
        if goal >= 0:
            left -= 0 if s.fresh >> unit & 1 else 1
            orders.append(Order("rail", (unit,), (s.where[unit], goal)))
            for room in copies:
                room.put(unit, goal)
    return orders


def _riders(sv: Survey, tracks: int, idle: int) -> list[int]:
    """Who stands on the railway, and far from the front or with nothing to do there."""
    e = sv.e
    found = []
    for place in members(sv.own & tracks):
        behind = sv.far[place] > sv.w.rail_far
        for unit in sv.s.stacks[place]:
            if (e.headquarters | e.leaders | e.workers | e.partisans) >> unit & 1 or not (behind or idle >> unit & 1):
                continue
            if may(check_rider, sv.s, unit):
                found.append(unit)
    return found


def _goal(sv: Survey, unit: int, rooms: list[TrcState], lacking: dict[int, float], fields: dict[int, list[int]]) -> int:
    """The hex by rail that helps most, if it is clearly nearer than here."""
    here = sv.s.where[unit]
    far = [h for h in members(destinations(sv.s, unit)) if sv.far[h] >= STOP]
    ends = [h for h in far if all(fits(room, h, (unit,)) for room in rooms)]
    best, goal, aim = 0.0, -1, -1
    for p, lack in lacking.items():
        way = fields[p]
        near = min(ends, key=lambda h: (way[h], -sv.far[h], h), default=-1)
        if near < 0 or way[here] - way[near] < _GAIN:
            continue
        worth = lack - 1.2 * way[near]
        if worth > best or goal < 0:
            best, goal, aim = worth, near, p
    if aim >= 0:
        lacking[aim] -= sv.e.strength[unit]
    return goal


def leader(sv: Survey) -> list[Order]:
    """Stalin takes the train east when the enemy is at the gates (11.3, 25.1.1)."""
    e = sv.e
    s, place = sv.s, sv.s.where[e.stalin]
    if sv.side != RUSSIAN or not running(s) or place < 0 or sv.far[place] > _FLIGHT or s.railed >= capacity(s, RUSSIAN):
        return []
    if not may(check_rider, s, e.stalin):
        return []
    ends = members(destinations(s, e.stalin))
    return [Order("rail", (e.stalin,), (place, max(ends, key=lambda h: (min(sv.far[h], FAR), h))))] if ends else []
