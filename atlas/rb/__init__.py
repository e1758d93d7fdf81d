"""The board of Robot Barbarossa, from its hand-written input `rb.toml`."""

from __future__ import annotations

import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import shapely
from shapely import affinity

from atlas import correct, derive, layers, lines, rivers
from atlas.board import Band, Board, Given, River
from atlas.fit import anchors_of, fit
from atlas.geo import Geo
from atlas.hexes import Hex, side_name
from hexfront.games import boards

from . import checks

RB = boards.grid("rb")

HERE = Path(__file__).parent
LANES = ("AGN", "AGC", "AGS")
COORDINATES = ("longitude", "latitude")  # of places: for the fit, not for the file
DRY = 1 / 3  # share of land below which a hex without a town is sea
SHIFTS = {"Lake Peipus": (0.54, 0.12), "Pskoyskoye Ozero": (0.36, 0.05), "Lake Il'Men'": (0.38, 0.1)}
# Lakes that are hexsides are drawn on those sides: hexes east and south of where they lie


def build(geo: Geo) -> Board:
    """The whole board."""
    spec = read("rb.toml")
    where = fit(RB, anchors_of(spec["place"] + spec["helper"]))
    board = Board("rb", spec["title"], RB, where, places=[told(one) for one in spec["place"]])
    add_terrain(board, geo, spec)
    board.coasts = [Band(one, board.hexes.read_sides(one["sides"])) for one in spec["coast"]]
    board.rivers = [river(board, geo, one) for one in spec["river"]]
    correct.apply(board, spec["correct"])
    board.roads = [lines.lay(board, given) for given in spec["road"]]
    board.countries = countries(board, spec["country"])
    board.borders = borders(board)
    board.areas = areas(board, spec)
    board.drawn["lakes"] = lakes(board, geo)
    checks.run(board, geo, spec, read("setup.toml")["unit"])
    return board


def read(name: str) -> dict[str, Any]:
    """A hand-written file of this folder."""
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


def told(place: Given) -> Given:
    """A place without its coordinates."""
    return {key: value for key, value in place.items() if key not in COORDINATES}


def add_terrain(board: Board, geo: Geo, spec: dict[str, Any]) -> None:
    """Masked countries, sea, Ladoga, mountains and woods; the rest is clear."""
    masked, dry, towns = set(spec["masked"].split()), derive.land(board.where, geo), homes(board)
    lake = derive.lakes(board.where, geo, ["Lake Ladoga"])
    wet = {at for at in dry if dry[at] < DRY and at not in towns}
    forced = set(spec["seas"]["wet"].split())
    board.add_terrain("masked", "ours", "Sweden and Finland take no part", masked)
    board.add_terrain("sea", "geography", "less than a third is land", wet - set(spec["seas"]["dry"].split()))
    board.add_terrain("sea", "fact", spec["seas"]["why"], forced)
    board.add_terrain("lake", "geography", "most of it is Lake Ladoga", {at for at in lake if lake[at] > 0.5})
    for kind in ("mountain", "forest"):
        one = spec[kind]
        board.add_terrain(kind, one["from"], one["why"], set(board.hexes.read(one["hexes"])))


def homes(board: Board) -> set[Hex]:
    """The hexes of all places."""
    return {at for one in board.places for at in one["hexes"].split()}


def river(board: Board, geo: Geo, given: Given) -> River:
    """A river along the hexsides written for it, with its true course, from the mouth up."""
    line = given.get("course") or rivers.trace(geo, given["trace"])
    course = [board.where.point(*at) for at in line]
    sides = board.hexes.read_sides(given["sides"])
    mouth, head = (shapely.Point(board.hexes.spot(side_name(sides[end]))) for end in (0, -1))
    if shapely.LineString(course).project(mouth) > shapely.LineString(course).project(head):
        course.reverse()
    kept = {key: value for key, value in given.items() if key not in ("left", "right")}
    return River(kept | banks(given), sides, course=course)


def banks(given: Given) -> Given:
    """The towns on the banks of a river, as lists."""
    return {key: names(given[key]) for key in ("left", "right") if key in given}


def names(text: str) -> list[str]:
    """Names of towns: parted by bars when there is one, or else by spaces."""
    return text.split("|") if "|" in text else text.split()


def countries(board: Board, given: list[Given]) -> list[Given]:
    """The countries written down, and the Soviet Union on all other land."""
    others = {at for one in given for at in one["hexes"].split()}
    union = {"name": "USSR", "hexes": joined(board.land - others), "from": "fact",
             "why": "all other land: the borders of June 1941, with the Baltic lands and Bessarabia"}  # fmt: skip
    return [*given, union]


def joined(hexes: set[Hex]) -> str:
    """Hexes as text."""
    return " ".join(sorted(hexes))


def held(board: Board, *names: str) -> set[Hex]:
    """The hexes of some countries."""
    return {at for one in board.countries if one["name"] in names for at in one["hexes"].split()}


