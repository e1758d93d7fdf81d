"""The geographic extracts: every layer of a folder, read once when first asked for, in longitude and latitude."""

from __future__ import annotations

import csv
import json
import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import shape

NORTH, WEST = 70.0, 8.0  # the corner of both rasters
ELEVATION_CELLS, PICTURE_CELLS = 12, 15  # to a degree
SEA = -450  # the elevation grid's mark for sea
POST_WAR = (
    "reservoir", "kauno marios", "pljavinjas", "paduskoye", "tekojarvi", "magasinet", "tjaktjajaure", "veselovsky",
    "krasnodar", "sheksna",
)  # fmt: skip
NAMELESS = ((31.5, 49.9), (28.1, 59.3))  # the reservoirs of Kaniv and Narva, which the layer calls lakes without name


@dataclass(frozen=True)
class Feature:
    """One thing of a layer: its name (may be empty), its shape, and what else the layer tells."""

    name: str
    shape: shapely.Geometry
    info: dict[str, Any]


class Geo:
    """All layers of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if not (folder / "land.geojson").exists():
            raise FileNotFoundError(f"no geographic extracts in {folder}: give their folder with --geo")

    def features(self, layer: str) -> list[Feature]:
        """The features of one `.geojson` file, in its order."""
        found = json.loads((self.folder / f"{layer}.geojson").read_text(encoding="utf-8"))["features"]
        given = [(one["properties"], shapely.force_2d(shape(one["geometry"]))) for one in found]
        return [Feature(info.get("name") or "", drawn, info) for info, drawn in given]

    @cached_property
    def land(self) -> shapely.Geometry:
        """All land as one shape; lakes are part of it."""
        return shapely.make_valid(shapely.union_all([shapely.make_valid(one.shape) for one in self.features("land")]))

    @cached_property
    def coast(self) -> list[Feature]:
        """Coast lines."""
        return self.features("coast")

    @cached_property
    def lakes(self) -> list[Feature]:
        """Lakes that were there in 1941: reservoirs built after the war are left out."""
        return [one for one in self.features("lakes") if not post_war(one)]

    @cached_property
    def rivers(self) -> list[Feature]:
        """River lines in pieces; some have no name."""
        return self.features("rivers")

    @cached_property
    def borders(self) -> list[Feature]:
        """Modern land borders; `info` has the countries left and right."""
        return self.features("borders")

    @cached_property
    def regions(self) -> list[Feature]:
        """Large regions by name: mountains, steppes, plains, islands."""
        return self.features("regions")

    @cached_property
    def towns(self) -> dict[str, tuple[float, float]]:
        """Longitude and latitude of towns by name; of two with one name the more populous."""
        with (self.folder / "cities.csv").open(encoding="utf-8") as file:
            rows = sorted(csv.DictReader(file), key=lambda row: float(row["pop"] or 0))
        return {row["name"]: (float(row["lon"]), float(row["lat"])) for row in rows}

    @cached_property
    def elevation(self) -> np.ndarray:
        """Metres above the sea, 12 cells a degree from 70N 8E; -450 is sea."""
        return np.load(self.folder / "elev_pvlib_5min.npy")

    @cached_property
    def picture(self) -> np.ndarray:
        """Red, green and blue seen from space, 15 cells a degree from 70N 8E."""
        return np.load(self.folder / "bmng_rgb_4min.npy")

    def heights(self, lon: np.ndarray, lat: np.ndarray) -> np.ndarray:
        """Metres above the sea at many places; the sea itself counts as 0."""
        found = sample(self.elevation, lon, lat, ELEVATION_CELLS).astype(float)
        return np.where(found <= SEA, 0.0, found)

    def colours(self, lon: np.ndarray, lat: np.ndarray) -> np.ndarray:
        """Red, green and blue at many places, in a last axis of three."""
        return sample(self.picture, lon, lat, PICTURE_CELLS).astype(float)

    def named(self, layer: str, name: str) -> list[Feature]:
        """The features of a layer that have this name, in Latin or in Cyrillic letters."""
        found = [one for one in getattr(self, layer) if name in (one.name, one.info.get("name_ru"))]
        if not found:
            raise KeyError(f"no {name!r} among the {layer}")
        return found


def post_war(lake: Feature) -> bool:
    """Whether a lake is a reservoir built after the war: by name, or without one by its kind or place."""
    if lake.name:
        return any(bad in lake.name.lower() for bad in POST_WAR)
    middle = lake.shape.centroid
    return lake.info["kind"] == "Reservoir" or any(math.dist((middle.x, middle.y), at) < 0.1 for at in NAMELESS)


def sample(raster: np.ndarray, lon: np.ndarray, lat: np.ndarray, cells: int) -> np.ndarray:
    """The cells of a raster that places fall in; places beyond its edge take the nearest cell."""
    rows = np.floor((NORTH - np.asarray(lat)) * cells).astype(int)
    columns = np.floor((np.asarray(lon) - WEST) * cells).astype(int)
    return raster[np.clip(rows, 0, raster.shape[0] - 1), np.clip(columns, 0, raster.shape[1] - 1)]
