"""From longitude and latitude to the plane of the board.

A straight-line fit carries the whole country onto the grid; the towns whose hexes are known then pull
their surroundings into place, each with a strength that fades over some hexes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from .hexes import HALF_HEIGHT, Point, middle, parse

LATITUDE_KM = 111.2
LONGITUDE_KM = 111.32


@dataclass(frozen=True)
class Fit:
    """The straight-line part: where the origin is, and the coefficients for column and row."""

    longitude: float
    latitude: float
    column: tuple[float, float, float]
    row: tuple[float, float, float]

    def place(self, longitude: float, latitude: float) -> Point:
        """A place on the plane of the board, before any bending."""
        x = (longitude - self.longitude) * LONGITUDE_KM * math.cos(math.radians(self.latitude))
        y = (latitude - self.latitude) * LATITUDE_KM
        column = self.column[0] + self.column[1] * x + self.column[2] * y
        row = self.row[0] + self.row[1] * x + self.row[2] * y
        return 1.5 * column, 2 * HALF_HEIGHT * row


@dataclass(frozen=True)
class Anchor:
    """A town of known hex: where the fit puts it and how far it has to move."""

    name: str
    at: Point
    shift: Point

    @property
    def residual(self) -> float:
        """How far off the fit alone is, in hexes."""
        return math.hypot(*self.shift) / (2 * HALF_HEIGHT)


@dataclass(frozen=True)
class Georeference:
    """The fit together with the anchors that bend it."""

    fit: Fit
    anchors: tuple[Anchor, ...]
    reach: float

    def place(self, longitude: float, latitude: float) -> Point:
        """A place on the plane of the board."""
        at = self.fit.place(longitude, latitude)
        weights = [self.weight(anchor, at) for anchor in self.anchors]
        total = max(sum(weights), 1.0)
        dx = sum(w * a.shift[0] for w, a in zip(weights, self.anchors, strict=True)) / total
        dy = sum(w * a.shift[1] for w, a in zip(weights, self.anchors, strict=True)) / total
        return at[0] + dx, at[1] + dy

    def weight(self, anchor: Anchor, at: Point) -> float:
        """The pull of an anchor on a point: great at the anchor, little beyond its reach."""
        away = math.hypot(at[0] - anchor.at[0], at[1] - anchor.at[1]) / self.reach
        return math.exp(-away * away) / (away * away + 0.01)


def read(spec: dict[str, Any]) -> Georeference:
    """The georeference that the hand-written input describes."""
    given = spec["georeference"]
    fit = Fit(given["longitude"], given["latitude"], tuple(given["column"]), tuple(given["row"]))
    anchors = tuple(anchor(fit, one) for one in given["anchors"])
    return Georeference(fit, anchors, given["reach"])


def anchor(fit: Fit, given: dict[str, Any]) -> Anchor:
    """One town of known hex (the middle of its hexes if it has two)."""
    at = fit.place(given["longitude"], given["latitude"])
    spots = [middle(parse(text)) for text in given["hexes"].split()]
    x = sum(spot[0] for spot in spots) / len(spots)
    y = sum(spot[1] for spot in spots) / len(spots)
    return Anchor(given["name"], at, (x - at[0], y - at[1]))
