"""What only the board of bd must fulfil: each sentence of the rules and the facts that names a hex."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from atlas.board import Board
from atlas.checks import astray
from atlas.fit import anchors_of, fit
from atlas.hexes import Hex, Side, parse_side, side_name

WEST = {
    "Berlin": "2023", "Königsberg": "1717", "Danzig": "1819", "Breslau": "2220", "Posen": "2020", "Prague": "2322",
    "Vienna": "2622", "Warsaw": "2117", "Budapest": "2820", "Bucharest": "3114", "Belgrade": "3220",
}  # fmt: skip
PLAIN = {
    "Kiev": "2311", "Riga": "1415", "Odessa": "2911", "Dnepropetrovsk": "2607", "Rostov": "2804", "Tallinn": "1114",
    "Vilna": "1714", "Minsk": "1813", "Smolensk": "1710", "Lvov": "2415", "Orel": "2007", "Kursk": "2107",
    "Kharkov": "2407", "Stalino": "2705",
}  # fmt: skip
HEROES = {"Sevastopol": "3108", "Stalingrad": "2501"}
SOVIET = {"Leningrad": "1011", "Moscow": "1606", "Tula": "1806"}
OTHERS = {"Upper Silesia": "2419", "Nagykanizsa": "2922", "Ploesti": "3015", "Maikop": "3103", "Kerch": "3106"}
GROUPS = {"AGN": "1517 1617 1716", "AGC": "1817 1917 2017 2116", "AGS": "2216 2315 2416 2516"}
PORTS = {"Baltic": "1011 1415 1717 1819", "Black Sea": "2911 3108 3213"}
SATELLITES = "2303 2403 2502 2602"
MARSH_GAP = ("1913", "2112")  # where the Stalin line leaves the marshes to guard themselves
FRONT = "2314"  # where a Soviet army of 1941 stands
START_POINTS, OCTOBER_POINTS = 14, 33
EXPECTED_RMS = 0.69  # of the eighteen known places under Lambert and an affine map


def run(board: Board, spec: dict[str, Any], setups: dict[str, Any]) -> None:
    """All of them."""
    for test in (
        outline, ground, named_places, cities, points, countries, start_line, areas, supply, logistics, water, siege,
        river_courses, dnepr, edges, lines, seas, provenance,
    ):  # fmt: skip
        test(board)
    residuals(board, spec)
    for name in ("october_1942", "june_1942", "august_1943"):
        set_up(board, name, setups)
    fronts(board, setups)


def area(board: Board, key: str) -> set[Hex]:
    """The hexes of an area."""
    return next(set(one["hexes"].split()) for one in board.areas if one["id"] == key)


def country(board: Board, name: str) -> set[Hex]:
    """The hexes of a country."""
    return next(set(one["hexes"].split()) for one in board.countries if one["name"] == name)


def of_side(board: Board, *sides: str) -> set[Hex]:
    """The hexes of all countries of some sides."""
    return {at for one in board.countries if one["side"] in sides for at in one["hexes"].split()}


def play(board: Board) -> set[Hex]:
    """The land hexes in play."""
    return board.land - board.of_kind("masked")


def same(board: Board, name: str, found: set[Hex], wanted: str) -> None:
    """A check that two sets of hexes are the same; fails with each hex that is in one only."""
    board.check.none(name, sorted(found ^ set(board.hexes.read(wanted))))


def outline(board: Board) -> None:
    """Rows 10 to 32 at the east and 16 to 29 at the west; the cut corners are whole rows of the west."""
    off = board.of_kind("masked")
    board.check.none("the four named corners in play", (at for at in ("1000", "1624", "2924", "3200") if at in off))
    board.check.none("east edge in play", (at for at in off if at[2:] == "00"))
    same(board, "west edge from 1624 to 2924", {f"{row}24" for row in range(10, 33)} - off, "1624-2924")
    for one in board.terrain:
        if one.kind == "masked":
            board.check("cells out of play are ours", one.source == "ours", min(one.hexes, default=""))
    board.check.none("nothing out of play is used", sorted(off & used(board)))


def used(board: Board) -> set[Hex]:
    """Every hex that a place, area, country or line names, or a river or coast borders."""
    told = [one["hexes"] for one in board.places + board.areas + board.countries + board.lines]
    parts = [part for some in (board.rivers, board.coasts, board.borders) for one in some for part in one.sides]
    land = {at for part in parts for at in part if not set(part) & board.water}
    return {at for text in told for at in str(text).split()} | land


def ground(board: Board) -> None:
    """Marsh, rough and desert-steppe where the rules have them; cities on clear ground."""
    board.check.none("marsh 2013 and 2014", {"2013", "2014"} - board.of_kind("marsh"))
    board.check.none("rough 3200 to 3204", set(board.hexes.read("3200-3204")) - board.of_kind("rough"))
    board.check.none("no rough hex in the row before", set(board.hexes.read("3100-3104")) & board.of_kind("rough"))
    same(board, "four hexes of desert-steppe", board.of_kind("desert-steppe"), "2700 2800 2900 3000")
    hard = board.of_kind("rough", "marsh", "desert-steppe")
    board.check.none("cities on clear ground", (f"{at} ({name})" for name, at in city_hexes(board) if at in hard))


def city_hexes(board: Board) -> Iterator[tuple[str, Hex]]:
    """The cities with their hexes."""
    return ((one["name"], one["hexes"]) for one in board.places if one["kind"] == "city")


def named_places(board: Board) -> None:
    """Every place of the rules and of the recommended lists in its hex; ports as named."""
    found = {one["name"]: one["hexes"] for one in board.places}
    for name, at in (WEST | PLAIN | HEROES | SOVIET | OTHERS).items():
        board.check("places where rules and facts have them", found.get(name) == at, f"{at} ({name})")
    for sea, wanted in PORTS.items():
        same(board, f"ports of the {sea}", {one["hexes"] for one in board.places if one.get("port") == sea}, wanted)
        coast = area(board, f"{sea} coast")
        board.check.none(f"ports of the {sea} on its coast", (at for at in wanted.split() if at not in coast))


def cities(board: Board) -> None:
    """Eleven cities in the west, fourteen and more in the east, one to a hex, each in the country it says."""
    west, east = of_side(board, "German"), of_side(board, "Soviet")
    told = [at for _, at in city_hexes(board)]
    same(board, "eleven cities west of the start line", set(told) & west, " ".join(WEST.values()))
    board.check("eleven cities west of the start line", len(WEST) == 11)
    board.check.none("fourteen plain cities in the east", set(PLAIN.values()) - (set(told) & east))
    board.check("fourteen plain cities in the east", len(PLAIN) == 14)
    board.check.none("one city to a hex", sorted({at for at in told if told.count(at) > 1}))
    for one in board.places:
        here = one["hexes"] in country(board, one["country"])
        board.check("places in their countries", here, f"{one['hexes']} ({one['name']})")


def points(board: Board) -> None:
    """Fourteen points at the start; thirty-three in October 1942."""
    worth = {one["hexes"]: one["points"] for one in board.places}
    start = sum(worth.get(at, 0) for at in of_side(board, "German"))
    board.check("fourteen points at the start", start == START_POINTS, f"{start} points")
    once, twice = [*PLAIN.values(), OTHERS["Maikop"]], HEROES.values()
    taken = sum(worth.get(at, 0) for at in once) + 2 * sum(worth.get(at, 0) for at in twice)
    board.check("thirty-three points in October 1942", start + taken == OCTOBER_POINTS, f"{start + taken} points")
    board.check.none("a point for every city", (at for _, at in city_hexes(board) if worth[at] != 1))


def countries(board: Board) -> None:
    """Each land hex in one country, each country in one piece; five Lithuanian and four Bulgarian hexes."""
    told = [at for one in board.countries for at in one["hexes"].split()]
    board.check.none("every land hex in one country", sorted(play(board) ^ set(told)))
    board.check.none("every land hex in one country", sorted({at for at in told if told.count(at) > 1}))
    own = country(board, "Lithuania")
    board.check("five Lithuanian hexes", len(own) == 5, f"{len(own)} hexes")
    same(board, "four Bulgarian hexes", country(board, "Bulgaria"), "3215-3218")
    for one in board.countries:
        board.check.none("countries in one piece", pieces(board, set(one["hexes"].split())))
    traded = area(board, "traded")
    same(board, "five traded Polish hexes", traded, "2116 2216 2217 2315 2316")
    board.check.none("traded hexes in the General Government", traded - country(board, "General Government"))


def pieces(board: Board, some: set[Hex]) -> list[Hex]:
    """The hexes of a set that do not hang together with its first."""
    left, rim = set(some), [min(some)]
    while rim:
        at = rim.pop()
        if at in left:
            left.discard(at)
            rim += board.hexes.around(at)
    return sorted(left)


def start_line(board: Board) -> None:
    """The army groups stand in a chain along the border, and all German hexes that touch it are theirs."""
    west, east = of_side(board, "German"), of_side(board, "Soviet")
    groups = {at for text in GROUPS.values() for at in text.split()}
    for key, wanted in GROUPS.items():
        same(board, f"set-up hexes of {key}", area(board, key), wanted)
    board.check.none("set-up hexes on the German side", sorted(groups - west))
    order = " ".join(GROUPS.values()).split()
    for a, b in pairwise(order):
        board.check("set-up hexes in a chain", b in board.hexes.around(a), b)
    poland = country(board, "Greater Germany") | country(board, "General Government")
    near = {at for at in poland if set(board.hexes.around(at)) & east}
    board.check.none("set-up hexes are the whole border from Memel to the San", sorted(near ^ groups))
    board.check("a Soviet army of 1941 on its own side", FRONT in east, FRONT)
    line = next(one for one in board.borders if one.given["kind"] == "start")
    parts = {one for one in board.hexes.sides if len(set(one) & west) == 1 and len(set(one) & east) == 1}
    board.check.none("start line between the sides", map(side_name, sorted(set(line.sides) ^ parts)))


def areas(board: Board) -> None:
    """The supply areas hold the hexes the rules name."""
    rostov, dnepr_supply, crimea = (area(board, key) for key in ("R", "DP", "CS"))
    board.check.none("DP holds 2200 2806 3100 3004", {"2200", "2806", "3100", "3004"} - dnepr_supply)
    board.check.none("R holds 2904 and 2801", {"2904", "2801"} - rostov)
    board.check.none("R is part of DP", sorted(rostov - dnepr_supply))
    taman = {"3005", "3104", "3105"}
    board.check.none("CS holds 3005 3104 3105", taman - crimea)
    board.check.none("the Taman hexes also in R", taman - rostov)
    board.check.none("Kerch and Sevastopol in CS", {"3106", "3108"} - crimea)
    for at, own in (("2607", dnepr_supply), ("2804", rostov)):
        fine = at not in own and set(board.hexes.around(at)) & own
        board.check("the cities that feed DP and R just outside them", fine, at)
    for name, own in (("R", rostov), ("DP", dnepr_supply), ("CS", crimea)):
        board.check.none(f"{name} on land in play", sorted(own - play(board)))
        board.check.none(f"{name} in one piece", pieces(board, own))
    board.check.none("DP south of the logistics boundary", sorted(dnepr_supply - area(board, "south")))


def supply(board: Board) -> None:
    """Supply edges as named, on land."""
    same(board, "German supply edge", area(board, "german supply"), "1724-2924")
    same(board, "Soviet supply edge", area(board, "soviet supply"), "1000-2600 3100 3200")
    same(board, "entry of the Soviet reserve", area(board, "rvgk"), "1000-2600")
    same(board, "five Caucasus exits", area(board, "caucasus"), "3200-3204")
    for key in ("german supply", "soviet supply", "rvgk", "caucasus"):
        board.check.none("supply edges and exits on land", sorted(area(board, key) - play(board)))


def logistics(board: Board) -> None:
    """The boundary parts all land in two, each in one piece; satellites of 1942 and South in the south."""
    north, south = area(board, "north"), area(board, "south")
    board.check.none("every land hex in one logistics zone", sorted((north | south) ^ play(board)))
    board.check.none("every land hex in one logistics zone", sorted(north & south))
    board.check.none("logistics zones in one piece", pieces(board, north) + pieces(board, south))
    board.check.none("satellites of 1942 south of the boundary", set(SATELLITES.split()) - south)
    board.check.none("North and Centre north of the boundary", (area(board, "AGN") | area(board, "AGC")) - north)
    board.check.none("South south of the boundary", area(board, "AGS") - south)
    edge = area(board, "german supply")
    board.check("supply sources in both zones", edge & north and edge & south, "1724-2924")
    line = next(one for one in board.borders if one.given["kind"] == "logistics")
    ends = {at for one in line.sides for at in one}
    board.check("the boundary runs from edge to edge", {"2100", "2200", "2124", "2224"} <= ends, "2100")


def water(board: Board) -> None:
    """The Sivash and the strait of Kerch are water sides between land; the Crimea hangs on at Perekop."""
    for name, text in (("Sivash", "2907/3008"), ("Kerch strait", "3105/3106")):
        found = next(one for one in board.coasts if one.given["name"] == name)
        board.check(f"{name} is the side {text}", found.sides == [parse_side(text)], text)
        board.check.none(f"{name} between land hexes", (at for at in parse_side(text) if at not in play(board)))
    crimea = area(board, "CS") - {"3005", "3104", "3105"}
    doors = [one for one in board.hexes.sides if len(set(one) & crimea) == 1 and set(one) <= play(board)]
    still = [one for one in doors if one not in board.blocked]
    board.check("Perekop is the only way by land into the Crimea", still == [("2908", "3008")], "2908/3008")
    for name in ("Volga reservoir", "Manych deep", "Lake Peipus"):
        there = next((one for one in board.coasts if one.given["name"] == name), None)
        board.check(f"{name} as hexsides", there and there.sides, name)
    wet = {one for river in board.rivers for one in river.sides}
    board.check.none("no river on a water side", map(side_name, sorted(wet & board.blocked)))


def siege(board: Board) -> None:
    """Of Leningrad's neighbours two are land, one is Ladoga and one the Gulf."""
    near = set(board.hexes.around("1011"))
    board.check.none("only 1110 and 1111 besiege Leningrad", (near & play(board)) ^ {"1110", "1111"})
    board.check("Ladoga east of Leningrad", "1010" in board.of_kind("lake"), "1010")
    board.check("the Gulf west of Leningrad", "1012" in board.of_kind("sea"), "1012")
    same(board, "siege hexes", area(board, "siege"), "1110 1111")


