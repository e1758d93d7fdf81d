"""The data of The Russian Campaign: charts, counters, scenarios and rulebook agree with each other and the board."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hexfront.engine.data import load
from hexfront.engine.rulebook import load as load_rules
from hexfront.games.boards import board_data, board_file, board_map

ORIGINS = {"rulebook", "fact", "ours"}
SCENARIOS = ("barbarossa", "blau", "zitadelle", "bagration")
LATER = SCENARIOS[1:]
FILES = ("counters", "charts", "rulebook", *SCENARIOS)
BOARD = board_map("trc")
CITIES = {place.name for place in BOARD.places}
LINES = {line["id"] for line in board_data("trc")["line"]}


NUMBERS = """
2.1 2.2 2.3 2.4 2.5 2.6 3.1 3.2 3.3 3.4 3.5 3.6 3.7 4.1 4.1.1 4.1.2 4.1.3 4.1.4 4.1.5 4.2 4.2.1 4.2.2 4.2.3 4.2.4
4.2.5 4.3 4.4 5.1 5.2 5.3 5.4 5.5 6.1 6.2 6.3 7.1 7.2 7.3 8.1 8.2 8.3 8.4 8.5 8.5.1 8.5.2 8.5.3 8.6 9.1 9.2 9.3 9.4
9.5 9.6 9.7 9.8 9.8.1 9.8.2 9.8.3 9.9 10.1 10.2 10.3 10.3.1 10.3.2 10.3.3 10.4 10.5 10.6 10.7 11.1 11.2 11.3 12.1
12.2 12.3 12.31 12.32 12.33 12.4 12.5 12.6 13.1 13.2 13.3 13.4 13.5 13.6 13.7 13.8 14.1 14.1.1 14.1.2 14.1.3 14.2
15.1 15.2 15.3 15.4 15.5 15.6 16.1 16.2 16.3 16.4 17.1 17.2 17.2.1 17.2.2 17.3 17.3.1 17.3.2 17.3.3 18.1 18.2 18.3
18.4 19.1 19.2 19.3 19.4 20.1 20.1.1 20.2 20.3 20.4 20.5 20.6 20.7 20.7.1 20.7.2 20.8 20.9 20.9.1 20.9.2 20.9.3
21.1 21.2 21.3 21.4 21.5 21.6 22.1 22.2 22.3 22.4 22.5 22.6 22.7 22.8 23.1 23.1.1 23.1.2 23.1.3 23.2 24.1 24.2 24.3
24.4 24.5 25.1 25.1.1 25.1.2 25.2 25.2.1 25.2.2 25.2.3 25.2.4 25.2.5 25.2.6 26.1 26.2 26.2.1 26.2.2 26.2.3 26.3
26.4 26.4.1 26.4.2 26.4.3 26.5 26.5.1 26.5.2 26.5.3 26.6 26.6.1 26.6.2 26.6.3 26.6.4 26.6.5 26.6.6 26.7 26.7.1
26.7.2 26.7.3 26.7.4 26.75 26.8 26.81 26.82 26.83 26.9 26.91 26.92 26.93 26.94 26.10 26.11 S.0 S.1 S.2 S.3 S.4 V.1
V.2 V.3 V.4 V.5 V.6 X.1 X.2 X.3 X.4 X.5 X.6 X.7 X.8 X.9 X.10
"""


def data_path(name: str) -> Path:
    return board_file("trc", f"{name}.toml")


DATA = {name: load(data_path(name)) for name in FILES}
AXIS: dict[str, dict[str, Any]] = DATA["counters"]["axis"]["units"]
RUSSIAN: dict[str, dict[str, Any]] = DATA["counters"]["russian"]["units"]
UNITS = {**AXIS, **RUSSIAN}


def value(name: str) -> str:
    return f"{UNITS[name]['strength']}-{UNITS[name]['move']}"


def total(values: str, nations: str, *types: str) -> list[int]:
    """How many units of the game without options have each of these values."""
    counts = Counter(
        value(name)
        for name, unit in UNITS.items()
        if "option" not in unit and unit["nation"] in nations.split() and unit["type"] in types
    )
    return [counts[one] for one in values.split()]


def turn_of(month: str) -> int:
    year, number = map(int, month.split("-"))
    return ((year - 1941) * 12 + number - 5) // 2 + 1


def fits(names: list[str], hexes: int) -> bool:
    """Whether these units can stand in so many hexes: armies two by two, corps three by three, mixed two."""
    sizes = Counter(UNITS[name]["size"] for name in names)
    best = -(-sizes["army"] // 2)
    left = max(0, sizes["corps"] - (2 * best - sizes["army"]))
    return best + -(-left // 3) <= hexes


def hexes_of(area: str) -> int:
    return (BOARD.areas[area] & BOARD.land).bit_count()


def entries(plain: Any) -> list[dict[str, Any]]:
    """Every table, at any depth, that says where it comes from."""
    if isinstance(plain, list):
        return [found for one in plain for found in entries(one)]
    if not isinstance(plain, dict):
        return []
    return [plain] * ("from" in plain) + [found for one in plain.values() for found in entries(one)]


# -- all files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in FILES if name != "rulebook"])
def test_every_entry_says_where_it_comes_from(name: str) -> None:
    found = entries(DATA[name])
    assert found
    for entry in found:
        assert entry["from"] in ORIGINS, entry
        assert entry["from"] != "ours" or entry.get("why"), entry


def test_the_rulebook_has_each_number_once() -> None:
    rules = load_rules(data_path("rulebook"))
    assert len(rules) == 228
    assert len({rule.rule for rule in rules}) == 228
    assert len({rule.title for rule in rules if rule.title}) > 200
    options = DATA["charts"]["options"]
    for rule in rules:
        assert rule.title and rule.about, rule.rule
        assert (rule.state == "optional") == (rule.option in options), rule.rule
    assert {rule.option for rule in rules if rule.option} == set(options)


def test_the_rulebook_has_exactly_these_numbers() -> None:
    assert [rule.rule for rule in load_rules(data_path("rulebook"))] == NUMBERS.split()


# -- counters ------------------------------------------------------------------------------------


def test_names_are_unique_over_both_sides_and_capitals() -> None:
    names = [name.lower() for name in (*AXIS, *RUSSIAN)]
    assert len(names) == len(set(names)) == len(UNITS)
    assert all(name.isalnum() for name in names)
    assert len({unit["title"] for unit in UNITS.values()}) == len(UNITS)


def test_every_unit_is_whole() -> None:
    classes = DATA["charts"]["movement"]
    for name, unit in UNITS.items():
        assert unit["size"] in ("army", "corps", "none"), name
        assert unit["nation"] in ("german", "ss", "rumanian", "hungarian", "italian", "finnish", "russian", "guards"), (
            name
        )
        assert "start" in unit or "arrives" in unit or "trigger" in unit, name
        assert any(unit["nation"] in one["nations"] and unit["type"] in one["types"] for one in classes), name
        assert 1 <= turn_of(unit.get("arrives", "1941-05")) <= 25, name
        assert unit.get("trigger", "mobilize") in DATA["counters"]["triggers"], name
        assert unit.get("option", "26.1") in DATA["charts"]["options"], name


def test_units_begin_and_arrive_at_places_of_the_board() -> None:
    codes = {"N", "C", "S", "R", "F"}, {"B", "W", "K", "O", "L"}
    for side, known in zip((AXIS, RUSSIAN), codes, strict=True):
        for name, unit in side.items():
            assert unit.get("start", "box") in known | CITIES | {"box"}, name
            places = CITIES | set(BOARD.areas) | {"west edge", "east edge", "box", "pool", "city"}
            assert unit.get("at", "box") in places, name


def test_triggers_name_the_hexes_of_their_cities() -> None:
    triggers = DATA["counters"]["triggers"]
    by_hex = {BOARD.grid.label(h): name for h, name in BOARD.place_names.items()}
    assert by_hex[triggers["bucharest-1943"]["hex"]] == by_hex[triggers["bucharest-1944"]["hex"]] == "Bucharest"
    assert by_hex[triggers["warsaw-1944"]["hex"]] == "Warsaw"


def test_russian_totals() -> None:
    russians = "russian guards"
    assert total("6-3 5-3 4-3 3-3", russians, "infantry") == [6, 16, 13, 5]  # with the 14th Army
    assert value("14A") == "3-3"
    assert total("8-4 7-4", russians, "infantry") == [1, 8]
    assert total("2-7 3-7 5-7 4-7", russians, "cavalry") == [3, 3, 1, 3]
    assert total("2-5 3-5 6-5 8-6 10-7", russians, "armour") == [6, 6, 4, 7, 1]
    assert total("1-2", russians, "paratroop") == [3]
    assert total("0-0", russians, "partisan") == [3]


def test_workers() -> None:
    workers = [name for name in RUSSIAN if RUSSIAN[name]["type"] == "worker"]
    at_start = {RUSSIAN[name]["start"]: RUSSIAN[name]["strength"] for name in workers if "start" in RUSSIAN[name]}
    assert at_start == {"Moscow": 3, "Leningrad": 2, "Kiev": 2, "Kharkov": 2, "Stalino": 2}
    later = [name for name in workers if "arrives" in RUSSIAN[name]]
    assert Counter(RUSSIAN[name]["strength"] for name in later) == {1: 7, 2: 2}
    before = [name for name in later if RUSSIAN[name]["arrives"] < "1942-05"]
    assert Counter(RUSSIAN[name]["strength"] for name in before) == {1: 4, 2: 1}


def test_axis_totals() -> None:
    assert total("8-7 7-7 6-7", "german", "armour") == [4, 4, 3]
    assert total("5-4 4-4 3-4", "german", "infantry") == [5, 15, 13]
    assert total("4-3 3-4 2-3", "finnish", "infantry") == [2, 1, 1]
    assert total("4-6 3-3 2-2", "hungarian", "infantry", "motorized") == [1, 1, 1]
    assert total("2-4 2-3", "italian", "infantry") == [1, 2]
    assert total("3-4 2-4 2-2", "rumanian", "infantry") == [1, 3, 1]
    assert total("10-8 9-8 7-7 6-7 4-4 2-7", "ss", "armour", "infantry", "motorized") == [1, 1, 1, 1, 1, 1]
    assert total("5-6 4-6 3-6", "german", "motorized") == [1, 4, 1]
    assert total("5-5 4-5 3-5", "german", "mountain") == [1, 1, 3]
    assert total("0-0", "german", "stuka") == [3]


def test_arrivals_of_the_first_summer() -> None:
    months = Counter(unit["arrives"] for unit in AXIS.values() if "option" not in unit and "arrives" in unit)
    assert months["1941-07"] == 4 and months["1941-08"] == 2
    assert AXIS["3Rum"]["arrives"] == "1942-09"


# -- charts --------------------------------------------------------------------------------------


def test_combat_table_is_whole_and_monotone() -> None:
    crt = DATA["charts"]["crt"]
    rank = {result: number for number, result in enumerate(crt["results"])}
    rows = [[rank[cell] for cell in row] for row in crt["rows"]]
    assert len(rows) == 6 and all(len(row) == len(crt["columns"]) == len(crt["odds"]) == 10 for row in rows)
    for row in rows:
        assert row == sorted(row)
    for column in zip(*rows, strict=True):
        assert list(column) == sorted(column)
    assert set(crt["results"]) == set(DATA["charts"]["results"])
    assert {row[-1] for row in crt["rows"]} == {"DS"} and crt["automatic"] == crt["columns"][-1] == "10-1"


def test_every_odds_has_one_column() -> None:
    crt = DATA["charts"]["crt"]
    named = [one for column in crt["odds"] for one in column]
    assert named == [f"1-{n}" for n in range(6, 1, -1)] + [f"{n}-1" for n in range(1, 11)]
    assert [column[0] for column in crt["odds"]] == crt["columns"]


def test_movement_never_gets_better_with_the_weather() -> None:
    worth = {"full": 100, "half": 50}
    for one in DATA["charts"]["movement"]:
        second = [worth.get(one[weather][1], one[weather][1]) for weather in ("clear", "light_mud", "mud")]
        assert second == sorted(second, reverse=True), one["class"]
        assert worth.get(one["snow"][1], one["snow"][1]) <= second[0], one["class"]


def test_weather_chart() -> None:
    weather = DATA["charts"]["weather"]
    rank = {kind: number for number, kind in enumerate(weather["kinds"])}
    seasons = {season: row for season, row in weather["chart"].items() if isinstance(row, list)}
    rows = {season: row for season, row in seasons.items() if season not in ("from", "why")}
    assert set(rows) | set(weather["fixed"]) == set(DATA["charts"]["calendar"]["seasons"])
    for row in rows.values():
        assert len(row) == weather["most"] - weather["least"] + 1
        kinds = [rank[kind] for kind, _ in row]
        assert kinds == sorted(kinds)
        changes = [change for _, change in row]
        assert changes == sorted(changes, reverse=True)
    assert rows["Sep/Oct"][3] == ["clear", 1]
    assert rows["Nov/Dec"][4] == ["snow", -3]


def test_historical_weather() -> None:
    table = DATA["charts"]["weather"]["historical"]
    assert [table["Mar/Apr"][str(year)] for year in range(1941, 1946)] == ["mud", "mud", "light mud", "snow", "clear"]
    assert [table["Sep/Oct"][str(year)] for year in range(1941, 1945)] == ["light mud", "clear", "clear", "light mud"]
    assert [table["Nov/Dec"][str(year)] for year in range(1941, 1945)] == ["snow", "light mud", "light mud", "mud"]


def test_charts_name_places_of_the_board() -> None:
    charts = DATA["charts"]
    ports = {sea: {place.name for place in BOARD.places if place.port == sea} for sea in ("black", "baltic")}
    for sea, known in ports.items():
        assert set(charts["sea"][sea]["ports"]) == known
        assert charts["sea"][sea]["coast"] in BOARD.areas
    goals = charts["victory"]["sudden_death"]
    assert all(
        set(goals[year]["both"]) <= CITIES and len(goals[year]["both"]) == 6 for year in ("1942", "1943", "1944")
    )
    assert [goals[year]["turn"] for year in ("1942", "1943", "1944", "1945")] == [
        turn_of(f"{year}-01") for year in (1942, 1943, 1944, 1945)
    ]
    assert goals["1945"]["russian"]["oil_fields"] == BOARD.hexes_of("oil field").bit_count()
    for terrain, area in (("strait", "kerch"), ("rail_only", "rail-only")):
        assert BOARD.grid.mask(charts["terrain"][terrain]["sides"].replace("/", " ")) == BOARD.areas[area]


def test_options_refer_to_options() -> None:
    options = DATA["charts"]["options"]
    assert len(options) == 18
    for number, option in options.items():
        assert option["title"] and option["about"]
        for key in ("excludes", "excludes_in_play"):
            assert all(number in options[other][key] for other in option.get(key, []))
        assert set(option.get("needs", [])) <= set(options)


# -- scenarios -----------------------------------------------------------------------------------


def test_lengths_of_the_scenarios() -> None:
    found = {name: (DATA[name]["first"], DATA[name]["last"], DATA[name]["turns"]) for name in SCENARIOS}
    assert found == {"barbarossa": (1, 10, 10), "blau": (7, 14, 8), "zitadelle": (13, 18, 6), "bagration": (19, 25, 7)}
    assert (DATA["barbarossa"]["campaign"]["first"], DATA["barbarossa"]["campaign"]["last"]) == (1, 25)
    assert [DATA[name]["weather_modifier"] for name in SCENARIOS] == [0, -1, 0, 1]
    assert len({DATA[name]["id"] for name in SCENARIOS}) == 4


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios_name_lines_and_areas_of_the_board(name: str) -> None:
    lines = DATA[name]["lines"]
    assert lines["axis"] in LINES and lines["russian"] in LINES and lines["control"] in BOARD.areas
    victory = DATA[name]["victory"]
    assert victory.get("line", lines["axis"]) in BOARD.areas
    assert victory.get("turn", DATA[name]["last"]) == DATA[name]["last"]


def test_the_set_up_of_1941() -> None:
    plain = DATA["barbarossa"]
    placed = [unit for entry in plain["setup"] for unit in entry["units"]]
    placed += [unit for entry in plain["box"] for unit in entry["units"]]
    assert len(placed) == len(set(placed))
    assert set(placed) == {name for name, unit in UNITS.items() if "start" in unit and "option" not in unit}
    for entry in plain["setup"]:
        side = AXIS if entry["side"] == "axis" else RUSSIAN
        assert set(entry["units"]) <= set(side)
        code = entry.get("city") or entry["area"].split("-")[1]
        assert {UNITS[unit]["start"] for unit in entry["units"]} == {code}
        assert code in CITIES or entry["area"] in BOARD.areas
        assert fits(entry["units"], hexes_of(entry["area"]) if "area" in entry else 1), code
    for areas in plain["first_attacks"].values():
        assert not isinstance(areas, list) or set(areas) <= set(BOARD.areas)


def test_the_armies_of_1941_fit_together() -> None:
    """Two army groups may share hexes: what starts in the wide area fits into it as a whole, not only by codes."""
    codes = [entry for entry in DATA["barbarossa"]["setup"] if entry.get("area", "").startswith("setup-")]
    wide = [unit for entry in codes if entry["area"] != "setup-F" for unit in entry["units"]]
    assert fits(wide, hexes_of("setup-N"))


FORCES = {
    "blau": {
        "russian": ("2-7:1+1 3-7:1+1 5-7:1 8-4:1 7-4:4 6-3:5 5-3:9+2 4-3:10+2 3-3:2+1 10-7:1 6-5:1 3-5:2+2 2-5:1+2"),
        "axis": (
            "5-4:4 4-4:12 3-4:7 8-7:3 7-7:4 6-7:3 2-7:1 5-5:1 4-6:1 4-3:2 3-4:1 2-3:1 3-4:1 2-4:1 2-4:1 2-3:1 4-6:1"
        ),
    },
    "zitadelle": {
        "russian": (
            "3-7:2+1 4-7:2 8-4:1 7-4:6 6-3:4+1 5-3:14+2 4-3:9+2 3-3:1+1 10-7:1 8-6:3 6-5:3 3-5:2+2 2-5:2+2 2-7:0+1"
        ),
        "axis": ("5-4:1 4-4:10 3-4:6 8-7:3 7-7:4 6-7:3 2-7:1 7-7:1 5-5:1 4-6:1 2-4:1 4-3:2 3-4:1 2-3:1 2-2:1"),
    },
    "bagration": {
        "russian": (
            "2-7:1+1 3-7:1+1 5-7:1 8-4:1 7-4:7 6-3:5+1 5-3:10+2 4-3:8+3 3-3:1+2 10-7:1 8-6:3 6-5:3 3-5:2+3 2-5:1+3"
        ),
        "axis": (
            "5-4:1 4-4:10 3-4:6 5-6:1 4-6:1 8-7:2 7-7:2 6-7:2 4-4:1 2-7:1 9-8:1 5-5:1 "
            "2-4:1 4-3:2 2-3:1 2-4:1 2-2:1 3-3:1"
        ),
    },
}


@pytest.mark.parametrize("name", LATER)
@pytest.mark.parametrize("side", ["russian", "axis"])
def test_forces_are_those_of_the_rulebook(name: str, side: str) -> None:
    found = []
    for entry in DATA[name]["force"]:
        if entry["side"] == side:
            gone = entry.get("surrendered", 0)
            found.append(f"{entry['value']}:{entry['count']}" + (f"+{gone}" if gone else ""))
            assert len(entry["units"]) == entry["count"] and len(entry.get("surrendered_units", [])) == gone
            named = [*entry["units"], *entry.get("surrendered_units", [])]
            assert {value(unit) for unit in named} <= {entry["value"]}
            assert set(named) <= set(AXIS if side == "axis" else RUSSIAN)
    assert found == FORCES[name][side].split()


@pytest.mark.parametrize(("name", "ones", "twos"), [("blau", 4, 1), ("zitadelle", 5, 2), ("bagration", 5, 2)])
def test_workers_of_the_scenarios(name: str, ones: int, twos: int) -> None:
    entries_ = DATA[name]["workers"]
    assert [entry["city"] for entry in entries_ if "value" not in entry] == ["Leningrad", "Moscow"]
    free = Counter(UNITS[unit]["strength"] for entry in entries_ if "value" in entry for unit in entry["units"])
    assert free == {1: ones, 2: twos}
    assert all(
        UNITS[unit]["strength"] == entry["value"] for entry in entries_ if "value" in entry for unit in entry["units"]
    )


@pytest.mark.parametrize("name", LATER)
def test_every_unit_that_is_due_has_one_place(name: str) -> None:
    plain = DATA[name]
    on_board = [unit for key in ("force", "workers", "fixed", "box") for entry in plain[key] for unit in entry["units"]]
    pool = [*plain["pool"]["russian"], *plain["pool"]["axis"]]
    everyone = [*on_board, *pool, *plain["lost"]["units"]]
    assert len(everyone) == len(set(everyone))
    surrendered = {
        unit for key in ("force", "box") for entry in plain[key] for unit in entry.get("surrendered_units", [])
    }
    assert surrendered <= set(plain["lost"]["units"])
    due = {
        unit
        for unit, entry in UNITS.items()
        if "option" not in entry and ("start" in entry or turn_of(entry.get("arrives", "1999-01")) < plain["first"])
    }
    assert set(everyone) == due


@pytest.mark.parametrize("name", LATER)
@pytest.mark.parametrize("side", ["russian", "axis"])
def test_forces_can_cover_their_line(name: str, side: str) -> None:
    """The units at hand, one in every third hex, are enough for the hexes of the line; and all find room behind it."""
    plain = DATA[name]
    line = next(entry for entry in board_data("trc")["line"] if entry["id"] == plain["lines"][side])
    closed = BOARD.grid.mask(plain["closed"]["hexes"]) | BOARD.countries["Finland"]
    to_cover = (BOARD.grid.mask(line["hexes"]) & ~closed).bit_count()
    units = [unit for entry in plain["force"] if entry["side"] == side for unit in entry["units"]]
    others = [unit for unit in units if UNITS[unit]["nation"] != "finnish"]
    assert len(others) * 3 >= to_cover
    axis_land = BOARD.areas[plain["lines"]["control"]]
    own = axis_land if side == "axis" else BOARD.countries["Russia"] & ~axis_land
    assert fits(others, (own & BOARD.land & ~closed).bit_count())


@pytest.mark.parametrize("name", LATER)
def test_fixed_units_and_cities_lie_on_their_own_side(name: str) -> None:
    plain = DATA[name]
    axis_land = BOARD.areas[plain["lines"]["control"]]
    places = {place.name: place.hexes for place in BOARD.places}
    for entry in (*plain["fixed"], *plain["workers"]):
        if "city" in entry:
            assert bool(places[entry["city"]] & axis_land) == (entry.get("side") == "axis"), entry
    assert not places["Leningrad"] & axis_land
    assert bool(places["Sevastopol"] & axis_land) == (name == "zitadelle")
