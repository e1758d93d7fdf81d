"""Rivers: smooth lines that grow from source to mouth."""

from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from hexfront.grid import Sides
from hexfront.grid import sides as s
from hexfront.show import style
from hexfront.show.lines import along_sides
from hexfront.show.net import chains
from hexfront.show.scene import Scene, wobble
from hexfront.show.svg import Line, Point, curve, even, group, length, middle, path, softened, toward

SAME = 0.25  # hexes between ends that are one point
JOIN = 0.7  # hexes within which the end of a river joins another
SHORE = 0.9  # hexes within which it reaches a shore
EDGE = 1.15  # hexes within which a river leaves the board
STAGES = 6  # widths from source to mouth


@dataclass(frozen=True)
class River:
    """One river: its line from source to mouth, and its width at both, in pen units."""

    name: str
    line: Line
    source: float
    mouth: float


def rivers(scene: Scene) -> list[River]:
    """All rivers, the small ones first; their ends joined to the rivers they run into."""
    in_hexes = "river" in scene.board.kinds
    raw = _from_layers(scene) if in_hexes and scene.layers.get("rivers") else _from_sides(scene, in_hexes)
    lines = [line for _, _, line in raw]
    found = []
    for i, (name, width, line) in enumerate(raw):
        others = [other for j, other in enumerate(lines) if j != i]
        found.append(_flowing(scene, name, width, line, others))
    return sorted(found, key=lambda river: (river.mouth, river.name))


def _from_layers(scene: Scene) -> list[tuple[str, float, Line]]:
    return [
        (one["name"], float(one.get("width", 1)), _meander([(x, y) for x, y in one["line"]]))
        for one in scene.layers["rivers"]
        if len(one["line"]) > 1
    ]


def _from_sides(scene: Scene, in_hexes: bool) -> list[tuple[str, float, Line]]:
    """Rivers from the hex data. On hexsides they keep close to them: a player must see which side a river is on."""
    widths = {one["name"]: float(one.get("width", 1)) for one in scene.layers.get("rivers", [])}
    found = []
    for name, sides in scene.board.river_courses.items():
        lines = _through_hexes(scene, sides) if in_hexes else along_sides(scene, sides)
        for line in lines:
            found.append((name, widths.get(name, 1.0), _meander(line) if in_hexes else _hugging(line)))
    return found


def _hugging(line: Line) -> Line:
    """A line along hexsides with its corners eased; it still passes the middle of every side."""
    inner = [toward(b, middle(a, c), 0.3) for a, b, c in zip(line, line[1:], line[2:], strict=False)]
    eased = even([line[0], *inner, line[-1]], 0.2)
    return [eased[0], *(wobble(point, 0.03) for point in eased[1:-1]), eased[-1]]


def _through_hexes(scene: Scene, sides: Sides) -> list[Line]:
    """The hexes through which a river runs, and the middles of the sides it crosses."""
    centre = scene.grid.centre
    found = []
    for chain in chains(s.pairs(scene.grid, sides)):
        line = [centre(chain[0])]
        for a, b in pairwise(chain):
            line += [middle(centre(a), centre(b)), centre(b)]
        found.append(line)
    return found


def _meander(line: Line) -> Line:
    """A river's line with its zigzag taken out and small bends put in."""
    smooth = softened(even(softened(line), 0.3), 1)
    return [smooth[0], *(wobble(point, 0.035) for point in smooth[1:-1]), smooth[-1]]


def _flowing(scene: Scene, name: str, width: float, line: Line, others: list[Line]) -> River:
    """A river the right way round: its mouth is where it joins another, leaves the board or meets water."""
    long = length(line)
    first, last = _opening(scene, line[0], others, long), _opening(scene, line[-1], others, long)
    joined = [first[1] or line[0], *line[1:-1], last[1] or line[-1]]
    joined = _onward(scene, _onward(scene, joined, last)[::-1], first)[::-1]
    if first[0] > last[0]:
        joined, first, last = joined[::-1], last, first
    mouth = 0.04 + 0.022 * max(width, 1.0 if long < 9 else 2.0 if long < 22 else 3.2)
    return River(name, joined, mouth if first[0] == 2 else 0.03, mouth)


