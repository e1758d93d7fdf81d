"""The whole sheet: ground, water, grid, lines, places, counters, names, frame and legend, in this order."""

import re
from itertools import chain

from hexfront.grid import members
from hexfront.show import borders, counters, labels, lines, places, regions, rivernames, rivers, style, terrain
from hexfront.show.legend import Legend
from hexfront.show.outline import board_outline
from hexfront.show.scene import Scene
from hexfront.show.svg import HEX, group, path, straight, tag, words

WIDTH = 2400
COLOUR = re.compile(r"#[0-9a-f]{6}\b")


def draw(scene: Scene, width: int = WIDTH, grey: bool = False) -> str:
    """The sheet as SVG text, so many pixels wide."""
    sheet = Sheet(scene)
    text = sheet.text(width)
    return COLOUR.sub(lambda found: style.grey_of(found[0]), text) if grey else text


class Sheet:
    """The measures of the paper around a board, in drawing units."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        west, north, east, south = (value * HEX for value in scene.bounds)
        self.margin = (east - west) / 48
        self.left, self.top = west - self.margin, north - self.margin
        self.width = east - west + 2 * self.margin
        self.legend = Legend(scene, west, south + self.margin * 0.9, east - west)
        self.height = south - north + self.margin * 2 + self.legend.height

    def text(self, width: int) -> str:
        """The file."""
        height = round(width * self.height / self.width)
        box = f"{self.left:.1f} {self.top:.1f} {self.width:.1f} {self.height:.1f}"
        inner = "\n".join(part for part in self.parts() if part)
        names = {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": width,
            "height": height,
            "viewBox": box,
            "font-stretch": "condensed",
        }
        title = tag("title", f"hexfront {self.scene.game}")
        return tag("svg", f"\n{title}\n{inner}\n", **names) + "\n"

    def parts(self) -> list[str]:
        """All parts from the paper up."""
        scene = self.scene
        paper = tag("rect", x=self.left, y=self.top, width=self.width, height=self.height, fill=style.SHEET)
        found = rivers.rivers(scene)
        names = place_names(scene, found)
        board = group(chain.from_iterable(layers(scene, found).values()), clip_path="url(#board)")
        over = [*self._frame(), *counters.counters(scene), *names]
        return [self._defs(), paper, board, *over, *self.entrances(), *self.legend.parts()]

    def _frame(self) -> list[str]:
        """Two neat lines around the board."""
        west, north, east, south = (value * HEX for value in self.scene.bounds)
        found = []
        for gap, pen in ((0.0, 0.0016), (0.2, 0.0006)):
            out, width = gap * self.margin, pen * (east - west)
            size = {"width": east - west + 2 * out, "height": south - north + 2 * out}
            found.append(
                tag("rect", x=west - out, y=north - out, **size, fill="none", stroke=style.INK, stroke_width=width)
            )
        return found

    def _defs(self) -> str:
        return tag("defs", definitions(self.scene, "board"))

    def entrances(self) -> list[str]:
        """The letters of entrances in the margin, beside the hexes at the edge that belong to them."""
        spots: dict[tuple[float, float], list[str]] = {}
        for name, mask in self.scene.board.areas.items():
            at = self._beside(mask)
            if at and len(name) == 1:
                spots.setdefault(at, []).append(name)
        size = self.margin * 0.42
        look = {
            "font_size": size,
            "text_anchor": "middle",
            "font_family": style.SANS,
            "font_weight": "bold",
            "fill": style.INK,
        }
        return [group([words(" ".join(names), x, y + size * 0.35) for (x, y), names in spots.items()], **look)]

    def _beside(self, mask: int) -> tuple[float, float] | None:
        """The place in the margin next to a set of hexes that all lie at one edge."""
        grid, out = self.scene.grid, self.margin * 0.56
        west, north, east, south = (value * HEX for value in self.scene.bounds)
        centres = [grid.centre(h) for h in members(mask)]
        x = sum(at[0] for at in centres) / len(centres) * HEX
        y = sum(at[1] for at in centres) / len(centres) * HEX
        for edge, spot in (
            (grid.west, (west - out, y)),
            (grid.east, (east + out, y)),
            (grid.north, (x, north - out)),
            (grid.south, (x, south + out)),
        ):
            if mask & ~edge == 0:
                return round(spot[0], 1), round(spot[1], 1)
        return None


def layers(scene: Scene, found: list[rivers.River]) -> dict[str, list[str]]:
    """What lies on the board under the counters, from the ground up."""
    west, north, east, south = (value * HEX for value in scene.bounds)
    paper = tag("rect", x=west, y=north, width=east - west, height=south - north, fill=style.PAPER)
    edge = "".join(straight(ring, True) for ring in board_outline(scene))
    around = path(edge, fill="none", stroke=style.GRID, stroke_width=scene.units(0.035), opacity="0.9")
    return {
        "ground": [paper],
        "terrain": terrain.ground(scene),
        "water": terrain.water(scene),
        "cities": places.city_tints(scene),
        "grid": [*terrain.masked(scene), *terrain.hex_grid(scene), around],
        "rivers": rivers.draw(scene, found),
        "borders": [*borders.works(scene), *borders.borders(scene)],
        "roads": lines.roads(scene),
        "rails": lines.rails(scene),
        "barriers": borders.barriers(scene),
        "numbers": terrain.hex_numbers(scene),
        "towns": [*places.signs(scene), *places.badges(scene)],
    }


def definitions(scene: Scene, edge: str) -> str:
    """What a sheet refers to: the edge at which the board is cut, and the hatching of what is not in play."""
    west, north, east, south = (value * HEX for value in scene.bounds)
    sheet = tag("rect", x=west, y=north, width=east - west, height=south - north)
    gap = scene.units(0.16)
    pen = {"stroke": style.ground("masked").ink, "stroke_width": scene.units(0.02)}
    hatch = path(f"M0 {gap:.1f}L{gap:.1f} 0", **pen)
    pattern = tag("pattern", hatch, id="hatch", width=gap, height=gap, patternUnits="userSpaceOnUse")
    return tag("clipPath", sheet, id=edge) + pattern


def place_names(scene: Scene, found: list[rivers.River]) -> list[str]:
    """The names of towns, countries and rivers, none on another, nor on counters, signs and lines."""
    limits = [line for kind in borders.kinds(scene) for line in borders.border_lines(scene, kind)]
    ways = [*lines.ways(scene, scene.board.road_links), *lines.ways(scene, scene.board.rails), *limits]
    taken = labels.taken_by(scene, found, ways)
    towns, lands = labels.towns(scene, taken), regions.names(scene, taken)
    return [*towns, *lands, *rivernames.river_names(scene, taken, found)]
