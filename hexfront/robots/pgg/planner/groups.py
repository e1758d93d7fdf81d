"""German groups: who moves together, how far, and the way there."""

from hexfront.engine.order import Order
from hexfront.games.pgg.movement.ground import Ground, finished, points_left
from hexfront.games.pgg.reinforcements import entry_cost, entry_hexes
from hexfront.grid import members
from hexfront.grid.bits import merged
from hexfront.mechanics.reach import cost_of, path, reach, within
from hexfront.robots.pgg.divisions import Units, groups, is_whole, whole
from hexfront.robots.pgg.planner.scene import Scene

Waves = list[int]


class Group:
    """Units that move as one in this phase, with all hexes that they can get to."""

    def __init__(self, sc: Scene, units: Units, roads: "Roads") -> None:
        self.units = units
        self.place = sc.s.where[units[0]]
        self.profile = sc.edition.profile[units[0]]
        self.motor = bool(sc.edition.mechanized >> units[0] & 1)
        self.whole = whole(sc.edition, units, sc.edition.division[units[0]])
        self.torn = is_whole(sc.s, sc.edition.division[units[0]]) and not self.whole
        supplied = self.place < 0 or sc.lines.supplied(units[0])
        beside = () if self.place < 0 else tuple(u for u in sc.s.stacks[self.place] if u not in units)
        self.strength = sc.german(units, beside, supplied)
        self.full = sc.german(units)
        self.ended = self.place >= 0 and any(finished(sc.s, u) for u in units)
        self.points = 0
        self.ways: list[tuple[int, Waves]] = []  # what is spent before them, and waves
        self.span = roads.span(self)

    @property
    def fixed(self) -> bool:
        """Can it get nowhere else?"""
        return self.place >= 0 and self.span == 1 << self.place

    @property
    def size(self) -> int:
        """The room that it takes: a whole division wants a hex for itself (7.3)."""
        return 3 if self.whole else len(self.units)

    def cost(self, h: int) -> int:
        """Half points to a hex in reach."""
        return min((spent + cost_of(waves, h) for spent, waves in self.ways if cost_of(waves, h) >= 0), default=0)

    def order(self, sc: Scene, ground: Ground, h: int) -> Order | None:
        """The order that brings it to a hex of its span, or none if it is there already."""
        if h == self.place:
            return None
        ways = [(spent + cost_of(waves, h), n) for n, (spent, waves) in enumerate(self.ways) if cost_of(waves, h) >= 0]
        _, waves = self.ways[min(ways)[1]]
        costs = sc.board.costs[self.profile]
        free = self.place >= 0
        way = path(sc.grid, costs, waves, h, ground.zone, ground.surcharge, free)
        return Order("move" if free else "enter", self.units, way)


class Roads:
    """Reach of German groups, worked out once for all who start alike."""

    def __init__(self, sc: Scene) -> None:
        self.sc = sc
        self.ground = Ground(sc.s, 0)
        self._known: dict[tuple[int, str, int], list[tuple[int, Waves]]] = {}

    def groups(self) -> list[Group]:
        """All groups that can still do something in this phase."""
        return [Group(self.sc, units, self) for units in groups(self.sc.s)]

    def span(self, group: Group) -> int:
        """Fill in the ways of a group; returns all hexes it can get to."""
        sc, ground = self.sc, self.ground
        if group.place >= 0:
            here = 1 << group.place
            group.points = 0 if group.ended else min(points_left(sc.s, u) for u in group.units)
            if sc.zone & here or group.ended or not group.points:
                return here
            key = group.place, group.profile, group.points
            if key not in self._known:
                costs = sc.board.costs[group.profile]
                waves = reach(sc.grid, costs, group.place, group.points, ground.zone, ground.closed, ground.surcharge)
                self._known[key] = [(0, waves)]
        else:
            group.points = sc.edition.allowance[group.units[0]]
            key = group.place, group.profile, group.points
            if key not in self._known:
                self._known[key] = self._doors(group)
        group.ways = self._known[key]
        return merged(within(waves) for _, waves in group.ways)

    def _doors(self, group: Group) -> list[tuple[int, Waves]]:
        sc, ground, unit = self.sc, self.ground, group.units[0]
        costs, found = sc.board.costs[group.profile], []
        for first in members(entry_hexes(sc.s, unit)):
            spent = entry_cost(sc.s, unit, first, ground)
            if spent <= group.points:
                waves = reach(
                    sc.grid, costs, first, group.points - spent, ground.zone, ground.closed, ground.surcharge, False
                )
                found.append((spent, waves))
        return found
