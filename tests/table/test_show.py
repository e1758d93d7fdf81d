"""Maps: well-formed, the same bytes each time, every name once, nothing hidden told, bad wishes refused."""

import random
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from pathlib import Path
from struct import unpack
from typing import Any

import pytest

from hexfront import cli, games
from hexfront.engine.errors import BadData
from hexfront.engine.pieces import Piece
from hexfront.games import boards
from hexfront.grid import Numbering, grid_of, members
from hexfront.mechanics.boardmap import BoardMap
from hexfront.show import draw, legend, scene_of, style
from hexfront.show.labels import Taken, width
from hexfront.show.net import chains
from hexfront.show.scene import Scene

SVG = "{http://www.w3.org/2000/svg}"
RECORD = Path(__file__).parents[1] / "records" / "pgg-german-decisive-0.2.txt"
CAMPAIGN = RECORD.with_name("trc-campaign-greedy.txt")
DRAWN = boards.drawn()


@pytest.fixture(scope="module")
def start() -> str:
    """The map of pgg at the start."""
    return draw(scene_of("pgg"))


def texts(svg: str) -> Counter[str]:
    """All texts of a picture, and how often each is there."""
    return Counter("".join(one.itertext()) for one in ET.fromstring(svg).iter(f"{SVG}text"))


def small(**given: Any) -> Scene:
    """A small board of pointed hexes with whatever a test puts on it."""
    grid = grid_of(Numbering("pointy", columns=6, rows=5, shifted="even", shift="east"))
    return Scene("tiny", BoardMap(grid, given), given)


# -- the picture ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", DRAWN)
def test_every_board_is_well_formed_and_has_every_place_name_once(game: str) -> None:
    scene = scene_of(game)
    found = texts(draw(scene))
    rivers = set(scene.board.river_courses)
    for name, many in Counter(place.name for place in scene.board.places).items():
        assert found[name] == many + (name in rivers and found[name] > many), name


@pytest.mark.parametrize("game", DRAWN)
def test_every_hex_has_its_number_once(game: str) -> None:
    scene = scene_of(game, counters=False)
    found = texts(draw(scene))
    assert all(found[scene.grid.label(h)] == 1 for h in scene.hexes)


def test_the_same_position_gives_the_same_bytes(start: str) -> None:
    assert draw(scene_of("pgg")) == start


def test_size_and_grey(start: str) -> None:
    grey = draw(scene_of("pgg"), 1200, grey=True)
    root = ET.fromstring(grey)
    assert root.get("width") == "1200"
    colours = {word for word in grey.replace('"', " ").split() if word.startswith("#") and len(word) == 7}
    assert colours and all(word[1:3] == word[3:5] == word[5:7] for word in colours if not word.startswith("#river"))


def test_both_sides_can_be_told_apart_in_grey() -> None:
    faces = [int(style.grey_of(style.paint(side).face)[1:3], 16) for side in ("german", "soviet")]
    assert abs(faces[0] - faces[1]) > 40


def test_the_names_of_towns_do_not_collide_nor_lie_on_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[Any, float]] = []
    add = Taken.add
    monkeypatch.setattr(
        Taken, "add", lambda self, box, weight: (written.append((box, weight)), add(self, box, weight))[1]
    )
    draw(scene_of("pgg"))
    names = [box for box, weight in written if weight == 30.0]
    stacks = [box for box, weight in written if weight == 12.0]
    assert len(names) == len(boards.board_map("pgg").places)
    assert not [(a, b) for i, a in enumerate(names) for b in names[i + 1 :] if overlap(a, b)]
    assert not [(a, b) for a in names for b in stacks if overlap(a, b)]


def overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    """Whether two boxes share anything."""
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def test_an_unknown_kind_of_terrain_has_a_tint_and_its_name_in_the_legend() -> None:
    scene = small(terrain=[{"kind": "tundra", "hexes": "0202 0203"}, {"kind": "clear", "hexes": "rest"}])
    assert texts(draw(scene))["Tundra"] == 1


