"""From longitude and latitude to the plane of a board.

A conic map projection makes the country flat; a least-squares fit (degree 1: shift, turn, stretch and shear;
degree 2: curved too) carries it onto the grid; then a smooth field of small shifts bends it until every town of
known hex lies in that hex, no more than that needs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely

from hexfront.grid import Grid

from .hexes import Hex, Hexes, Point

EARTH_KM = 6371.0
MARGIN = 0.08  # how far inside its hex an anchor must come, in hexes
REACH = 5.0  # hexes over which an anchor pulls its surroundings
Many = np.ndarray


@dataclass(frozen=True)
class Anchor:
    """A place of known hex; with several hexes it may lie in any and aims at the middle of all."""

    name: str
    lon: float
    lat: float
    hexes: tuple[Hex, ...]

    def target(self, hexes: Hexes) -> Point:
        """The point it aims at."""
        spots = [hexes.middle(at) for at in self.hexes]
        return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)

    def home(self, hexes: Hexes, at: Point, margin: float = 0.0) -> bool:
        """Whether a point lies in one of its hexes; the margin counts for a single hex only."""
        return any(hexes.inside(one, at, margin if len(self.hexes) == 1 else 0.0) for one in self.hexes)


@dataclass(frozen=True)
class Conic:
    """Lambert's conformal conic projection of a sphere, in km east and north of its middle."""

    lon: float
    lat: float
    low: float
    high: float

    @cached_property
    def n(self) -> float:
        """The constant of the cone."""
        first, second = math.radians(self.low), math.radians(self.high)
        if abs(first - second) < 1e-6:
            return math.sin(first)
        return math.log(math.cos(first) / math.cos(second)) / math.log(stretch(second) / stretch(first))

    def radius(self, lat: Many) -> Many:
        """Distance from the tip of the cone."""
        first = math.radians(self.low)
        scale = EARTH_KM * math.cos(first) * stretch(first) ** self.n / self.n
        return scale / stretch(np.radians(lat)) ** self.n

    def plane(self, lon: Many, lat: Many) -> tuple[Many, Many]:
        """Kilometres east and north."""
        turn = self.n * np.radians(np.asarray(lon) - self.lon)
        away = self.radius(np.asarray(lat))
        return away * np.sin(turn), self.radius(np.asarray(self.lat)) - away * np.cos(turn)


def stretch(lat: Many) -> Many:
    """The tangent that Mercator and Lambert both use."""
    return np.tan(math.pi / 4 + np.asarray(lat) / 2)


