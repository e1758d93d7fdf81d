"""Names on the map: each town's name at the best of many places around it, each river's name along its course."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from hexfront.grid import members
from hexfront.mechanics.boardmap import Place
from hexfront.show import style
from hexfront.show.counters import box
from hexfront.show.places import anchor_at, badge_at, has_anchor
from hexfront.show.rivers import River
from hexfront.show.scene import Scene
from hexfront.show.svg import HEX, Line, Point, even, group, words

Box = tuple[float, float, float, float]  # left, top, right, bottom in drawing units
Square = tuple[int, int]

# How wide the letters from blank to tilde are, in hundredths of their size.
WIDTHS = (
    "29 36 41 75 57 85 80 25 35 35 45 75 29 30 29 30 57 57 57 57 57 57 57 57 57 57 30 30 75 75 75 48 90 65 66 69 72 66 "
    "62 72 78 36 36 67 60 92 79 74 61 74 68 62 60 76 65 92 64 59 62 35 30 35 75 45 45 54 58 50 58 53 33 58 58 29 28 54 "
    "29 85 58 54 58 58 43 46 36 58 51 77 51 51 47 57 30 57 75"
)
_WIDTH = [int(number) / 100 for number in WIDTHS.split()]


def width(text: str, size: float, bold: bool = False) -> float:
    """About how wide a text is."""
    plain = sum(_WIDTH[ord(c) - 32] if 32 <= ord(c) < 127 else 0.6 for c in text)
    return plain * size * (1.1 if bold else 1.0)


@dataclass
class Taken:
    """What lies on the map already: boxes, each with how bad it is to write over it, and points of lines.

    Both are kept by the squares of the map that they touch, so that only what is near is looked at.
    """

    boxes: dict[Square, list[tuple[Box, float]]] = field(default_factory=lambda: defaultdict(list))
    points: dict[Square, list[tuple[float, float, float]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, box: Box, weight: float) -> None:
        """Remember a box."""
        for square in _squares(box):
            self.boxes[square].append((box, weight))

    def add_line(self, line: Iterable[Point], weight: float) -> None:
        """Remember a line by its points."""
        for x, y in even(list(line), 0.12):
            self.points[int(x // 1), int(y // 1)].append((x * HEX, y * HEX, weight))

    def cost(self, want: Box) -> float:
        """How bad it is to write into a box."""
        squares = _squares(want)
        near = {one for square in squares for one in self.boxes.get(square, ())}
        found = sum(weight * _overlap(want, other) for other, weight in sorted(near))
        for square in squares:
            for x, y, weight in self.points.get(square, ()):
                if want[0] <= x <= want[2] and want[1] <= y <= want[3]:
                    found += weight
        return found


def _squares(box: Box) -> list[Square]:
    """The squares of the map, one hex wide, that a box touches."""
    columns = range(int(box[0] // HEX), int(box[2] // HEX) + 1)
    return [(column, row) for column in columns for row in range(int(box[1] // HEX), int(box[3] // HEX) + 1)]


def _overlap(a: Box, b: Box) -> float:
    """How much of a text's box another box covers, with something more for touching at all."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    return 0.3 + wide * high / ((a[2] - a[0]) * (a[3] - a[1]))


# -- towns -------------------------------------------------------------------------------------------------


def towns(scene: Scene, taken: Taken) -> list[str]:
    """The names of all places, the great ones first; each is written once."""
    ranked = sorted(scene.board.places, key=lambda p: (style.place_style(p.kind).rank, -p.points, p.name))
    parts = []
    for place in ranked:
        _, box_, x, y = min(_choices(scene, taken, place))
        taken.add(box_, 30.0)
        parts.append(_name(scene, place, x, y))
    return [group(parts, fill=style.INK, paint_order="stroke", stroke=style.SHEET, stroke_linejoin="round")]


def _name(scene: Scene, place: Place, x: float, y: float) -> str:
    look = style.place_style(place.kind)
    size = scene.units(look.text)
    weight = "bold" if look.bold else None
    halo = {"stroke_width": size * 0.2, "stroke_opacity": "0.85"}
    return words(place.name, x, y, font_size=size, font_family=style.SERIF, font_weight=weight, **halo)


def _choices(scene: Scene, taken: Taken, place: Place) -> Iterator[tuple[float, Box, float, float]]:
    """Every place where the name could stand: cost, box, and where the text begins."""
    look = style.place_style(place.kind)
    size = scene.units(look.text)
    wide, high = width(place.name, size, look.bold), size * 0.74
    for h in members(place.hexes):
        for dislike, left, foot in _spots(scene, h, wide, high, look.sign == "city"):
            want = left - size * 0.08, foot - high - size * 0.06, left + wide + size * 0.08, foot + size * 0.24
            cost = dislike + taken.cost(want) + outside(scene, want)
            yield round(cost, 4), want, round(left, 1), round(foot, 1)


def _spots(scene: Scene, h: int, wide: float, high: float, city: bool) -> Iterator[tuple[float, float, float]]:
    """Places around a hex's middle, the nearest and the usual ones first: dislike, left end, foot of the text."""
    x, y = (value * HEX for value in scene.grid.centre(h))
    gap = HEX * 0.4 * scene.pen if city else scene.units(0.13)
    for ring, more in enumerate((0.0, 0.14, 0.3, 0.5, 0.75, 1.0, 1.3)):
        r = gap + more * HEX
        far = ring * 0.9
        for up in (0.0, -0.5, 0.5, -1.0, 1.0):
            yield far + 0.1 + 0.3 * abs(up), x + r, y + high / 2 + up * r
            yield far + 0.3 + 0.3 * abs(up), x - r - wide, y + high / 2 + up * r
        for part in (0.5, 0.35, 0.65, 0.2, 0.8):
            yield far + 0.35 + 0.3 * abs(part - 0.5), x - wide * part, y - r
            yield far + 0.4 + 0.3 * abs(part - 0.5), x - wide * part, y + r + high


def outside(scene: Scene, want: Box) -> float:
    """How bad it is that a box reaches over the edge of the board."""
    west, north, east, south = (value * HEX for value in scene.bounds)
    out = max(west + 8 - want[0], north + 8 - want[1], want[2] - east + 8, want[3] - south + 8, 0.0)
    return 50.0 + out if out else 0.0


def taken_by(scene: Scene, rivers: list[River], ways: list[Line]) -> Taken:
    """What names should keep clear of: counters, signs, points, hex numbers, lines."""
    taken = Taken()
    for h in scene.by_hex:
        taken.add(box(scene, h), 12.0)
    for place in scene.board.places:
        reach = HEX * 0.34 * scene.pen if style.place_style(place.kind).sign == "city" else scene.units(0.11)
        for h in members(place.hexes):
            x, y = (value * HEX for value in scene.grid.centre(h))
            taken.add((x - reach, y - reach, x + reach, y + reach), 6.0)
        if place.points:
            x, y = (value * HEX for value in badge_at(scene, place))
            taken.add((x - 16, y - 16, x + 16, y + 16), 8.0)
        if has_anchor(place):
            x, y = (value * HEX for value in anchor_at(scene, place))
            taken.add((x - 12, y - 13, x + 12, y + 13), 8.0)
    for river in rivers:
        taken.add_line(river.line, 0.1)
    for way in ways:
        taken.add_line(way, 0.07)
    for x, y in scene.shore:
        taken.points[int(x // 1), int(y // 1)].append((x * HEX, y * HEX, 0.12))
    return taken
