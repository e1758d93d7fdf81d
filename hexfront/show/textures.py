"""Textures of terrain: little marks strewn over sets of hexes, never in rows, never the same way twice in a row."""

from collections.abc import Callable, Iterator
from math import cos, sin
from random import Random

from hexfront.show import style
from hexfront.show.scene import Scene, wobble
from hexfront.show.svg import HEX, Point, dots, group, path, whole

Strewn = list[tuple[Point, float]]  # places, each with a number from 0 to 1 that makes it differ from the others
ROUGH = 0.17  # how far the edge of an area strays from its hexsides


def strewn(scene: Scene, mask: int, gap: float, name: str) -> Strewn:
    """Places over a set of hexes, about `gap` pen units apart, uneven, over the roughened outline of the set."""
    return [(at, chance) for at, chance in _spread(scene, gap * scene.pen, name) if _inside(scene, mask, at)]


def _inside(scene: Scene, mask: int, at: Point) -> bool:
    x, y = wobble(at, ROUGH)
    h = scene.hex_at((2 * at[0] - x, 2 * at[1] - y))
    return h >= 0 and bool(mask >> h & 1)


def _spread(scene: Scene, gap: float, name: str) -> Iterator[tuple[Point, float]]:
    west, north, east, south = scene.bounds
    chance = Random(f"{scene.game} {name}").random
    rows, columns = int((south - north) / gap / 0.866) + 2, int((east - west) / gap) + 2
    for row in range(rows):
        for column in range(columns):
            x = west + gap * (column + row % 2 / 2 + 0.62 * (chance() - 0.5))
            y = north + gap * 0.866 * (row + 0.62 * (chance() - 0.5))
            yield (x, y), chance()


# -- the marks ---------------------------------------------------------------------------------------------


def trees(scene: Scene, mask: int, ink: str) -> list[str]:
    """Crowns seen from above, each with its shadow to the south-east, a few missing at random."""
    parts = []
    places = [(at, chance) for at, chance in strewn(scene, mask, 0.205, "trees") if chance > 0.12]
    for low, high, size in ((0.12, 0.42, 0.095), (0.42, 0.75, 0.12), (0.75, 1.0, 0.145)):
        some = dots(at for at, chance in places if low < chance <= high)
        shift = scene.units(0.014)
        dark = path(some, stroke="#647b4a", stroke_width=scene.units(size), stroke_opacity="0.75")
        light = path(some, stroke="#a5b67d", stroke_width=scene.units(size * 0.72))
        parts += [dark, group([light], transform=f"translate({-shift:.1f} {-shift:.1f})")]
    return [group(parts, fill="none", stroke_linecap="round")]


def marsh(scene: Scene, mask: int, ink: str) -> list[str]:
    """Strokes of standing water with tufts of reed."""
    u = scene.units
    water, reeds = [], []
    for at, chance in strewn(scene, mask, 0.21, "marsh"):
        long = u(0.07 + 0.09 * chance)
        x, y = at[0] * HEX, at[1] * HEX
        water.append(f"M{x - long / 2:.0f} {y:.0f}h{long:.0f}")
        if chance > 0.62:
            tall, wide = u(0.075), u(0.045)
            reeds.append(f"M{x:.0f} {y:.0f}v{-tall:.0f}M{x:.0f} {y:.0f}l{-wide:.0f} {-tall * 0.8:.0f}")
            reeds.append(f"M{x:.0f} {y:.0f}l{wide:.0f} {-tall * 0.8:.0f}")
    strokes = path("".join(water), stroke=ink, stroke_width=u(0.017))
    tufts = path("".join(reeds), stroke="#4f6b3c", stroke_width=u(0.014))
    return [group([strokes, tufts], fill="none", stroke_linecap="round")]