def river_courses(board: Board) -> None:
    """Rivers pass their way-points, go no long way round and keep off sea and cut corners."""
    idle = board.water | board.of_kind("masked")
    for one in board.rivers:
        stops = str(one.given.get("stops", "")).split()
        for stop in stops:
            passed = parse_side(stop) in one.sides if "/" in stop else any(stop in part for part in one.sides)
            board.check("rivers pass their way-points", passed, f"{stop} ({one.name})")
        if len(stops) > 1:
            wanders = astray(board.hexes, stops, len(one.sides))
            board.check("no river wanders", not wanders, f"{side_name(one.sides[0])} ({one.name})")
        board.check.none("rivers between land hexes", (f"{side_name(part)} ({one.name})" for part in one.sides
                         if set(part) & idle))  # fmt: skip


MOUTHS = {
    "Dnepr": "2909", "Dvina": "1315", "Niemen": "1618", "Vistula": "1718", "Oder": "1721", "Danube": "3112",
    "Dniester": "3011", "Southern Bug": "2910", "Don": "2905", "Volkhov": "1010", "Narva": "1013", "Kuban": "3006",
}  # fmt: skip


def dnepr(board: Board) -> None:
    """The Dnepr runs unbroken from Kiev by Dnepropetrovsk to 2809/2908, where it meets the sea; other mouths too."""
    sides = next(one.sides for one in board.rivers if one.name == "Dnepr")
    board.check("the Dnepr passes Kiev", any("2311" in one for one in sides), "2311")
    board.check("the Dnepr passes Dnepropetrovsk", any("2607" in one for one in sides), "2607")
    board.check("the Dnepr ends at 2809/2908", sides[-1] == ("2809", "2908"), "2809/2908")
    kiev = min(index for index, one in enumerate(sides) if "2311" in one)
    board.check("Kiev above Dnepropetrovsk", any("2607" in one for one in sides[kiev:]), "2311")
    stretch = {at for one in sides[kiev:] for at in one}
    board.check.none("the Dnepr line is what borders it", sorted(stretch ^ area(board, "dnepr")))
    laid = {one.name: one.sides for one in board.rivers}
    for name, at in MOUTHS.items():
        board.check("rivers end in their sea", at in board.water and meets(board, laid[name][-1], at), f"{at} ({name})")


