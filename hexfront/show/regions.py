"""The names of countries and seas, in wide letters where there is room for them."""

from collections.abc import Iterator

from hexfront.grid import members
from hexfront.show import style
from hexfront.show.labels import Box, Taken, outside, width
from hexfront.show.scene import Scene
from hexfront.show.svg import HEX, group, words

SIZES = (0.8, 0.62, 0.5, 0.4, 0.32)
SPACED = 0.28  # blank between letters, in parts of their size


def names(scene: Scene, taken: Taken) -> list[str]:
    """All names of regions; one that finds no room is left out."""
    shown = scene.grid.all & ~sum(scene.board.kinds.get(kind, 0) for kind in style.MASKED)
    lands = [(name, mask & shown & scene.board.land, False) for name, mask in scene.board.countries.items()]
    parts = []
    for name, mask, wet in [*seas(scene), *sorted(lands, key=lambda one: (-one[1].bit_count(), one[0]))]:
        found = _best(scene, taken, name, mask)
        if found:
            size, box, x, y = found
            taken.add(box, 6.0)
            parts.append(_name(name, size, x, y, wet))
    return [group(parts, text_anchor="middle", font_family=style.SERIF, stroke=style.PAPER, stroke_linejoin="round")]


def _name(name: str, size: float, x: float, y: float, wet: bool) -> str:
    look = {"fill": style.RIVER_NAME, "font_style": "italic", "stroke": style.WATER} if wet else {"fill": style.NATION}
    halo = {"stroke_width": size * 0.16, "stroke_opacity": "0.6", "paint_order": "stroke"}
    return words(name, x, y, font_size=size, letter_spacing=size * SPACED, fill_opacity="0.8", **halo, **look)


def seas(scene: Scene) -> Iterator[tuple[str, int, bool]]:
    """The seas of the board's table, each with all its hexes."""
    for name, label in style.look(scene.game).seas:
        yield name, scene.grid.flood(scene.grid.mask(label), scene.board.sea), True


def _best(scene: Scene, taken: Taken, name: str, mask: int) -> tuple[float, Box, float, float] | None:
    """The largest size at which a name fits into its region, and its best place there."""
    for part in SIZES:
        size = scene.units(part)
        wide = width(name, size) + SPACED * size * len(name)
        found = min(_choices(scene, taken, mask, wide, size), default=None)
        if found and found[0] < 1.0 + 0.6 * (part == SIZES[-1]):
            return size, found[1], found[2], found[3]
    return None


def _choices(
    scene: Scene, taken: Taken, mask: int, wide: float, size: float
) -> Iterator[tuple[float, Box, float, float]]:
    """Every hex of the region and the sides between: cost, box, middle of the text."""
    hexes = members(mask)
    centres = [scene.grid.centre(h) for h in hexes]
    middle = [sum(at[i] for at in centres) / max(1, len(centres)) * HEX for i in (0, 1)]
    reach = max(1.0, len(hexes) ** 0.5) * HEX
    for x, y in centres:
        for rise in (-0.29, 0.0, 0.29):
            at, foot = x * HEX, (y + rise) * HEX + size * 0.36
            want = at - wide / 2, foot - size * 0.85, at + wide / 2, foot + size * 0.2
            away = (abs(at - middle[0]) + abs(foot - middle[1])) / reach
            cost = 0.35 * away + 4.0 * _stray(scene, mask, want)
            if cost < 2.0:
                yield round(cost + taken.cost(want) * 0.6 + outside(scene, want), 4), want, round(at, 1), round(foot, 1)


def _stray(scene: Scene, mask: int, want: Box) -> float:
    """How much of a box lies outside a region."""
    left, top, right, bottom = want
    many = max(3, int((right - left) / HEX * 2) + 1)
    spots = [(left + (right - left) * i / (many - 1), y) for i in range(many) for y in (top, bottom)]
    out = [scene.hex_at((x / HEX, y / HEX)) for x, y in spots]
    return sum(1 for h in out if h < 0 or not mask >> h & 1) / len(spots)
