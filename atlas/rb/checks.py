"""What only the board of rb must fulfil: each sentence of its task, failing with the hex's number."""

from __future__ import annotations

from typing import Any

import shapely
from shapely import LineString

from atlas import derive
from atlas.board import Board, Given
from atlas.checks import largest_left_out
from atlas.geo import Geo
from atlas.hexes import Hex, Point, parse_side, side, side_name
from atlas.layers import corners_along
from atlas.lines import steps

TOWNS, RIVERS = 59, 26
NEAR = 0.75  # hexes that a hexside of a river may lie from its true course
CLOSE = 0.1  # hexes from a river within which a town's bank is as written, not as surveyed
ALONG = 0.3  # hexes of a river up and down that tell its direction past a town
BESIDE = 1.0  # hexes from a river's hexsides within which a town's bank must be true
UNEVEN = 150  # metres; mountains are above, as atlas/README.md has it
STRAYED = 0.85  # hexes that a unit may stand from where it really stood
POINTS = {
    "Moscow": 5, "Leningrad": 3, "Rostov": 2, "Smolensk": 1, "Kiev": 1, "Dnepropetrovsk": 1, "Voronezh": 1,
    "Sevastopol": 1,
}  # fmt: skip
NAMED = {
    "major cities": "Moscow Leningrad Kiev Sevastopol Riga Tallinn Minsk Smolensk Odessa Kharkov Dnepropetrovsk Rostov "
                    "Voronezh Stalino Lvov Konigsberg Warsaw Bucharest",
    "victory cities": " ".join(POINTS),
    "fortresses": "Leningrad Moscow Tula Brest Sevastopol",
    "ports": "Konigsberg Tallinn Sevastopol",
    "tank factories": "Leningrad Kharkov",
    "aircraft factory": "Moscow",
    "oil": "Ploesti",
    "Kerch strait": "Kerch Taman",
}  # fmt: skip
SEAS = {"Baltic": "0203 0405", "Gulf of Finland": "0502 0602", "Black Sea": "0919 0920", "Sea of Azov": "1219 1319"}
PORT_COASTS = {"Konigsberg": "Baltic", "Tallinn": "Gulf of Finland", "Riga": "Baltic", "Sevastopol": "Black Sea",
               "Odessa": "Black Sea", "Taganrog": "Sea of Azov"}  # fmt: skip
ROLLBAHNEN = {"AGN": "Konigsberg Siauliai Riga Pskov Leningrad", "AGC": "Warsaw Brest Minsk Smolensk Vyazma Moscow",
              "AGS": "Lublin Rovno Zhitomir Kiev Poltava Kharkov Stalino Rostov"}  # fmt: skip
FIRST_MUD = {"Minsk": "Moscow", "Konigsberg": "Riga"}
OPTIONAL = 5
EDGES = {"north edge": "1101 1601", "east edge": "1601 1610 1621", "south-east edge": "1521 1621",
         "west edge": "0108 0115 0121"}  # fmt: skip


def run(board: Board, geo: Geo, spec: dict[str, Any], units: list[Given]) -> None:
    """All of them."""
    towns(board, spec)
    named_places(board)
    courses(board)
    banks(board, spec)
    waters(board, geo)
    grounds(board, geo, spec)
    roads(board)
    lanes(board)
    borders(board)
    countries(board)
    edges(board)
    passable(board)
    set_up(board, units)


def area(board: Board, name: str) -> set[Hex]:
    """The hexes of an area."""
    return {at for one in board.areas if one["id"] == name for at in one["hexes"].split()}


def country(board: Board, name: str) -> set[Hex]:
    """The hexes of a country."""
    return {at for one in board.countries if one["name"] == name for at in one["hexes"].split()}


def towns(board: Board, spec: dict[str, Any]) -> None:
    """All towns of the facts are there, each in a hex of its own; two are kept in the label of another."""
    kept = [one["name"] for one in board.places]
    labels = {one["hexes"]: one.get("label", "") for one in board.places}
    kept += [one["name"] for one in spec["helper"] if one["name"] in labels.get(one["hexes"], "")]
    for name, at in (("Tilsit", "0208"), ("Vilna", "0408")):
        board.check("Tilsit and Vilna kept in the label of their hex", name in kept, at)
    board.check(f"{TOWNS} towns", len(set(kept)) == TOWNS, f"{len(set(kept))}")
    taken: set[Hex] = set()
    for one in board.places:
        board.check("no two places in a hex", one["hexes"] not in taken, f"{one['hexes']} ({one['name']})")
        board.check("places with from and why", one.get("from") and one.get("why"), f"{one['hexes']} ({one['name']})")
        taken.add(one["hexes"])


