"""What a board must fulfil before it is written; every fault names its hex."""

from __future__ import annotations

import re
from itertools import pairwise

from .georeference import Georeference
from .hexes import Hex, Side, apart, number, parse, parse_side, side_name
from .lines import breaks, steps
from .rivers import spot
from .write import Board, hexes

SMOLENSK = "2216/2217"
RAIL_EXITS = "0109 0112 3901 5907 5921 0131 1831 3131 3831 4331 4531 5431"
ROAD_EXITS = "0120 0501 5907 5915"
LONGEST = 1.9  # hexsides a river may take for each one of the straight way


def faults(board: Board) -> list[str]:
    """Everything that is wrong with a board."""
    tests = (terrain, courses, astray, chains, road_breaks, exits, cities, entrances, counts, connected)
    return [fault for test in tests for fault in test(board)]


def wet(board: Board) -> set[Side]:
    """All river hexsides."""
    return {one for _, course in board.rivers for one in course}


def terrain(board: Board) -> list[str]:
    """No hex has two kinds of terrain or lies off the board."""
    seen: dict[Hex, str] = {}
    found = []
    for kind, _, _, these in board.terrain:
        found += [f"{number(at)}: {kind} off the board" for at in sorted(these) if at not in board.grid]
        found += [f"{number(at)}: both {seen[at]} and {kind}" for at in sorted(these) if at in seen]
        seen |= dict.fromkeys(these, kind)
    return found


def courses(board: Board) -> list[str]:
    """Rivers hang together, pass their way-points, and no hexside belongs to two of them."""
    found, used = [], set()
    for given, course in board.rivers:
        name = given["name"]
        for first, second in pairwise(course):
            if not set(board.grid.sides[first]) & set(board.grid.sides[second]):
                found.append(f"{side_name(second)}: the {name} is torn here")
        for stop in given["stops"].split():
            if not passes(course, stop):
                found.append(f"{stop}: the {name} misses it")
        found += [f"{side_name(one)}: twice a river" for one in course if one in used]
        used |= set(course)
    return found


def astray(board: Board) -> list[str]:
    """No river goes a long way round between its way-points."""
    found = []
    for given, course in board.rivers:
        stops = [spot(stop) for stop in given["stops"].split()]
        direct = sum(apart(a, b) ** 0.5 for a, b in pairwise(stops))
        if len(course) > LONGEST * direct + 7:
            found.append(f"{side_name(course[0])}: the {given['name']} wanders, {len(course)} hexsides")
    return found


def passes(course: list[Side], stop: str) -> bool:
    """Whether a river runs along a hexside, or along any side of a hex."""
    if "/" in stop:
        return parse_side(stop) in course
    return any(parse(stop) in one for one in course)


def chains(board: Board) -> list[str]:
    """Roads and rails go from neighbour to neighbour through all their way-points, off the lakes."""
    found, lakes = [], board.of_kind("lake")
    for given, laid in board.roads + board.rails:
        for text, chain in zip(given["chains"], laid, strict=True):
            found += [
                f"{stop}: {given['name']} misses it" for stop in re.split(r"[-|]", text) if parse(stop) not in chain
            ]
            found += [
                f"{number(b)}: {given['name']} jumps" for a, b in pairwise(chain) if b not in board.grid.around(a)
            ]
            found += [f"{number(at)}: {given['name']} in a lake" for at in chain if at in lakes]
    return found


def road_breaks(board: Board) -> list[str]:
    """Rivers cut roads where the input says so and nowhere else."""
    wanted = {one for given, _ in board.roads for text in given["chains"] for one in breaks(text)}
    cut = {one for _, laid in board.roads for one in steps(laid)} & wet(board)
    found = [f"{side_name(one)}: no river at this break of the road" for one in sorted(wanted - cut)]
    return found + [f"{side_name(one)}: a river cuts the road here" for one in sorted(cut - wanted)]


def exits(board: Board) -> list[str]:
    """Roads and rails leave the board where they should."""
    found = []
    for kind, laid, wanted in (("rail", board.rails, RAIL_EXITS), ("road", board.roads, ROAD_EXITS)):
        there = {at for _, some in laid for chain in some for at in chain}
        for at in hexes(wanted):
            if at not in there or not board.grid.on_edge(at):
                found.append(f"{number(at)}: no {kind} exit")
    return found


def cities(board: Board) -> list[str]:
    """Cities stand on firm open ground, those of two hexes side by side; the Dnepr parts Smolensk."""
    found = [] if parse_side(SMOLENSK) in wet(board) else [f"{SMOLENSK}: no river in Smolensk"]
    taken: set[Hex] = set()
    bad = {kind: board.of_kind(kind) for kind in ("lake", "swamp", "forest")}
    for one in board.places:
        own = hexes(one["hexes"])
        kinds = ("lake", "swamp", "forest") if "city" in one["kind"] else ("lake",)
        found += [f"{number(at)}: {one['name']} in {kind}" for kind in kinds for at in own if at in bad[kind]]
        found += [f"{number(at)}: {one['name']} shares its hex" for at in own if at in taken]
        taken |= {at for at in own if one["kind"] != "objective"}
        if len(own) == 2 and own[1] not in board.grid.around(own[0]):
            found.append(f"{one['hexes']}: {one['name']} is torn")
    return found


def entrances(board: Board) -> list[str]:
    """Entrances lie on the rim and not in lakes."""
    found, lakes = [], board.of_kind("lake")
    for one in board.areas:
        for at in hexes(one["hexes"]):
            if not board.grid.on_edge(at) or at in lakes:
                found.append(f"{number(at)}: entrance {one['id']} is not on the edge or in a lake")
    return found


def tally(board: Board) -> dict[str, int]:
    """How many of each there are."""
    count = {kind: len(board.of_kind(kind)) for kind in ("forest", "swamp", "lake")}
    count["river"] = len(wet(board))
    count["road"] = len(steps([chain for _, laid in board.roads for chain in laid]))
    count["rail"] = len(steps([chain for _, laid in board.rails for chain in laid]))
    return count


def counts(board: Board) -> list[str]:
    """Each count is near the one wanted."""
    wanted = board.spec["counts"]
    return [
        f"{kind}: {count}, wanted {wanted[kind][0]} give or take {wanted[kind][1]}"
        for kind, count in tally(board).items()
        if abs(count - wanted[kind][0]) > wanted[kind][1]
    ]


def connected(board: Board) -> list[str]:
    """Every hex that is no lake can be reached on land, every rail hex by rail."""
    land = set(board.grid.hexes) - board.of_kind("lake")
    near = {at: board.grid.around(at) for at in land}
    rails: dict[Hex, list[Hex]] = {}
    for first, second in steps([chain for _, laid in board.rails for chain in laid]):
        rails.setdefault(first, []).append(second)
        rails.setdefault(second, []).append(first)
    found = [f"{number(at)}: cut off by lakes" for at in left_out(near)]
    return found + [f"{number(at)}: cut off from the other rails" for at in left_out(rails)]


def left_out(near: dict[Hex, list[Hex]]) -> list[Hex]:
    """The hexes of a net that cannot be reached from its first."""
    left, rim = set(near), [min(near)]
    while rim:
        at = rim.pop()
        if at in left:
            left.discard(at)
            rim += near[at]
    return sorted(left)


def summary(board: Board, where: Georeference) -> list[str]:
    """What to tell after a build."""
    found = [f"{kind} {count}" for kind, count in tally(board).items()]
    worst = [f"{one.name} {one.residual:.1f}" for one in where.anchors]
    return ["counts: " + ", ".join(found), "fit before bending, hexes off: " + ", ".join(worst)]
