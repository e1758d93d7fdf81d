"""The hexes of a board as the atlas needs them: labels, neighbours, corners, hexsides and shapes.

A hex is its printed label ("2216"), a side the sorted pair of two labels, a point is (x east, y south) in the
units of `grid.centre`: neighbours lie 1 apart.  Corners have whole-number names, so that hexes agree on shared ones.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import shapely

from hexfront.grid import Grid, members

Hex = str
Corner = tuple[int, int]
Side = tuple[Hex, Hex]
Point = tuple[float, float]

ROOT3 = 3**0.5


def side(first: Hex, second: Hex) -> Side:
    """A hexside, the same whichever of its two hexes is named first."""
    return (first, second) if first < second else (second, first)


def parse_side(text: str) -> Side:
    """The hexside written as two labels with a slash between."""
    first, second = text.split("/")
    return side(first, second)


def side_name(of: Side) -> str:
    """A hexside as text."""
    return f"{of[0]}/{of[1]}"


class Hexes:
    """All hexes of one grid by label, with what is worked out from them once."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.flat = grid.flat
        self.all: list[Hex] = grid.labels(grid.all)

    def __contains__(self, at: Hex) -> bool:
        return at in self.near

    @cached_property
    def near(self) -> dict[Hex, list[Hex]]:
        """The neighbours of every hex that are on the board, clockwise."""
        grid = self.grid
        around = {grid.label(i): grid.neighbours[i] for i in members(grid.all)}
        return {at: [grid.label(i) for i in near if i >= 0] for at, near in around.items()}

    def around(self, at: Hex) -> list[Hex]:
        """The neighbours of a hex that are on the board."""
        return self.near[at]

    def middle(self, at: Hex) -> Point:
        """The middle of a hex."""
        return self.grid.centre(self.grid.hex(at))

    def spot(self, text: str) -> Point:
        """The middle of a hex ("2216") or of a hexside ("2216/2217")."""
        both = [self.middle(one) for one in text.split("/")]
        return sum(x for x, _ in both) / len(both), sum(y for _, y in both) / len(both)

    def corners(self, at: Hex) -> list[Corner]:
        """The six corners of a hex by name, going round."""
        return [self.corner_name(one) for one in self.grid.corners(self.grid.hex(at))]

    def corner_name(self, at: Point) -> Corner:
        """The whole-number name of the corner at a point."""
        wide, narrow = (2 * ROOT3, 2) if self.flat else (2, 2 * ROOT3)
        return round(at[0] * wide), round(at[1] * narrow)

    def plane(self, corner: Corner) -> Point:
        """The point where a named corner lies."""
        wide, narrow = (2 * ROOT3, 2) if self.flat else (2, 2 * ROOT3)
        return corner[0] / wide, corner[1] / narrow

    def ends(self, one: Side) -> tuple[Corner, Corner]:
        """The two corners that neighbouring hexes share."""
        start, stop = sorted(set(self.corners(one[0])) & set(self.corners(one[1])))
        return start, stop

    @cached_property
    def sides(self) -> dict[Side, tuple[Corner, Corner]]:
        """Every hexside between two hexes of the board, with its two ends."""
        return {(at, near): self.ends((at, near)) for at in self.all for near in sorted(self.near[at]) if at < near}

    @cached_property
    def rim(self) -> frozenset[Corner]:
        """The corners that fewer than three hexes of the board share."""
        seen: dict[Corner, int] = {}
        for at in self.all:
            for corner in self.corners(at):
                seen[corner] = seen.get(corner, 0) + 1
        return frozenset(corner for corner, count in seen.items() if count < 3)

    def on_edge(self, at: Hex) -> bool:
        """Whether a hex lies along the rim of the board."""
        return len(self.near[at]) < 6

    def shape(self, at: Hex) -> shapely.Polygon:
        """The hex as a polygon."""
        return shapely.Polygon(self.grid.corners(self.grid.hex(at)))

    @cached_property
    def ring(self) -> list[Point]:
        """The corners of any hex, from its middle."""
        first = self.grid.hex(self.all[0])
        x, y = self.grid.centre(first)
        return [(a - x, b - y) for a, b in self.grid.corners(first)]

    @cached_property
    def shapes(self) -> np.ndarray:
        """The polygons of all hexes in the order of `all`."""
        return np.array([self.shape(at) for at in self.all])

    @cached_property
    def middles(self) -> np.ndarray:
        """The middles of all hexes in the order of `all`, one row each."""
        return np.array([self.middle(at) for at in self.all])

    @cached_property
    def outline(self) -> shapely.Polygon:
        """The whole board as one polygon."""
        return shapely.union_all(shapely.buffer(self.shapes, 1e-6)).simplify(1e-5)

    def inside(self, at: Hex, point: Point, margin: float = 0.0) -> bool:
        """Whether a point lies in a hex, at least `margin` from its sides."""
        middle = self.middle(at)
        return self.depth(point[0] - middle[0], point[1] - middle[1]) <= 0.5 - margin

    def depth(self, dx: float, dy: float) -> float:
        """How far out of a hex's middle a point is: 0 there, 0.5 on its sides."""
        if not self.flat:
            dx, dy = dy, dx
        return float(max(abs(dy), abs(dx * ROOT3 / 2 + dy / 2), abs(dx * ROOT3 / 2 - dy / 2)))

    @cached_property
    def _tree(self) -> shapely.STRtree:
        return shapely.STRtree(shapely.points(self.middles))

    def nearest(self, at: Point) -> Hex | None:
        """The hex a point falls in, or None off the board."""
        return self.find(np.array([at[0]]), np.array([at[1]]))[0]

    def find(self, x: np.ndarray, y: np.ndarray) -> list[Hex | None]:
        """The hex that each of many points falls in, or None off the board."""
        best = self._tree.nearest(shapely.points(x, y))
        gap = np.column_stack([x, y]) - self.middles[best]
        dx, dy = (gap[:, 0], gap[:, 1]) if self.flat else (gap[:, 1], gap[:, 0])
        out = np.maximum(abs(dy), np.maximum(abs(dx * ROOT3 / 2 + dy / 2), abs(dx * ROOT3 / 2 - dy / 2)))
        return [self.all[i] if d <= 0.5 + 1e-9 else None for i, d in zip(best, out, strict=True)]

    def block(self, text: str) -> list[Hex]:
        """The hexes of a rectangle written as its first and last hex, "0405-0509"; a single hex is itself."""
        first, last = text.split("-") if "-" in text else (text, text)
        spans = [sorted((int(a), int(b))) for a, b in ((first[:2], last[:2]), (first[2:], last[2:]))]
        found = [f"{a:02}{b:02}" for a in range(spans[0][0], spans[0][1] + 1) for b in range(*stop(spans[1]))]
        return [at for at in found if at in self]

    def read(self, text: str) -> list[Hex]:
        """The hexes of a text of labels and rectangles ("0101 0405-0509"), each checked to be on the board."""
        found = [at for word in text.split() for at in (self.block(word) if "-" in word else [word])]
        for at in found:
            self.grid.hex(at)
        return found

    def read_sides(self, text: str) -> list[Side]:
        """The hexsides of a text ("2216/2217 2217/2218"), each checked to lie between touching hexes."""
        found = [parse_side(word) for word in text.split()]
        for one in found:
            if one not in self.sides:
                raise ValueError(f"{side_name(one)} is no hexside of the board")
        return found


def stop(span: list[int]) -> tuple[int, int]:
    """The arguments of a range over both ends."""
    return span[0], span[1] + 1
