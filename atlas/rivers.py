"""Rivers: chains of hexsides that keep near a guide line and pass their way-points in order."""

from __future__ import annotations

import heapq
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shapely.geometry import LineString, box, shape
from shapely.geometry import Point as Dot

from .georeference import Georeference
from .hexes import Corner, Grid, Hex, Point, Side, corners, middle, parse, parse_side, plane

PULL = 0.6  # how strongly the guide draws a river, against taking the short way
BESIDE_LAKE = 3.0
EVEN = 0.25  # spacing of the points of a guide, in hexsides
WINDOW = (29.0, 52.9, 37.5, 56.9)


@dataclass
class Water:
    """What is known while rivers are being laid one after another."""

    grid: Grid
    shut: set[Side]
    lakes: set[Hex]
    laid: dict[str, list[Side]] = field(default_factory=dict)
    wet: dict[str, set[Corner]] = field(default_factory=dict)

    def keep(self, name: str, course: list[Side]) -> None:
        """Remember a finished river."""
        self.laid[name] = course
        self.wet[name] = {corner for one in course for corner in self.grid.sides[one]}

    def taken(self) -> set[Corner]:
        """The corners of all rivers laid so far."""
        return {corner for wet in self.wet.values() for corner in wet}


def courses(folder: Path, where: Georeference) -> list[LineString]:
    """Every surveyed river near the board, on its plane."""
    features = json.loads((folder / "rivers.geojson").read_text(encoding="utf-8"))["features"]
    pieces = [part for one in features for part in parts(one["geometry"])]
    return [LineString([where.place(*at[:2]) for at in part.coords]) for part in pieces]


def parts(geometry: dict[str, Any]) -> list[LineString]:
    """The lines of a geometry that come near the window, uncut."""
    drawn = shape(geometry)
    lines = list(getattr(drawn, "geoms", [drawn]))
    return [line for line in lines if line.intersects(box(*WINDOW))]


def guide(given: dict[str, Any], surveyed: list[LineString], where: Georeference) -> LineString:
    """The line a river should keep to: the surveyed one bent to the way-points, or these alone."""
    stops = [spot(text) for text in given["stops"].split()]
    if "trace" not in given:
        return LineString(stops) if len(stops) > 1 else LineString([stops[0], stops[0]])
    return bend(trace(given["trace"], surveyed, where), stops)


def spot(text: str) -> Point:
    """The point a way-point stands for: the middle of its hex or hexside."""
    if "/" not in text:
        return middle(parse(text))
    first, second = (middle(one) for one in parse_side(text))
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2


def trace(picks: list[list[float]], surveyed: list[LineString], where: Georeference) -> list[Point]:
    """The surveyed pieces nearest to the picked places, put end to end in that order."""
    whole: list[Point] = []
    for index, pick in enumerate(picks):
        at = Dot(where.place(*pick))
        piece = list(min(surveyed, key=lambda line, at=at: line.distance(at)).coords)
        before = whole[-1] if whole else None
        after = where.place(*picks[index + 1]) if index + 1 < len(picks) else None
        whole += piece if forward(piece, before, after) else piece[::-1]
    return whole


def forward(piece: list[Point], before: Point | None, after: Point | None) -> bool:
    """Whether a piece already runs away from what precedes it, or towards what follows."""
    if before is not None:
        return Dot(before).distance(Dot(piece[0])) <= Dot(before).distance(Dot(piece[-1]))
    if after is not None:
        return Dot(after).distance(Dot(piece[-1])) <= Dot(after).distance(Dot(piece[0]))
    return True


def bend(line: list[Point], stops: list[Point]) -> LineString:
    """Shift a line so that it meets the stops, by an amount that changes evenly between them."""
    course = LineString(line)
    if course.project(Dot(stops[0])) > course.project(Dot(stops[-1])):
        course = LineString(line[::-1])
    marks = ordered([course.project(Dot(stop)) for stop in stops])
    bent: list[Point] = []
    for index in range(len(stops) - 1):
        bent += stretch(course, marks[index : index + 2], stops[index : index + 2])
    return LineString([*bent, stops[-1]])


def ordered(marks: list[float]) -> list[float]:
    """The marks along a line, none before the one that precedes it."""
    return [max(marks[: index + 1]) for index in range(len(marks))]


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


