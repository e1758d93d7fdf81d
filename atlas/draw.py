"""A plain picture of a board file, for looking at: `python -m atlas.draw board.toml board.svg`."""

from __future__ import annotations

import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

from .hexes import Grid, Hex, corners, ends, middle, number, parse, parse_side, plane

SCALE = 24
GROUND = {"clear": "#f3ecd2", "forest": "#a9c08a", "swamp": "#b5cfc6", "lake": "#7fb0d8"}
INK = {"river": "#2f74b5", "road": "#c8402f", "rail": "#333333"}
CITY = {"major city": "#b9a79a", "minor city": "#d6c8bb", "objective": "#e8d59a"}


def picture(board: dict[str, Any]) -> str:
    """The whole drawing as SVG."""
    grid = Grid(board["grid"]["columns"], board["grid"]["rows"])
    width, height = (grid.columns * 1.5 + 2) * SCALE, (grid.rows * 3**0.5 + 4) * SCALE
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}">']
    parts += ['<rect width="100%" height="100%" fill="white"/>']
    parts += grounds(board, grid) + waters(board) + ways(board) + names(board)
    return "\n".join([*parts, "</svg>\n"])


def dot(at: tuple[float, float]) -> str:
    """A point of the plane in the picture."""
    return f"{at[0] * SCALE:.1f},{at[1] * SCALE:.1f}"


def fills(board: dict[str, Any]) -> dict[Hex, str]:
    """The colour of every hex that is not clear."""
    found: dict[Hex, str] = {}
    for one in board["terrain"]:
        if one["hexes"] != "rest":
            found |= {parse(at): GROUND[one["kind"]] for at in one["hexes"].split()}
    for one in board["place"]:
        if one["kind"] in CITY:
            found |= {parse(at): CITY[one["kind"]] for at in one["hexes"].split()}
    return found


def grounds(board: dict[str, Any], grid: Grid) -> list[str]:
    """The hexes with their colours and numbers."""
    colours, parts = fills(board), []
    for at in grid.hexes:
        shape = " ".join(dot(plane(corner)) for corner in corners(at))
        colour = colours.get(at, GROUND["clear"])
        parts.append(f'<polygon points="{shape}" fill="{colour}" stroke="#999" stroke-width="0.5"/>')
        x, y = middle(at)
        parts.append(label(number(at), x, y - 0.6, 7, "#666"))
    return parts


def label(text: str, x: float, y: float, size: int, colour: str) -> str:
    """A few words centred on a point."""
    return (
        f'<text x="{x * SCALE:.1f}" y="{y * SCALE:.1f}" font-size="{size}" font-family="sans-serif" '
        f'text-anchor="middle" fill="{colour}">{text}</text>'
    )


def stroke(points: list[tuple[float, float]], kind: str, width: float, extra: str = "") -> str:
    """A line through some points."""
    joined = " ".join(map(dot, points))
    return f'<polyline points="{joined}" fill="none" stroke="{INK[kind]}" stroke-width="{width}" {extra}/>'


def waters(board: dict[str, Any]) -> list[str]:
    """The river hexsides."""
    parts = []
    for one in board["river"]:
        for text in one["sides"].split():
            both = [plane(corner) for corner in ends(*parse_side(text))]
            parts.append(stroke(both, "river", 4, 'stroke-linecap="round"'))
    return parts


def ways(board: dict[str, Any]) -> list[str]:
    """Rails, and roads beside them with gaps where rivers cut them."""
    wet = {parse_side(text) for one in board["river"] for text in one["sides"].split()}
    parts = []
    for kind, width in (("rail", 1.5), ("road", 2.5)):
        for chain in (text for one in board[kind] for text in one["steps"].split()):
            for pair in pairwise([parse(at) for at in chain.split("-")]):
                gap = kind == "road" and (min(pair), max(pair)) in wet
                dash = 'stroke-dasharray="2 4"' if gap else 'stroke-dasharray="6 2"' if kind == "rail" else ""
                parts.append(stroke([middle(at) for at in pair], kind, width, dash))
    return parts


def names(board: dict[str, Any]) -> list[str]:
    """The names of places, and the marks of towns."""
    parts = []
    for one in board["place"]:
        x, y = middle(parse(one["hexes"].split()[0]))
        if one["kind"] == "town":
            parts.append(f'<circle cx="{x * SCALE:.1f}" cy="{y * SCALE:.1f}" r="3" fill="black"/>')
        parts.append(label(one["name"], x, y + 0.6, 11 if "city" in one["kind"] else 8, "black"))
    return parts


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(picture(tomllib.loads(Path(sys.argv[1]).read_text())), encoding="utf-8")
