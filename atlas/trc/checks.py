"""What only the board of trc must fulfil; each failure names its hex."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise
from typing import Any

from atlas.board import Board
from atlas.checks import left_out, net
from atlas.hexes import Hex, Side, side, side_name
from atlas.report import tally

from . import countries

Spec = dict[str, Any]

MAJOR = """Berlin 0531, Warsaw 1226, Riga 0617, Helsinki 0314, Leningrad 0510, Minsk 1519, Moscow 1809, Kiev 2319,
Kharkov 2714, Voronezh 2709, Saratov 2904, Stalingrad 3507, Dnepropetrovsk 3018, Odessa 3024, Sevastopol 3723,
Rostov 3514, Stalino 3216, Astrakhan 4305, Bucharest 2831, Archangel 0301, Gorki 2102"""
MINOR = """Posen 0829, Breslau 1030, Brest-Litovsk 1523, Kaunas 1121, Konigsberg 0723, Tallinn 0415, Vitebsk 1215,
Smolensk 1614, Kalinin 1508, Bryansk 2014, Tula 2109, Lvov 1925, Kursk 2413, Krasnodar 4114"""
OIL = "Ploesti 2730, Maikop 4116, Grozny 4306"
PORTS = {"baltic": "Riga Tallinn Helsinki Leningrad", "black": "Odessa Sevastopol Rostov"}
RIVERS = """Oder, Vistula, Western Bug, Niemen, Dvina, Narva, Volkhov, Danube, Prut, Dnestr, Southern Bug, Dnepr,
Pripet, Berezina, Desna, Don, Donets, Volga, Upper Volga, Oka, Kuban, Northern Dvina"""
ON_RIVERS = """Breslau Oder, Posen Warta, Warsaw Vistula, Brest-Litovsk Western Bug, Kaunas Niemen, Riga Dvina,
Vitebsk Dvina, Kiev Dnepr, Smolensk Dnepr, Dnepropetrovsk Dnepr, Bryansk Desna, Rostov Don, Stalingrad Volga,
Saratov Volga, Astrakhan Volga, Gorki Upper Volga, Kalinin Upper Volga, Krasnodar Kuban, Archangel Northern Dvina"""
COUNTS = {"woods": (15, 25), "mountain": (60, 110), "swamp": (35, 85), "lake": (5, 12), "river": (220, 330)}
KERCH, SIVASH, PEREKOP = ("3720", "3721"), ("3320", "3421"), ("3321", "3422")
EDGES = {"west": "33", "north": "01", "south": "43"}
CLOSED = ("Bulgaria", "Turkey")


def run(board: Board, spec: Spec) -> None:
    """All of them."""
    tests = (grid, named, cities, crossings, crimea, leningrad, rivers, lakes, rails, exits, owners, start, districts)
    for test in (*tests, setups, origins):
        test(board)
    for one in spec["front"]:
        front(board, one)
    for kind, (least, most) in COUNTS.items():
        found = tally(board)[kind]
        board.check("counts of terrain as wanted", least <= found <= most, f"{kind} {found}")


def listed(text: str) -> dict[str, str]:
    """Names with what follows the first space."""
    return dict(part.strip().split(" ", 1) for part in text.replace("\n", " ").split(","))


def hexes_of(board: Board, key: str) -> list[Hex]:
    """The hexes of an area or line."""
    return next(str(one["hexes"]).split() for one in board.areas + board.lines if one["id"] == key)


def line_of(board: Board, key: str) -> list[Hex]:
    """The hexes of a line."""
    return next(str(one["hexes"]).split() for one in board.lines if one["id"] == key)


def roads(board: Board, shut: Iterable[Side] = (), closed: set[Hex] | None = None) -> dict[Hex, list[Hex]]:
    """The land hexes, each with those that can be entered from it."""
    land, barred = board.land - (closed or set()), (board.blocked - {KERCH}) | set(shut)
    return {a: [b for b in board.hexes.around(a) if b in land and side(a, b) not in barred] for a in land}


def grid(board: Board) -> None:
    """43 rows; columns 33 in the west to 00 in the east, which even rows lack."""
    wanted = {f"{r:02}{c:02}" for r in range(1, 44) for c in range(r % 2 == 0, 34)}
    board.check.none("rows 01-43, columns 33-00", sorted(wanted ^ set(board.hexes.all)))
    x = {at: board.hexes.middle(at)[0] for at in ("0133", "0101", "0201")}
    board.check("columns rise westward, even rows further east", x["0133"] < x["0101"] < x["0201"], "0133")


def named(board: Board) -> None:
    """What the rulebook names."""
    board.check("Riga in 0617", board.place("Riga") == "0617", board.place("Riga"))
    board.check("Vitebsk in row 12", board.place("Vitebsk").startswith("12"), board.place("Vitebsk"))


def cities(board: Board) -> None:
    """35 cities and 3 oil fields: kinds, ports, hexes as recommended or one off and said so; open ground, on a rail."""
    rail, open_ground = set(net(board.rails)), board.land - board.of_kind("mountain", "swamp", "woods")
    kinds = {"major city": listed(MAJOR), "minor city": listed(MINOR), "oil field": listed(OIL)}
    for kind, wanted in kinds.items():
        found = {one["name"]: one for one in board.places if one["kind"] == kind}
        board.check.none(f"every {kind} there and no other", sorted(set(found) ^ set(wanted)))
        for name, one in found.items():
            at, meant = one["hexes"], wanted.get(name, "????")
            near = at == meant or (meant in one["why"] and meant in board.hexes.around(at))
            board.check("cities where recommended, or one hex off and said so", near, f"{at} ({name})")
            board.check("cities on open ground", at in open_ground, f"{at} ({name})")
            board.check("every city on a rail", at in rail, f"{at} ({name})")
            sea = next((sea for sea, names in PORTS.items() if name in names.split()), "")
            board.check("ports as in the rulebook", one.get("port", "") == sea, f"{at} ({name})")
            coast = not sea or at in hexes_of(board, f"{sea}-coast")
            board.check("ports on their coast", coast, f"{at} ({name})")
            mine = at in countries.of(board, one["country"])
            board.check("cities in their country", mine, f"{at} ({name})")


def crossings(board: Board) -> None:
    """The strait of Kerch can be crossed; the Sivash only by rail."""
    laid = {side(a, b) for way in board.rails for chain in way.chains for a, b in pairwise(chain)}
    kinds = {band.given.get("kind", "sea") for band in board.coasts if KERCH in band.sides}
    board.check("Kerch strait, and only a strait", set(KERCH) <= board.land and kinds == {"strait"}, "3720/3721")
    others = [one for band in board.coasts if band.given.get("kind") == "strait" for one in band.sides if one != KERCH]
    board.check.none("no other strait", map(side_name, others))
    board.check("rail 3320-3421", SIVASH in laid, "3320/3421")
    board.check("only rail over 3320-3421", SIVASH in board.blocked, "3320/3421")
    over = sorted(side_name(one) for one in laid & board.blocked if one != SIVASH)
    board.check.none("no other rail over a coast", over)
    spots = {at for at in board.hexes.around("3721") if at in board.land and at[2:] <= "20"}
    board.check.none("Kerch strait the one way from the Crimea to Taman", sorted(spots - {"3720"}))


def crimea(board: Board) -> None:
    """By land the Crimea hangs on Perekop alone."""
    open_ = left_out(roads(board, [KERCH]), "3723")
    shut = left_out(roads(board, [KERCH, PEREKOP]), "3723")
    board.check("Crimea joined by Perekop", "1809" not in open_, "3321/3422")
    board.check("Crimea joined by Perekop alone", "1809" in shut, "3321/3422")


def leningrad(board: Board) -> None:
    """Leningrad can be reached over the isthmus and from the south; all land without entering closed countries."""
    near = {at for at in board.hexes.around("0510") if at in board.land and side(at, "0510") not in board.blocked}
    isthmus = {at for at in near if at < "0500"}
    ways = (("0314", isthmus, "from Helsinki over the isthmus"), ("1809", near - isthmus, "from the south"))
    for goal, gates, what in ways:
        lost = set(left_out(roads(board, closed={"0510"}), goal))
        board.check(f"Leningrad reachable {what}", gates - lost, "0510")
    closed = countries.of(board, *CLOSED)
    board.check.none("all land reachable without closed countries", left_out(roads(board, closed=closed), "1809"))


def rivers(board: Board) -> None:
    """The rivers are there, in the hexes of the cities on them, on land."""
    own = {one.name: set(one.hexes) for one in board.rivers}
    wanted = [one.strip() for one in RIVERS.split(",")]
    board.check.none("rivers there", (one for one in wanted if one not in own))
    for city, name in listed(ON_RIVERS).items():
        board.check("rivers pass their cities", board.place(city) in own.get(name, ()), f"{board.place(city)} ({city})")
    for name, hexes in own.items():
        board.check.none("rivers on land", (f"{at} ({name})" for at in sorted(hexes & board.water)))
    for one in board.rivers:
        board.check("rivers pass a hex once", len(one.hexes) == len(set(one.hexes)), f"{one.hexes[0]} ({one.name})")


def lakes(board: Board) -> None:
    """Ladoga, Onega and Peipus are lakes; the seas are where they are."""
    for at in ("0509", "0508", "0409", "0606", "0613"):
        board.check("Ladoga, Onega and Peipus are lakes", at in board.of_kind("lake"), at)
    for at in ("0523", "0120", "3527", "3619", "4301"):
        board.check("Baltic, Black Sea, Azov and Caspian are sea", at in board.of_kind("sea"), at)


def rails(board: Board) -> None:
    """Junctions outside cities, one on the way from Riga to Vitebsk with an arm to Leningrad; no closed country."""
    near = net(board.rails)
    towns = {str(one["hexes"]) for one in board.places}
    forks = {at for at, some in near.items() if len(set(some)) > 2 and at not in towns}
    board.check("rail junctions outside cities", len(forks) >= 20, f"only {len(forks)}")
    junction = {at for at in forks if all(goal in arms(near, at, towns) for goal in ("0617", "1215", "0510"))}
    board.check("a junction with arms to Riga, Vitebsk and Leningrad", junction, "0617")
    board.check.none("no rail in closed countries", sorted(set(near) & countries.of(board, *CLOSED)))
    dead = sorted(at for at, some in near.items() if len(set(some)) == 1 and not ending(board, at))
    board.check.none("rails end in cities, at ports or on the rim", dead)


def arms(near: dict[Hex, list[Hex]], at: Hex, towns: set[Hex]) -> set[Hex]:
    """The cities that can be reached by rail from a hex without passing another city."""
    seen, rim = {at}, [at]
    while rim:
        here = rim.pop()
        further = [] if here in towns else [one for one in near[here] if one not in seen]
        seen |= set(further)
        rim += further
    return seen & towns


def ending(board: Board, at: Hex) -> bool:
    """Whether a rail may end in a hex: a city, the rim, the sea or the strait."""
    city = any(at == one["hexes"] for one in board.places)
    return city or board.hexes.on_edge(at) or bool(set(board.hexes.around(at)) & board.of_kind("sea"))


def exits(board: Board) -> None:
    """Rails leave the board on all four edges."""
    rail = set(net(board.rails))
    for edge in ("west", "east", "south", "north"):
        some = hexes_of(board, f"exit-{edge}")
        board.check("rail exits on every edge", len(some) > 1 or edge == "south", edge)
        for at in some:
            there = at[2:] in ("00", "01") if edge == "east" else EDGES[edge] in (at[2:] if edge == "west" else at[:2])
            board.check(f"rail exits {edge} on that edge", at in rail and there and board.hexes.on_edge(at), at)
    for at in hexes_of(board, "hungarian-rail"):
        board.check("Hungarian railway in Hungary", at in countries.of(board, "Hungary"), at)


def owners(board: Board) -> None:
    """Every land hex has one country; Bulgaria and Turkey may not be entered."""
    seen: dict[Hex, str] = {}
    for one in board.countries:
        for at in str(one["hexes"]).split():
            board.check("one country a hex", at not in seen, at)
            seen[at] = one["name"]
        closed = one.get("entry") is False
        board.check("no entry to Bulgaria and Turkey only", closed == (one["name"] in CLOSED), one["name"])
    board.check.none("every land hex has a country", sorted(set(seen) ^ board.land))


def start(board: Board) -> None:
    """The start line parts the Axis countries from Russia everywhere."""
    axis, russia = countries.of(board, *countries.AXIS, "Finland"), countries.of(board, "Russia")
    drawn = {one for band in board.borders if "start line" in band.given["name"] for one in band.sides}
    for a, b in sorted(drawn):
        board.check("start line between Axis and Russia", (a in axis) != (b in axis) and {a, b} <= axis | russia, a)
    open_ = {one for one in board.hexes.sides if one not in board.blocked and len(set(one) & axis) == 1}
    missed = sorted(side_name(one) for one in open_ if set(one) & russia and one not in drawn)
    board.check.none("start line without gaps", missed)


def districts(board: Board) -> None:
    """Five districts of Russian land, apart from one another, each at the start line and in one piece."""
    russia, border = countries.of(board, "Russia"), set(line_of(board, "barbarossa-russian"))
    found = {key: set(hexes_of(board, f"district-{key}")) for key in "BWKOL"}
    for key, own in found.items():
        board.check.none("districts are Russian land", sorted(own - russia))
        board.check("districts at the start line", own & border, f"district-{key}")
        torn = left_out({at: [near for near in board.hexes.around(at) if near in own] for at in own})
        board.check.none("districts in one piece", torn)
    for a, b in combinations(found, 2):
        board.check.none("districts apart", sorted(found[a] & found[b]))
    whole = {at for own in found.values() for at in own}
    board.check.none("districts cover the start line", sorted(border - whole))


def setups(board: Board) -> None:
    """German set-up areas are the countries of rule 3.4."""
    wanted = dict.fromkeys("NCS", countries.AXIS) | {"R": ("Rumania",), "F": ("Finland",)}
    for key, names in wanted.items():
        wrong = set(hexes_of(board, f"setup-{key}")) ^ countries.of(board, *names)
        board.check.none("set-up areas as in 3.4", sorted(wrong))


def origins(board: Board) -> None:
    """Everything says where it comes from and why."""
    given = [one.given for part in (board.rivers, board.rails, board.coasts, board.borders) for one in part]
    given += board.places + board.areas + board.countries + board.lines
    for one in given:
        board.check("everything with from and why", one.get("from") and one.get("why"), str(one.get("name")))
    for entry in board.terrain:
        board.check("everything with from and why", entry.source and entry.why, entry.kind)


def front(board: Board, one: Spec) -> None:
    """A start line: the sides face each other, named cities are on the right one, the force lists can man it."""
    key, forces = one["id"], one["forces"]
    held = set(next(str(area["hexes"]).split() for area in board.areas if area["id"] == f"{key}-axis"))
    axis, russian = (line_of(board, f"{key}-{who}") for who in ("axis", "russian"))
    board.check.none(f"{key}: each side on its own land", sorted((set(axis) - held) | (set(russian) & held)))
    board.check.none(f"{key}: front hexes on land", sorted((set(axis) | set(russian)) - board.land))
    board.check(f"{key}: Leningrad Russian", "0510" not in held, "0510")
    board.check(f"{key}: Sevastopol on the right side", ("3723" in held) == (key == "zitadelle"), "3723")
    finns = set(hexes_of(board, "karelia")) | countries.of(board, "Finland")
    main, north = [at for at in axis if at not in finns], [at for at in axis if at in finns]
    note = f"{key}: {len(main)} Axis front hexes for {forces['axis']} units"
    board.check(note, len(main) <= forces["axis"], main[-1])
    note = f"{key}: {len(russian)} Russian front hexes for {forces['russian']} units"
    board.check(note, len(russian) <= forces["russian"], russian[-1])
    note = f"{key}: {len(north)} Finnish front hexes, {forces['finns']} Finns occupy them or have them in their zones"
    board.check(note, covered(board, north, finns, forces["finns"]), north[0])


def covered(board: Board, line: list[Hex], own: set[Hex], units: int) -> bool:
    """Whether so many units can hold every hex of a line or have it in a zone of control."""

    def reach(at: Hex) -> set[Hex]:
        return {at, *(near for near in board.hexes.around(at) if side(at, near) not in board.blocked)}

    stands = combinations(sorted(set(line) & own), min(units, len(line)))
    return any(set(line) <= {at for one in some for at in reach(one)} for some in stands)
