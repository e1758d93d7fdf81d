"""Every board loads, is sound as a map, and has what the rulebooks name where they name it."""

import json

import pytest

from hexfront.games.boards import board_data, board_file, board_map, drawn, grid, layers
from hexfront.grid import members
from hexfront.grid import sides as s
from hexfront.mechanics.boardmap import BoardMap

ORIGINS = {"rulebook", "fact", "geography", "ours"}
NO_ENTRY = {"sea", "lake", "masked"}


def dry(board: BoardMap) -> int:
    """Hexes in which a unit could stand."""
    return board.grid.all & ~sum(board.kinds.get(kind, 0) for kind in NO_ENTRY)


@pytest.mark.parametrize("game", drawn())
def test_numbering_both_ways_and_neighbours(game: str) -> None:
    board = grid(game)
    for h in members(board.all):
        assert board.hex(board.label(h)) == h
        for d, near in enumerate(board.neighbours[h]):
            assert near < 0 or board.neighbours[near][board.opposite(d)] == h


@pytest.mark.parametrize("game", drawn())
def test_hexsides_touch_and_are_symmetric(game: str) -> None:
    board = board_map(game)  # reading refuses sides whose hexes do not touch
    for these in (board.rivers, board.coast, board.road_links, board.rails):
        assert these == s.reverse(board.grid, these)


@pytest.mark.parametrize("game", drawn())
def test_every_hex_has_one_terrain_with_an_origin(game: str) -> None:
    data = board_data(game)
    found = 0
    for entry in data["terrain"]:
        assert entry["from"] in ORIGINS and entry["why"]
        hexes = grid(game).all & ~found if entry["hexes"] == "rest" else grid(game).mask(entry["hexes"])
        assert not hexes & found
        found |= hexes
    assert found == grid(game).all
    for kind in ("river", "road", "rail", "coast", "place", "area", "country", "line", "border"):
        assert all(entry["from"] in ORIGINS and entry["why"] for entry in data.get(kind, [])), kind


@pytest.mark.parametrize("game", drawn())
def test_no_town_in_the_water_and_rails_connected(game: str) -> None:
    board = board_map(game)
    for place in board.places:
        assert not place.hexes & ~dry(board), place.name
    if board.rail_hexes:
        grid = board.grid
        start = board.rail_hexes & -board.rail_hexes
        parts, left = 0, board.rail_hexes
        while left:
            start = left & -left
            left &= ~grid.flood(start, board.rail_hexes, board.rails)
            parts += 1
        assert parts <= {"pgg": 3, "trc": 2}.get(game, 1)


@pytest.mark.parametrize("game", drawn())
def test_layers_are_small_and_in_the_frame(game: str) -> None:
    path = board_file(game, "layers.json")
    assert path.stat().st_size < 150_000
    assert layers(game) == json.loads(path.read_text(encoding="utf-8"))


def label_in(board: BoardMap, name: str) -> list[str]:
    return [label for place in board.places if place.name == name for label in board.grid.labels(place.hexes)]


def side(board: BoardMap, these: s.Sides, a: str, b: str) -> bool:
    return s.between(board.grid, these, board.grid.hex(a), board.grid.hex(b))


def test_pgg() -> None:
    board = board_map("pgg")
    named = {
        "Vitebsk": ["0412", "0513"], "Orsha": ["0420"], "Mogilev": ["0424", "0525"], "Smolensk": ["2216", "2217"],
        "Roslavl": ["2626"], "Yelnya": ["3122"], "Rzhev": ["3901"], "Vyazma": ["4015"], "Gzhatsk": ["4607"],
        "Kaluga": ["5921"], "Krichev": ["1427"], "Velizh": ["1509"], "Mstislavl": ["1524"], "Bely": ["3005"],
    }  # fmt: skip
    for name, hexes in named.items():
        assert label_in(board, name) == hexes
    assert side(board, board.rivers, "2216", "2217")
    assert [board.kinds[kind].bit_count() for kind in ("swamp", "lake")] == [25, 15]
    assert 450 <= board.kinds["forest"].bit_count() <= 490
    grid = board.grid
    rail_exits = "0109 0112 3901 5907 5921 0131 1831 3131 3831 4331 4531 5431"
    for label in grid.labels(grid.mask(rail_exits)):
        assert board.rail_hexes >> grid.hex(label) & 1, label
    highway = grid.flood(1 << grid.hex("0120"), board.road_hexes, board.road_links)
    assert highway >> grid.hex("5907") & 1 and highway >> grid.hex("2216") & 1


TRC_CITIES = """
Berlin 0531 Warsaw 1226 Riga 0617 Helsinki 0314 Leningrad 0510 Minsk 1519 Moscow 1809 Kiev 2319 Kharkov 2714
Voronezh 2709 Saratov 2904 Stalingrad 3507 Dnepropetrovsk 3018 Odessa 3024 Sevastopol 3723 Rostov 3514 Stalino 3216
Astrakhan 4305 Bucharest 2831 Archangel 0301 Gorki 2102 Posen 0829 Breslau 1030 Brest-Litovsk 1523 Kaunas 1121
Konigsberg 0723 Tallinn 0415 Vitebsk 1215 Smolensk 1614 Kalinin 1508 Bryansk 2014 Tula 2109 Lvov 1925 Kursk 2413
Krasnodar 4114 Ploesti 2730 Maikop 4116 Grozny 4306
"""