def test_the_words_of_a_full_legend_keep_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Russian Campaign in the middle of the war: counters of seven colours, and marks."""
    written: list[tuple[float, float, float]] = []  # its line, where it begins and ends
    scene = scene_of("trc")
    colours = ("german", "german-ss", "rumanian", "hungarian", "italian", "soviet", "soviet-guards")
    marks = ("out-of-supply", "moved", "fought")
    scene.pieces = [Piece(9, "x", colour, "panzer", "XXX", "48", "9-7", marks) for colour in colours]
    drawn = legend.Legend(scene, 0.0, 0.0, 4400.0)
    put = lambda entry, x, y: written.append((y, x, x + 145 + width(entry.name, 44))) or ""  # noqa: E731
    monkeypatch.setattr(drawn, "_entry", put)
    drawn.parts()
    written.sort()
    assert len(written) > 25 and max(end for *_, end in written) <= 4400
    assert not [(a, b) for a, b in pairwise(written) if a[0] == b[0] and a[2] > b[1]]


@pytest.mark.parametrize("kind", sorted(style.GROUNDS))
def test_every_kind_of_terrain_can_be_drawn(kind: str) -> None:
    hexes = "0202 0203 0302 0303 0101"
    scene = small(terrain=[{"kind": kind, "hexes": hexes}, {"kind": "fields", "hexes": "rest"}])
    assert texts(draw(scene))[style.GROUNDS[kind].name] == 1


def test_lines_and_places_of_any_board() -> None:
    scene = small(
        terrain=[{"kind": "sea", "hexes": "0101 0102"}, {"kind": "clear", "hexes": "rest"}],
        river=[{"name": "Bug", "hexes": "0203 0303 0403", "crossings": "0203/0303 0303/0403"}],
        coast=[{"sides": "0101/0201"}],
        border=[{"name": "old", "sides": "0304/0404"}],
        place=[{"name": f"{kind} & <co>", "kind": kind, "hexes": "0505"} for kind in (*style.PLACES, "spa")],
    )
    found = texts(draw(scene))
    assert found["Spa"] == found["Border"] == found["Closed hexside"] == found["town & <co>"] == 1


@pytest.mark.parametrize("colour", [*games.collection().colours, "martian"])
def test_counters_show_what_is_printed_on_them(colour: str) -> None:
    scene = small(terrain=[{"kind": "clear", "hexes": "rest"}])
    marks = ("untried", "disrupted", "out-of-supply", "moved", "fought", "step")
    scene.pieces = [Piece(members(scene.grid.all)[9], "x", colour, "panzer", "XXX", "48 & co", "9-7", marks)]
    found = texts(draw(scene))
    assert found["9-7"] == found["XXX"] == found["48 & co"] == 2  # on the board and in the legend
    assert found["D"] == found["U"] == 2


def test_a_stack_has_a_count_from_three_on() -> None:
    scene = small(terrain=[{"kind": "clear", "hexes": "rest"}])
    scene.pieces = [Piece(8, "a", "german", "infantry", figures="1-1")] * 3 + [Piece(15, "a", "german", "infantry")] * 2
    found = texts(draw(scene))
    assert found["3"] == 1 and found["2"] == 0


def test_chains_take_every_link_once() -> None:
    links = [(1, 2), (2, 3), (3, 4), (3, 5), (6, 7), (7, 8), (8, 6)]
    found = [frozenset(pair) for line in chains(links) for pair in pairwise(line)]
    assert Counter(found) == Counter(map(frozenset, links))


# -- what is hidden ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [None, 2])
def test_nothing_hidden_shows(turn: int | None) -> None:
    game = games.game("pgg")
    state: Any = game.start() if turn is None else _session(turn).state
    other = game.shuffle_hidden(state, "german", random.Random(1))
    assert state.counter != other.counter
    assert game.desk.pieces(state) == game.desk.pieces(other)
    untried = [piece for piece in game.desk.pieces(state) if "untried" in piece.marks]
    assert untried and all(piece.figures.startswith("?-") for piece in untried)


def test_the_start_shows_no_strength_of_a_soviet_division(start: str) -> None:
    figures = [text for text in texts(start) if text.count("-") == 2 and text[0].isdigit()]
    assert not figures


def _session(turn: int) -> Any:
    from hexfront.show.position import _at_turn

    return _at_turn("pgg", RECORD, turn)[0]


def test_a_record_is_drawn_at_the_end_of_a_turn() -> None:
    scene = scene_of("pgg", record=RECORD, turn=2)
    assert scene.caption == "the end of turn 2"
    assert {piece.side for piece in scene.pieces} == {"german", "soviet"}
    assert _session(2).state.turn == 3


@pytest.mark.parametrize(("game", "file", "last"), [("pgg", RECORD, 12), ("trc", CAMPAIGN, 23)])
def test_a_finished_game_is_drawn_at_the_end_of_its_last_turn(game: str, file: Path, last: int) -> None:
    """Whether the game counts on when it is over, as pgg does, or not."""
    assert scene_of(game, record=file).caption == f"the end of turn {last}"
    assert scene_of(game, record=file, turn=last).caption == f"the end of turn {last}"
    with pytest.raises(BadData, match=f"ends with turn {last}; it has no turn {last + 1}"):
        scene_of(game, record=file, turn=last + 1)


# -- the command ---------------------------------------------------------------------------------------------


def test_an_svg_file(tmp_path: Path, start: str) -> None:
    out = tmp_path / "pgg.svg"
    assert cli.run(["show", "pgg", "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == start


def test_a_png_file_has_the_width_asked_for(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    out = tmp_path / "pgg.png"
    assert cli.run(["show", "pgg", "--out", str(out), "--width", "640", "--no-counters"]) == 0
    data = out.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert unpack(">I", data[16:20]) == (640,)


def test_without_resvg_one_sentence_tells_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert cli.run(["show", "pgg", "--out", str(tmp_path / "pgg.png"), "--no-counters"]) == 2
    assert "hexfront[png]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("chess", "--out", "a.svg"), "there is no board 'chess'"),
        (("pgg", "--out", "a.gif"), ".svg or .png"),
        (("pgg", "--out", "no/such/folder/a.svg"), "No such file"),
        (("pgg", "--out", "a.svg", "--scenario", "x"), "no scenario 'x'"),
        (("pgg", "--out", "a.svg", "--at", "3"), "--record"),
        (("pgg", "--out", "a.svg", "--record", str(RECORD), "--scenario", "campaign"), "its own scenario"),
        (("pgg", "--out", "a.svg", "--record", str(RECORD), "--at", "0"), "counted from 1"),
        (("pgg", "--out", "a.svg", "--record", str(RECORD), "--at", "99"), "no turn 99"),
        (("pgg", "--out", "a.svg", "--record", str(RECORD), "--at", "x"), "'x' is not a valid integer"),
        (("pgg", "--out", "a.svg", "--record", "none.txt"), "No such file"),
        (("pgg", "--out", "a.svg", "--width", "5"), "5"),
        (("trc", "--out", "a.svg", "--scenario", "x"), "trc"),
    ],
)
def test_bad_arguments_get_one_sentence(
    args: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(["show", *args]) == 2
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1 and told.startswith("hexfront: ")
    assert not list(tmp_path.iterdir())


def test_a_missing_board_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    boards.board_data.cache_clear()
    monkeypatch.setattr(boards, "board_file", lambda game, name: tmp_path / name)
    with pytest.raises(BadData, match="make atlas"):
        boards.board_data("rb")
    boards.board_data.cache_clear()
