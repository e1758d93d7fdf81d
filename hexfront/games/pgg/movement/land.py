"""Chapter 6.1: moving units along a path."""

import random
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Route, Units
from hexfront.engine.state import Life
from hexfront.games.pgg import setup
from hexfront.games.pgg.leaders import forget_entries
from hexfront.games.pgg.movement.ground import (
    Ground,
    arrive,
    by_kind,
    can_move,
    check_movers,
    check_together,
    mark_moving,
    moving_side,
    path_costs,
    points_left,
    walk,
)
from hexfront.games.pgg.state import PggState
from hexfront.grid import members
from hexfront.grid.bits import pick
from hexfront.mechanics.choices import in_groups, may
from hexfront.mechanics.reach import Fan, route


class Move(Verb[PggState]):
    """6.1: units of one hex move together along a path."""

    name = "move"
    form = Form(Units(), Route())
    rule = "6.1"

    def offers(self, s: PggState) -> Iterator[Order]:
        side = moving_side(s)
        ground = Ground(s, side)
        for place in members(s.held_by[side] & ~ground.zone):
            ready = [u for u in s.stacks[place] if can_move(s, u, side)]
            yield from in_groups(ready, partial(self._offers_of, s, ground, ground.fan(place)))

    def _offers_of(self, s: PggState, ground: Ground, fan: Fan, units: tuple[int, ...]) -> Iterator[Order]:
        """One order for each hex these units can reach; of several kinds of unit, by the way that suits one of them."""
        if setup.restricted(s, units):
            yield from setup.marches(s, units, fan.start)
            return
        for way in fan.shared(by_kind(s, units, [points_left(s, u) for u in units]), ground.shut_to(s, units)):
            yield Order("move", units, way)

    def about(self, s: PggState, units: tuple[int, ...]) -> Iterator[Order]:
        if not units or not may(check_together, s, units) or not may(check_movers, s, units):
            return
        place, ground = s.where[units[0]], Ground(s, moving_side(s))
        if not ground.zone >> place & 1:
            yield from self._offers_of(s, ground, ground.fan(place), units)

    def sample(self, s: PggState, rng: random.Random) -> Order | None:
        """A stroll: a hex, some of its units, and steps in any direction until points or will run out."""
        side = moving_side(s)
        ground = Ground(s, side)
        places = s.held_by[side] & ~ground.zone
        for _ in range(4):
            if not places:
                return None
            place = pick(places, rng)
            ready = tuple([u for u in s.stacks[place] if can_move(s, u, side)])
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
        if len(way) < 2 or ground.shut_to(s, units) >> way[-1] & 1:
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
        mark_moving(s, order.units, path_costs(s, order.units, order.path))
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
    (first, has), *others = ((kind.by_step, has) for kind, has in by_kind(s, units, left).items())
    near, bit, random, way, here = s.board.neighbours, s.board.bit, rng.random, [start], start
    for _ in range(1 + int(random() * 12)):
        d = int(random() * 6)
        cost = first[here * 6 + d]
        if not cost or cost > has:
            continue
        there = near[here][d]
        if ground.closed & bit[there]:
            continue
        more = ground.surcharge.get(there, 0)
        if cost + more > has:
            continue
        rest = [(price, most - price[here * 6 + d] - more) for price, most in others]
        if rest and min(most for _, most in rest) < 0:
            continue
        has, others, here = has - cost - more, rest, there
        way.append(there)
        if ground.zone & bit[there]:
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