def meets(board: Board, one: Side, at: Hex) -> bool:
    """Whether a hexside ends on a corner of a hex."""
    return bool(set(board.hexes.sides[one]) & set(board.hexes.corners(at)))


def edges(board: Board) -> None:
    """Bulgarian and Yugoslav edge hexes lie on the south edge, in their countries."""
    same(board, "Bulgarian edge", area(board, "bulgarian edge"), "3215-3218")
    yugoslav = area(board, "yugoslav edge")
    board.check.none("Yugoslav edge from 3023 to 3219", {"3023", "3219", "3220"} - yugoslav)
    board.check.none("Yugoslav edge in Yugoslavia", sorted(yugoslav - country(board, "Yugoslavia")))


def lines(board: Board) -> None:
    """Fortified lines on land of their side, unbroken, the Soviet ones behind the border."""
    for one in board.lines:
        own = one["hexes"].split()
        ground = of_side(board, one["side"])
        board.check.none("fortified lines on their side", (f"{at} ({one['name']})" for at in own if at not in ground))
        gaps = [b for a, b in pairwise(own) if b not in board.hexes.around(a) and (a, b) != MARSH_GAP]
        board.check.none("fortified lines unbroken but for the marshes", (f"{at} ({one['name']})" for at in gaps))
    both = {one["side"] for one in board.lines}
    board.check("fortified lines of both sides", both == {"German", "Soviet"}, "lines")
    built = {at for one in board.lines if one["side"] == "Soviet" for at in one["hexes"].split()}
    touch = {at for at in built if set(board.hexes.around(at)) & country(board, "General Government")}
    board.check.none("Soviet lines behind the new border", sorted(touch))
    twice = [at for one in board.lines for at in one["hexes"].split()]
    board.check.none("no hex in two lines", sorted({at for at in twice if twice.count(at) > 1}))


