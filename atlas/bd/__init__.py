"""The board of Barbarossa Deluxe: hexes named by the rules first, then geography, then a little by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import shapely

from atlas import correct, derive, layers, rivers
from atlas.board import Band, Board, Given, River
from atlas.fit import anchors_of, fit
from atlas.geo import Geo
from atlas.hexes import Hex, side_name
from hexfront.games import boards

from . import checks

BD = boards.grid("bd")

HERE = Path(__file__).parent
Spec = dict[str, Any]


def build(geo: Geo) -> Board:
    """The whole board."""
    spec = tomllib.loads((HERE / "bd.toml").read_text(encoding="utf-8"))
    where = fit(BD, anchors_of(spec["known"] + spec["inferred"]))
    board = Board("bd", spec["title"], BD, where, places=spec["place"], lines=spec["line"])
    add_terrain(board, geo, spec)
    add_coasts(board, geo, spec)
    water = rivers.Water(where, geo, board.blocked, board.water)
    board.rivers = [rivers.along_sides(water, given) for given in spec["river"]]
    add_countries(board, spec)
    correct.apply(board, spec.get("correct", []))
    add_areas(board, spec)
    add_borders(board)
    board.drawn["lakes"] = layers.lakes(board, geo) + reservoir(board, geo)
    board.drawn["rivers"] = [to_the_sea(board, geo, one) for one in board.rivers]
    checks.run(board, spec, setups())
    return board


def setups() -> Spec:
    """The set-ups of the three scenarios, kept only to test the board."""
    return tomllib.loads((HERE / "setups.toml").read_text(encoding="utf-8"))


def reservoir(board: Board, geo: Geo) -> list[dict[str, Any]]:
    """The one reservoir of the map, which filled in 1941: the atlas leaves out all others as too young."""
    found = [one.shape for one in geo.features("lakes") if one.name == "Rybinsk Reservoir"]
    return [
        {"name": "Volga reservoir", "rings": part} for one in found for part in layers.rings(board.where.carry(one))
    ]


def to_the_sea(board: Board, geo: Geo, one: River) -> dict[str, Any]:
    """A drawn river; where its last hexside ends on a water hex, the line goes on to the drawn shore."""
    drawn = layers.river(board, one)
    if checks.MOUTHS.get(one.name) in board.water:
        end = shapely.Point(drawn["line"][-1])
        goal = shapely.get_point(shapely.shortest_line(end, open_water(board, geo)), 1)
        drawn["line"] = layers.points([*drawn["line"], (goal.x, goal.y)])
    return drawn


def open_water(board: Board, geo: Geo) -> shapely.Geometry:
    """The sea and Ladoga, on the board."""
    ladoga = shapely.union_all([one.shape for one in geo.named("lakes", "Lake Ladoga")])
    where = board.where
    return board.hexes.outline.difference(where.carry(geo.land)).union(where.carry(shapely.make_valid(ladoga)))


def hexes_of(board: Board, one: Given) -> set[Hex]:
    """The hexes that a table names, if any."""
    return set(board.hexes.read(one.get("hexes", "")))


def add_terrain(board: Board, geo: Geo, spec: Spec) -> None:
    """Cells out of play, named water, named ground, then sea and rough by geography."""
    for one in spec["off"]:
        board.add_terrain("masked", "ours", one["why"], hexes_of(board, one))
    board.islands = board.of_kind("masked")
    for one in spec["water"]:
        board.add_terrain(one["kind"], one["from"], one["why"], hexes_of(board, one))
    dry, least = derive.land(board.where, geo), spec["land"]["least"]
    kept = {at for one in spec["dry"] for at in hexes_of(board, one)}
    wet = {at for at, part in dry.items() if part < least} - kept
    board.add_terrain("sea", "geography", "less than half land", wet)
    for kind in ("marsh", "steppe", "ridge"):
        for one in spec[kind]:
            named = {"ridge": "rough"}.get(kind, one.get("kind", kind))
            board.add_terrain(named, one["from"], one["why"], hexes_of(board, one))
    uneven = derive.roughness(board.where, geo)
    cities = {one["hexes"] for one in board.places if one["kind"] == "city"}
    hilly = {at for at, metres in uneven.items() if metres >= spec["rough"]["least"]}
    flat = {at for one in spec["flat"] for at in hexes_of(board, one)}
    board.add_terrain("rough", "geography", "uneven country", hilly - cities - flat)


def add_coasts(board: Board, geo: Geo, spec: Spec) -> None:
    """Water sides that the rules or we name, then those between two land hexes that lie in the sea."""
    for one in spec["coast"]:
        board.coasts.append(Band(one, board.hexes.read_sides(one["sides"])))
    sea = board.hexes.outline.difference(board.where.carry(geo.land))
    found = derive.coast_sides(board.hexes, sea, board.land - board.of_kind("masked"), least=0.6)
    given = {"name": "open water", "kind": "sea", "from": "geography", "why": "the side lies mostly in the sea"}
    bridges = {part for one in spec["bridge"] for part in board.hexes.read_sides(one["sides"])}
    board.coasts.append(Band(given, [one for one in found if one not in board.blocked | bridges]))


def add_countries(board: Board, spec: Spec) -> None:
    """Each land hex to one country: named hexes first, then the ring that has most of it, the rest to the last."""
    play = board.land - board.of_kind("masked")
    owner = {at: one["name"] for one in spec["country"] for at in hexes_of(board, one)}
    rings = {one["name"]: derive.polygon(one["ring"]) for one in spec["country"] if "ring" in one}
    for at, name in derive.majority(board.where, rings).items():
        owner.setdefault(at, name)
    for one in spec["country"]:
        own = sorted(at for at in play if owner.get(at, spec["country"][-1]["name"]) == one["name"])
        short = {key: value for key, value in one.items() if key not in ("ring", "hexes")}
        board.countries.append(short | {"hexes": " ".join(own)})


def country_hexes(board: Board, *sides: str) -> set[Hex]:
    """All hexes of the countries of some sides."""
    return {at for one in board.countries if one["side"] in sides for at in one["hexes"].split()}


def add_areas(board: Board, spec: Spec) -> None:
    """The areas as written, then those that follow from the map."""
    play = board.land - board.of_kind("masked")
    for one in spec["area"]:
        own = [at for at in dict.fromkeys(board.hexes.read(one["hexes"])) if at in board.hexes]
        board.areas.append(one | {"hexes": " ".join(sorted(own))})
    last = spec["logistics"]["north"]
    north = {at for at in play if int(at[:2]) <= last}
    why = spec["logistics"]["why"]
    add_area(board, "north", "northern logistics zone", "fact", why, north)
    add_area(board, "south", "southern logistics zone", "fact", why, play - north)
    stretch = dnepr(board)
    told = "hexes along the Dnepr from Kiev to its mouth"
    add_area(board, "dnepr", "the Dnepr line", "fact", told, {at for one in stretch for at in one})
    yugoslav = {at for one in board.countries if one["name"] == "Yugoslavia" for at in one["hexes"].split()}
    gone = board.of_kind("masked")
    south = {at for at in yugoslav if at[:2] == "32" or set(board.hexes.around(at)) & gone}
    told = "Yugoslav hexes of the south edge, from 3023 to 3219 as named"
    add_area(board, "yugoslav edge", "Yugoslav south edge", "fact", told, south)
    for one in spec["sea"]:
        add_sea(board, one, play)


def add_area(board: Board, key: str, name: str, source: str, why: str, hexes: set[Hex]) -> None:
    """One more area."""
    board.areas.append({"id": key, "name": name, "from": source, "why": why, "hexes": " ".join(sorted(hexes))})


def add_sea(board: Board, one: Given, play: set[Hex]) -> None:
    """One sea as an area, and the land hexes on its coast."""
    wet = hexes_of(board, one) & board.of_kind("sea")
    add_area(board, one["name"], one["name"], "geography", "sea hexes", wet)
    shore = {near for at in wet for near in board.hexes.around(at) if near in play}
    named = {at for text in one.get("sides", "").split() for at in text.split("/")}
    why = "land hexes that touch this sea"
    add_area(board, f"{one['name']} coast", f"coast of the {one['name']}", "geography", why, shore | named)


def dnepr(board: Board) -> list[tuple[Hex, Hex]]:
    """The sides of the Dnepr from Kiev downstream."""
    sides = next(one.sides for one in board.rivers if one.name == "Dnepr")
    first = next(index for index, one in enumerate(sides) if "2311" in one)
    return sides[first:]


def add_borders(board: Board) -> None:
    """The start line, the borders between countries of one side, and the logistics boundary."""
    hexes = board.hexes
    west, east = country_hexes(board, "German", "neutral"), country_hexes(board, "Soviet")
    given = {"name": "start line of June 1941", "kind": "start", "from": "fact"}
    board.borders.append(
        Band(given | {"why": "between the countries of the two sides"}, derive.edge_of(hexes, west, east))
    )
    for index, one in enumerate(board.countries):
        for other in board.countries[index + 1 :]:
            first, second = set(one["hexes"].split()), set(other["hexes"].split())
            found = [part for part in derive.edge_of(hexes, first, second) if not crosses(part, west, east)]
            if found:
                names = f"{one['name']} - {other['name']}"
                told = {"name": names, "kind": "state", "from": "ours", "why": "where two countries meet"}
                board.borders.append(Band(told, found))
    areas = {one["id"]: one for one in board.areas}
    north, south = (set(areas[key]["hexes"].split()) for key in ("north", "south"))
    told = {"name": "logistics boundary", "kind": "logistics", "from": "fact", "why": areas["north"]["why"]}
    board.borders.append(Band(told, sorted(derive.edge_of(hexes, north, south), key=side_name)))


def crosses(part: tuple[Hex, Hex], west: set[Hex], east: set[Hex]) -> bool:
    """Whether a side belongs to the start line."""
    return (part[0] in west) != (part[1] in west) and (part[0] in east) != (part[1] in east)
