"""Boards for the browser: the same map as on paper, small, in layers, and hexes where the map has them."""

import gzip
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from math import dist
from pathlib import Path

import pytest

from hexfront import games
from hexfront.engine.errors import BadData
from hexfront.games import boards
from hexfront.show import draw, scene_of
from hexfront.show.lean import _commands, lean, steps
from hexfront.show.web import base_map, geometry

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import maps

SVG = "{http://www.w3.org/2000/svg}"
HREF = "href"
LAYERS = [
    *("ground", "terrain", "water", "cities", "grid", "rivers", "borders", "roads", "rails", "barriers"),
    *("numbers", "towns", "names"),
]
DRAWN = boards.drawn()


def points(d: str) -> list[tuple[float, float]]:
    """All points of a path where they lie on the sheet."""
    found, x, y, left, top = [], 0.0, 0.0, 0.0, 0.0
    for name, numbers in _commands(d):
        far = name.isupper()
        if name in "Zz":
            x, y = left, top
        elif name in "HhVv":
            x, y = (numbers[0] + (0 if far else x), y) if name in "Hh" else (x, numbers[0] + (0 if far else y))
        else:
            pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
            found += [(a, b) if far else (x + a, y + b) for a, b in pairs[:-1]]
            x, y = pairs[-1] if far else (x + pairs[-1][0], y + pairs[-1][1])
        left, top = (x, y) if name in "Mm" else (left, top)
        found.append((x, y))
    return found


def drawn(root: ET.Element, inside: list[ET.Element]) -> Iterator[tuple[str, dict[str, str], str]]:
    """Everything drawn in some groups, in its order: what it is, how it looks, its path or text."""
    shapes = {one.get("id"): one for one in root.iter(f"{SVG}path")}
    for element in (found for part in inside for found in part.iter()):
        name, look = element.tag.removeprefix(SVG), dict(element.attrib)
        d = look.pop("d", "")
        if name == "use":
            name, d = "path", shapes[look.pop(HREF)[1:]].get("d", "")
        look = {key: value.replace("#map-", "#") for key, value in look.items() if key not in ("id", "clip-path", HREF)}
        if name in ("path", "circle", "text", "textPath"):
            yield name, look, d or (element.text or "")


def layers_of(root: ET.Element) -> dict[str, ET.Element]:
    """The groups right under the root, by id."""
    return {one.get("id", ""): one for one in root.findall(f"{SVG}g")}


@pytest.mark.parametrize("game", DRAWN)
def test_the_map_is_the_one_on_paper(game: str) -> None:
    paper, web = ET.fromstring(draw(scene_of(game, counters=False))), ET.fromstring(base_map(game))
    board = next(one for one in paper.findall(f"{SVG}g") if one.get("clip-path") == "url(#board)")
    mine = [layer for name, layer in layers_of(web).items() if name != "names"]
    ours, theirs = list(drawn(web, mine)), list(drawn(paper, [board]))
    assert [one[:2] for one in ours] == [one[:2] for one in theirs]
    for (_, _, a), (_, _, b) in zip(ours, theirs, strict=True):
        assert a == b or all(dist(p, q) < 0.11 for p, q in zip(points(a), points(b), strict=True))


@pytest.mark.parametrize("game", DRAWN)
def test_every_name_and_number_of_the_paper_map_is_there(game: str) -> None:
    paper, web = ET.fromstring(draw(scene_of(game, counters=False))), ET.fromstring(base_map(game))
    written = {"".join(one.itertext()) for one in web.iter(f"{SVG}text")}
    scene = scene_of(game, counters=False)
    names = {place.name for place in scene.board.places} | {scene.grid.label(h) for h in scene.hexes}
    assert names <= written <= {"".join(one.itertext()) for one in paper.iter(f"{SVG}text")}


@pytest.mark.parametrize("game", DRAWN)
def test_layers_names_and_size(game: str) -> None:
    text = base_map(game)
    root = ET.fromstring(text)
    assert list(layers_of(root)) == LAYERS
    ids = [one.get("id", "") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids)) and all(one in LAYERS or one.startswith("map-") for one in ids)
    used = {one for pair in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text) for one in pair if one}
    assert used <= set(ids)
    assert len(gzip.compress(text.encode(), 6)) <= 150_000


