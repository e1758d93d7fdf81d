"""Woods: the named blocks, and as many more hexes as the satellite picture shows darkest green."""

from __future__ import annotations

from typing import Any

import numpy as np

from atlas.derive import lumps
from atlas.fit import Projection
from atlas.geo import PICTURE_CELLS, Geo
from atlas.hexes import Hex, Hexes

FINE = 4  # samples across a cell of the picture
WINDOW = (29.0, 52.9, 37.5, 56.9)


def greenness(where: Projection, geo: Geo) -> dict[Hex, float]:
    """How wooded each hex looks, between 0 and 1, from its own cells of the picture."""
    step = 1 / PICTURE_CELLS / FINE
    lon, lat = np.meshgrid(np.arange(WINDOW[0], WINDOW[2], step), np.arange(WINDOW[1], WINDOW[3], step), indexing="ij")
    red, green, blue = np.moveaxis(geo.colours(lon.ravel(), lat.ravel()), -1, 0)
    dark = 255 - (red + 0.7 * green + 0.3 * blue) / 2
    found: dict[Hex, list[float]] = {at: [] for at in where.hexes.all}
    for at, one in zip(where.hexes.find(*where.to_board(lon.ravel(), lat.ravel())), dark.tolist(), strict=True):
        if at is not None:
            found[at].append(one)
    return ranked({at: sum(seen) / len(seen) if seen else 0.0 for at, seen in found.items()})


def ranked(values: dict[Hex, float]) -> dict[Hex, float]:
    """The values replaced by their rank, from 0 for the least to 1 for the greatest."""
    order = sorted(values, key=lambda at: (values[at], at))
    return {at: index / (len(order) - 1) for index, at in enumerate(order)}


def named(hexes: Hexes, given: dict[str, Any], looks: dict[Hex, float], bare: set[Hex]) -> set[Hex]:
    """The woods of the named blocks: small ones whole, wide ones in their greenest part."""
    woods: set[Hex] = set()
    for one in given["blocks"]:
        inside = [at for at in hexes.block(one["hexes"]) if at not in bare]
        inside.sort(key=lambda at: (-looks[at], at))
        woods |= set(inside[: round(one.get("share", 1.0) * len(inside))])
    return woods


def grown(hexes: Hexes, looks: dict[Hex, float], woods: set[Hex], bare: set[Hex], total: int, least: int) -> set[Hex]:
    """Further woods, the greenest hexes first, until there are so many and none stands alone."""
    extra: set[Hex] = set()
    order = sorted((at for at in hexes.all if at not in bare | woods), key=lambda at: (-looks[at], at))
    take = total - len(woods)
    for count in range(take, len(order)):
        chosen = set(order[:count])
        extra = {at for lump in lumps(hexes, chosen | woods) if len(lump) >= least for at in lump} - woods
        if len(extra) >= take:
            break
    return extra
