"""How pgg's country lies on its board: a straight-line fit by hand, bent by towns of known hex.

Older than `atlas.fit` and kept, so that the board of the first game stays as it is; new boards use `fit`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from atlas.fit import Projection, anchors_of
from atlas.hexes import ROOT3
from hexfront.games import boards

PGG = boards.grid("pgg")

LATITUDE_KM = 111.2
LONGITUDE_KM = 111.32
Many = np.ndarray


def read(given: dict[str, Any]) -> Projection:
    """The projection that the hand-written input describes."""

    def base(lon: Many, lat: Many) -> tuple[Many, Many]:
        x = (lon - given["longitude"]) * LONGITUDE_KM * np.cos(np.radians(given["latitude"]))
        y = (lat - given["latitude"]) * LATITUDE_KM
        column, row = (given[key][0] + given[key][1] * x + given[key][2] * y for key in ("column", "row"))
        return (column - 1) * ROOT3 / 2, row - 1

    where = Projection(PGG, anchors_of(given["anchors"]), base)
    where.field = pulls(where, given["reach"] / ROOT3)
    where.known_folds = frozenset(given["folds"].split())
    return where


def pulls(where: Projection, reach: float) -> Callable[[Many, Many], tuple[Many, Many]]:
    """The shift at a point: the mean of the anchors' shifts, each weighing less the further it is."""
    at = np.array([where.base(np.array(one.lon), np.array(one.lat)) for one in where.anchors])
    wanted = np.array([one.target(where.hexes) for one in where.anchors]) - at

    def field(x: Many, y: Many) -> tuple[Many, Many]:
        away = np.hypot(x[..., None] - at[:, 0], y[..., None] - at[:, 1]) / reach
        weights = np.exp(-away * away) / (away * away + 0.01)
        weights = weights / np.maximum(weights.sum(axis=-1, keepdims=True), 1.0)
        return weights @ wanted[:, 0], weights @ wanted[:, 1]

    return field
