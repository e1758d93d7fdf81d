"""Chapters 14 and 16: arrivals."""

import random
from collections.abc import Iterator

from hexfront.engine.dice import roll
from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Number, Route, Units
from hexfront.games.pgg.counters import ARMOURED_CUP, RIFLE_CUP, SIDES, counted
from hexfront.games.pgg.movement.ground import (
    Ground,
    arrive,
    by_kind,
    check_entry,
    check_movers,
    check_steps,
    mark_moving,
    moving_side,
    path_cost,
    path_costs,
)
from hexfront.games.pgg.movement.land import fill, stroll
from hexfront.games.pgg.state import PggState, box, entrance_of
from hexfront.games.pgg.untried import available, draw_division
from hexfront.games.pgg.zones import zone
from hexfront.grid import members
from hexfront.grid.bits import pick
from hexfront.mechanics.choices import may

FRONT_A_TURN, FRONT_A_GAME, FRONT_FROM = 5, 10, 2  # 14.21


def entry_hexes(s: PggState, unit: int) -> int:
    """Where a waiting unit may come onto the board: its entrance, less what the enemy occupies."""
    entrance = entrance_of(s.where[unit])
    if not entrance:
        return 0
    area = s.board.areas[entrance]
    free = area & ~s.held_by[1 - s.edition.side[unit]]
    if unit == s.provisional and blocked(s, unit):
        free |= next_hex_east(s, area)
    return free


def where_to_enter(s: PggState, unit: int) -> str:
    """Where a waiting unit may come onto the board, in words."""
    entrance, hexes = entrance_of(s.where[unit]), s.board.grid.labels(entry_hexes(s, unit))
    if not hexes:
        return f"can enter at {entrance} only, which the enemy holds"
    return f"can enter at {entrance} only ({' '.join(hexes)})"


def blocked(s: PggState, unit: int) -> bool:
    """14.12: every hex of its entrance holds a German unit or lies in a German zone."""
    area = s.board.areas[entrance_of(s.where[unit])]
    return not area & ~(s.held_by[0] | zone(s, 0))


def next_hex_east(s: PggState, area: int) -> int:
    """14.12: on the edge of a blocked entrance, the nearest hex to the east that no German unit occupies."""
    grid = s.board.grid
    edge = grid.north if area & grid.north else grid.south
    columns = {int(grid.label(place)[:2]): place for place in members(edge)}
    last = max(int(label[:2]) for label in grid.labels(area))
    for column in range(last + 1, max(columns) + 1):
        place = 1 << columns[column]
        if not place & (s.held_by[0] | s.board.lake):
            return place
    return 0


def scheduled(s: PggState, side: int) -> None:
    """16.1, 16.2: what is due this turn waits at its entrance from now on."""
    for entry in s.edition.scenario[SIDES[side]]:
        if entry["turn"] != s.turn:
            continue
        place = box(entry["entrance"])
        for name in entry.get("units", []):
            for unit in s.edition.divisions.get(name) or (s.edition.by_name[name],):
                s.put(unit, place)
        for cup, kind in ((RIFLE_CUP, "rifle"), (ARMOURED_CUP, "armoured")):
            for _ in range(entry.get(kind, 0)):
                unit = draw_division(s, cup)
                if unit >= 0:  # 14.14: no counter, no division
                    s.put(unit, place)
        if entry.get("leader"):
            s.put(s.edition.by_name[entry["leader"]], place)


def provisional(s: PggState) -> None:
    """14.11: a die names the entrance of one more rifle division."""
    die = roll(s)
    unit = draw_division(s, RIFLE_CUP)
    s.provisional = unit
    if unit < 0:
        s.say("14.14", "no counter is left for the provisional division", code=f"entrance {die}")
        return
    s.put(unit, box(str(die)))
    s.say("14.11", "{unit} is to enter at entrance {die}", code=f"entrance {die}", unit=unit, die=die)


def returning_leaders(s: PggState) -> None:
    """10.4: who was evacuated comes back through entrance X from the next turn on."""
    for leader in s.returning:
        s.put(leader, box("X"))
    s.returning = ()


def forfeit(s: PggState) -> None:
    """14.13: a provisional division that could not be brought on is not kept."""
    unit = s.provisional
    if unit >= 0 and s.where[unit] < -9:
        s.cup[RIFLE_CUP].append(s.counter[unit])
        s.counter[unit] = -1
        s.put(unit, -1)
        s.say("14.13", "{unit} finds no way onto the board and is forfeited", unit=unit)
    s.provisional = -1


