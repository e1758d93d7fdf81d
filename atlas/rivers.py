"""Rivers: chains of hexsides (`along_sides`) or of hexes (`in_hexes`) near a guide line, past their way-points.

A river's table in the TOML: name, from, why, and
  trace  = ["Dnieper", [30.3, 53.7]]   pieces of the surveyed rivers by name or by a place near them, end to end
  course = [[lon, lat], ...]           or a line by hand
  stops  = "0331/0431 0424 ..."        hexes or hexsides to pass, in order; the guide is bent to them
  bend   = false                       leave the guide as it is
  begin, end = "edge", "join NAME"     where it starts and stops; left out: by its first and last way-point
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely import LineString
from shapely import Point as Dot

from .board import Given, River
from .fit import Projection
from .geo import Geo
from .hexes import ROOT3, Corner, Hex, Hexes, Point, Side, parse_side, side
from .search import Ways, cheapest

PULL = 1.8  # how strongly the guide draws a river, against taking the short way
BESIDE_LAKE = 3.0
EVEN = 0.25 / ROOT3  # spacing of the points of a guide
GAP = 0.7  # degrees that may lie between two pieces of one river


@dataclass
class Water:
    """What is known while rivers are being laid one after another."""

    where: Projection
    geo: Geo
    shut: set[Side] = field(default_factory=set)  # sides that no river may use, or cross
    lakes: set[Hex] = field(default_factory=set)  # hexes that rivers go beside (sides) or not through (hexes)
    laid: dict[str, River] = field(default_factory=dict)
    wet: dict[str, set] = field(default_factory=dict)

    @property
    def hexes(self) -> Hexes:
        """The hexes of the board."""
        return self.where.hexes

    def keep(self, river: River) -> River:
        """Remember a finished river: its corners, or its hexes."""
        self.laid[river.name] = river
        self.wet[river.name] = {end for one in river.sides for end in self.hexes.sides[one]} or set(river.hexes)
        return river

    def taken(self) -> set:
        """The corners, or hexes, of all rivers laid so far."""
        return {at for wet in self.wet.values() for at in wet}


def guide(water: Water, given: Given) -> LineString:
    """The line a river should keep to, on the board: surveyed or by hand, and bent to the way-points."""
    stops = [water.hexes.spot(text) for text in given.get("stops", "").split()]
    if "trace" in given:
        line = [water.where.point(*at) for at in trace(water.geo, given["trace"])]
    elif "course" in given:
        line = [water.where.point(*at) for at in given["course"]]
    else:
        return LineString(stops if len(stops) > 1 else stops * 2)
    return bend(line, stops) if stops and given.get("bend", True) else on_board(water, line)


def on_board(water: Water, line: list[Point]) -> LineString:
    """A line from where it first enters the board to where it last leaves it."""
    course = shapely.segmentize(LineString(line), 0.1)
    at = shapely.get_coordinates(course)
    inside = np.flatnonzero(shapely.contains(water.hexes.outline, shapely.points(at)))
    if len(inside) < 2:
        raise ValueError("the course of a river does not touch the board")
    return LineString(at[inside[0] : inside[-1] + 1])


def trace(geo: Geo, picks: list) -> list[Point]:
    """Surveyed pieces put end to end: for each pick the river of that name, or the piece nearest to that place."""
    whole: list[Point] = []
    for index, pick in enumerate(picks):
        line = chosen(geo, pick)
        after = picks[index + 1] if index + 1 < len(picks) else None
        whole += line if forward(geo, line, whole[-1] if whole else None, after) else line[::-1]
    return whole


def chosen(geo: Geo, pick: object) -> list[Point]:
    """The points of one pick."""
    pieces = pieces_of(geo, pick if isinstance(pick, str) else "")
    if isinstance(pick, str):
        return joined(pieces)
    return list(min(pieces, key=lambda line: line.distance(Dot(pick))).coords)


def pieces_of(geo: Geo, name: str) -> list[LineString]:
    """The surveyed pieces of a river, or of all."""
    some = geo.named("rivers", name) if name else geo.rivers
    return [part for one in some for part in getattr(one.shape, "geoms", [one.shape])]


def joined(pieces: list[LineString]) -> list[Point]:
    """The pieces of one river as one line: the longest, and at its ends whatever piece comes next."""
    left = sorted(pieces, key=lambda line: -line.length)
    whole = list(left.pop(0).coords)
    while left:
        gap, index, front = min(
            (Dot(whole[end]).distance(Dot(line.coords[tip])), i, end == 0)
            for i, line in enumerate(left) for end in (0, -1) for tip in (0, -1)
        )  # fmt: skip
        if gap > GAP:
            break
        whole = attach(whole, list(left.pop(index).coords), front)
    return whole


def attach(whole: list[Point], piece: list[Point], front: bool) -> list[Point]:
    """A line made longer by a piece, at its front or its end."""
    if front:
        near = Dot(whole[0]).distance(Dot(piece[-1])) <= Dot(whole[0]).distance(Dot(piece[0]))
        return [*(piece if near else piece[::-1]), *whole]
    near = Dot(whole[-1]).distance(Dot(piece[0])) <= Dot(whole[-1]).distance(Dot(piece[-1]))
    return [*whole, *(piece if near else piece[::-1])]


def forward(geo: Geo, piece: list[Point], before: Point | None, after: object) -> bool:
    """Whether a piece already runs away from what precedes it, or towards what follows."""
    if before is not None:
        return Dot(before).distance(Dot(piece[0])) <= Dot(before).distance(Dot(piece[-1]))
    if after is not None:
        goal = LineString(chosen(geo, after)) if isinstance(after, str) else Dot(after)
        return goal.distance(Dot(piece[-1])) <= goal.distance(Dot(piece[0]))
    return True


def bend(line: list[Point], stops: list[Point]) -> LineString:
    """Shift a line so that it meets the stops, by an amount that changes evenly between them."""
    course = LineString(line)
    if course.project(Dot(stops[0])) > course.project(Dot(stops[-1])):
        course = LineString(line[::-1])
    marks = [course.project(Dot(stop)) for stop in stops]
    marks = [max(marks[: index + 1]) for index in range(len(marks))]
    bent: list[Point] = []
    for index in range(len(stops) - 1):
        bent += stretch(course, marks[index : index + 2], stops[index : index + 2])
    return LineString([*bent, stops[-1]] if bent else stops * 2)


def stretch(course: LineString, marks: list[float], stops: list[Point]) -> list[Point]:
    """The part of a course between two marks, moved to begin and end at two stops."""
    count = max(1, round((marks[1] - marks[0]) / EVEN))
    ends = [course.interpolate(mark) for mark in marks]
    shifts = [(stop[0] - end.x, stop[1] - end.y) for stop, end in zip(stops, ends, strict=True)]
    points = []
    for part in (step / count for step in range(count)):
        at = course.interpolate(marks[0] + part * (marks[1] - marks[0]))
        dx, dy = ((1 - part) * shifts[0][axis] + part * shifts[1][axis] for axis in (0, 1))
        points.append((at.x + dx, at.y + dy))
    return points


def ordered(water: Water, given: Given, line: LineString) -> list[str]:
    """The way-points of a river; without any, the hexes where its guide begins and ends."""
    if given.get("stops"):
        return given["stops"].split()
    along = [line.interpolate(part / 200, normalized=True) for part in range(201)]
    found = water.hexes.find(*(np.array([getattr(at, key) for at in along]) for key in "xy"))
    dry = [at for at in found if at is not None and at not in water.lakes]
    if not dry:
        raise ValueError(f"river {given['name']} has no land on the board")
    return [dry[0], dry[-1]]


def wide(hexes: Hexes, given: Given, stops: list[str]) -> list[set[Hex]]:
    """The hexes that count as passing each way-point: itself, or anywhere near where a river without any joins."""
    found = [set(stop.split("/")) for stop in stops]
    for key, index in (("begin", 0), ("end", -1)):
        if not given.get("stops") and given.get(key, "").startswith("join "):
            found[index] |= set(hexes.around(stops[index]))
    return found


def lost(given: Given, stops: list[str]) -> ValueError:
    """What to say when there is no way."""
    hint = 'does it meet another river without begin or end = "join NAME", or is a way-point in water?'
    return ValueError(f"river {given['name']} cannot be laid through {' '.join(stops)}: {hint}")


def along_sides(water: Water, given: Given) -> River:
    """Lay one river along hexsides, and remember it."""
    line = guide(water, given)
    stops, taken = ordered(water, given, line), water.taken()
    passing = [near_sides(water.hexes, s, w) for s, w in zip(stops, wide(water.hexes, given, stops), strict=True)]
    prices = side_prices(water, line)
    links: dict[Corner, list[tuple[Side, Corner]]] = {}
    for one in prices:
        first, second = water.hexes.sides[one]
        links.setdefault(first, []).append((one, second))
        links.setdefault(second, []).append((one, first))
    starts, finish = (corner_gate(water, given.get(k, ""), s) for k, s in (("begin", stops[0]), ("end", stops[-1])))
    found = cheapest(Ways(links, prices, passing, starts, finish, taken))
    if found is None:
        raise lost(given, stops)
    return water.keep(River(given, sides=found, course=list(line.coords)))


def side_prices(water: Water, line: LineString) -> dict[Side, float]:
    """What each open hexside costs: one, and more the further it is from the guide."""
    used = {one for river in water.laid.values() for one in river.sides}
    open_ = [s for s in water.hexes.sides if s not in water.shut and s not in used and not set(s) <= water.lakes]
    away = shapely.distance(line, shapely.points([water.hexes.spot(f"{a}/{b}") for a, b in open_]))
    wet = [BESIDE_LAKE if set(one) & water.lakes else 0 for one in open_]
    return {s: round(1 + PULL * float(d) ** 2 + w, 6) for s, d, w in zip(open_, away, wet, strict=True)}


def near_sides(hexes: Hexes, stop: str, near: set[Hex]) -> set[Side]:
    """The hexsides that count as passing a way-point: itself, or any of the hexes near it."""
    return {parse_side(stop)} if "/" in stop else {side(at, one) for at in near for one in hexes.around(at)}


def corner_gate(water: Water, rule: str, stop: str) -> set[Corner]:
    """The corners where a river may begin or end: on another river, on the rim, or by the way-point."""
    if rule.startswith("join "):
        return water.wet[rule.removeprefix("join ")]
    near = {corner for text in stop.split("/") for corner in water.hexes.corners(text)}
    return (near & water.hexes.rim if rule == "edge" else near) - water.taken()


def in_hexes(water: Water, given: Given) -> River:
    """Lay one river through hexes, and remember it; with "join NAME" its last (first) hex is one of that river's."""
    line = guide(water, given)
    stops = [at for stop in ordered(water, given, line) for at in downstream(water.hexes, stop, line)]
    prices = hex_prices(water, line)
    links = {
        at: [
            ((at, near), near) for near in water.hexes.around(at) if near in prices and side(at, near) not in water.shut
        ]
        for at in prices
    }
    steps = {link: prices[link[1]] for some in links.values() for link, _ in some}
    passing = [{link for link in steps if near & set(link)} for near in wide(water.hexes, given, stops)]
    starts, finish = (hex_gate(water, given.get(k, ""), s) for k, s in (("begin", stops[0]), ("end", stops[-1])))
    found = cheapest(Ways(links, steps, passing, starts, finish, set()))
    if found is None:
        raise lost(given, stops)
    return water.keep(River(given, hexes=[found[0][0], *(link[1] for link in found)], course=list(line.coords)))


def downstream(hexes: Hexes, stop: str, line: LineString) -> list[Hex]:
    """The hexes of a way-point in the order of the guide: one, or both sides of a crossing."""
    return sorted(stop.split("/"), key=lambda at: line.project(Dot(hexes.middle(at))))


def hex_prices(water: Water, line: LineString) -> dict[Hex, float]:
    """What each hex costs: less with much of the guide in it, more further off, and where another river is."""
    taken = water.taken()
    away = shapely.distance(line, shapely.points(water.hexes.middles))
    within = shapely.length(shapely.intersection(water.hexes.shapes, line))
    cost = 1 + PULL * away**2 - 0.6 * (within.clip(0, 0.9) / 0.9)
    rows = zip(water.hexes.all, cost.tolist(), strict=True)
    return {at: round(price + (at in taken), 6) for at, price in rows if at not in water.lakes}


def hex_gate(water: Water, rule: str, stop: Hex) -> set[Hex]:
    """The hexes where a river may begin or end."""
    return water.wet[rule.removeprefix("join ")] if rule.startswith("join ") else {stop}
