"""Boards for the browser: the map alone, in layers that a page can show and hide, and where its hexes lie.

The cartography is that of `hexfront show`; counters, lit hexes and overlays are the page's own layers above it.
"""

from functools import cache
from typing import Any

from hexfront.grid import members
from hexfront.show import borders, lines, places, rivers, style, terrain
from hexfront.show.draw import Sheet, definitions, place_names
from hexfront.show.lean import lean
from hexfront.show.outline import board_outline
from hexfront.show.position import scene_of
from hexfront.show.scene import Scene
from hexfront.show.svg import HEX, group, num, path, straight, tag

PREFIX = "map-"  # before every name inside the map, so that none of them is one of the page around it
EDGE = f"{PREFIX}edge"
NAMED = ("sea-shape", "lake-shape", "hatch", "river-", "ground-")


@cache
def base_map(game_id: str) -> str:
    """The board of a game as SVG text; BadData if there is no such board."""
    scene = scene_of(game_id, counters=False)
    sheet = WebSheet(scene)
    shapes, layers = lean(sheet.layers(), PREFIX)
    inner = "\n".join([tag("defs", f"{definitions(scene, EDGE)}\n{shapes}"), *layers])
    head = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": " ".join(map(num, view_box(scene)))}
    text = tag("svg", f"\n{inner}\n", **head, font_stretch="condensed")
    for name in NAMED:
        for before in ('id="', 'href="#', "url(#"):
            text = text.replace(f"{before}{name}", f"{before}{PREFIX}{name}")
    return text + "\n"


@cache
def geometry(game_id: str) -> dict[str, Any]:
    """Where everything lies on that map, in its units: what a page needs to find the hex under a pointer."""
    scene = scene_of(game_id, counters=False)
    grid = scene.grid
    middle = grid.centre(scene.hexes[0])
    corners = [[_unit(x - middle[0]), _unit(y - middle[1])] for x, y in grid.corners(scene.hexes[0])]
    return {
        "size": HEX,
        "viewBox": [round(value, 1) for value in view_box(scene)],
        "corners": corners,
        "hexes": {grid.label(h): [_unit(value) for value in grid.centre(h)] for h in scene.hexes},
        "towns": [
            {"name": town.name, "hex": grid.label(h)} for town in scene.board.places for h in members(town.hexes)
        ],
    }


def _unit(value: float) -> float:
    """A length of the board in units of the map, with one decimal."""
    return round(value * HEX, 1) + 0.0


def view_box(scene: Scene) -> tuple[float, float, float, float]:
    """Left, top, width and height of the map: the board, with room around it for the letters of its entrances."""
    west, north, east, south = (value * HEX for value in scene.bounds)
    margin = (east - west) / 48
    return west - margin, north - margin, east - west + 2 * margin, south - north + 2 * margin


class WebSheet:
    """The layers of a map from the ground up, each a group with its id, in the order in which paper has them."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.found = rivers.rivers(scene)

    def layers(self) -> list[str]:
        """All layers; an empty one is there too, so that a page need not ask which there are."""
        scene = self.scene
        west, north, east, south = (value * HEX for value in scene.bounds)
        paper = tag("rect", x=west, y=north, width=east - west, height=south - north, fill=style.PAPER)
        edge = "".join(straight(ring, True) for ring in board_outline(scene))
        around = path(edge, fill="none", stroke=style.GRID, stroke_width=scene.units(0.035), opacity="0.9")
        drawn = {
            "ground": [paper],
            "terrain": terrain.ground(scene),
            "water": terrain.water(scene),
            "cities": places.city_tints(scene),
            "grid": [*terrain.masked(scene), *terrain.hex_grid(scene), around],
            "rivers": rivers.draw(scene, self.found),
            "borders": [*borders.works(scene), *borders.borders(scene)],
            "roads": lines.roads(scene),
            "rails": lines.rails(scene),
            "barriers": borders.barriers(scene),
            "numbers": terrain.hex_numbers(scene),
            "towns": [*places.signs(scene), *places.badges(scene)],
        }
        cut = {"clip_path": f"url(#{EDGE})"}
        letters = [part.replace(style.INK, style.FAINT) for part in Sheet(scene).entrances()]  # off the paper
        names = [*place_names(scene, self.found), *letters]
        return [*(_layer(name, parts, **cut) for name, parts in drawn.items()), _layer("names", names)]


def _layer(name: str, parts: list[str], **given: object) -> str:
    return group(parts, id=name, **given) or tag("g", id=name)