def named_places(board: Board) -> None:
    """Cities, fortresses, factories, ports and oil are those of the rulebook and the facts."""
    for name, text in NAMED.items():
        wanted = {board.place(town) for town in text.split()}
        board.check.none(f"{name} as named", sorted(wanted ^ area(board, name)))
    for one in board.places:
        wanted = POINTS.get(one["name"], 0)
        board.check("victory points", one["points"] == wanted, f"{one['hexes']} ({one['name']})")
    for town, sea in PORT_COASTS.items():
        at = board.place(town)
        board.check("ports on their sea", at in area(board, f"{sea} coast"), f"{at} ({town}, {sea})")


def courses(board: Board) -> None:
    """As many rivers as the facts name, each near its true course, with land on both sides of every part."""
    board.check(f"{RIVERS} rivers", len({one.name for one in board.rivers}) == RIVERS, f"{len(board.rivers)}")
    dead = board.of_kind("sea", "masked", "lake")
    for one in board.rivers:
        course = LineString(one.course)
        for part in one.sides:
            off = course.distance(shapely.Point(board.hexes.spot(side_name(part))))
            board.check("rivers near their true course", off <= NEAR, f"{side_name(part)} ({one.name}, {off:.2f})")
            board.check("rivers between land hexes", not set(part) & dead, f"{side_name(part)} ({one.name})")
    wet = {part for one in board.rivers for part in one.sides}
    board.check.none("no side river and lake or strait", map(side_name, sorted(board.blocked & wet)))
    mouths(board)


def mouths(board: Board) -> None:
    """The lower end of every river is on water, on the rim, on another river or on a lake's side."""
    hexes, dead = board.hexes, board.of_kind("sea", "lake")
    ends = {one.name + str(index): {end for part in one.sides for end in hexes.sides[part]}
            for index, one in enumerate(board.rivers)}  # fmt: skip
    shores = {corner for at in dead for corner in hexes.corners(at)} | set(hexes.rim)
    shores |= {end for part in board.blocked for end in hexes.sides[part]}
    for index, one in enumerate(board.rivers):
        mouth = hexes.corner_name(corners_along(hexes, one.sides)[0])
        others = {corner for name, some in ends.items() if name != one.name + str(index) for corner in some}
        board.check("rivers end in water", mouth in shores | others, f"{side_name(one.sides[0])} ({one.name})")


def hand(line: list[Point], at: Point) -> tuple[str, float]:
    """The bank of a line from the mouth up that a point lies on, and how far off."""
    whole, spot = LineString(line), shapely.Point(at)
    mark = whole.project(spot)
    low, high = whole.interpolate(max(0.0, mark - ALONG)), whole.interpolate(min(whole.length, mark + ALONG))
    turn = (high.x - low.x) * (at[1] - low.y) - (high.y - low.y) * (at[0] - low.x)  # y grows south
    return "left" if turn > 0 else "right", float(whole.distance(spot))


def beside(line: list[Point], at: Point) -> bool:
    """Whether a point lies abreast of a line, not beyond its ends, and near it."""
    whole, spot = LineString(line), shapely.Point(at)
    return 0.01 < whole.project(spot, normalized=True) < 0.99 and whole.distance(spot) <= BESIDE


def banks(board: Board, spec: dict[str, Any]) -> None:
    """Towns lie on their true banks: those written down, and all others near a river by its surveyed course."""
    spots = {one["name"]: (one["longitude"], one["latitude"]) for one in spec["place"]}
    for one in board.rivers:
        chain = corners_along(board.hexes, one.sides)
        written = {name: bank for bank in ("left", "right") for name in one.given.get(bank, ())}
        for name in spots:
            at, spot = board.place(name), board.where.point(*spots[name])
            middle = board.hexes.middle(at)
            (seen, _), (true, off) = hand(chain, middle), hand(one.course, spot)
            if name in written:
                board.check("towns on their bank", seen == written[name], f"{at} ({name}, {one.name})")
                fits = off < CLOSE or true == written[name]
                board.check("banks as surveyed", fits, f"{at} ({name}, {one.name}, {off:.2f} off)")
            elif beside(chain, middle) and beside(one.course, spot):
                board.check("other towns on their bank", off < CLOSE or seen == true, f"{at} ({name}, {one.name})")