def mark_arrival(s: PggState, units: tuple[int, ...]) -> None:
    """11.33: in supply for their first player-turn."""
    for unit in units:
        s.fresh |= 1 << unit


class Enter(Verb[PggState]):
    """14: units that wait at one entrance come on together; the first hex is paid for like any other."""

    name = "enter"
    form = Form(Units(), Route())
    rule = "16.1"

    def offers(self, s: PggState) -> Iterator[Order]:
        side = moving_side(s)
        ground = Ground(s, side)
        for units in self._groups(s, side):
            for first in members(entry_hexes(s, units[0])):
                yield from self._from(s, units, first, ground)

    def about(self, s: PggState, units: tuple[int, ...]) -> Iterator[Order]:
        """One order for each hex, by the entrance hex from which that is cheapest."""
        if not units or len({s.where[u] for u in units}) > 1 or not may(check_movers, s, units):
            return
        ground, best = Ground(s, moving_side(s)), dict[int, tuple[int, Order]]()
        for first in members(entry_hexes(s, units[0])):
            for order in self._from(s, units, first, ground):
                cost = entry_cost(s, units[0], first, ground) + path_cost(s, units[0], order.path)
                if cost < best.get(order.path[-1], (cost + 1, order))[0]:
                    best[order.path[-1]] = cost, order
        yield from (order for _, order in best.values())

    def _groups(self, s: PggState, side: int) -> Iterator[tuple[int, ...]]:
        """Single units, and divisions with all their regiments."""
        waiting = [u for u in s.edition.units_of[side] if s.where[u] <= -10]
        yield from ((u,) for u in waiting)
        for units in s.edition.divisions.values():
            if len(units) > 1 and all(u in waiting for u in units):
                yield units

    def _from(self, s: PggState, units: tuple[int, ...], first: int, ground: Ground) -> Iterator[Order]:
        points = [_left_after(s, u, first, ground) for u in units]
        if min(points) < 0 or not may(self.check, s, Order("enter", units, (first,))):
            return
        for way in ground.fan(first, entering=True).shared(by_kind(s, units, points), ground.shut_to(s, units)):
            yield Order("enter", units, way)

    def sample(self, s: PggState, rng: random.Random) -> Order | None:
        """Somebody who waits, an entrance hex, and a stroll from there."""
        if min(s.where) > -10:
            return None
        side = moving_side(s)
        waiting = [u for u in s.edition.units_of[side] if s.where[u] <= -10]
        if not waiting:
            return None
        unit = rng.choice(waiting)
        units = s.edition.divisions.get(s.name(unit).partition("/")[2], ()) if rng.random() < 0.5 else ()
        if not units or any(s.where[u] != s.where[unit] for u in units):
            units = (unit,)
        firsts = entry_hexes(s, unit)
        if not firsts:
            return None
        ground = Ground(s, side)
        first = pick(firsts, rng)
        left = [_left_after(s, u, first, ground) for u in units]
        if min(left) < 0:
            return None
        way = (first,) if ground.zone >> first & 1 else stroll(s, units, first, left, ground, rng)
        order = Order("enter", units, way)
        return order if may(self.check, s, order) else None

    def check(self, s: PggState, order: Order) -> None:
        units, way = order.units, order.path
        if not units or not way:
            raise Refused("16.1", "name the arriving units and their way")
        check_movers(s, units)
        rule = ("16.2", "16.1")[s.edition.side[units[0]]]
        for unit in units:
            if unit in s.returning:
                raise Refused("10.4", f"{s.name(unit)} was evacuated and comes back next turn at the earliest")
            if not entrance_of(s.where[unit]):
                raise Refused(rule, f"{s.name(unit)} is not waiting to enter")
            if s.where[unit] != s.where[units[0]]:
                raise Refused(rule, f"{s.names(units)} do not wait at one entrance")
        ground = Ground(s, s.edition.side[units[0]])
        self._check_first(s, units, way[0], ground)
        self._check_rest(s, units, way, ground)

    def _check_first(self, s: PggState, units: tuple[int, ...], first: int, ground: Ground) -> None:
        entrance = entrance_of(s.where[units[0]])
        label = s.board.grid.label(first)
        if not entry_hexes(s, units[0]) >> first & 1:
            check_entry(s, first, ground)
            rule = "14.22" if entrance == "SW" else ("16.2", "16.1")[s.edition.side[units[0]]]
            if units[0] == s.provisional:
                rule = "14.12" if blocked(s, units[0]) else "14.11"
            raise Refused(rule, f"{s.names(units)} {where_to_enter(s, units[0])}, not in {label}")
        check_entry(s, first, ground)

    def _check_rest(self, s: PggState, units: tuple[int, ...], way: tuple[int, ...], ground: Ground) -> None:
        check_steps(s, units, way, ground)
        for unit in units:
            left = _left_after(s, unit, way[0], ground) - path_cost(s, unit, way)
            if left < 0:
                label = s.board.grid.label(way[-1])
                raise Refused("6.1", f"{s.name(unit)} lacks {counted(-left / 2, 'point')} to get to {label}")

    def do(self, s: PggState, order: Order) -> None:
        ground = Ground(s, s.edition.side[order.units[0]])
        entered, walked = (
            (entry_cost(s, u, order.path[0], ground) for u in order.units),
            path_costs(s, order.units, order.path),
        )
        costs = [first + rest for first, rest in zip(entered, walked, strict=True)]
        mark_arrival(s, order.units)
        mark_moving(s, order.units, costs)
        came_from = order.path[-2] if len(order.path) > 1 else -1
        arrive(s, order.units, order.path, came_from)

    def complete(self, s: PggState, order: Order) -> Order:
        """Fill in the way; if it begins inside the board, enter where that is nearest."""
        if not order.units or not order.path:
            return order
        grid, firsts, points = s.board.grid, entry_hexes(s, order.units[0]), order.path
        at_edge = grid.north | grid.east | grid.south | grid.west
        if firsts and not (firsts | at_edge) >> points[0] & 1:
            points = (min(members(firsts), key=lambda h: (grid.distance(h, points[0]), h)), *points)
        return Order(order.verb, order.units, fill(s, order.units, points, moving_side(s)))


