"""Chapters 3.1 and 6.7: the board, and what its terrain costs and gives."""

from pathlib import Path
from typing import Any

from hexfront.grid import Grid
from hexfront.grid import sides as s
from hexfront.mechanics.boardmap import BoardMap, Place
from hexfront.mechanics.reach import Costs


def half(points: float) -> int:
    """Movement points in half points, the unit in which everything is counted."""
    return int(2 * points)


class Board(BoardMap):
    """The map, and everything that the rules work out from it once."""

    def __init__(self, grid: Grid, data: dict[str, Any], chart: dict[str, Any], path: Path | None = None) -> None:
        super().__init__(grid, data, path)
        self.chart = chart  # 6.7: what terrain costs and gives
        self.forest, self.swamp = self.kinds.get("forest", 0), self.kinds.get("swamp", 0)
        self.major, self.minor = self.hexes_of("major city"), self.hexes_of("minor city")
        self.cities: list[Place] = [place for place in self.places if place.points]
        self.roads = s.minus(self.road_links, self.rivers)  # 11.13: broken at rivers for movement
        self.costs = CostsByProfile(self)
        self.barred = self._columns(1, 2)  # 6.4
        self.air_limit = self._columns(1, 40)  # 13.2
        self.supply_road = grid.hex("0120")  # 11.11
        self.neighbours = grid.neighbours
        self.bit = [1 << place for place in range(grid.size)]
        # from each hex to each of its neighbours: where the tables of costs keep the step
        self.steps = [
            {near: place * 6 + d for d, near in enumerate(ways) if near >= 0}
            for place, ways in enumerate(grid.neighbours)
        ]
        self._entered: dict[tuple[int, str], int] = {}

    def _columns(self, first: int, last: int) -> int:
        rows = range(1, self.grid.numbering.rows + 1)
        return self.grid.mask(" ".join(f"{c:02}{r:02}" for c in range(first, last + 1) for r in rows))

    def costs_of(self, profile: str, side: str) -> Costs:
        """6.7 for one kind of unit: terrain of the hex entered, more over a river, less along a road."""
        chart = self.chart
        towns = self.major | self.minor
        forest, swamp = self.forest & ~towns, self.swamp & ~towns
        enter: dict[int, int] = {}
        for kind, hexes in (("forest", forest), ("swamp", swamp), ("clear", self.land & ~forest & ~swamp)):
            cost = half(chart[kind][profile])
            enter[cost] = enter.get(cost, 0) | hexes
        return Costs.build(
            self.grid,
            enter,
            extra={half(chart["river"][side]): self.rivers},
            fixed={half(chart["road"][profile]): self.roads},
            closed=self.lake,
        )

    def entry_cost(self, place: int, profile: str) -> int:
        """What it costs to come onto the board in a hex: its terrain, or the road rate where a road leads in."""
        key = place, profile
        if key not in self._entered:
            self._entered[key] = half(self.chart[self._way_in(1 << place)][profile.split()[0]])
        return self._entered[key]

    def _way_in(self, bit: int) -> str:
        if bit & self.road_hexes & (self.grid.west | self.grid.east | self.grid.north | self.grid.south):
            return "road"
        if bit & (self.major | self.minor):
            return "clear"
        return "forest" if bit & self.forest else "swamp" if bit & self.swamp else "clear"

    def terrain(self, place: int) -> str:
        """What a hex is, in words."""
        bit = 1 << place
        words = [kind for kind, hexes in self.kinds.items() if hexes & bit] or ["clear"]
        if bit & self.major:
            words.append("major city")
        if bit & self.minor:
            words.append("minor city")
        if bit & self.road_hexes:
            words.append("road")
        if bit & self.rail_hexes:
            words.append("railway")
        if place in self.place_names:
            words.append(self.place_names[place])
        return ", ".join(words)


class CostsByProfile(dict[str, Costs]):
    """The costs of each kind of unit, worked out when first asked for."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, name: str) -> Costs:
        if name == "rail":  # 6.3: every step along a railway costs one of the thirty
            self[name] = Costs(self._board.grid, {1: self._board.rails})
        else:
            profile, side = name.split()
            self[name] = self._board.costs_of(profile, side)
        return self[name]