def waters(board: Board, geo: Geo) -> None:
    """Seas, Ladoga, Peipus, the Kerch strait, and the masked countries."""
    for name, text in SEAS.items():
        board.check.none("seas where they should be", (at for at in text.split() if at not in area(board, name)))
    named = {at for name in SEAS for at in area(board, name)}
    board.check.none("every sea hex belongs to a sea", sorted(board.of_kind("sea") - named))
    board.check("Ladoga is a lake", board.of_kind("lake") == {"0901"}, "0901")
    for name, text in {"Lake Peipus": "0604/0705", "Lake Ilmen": "0804/0904", "Kerch strait": "1220/1320"}.items():
        own = {part for one in board.coasts if one.given["name"] == name for part in one.sides}
        board.check("lakes and straits on sides", parse_side(text) in own, f"{text} ({name})")
    masked = country(board, "Sweden") | country(board, "Finland")
    board.check.none("Sweden and Finland masked", sorted(masked ^ board.of_kind("masked")))
    dry = derive.land(board.where, geo)
    wrong = [at for at in board.of_kind("sea") if dry[at] > 0.5]
    board.check.none("no sea where there is land", sorted(wrong))


def grounds(board: Board, geo: Geo, spec: dict[str, Any]) -> None:
    """Woods and mountains look like it; no road, town or unit in the mountains; cities not in woods."""
    rough, hills = derive.roughness(board.where, geo), board.of_kind("mountain")
    basin = set(spec["mountain"]["basin"].split())
    board.check.none(
        "mountains are uneven, but for the basin", (at for at in sorted(hills - basin) if rough[at] < UNEVEN)
    )
    for at in sorted(basin):
        ringed = at in hills and len(set(board.hexes.around(at)) & hills) >= 5
        board.check("the basin is ringed by mountains", ringed, at)
    board.check.none("no town in the mountains", (one["hexes"] for one in board.places if one["hexes"] in hills))
    green = derive.smooth(board.hexes, derive.greenness(board.where, geo))
    woods = board.of_kind("forest")
    bare = board.land - woods
    usual = sum(green[at] for at in bare) / len(bare)
    board.check.none("woods greener than open land", (at for at in sorted(woods) if green[at] <= usual))
    cities = area(board, "major cities") | area(board, "fortresses")
    board.check.none("cities and fortresses not in woods", sorted(cities & woods))
    listed = set(spec["forest"]["hexes"].split()) - woods
    freed = {at for one in spec["correct"] for at in one["hexes"].split()}
    board.check.none("woods of the facts kept unless corrected", sorted(listed - freed))


def roads(board: Board) -> None:
    """The Rollbahnen run from their start to their goal; the two parts that stay active in mud are their own."""
    hills = board.of_kind("mountain")
    for lane, text in ROLLBAHNEN.items():
        own = [one for one in board.roads if one.given["lane"] == lane and not one.given.get("optional")]
        there = {at for one in own for chain in one.chains for at in chain}
        missed = [f"{board.place(town)} ({town})" for town in text.split() if board.place(town) not in there]
        board.check.none(f"the Rollbahn of {lane} passes its towns", missed)
        links = steps([chain for one in own for chain in one.chains])
        near: dict[Hex, list[Hex]] = {at: [] for at in there}
        for a, b in links:
            near[a].append(b)
            near[b].append(a)
        board.check.none(f"the Rollbahn of {lane} in one piece", largest_left_out(near))
        board.check.none(f"the Rollbahn of {lane} in its lane", sorted(there - area(board, lane)))
    active = {one.chains[0][0]: one.chains[0][-1] for one in board.roads if one.given["first_mud"]}
    wanted = {board.place(a): board.place(b) for a, b in FIRST_MUD.items()}
    board.check("two roads active in the first mud", active == wanted, str(active))
    extra = [one for one in board.roads if one.given.get("optional")]
    board.check(f"{OPTIONAL} optional roads, named so", len(extra) == OPTIONAL, str(len(extra)))
    for one in extra:
        board.check("optional roads named so", "(optional)" in one.given["name"], one.chains[0][0])
    used = {at for one in board.roads for chain in one.chains for at in chain}
    board.check.none("no road in the mountains", sorted(used & hills))


