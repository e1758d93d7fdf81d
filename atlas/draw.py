"""A plain picture of a board, for looking at: `python -m atlas GAME --svg FOLDER`."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from hexfront.grid import Grid, Numbering, grid_of

from .hexes import Hex, Hexes, Point, parse_side

SCALE = 42
GROUND = {
    "clear": "#f3ecd2", "forest": "#a9c08a", "woods": "#a9c08a", "swamp": "#b5cfc6", "marsh": "#b5cfc6",
    "lake": "#7fb0d8", "sea": "#9cc4e4", "mountain": "#c2a98a", "rough": "#d9c39a", "steppe": "#f6e3a8",
    "masked": "#dddddd",
}  # fmt: skip
INK = {"river": "#2f74b5", "road": "#c8402f", "rail": "#333333", "coast": "#000000", "border": "#a03fa0"}
CITY = {"major city": "#b9a79a", "minor city": "#d6c8bb", "objective": "#e8d59a"}
Data = dict[str, Any]


def picture(board: Data, layers: str = "{}") -> str:
    """The whole drawing as SVG: hexes, the features on them, and thin lines for the drawn layers."""
    grid: Grid = grid_of(Numbering(**board["grid"]))
    hexes = Hexes(grid)
    west, north, east, south = (one * SCALE for one in hexes.outline.buffer(0.3).bounds)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{west:.0f} {north:.0f} {east - west:.0f} '
             f'{south - north:.0f}" width="{east - west:.0f}" height="{south - north:.0f}">']  # fmt: skip
    parts += [f'<rect x="{west:.0f}" y="{north:.0f}" width="100%" height="100%" fill="white"/>']
    parts += grounds(board, hexes) + outlines(json.loads(layers)) + edges(board, hexes)
    parts += ways(board, hexes) + names(board, hexes)
    return "\n".join([*parts, "</svg>\n"])


def dots(line: list[Point]) -> str:
    """Points in the picture."""
    return " ".join(f"{x * SCALE:.1f},{y * SCALE:.1f}" for x, y in line)


def fills(board: Data) -> dict[Hex, str]:
    """The colour of every hex that is not clear."""
    found: dict[Hex, str] = {}
    for one in board.get("terrain", []):
        if one["hexes"] != "rest":
            found |= {at: GROUND.get(one["kind"], "#e0b0b0") for at in one["hexes"].split()}
    for one in board.get("place", []):
        if one["kind"] in CITY:
            found |= dict.fromkeys(one["hexes"].split(), CITY[one["kind"]])
    return found


def grounds(board: Data, hexes: Hexes) -> list[str]:
    """The hexes with their colours and numbers."""
    colours, parts = fills(board), []
    for at in hexes.all:
        shape = dots(list(hexes.grid.corners(hexes.grid.hex(at))))
        colour = colours.get(at, GROUND["clear"])
        parts.append(f'<polygon points="{shape}" fill="{colour}" stroke="#999" stroke-width="0.5"/>')
        x, y = hexes.middle(at)
        parts.append(label(at, x, y - 0.3, 7, "#666"))
    return parts


def label(text: str, x: float, y: float, size: int, colour: str) -> str:
    """A few words centred on a point."""
    return (
        f'<text x="{x * SCALE:.1f}" y="{y * SCALE:.1f}" font-size="{size}" font-family="sans-serif" '
        f'text-anchor="middle" fill="{colour}">{text}</text>'
    )


def stroke(line: list[Point], colour: str, width: float, extra: str = "") -> str:
    """A line through some points."""
    return f'<polyline points="{dots(line)}" fill="none" stroke="{colour}" stroke-width="{width}" {extra}/>'


def outlines(layers: Data) -> list[str]:
    """The drawn layers as thin lines: land, lakes, rivers, borders."""
    rings = [ring for one in layers.get("land", []) for ring in one]
    rings += [ring for one in layers.get("lakes", []) for ring in one["rings"]]
    parts = [stroke([*ring, ring[0]], "#1f5f9f", 1.2) for ring in rings]
    parts += [stroke(one["line"], "#3f8fd0", 1.2) for one in layers.get("rivers", [])]
    return parts + [stroke(line, INK["border"], 1.2) for one in layers.get("borders", []) for line in one["lines"]]


def edges(board: Data, hexes: Hexes) -> list[str]:
    """Rivers, coasts and borders along hexsides; rivers in hexes from middle to middle."""
    parts = []
    for kind, width in (("river", 4), ("border", 2), ("coast", 4)):
        for one in board.get(kind, []):
            for text in one.get("sides", "").split():
                both = [hexes.plane(corner) for corner in hexes.ends(parse_side(text))]
                parts.append(stroke(both, INK[kind], width, 'stroke-linecap="round" opacity="0.75"'))
            for text in one.get("crossings", "").split():
                parts.append(stroke([hexes.middle(at) for at in text.split("/")], INK[kind], 5, 'opacity="0.4"'))
    return parts


def ways(board: Data, hexes: Hexes) -> list[str]:
    """Rails and roads."""
    parts = []
    for kind, width, dash in (("rail", 1.5, 'stroke-dasharray="6 2"'), ("road", 2.5, "")):
        for chain in (text for one in board.get(kind, []) for text in one["steps"].split()):
            for pair in pairwise(chain.split("-")):
                parts.append(stroke([hexes.middle(at) for at in pair], INK[kind], width, dash))
    return parts


def names(board: Data, hexes: Hexes) -> list[str]:
    """The names of places, and the marks of towns."""
    parts = []
    for one in board.get("place", []):
        x, y = hexes.middle(one["hexes"].split()[0])
        if one["kind"] not in CITY:
            parts.append(f'<circle cx="{x * SCALE:.1f}" cy="{y * SCALE:.1f}" r="3" fill="black"/>')
        parts.append(label(one["name"], x, y + 0.35, 11 if "city" in one["kind"] else 8, "black"))
    return parts
