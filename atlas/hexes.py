"""The hex grid as the atlas needs it: numbers, neighbours, corners and sides.

A hex is a pair (column, row); its number is CCRR.  Hexes are flat-topped and even columns sit half a
hex further south.  Corners have whole-number coordinates, so that two hexes agree on a shared one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

Hex = tuple[int, int]
Corner = tuple[int, int]
Side = tuple[Hex, Hex]
Point = tuple[float, float]

CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
HALF_HEIGHT = 3**0.5 / 2


def number(at: Hex) -> str:
    """The four-digit number of a hex."""
    return f"{at[0]:02d}{at[1]:02d}"


def parse(text: str) -> Hex:
    """The hex that a four-digit number names."""
    if len(text) != 4 or not text.isdigit():
        raise ValueError(f"not a hex number: {text!r}")
    return int(text[:2]), int(text[2:])


def parse_side(text: str) -> Side:
    """The hexside written as two hex numbers with a slash between."""
    first, second = text.split("/")
    return side(parse(first), parse(second))


def side(first: Hex, second: Hex) -> Side:
    """A hexside, the same whichever of its two hexes is named first."""
    return (first, second) if first < second else (second, first)


def side_name(of: Side) -> str:
    """A hexside as text."""
    return f"{number(of[0])}/{number(of[1])}"


def centre(at: Hex) -> Corner:
    """The middle of a hex in corner coordinates."""
    return 3 * at[0], 2 * at[1] + (at[0] % 2 == 0)


def corners(at: Hex) -> list[Corner]:
    """The six corners of a hex, going round."""
    x, y = centre(at)
    return [(x + dx, y + dy) for dx, dy in CORNERS]


def plane(at: Corner) -> Point:
    """Corner coordinates to a true-to-shape plane whose unit is one hexside."""
    return at[0] / 2, at[1] * HALF_HEIGHT


def middle(at: Hex) -> Point:
    """The middle of a hex on the plane."""
    return plane(centre(at))


def neighbours(at: Hex) -> list[Hex]:
    """The six hexes round a hex, on the board or not."""
    column, row = at
    up, down = (row, row + 1) if column % 2 == 0 else (row - 1, row)
    return [
        (column, row - 1),
        (column + 1, up),
        (column + 1, down),
        (column, row + 1),
        (column - 1, down),
        (column - 1, up),
    ]


@dataclass(frozen=True)
class Grid:
    """A board of so many columns and rows, numbered from 1."""

    columns: int
    rows: int

    def __contains__(self, at: Hex) -> bool:
        return 1 <= at[0] <= self.columns and 1 <= at[1] <= self.rows

    @cached_property
    def hexes(self) -> list[Hex]:
        """All hexes, column by column."""
        return [(c, r) for c in range(1, self.columns + 1) for r in range(1, self.rows + 1)]

    def around(self, at: Hex) -> list[Hex]:
        """The neighbours of a hex that are on the board."""
        return [near for near in neighbours(at) if near in self]

    def on_edge(self, at: Hex) -> bool:
        """Whether a hex lies along the rim of the board."""
        return at[0] in (1, self.columns) or at[1] in (1, self.rows)

    @cached_property
    def sides(self) -> dict[Side, tuple[Corner, Corner]]:
        """Every hexside between two hexes of the board, with its two ends."""
        return {(at, near): ends(at, near) for at in self.hexes for near in self.around(at) if at < near}

    @cached_property
    def rim(self) -> frozenset[Corner]:
        """The corners that fewer than three hexes of the board share."""
        seen: dict[Corner, int] = {}
        for at in self.hexes:
            for corner in corners(at):
                seen[corner] = seen.get(corner, 0) + 1
        return frozenset(corner for corner, count in seen.items() if count < 3)

    def nearest(self, at: Point) -> Hex | None:
        """The hex a point of the plane falls in, or None off the board."""
        column, row = round(at[0] / 1.5), round(at[1] / (2 * HALF_HEIGHT))
        near = [(c, r) for c in range(column - 1, column + 2) for r in range(row - 2, row + 3)]
        best = min(near, key=lambda h: (apart(middle(h), at), h))
        return best if best in self else None


def ends(first: Hex, second: Hex) -> tuple[Corner, Corner]:
    """The two corners that neighbouring hexes share."""
    start, stop = sorted(set(corners(first)) & set(corners(second)))
    return start, stop


def apart(first: Point, second: Point) -> float:
    """Squared distance between two points of the plane."""
    return (first[0] - second[0]) ** 2 + (first[1] - second[1]) ** 2
