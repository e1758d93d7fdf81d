"""How a board prints its hexes: from the numbering to indexes, labels and places on the sheet.

A board is a list of straight lines of hexes: columns when the hexes have flat tops, rows when they have
pointed ones. Every second line is shifted by half a hex. The index of a hex is line * stride + position, with
one unused guard position at the end of each line, so that no shift of a whole set wraps into the next line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin, sqrt
from typing import Literal

from .bits import members, union

Point = tuple[float, float]

FLAT = ("N", "NE", "SE", "S", "SW", "NW")
POINTY = ("NE", "E", "SE", "SW", "W", "NW")
_ACROSS = sqrt(3) / 2


class NoSuchHex(ValueError):
    """A label that names no hex of the board."""


@dataclass(frozen=True)
class Numbering:
    """All that makes one board's numbering differ from another's.

    `shifted` is the parity of the printed numbers of the shifted lines, `shift` where they are shifted to:
    down or up on a board of flat-topped hexes, east or west on one of pointed hexes. Rows grow southward.
    `absent` lists labels inside the rectangle that the board does not have.
    """

    shape: Literal["flat", "pointy"]
    columns: int
    rows: int
    first_column: int = 1
    first_row: int = 1
    label: Literal["CCRR", "RRCC"] = "CCRR"
    shifted: Literal["even", "odd"] = "even"
    shift: Literal["down", "up", "east", "west"] = "down"
    columns_grow: Literal["east", "west"] = "east"
    absent: str = ""

    def __post_init__(self) -> None:
        """Refuse a shift that the shape of the hexes cannot have."""
        if self.shift not in (("down", "up") if self.shape == "flat" else ("east", "west")):
            raise ValueError(f"a board of {self.shape} hexes cannot be shifted {self.shift}")


class Layout:
    """The hexes of one board: their labels, indexes, directions and places, but no sets yet."""

    def __init__(self, numbering: Numbering) -> None:
        n = self.numbering = numbering
        self.flat = n.shape == "flat"
        self.lines, self.length = (n.columns, n.rows) if self.flat else (n.rows, n.columns)
        self.stride = self.length + 1
        self.size = self.lines * self.stride
        self.directions: tuple[str, ...] = FLAT if self.flat else POINTY
        odd = (n.first_column if self.flat else n.first_row) % 2
        self._first_shifted = int(odd != (n.shifted == "odd"))
        higher = n.shift == "down" if self.flat else n.shift == n.columns_grow
        self._half = 1 if higher else -1
        self._index = self._number()
        self.all = union(self._index.values())

    def _number(self) -> dict[str, int]:
        n, index = self.numbering, {}
        for column in range(n.columns):
            for row in range(n.rows):
                line, pos = (column, row) if self.flat else (row, column)
                c, r = f"{n.first_column + column:02}", f"{n.first_row + row:02}"
                index[c + r if n.label == "CCRR" else r + c] = line * self.stride + pos
        for label in n.absent.split():
            del index[label]
        return index

    def hex(self, label: str) -> int:
        """Return the index of the hex with this printed label, or raise NoSuchHex."""
        index = self._index.get(label)
        if index is None:
            raise NoSuchHex(f"there is no hex {label}: {self._range(label)}")
        return index

    def _range(self, label: str) -> str:
        if label in self.numbering.absent.split():
            return "the board has none there"
        n = self.numbering
        columns = f"columns run {n.first_column:02}-{n.first_column + n.columns - 1:02}"
        rows = f"rows {n.first_row:02}-{n.first_row + n.rows - 1:02}"
        return f"{columns}, {rows}"

    @cached_property
    def _label(self) -> dict[int, str]:
        return {index: label for label, index in self._index.items()}

    def label(self, i: int) -> str:
        """Return the printed label of the hex with this index, or raise NoSuchHex."""
        try:
            return self._label[i]
        except KeyError:
            raise NoSuchHex(f"there is no hex with index {i}") from None

    def labels(self, mask: int) -> list[str]:
        """Return the labels of all hexes in the set, in the order of the printed numbers."""
        return sorted(self.label(i) for i in members(mask))

    def mask(self, text: str) -> int:
        """Return the set of the labels in a text, separated by white space."""
        return union(self.hex(label) for label in text.split())

    def opposite(self, d: int) -> int:
        """Return the direction that leads back."""
        return (d + 3) % 6

    def _shifted(self, line: int) -> bool:
        return line % 2 == self._first_shifted

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """For each index: the place along its line in half hexes, and the number of its line."""
        found = []
        for i in range(self.size):
            line, pos = divmod(i, self.stride)
            found.append((2 * pos + self._half * self._shifted(line), line))
        return found

    @cached_property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """For each direction: the change of place in half hexes along a line, and in lines."""
        east = 1 if self.numbering.columns_grow == "east" else -1
        if self.flat:
            return (-2, 0), (-1, east), (1, east), (2, 0), (1, -east), (-1, -east)
        return (east, -1), (2 * east, 0), (east, 1), (-east, 1), (-2 * east, 0), (-east, -1)

    @cached_property
    def neighbours(self) -> list[tuple[int, ...]]:
        """For each index: the six neighbours in the order of the directions, -1 where there is no hex."""
        at = {self.places[i]: i for i in self._index.values()}
        off = (-1,) * 6
        return [
            tuple(at.get((a + da, line + dl), -1) for da, dl in self.moves) if self.all >> i & 1 else off
            for i, (a, line) in enumerate(self.places)
        ]

    def step(self, h: int, d: int) -> int:
        """Return the hex next to h in direction d, or -1 off the board."""
        return self.neighbours[h][d]

    def direction(self, a: int, b: int) -> int:
        """Return the direction from a to its neighbour b, or -1 when they do not touch."""
        near = self.neighbours[a]
        return near.index(b) if b in near and b >= 0 else -1

    def distance(self, a: int, b: int) -> int:
        """Return the number of hexes from a to b, counting b but not a."""
        (pa, la), (pb, lb) = self.places[a], self.places[b]
        lines = abs(la - lb)
        along = abs(pa - pb)
        return lines if along <= lines else (lines + along) >> 1

    def line(self, a: int, b: int) -> list[int]:
        """Return the hexes on the straight line from a to b with both ends; a tie goes to the lower index."""
        (pa, la), (pb, lb) = self.places[a], self.places[b]

        def off_line(h: int) -> tuple[int, int]:
            p, line = self.places[h]
            return abs((pb - pa) * (line - la) - (lb - la) * (p - pa)), h

        path = [a]
        for left in range(self.distance(a, b) - 1, -1, -1):
            near = self.neighbours[path[-1]]
            path.append(min((h for h in near if h >= 0 and self.distance(h, b) == left), key=off_line))
        return path

    def centre(self, h: int) -> Point:
        """Return the middle of a hex, x eastward and y southward, where neighbours lie 1 apart."""
        along, line = self.places[h]
        x, y = (line * _ACROSS, along / 2) if self.flat else (along / 2, line * _ACROSS)
        if self.numbering.columns_grow == "west":
            x = (self.numbering.columns - 1) * (_ACROSS if self.flat else 1) - x
        return x, y

    def corners(self, h: int) -> tuple[Point, ...]:
        """Return the six corners clockwise; the side in direction d runs from corner d to corner d+1."""
        x, y = self.centre(h)
        start = -2 * pi / 3 if self.flat else -pi / 2
        angles = [start + d * pi / 3 for d in range(6)]
        return tuple((x + cos(t) / sqrt(3), y + sin(t) / sqrt(3)) for t in angles)
