"""The board of The Russian Campaign: geography, pinned to the hexes that the rulebook and the facts name."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import shapely

from atlas import correct, derive, layers, lines, rivers
from atlas.board import Board
from atlas.fit import anchors_of, fit
from atlas.geo import Geo
from hexfront.games import boards

from . import checks, countries, fronts, ground

TRC = boards.grid("trc")

Spec = dict[str, Any]


def build(geo: Geo) -> Board:
    """The whole board."""
    spec = tomllib.loads((Path(__file__).parent / "trc.toml").read_text(encoding="utf-8"))
    where = fit(TRC, anchors_of(spec["anchor"]), degree=spec["degree"])
    board = Board("trc", spec["title"], TRC, where, places=spec["place"])
    earth = shapely.union(geo.land, derive.polygon(spec["beyond"]))
    ground.waters(board, geo, earth, spec)
    correct.apply(board, spec["early"])
    ground.unreachable(board)
    ground.coasts(board, geo, earth, spec)
    countries.divide(board, spec)
    ground.relief(board, geo, spec)
    water = rivers.Water(where, geo, board.blocked, board.water)
    board.rivers = [ground.river(water, given) for given in spec["river"]]
    lay_rails(board, spec)
    correct.apply(board, spec["late"])
    ground.straits(board, spec)
    ground.woods(board, spec)
    fronts.add(board, spec)
    countries.areas(board, spec)
    board.drawn["land"] = layers.rings(where.carry(earth))
    checks.run(board, spec)
    return board


def lay_rails(board: Board, spec: Spec) -> None:
    """All rails in order, their way-points cities, hexes or landmarks; mountains and swamps are dear."""
    marks = {name: board.where.hex(*at) or name for name, at in spec["landmarks"].items()}
    dear = dict.fromkeys(board.of_kind("mountain"), 0.3)
    for given in spec["rail"]:
        chains = [" - ".join(marks.get(part, part) for part in text.split(" - ")) for text in given["chains"]]
        laid = lines.lay(board, given | {"chains": chains}, board.rails, dear)
        board.rails.append(laid)
