"""Chapter 6.1: moving units along a path."""

import random
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Path, Units
from hexfront.engine.state import Life
from hexfront.games.pgg import setup
from hexfront.games.pgg.ground import (
    Ground,
    arrive,
    check_mover,
    check_movers,
    check_together,
    finished,
    mark_moving,
    moving_side,
    path_cost,
    points_left,
    walk,
)
from hexfront.games.pgg.leaders import forget_entries
from hexfront.games.pgg.state import PggState
from hexfront.grid import members
from hexfront.grid.bits import pick
from hexfront.mechanics.choices import in_groups, may
from hexfront.mechanics.reach import path, reach, route, within


class Move(Verb[PggState]):
    """6.1: units of one hex move together along a path."""

    name = "move"
    form = Form(Units(), Path())
    rule = "6.1"

    def offers(self, s: PggState) -> Iterator[Order]:
        side = moving_side(s)
        ground = Ground(s, side)
        for place in members(s.held_by[side] & ~ground.zone):
            ready = [u for u in s.stacks[place] if may(check_movers, s, (u,))]
            yield from in_groups(ready, partial(self._offers_of, s, place, ground))

    def _offers_of(self, s: PggState, place: int, ground: Ground, units: tuple[int, ...]) -> Iterator[Order]:
        """One order for each hex these units can reach; of several kinds of unit, by the way that suits one of them."""
        if setup.restricted(s, units):
            yield from setup.marches(s, units, place)
            return
        found: set[int] = set()
        for unit in {s.edition.profile[u]: u for u in units}.values():
            costs = s.board.costs[s.edition.profile[unit]]
            points = min(points_left(s, u) for u in units if s.edition.profile[u] == s.edition.profile[unit])
            waves = reach(s.board.grid, costs, place, points, ground.zone, ground.closed, ground.surcharge)
            for goal in members(within(waves) & ~(1 << place)):
                if goal in found:
                    continue
                way = path(s.board.grid, costs, waves, goal, ground.zone, ground.surcharge)
                if may(walk, s, units, way, ground):
                    found.add(goal)
                    yield Order("move", units, way)

    def about(self, s: PggState, units: tuple[int, ...]) -> Iterator[Order]:
        if not units or not may(check_together, s, units) or not may(check_movers, s, units):
            return
        place, ground = s.where[units[0]], Ground(s, moving_side(s))
        if not ground.zone >> place & 1:
            yield from self._offers_of(s, place, ground, units)

    def sample(self, s: PggState, rng: random.Random) -> Order | None:
        """A stroll: a hex, some of its units, and steps in any direction until points or will run out."""
        side = moving_side(s)
        ground = Ground(s, side)
        places = s.held_by[side] & ~ground.zone
        for _ in range(4):
            if not places:
                return None
            place = pick(places, rng)
            ready = tuple(u for u in s.stacks[place] if not finished(s, u) and may(check_mover, s, u, side))
            if ready:
                order = self._stroll(s, ready, place, ground, rng)
                if order is not None:
                    return order
            places ^= 1 << place
        return None

    def _stroll(
        self, s: PggState, ready: tuple[int, ...], place: int, ground: Ground, rng: random.Random
    ) -> Order | None:
        units = ready if rng.random() < 0.3 else (rng.choice(ready),)
        if setup.restricted(s, units):
            return setup.sample_march(s, units, place, rng)
        way = stroll(s, units, place, [points_left(s, u) for u in units], ground, rng)
        if len(way) < 2 or not may(walk, s, units, way, ground):
            return None
        return Order("move", units, way)

    def check(self, s: PggState, order: Order) -> None:
        place = check_together(s, order.units)
        check_movers(s, order.units)
        if len(order.path) < 2 or order.path[0] != place:
            raise Refused("6.1", "a move leads from the units' hex to another one")
        if setup.restricted(s, order.units):
            setup.check_march(s, order.units, order.path)
            return
        walk(s, order.units, order.path, Ground(s, moving_side(s)))

    def do(self, s: PggState, order: Order) -> None:
        costs = [path_cost(s, unit, order.path) for unit in order.units]
        mark_moving(s, order.units, costs)
        arrive(s, order.units, order.path[1:], order.path[-2])

    def complete(self, s: PggState, order: Order) -> Order:
        """Fill in the way between the hexes that were named."""
        if not order.units or s.where[order.units[0]] < 0:
            return order
        place = s.where[order.units[0]]
        points = order.path if order.path[0] == place else (place, *order.path)
        return Order(order.verb, order.units, fill(s, order.units, points, moving_side(s)))


def stroll(
    s: PggState, units: tuple[int, ...], start: int, left: list[int], ground: Ground, rng: random.Random
) -> tuple[int, ...]:
    """Steps in any direction until points or will run out; `left` are the half points of each unit."""
    tables = [s.board.costs[s.edition.profile[u]].table for u in units]
    near, closed, stop, way, here = s.board.neighbours, ground.closed, ground.zone, [start], start
    for _ in range(1 + int(rng.random() * 12)):
        d = int(rng.random() * 6)
        there = near[here][d]
        if there < 0 or closed >> there & 1 or not tables[0][here * 6 + d]:
            continue
        more = ground.surcharge.get(there, 0)
        rest = [points - table[here * 6 + d] - more for points, table in zip(left, tables, strict=True)]
        if min(rest) < 0:
            continue
        left, here = rest, there
        way.append(there)
        if stop >> there & 1:
            break
    return tuple(way)


def fill(s: PggState, units: tuple[int, ...], points: tuple[int, ...], side: int) -> tuple[int, ...]:
    """The whole path through some way-points: the first one that all units can walk, else as far as one could."""
    if len(points) < 2 or all(s.board.grid.direction(a, b) >= 0 for a, b in pairwise(points)):
        return points
    ground = Ground(s, side)
    first: tuple[int, ...] | None = None
    for unit in sorted(units, key=lambda u: points_left(s, u)):
        way = route(
            s.board.grid,
            s.board.costs[s.edition.profile[unit]],
            points[0],
            points[-1],
            points_left(s, unit),
            points[1:-1],
            ground.zone,
            ground.closed,
            ground.surcharge,
        )
        if way and may(walk, s, units, way, ground):
            return way
        first = first or way
    return first or _explain(s, units[0], points, ground)


def _explain(s: PggState, unit: int, points: tuple[int, ...], ground: Ground) -> tuple[int, ...]:
    """No way within the points: take the one of a unit with endless points, so that the refusal names the cause."""
    way = route(
        s.board.grid,
        s.board.costs[s.edition.profile[unit]],
        points[0],
        points[-1],
        400,
        points[1:-1],
        ground.zone,
        ground.closed & ~(1 << points[-1]),
        ground.surcharge,
    )
    if way:
        return way
    straight: tuple[int, ...] = points[:1]
    for a, b in pairwise(points):
        straight += tuple(s.board.grid.line(a, b)[1:])
    return straight


def reset_movement(s: PggState, side: int) -> None:
    """A movement phase begins: nobody has moved, and everybody's place is remembered (6.5)."""
    s.reset(Life.IMPULSE)
    s.reset(Life.PHASE)
    s.began = s.where.copy()
    forget_entries(s)
