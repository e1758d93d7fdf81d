"""The board as text: the same board always gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields
from itertools import groupby
from typing import Any

from hexfront.grid import Numbering

from .board import Band, Board, River, Terrain, Way
from .hexes import Hex, Side, side_name

WIDTH = 12  # hexsides to a line
FEW = 20  # hexes of an area that stay on one line
HEAD = """\
# Written by `python -m atlas`; change atlas/{game} and build again instead of editing here.
format = 1
game = {quoted}
title = {title}

[grid]
"""
INNER = ("stops", "trace", "course", "begin", "end", "bend", "chains", "sides", "hexes", "over", "width")


def text(board: Board) -> str:
    """The whole file."""
    parts = [head(board)]
    parts += [terrain(one) for one in board.terrain if one.hexes]
    parts += [table("terrain", origin(board.rest) | {"hexes": "rest"}, {})]
    parts += [river(one) for one in board.rivers]
    parts += [way("road", one) for one in board.roads] + [way("rail", one) for one in board.rails]
    parts += [band("coast", one) for one in board.coasts if one.sides] + [
        band("border", one) for one in board.borders if one.sides
    ]
    parts += [table("place", one, {}) for one in board.places]
    parts += [listed("area", one) for one in board.areas] + [listed("country", one) for one in board.countries]
    parts += [listed("line", one, ordered=True) for one in board.lines]
    return "\n".join(parts)


def head(board: Board) -> str:
    """The title and the grid: its shape and size, and what else is not as usual."""
    numbering, start = board.grid.numbering, {"game": board.game, "quoted": quote(board.game)}
    lines = [f"{key} = {quote(value)}" for key, value in grid_of(numbering).items()]
    return HEAD.format(**start, title=quote(board.title)) + "\n".join(lines) + "\n"


def grid_of(numbering: Numbering) -> dict[str, Any]:
    """What the file tells of the numbering."""
    always = ("shape", "columns", "rows")
    given = {one.name: (getattr(numbering, one.name), one.default) for one in fields(numbering)}
    return {key: value for key, (value, usual) in given.items() if key in always or value != usual}


def origin(one: Terrain) -> dict[str, Any]:
    """Kind and origin of an entry of terrain."""
    return {"kind": one.kind, "from": one.source, "why": one.why}


def told(given: dict[str, Any]) -> dict[str, Any]:
    """What the file tells of a feature: all of its table that is not a direction for laying it."""
    return {key: value for key, value in given.items() if key not in INNER}


def terrain(one: Terrain) -> str:
    """One entry of terrain."""
    return table("terrain", origin(one), {"hexes": rows(one.hexes)})


def river(one: River) -> str:
    """A river along hexsides, or in hexes with the sides that it crosses."""
    if one.sides:
        return table("river", told(one.given), {"sides": some_sides(one.sides)})
    long = {"hexes": chunks(one.hexes), "crossings": some_sides(one.crossings)}
    return table("river", told(one.given), long)


def way(kind: str, one: Way) -> str:
    """A road or railway, one line for each of its chains."""
    return table(kind, told(one.given), {"steps": ["-".join(chain) for chain in one.chains]})


def band(kind: str, one: Band) -> str:
    """A coast or border."""
    return table(kind, told(one.given), {"sides": some_sides(one.sides)})


def listed(kind: str, one: dict[str, Any], ordered: bool = False) -> str:
    """An area, country or line: few hexes on one line, many on several."""
    hexes = str(one["hexes"]).split()
    if len(hexes) <= FEW:
        return table(kind, one, {})
    short = {key: value for key, value in one.items() if key != "hexes"}
    return table(kind, short, {"hexes": chunks(hexes) if ordered else rows(hexes)})


def rows(hexes: Iterable[Hex]) -> list[str]:
    """Hexes in order, a line for each first half of a label."""
    return [" ".join(group) for _, group in groupby(sorted(hexes), key=lambda at: at[:2])]


def some_sides(sides: Iterable[Side]) -> list[str]:
    """Hexsides in the order given, some to a line."""
    return chunks([side_name(one) for one in sides])


def chunks(words: list[str]) -> list[str]:
    """Words in the order given, some to a line."""
    return [" ".join(words[start : start + WIDTH]) for start in range(0, len(words), WIDTH)]


def table(kind: str, short: dict[str, Any], long: dict[str, list[str]]) -> str:
    """One entry of an array of tables."""
    lines = [f"[[{kind}]]", *(f"{key} = {quote(value)}" for key, value in short.items())]
    for key, values in long.items():
        lines += [f'{key} = """', *values, '"""']
    return "\n".join(lines) + "\n"


def quote(value: Any) -> str:
    """A TOML value; strings, lists and truth are written as JSON writes them."""
    return json.dumps(value, ensure_ascii=False)