def seas(board: Board) -> None:
    """Every sea hex belongs to one sea."""
    told = [at for key in ("Baltic", "Black Sea", "Sea of Azov") for at in area(board, key)]
    board.check.none("every sea hex in one sea", sorted(set(told) ^ board.of_kind("sea")))
    board.check.none("every sea hex in one sea", sorted({at for at in told if told.count(at) > 1}))
    board.check.none("1624 is sea or neutral", [at for at in ("1624",) if at in play(board)])


def provenance(board: Board) -> None:
    """Every feature says where it comes from, and why."""
    given = [one.given for some in (board.rivers, board.coasts, board.borders) for one in some]
    for one in given + board.places + board.areas + board.countries + board.lines:
        fine = one.get("from") in ("rulebook", "fact", "geography", "ours") and one.get("why")
        board.check("every feature with its origin", fine, str(one.get("name")))


def residuals(board: Board, spec: dict[str, Any]) -> None:
    """The eighteen known places alone fit as well as the facts say."""
    known = fit(board.grid, anchors_of(spec["known"]))
    found = [before for _, before, _, _ in known.residuals()]
    rms = (sum(one**2 for one in found) / len(found)) ** 0.5
    name = f"the eighteen known places fit as in the facts (root mean square {rms:.2f} of a hex)"
    board.check(name, abs(rms - EXPECTED_RMS) < 0.02 and len(found) == 18, f"{rms:.3f}")


