"""Where Soviet units can get to, on foot and by rail."""

from hexfront.engine.order import Order
from hexfront.games.pgg import setup
from hexfront.games.pgg.movement.ground import Ground, finished, points_left
from hexfront.games.pgg.movement.rail import Line
from hexfront.games.pgg.reinforcements import entry_cost, entry_hexes
from hexfront.grid import members
from hexfront.grid.bits import merged
from hexfront.mechanics.reach import cost_of, path, reach, within
from hexfront.robots.pgg.planner.scene import Scene

Waves = list[int]


class Walker:
    """A Soviet unit with the hexes it can get to on foot and by rail."""

    def __init__(self, sc: Scene, unit: int, paths: "Paths") -> None:
        s = sc.s
        self.unit, self.place = unit, s.where[unit]
        self.on_foot: list[tuple[int, Waves]] = []
        self.by_rail: list[tuple[int, Waves]] = []
        self.bound = setup.restricted(s, (unit,))
        idle = bool(s.disrupted >> unit & 1) or (self.place >= 0 and finished(s, unit))
        if not idle and not self.bound:
            paths.fill(self)
        self.feet = (1 << self.place if self.place >= 0 else 0) | merged(within(waves) for _, waves in self.on_foot)
        self.rails = merged(within(waves) for _, waves in self.by_rail) & ~self.feet
        self.fixed = self.place >= 0 and not self.rails and self.feet == 1 << self.place
        self.marches: dict[int, Order] = {}
        if self.bound and not idle:
            self.marches = {o.path[-1]: o for o in setup.marches(s, (unit,), self.place)}
            for h in self.marches:
                self.feet |= 1 << h
            self.fixed = not self.marches

    def order(self, sc: Scene, ground: Ground, line: Line, h: int) -> Order | None:
        """The order that brings it to a hex in reach."""
        if h == self.place:
            return None
        if h in self.marches:
            return self.marches[h]
        arriving = self.place < 0
        feet = self.feet >> h & 1
        ways = self.on_foot if feet else self.by_rail
        costs = sc.board.costs[sc.edition.profile[self.unit]] if feet else line.costs
        _, n = min((spent + cost_of(waves, h), n) for n, (spent, waves) in enumerate(ways) if cost_of(waves, h) >= 0)
        if feet:
            way = path(sc.grid, costs, ways[n][1], h, ground.zone, ground.surcharge, not arriving)
            return Order("enter" if arriving else "move", (self.unit,), way)
        return Order("rail", (self.unit,), path(sc.grid, costs, ways[n][1], h, 0, line.surcharge))


class Paths:
    """Reach of Soviet units, worked out once for all who start alike."""

    def __init__(self, sc: Scene) -> None:
        self.sc = sc
        self.ground, self.line = Ground(sc.s, 1), Line(sc.s)
        self._foot: dict[tuple[int, str, int], list[tuple[int, Waves]]] = {}
        self._rail: dict[tuple[int, int], list[tuple[int, Waves]]] = {}

    def fill(self, walker: Walker) -> None:
        """Work out where a unit can get to."""
        sc, unit, place = self.sc, walker.unit, walker.place
        provisional = unit if unit == sc.s.provisional else -1
        if place >= 0 and sc.zone >> place & 1:
            return
        points = points_left(sc.s, unit) if place >= 0 else sc.edition.allowance[unit]
        key = place * 1000 + provisional + 1, sc.edition.profile[unit], points
        if key not in self._foot:
            self._foot[key] = self._walks(unit, place, points)
        walker.on_foot = self._foot[key]
        if not sc.s.moved >> unit & 1:
            ride = place, provisional
            if ride not in self._rail:
                self._rail[ride] = self._rides(unit, place)
            walker.by_rail = self._rail[ride]

    def _walks(self, unit: int, place: int, points: int) -> list[tuple[int, Waves]]:
        sc, ground = self.sc, self.ground
        costs = sc.board.costs[sc.edition.profile[unit]]
        if place >= 0:
            return [(0, reach(sc.grid, costs, place, points, ground.zone, ground.closed, ground.surcharge))]
        found = []
        for first in members(entry_hexes(sc.s, unit) & ~ground.closed):
            spent = entry_cost(sc.s, unit, first, ground)
            if spent <= points:
                waves = reach(
                    sc.grid, costs, first, points - spent, ground.zone, ground.closed, ground.surcharge, False
                )
                found.append((spent, waves))
        return found

    def _rides(self, unit: int, place: int) -> list[tuple[int, Waves]]:
        sc, line = self.sc, self.line
        starts = 1 << place if place >= 0 else entry_hexes(sc.s, unit)
        found = []
        for first in members(starts & sc.board.rail_hexes & ~line.closed):
            spent = 0 if place >= 0 else 1 + line.surcharge.get(first, 0)
            found.append(
                (spent, reach(sc.grid, line.costs, first, line.points - spent, 0, line.closed, line.surcharge))
            )
        return found