def test_trc() -> None:
    board = board_map("trc")
    grid = board.grid
    words = TRC_CITIES.split()
    wanted = dict(zip(words[::2], words[1::2], strict=True))
    assert len([p for p in board.places if "city" in p.kind]) == 35
    assert len([p for p in board.places if p.kind == "oil field"]) == 3
    for name, label in wanted.items():
        [found] = label_in(board, name)
        assert grid.distance(grid.hex(found), grid.hex(label)) <= 1, name
    assert label_in(board, "Riga") == ["0617"] and label_in(board, "Vitebsk")[0].startswith("12")
    for place in board.places:
        if "city" in place.kind:
            assert place.hexes & board.rail_hexes, f"{place.name} is not on the railway"
    assert side(board, board.rails, "3421", "3320")
    assert side(board, board.straits, "3720", "3721") and not side(board, board.coast, "3720", "3721")
    assert {"Germany", "Poland", "Hungary", "Rumania", "Finland", "Russia", "Bulgaria", "Turkey"} <= set(
        board.countries
    )
    assert board.kinds["river"] and board.kinds["woods"] and board.kinds["mountain"] and board.kinds["swamp"]
    ports = {place.name for place in board.places if place.port}
    assert ports == {"Odessa", "Sevastopol", "Rostov", "Riga", "Tallinn", "Helsinki", "Leningrad"}
    lines = {line["id"] for line in board_data("trc")["line"]}
    for scenario in ("barbarossa", "blau", "zitadelle", "bagration"):
        assert {f"{scenario}-axis", f"{scenario}-russian"} <= lines


def test_trc_fronts_run_between_the_two_sides() -> None:
    """The hexes of each line are land, no hex is on both sides, and each front touches the other."""
    board = board_map("trc")
    grid = board.grid
    lines = {line["id"]: grid.mask(line["hexes"]) for line in board_data("trc")["line"]}
    for scenario in ("barbarossa", "blau", "zitadelle", "bagration"):
        axis, russian = lines[f"{scenario}-axis"], lines[f"{scenario}-russian"]
        assert not axis & russian and not (axis | russian) & ~dry(board)
        assert not russian & ~grid.around(axis) and not axis & ~grid.around(russian)
        leningrad = grid.mask("0510")
        assert not axis & leningrad


def test_bd() -> None:
    board = board_map("bd")
    grid = board.grid
    for name, label in {
        "Leningrad": "1011", "Riga": "1415", "Moscow": "1606", "Tula": "1806", "Kiev": "2311", "Stalingrad": "2501",
        "Dnepropetrovsk": "2607", "Rostov": "2804", "Budapest": "2820", "Odessa": "2911", "Ploesti": "3015",
        "Maikop": "3103", "Sevastopol": "3108", "Bucharest": "3114", "Belgrade": "3220", "Nagykanizsa": "2922",
    }.items():  # fmt: skip
        assert label_in(board, name) == [label], name
    assert not grid.mask("2013 2014") & ~board.kinds["marsh"]
    assert not grid.mask("3200 3201 3202 3203 3204") & ~board.kinds["rough"]
    assert grid.labels(board.kinds["desert-steppe"]) == ["2700", "2800", "2900", "3000"]
    assert board.countries["Lithuania"].bit_count() == 5
    assert board.countries["Bulgaria"] == grid.mask("3215 3216 3217 3218")
    assert side(board, board.river_courses["Dnepr"], "2809", "2908")
    for area, hexes in {
        "AGN": "1517 1617 1716", "AGC": "1817 1917 2017 2116", "AGS": "2216 2315 2416 2516", "siege": "1110 1111",
    }.items():  # fmt: skip
        assert board.areas[area] == grid.mask(hexes)
    assert not grid.mask("2303 2403 2502 2602") & ~board.areas["south"]


def test_rb() -> None:
    board = board_map("rb")
    for name, label in {
        "Leningrad": "0802", "Moscow": "1207", "Rostov": "1517", "Smolensk": "0909", "Kiev": "0814",
        "Sevastopol": "1021",
        "Konigsberg": "0208", "Warsaw": "0211", "Ploesti": "0420", "Kerch": "1220", "Taman": "1320", "Tula": "1209",
    }.items():  # fmt: skip
        assert label_in(board, name) == [label], name
    points = {place.name: place.points for place in board.places if place.points}
    assert points == {
        "Moscow": 5, "Leningrad": 3, "Rostov": 2, "Smolensk": 1, "Kiev": 1, "Dnepropetrovsk": 1, "Voronezh": 1,
        "Sevastopol": 1,
    }  # fmt: skip
    assert len(board.river_courses) == 26
    grid = board.grid
    road = grid.flood(1 << grid.hex("0609"), board.road_hexes, board.road_links)
    assert road >> grid.hex("1207") & 1  # Minsk to Moscow