@pytest.mark.parametrize("game", DRAWN)
def test_a_strict_page_may_hold_it(game: str) -> None:
    assert not re.search(
        r"<style|<script|<foreignObject|\sstyle=|\son\w+=|https?://(?!www\.w3\.org/2000/svg)", base_map(game)
    )


@pytest.mark.parametrize("game", DRAWN)
def test_hexes_lie_where_the_map_has_them(game: str) -> None:
    found, scene = geometry(game), scene_of(game, counters=False)
    assert set(found["hexes"]) == {scene.grid.label(h) for h in scene.hexes}
    left, top, wide, high = found["viewBox"]
    assert " ".join(f"{v:.1f}".removesuffix(".0") for v in found["viewBox"]) == ET.fromstring(base_map(game)).get(
        "viewBox"
    )
    for x, y in found["hexes"].values():
        assert all(left < x + dx < left + wide and top < y + dy < top + high for dx, dy in found["corners"])
    for h in scene.hexes[:: max(1, len(scene.hexes) // 40)]:
        near = [scene.grid.label(n) for n in scene.grid.neighbours[h] if n >= 0]
        here = found["hexes"][scene.grid.label(h)]
        assert all(abs(dist(here, found["hexes"][one]) - found["size"]) < 0.2 for one in near)


@pytest.mark.parametrize("game", DRAWN)
def test_the_numbers_printed_stand_in_their_hexes(game: str) -> None:
    found, numbers = geometry(game), layers_of(ET.fromstring(base_map(game)))["numbers"]
    for text in numbers.iter(f"{SVG}text"):
        at = float(text.get("x", "")), float(text.get("y", ""))
        nearest = min(found["hexes"], key=lambda label: dist(found["hexes"][label], at))
        assert nearest == text.text


@pytest.mark.parametrize("game", DRAWN)
def test_towns_are_those_of_the_board(game: str) -> None:
    found, scene = geometry(game), scene_of(game, counters=False)
    assert {town["name"] for town in found["towns"]} == {place.name for place in scene.board.places}
    assert all(town["hex"] in found["hexes"] for town in found["towns"])


@pytest.mark.parametrize("game", games.playable())
def test_the_files_that_the_server_sends_are_what_is_drawn_now(game: str) -> None:
    for name, data in maps.drawn(game):
        assert (maps.FOLDER / name).read_bytes() == data, f"{name} is out of date: run make maps"


def test_no_file_is_left_of_a_game_that_is_gone() -> None:
    assert {path.name for path in maps.FOLDER.iterdir()} == {
        f"{game}.{form}" for game in games.playable() for form in ("svg", "json")
    }


def test_a_board_is_drawn_once() -> None:
    assert base_map("pgg") is base_map("pgg") and geometry("pgg") is geometry("pgg")


def test_there_must_be_such_a_board() -> None:
    for ask in (base_map, geometry):
        with pytest.raises(BadData, match="no board 'chess'"):
            ask("chess")


@pytest.mark.parametrize(
    ("given", "shorter"),
    [
        ("M10 10L20 10 20 20Z", "m10 10 10 0 0 10z"),
        ("M0.1 0Q10 5 20 0Q30 -5 40 0", "m0.1 0q9.9 5 19.9 0 10-5 20 0"),
        ("M5 5h0M9 7h0", "m5 5h0m4 2h0"),
        ("M1 1V9H4", "m1 1v8h3"),
        ("M5 5L9 9ZM8 8l1 1", "m5 5 4 4zm3 3 1 1"),
        ("M0 -14m-3 0a3 3 0 1 0 6 0", "M0 -14m-3 0a3 3 0 1 0 6 0"),
        ("", ""),
    ],
)
def test_a_path_in_small_steps(given: str, shorter: str) -> None:
    assert steps(given) == shorter


def test_rounding_does_not_add_up() -> None:
    d = "M0 0L" + " ".join(f"{n * 0.04:.2f} 0" for n in range(1, 1001))
    assert abs(points(steps(d))[-1][0] - 40.0) < 0.06


def test_what_is_drawn_twice_is_written_once() -> None:
    d = "M0 0L" + " ".join(f"{n} {n % 7}" for n in range(40))
    shapes, parts = lean([f'<path d="{d}" fill="none"/>', f'<path d="{d}"/>', '<path d="M1 1L2 2"/>'], "x-")
    assert shapes.count("<path") == 1
    assert parts == ['<use href="#x-0" fill="none"/>', '<use href="#x-0"/>', '<path d="m1 1 1 1"/>']
