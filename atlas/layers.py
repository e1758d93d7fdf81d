"""The drawn layers of a board: smooth coasts, lakes, rivers, borders, roads and rails in board coordinates.

`layers.json` has x east and y south with neighbouring hexes 1 apart, as `grid.centre`; rings are closed by the reader.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from shapely import LineString
from shapely import Point as Dot

from .board import Board, River
from .geo import Geo
from .hexes import Hex, Hexes, Point, Side

DIGITS = 2
COARSE = 0.02  # hexes that a simplified line may be off
LEAST = 0.02  # area of the smallest island or lake that is drawn
LEAN = 0.22  # hexes that a drawn river leans from its hexsides towards its true course
MOST = 150_000  # bytes


def text(board: Board, geo: Geo) -> str:
    """The whole file."""
    layers = {"format": 1, "game": board.game, "bounds": numbers(board.hexes.outline.bounds)}
    layers |= standard(board, geo) | board.drawn
    written = [f"{json.dumps(key)}: {rows(value)}" for key, value in layers.items()]
    return "{\n" + ",\n".join(written) + "\n}\n"


def rows(value: Any) -> str:
    """A value as JSON, lists with one item to a line."""
    dense = {"ensure_ascii": False, "separators": (",", ":")}
    if not isinstance(value, list) or not value or isinstance(value[0], float):
        return json.dumps(value, **dense)
    return "[\n" + ",\n".join(json.dumps(one, **dense) for one in value) + "\n]"


def standard(board: Board, geo: Geo) -> dict[str, Any]:
    """What every board draws, unless its builder puts something else into `board.drawn`."""
    return {
        "land": rings(board.where.carry(geo.land)),
        "lakes": lakes(board, geo),
        "rivers": [river(board, one) for one in board.rivers],
        "borders": [border(board, one.sides, one.course) | name_of(one.given) for one in board.borders],
        "rails": [name_of(one.given) | {"lines": [chain(board.hexes, c) for c in one.chains]} for one in board.rails],
        "roads": [name_of(one.given) | {"lines": [chain(board.hexes, c) for c in one.chains]} for one in board.roads],
    }


def name_of(given: dict[str, Any]) -> dict[str, Any]:
    """The name of a feature."""
    return {"name": given.get("name", "")}


def lakes(board: Board, geo: Geo) -> list[dict[str, Any]]:
    """Natural lakes that can be seen at the board's scale."""
    found = []
    box = shapely.box(*board.where.window)
    for one in geo.lakes:
        if one.shape.intersects(box):
            drawn = rings(board.where.carry(shapely.make_valid(one.shape)))
            found += [{"name": one.name, "rings": some} for some in drawn]
    return found


def rings(drawn: shapely.Geometry) -> list[list[list[list[float]]]]:
    """The polygons of a shape, each its outer ring and its holes; specks are left out."""
    simple = shapely.simplify(drawn, COARSE)
    parts = [one for one in shapely.get_parts(simple) if one.geom_type == "Polygon" and one.area >= LEAST]
    return [[points(ring.coords[:-1]) for ring in (one.exterior, *one.interiors)] for one in parts]


def blob(hexes: Hexes, some: Iterable[Hex]) -> list[list[list[list[float]]]]:
    """Hexes as rounded shapes: lakes that were set by hand."""
    whole = shapely.union_all([hexes.shape(at).buffer(0.001) for at in some])
    return rings(shapely.buffer(whole, -0.28).buffer(0.22))


def river(board: Board, one: River) -> dict[str, Any]:
    """A river that keeps to its hexsides or hexes and leans towards its true course."""
    line = corners_along(board.hexes, one.sides) if one.sides else hexes_along(board.hexes, one.hexes)
    course = LineString(one.course) if len(one.course) > 1 else None
    drawn = rounded([lean(at, course) for at in line])
    return {"name": one.name, "width": one.given.get("width", 1), "line": points(simplified(drawn))}


def corners_along(hexes: Hexes, sides: list[Side]) -> list[Point]:
    """The corners of a chain of hexsides, in order."""
    ends = [hexes.ends(one) for one in sides]
    if len(ends) == 1:
        return [hexes.plane(end) for end in ends[0]]
    line = [next(iter(set(ends[0]) - set(ends[1])))]
    for both in ends:
        line.append(both[1] if both[0] == line[-1] else both[0])
    return [hexes.plane(corner) for corner in line]


def hexes_along(hexes: Hexes, some: list[Hex]) -> list[Point]:
    """The middles of a chain of hexes and of the sides between them."""
    line = [hexes.middle(some[0])]
    for a, b in pairwise(some):
        line += [hexes.spot(f"{a}/{b}"), hexes.middle(b)]
    return line


def lean(at: Point, course: LineString | None) -> Point:
    """A point moved towards a course, but not far."""
    if course is None:
        return at
    goal = course.interpolate(course.project(Dot(at)))
    away = goal.distance(Dot(at))
    part = min(1.0, LEAN / away) if away > 0 else 0.0
    return at[0] + part * (goal.x - at[0]), at[1] + part * (goal.y - at[1])


def border(board: Board, sides: list[Side], course: list[Point]) -> dict[str, Any]:
    """A border: its true line if there is one, or else its hexsides, joined and rounded."""
    if course:
        return {"lines": [points(simplified(course))]}
    edges = [LineString([board.hexes.plane(end) for end in board.hexes.ends(one)]) for one in sides]
    whole = shapely.line_merge(shapely.set_precision(shapely.MultiLineString(edges), 1e-6))
    return {"lines": [points(simplified(rounded(list(one.coords)))) for one in shapely.get_parts(whole)]}


def chain(hexes: Hexes, some: list[Hex]) -> list[list[float]]:
    """A road or rail as a smooth line through its hexes."""
    return points(simplified(rounded([hexes.middle(at) for at in some])))


def rounded(line: list[Point], times: int = 2) -> list[Point]:
    """A line with its bends cut off (Chaikin), its ends where they were."""
    for _ in range(times):
        at = np.array(line)
        cut = np.stack([0.75 * at[:-1] + 0.25 * at[1:], 0.25 * at[:-1] + 0.75 * at[1:]], axis=1).reshape(-1, 2)
        line = [line[0], *map(tuple, cut[1:-1].tolist()), line[-1]]
    return line


def simplified(line: list[Point]) -> list[Point]:
    """A line without the points that cannot be seen."""
    return list(LineString(line).simplify(COARSE).coords) if len(line) > 1 else line


def points(line: Iterable[Any]) -> list[list[float]]:
    """Points rounded for the file, none twice in a row."""
    found: list[list[float]] = []
    for at in line:
        here = numbers(at)
        if not found or found[-1] != here:
            found.append(here)
    return found


def numbers(values: Iterable[float]) -> list[float]:
    """Rounded numbers; minus nothing is nothing."""
    return [round(float(one), DIGITS) + 0.0 for one in values]
