"""What geography says of each hex: how much land, lake or wood is in it, how high it is, whose it is.

All functions take the projection and give a dictionary by hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np
import shapely
from shapely.ops import polygonize

from .fit import Projection
from .geo import Feature, Geo
from .hexes import Hex, Hexes, Side

Ring = list[list[float]]  # a polygon or line by hand: [[longitude, latitude], ...]
FINE = 5  # sample points from the middle of a hex to its corner


def shares(where: Projection, drawn: shapely.Geometry) -> dict[Hex, float]:
    """The part of each hex that a shape in longitude and latitude covers, 0 to 1."""
    return covered(where.hexes, where.carry(shapely.make_valid(drawn)))


def covered(hexes: Hexes, drawn: shapely.Geometry) -> dict[Hex, float]:
    """The part of each hex that a shape already on the board covers."""
    shapely.prepare(drawn)
    whole = float(hexes.shapes[0].area)
    part = shapely.area(shapely.intersection(hexes.shapes, drawn)) / whole
    return {at: round(float(one), 4) for at, one in zip(hexes.all, part, strict=True)}


def land(where: Projection, geo: Geo) -> dict[Hex, float]:
    """The share of land; lakes count as land."""
    return shares(where, geo.land)


def lakes(where: Projection, geo: Geo, names: Iterable[str] | None = None) -> dict[Hex, float]:
    """The share of natural lakes, all of them or those named."""
    wanted = None if names is None else set(names)
    some = [one.shape for one in geo.lakes if wanted is None or one.name in wanted]
    return shares(where, shapely.union_all(shapely.make_valid(some)))


@lru_cache(maxsize=8)
def samples(where: Projection) -> tuple[np.ndarray, np.ndarray]:
    """Longitude and latitude of sample points: one row for each hex, in the order of `hexes.all`."""
    hexes = where.hexes
    steps = np.linspace(-0.55, 0.55, 2 * FINE + 1)
    spread = [(dx, dy) for dx in steps for dy in steps if hexes.depth(dx, dy) <= 0.5]
    at = hexes.middles[:, None, :] + np.array(spread)[None, :, :]
    lon, lat = where.to_earth(at[..., 0].ravel(), at[..., 1].ravel())
    return lon.reshape(at.shape[:2]), lat.reshape(at.shape[:2])


def by_hex(where: Projection, values: np.ndarray) -> dict[Hex, float]:
    """Values in the order of the hexes as a dictionary, rounded so that all machines agree."""
    return {at: round(float(one), 3) for at, one in zip(where.hexes.all, values, strict=True)}


def height(where: Projection, geo: Geo) -> dict[Hex, float]:
    """Mean height in metres."""
    return by_hex(where, geo.heights(*samples(where)).mean(axis=1))


def peak(where: Projection, geo: Geo) -> dict[Hex, float]:
    """Greatest height in metres."""
    return by_hex(where, geo.heights(*samples(where)).max(axis=1))


def roughness(where: Projection, geo: Geo) -> dict[Hex, float]:
    """How uneven a hex is: standard deviation of its heights in metres; mountains are above about 150."""
    return by_hex(where, geo.heights(*samples(where)).std(axis=1))


def greenness(where: Projection, geo: Geo) -> dict[Hex, float]:
    """How wooded a hex looks: mean darkness of the picture; deep woods about 225, steppe 205, sand below 170."""
    seen = geo.colours(*samples(where))
    dark = 255 - (seen[..., 0] + 0.7 * seen[..., 1] + 0.3 * seen[..., 2]) / 2
    return by_hex(where, dark.mean(axis=1))


def smooth(hexes: Hexes, values: Mapping[Hex, float]) -> dict[Hex, float]:
    """Each value drawn half way to the mean of its neighbours', so that woods hang together."""
    near = {at: [values[one] for one in hexes.around(at)] for at in hexes.all}
    return {at: 0.5 * values[at] + 0.5 * sum(some) / len(some) for at, some in near.items()}


def most(values: Mapping[Hex, float], among: Iterable[Hex], count: int) -> set[Hex]:
    """So many hexes with the greatest values; of equals the lower label."""
    return set(sorted(among, key=lambda at: (-values[at], at))[:count])


def lumps(hexes: Hexes, some: Iterable[Hex]) -> list[set[Hex]]:
    """Hexes parted into pieces that hang together."""
    left, found = set(some), []
    while left:
        piece, rim = set(), [min(left)]
        while rim:
            at = rim.pop()
            if at in left:
                left.discard(at)
                piece.add(at)
                rim += hexes.around(at)
        found.append(piece)
    return found


def polygon(ring: Ring) -> shapely.Polygon:
    """A polygon written by hand in longitude and latitude."""
    return shapely.make_valid(shapely.Polygon(ring))


def inside(where: Projection, ring: Ring, least: float = 0.5) -> set[Hex]:
    """The hexes that lie in a hand-written polygon with at least this share."""
    return {at for at, part in shares(where, polygon(ring)).items() if part >= least}


def majority(where: Projection, shapes: Mapping[str, shapely.Geometry], least: float = 0.0) -> dict[Hex, str]:
    """For each hex the name of the shape (longitude and latitude) that has most of it; none when below `least`."""
    parts = {name: shares(where, drawn) for name, drawn in shapes.items()}
    best = {at: max(parts, key=lambda name, at=at: (parts[name][at], name)) for at in where.hexes.all}
    return {at: name for at, name in best.items() if parts[name][at] > least}


def at_centre(where: Projection, shapes: Mapping[str, shapely.Geometry]) -> dict[Hex, str]:
    """For each hex the name of the first shape (longitude and latitude) that its middle lies in."""
    spots = shapely.points(np.column_stack(where.to_earth(*where.hexes.middles.T)))
    found: dict[Hex, str] = {}
    for name, drawn in reversed(shapes.items()):
        shapely.prepare(drawn)
        found |= {at: name for at, yes in zip(where.hexes.all, shapely.contains(drawn, spots), strict=True) if yes}
    return found


def parted(area: shapely.Geometry, cuts: Iterable[shapely.Geometry], seeds: Mapping[str, list[list[float]]]) -> dict[
    str, shapely.Geometry
]:  # fmt: skip
    """An area (say, all land) cut along border lines; each seed point gives its piece a country's name."""
    edges = shapely.union_all([area.boundary, *cuts])
    pieces = list(polygonize(getattr(edges, "geoms", [edges])))
    found = {}
    for name, points in seeds.items():
        own = [one for one in pieces if any(one.intersects(shapely.Point(at)) for at in points)]
        found[name] = shapely.union_all(own)
    return found


def lines_of(features: Iterable[Feature]) -> list[shapely.LineString]:
    """All single lines of some features."""
    return [part for one in features for part in getattr(one.shape, "geoms", [one.shape])]


def coast_sides(hexes: Hexes, wet: shapely.Geometry, land: set[Hex], least: float = 0.7) -> list[Side]:
    """The sides between two land hexes of which at least this part lies in water (`wet`, on the board)."""
    shapely.prepare(wet)
    found = []
    for one, ends in hexes.sides.items():
        if set(one) <= land:
            edge = shapely.LineString([hexes.plane(end) for end in ends])
            if shapely.intersection(edge, wet).length >= least * edge.length:
                found.append(one)
    return found


def edge_of(hexes: Hexes, some: set[Hex], others: set[Hex]) -> list[Side]:
    """The sides between hexes of one set and hexes of another: a border, a shore."""
    return [
        one for one in hexes.sides if (one[0] in some and one[1] in others) or (one[1] in some and one[0] in others)
    ]
