"""Chapter 2: movement."""

from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Route, Units
from hexfront.grid import members
from hexfront.mechanics.reach import path, reach, route, walk_cost, within
from hexfront_tiny.state import TinyState


def barriers(s: TinyState, unit: int) -> tuple[int, int]:
    """Where a unit must stop (2.4), and what it cannot enter (2.3)."""
    return s.zone(1 - s.edition.side[unit]), s.held_by[0] | s.held_by[1]


class Move(Verb[TinyState]):
    """One unit goes somewhere."""

    name, form, rule = "move", Form(Units(), Route()), "2.1"

    def offers(self, s: TinyState) -> Iterator[Order]:
        grid, costs = s.board.grid, s.edition.costs
        for unit in s.ready(s.phase.side):
            start = s.where[unit]
            stop, closed = barriers(s, unit)
            waves = reach(grid, costs, start, s.edition.points, stop, closed)
            for goal in members(within(waves) & ~(1 << start)):
                yield Order(self.name, (unit,), path(grid, costs, waves, goal, stop))

    def check(self, s: TinyState, order: Order) -> None:
        unit, label = order.units[0], s.board.grid.label
        if len(order.units) > 1:
            raise Refused("2.2", "units move one by one")
        if s.edition.side[unit] != s.phase.side or s.where[unit] < 0:
            raise Refused("2.1", f"{s.name(unit)} is not yours to move")
        if s.acted >> unit & 1:
            raise Refused("2.2", f"{s.name(unit)} has moved already")
        if order.path[0] != s.where[unit] or len(order.path) == 1:
            raise Refused("2.1", f"{s.name(unit)} moves from {label(s.where[unit])} to another hex")
        stop, closed = barriers(s, unit)
        taken = [place for place in order.path[1:] if closed >> place & 1]
        if taken:
            raise Refused("2.3", f"{label(taken[0])} is taken")
        halted = [place for place in order.path[1:-1] if stop >> place & 1]
        if halted:
            raise Refused("2.4", f"{s.name(unit)} must stop in {label(halted[0])}, next to an enemy")
        cost, bad = walk_cost(s.board.grid, s.edition.costs, order.path)
        if bad >= 0 or cost > s.edition.points:
            raise Refused("2.1", f"{s.name(unit)} cannot get to {label(order.path[-1])} with its movement points")

    def complete(self, s: TinyState, order: Order) -> Order:
        """The hexes between those that were named."""
        unit, named = order.units[0], order.path
        start = s.where[unit]
        via = named[1:] if named[0] == start else named
        stop, closed = barriers(s, unit)
        found = via and route(s.board.grid, s.edition.costs, start, via[-1], s.edition.points, via[:-1], stop, closed)
        return Order(self.name, order.units, found or (start, *via))

    def do(self, s: TinyState, order: Order) -> None:
        (unit,) = order.units
        s.put(unit, order.path[-1])
        s.acted |= 1 << unit
        s.say("2.1", "{unit} goes to {hex}", unit=unit, hex=order.path[-1])
