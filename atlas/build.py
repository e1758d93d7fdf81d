"""Put a board together from the hand-written input and the geographic extracts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import forest, georeference, lines, rivers
from .hexes import Grid, Hex, Side, number
from .write import Board, hexes


def build(spec: dict[str, Any], folder: Path) -> Board:
    """The whole board."""
    grid = Grid(spec["grid"]["columns"], spec["grid"]["rows"])
    board = Board(grid, spec, places=list(spec["place"]), areas=spec["area"])
    where = georeference.read(spec)
    add_towns(board, where)
    add_waters_and_swamps(board)
    add_lines(board)
    add_rivers(board, folder, where)
    add_woods(board, folder, where)
    board.terrain.append(("clear", "geography", "open country", set()))
    return board


def add_towns(board: Board, where: georeference.Georeference) -> None:
    """Towns, each in the hex given for it or else where the georeference puts it."""
    for one in board.spec["towns"]["list"]:
        there = board.grid.nearest(where.place(one["longitude"], one["latitude"]))
        hand = "hexes" in one
        if not hand and there is None:
            raise ValueError(f"{one['name']} is off the board")
        short = {"name": one["name"], "kind": "town", "hexes": one.get("hexes") or number(there), "points": 0}
        why = "set by hand on its line or bank" if hand else "by longitude and latitude"
        board.places.append(short | {"from": "ours" if hand else "geography", "why": why})


def add_waters_and_swamps(board: Board) -> None:
    """Lakes and swamps, as written down."""
    for kind in ("lake", "swamp"):
        for one in board.spec[kind]:
            board.terrain.append((kind, one["from"], one["why"], set(hexes(one["hexes"]))))


def add_lines(board: Board) -> None:
    """Roads and rails, which keep off the lakes."""
    lakes = board.of_kind("lake")
    for given in board.spec["road"]:
        board.roads.append((given, lines.lay(board.grid, given, lakes)))
    for given in board.spec["rail"]:
        board.rails.append((given, lines.lay(board.grid, given, lakes)))


def add_rivers(board: Board, folder: Path, where: georeference.Georeference) -> None:
    """Rivers in the order given, none over a road but at its breaks."""
    water = rivers.Water(board.grid, dry(board), board.of_kind("lake"))
    surveyed = rivers.courses(folder, where)
    for given in board.spec["river"]:
        along = rivers.guide(given, surveyed, where)
        board.rivers.append((given, rivers.lay(water, given, along)))


def dry(board: Board) -> set[Side]:
    """The hexsides that roads go over without a break."""
    wanted = {one for given, _ in board.roads for text in given["chains"] for one in lines.breaks(text)}
    return {one for _, chains in board.roads for one in lines.steps(chains)} - wanted


def add_woods(board: Board, folder: Path, where: georeference.Georeference) -> None:
    """The named woods, then what the picture shows until the count is reached."""
    given, bare = board.spec["forest"], treeless(board)
    looks = forest.greenness(folder, where, board.grid)
    for _ in range(given["smooth"]):
        looks = forest.smooth(board.grid, looks)
    woods = forest.named(given, looks, bare)
    total = board.spec["counts"]["forest"][0]
    extra = forest.grown(board.grid, looks, woods, bare, total, given["least"])
    board.terrain.append(("forest", "fact", "the wooded blocks of the outline", woods))
    board.terrain.append(("forest", "geography", "darkest green of the Blue Marble picture", extra))


def treeless(board: Board) -> set[Hex]:
    """The hexes that cannot be wood: lakes, swamps and cities."""
    cities = {at for one in board.places if "city" in one["kind"] for at in hexes(one["hexes"])}
    return cities | board.of_kind("lake") | board.of_kind("swamp")
