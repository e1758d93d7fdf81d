"""Boards for the browser: the map alone, in layers that a page can show and hide, and where its hexes lie.

The cartography is that of `hexfront show`; counters, lit hexes and overlays are the page's own layers above it.
"""

from functools import cache
from typing import Any

from hexfront.grid import members
from hexfront.show import rivers, style
from hexfront.show.draw import Sheet, definitions, layers, place_names
from hexfront.show.lean import lean
from hexfront.show.position import scene_of
from hexfront.show.scene import Scene
from hexfront.show.svg import HEX, group, num, tag

PREFIX = "map-"  # before every name inside the map, so that none of them is one of the page around it
EDGE = f"{PREFIX}edge"
NAMED = ("sea-shape", "lake-shape", "hatch", "river-", "ground-")


@cache
def base_map(game_id: str) -> str:
    """The board of a game as SVG text; BadData if there is no such board."""
    scene = scene_of(game_id, counters=False)
    shapes, drawn = lean(_layers(scene), PREFIX)
    inner = "\n".join([tag("defs", f"{definitions(scene, EDGE)}\n{shapes}"), *drawn])
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


def _layers(scene: Scene) -> list[str]:
    """The layers from the ground up, each a group with its id; an empty one is there too, so that no page need ask."""
    found = rivers.rivers(scene)
    cut = {"clip_path": f"url(#{EDGE})"}
    letters = [part.replace(style.INK, style.FAINT) for part in Sheet(scene).entrances()]  # off the paper
    names = [*place_names(scene, found), *letters]
    drawn = [_layer(name, parts, **cut) for name, parts in layers(scene, found).items()]
    return [*drawn, _layer("names", names)]


def _layer(name: str, parts: list[str], **given: object) -> str:
    return group(parts, id=name, **given) or tag("g", id=name)
