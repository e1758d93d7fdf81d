"""What is to be drawn: a board with its features, layers and pieces, and the geometry all drawers share."""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from math import floor, sin
from typing import Any

from hexfront.engine.pieces import Piece
from hexfront.grid import Grid, members
from hexfront.mechanics.boardmap import BoardMap
from hexfront.show import style
from hexfront.show.svg import HEX, Point

Cell = tuple[int, int]  # place along a line in half hexes, and the line: `Grid.places`, also off the board


@dataclass
class Scene:
    """One picture. Points are in board coordinates; `pen` is how big signs are beside a hex."""

    game: str
    board: BoardMap
    data: dict[str, Any] = field(default_factory=dict)  # the board's file, for what BoardMap does not keep
    layers: dict[str, Any] = field(default_factory=dict)
    pieces: list[Piece] = field(default_factory=list)
    caption: str = ""

    @property
    def grid(self) -> Grid:
        """The board's hexes."""
        return self.board.grid

    @cached_property
    def hexes(self) -> list[int]:
        """All hexes of the board."""
        return members(self.grid.all)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, north, east and south end of the board."""
        points = [corner for h in self.hexes for corner in self.grid.corners(h)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def width(self) -> float:
        """How wide the board is, in hexes."""
        return self.bounds[2] - self.bounds[0]

    @cached_property
    def pen(self) -> float:
        """How big signs, letters and lines are beside a hex."""
        return style.pen(self.width)

    @cached_property
    def shore(self) -> list[Point]:
        """The points of all drawn shores: of the sea, and of lakes that are lake hexes."""
        west, north, east, south = self.bounds
        land = self.layers.get("land", []) if self.board.sea else []
        lakes = [lake["rings"] for lake in self.layers.get("lakes", [])]
        points = [(x, y) for rings in (*land, *lakes) for ring in rings for x, y in ring]
        return [(x, y) for x, y in points if west < x < east and north < y < south]

    def wet(self, point: Point) -> bool:
        """Whether a point lies in the drawn sea."""
        if not (self.board.sea and self.layers.get("land")):
            return False
        inside = False
        for ring in (ring for rings in self.layers["land"] for ring in rings):
            for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
                if (y1 > point[1]) != (y2 > point[1]) and point[0] < x1 + (point[1] - y1) * (x2 - x1) / (y2 - y1):
                    inside = not inside
        return not inside

    def units(self, size: float) -> float:
        """A size in pen units of a hex, in drawing units."""
        return size * self.pen * HEX

    @cached_property
    def by_hex(self) -> dict[int, list[Piece]]:
        """The pieces in each hex."""
        found: dict[int, list[Piece]] = defaultdict(list)
        for piece in self.pieces:
            found[piece.place].append(piece)
        return dict(found)

    @cached_property
    def _near(self) -> dict[tuple[int, int], list[tuple[float, float, int]]]:
        found: dict[tuple[int, int], list[tuple[float, float, int]]] = defaultdict(list)
        for h in self.hexes:
            x, y = self.grid.centre(h)
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    found[floor(x) + dx, floor(y) + dy].append((x, y, h))
        return found

    def hex_at(self, point: Point) -> int:
        """The hex in which a point lies, or nearest to it; -1 far off the board."""
        x, y = point
        near = self._near.get((floor(x), floor(y)), ())
        return min(((a - x) ** 2 + (b - y) ** 2, h) for a, b, h in near)[1] if near else -1


def wobble(point: Point, size: float) -> Point:
    """A point moved a little, smoothly over the board: outlines that would be hexes become land."""
    x, y = point
    dx = sin(2.9 * x + 1.7 * y + 0.5) + 0.7 * sin(5.3 * y - 3.1 * x + 2.1) + 0.4 * sin(9.1 * x + 7.7 * y)
    dy = sin(2.3 * y - 2.6 * x + 1.9) + 0.7 * sin(4.9 * x + 3.7 * y + 0.3) + 0.4 * sin(8.3 * y - 9.7 * x)
    return x + size * dx / 2, y + size * dy / 2
