"""Chapter 9.1-9.6 and 9.9: movement by rail."""

import random
from collections.abc import Iterator
from heapq import heappop, heappush

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Route, Units
from hexfront.games.trc import control, minors
from hexfront.games.trc.aftermath import settled
from hexfront.games.trc.board import Board
from hexfront.games.trc.counters import AXIS, RUSSIAN, SIDES
from hexfront.games.trc.data_files import SNOW
from hexfront.games.trc.movement import national
from hexfront.games.trc.movement.allowance import check_free, check_together, halt
from hexfront.games.trc.movement.following import check_edge_trains
from hexfront.games.trc.stacking import fits
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.zones import zone
from hexfront.grid import members
from hexfront.grid.bits import pick
from hexfront.mechanics.choices import may


def own_rails(s: TrcState, side: int) -> int:
    """9.6: the rail hexes in the possession of a side."""
    return s.axis_rails if side == AXIS else s.board.rail_hexes & ~s.axis_rails


def _tracks(s: TrcState, side: int) -> int:
    """9.3, 9.5, 9.6, 19.2: own rail hexes out of enemy zones and enemy cities, and for the Axis without partisans."""
    enemy = zone(s, 1 - side) | control.held(s, 1 - side) & s.board.cities
    return own_rails(s, side) & ~enemy & ~(s.bands if side == AXIS else 0)


def usable(s: TrcState, side: int) -> int:
    """The rail hexes on which trains of a side may run now; countries that are closed have none (24.5, V.1)."""
    return _tracks(s, side) & ~minors.closed(s)


def running(s: TrcState) -> bool:
    """9.1: trains run in the first impulse of a turn only."""
    return bool(s.impulse == s.edition.charts["rail"]["impulse"])


def capacity(s: TrcState, side: int) -> int:
    """9.1: the units that a side may move by rail in a turn."""
    chart = s.edition.charts["rail"]
    return int(chart["russian"] if side == RUSSIAN else chart["axis_snow"] if s.weather == SNOW else chart["axis"])


def links(s: TrcState, side: int) -> list[int]:
    """9.9: the edges along which trains of a side run off the board, each with its rail hexes. 26.5.2 may shut them."""
    if s.on("26.5") and not may(check_edge_trains, s, side):
        return []
    return [s.board.exits[edge] for edge in s.edition.charts["rail"]["edges"][SIDES[side]]]


def connected(s: TrcState, side: int, net: int) -> bool:
    """9.5: does this piece of track touch an own city, be it in an enemy zone, or the own edge of the board?

    Reading: the way there is own track, as 9.6 asks of all that is used; the city is its end, whoever has its rails.
    """
    cities = control.held(s, side) & s.board.cities
    return bool(net & s.board.edges[side] or (net | s.board.grid.spread(net, s.board.rails)) & cities)


def _net(s: TrcState, side: int, start: int, free: int) -> int:
    """All hexes to which the free track leads from one of them, off the board too (9.9)."""
    grid, found, ends = s.board.grid, 1 << start & free, 0
    while found != ends:
        ends = found = grid.flood(found, free, s.board.rails)
        for edge in links(s, side):
            found |= edge & free if edge & found else 0
    return found


def reachable(s: TrcState, side: int, start: int) -> int:
    """Where a train from a hex may go, that hex included; nowhere if it is not on usable and connected track."""
    found = _net(s, side, start, usable(s, side))
    return found if connected(s, side, found) else 0


def destinations(s: TrcState, unit: int) -> int:
    """Where this unit may go by rail: V.1 keeps neutrals in their country, 26.8 allies near theirs."""
    side, start = s.edition.side[unit], s.where[unit]
    found = _net(s, side, start, _tracks(s, side) & ~minors.closed_to(s, unit))
    if not connected(s, side, found):
        return 0
    barred = 0 if minors.bound(s, unit) else national.forbidden(s, unit)
    if barred & found:
        found = _net(s, side, start, found & ~barred)
    return found & ~(1 << start)