def _opening(scene: Scene, end: Point, others: list[Line], long: float) -> tuple[int, Point | None]:
    """How much an end looks like a mouth, and the point of another river at which it joins."""
    near, into = min(((_closest(other, end), other) for other in others), default=((9.0, end), [end]))
    tip = min(hypot(x - near[1][0], y - near[1][1]) for x, y in (into[0], into[-1]))
    if near[0] < SAME or (near[0] < JOIN and tip > JOIN):  # two sources side by side are no confluence
        return (3 if length(into) >= long else 1), near[1]
    h = scene.hex_at(end)
    at_edge = _margin(scene, end) < EDGE
    around = scene.grid.around(1 << h) | 1 << h if h >= 0 else 0
    return (2, None) if at_edge or around & (scene.board.sea | scene.board.lake) else (0, None)


def _margin(scene: Scene, point: Point) -> float:
    """How far a point is from the edge of the sheet."""
    west, north, east, south = scene.bounds
    return min(point[0] - west, point[1] - north, east - point[0], south - point[1])


def _onward(scene: Scene, line: Line, end: tuple[int, Point | None]) -> Line:
    """A line that ends near a shore goes on to it; one that ends near the edge of the board, off the sheet."""
    if end[0] != 2 or scene.wet(line[-1]):
        return line
    far, shore = min(((hypot(x - line[-1][0], y - line[-1][1]), (x, y)) for x, y in scene.shore), default=(9.0, (0, 0)))
    if far < SHORE:
        return [*line, shore]
    far = _margin(scene, line[-1])
    if far >= EDGE:
        return line
    x, y = line[-1]
    west, north, east, south = scene.bounds
    outward = [(x - 1, y), (x, y - 1), (x + 1, y), (x, y + 1)]
    nearest = min(range(4), key=lambda i: (x - west, y - north, east - x, south - y)[i])
    return [*line, toward(line[-1], outward[nearest], far + 0.3)]


def _closest(line: Line, goal: Point) -> tuple[float, Point]:
    """The point of a line nearest to another, and how far it is."""
    found = (9.0, goal)
    for a, b in pairwise(line):
        dx, dy = b[0] - a[0], b[1] - a[1]
        part = ((goal[0] - a[0]) * dx + (goal[1] - a[1]) * dy) / (dx * dx + dy * dy or 1.0)
        here = toward(a, b, min(1.0, max(0.0, part)))
        found = min(found, (hypot(here[0] - goal[0], here[1] - goal[1]), here))
    return found


def draw(scene: Scene, all_of: list[River]) -> list[str]:
    """The rivers, each in stages that grow wider; a pale edge keeps them clear of the ground."""
    edges = [path(curve(river.line), stroke_width=scene.units(river.mouth + 0.05)) for river in all_of]
    parts = [stage for river in all_of for stage in _stages(scene, river)]
    common = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return [group(edges, stroke=style.PAPER, opacity="0.55", **common), group(parts, stroke=style.RIVER, **common)]


def _stages(scene: Scene, river: River) -> list[str]:
    """The line in pieces that overlap in one point, so that the curve goes on smoothly."""
    line, many = river.line, min(STAGES, max(1, len(river.line) // 4))
    parts = []
    for stage in range(many):
        first, last = len(line) * stage // many, min(len(line) - 1, len(line) * (stage + 1) // many)
        width = river.source + (river.mouth - river.source) * (stage + 1) / many
        parts.append(path(_part(line, first, last), stroke_width=scene.units(width)))
    return parts


def _part(line: Line, first: int, last: int) -> str:
    """A part of a curve, ending on the curve: halfway between two of its points."""
    start = line[0] if first == 0 else middle(line[first - 1], line[first])
    end = line[-1] if last == len(line) - 1 else middle(line[last - 1], line[last])
    return curve([start, *line[max(first, 1) : last], end])