def borders(board: Board) -> list[Band]:
    """The border of the Soviet Union of June 1941, by neighbour."""
    found = []
    for name in ("Germany", "Slovakia", "Hungary", "Rumania"):
        sides = derive.edge_of(board.hexes, held(board, name), held(board, "USSR"))
        why = "between the last hexes of both in June 1941"
        found.append(Band({"name": f"{name}/USSR border", "from": "fact", "why": why}, sides))
    return [one for one in found if one.sides]


def areas(board: Board, spec: dict[str, Any]) -> list[Given]:
    """Lanes, seas and their coasts, edges, what lies behind the border, and places by what they are."""
    return list(chain(lanes(board, spec["lanes"]), seas(board, spec["sea"]), edges(board), lists(board)))


def area(name: str, hexes: set[Hex], source: str, why: str) -> Given:
    """One area."""
    return {"id": name, "hexes": joined(hexes), "from": source, "why": why}


def lanes(board: Board, given: Given) -> list[Given]:
    """The three lanes: by hex middles between the two limits, with hexes set by hand."""
    where = board.where
    tops = {"AGN": [[10.0, 75.0], [60.0, 75.0]], "AGC": given["north"], "AGS": given["south"]}
    feet = {"AGN": given["north"], "AGC": given["south"], "AGS": [[10.0, 35.0], [60.0, 35.0]]}
    bands = {name: derive.polygon([*tops[name], *feet[name][::-1]]) for name in LANES}
    found = derive.at_centre(where, bands)
    found |= {at: name for name, text in given.get("set", {}).items() for at in text.split()}
    own = {name: {at for at in board.land if found[at] == name} for name in LANES}
    return [area(name, own[name], given["from"], given["why"]) for name in LANES]


def seas(board: Board, given: list[Given]) -> list[Given]:
    """Each sea, and the land hexes on its coast."""
    found, water = [], board.of_kind("sea")
    fixed = {at for one in given for at in one.get("hexes", "").split()}
    for one in given:
        own = set(one.get("hexes", "").split())
        if "seeds" in one:
            pieces = derive.lumps(board.hexes, water - fixed)
            own = {at for piece in pieces if piece & set(one["seeds"].split()) for at in piece}
        shore = {at for at in board.land if own & set(board.hexes.around(at))}
        found += [area(one["id"], own, "geography", one["why"]),
                  area(f"{one['id']} coast", shore, "geography", "land beside it")]  # fmt: skip
    return found


def edges(board: Board) -> list[Given]:
    """The edges where the sides come and are supplied from."""
    soviet, rim = held(board, "USSR"), [at for at in board.hexes.all if at in board.land]
    north = {at for at in rim if at.endswith("01") and at in soviet and at > "1000"}
    east = {at for at in rim if at.startswith("16")}
    south = {at for at in rim if at.endswith("21") and at in soviet and at > "1400"}
    west = {at for at in rim if at.startswith("01")}
    return [
        area("north edge", north, "fact", "Russian entry and supply; not the isthmus, which Finland shuts"),
        area("east edge", east, "rulebook", "Russian entry and supply"),
        area("south-east edge", south, "rulebook", "Russian entry and supply, from the Caucasus"),
        area("west edge", west, "rulebook", "Axis supply"),
    ]


def lists(board: Board) -> list[Given]:
    """What lies behind the border, and places by what they are."""
    germany, axis = held(board, "Germany"), held(board, "Germany", "Slovakia", "Hungary", "Rumania", "Serbia")
    strait = {board.place("Kerch"), board.place("Taman")}
    return [
        area("behind the border", germany, "rulebook", "where German reinforcements arrive"),
        area("Axis at start", axis, "fact", "all land west of the Soviet border, allies and Serbia too"),
        area("Kerch strait", strait, "rulebook", "its two shores: Kerch and Taman"),
        area("victory cities", of(board, "points"), "rulebook", "the eight that count, points at the place"),
        area("major cities", of(board, "kind", "major city"), "fact", "the list of the facts, with Lvov"),
        area("fortresses", of(board, "fortress"), "rulebook", "five with a factor of their own"),
        area("ports", of(board, "port"), "rulebook", "ports that supply coasts"),
        area("tank factories", of(board, "factory", "tank"), "fact", "the two on the board; Stalingrad is off it"),
        area("aircraft factory", of(board, "factory", "aircraft"), "rulebook", "at Moscow"),
        area("oil", of(board, "kind", "oil"), "rulebook", "Ploesti"),
    ]


def of(board: Board, key: str, value: object = None) -> set[Hex]:
    """The hexes of places that have something, or have it with a value."""
    chosen = [one for one in board.places if (one.get(key) if value is None else one.get(key) == value)]
    return {at for one in chosen for at in one["hexes"].split()}


def lakes(board: Board, geo: Geo) -> list[dict[str, Any]]:
    """The lakes to draw; those that are hexsides here are moved onto their sides."""
    found, box = [], shapely.box(*board.where.window)
    for one in geo.lakes:
        if one.shape.intersects(box):
            drawn = board.where.carry(shapely.make_valid(one.shape))
            if one.name in SHIFTS:
                drawn = affinity.translate(drawn, *SHIFTS[one.name])
            found += [{"name": one.name, "rings": some} for some in layers.rings(drawn)]
    return found