def check_rider(s: TrcState, unit: int) -> None:
    """May this unit go by rail in this impulse? 9.3, 11.1, 22.2; losing the leader does not matter (11.3)."""
    e = s.edition
    if e.headquarters >> unit & 1:
        raise Refused("11.1", f"{s.name(unit)} is a headquarters and does not go by rail")
    if e.workers >> unit & 1:
        raise Refused("22.2", f"{s.name(unit)} stay where they were put")
    if e.partisans >> unit & 1:
        raise Refused("19.4", f"{s.name(unit)} does not move: partisans are placed anew")
    check_free(s, unit)
    if s.spent[unit] or s.moved >> unit & 1:
        raise Refused("9.3", f"{s.name(unit)} has moved in another way in this impulse")


def _has_train(s: TrcState, unit: int) -> bool:
    """9.1, 9.2: is there a train left for this unit?"""
    return bool(s.fresh >> unit & 1) or s.railed < capacity(s, s.mover)


def rides_to(s: TrcState, unit: int) -> int:
    """Where a train can take this unit now."""
    if not running(s) or not _has_train(s, unit) or not may(check_rider, s, unit):
        return 0
    return destinations(s, unit)


def check_track(s: TrcState, side: int, place: int) -> None:
    """Why no train of this side can be in a hex."""
    board, label, bit = s.board, s.board.grid.label(place), 1 << place
    if not board.rail_hexes & bit:
        raise Refused("9.3", f"there is no railway in {label}")
    if zone(s, 1 - side) & bit:
        raise Refused("9.3", f"{label} is in an enemy zone")
    if control.held(s, 1 - side) & board.cities & bit:
        raise Refused("9.5", f"the city in {label} is the enemy's")
    if not own_rails(s, side) & bit:
        rule = "9.6" if (s.gain | control.held(s, side)) & bit else "9.3"
        raise Refused(rule, f"the railway in {label} was not in own hands before this turn")
    if side == AXIS and s.bands & bit:
        raise Refused("19.2", f"partisans stop the trains in {label}")


def _only_round(s: TrcState, start: int, goal: int) -> bool:
    """9.9: would a train have to leave the board and come back, whoever holds the tracks?"""
    board = s.board
    here, there = (board.grid.flood(1 << place, board.rail_hexes, board.rails) for place in (start, goal))
    exits = 0
    for hexes in board.exits.values():
        exits |= hexes
    return not here >> goal & 1 and bool(here & exits) and bool(there & exits)


def _shut(s: TrcState, unit: int, start: int, goals: int) -> tuple[str, str]:
    """Where the way by rail from a hex to one of others is shut: the first such hex on the way that is shut in fewest
    places, as a rule and a sentence; both empty if there is no railway at all."""
    free = _tracks(s, s.edition.side[unit]) & ~minors.closed_to(s, unit)
    place = next((here for here in _least_shut(s.board, start, goals, free) if not free >> here & 1), -1)
    if place < 0:
        return "", ""
    try:
        check_track(s, s.edition.side[unit], place)
    except Refused as found:
        return found.rule, f": {found.why}"
    return _closed_rule(s, unit), f": {s.board.grid.label(place)} is closed to {s.name(unit)}"


def _closed_rule(s: TrcState, unit: int) -> str:
    return "24.5" if s.finland_shut and not minors.bound(s, unit) else "V.1"


def _least_shut(board: Board, start: int, goals: int, free: int) -> list[int]:
    """The way by rail that goes through the fewest hexes that are not free, and of such ways the shortest."""
    came, heap, here = dict[int, int](), [(0, 0, start, -1)], start
    while heap:
        shut, far, here, last = heappop(heap)
        if here in came:
            continue
        came[here] = last
        if goals >> here & 1:
            break
        for there in board.lines[here]:
            heappush(heap, (shut + (not free >> there & 1), far + 1, there, here))
    way = [here] if goals >> here & 1 else []
    while way and came[way[-1]] >= 0:
        way.append(came[way[-1]])
    return way[::-1]


