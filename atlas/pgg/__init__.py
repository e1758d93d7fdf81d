"""The board of Panzergruppe Guderian: mostly way-points by hand, joined by geography."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from atlas import derive, layers, lines, rivers
from atlas.board import Board
from atlas.geo import Geo
from atlas.hexes import Hex, Side
from hexfront.games import boards

from . import checks, forest, georeference

PGG = boards.grid("pgg")


def build(geo: Geo) -> Board:
    """The whole board."""
    spec = tomllib.loads((Path(__file__).parent / "pgg.toml").read_text(encoding="utf-8"))
    where = georeference.read(spec["georeference"])
    board = Board("pgg", spec["title"], PGG, where, places=list(spec["place"]), areas=spec["area"])
    add_towns(board, spec["towns"]["list"])
    add_waters_and_swamps(board, spec)
    board.roads = [lines.lay(board, given) for given in spec["road"]]
    board.rails = [lines.lay(board, given) for given in spec["rail"]]
    water = rivers.Water(where, geo, dry(board), board.of_kind("lake"))
    board.rivers = [rivers.along_sides(water, given) for given in spec["river"]]
    add_woods(board, geo, spec)
    board.drawn["lakes"] = [{"name": "", "rings": one} for one in layers.blob(board.hexes, board.of_kind("lake"))]
    checks.run(board, spec["counts"])
    return board


def add_towns(board: Board, towns: list[dict[str, Any]]) -> None:
    """Towns, each in the hex given for it or else where the projection puts it."""
    for one in towns:
        hand, there = "hexes" in one, board.where.hex(one["longitude"], one["latitude"])
        if not hand and there is None:
            raise ValueError(f"{one['name']} is off the board")
        short = {"name": one["name"], "kind": "town", "hexes": one.get("hexes") or there, "points": 0}
        why = "set by hand on its line or bank" if hand else "by longitude and latitude"
        board.places.append(short | {"from": "ours" if hand else "geography", "why": why})


def add_waters_and_swamps(board: Board, spec: dict[str, Any]) -> None:
    """Lakes and swamps, as written down."""
    for kind in ("lake", "swamp"):
        for one in spec[kind]:
            board.add_terrain(kind, one["from"], one["why"], set(board.hexes.read(one["hexes"])))


def dry(board: Board) -> set[Side]:
    """The hexsides that roads go over without a break."""
    wanted = {one for way in board.roads for text in way.given["chains"] for one in lines.breaks(text)}
    return {one for way in board.roads for one in lines.steps(way.chains)} - wanted


def add_woods(board: Board, geo: Geo, spec: dict[str, Any]) -> None:
    """The named woods, then what the picture shows until the count is reached."""
    given, bare = spec["forest"], treeless(board)
    looks = forest.greenness(board.where, geo)
    for _ in range(given["smooth"]):
        looks = derive.smooth(board.hexes, looks)
    woods = forest.named(board.hexes, given, looks, bare)
    extra = forest.grown(board.hexes, looks, woods, bare, spec["counts"]["forest"][0], given["least"])
    board.add_terrain("forest", "fact", "the wooded blocks of the outline", woods)
    board.add_terrain("forest", "geography", "darkest green of the Blue Marble picture", extra)


def treeless(board: Board) -> set[Hex]:
    """The hexes that cannot be wood: lakes, swamps and cities."""
    cities = {at for one in board.places if "city" in one["kind"] for at in one["hexes"].split()}
    return cities | board.of_kind("lake", "swamp")
