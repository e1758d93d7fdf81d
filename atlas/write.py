"""The board as text: the same board always gives the same bytes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from .hexes import Grid, Hex, Side, number, parse, side_name
from .lines import Chain

WIDTH = 12  # hexsides to a line
HEAD = """\
# Written by `python -m atlas`; change atlas/pgg.toml and build again instead of editing here.
format = 1
game = {game}
title = {title}

[grid]
shape = "flat"
columns = {columns}
rows = {rows}
"""


@dataclass
class Board:
    """All that goes onto a board, each part with the input it came from."""

    grid: Grid
    spec: dict[str, Any]
    terrain: list[tuple[str, str, str, set[Hex]]] = field(default_factory=list)
    rivers: list[tuple[dict[str, Any], list[Side]]] = field(default_factory=list)
    roads: list[tuple[dict[str, Any], list[Chain]]] = field(default_factory=list)
    rails: list[tuple[dict[str, Any], list[Chain]]] = field(default_factory=list)
    places: list[dict[str, Any]] = field(default_factory=list)
    areas: list[dict[str, Any]] = field(default_factory=list)

    def of_kind(self, kind: str) -> set[Hex]:
        """All hexes of one kind of terrain."""
        return {at for one in self.terrain if one[0] == kind for at in one[3]}


def text(board: Board) -> str:
    """The whole file."""
    spec = board.spec
    head = {key: quote(spec[key]) for key in ("game", "title")} | spec["grid"]
    parts = [HEAD.format(**head)]
    parts += [terrain(*one) for one in board.terrain]
    parts += [table("river", origin(given), {"sides": sides(course)}) for given, course in board.rivers]
    parts += [table("road", origin(given), {"steps": steps(chains)}) for given, chains in board.roads]
    parts += [table("rail", origin(given), {"steps": steps(chains)}) for given, chains in board.rails]
    parts += [table("place", one, {}) for one in board.places]
    parts += [table("area", one, {}) for one in board.areas]
    return "\n".join(parts)


def origin(given: dict[str, Any]) -> dict[str, Any]:
    """What the file tells of where a line came from."""
    return {key: given[key] for key in ("name", "from", "why")}


def terrain(kind: str, source: str, why: str, hexes: set[Hex]) -> str:
    """One entry of terrain; clear ground is what is left over."""
    start = {"kind": kind, "from": source, "why": why}
    if kind == "clear":
        return table("terrain", start | {"hexes": "rest"}, {})
    columns = groupby(sorted(hexes), key=lambda at: at[0])
    return table("terrain", start, {"hexes": [" ".join(map(number, group)) for _, group in columns]})


def sides(course: list[Side]) -> list[str]:
    """Hexsides in the order of the river, some to a line."""
    names = [side_name(one) for one in course]
    return [" ".join(names[start : start + WIDTH]) for start in range(0, len(names), WIDTH)]


def steps(chains: list[Chain]) -> list[str]:
    """One line for each chain of hexes."""
    return ["-".join(map(number, chain)) for chain in chains]


def table(kind: str, short: dict[str, Any], long: dict[str, list[str]]) -> str:
    """One entry of an array of tables."""
    lines = [f"[[{kind}]]", *(f"{key} = {quote(value)}" for key, value in short.items())]
    for key, values in long.items():
        lines += [f'{key} = """', *values, '"""']
    return "\n".join(lines) + "\n"


def quote(value: Any) -> str:
    """A TOML value; strings are written as JSON writes them."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def hexes(given: str) -> list[Hex]:
    """The hexes of a list of numbers."""
    return [parse(one) for one in given.split()]