class Rail(Verb[TrcState]):
    """9.3: from a rail hex to another over any distance, instead of all other movement of the impulse."""

    name = "rail"
    form = Form(Units(), Route())
    rule = "9.3"

    def offers(self, s: TrcState) -> Iterator[Order]:
        if not running(s):
            return
        for place in members(s.held_by[s.mover] & _tracks(s, s.mover)):
            for unit in s.stacks[place]:
                for goal in members(rides_to(s, unit)):
                    yield Order("rail", (unit,), (place, goal))

    def about(self, s: TrcState, units: tuple[int, ...]) -> Iterator[Order]:
        if not units or not may(check_together, s, units) or not running(s):
            return
        if all(may(check_rider, s, u) for u in units) and may(self._check_capacity, s, units):
            place, goals = s.where[units[0]], -1
            for unit in units:
                goals &= destinations(s, unit)
            yield from (Order("rail", units, (place, goal)) for goal in members(goals))

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        """Some unit on the railway, and a hex with room for it."""
        if not running(s) or not (s.fresh or s.railed < capacity(s, s.mover)):
            return None
        places = s.held_by[s.mover] & _tracks(s, s.mover)
        for _ in range(3 if places else 0):
            place = pick(places, rng)
            unit = rng.choice(s.stacks[place])
            if _has_train(s, unit) and may(check_rider, s, unit):
                goals = destinations(s, unit)
                goal = pick(goals, rng) if goals else -1
                return Order("rail", (unit,), (place, goal)) if goals and fits(s, goal, (unit,)) else None
        return None

    def check(self, s: TrcState, order: Order) -> None:
        place = check_together(s, order.units)
        if not running(s):
            raise Refused("9.1", "trains run in the first impulse only")
        if len(order.path) != 2 or order.path[0] != place or order.path[1] == place:
            raise Refused("9.3", "a rail move names the hex of the units and another one")
        for unit in order.units:
            check_rider(s, unit)
        self._check_capacity(s, order.units)
        self._check_way(s, order.units, *order.path)

    def _check_capacity(self, s: TrcState, units: tuple[int, ...]) -> None:
        """9.1, 9.2: arrivals of this impulse ride for nothing."""
        paying = tuple(u for u in units if not s.fresh >> u & 1)
        left = capacity(s, s.mover) - s.railed
        if len(paying) > left:
            raise Refused("9.1", f"rail moves needed: {len(paying)}, left in this turn: {max(left, 0)}")

    def _check_way(self, s: TrcState, units: tuple[int, ...], start: int, goal: int) -> None:
        side, label = s.mover, s.board.grid.label
        for place in (start, goal):
            check_track(s, side, place)
        for unit in units:
            if destinations(s, unit) >> goal & 1:
                continue
            if minors.closed_to(s, unit) >> goal & 1:
                raise Refused(_closed_rule(s, unit), f"{label(goal)} is closed to {s.name(unit)}")
            net = _net(s, side, start, _tracks(s, side) & ~minors.closed_to(s, unit))
            if not connected(s, side, net):
                rule, why = _shut(s, unit, start, control.held(s, side) & s.board.cities | s.board.edges[side])
                no_way = f"no free track leads from {label(start)} to an own city or edge of the board{why}"
                raise Refused("19.2" if rule == "19.2" else "9.5", no_way)
            if net >> goal & 1:
                rule = "26.81" if s.name(unit).endswith("Fin") else "26.82"
                raise Refused(rule, f"{s.name(unit)} would have to go too far from home on the way to {label(goal)}")
            if _only_round(s, start, goal):
                check_edge_trains(s, side)
                raise Refused("9.9", f"no free way round the board leads from {label(start)} to {label(goal)}")
            rule, why = _shut(s, unit, start, 1 << goal)
            raise Refused(rule or "9.3", f"no unbroken own track leads from {label(start)} to {label(goal)}{why}")

    def do(self, s: TrcState, order: Order) -> None:
        for unit in order.units:
            s.put(unit, order.path[1])
            s.railed += 0 if s.fresh >> unit & 1 else 1
            halt(s, unit)
            s.rode |= 1 << unit
        s.say("9.3", "{units} by rail to {hex}", units=order.units, hex=order.path[1])
        settled(s)

    def complete(self, s: TrcState, order: Order) -> Order:
        """Only the goal need be named."""
        start = s.where[order.units[0]] if order.units else -1
        if start < 0 or not order.path:
            return order
        return Order(order.verb, order.units, (start, order.path[-1]))
