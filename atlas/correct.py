"""Corrections by hand: a short list in the board's TOML, each with its reason.

[[correct]]
hexes = "2013 2014"          # or: sides = "3105/3106"
set = "marsh"                # hexes: a kind of terrain, or "clear" for what is left over
why = "..."                  # sides: "river NAME", "coast NAME", "border NAME", or "no river", "no coast" ...
"""

from __future__ import annotations

from collections.abc import Iterable

from .board import Band, Board, Given, River, Terrain
from .hexes import Side


def apply(board: Board, corrections: Iterable[Given]) -> None:
    """Make all corrections, in order."""
    for one in corrections:
        if not one.get("why"):
            raise ValueError(f"a correction without a reason: {one}")
        if "sides" in one:
            set_sides(board, one, board.hexes.read_sides(one["sides"]))
        else:
            set_hexes(board, one)


def set_hexes(board: Board, one: Given) -> None:
    """Give hexes another kind of terrain."""
    these = set(board.hexes.read(one["hexes"]))
    for entry in board.terrain:
        entry.hexes -= these
    if one["set"] != board.rest.kind:
        board.terrain.append(Terrain(one["set"], one.get("from", "ours"), one["why"], these))


def set_sides(board: Board, one: Given, sides: list[Side]) -> None:
    """Put a river, coast or border on hexsides, or take all of that kind off them."""
    what, _, name = one["set"].partition(" ")
    if what == "no":
        for entry in features(board, name):
            entry.sides = [part for part in entry.sides if part not in sides]
        return
    some = features(board, what)
    given = {"name": name, "from": one.get("from", "ours"), "why": one["why"]}
    some.append(River(given, sides) if what == "river" else Band(given, sides))


def features(board: Board, what: str) -> list:
    """The list of a board's rivers, coasts or borders."""
    return {"river": board.rivers, "coast": board.coasts, "border": board.borders}[what]
