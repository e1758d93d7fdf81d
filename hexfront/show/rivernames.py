"""The names of rivers, each along the straightest and emptiest stretch of its course."""

from math import atan2, hypot, pi
from xml.sax.saxutils import escape

from hexfront.show import style
from hexfront.show.labels import Box, Taken, outside, width
from hexfront.show.rivers import River
from hexfront.show.scene import Scene
from hexfront.show.svg import HEX, Line, aside, curve, even, group, length, path, softened, tag


def river_names(scene: Scene, taken: Taken, rivers: list[River]) -> list[str]:
    """The name of each river along its course."""
    parts: list[str] = []
    size = scene.units(0.255)
    for river in sorted(rivers, key=lambda one: (-one.mouth, one.name)):
        wide = width(river.name, size) * 1.12 / HEX
        chosen = _windows(scene, taken, river, wide, size / HEX)
        if chosen:
            parts.append(_along(river.name, chosen, f"river-{len(parts)}", size))
    look = {"fill": style.RIVER_NAME, "font_style": "italic", "font_family": style.SERIF, "font_size": size}
    halo = {"paint_order": "stroke", "stroke": style.SHEET, "stroke_width": size * 0.2, "stroke_opacity": "0.75"}
    return [group(parts, **look, **halo)]


def _windows(scene: Scene, taken: Taken, river: River, wide: float, size: float) -> Line | None:
    """The straightest and emptiest stretch beside a river that is long enough for its name."""
    line = even(river.line, 0.12)
    need = int(wide * 1.15 / 0.12) + 2
    best: tuple[float, int, Line] | None = None
    for start in range(0, len(line) - need, 2):
        part = softened(line[start : start + need], 6)
        part = part if part[0][0] <= part[-1][0] else part[::-1]
        for side in (-1, 1):
            base = aside(
                part, side * (0.06 * scene.pen + river.mouth * scene.pen / 2) + (size * 0.72 if side > 0 else 0)
            )
            cost = _bends(base) + _crowded(scene, taken, base, size)
            if best is None or cost < best[0]:
                best = cost, start, base
    if best is None:
        return None
    for box_ in _letters(best[2], size):
        taken.add(box_, 14.0)
    return best[2]


def _bends(line: Line) -> float:
    """How much a line turns, and how steep it is."""
    turns = 0.0
    for a, b, c in zip(line, line[1:], line[2:], strict=False):
        turn = atan2(c[1] - b[1], c[0] - b[0]) - atan2(b[1] - a[1], b[0] - a[0])
        turns += abs((turn + pi) % (2 * pi) - pi)
    steep = abs(line[-1][1] - line[0][1]) / (hypot(line[-1][0] - line[0][0], line[-1][1] - line[0][1]) or 1.0)
    return (
        1.6 * turns
        + 0.8 * steep
        + 2.0 * (length(line) / (hypot(line[-1][0] - line[0][0], line[-1][1] - line[0][1]) or 0.1) - 1)
    )


def _crowded(scene: Scene, taken: Taken, line: Line, size: float) -> float:
    return sum(0.35 * taken.cost(one) + outside(scene, one) for one in _letters(line, size))


def _letters(line: Line, size: float) -> list[Box]:
    """The boxes of the letters along a line."""
    half = size * HEX * 0.5
    spots = [(x * HEX, y * HEX - half * 0.6) for x, y in line[::2]]
    return [(x - half, y - half * 0.8, x + half, y + half * 0.8) for x, y in spots]


def _along(name: str, line: Line, key: str, size: float) -> str:
    guide = tag("defs", path(curve(line), id=key))
    run = tag("textPath", escape(name), href=f"#{key}", startOffset="50%")
    return guide + tag("text", run, text_anchor="middle", letter_spacing=size * 0.08)