def peaks(scene: Scene, mask: int, ink: str) -> list[str]:
    """Mountains from north to south, each before the one behind it: a ridge, hachures on its eastern slope."""
    u = scene.units
    rows: dict[int, list[str]] = {}
    for (x, y), chance in strewn(scene, mask, 0.36, "peaks"):
        mark = _peak(x * HEX, y * HEX, u(0.16 + 0.13 * chance), u(0.13 + 0.06 * chance))
        rows.setdefault(int(y * HEX / u(0.1)), []).append(mark)
    pen = {"fill": "#e6d3ae", "stroke": ink, "stroke_width": u(0.017), "stroke_linejoin": "round"}
    return [group([path("".join(rows[row])) for row in sorted(rows)], **pen)]


def _peak(x: float, y: float, high: float, wide: float) -> str:
    parts = [f"M{x - wide:.0f} {y:.0f}L{x:.0f} {y - high:.0f}L{x + wide:.0f} {y:.0f}"]
    for part in (0.12, 0.36, 0.6):
        top, long = y - high * (1 - part), high * (1 - part) * 0.72
        parts.append(f"M{x + wide * part:.0f} {top:.0f}l{wide * 0.05:.0f} {long:.0f}")
    return "".join(parts)


def rough(scene: Scene, mask: int, ink: str) -> list[str]:
    """Hachures like the brows of low hills."""
    u = scene.units
    marks = []
    for at, chance in strewn(scene, mask, 0.27, "rough"):
        wide, x, y = u(0.06 + 0.05 * chance), at[0] * HEX, at[1] * HEX
        marks.append(f"M{x - wide:.0f} {y:.0f}q{wide:.0f} {-wide * 1.5:.0f} {2 * wide:.0f} 0")
        marks.extend(f"M{x + wide * k:.0f} {y - wide * 0.35:.0f}v{wide * 0.6:.0f}" for k in (-0.35, 0.1, 0.5))
    return [path("".join(marks), fill="none", stroke=ink, stroke_width=u(0.016), stroke_opacity="0.75")]


def grass(scene: Scene, mask: int, ink: str) -> list[str]:
    """Tufts of steppe grass."""
    u = scene.units
    marks = []
    for at, chance in strewn(scene, mask, 0.3, "grass"):
        tall, lean = u(0.045 + 0.03 * chance), u(0.03)
        foot = whole(at)
        marks += [f"M{foot}l{-lean:.0f} {-tall:.0f}", f"M{foot}v{-tall * 1.2:.0f}", f"M{foot}l{lean:.0f} {-tall:.0f}"]
    return [path("".join(marks), fill="none", stroke=ink, stroke_width=u(0.013), stroke_opacity="0.7")]


def stipple(scene: Scene, mask: int, ink: str) -> list[str]:
    """Fine dots of sand."""
    places = dots(at for at, _ in strewn(scene, mask, 0.15, "stipple"))
    return [
        path(
            places,
            fill="none",
            stroke=ink,
            stroke_width=scene.units(0.026),
            stroke_linecap="round",
            stroke_opacity="0.7",
        )
    ]


Texture = Callable[[Scene, int, str], list[str]]
TEXTURES: dict[str, Texture] = {
    "trees": trees,
    "marsh": marsh,
    "peaks": peaks,
    "rough": rough,
    "grass": grass,
    "stipple": stipple,
}


def texture(scene: Scene, mask: int, look: style.Ground) -> list[str]:
    """The marks of a kind of terrain over a set of hexes."""
    drawer = TEXTURES.get(look.texture)
    return drawer(scene, mask, look.ink) if drawer and mask else []


def quarters(name: str, many: int) -> list[tuple[float, float, float, float]]:
    """The built-up blocks of a city: place, width and height of each, along bent streets, within a circle of 1."""
    chance = Random(f"city {name}").random
    found: list[tuple[float, float, float, float]] = []
    for ring in range(1, 6):
        for turn in range(5 * ring):
            angle = 6.283 * (turn + 0.35 * chance()) / (5 * ring)
            far = 0.26 * ring - 0.06 + 0.05 * chance()
            found.append((far * cos(angle), far * sin(angle), 0.15 + 0.11 * chance(), 0.12 + 0.09 * chance()))
    return sorted(found, key=lambda one: one[0] ** 2 + one[1] ** 2)[:many]