def units(text: str) -> dict[Hex, list[str]]:
    """A set-up as hexes with their units."""
    parts = (part.split(":") for part in text.replace("\n", " ").split(";"))
    return {at.strip(): names.split() for at, names in parts}


def set_up(board: Board, name: str, setups: dict[str, Any]) -> None:
    """One set-up: on land, within stacking, no hex of both sides, no unit twice."""
    soviet, german = (units(setups[name][side]) for side in ("soviet", "german"))
    free = set(setups["free"].split())
    board.check.none(f"{name}: no hex held by both sides", sorted(set(soviet) & set(german)))
    for side in (soviet, german):
        board.check.none(f"{name}: units on land", sorted(set(side) - play(board)))
        high = [at for at, some in side.items() if len(set(some) - free) > setups["limit"]]
        board.check.none(f"{name}: within stacking", high)
        told = [unit for some in side.values() for unit in some if unit != "HCM"]
        board.check.none(f"{name}: no unit twice", sorted({unit for unit in told if told.count(unit) > 1}))
    satellites = {at for at, some in german.items() if any(unit in ("2H", "8It", "3R", "4R") for unit in some)}
    board.check.none(f"{name}: satellites in the south", sorted(satellites - area(board, "south")))


def fronts(board: Board, setups: dict[str, Any]) -> None:
    """Behind the front of October 1942 lie the fourteen cities, and none of those that stayed Soviet."""
    soviet, german = (set(units(setups["october_1942"][side])) for side in ("soviet", "german"))
    held = behind(board, soviet, german)
    for name, at in (PLAIN | HEROES | {"Maikop": "3103"}).items():
        board.check("the cities of October 1942 behind the front", at in held, f"{at} ({name})")
    stayed = {at for _, at in city_hexes(board)} & of_side(board, "Soviet") - set(PLAIN.values()) - set(HEROES.values())
    board.check.none("no other city behind the front of October 1942", sorted(stayed & held))


def behind(board: Board, soviet: set[Hex], german: set[Hex]) -> set[Hex]:
    """The land nearer to one's own side: Germans hold what they reach first from the west and their own hexes."""
    owner = dict.fromkeys(soviet, "s") | dict.fromkeys(german, "g")
    rim = sorted(owner)
    while rim:
        after = []
        for at in rim:
            for near in board.hexes.around(at):
                if near not in owner and near in play(board):
                    owner[near] = owner[at]
                    after.append(near)
        rim = sorted(after)
    return {at for at, who in owner.items() if who == "g"}