def entry_cost(s: PggState, unit: int, first: int, ground: Ground) -> int:
    """Half points to come on in a hex."""
    return s.board.entry_cost(first, s.edition.profile[unit]) + ground.surcharge.get(first, 0)


def _left_after(s: PggState, unit: int, first: int, ground: Ground) -> int:
    """What an arriving unit, which is in supply (11.33), keeps after its first hex."""
    return s.edition.allowance[unit] - entry_cost(s, unit, first, ground)


class Front(Verb[PggState]):
    """14.2: call divisions of the South-Western Front; each is worth points to the German (14.23)."""

    name = "front"
    form = Form(Number())
    rule = "14.21"

    def offers(self, s: PggState) -> Iterator[Order]:
        most = min(FRONT_A_TURN - s.swfront_now, FRONT_A_GAME - s.swfront, available(s, RIFLE_CUP))
        for number in range(1, most + 1) if s.turn >= FRONT_FROM else ():
            yield Order("front", number=number)

    def check(self, s: PggState, order: Order) -> None:
        if s.turn < FRONT_FROM:
            raise Refused("14.21", "the South-Western Front can be called from turn 2 on")
        if order.number < 1:
            raise Refused("14.21", "call at least one division")
        if s.swfront_now + order.number > FRONT_A_TURN:
            raise Refused("14.21", f"at most {FRONT_A_TURN} divisions of that Front come in a turn")
        if s.swfront + order.number > FRONT_A_GAME:
            raise Refused("14.21", f"at most {FRONT_A_GAME} divisions of that Front come in a game")
        if order.number > available(s, RIFLE_CUP):
            raise Refused("14.14", "there are not so many rifle divisions left")

    def do(self, s: PggState, order: Order) -> None:
        for _ in range(order.number):
            s.put(draw_division(s, RIFLE_CUP), box("SW"))
        s.swfront += order.number
        s.swfront_now += order.number
        called = counted(order.number, "division")
        s.say("14.23", "{called} of the South-Western Front called", called=called)


def must_bring(s: PggState) -> Order | None:
    """14.13: a provisional division that can enter must, before the phase ends; an order that does it."""
    unit = s.provisional
    if unit < 0 or s.where[unit] >= 0:
        return None
    orders = (Order("enter", (unit,), (place,)) for place in members(entry_hexes(s, unit)))
    return next((order for order in orders if may(Enter().check, s, order)), None)


def waiting(s: PggState, side: int) -> dict[str, list[int]]:
    """Who waits where."""
    found: dict[str, list[int]] = {}
    for unit in s.edition.units_of[side]:
        entrance = entrance_of(s.where[unit])
        if entrance:
            found.setdefault(entrance, []).append(unit)
    return found
