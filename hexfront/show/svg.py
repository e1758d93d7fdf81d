"""SVG written as text: numbers, tags, paths, smooth curves. The same things always give the same bytes."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]
Line = list[Point]

HEX = 100.0  # drawing units from the middle of a hex to that of its neighbour


def num(value: float) -> str:
    """A number with at most one decimal."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def at(point: Point) -> str:
    """A point of the board in drawing units."""
    return f"{num(point[0] * HEX)} {num(point[1] * HEX)}"


def tag(name: str, inner: str = "", /, **given: object) -> str:
    """An element; `stroke_width=2` becomes stroke-width="2", what is None is left out."""
    words = [name]
    for key, value in given.items():
        if value is not None:
            shown = num(value) if isinstance(value, float) else str(value)
            words.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(shown)}")
    head = " ".join(words)
    return f"<{head}>{inner}</{name}>" if inner else f"<{head}/>"


def group(parts: Iterable[str], /, **given: object) -> str:
    """Some elements with what they have in common; nothing if there are none."""
    inner = "\n".join(part for part in parts if part)
    return tag("g", f"\n{inner}\n", **given) if inner else ""


def words(text: str, x: float, y: float, /, **given: object) -> str:
    """A text at a place in drawing units."""
    return tag("text", escape(text), x=float(x), y=float(y), **given)


def path(d: str, /, **given: object) -> str:
    """A path; nothing if it is empty."""
    return tag("path", d=d, **given) if d else ""


def straight(line: Sequence[Point], closed: bool = False) -> str:
    """A line through points of the board, straight between them."""
    if not line:
        return ""
    return f"M{at(line[0])}L" + " ".join(map(at, line[1:])) + ("Z" if closed else "")


def curve(line: Sequence[Point]) -> str:
    """A smooth line from the first point to the last that rounds the points between."""
    if len(line) < 3:
        return straight(line)
    parts = [f"M{at(line[0])}"]
    for here, after in pairwise(line[1:-1]):
        parts.append(f"Q{at(here)} {at(middle(here, after))}")
    return "".join(parts) + f"Q{at(line[-2])} {at(line[-1])}"


def loop(ring: Sequence[Point]) -> str:
    """A smooth closed line that rounds its points."""
    start = middle(ring[-1], ring[0])
    parts = [f"M{at(start)}"]
    for here, after in zip(ring, (*ring[1:], ring[0]), strict=True):
        parts.append(f"Q{at(here)} {at(middle(here, after))}")
    return "".join(parts) + "Z"


def dots(points: Iterable[Point]) -> str:
    """Points as a path that a round pen turns into discs."""
    return "".join(f"M{whole(point)}h0" for point in points)


def whole(point: Point) -> str:
    """A point of the board in whole drawing units, for textures."""
    return f"{point[0] * HEX:.0f} {point[1] * HEX:.0f}"


# -- a little geometry -------------------------------------------------------------------------------------


def middle(a: Point, b: Point) -> Point:
    """The point halfway."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def toward(a: Point, b: Point, part: float) -> Point:
    """The point that lies some part of the way from a to b."""
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def length(line: Sequence[Point]) -> float:
    """How long a line is."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line))


def even(line: Sequence[Point], step: float) -> Line:
    """The same line with points at even distances, about `step` apart; its ends stay."""
    whole_length = length(line)
    many = max(1, round(whole_length / step))
    found, gone, goal = [line[0]], 0.0, 1
    for a, b in pairwise(line):
        here = hypot(b[0] - a[0], b[1] - a[1])
        while goal < many and here and gone + here >= goal * whole_length / many:
            found.append(toward(a, b, (goal * whole_length / many - gone) / here))
            goal += 1
        gone += here
    return [*found, line[-1]]


def softened(line: Sequence[Point], times: int = 1) -> Line:
    """A line whose inner points have moved halfway to the middle of their neighbours."""
    found = list(line)
    for _ in range(times):
        inner = [toward(b, middle(a, c), 0.5) for a, b, c in zip(found, found[1:], found[2:], strict=False)]
        found = [found[0], *inner, found[-1]] if len(found) > 2 else found
    return found


def aside(line: Sequence[Point], away: float) -> Line:
    """A line beside another; to the right of the way it runs when `away` is more than nothing."""
    found = []
    for i, (x, y) in enumerate(line):
        a, b = line[max(0, i - 1)], line[min(len(line) - 1, i + 1)]
        dx, dy = b[0] - a[0], b[1] - a[1]
        size = hypot(dx, dy) or 1.0
        found.append((x - away * dy / size, y + away * dx / size))
    return found
