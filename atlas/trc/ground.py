"""What lies on the ground: sea and lakes, coasts that block, mountains, swamps and woods."""

from __future__ import annotations

from typing import Any

import shapely

from atlas import derive, rivers
from atlas.board import Band, Board, River
from atlas.geo import Geo
from atlas.hexes import Hex

Spec = dict[str, Any]


def waters(board: Board, geo: Geo, earth: shapely.Geometry, spec: Spec) -> None:
    """Sea and lake hexes by their shares of land and lake; a hex with a place is land."""
    where, firm = board.where, {str(one["hexes"]) for one in board.places}
    dry, lake = derive.shares(where, earth), derive.lakes(where, geo, spec["great_lakes"])
    sea = {at for at, part in dry.items() if part < spec["dry"]} - firm
    board.add_terrain("sea", "geography", f"less than {spec['dry']:.0%} land", sea)
    deep = {at for at, part in lake.items() if part > spec["deep"]} - firm
    board.add_terrain("lake", "geography", f"more than {spec['deep']:.0%} great lake", deep)


def unreachable(board: Board) -> None:
    """Mask the land beyond the sea that nobody can reach: Sweden and islands, but not Turkey."""
    pieces = sorted(derive.lumps(board.hexes, board.land), key=len, reverse=True)
    turkish = {at for one in pieces[1:] if "4231" in one for at in one}
    board.islands |= turkish
    lost = {at for one in pieces[1:] for at in one} - turkish
    board.add_terrain("masked", "geography", "Sweden, Denmark and islands: no unit can come there", lost)


def coasts(board: Board, geo: Geo, earth: shapely.Geometry, spec: Spec) -> None:
    """The sides between two land hexes that lie in the sea or in a great lake."""
    great = [one.shape for one in geo.lakes if one.name in spec["great_lakes"]]
    where, hexes = board.where, board.hexes
    sea = hexes.outline.difference(where.carry(earth))
    lake = where.carry(shapely.union_all(shapely.make_valid(great)))
    shore = {"from": "geography", "why": "both hexes are land, the side between them lies in water"}
    salt = derive.coast_sides(hexes, sea, board.land, 0.6)
    fresh = [one for one in derive.coast_sides(hexes, lake, board.land, 0.6) if one not in salt]
    board.coasts = [
        Band({"name": "sea coast", "kind": "sea"} | shore, salt),
        Band({"name": "lake shore", "kind": "lake"} | shore, fresh),
    ]


def straits(board: Board, spec: Spec) -> None:
    """Coasts that may be crossed by rule; they do not count among those that block."""
    for one in spec["strait"]:
        sides = board.hexes.read_sides(one["sides"])
        for band in board.coasts:
            band.sides = [part for part in band.sides if part not in sides]
        board.coasts.append(Band(one, sides))


def relief(board: Board, geo: Geo, spec: Spec) -> None:
    """Mountains by height and unevenness within their rings, swamps within theirs; none where a city is."""
    where, given = board.where, spec["mountains"]
    towns = cities(board)
    rough, high = derive.roughness(where, geo), derive.height(where, geo)
    steep = {at for at in rough if rough[at] > given["rough"] or high[at] > given["high"]}
    there = {at for ring in given["rings"] for at in derive.inside(where, ring, 0.3)}
    board.add_terrain("mountain", "geography", "high or uneven, within the ranges", (steep & there) - towns)
    for one in spec["swamp"]:
        board.add_terrain("swamp", one["from"], one["why"], derive.inside(where, one["ring"]) - towns)


def woods(board: Board, spec: Spec) -> None:
    """One hex for each named forest, where the ground is still open."""
    given = spec["woods"]
    found = {board.where.hex(lon, lat) for _, lon, lat in given["spots"]} - {None}
    board.add_terrain("woods", given["from"], given["why"], found - cities(board))  # type: ignore[operator]


def cities(board: Board) -> set[Hex]:
    """The hexes with a city or an oil field."""
    return {str(one["hexes"]) for one in board.places}


def river(water: rivers.Water, given: Spec) -> River:
    """A river in hexes, found along its course or, when short, written down hex by hex."""
    if "hexes" in given:
        return water.keep(River(given, hexes=str(given["hexes"]).split()))
    return rivers.in_hexes(water, given)
