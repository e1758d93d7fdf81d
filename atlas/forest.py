"""Woods: the named blocks, and as many more hexes as the satellite picture shows darkest green."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from .georeference import Georeference
from .hexes import Grid, Hex, parse

NORTH, WEST, CELLS = 70.0, 8.0, 15  # of the picture: its corner, and cells to a degree
FINE = 4  # samples across a cell
WINDOW = (29.0, 52.9, 37.5, 56.9)


def greenness(folder: Path, where: Georeference, grid: Grid) -> dict[Hex, float]:
    """How wooded each hex looks, between 0 and 1, from its own cells of the picture."""
    picture = np.load(folder / "bmng_rgb_4min.npy").astype(float)
    found: dict[Hex, list[float]] = {at: [] for at in grid.hexes}
    for longitude in np.arange(WINDOW[0], WINDOW[2], 1 / CELLS / FINE):
        for latitude in np.arange(WINDOW[1], WINDOW[3], 1 / CELLS / FINE):
            at = grid.nearest(where.place(float(longitude), float(latitude)))
            if at is not None:
                found[at].append(darkness(picture, float(longitude), float(latitude)))
    return scaled({at: sum(seen) / len(seen) if seen else 0.0 for at, seen in found.items()})


def darkness(picture: np.ndarray, longitude: float, latitude: float) -> float:
    """The darkness of the picture at a place; woods are darker than fields."""
    row = int((NORTH - latitude) * CELLS)
    column = int((longitude - WEST) * CELLS)
    red, green, blue = picture[row, column]
    return float(255 - (red + 0.7 * green + 0.3 * blue) / 2)


def scaled(values: dict[Hex, float]) -> dict[Hex, float]:
    """The values replaced by their rank, from 0 for the least to 1 for the greatest."""
    order = sorted(values, key=lambda at: (values[at], at))
    return {at: index / (len(order) - 1) for index, at in enumerate(order)}


def smooth(grid: Grid, values: dict[Hex, float]) -> dict[Hex, float]:
    """Each value drawn half way to the mean of its neighbours', so that woods hang together."""
    result = {}
    for at in grid.hexes:
        near = [values[one] for one in grid.around(at)]
        result[at] = 0.5 * values[at] + 0.5 * sum(near) / len(near)
    return result


def block(text: str) -> list[Hex]:
    """The hexes of a rectangle written as its first and last hex, `0405-0509`."""
    first, last = (parse(part) for part in text.split("-"))
    columns = range(min(first[0], last[0]), max(first[0], last[0]) + 1)
    rows = range(min(first[1], last[1]), max(first[1], last[1]) + 1)
    return [(column, row) for column in columns for row in rows]


def named(given: dict[str, Any], looks: dict[Hex, float], bare: set[Hex]) -> set[Hex]:
    """The woods of the named blocks: small ones whole, wide ones in their greenest part."""
    woods: set[Hex] = set()
    for one in given["blocks"]:
        inside = [at for at in block(one["hexes"]) if at not in bare]
        inside.sort(key=lambda at: (-looks[at], at))
        woods |= set(inside[: round(one.get("share", 1.0) * len(inside))])
    return woods


def grown(grid: Grid, looks: dict[Hex, float], woods: set[Hex], bare: set[Hex], total: int, least: int) -> set[Hex]:
    """Further woods, the greenest hexes first, until there are so many and none stands alone."""
    extra: set[Hex] = set()
    ranked = sorted((at for at in grid.hexes if at not in bare | woods), key=lambda at: (-looks[at], at))
    take = total - len(woods)
    for count in range(take, len(ranked)):
        chosen = set(ranked[:count])
        extra = {at for lump in lumps(grid, chosen | woods) if len(lump) >= least for at in lump} - woods
        if len(extra) >= take:
            break
    return extra


def lumps(grid: Grid, woods: set[Hex]) -> list[set[Hex]]:
    """The woods parted into pieces that hang together."""
    left, found = set(woods), []
    while left:
        piece, rim = set(), [min(left)]
        while rim:
            at = rim.pop()
            if at in left:
                left.discard(at)
                piece.add(at)
                rim += grid.around(at)
        found.append(piece)
    return found