class Projection:
    """Carries places onto a board: `base` is the fit, `field` the shift that bends it at a point of the fit."""

    def __init__(self, grid: Grid, anchors: Iterable[Anchor], base: Callable[[Many, Many], tuple[Many, Many]]) -> None:
        self.hexes = Hexes(grid)
        self.grid = grid
        self.anchors = tuple(anchors)
        self.base = base
        self.field: Callable[[Many, Many], tuple[Many, Many]] = lambda x, y: (0 * x, 0 * y)
        self.reach = 0.0
        self.known_folds: frozenset[Hex] = frozenset()  # hexes whose fold is known and accepted, with a reason

    def to_board(self, lon: Many, lat: Many) -> tuple[Many, Many]:
        """Points of the board for places; takes numbers or arrays."""
        x, y = self.base(np.asarray(lon, float), np.asarray(lat, float))
        dx, dy = self.field(x, y)
        return x + dx, y + dy

    def point(self, lon: float, lat: float) -> Point:
        """One place as a plain pair of numbers."""
        x, y = self.to_board(np.array([lon]), np.array([lat]))
        return float(x[0]), float(y[0])

    def hex(self, lon: float, lat: float) -> Hex | None:
        """The hex a place lies in, or None off the board."""
        return self.hexes.nearest(self.point(lon, lat))

    def to_earth(self, x: Many, y: Many) -> tuple[Many, Many]:
        """Longitude and latitude of points of the board, by Newton's iteration."""
        x, y = np.asarray(x, float), np.asarray(y, float)
        lon, lat = self.guess(x, y)
        for _ in range(25):
            here, east, north = (self.to_board(lon + a, lat + b) for a, b in ((0, 0), (1e-4, 0), (0, 1e-4)))
            a, c = (east[0] - here[0]) * 1e4, (east[1] - here[1]) * 1e4
            b, d = (north[0] - here[0]) * 1e4, (north[1] - here[1]) * 1e4
            ex, ey, det = x - here[0], y - here[1], a * d - b * c
            if max(np.abs(ex).max(), np.abs(ey).max()) < 1e-8:
                break
            lon = lon + np.clip((d * ex - b * ey) / det, -1, 1)
            lat = lat + np.clip((a * ey - c * ex) / det, -1, 1)
        return lon, lat

    def guess(self, x: Many, y: Many) -> tuple[Many, Many]:
        """A first guess of longitude and latitude: a straight-line fit to the anchors."""
        at = np.array([self.base(np.array(one.lon), np.array(one.lat)) for one in self.anchors])
        known = np.array([(one.lon, one.lat) for one in self.anchors])
        terms = np.column_stack([np.ones(len(at)), at])
        found = np.linalg.lstsq(terms, known, rcond=None)[0]
        return found[0, 0] + found[1, 0] * x + found[2, 0] * y, found[0, 1] + found[1, 1] * x + found[2, 1] * y

    @cached_property
    def window(self) -> tuple[float, float, float, float]:
        """West, south, east and north of the country shown, with a margin of two hexes."""
        rim = np.array(self.hexes.outline.buffer(2).simplify(0.5).segmentize(2).exterior.coords)
        lon, lat = self.to_earth(rim[:, 0], rim[:, 1])
        return float(lon.min()), float(lat.min()), float(lon.max()), float(lat.max())

    def carry(self, drawn: shapely.Geometry) -> shapely.Geometry:
        """A shape in longitude and latitude on the board, cut to it with a margin of a hex."""
        near = shapely.segmentize(shapely.intersection(drawn, shapely.box(*self.window)), 0.1)
        moved = shapely.transform(near, lambda at: np.column_stack(self.to_board(at[:, 0], at[:, 1])).round(6))
        moved = moved if drawn.geom_type.endswith("LineString") else shapely.make_valid(moved)
        return shapely.intersection(moved, self.hexes.outline.buffer(1, join_style="mitre"))

    def residuals(self) -> list[tuple[Anchor, float, float, bool]]:
        """For each anchor: hexes off its aim before and after bending, and whether it lies in its hex."""
        found = []
        for one in self.anchors:
            before = self.base(np.array([one.lon]), np.array([one.lat]))
            after, aim = self.point(one.lon, one.lat), one.target(self.hexes)
            away = math.dist((before[0][0], before[1][0]), aim), math.dist(after, aim)
            found.append((one, *away, one.home(self.hexes, after)))
        return found

    def folds(self) -> list[Hex]:
        """The hexes where the map is folded over itself, seen from seven points of each; there must be none."""
        round_ = np.array([(0, 0), *((c[0] / 2, c[1] / 2) for c in self.hexes.ring)])
        at = (self.hexes.middles[:, None, :] + round_[None, :, :]).reshape(-1, 2)
        lon, lat = self.to_earth(at[:, 0], at[:, 1])
        here, east, north = (self.to_board(lon + a, lat + b) for a, b in ((0, 0), (1e-3, 0), (0, 1e-3)))
        turn = (east[0] - here[0]) * (north[1] - here[1]) - (north[0] - here[0]) * (east[1] - here[1])
        lost = np.hypot(here[0] - at[:, 0], here[1] - at[:, 1]) > 0.01
        wrong = (turn >= 0) | lost | ~np.isfinite(turn)  # east is right and north is up: never turned over
        return [one for one, bad in zip(self.hexes.all, wrong.reshape(-1, 7).any(axis=1), strict=True) if bad]

    def close(self, at: Hex, count: int = 3) -> str:
        """The names of the anchors nearest to a hex: those to look at where the map folds."""
        spot = self.hexes.middle(at)
        return ", ".join(
            a.name for a in sorted(self.anchors, key=lambda a: math.dist(a.target(self.hexes), spot))[:count]
        )


