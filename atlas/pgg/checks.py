"""What only the board of pgg must fulfil."""

from __future__ import annotations

import re

from atlas.board import Board
from atlas.checks import astray
from atlas.hexes import Hex, Side, parse_side, side_name
from atlas.lines import breaks, steps
from atlas.report import tally

SMOLENSK = "2216/2217"
RAIL_EXITS = "0109 0112 3901 5907 5921 0131 1831 3131 3831 4331 4531 5431"
ROAD_EXITS = "0120 0501 5907 5915"


def run(board: Board, wanted: dict[str, list[int]]) -> None:
    """All of them."""
    for test in (courses, stops, road_breaks, exits, cities, entrances):
        test(board)
    for kind, (count, off) in wanted.items():
        board.check("counts as wanted", abs(tally(board)[kind] - count) <= off, f"{kind} {tally(board)[kind]}")


def wet(board: Board) -> set[Side]:
    """All river hexsides."""
    return {one for river in board.rivers for one in river.sides}


def courses(board: Board) -> None:
    """Rivers pass their way-points and go no long way round."""
    for one in board.rivers:
        stops = one.given["stops"].split()
        for stop in stops:
            passed = parse_side(stop) in one.sides if "/" in stop else any(stop in part for part in one.sides)
            board.check("rivers pass their way-points", passed, f"{stop} ({one.name})")
        wanders = astray(board.hexes, stops, len(one.sides))
        board.check("no river wanders", not wanders, f"{side_name(one.sides[0])} ({one.name})")


def stops(board: Board) -> None:
    """Roads and rails pass their way-points."""
    for one in board.roads + board.rails:
        for text, chain in zip(one.given["chains"], one.chains, strict=True):
            missed = [f"{stop} ({one.given['name']})" for stop in re.split(r"[-|]", text) if stop not in chain]
            board.check.none("roads and rails pass their way-points", missed)


def road_breaks(board: Board) -> None:
    """Rivers cut roads where the input says so and nowhere else."""
    wanted = {one for way in board.roads for text in way.given["chains"] for one in breaks(text)}
    cut = {one for way in board.roads for one in steps(way.chains)} & wet(board)
    board.check.none("rivers cut roads at their breaks only", map(side_name, sorted(wanted ^ cut)))


def exits(board: Board) -> None:
    """Roads and rails leave the board where they should."""
    for kind, laid, wanted in (("rail", board.rails, RAIL_EXITS), ("road", board.roads, ROAD_EXITS)):
        there = {at for way in laid for chain in way.chains for at in chain}
        for at in wanted.split():
            board.check(f"{kind} exits", at in there and board.hexes.on_edge(at), at)


def cities(board: Board) -> None:
    """Cities stand on firm open ground, none on another's hex; the Dnepr parts Smolensk."""
    board.check("the Dnepr parts Smolensk", parse_side(SMOLENSK) in wet(board), SMOLENSK)
    soft, taken = board.of_kind("swamp", "forest"), set[Hex]()
    for one in board.places:
        own = one["hexes"].split()
        if "city" in one["kind"]:
            board.check.none("cities on open ground", (at for at in own if at in soft))
        board.check.none("no two places in a hex", (at for at in own if at in taken))
        taken |= {at for at in own if one["kind"] != "objective"}


def entrances(board: Board) -> None:
    """Entrances lie on the rim and not in lakes."""
    for one in board.areas:
        for at in one["hexes"].split():
            fine = board.hexes.on_edge(at) and at not in board.water
            board.check("entrances on the edge", fine, f"{at} ({one['id']})")