def lay(water: Water, given: dict[str, Any], along: LineString) -> list[Side]:
    """Find the hexsides of one river, and remember them."""
    stops = given["stops"].split()
    prices = {one: price(water, one, along) for one in water.grid.sides if passable(water, one)}
    starts = gate(water, given.get("begin", ""), stops[0])
    finish = gate(water, given.get("end", ""), stops[-1])
    task = Task([targets(water, stop) for stop in stops], finish, water.taken())
    course = search(task, starts, prices, water.grid)
    if course is None:
        raise ValueError(f"river {given['name']} cannot be laid through {' '.join(stops)}")
    water.keep(given["name"], course)
    return course


@dataclass(frozen=True)
class Reach:
    """A river as far as it has been followed: where it is, what it has passed, how it came there."""

    corner: Corner
    passed: int
    course: tuple[Side, ...]
    corners: frozenset[Corner]


@dataclass(frozen=True)
class Task:
    """What a search has to do: the stops to pass, the corners to end at, those to keep off."""

    stops: list[set[Side]]
    finish: set[Corner]
    taken: set[Corner]

    def ended(self, reach: Reach) -> bool:
        """Whether a reach is a whole river."""
        return reach.passed == len(self.stops) and reach.corner in self.finish


def search(task: Task, starts: set[Corner], prices: dict[Side, float], grid: Grid) -> list[Side] | None:
    """The cheapest course that passes all stops in order and never meets itself."""
    meeting = meetings(grid, prices)
    queue = [(0.0, corner, (), Reach(corner, 0, (), frozenset([corner]))) for corner in sorted(starts)]
    done: set[tuple[Corner, int]] = set()
    while queue:
        cost, _, _, reach = heapq.heappop(queue)
        if task.ended(reach):
            return list(reach.course)
        if (reach.corner, reach.passed) not in done:
            done.add((reach.corner, reach.passed))
            for further in onward(task, reach, meeting.get(reach.corner, [])):
                price_so_far = cost + prices[further.course[-1]]
                heapq.heappush(queue, (price_so_far, further.corner, further.course, further))
    return None


def onward(task: Task, reach: Reach, ways: list[tuple[Side, Corner]]) -> list[Reach]:
    """The reaches one hexside longer, none of which meets itself or another river before its end."""
    longer = [follow(reach, one, corner, task.stops) for one, corner in ways if corner not in reach.corners]
    return [one for one in longer if one.corner not in task.taken or task.ended(one)]


def meetings(grid: Grid, prices: dict[Side, float]) -> dict[Corner, list[tuple[Side, Corner]]]:
    """For every corner the open hexsides that end there, each with its other end."""
    found: dict[Corner, list[tuple[Side, Corner]]] = {}
    for one in prices:
        first, second = grid.sides[one]
        found.setdefault(first, []).append((one, second))
        found.setdefault(second, []).append((one, first))
    return found


def follow(reach: Reach, one: Side, corner: Corner, stops: list[set[Side]]) -> Reach:
    """A reach made longer by one hexside."""
    passed = reach.passed
    while passed < len(stops) and one in stops[passed]:
        passed += 1
    return Reach(corner, passed, (*reach.course, one), reach.corners | {corner})


def passable(water: Water, one: Side) -> bool:
    """Whether a river may use a hexside: not over a road, not inside a lake, not used already."""
    used = any(one in course for course in water.laid.values())
    return one not in water.shut and not used and not set(one) <= water.lakes


def price(water: Water, one: Side, along: LineString) -> float:
    """What a hexside costs a river: one, and more the further it is from the guide."""
    first, second = (plane(end) for end in water.grid.sides[one])
    away = along.distance(Dot((first[0] + second[0]) / 2, (first[1] + second[1]) / 2))
    return round(1 + PULL * away * away + (BESIDE_LAKE if set(one) & water.lakes else 0), 6)


def targets(water: Water, stop: str) -> set[Side]:
    """The hexsides that count as passing a way-point."""
    if "/" in stop:
        return {parse_side(stop)}
    at = parse(stop)
    return {one for one in water.grid.sides if at in one}


def gate(water: Water, rule: str, stop: str) -> set[Corner]:
    """The corners where a river may begin or end: on another river, on the rim, or by the way-point."""
    if rule.startswith("join "):
        return water.wet[rule.removeprefix("join ")]
    near = {corner for text in stop.split("/") for corner in corners(parse(text))}
    return (near & water.grid.rim if rule == "edge" else near) - water.taken()