def anchors_of(given: Iterable[dict[str, object]]) -> list[Anchor]:
    """Anchors from TOML: name, longitude, latitude, hexes."""
    return [Anchor(str(a["name"]), float(a["longitude"]), float(a["latitude"]), tuple(str(a["hexes"]).split()))
            for a in given]  # type: ignore[arg-type]  # fmt: skip


def fit(grid: Grid, anchors: Iterable[Anchor], degree: int = 1, reach: float = REACH) -> Projection:
    """The projection of a board from its anchors: fitted, then bent so that each lies in its hex."""
    anchors = tuple(anchors)
    where = Projection(grid, anchors, least_squares(Hexes(grid), anchors, degree))
    for factor in (1.0, 1.5, 0.75, 2.0, 0.5, 0.35):
        bend(where, reach * factor)
        if not where.folds() and all(home for *_, home in where.residuals()):
            return where
    bend(where, reach)
    return where


def least_squares(hexes: Hexes, anchors: tuple[Anchor, ...], degree: int) -> Callable[[Many, Many], tuple[Many, Many]]:
    """The best polynomial of a degree from the conic plane to the grid."""
    lon, lat = (np.array([getattr(one, key) for one in anchors]) for key in ("lon", "lat"))
    low, high = float(lat.min()), float(lat.max())
    cone = Conic(float(lon.mean()), float(lat.mean()), low + (high - low) / 6, high - (high - low) / 6)
    aims = np.array([one.target(hexes) for one in anchors])
    found = np.linalg.lstsq(terms(cone, lon, lat, degree).T, aims, rcond=None)[0]

    def base(lon: Many, lat: Many) -> tuple[Many, Many]:
        known = terms(cone, lon, lat, degree)
        return np.tensordot(found[:, 0], known, 1), np.tensordot(found[:, 1], known, 1)

    return base


def terms(cone: Conic, lon: Many, lat: Many, degree: int) -> Many:
    """The terms of the polynomial, in thousands of kilometres."""
    x, y = (one / 1000 for one in cone.plane(lon, lat))
    square = [x * x, x * y, y * y] if degree > 1 else []
    return np.array([np.ones_like(x), x, y, *square])


def bend(where: Projection, reach: float = REACH, margin: float = MARGIN) -> None:
    """Find the gentlest field of shifts that brings every anchor into its hex: those outside pull ever harder."""
    at = np.array([where.base(np.array(one.lon), np.array(one.lat)) for one in where.anchors])
    aims = np.array([one.target(where.hexes) for one in where.anchors])
    pull = np.full(len(at), 0.2)
    where.reach = reach
    for _ in range(200):
        where.field = shifts(at, aims - at, pull, reach)
        spots = [where.point(one.lon, one.lat) for one in where.anchors]
        out = [not a.home(where.hexes, p, margin) for a, p in zip(where.anchors, spots, strict=True)]
        if not any(out):
            return
        pull = np.where(out, np.minimum(pull * 1.3, 1e6), pull)


def shifts(at: Many, wanted: Many, pull: Many, reach: float) -> Callable[[Many, Many], tuple[Many, Many]]:
    """A smooth field that has nearly the wanted values at some points, the nearer the harder they pull."""
    matrix = kernel(np.hypot(*(at[:, None, :] - at[None, :, :]).transpose(2, 0, 1)) / reach)
    weights = np.linalg.solve(matrix + np.diag(1 / pull), wanted)

    def field(x: Many, y: Many) -> tuple[Many, Many]:
        x, y = np.asarray(x), np.asarray(y)
        away = kernel(np.hypot(x[..., None] - at[:, 0], y[..., None] - at[:, 1]) / reach)
        return away @ weights[:, 0], away @ weights[:, 1]

    return field


def kernel(away: Many) -> Many:
    """How strongly two points at a distance (in reaches) move together: 1 at none, smoothly to 0."""
    return (1 + 1.7 * away) * np.exp(-1.7 * away)