def lanes(board: Board) -> None:
    """Every land hex is in one lane, and each goal in its own."""
    for at in sorted(board.land):
        count = sum(at in area(board, name) for name in ROLLBAHNEN)
        board.check("every land hex in one lane", count == 1, at)
    for name, town in (("AGN", "Leningrad"), ("AGC", "Moscow"), ("AGS", "Rostov"), ("AGS", "Kiev")):
        board.check("goals in their lane", board.place(town) in area(board, name), f"{board.place(town)} ({town})")


def borders(board: Board) -> None:
    """The border parts Axis and Soviet land all along; behind it are German hexes only."""
    axis, soviet = area(board, "Axis at start"), country(board, "USSR")
    drawn = {part for one in board.borders for part in one.sides}
    wanted = {side(a, b) for a in axis for b in board.hexes.around(a) if b in soviet}
    board.check.none("border between Axis and Soviet land", map(side_name, sorted(drawn ^ wanted)))
    behind = area(board, "behind the border")
    board.check.none("behind the border is Germany", sorted(behind ^ country(board, "Germany")))
    for a, b in (("0311", "0411"), ("0313", "0314"), ("0518", "0618"), ("0208", "0308")):
        board.check("border where it ran", side(a, b) in drawn, f"{a}/{b}")


def countries(board: Board) -> None:
    """Every land hex has one country, and places are in the country they name."""
    owners: dict[Hex, list[str]] = {}
    for one in board.countries:
        for at in one["hexes"].split():
            owners.setdefault(at, []).append(one["name"])
    board.check.none("one country a land hex", sorted(at for at in board.land if len(owners.get(at, [])) != 1))
    board.check.none("no country in the sea", sorted(set(owners) & board.of_kind("sea", "lake")))
    for one in board.places:
        there = owners.get(one["hexes"], ["?"])
        board.check("places in their country", there == [one["country"]], f"{one['hexes']} ({one['name']})")


def edges(board: Board) -> None:
    """Entry edges are land on the rim, of the right side."""
    for name, text in EDGES.items():
        own = area(board, name)
        board.check.none("edges have their hexes", (f"{at} ({name})" for at in text.split() if at not in own))
        land = country(board, "USSR") if name != "west edge" else area(board, "Axis at start")
        for at in sorted(own):
            board.check("edges on the rim and on own land", board.hexes.on_edge(at) and at in land, f"{at} ({name})")


def passable(board: Board) -> None:
    """All land but mountains hangs together without crossing lakes or straits."""
    land, shut = board.land - board.of_kind("mountain"), board.blocked
    near = {a: [b for b in board.hexes.around(a) if b in land and side(a, b) not in shut] for a in land}
    board.check.none("all passable land hangs together", largest_left_out(near))
    board.check("the Crimea is entered by Perekop", "1020" in near["1119"], "1119/1020")


def set_up(board: Board, units: list[Given]) -> None:
    """The set-up stands on land that units may enter, each in its own country and near where it really was."""
    bad, holders = board.water | board.of_kind("mountain"), dict[Hex, set[str]]()
    for one in units:
        at, name = one["hex"], one["name"]
        holders.setdefault(at, set()).add(one["side"])
        board.check("set-up on land", at in board.hexes and at not in bad, f"{at} ({name})")
        board.check("set-up in its own country", at in country(board, one["country"]), f"{at} ({name})")
        own = {"USSR"} if one["side"] == "USSR" else {"Germany", "Rumania"}
        board.check("set-up on its own side", one["country"] in own, f"{at} ({name})")
        off = shapely.Point(board.where.point(*one["at"])).distance(shapely.Point(board.hexes.middle(at)))
        board.check("set-up near where it stood", off <= STRAYED, f"{at} ({name}, {off:.2f})")
        if one["lane"] in ROLLBAHNEN and one["side"] == "Axis":
            board.check("Axis set-up in its lane", at in area(board, one["lane"]), f"{at} ({name})")
    board.check.none("no hex held by both sides", sorted(at for at, some in holders.items() if len(some) > 1))
    armies = {one["hex"] for one in units if one["kind"] == "army" and one["side"] == "Axis"}
    suwalki = [one for one in units if one["hex"] == "0309" and one["kind"] == "army"]
    board.check("the 9th Army alone in 0309", len(suwalki) == 1, "0309")
    board.check("the 2nd Army at Warsaw", board.place("Warsaw") in armies, board.place("Warsaw"))
