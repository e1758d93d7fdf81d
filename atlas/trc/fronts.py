"""Start lines: the land of each side, and the hexes of the two sides that face each other, from north to south."""

from __future__ import annotations

from typing import Any

import shapely

from atlas import derive
from atlas.board import Board
from atlas.hexes import Hex, Side

from . import countries

Spec = dict[str, Any]
NAMES = {"axis": "Axis", "russian": "Russian"}


def add(board: Board, spec: Spec) -> None:
    """The start line of June 1941 from the countries, then those of the scenarios."""
    war = countries.of(board, *countries.AXIS, "Finland")
    one = spec["start"]
    write(board, one["id"], one, war)
    board.borders.append(countries.band(one["name"], one["from"], one["why"], facing(board, war)))
    others = [name["name"] for name in spec["country"]]
    for index, name in enumerate(others):
        for other in others[index + 1 :]:
            sides = derive.edge_of(board.hexes, countries.of(board, name), countries.of(board, other))
            if sides:
                why = "border of 1941 between the countries of this board"
                board.borders.append(countries.band(f"{name}-{other}", "geography", why, sides))
    finns = set(board.hexes.read(spec["finns"]["hexes"]))
    countries.area(board, "karelia", "Karelia", "ours", spec["finns"]["why"], finns)
    for one in spec["front"]:
        write(board, one["id"], one, held(board, one, finns))


def held(board: Board, one: Spec, finns: set[Hex]) -> set[Hex]:
    """The land of the Axis: a front's hexes, all west of them, Finland and what the Finns hold of Karelia."""
    line = [board.hexes.middle(at) for at in one["course"].split()]
    rim = [(line[-1][0], 60.0), (-9.0, 60.0), (-9.0, -9.0), (line[0][0], -9.0)]
    west = shapely.make_valid(shapely.Polygon(line + rim)).buffer(0.1)
    found = {at for at in board.land if west.contains(shapely.Point(board.hexes.middle(at)))}
    found |= countries.of(board, "Finland") | finns
    return found - countries.of(board, "Bulgaria", "Turkey") - set(board.hexes.read(one.get("russian", "")))


def write(board: Board, key: str, one: Spec, axis: set[Hex]) -> None:
    """The lines of both sides, and the land that the Axis holds."""
    sides = chain(board, facing(board, axis))
    for who, name in NAMES.items():
        mine = [at for pair in sides for at in pair if (at in axis) == (who == "axis")]
        told = {"id": f"{key}-{who}", "name": f"{one['name']}, {name} side", "from": one["from"], "why": one["why"]}
        board.lines.append(told | {"hexes": " ".join(dict.fromkeys(mine))})
    why = "land on the Axis side of the start line; all other land is Russian"
    countries.area(board, f"{key}-axis", f"{one['name']}: Axis land", one["from"], why, axis)


def facing(board: Board, axis: set[Hex]) -> list[Side]:
    """The sides between Axis and Russian land that can be crossed; the strait of Kerch is no front."""
    shut = board.blocked
    away = board.land - axis - countries.of(board, "Bulgaria", "Turkey")
    return [one for one in derive.edge_of(board.hexes, axis & board.land, away) if one not in shut]


def chain(board: Board, sides: list[Side]) -> list[Side]:
    """Sides in the order in which one walks along them, pieces from north to south."""
    ends = {one: board.hexes.sides[one] for one in sides}
    pieces = []
    left = set(sides)
    while left:
        piece = grown(ends, left)
        if height(board, ends, piece[0]) > height(board, ends, piece[-1]):
            piece.reverse()
        pieces.append(piece)
    return [one for piece in sorted(pieces, key=lambda p: height(board, ends, p[0])) for one in piece]


def grown(ends: dict[Side, Any], left: set[Side]) -> list[Side]:
    """One piece of the sides that are left, from end to end; takes its sides from `left`."""
    piece = [min(left)]
    left.discard(piece[0])
    for _ in range(2):
        while True:
            loose = set(ends[piece[-1]]) - (set(ends[piece[-2]]) if len(piece) > 1 else {ends[piece[-1]][0]})
            further = sorted(one for one in left if set(ends[one]) & loose)
            if not further:
                break
            piece.append(further[0])
            left.discard(further[0])
        piece.reverse()
    return piece


def height(board: Board, ends: dict[Side, Any], one: Side) -> float:
    """How far south a side lies."""
    return max(board.hexes.plane(end)[1] for end in ends[one])
