"""Games as plug-ins: found by their manifests, of this package and of others; what does not fit together is said."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import live
import msgspec
import pytest
import tiny

from hexfront import games
from hexfront.engine.desk import Overlay
from hexfront.engine.errors import BadData
from hexfront.engine.manifest import TABLE_KEYS, Collection, EditionCard, Manifest
from hexfront.engine.signs import Paint, Sign

ROOT = Path(__file__).resolve().parents[2]
RED, BLUE = Paint("#ff0000", "#ffffff", "#ffeeee"), Paint("#0000ff", "#ffffff", "#eeeeff")


def like_tiny(**given: Any) -> Manifest:
    """The manifest of the tiny game, otherwise in this."""
    return msgspec.structs.replace(tiny.MANIFEST, **given)


def other(**given: Any) -> Manifest:
    """Another game."""
    return like_tiny(
        id="other", title="Other War", editions=(EditionCard("other", "Other War", "hexfront_tiny.game:Tiny"),), **given
    )


def overlays(*known: tuple[str, str]) -> Manifest:
    """The tiny game with overlays of these ids and keys."""
    return like_tiny(overlays=tuple(Overlay(id, key, "Something") for id, key in known))


@pytest.mark.parametrize(
    ("found", "why"),
    [
        ([tiny.MANIFEST, like_tiny(title="Twin")], "the id 'tiny' is given twice: by 'Tiny War' and by 'Twin'"),
        ([like_tiny(editions=(*tiny.MANIFEST.editions, EditionCard("other", "", ""))), other()], "'other' is given tw"),
        ([like_tiny(editions=(EditionCard("big", "", ""),))], "the first edition of tiny must have its id, not 'big'"),
        ([overlays(("zones", "Z"), ("zeal", "Z"))], "two overlays of tiny have the key 'Z'"),
        ([overlays(("zones", "Z"), ("zones", "Y"))], "two overlays of tiny have the id 'zones'"),
        ([overlays(("undone", "U"))], "'undone' of tiny cannot have the key 'U'"),
        ([overlays(("zones", "zz"))], "'zones' of tiny cannot have the key 'zz'"),
        (
            [like_tiny(colours={"red": RED}), other(colours={"red": BLUE})],
            "colour 'red' of other is not the one of this name of tiny",
        ),
        ([like_tiny(symbols={"x": Sign("M0 0")}), other(symbols={"x": Sign("M1 1")})], "symbol 'x' of other is not"),
        (
            [like_tiny(symbols={"infantry": Sign("M0 0")})],
            "'infantry' of tiny is not the one of this name of the house",
        ),
        ([like_tiny(markers={"x": Sign("M0 0")}), other(markers={"x": Sign("M1 1")})], "marker 'x' of other is not"),
    ],
)
def test_what_means_two_things_is_one_sentence(found: list[Manifest], why: str) -> None:
    with pytest.raises(BadData) as caught:
        Collection(found)
    assert why in str(caught.value) and "\n" not in str(caught.value)


def test_what_two_games_say_alike_is_no_clash() -> None:
    both = Collection([like_tiny(colours={"red": RED}), other(colours={"red": RED, "blue": BLUE})])
    assert both.colours == {"red": RED, "blue": BLUE} and both.playable == ["tiny", "other"]


def test_every_manifest_of_ours_is_found_and_true() -> None:
    known = games.collection()
    assert known.playable == ["pgg", "trc"] and set(known.manifests) == {"pgg", "trc", "rb", "bd"}
    for name in known.playable:
        game = games.game(name)
        assert game.manifest is known.manifests[name] and game.sides == game.manifest.sides
        assert game.id == name and game.title == game.manifest.title
    for name in ("rb", "bd"):
        with pytest.raises(BadData, match=f"there is no game '{name}'; there is: pgg, trc"):
            games.game(name)


def test_a_manifest_is_read_without_the_rules() -> None:
    program = "import sys, hexfront.games as g; g.collection(); print([m for m in sys.modules if m.endswith('.rail')])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "[]\n"


# -- packages of others ----------------------------------------------------------------------------------------


OTHERWISE = """
import msgspec
from hexfront.engine.manifest import EditionCard
from hexfront_tiny.manifest import MANIFEST as TINY
"""


def package(folder: Path, name: str, text: str) -> None:
    """A package with a manifest, as if pip had installed it into a folder."""
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text("")
    (folder / name / "manifest.py").write_text(text)
    facts = folder / f"{name}-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[hexfront.games]\n{name} = {name}.manifest:MANIFEST\n")


def hexfront(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """The command line, with the packages of a folder and the tiny game at hand."""
    path = os.pathsep.join(map(str, (ROOT, folder, ROOT / "examples" / "tiny")))
    command = [sys.executable, "-m", "hexfront.cli", *words]
    env = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=60)


def test_a_game_of_another_package_is_played(tmp_path: Path) -> None:
    package(tmp_path, "tinywar", "from hexfront_tiny.manifest import MANIFEST\n")
    listed = hexfront(tmp_path, "games")
    assert listed.returncode == 0 and "tiny: Tiny War (red against blue)" in listed.stdout and not listed.stderr
    played = hexfront(tmp_path, "sim", "tiny", "--players", "random,random", "--games", "2", "--jobs", "2")
    assert played.returncode == 0 and "2 of 2 games finished" in played.stdout, played.stderr


def test_a_game_that_cannot_be_read_is_named_and_the_others_are_played(tmp_path: Path) -> None:
    package(tmp_path, "broken", "import no_such_thing\n")
    listed = hexfront(tmp_path, "games")
    assert listed.returncode == 0 and "pgg: " in listed.stdout
    assert listed.stderr.count("\n") == 1 and "'broken' of broken.manifest:MANIFEST cannot be read" in listed.stderr
    asked = hexfront(tmp_path, "rules", "broken")
    assert asked.returncode == 2 and "there is no game 'broken'" in asked.stderr and "no_such_thing" in asked.stderr
    assert hexfront(tmp_path, "show", "pgg", "--out", "board.svg", "--no-counters").returncode == 0


@pytest.mark.parametrize(
    ("make", "why"),
    [
        ("nowhere:Game", "nowhere:Game: No module"),
        ("hexfront.games.trc:Trc", "what hexfront.games.trc:Trc makes calls"),
    ],
)
def test_a_game_whose_rules_cannot_be_read_is_named_too(tmp_path: Path, make: str, why: str) -> None:
    text = OTHERWISE + f"MANIFEST = msgspec.structs.replace(TINY, editions=(EditionCard('tiny', 'Tiny', '{make}'),))\n"
    package(tmp_path, "tinywar", text)
    listed = hexfront(tmp_path, "games")
    assert listed.returncode == 0 and "trc: " in listed.stdout and "tiny" not in listed.stdout
    assert listed.stderr.startswith(f"hexfront: the game 'tiny' cannot be played: {why}")


def test_a_clash_of_packages_ends_every_command_with_one_sentence(tmp_path: Path) -> None:
    text = OTHERWISE + "MANIFEST = msgspec.structs.replace(TINY, id='pgg', editions=(EditionCard('pgg', '', 'x:X'),))\n"
    package(tmp_path, "tinywar", text)
    for words in (["games"], ["play", "trc"], ["serve"]):
        ran = hexfront(tmp_path, *words)
        assert ran.returncode == 2 and not ran.stdout
        assert ran.stderr == "hexfront: the id 'pgg' is given twice: by 'Panzergruppe Guderian' and by 'Tiny War'\n"


# -- in the browser --------------------------------------------------------------------------------------------

IN_COLOURS = """
import msgspec
from pathlib import Path
from hexfront.engine.desk import Overlay
from hexfront.engine.manifest import BoardSheet
from hexfront.engine.signs import Paint, Sign
from hexfront_tiny import manifest

MANIFEST = msgspec.structs.replace(
    manifest.MANIFEST,
    board=BoardSheet(manifest.MANIFEST.board.numbering, Path(__file__).parent),
    colours={"red": Paint("#aa0000", "#ffffff", "#ffdddd")},
    symbols={"archer": Sign("M-9 0H9")},
    overlays=(Overlay("fields", "Q", "Fields of fire"),),
)

def archers():
    from hexfront_tiny.game import Tiny

    class Archers(Tiny):
        manifest = MANIFEST

    game = Archers()
    pieces = game.desk.pieces
    game.desk.pieces = lambda s: [msgspec.structs.replace(piece, symbol="archer") for piece in pieces(s)]
    return game

MANIFEST = msgspec.structs.replace(
    MANIFEST, editions=(msgspec.structs.replace(MANIFEST.editions[0], make="tinywar.manifest:archers"),)
)
"""
BOARD = """
format = 1
title = "A field"
[[terrain]]
kind = "clear"
hexes = "rest"
from = "ours"
why = "a test"
"""


def test_a_game_of_another_package_has_its_board_its_colours_and_its_signs(tmp_path: Path) -> None:
    package(tmp_path, "tinywar", IN_COLOURS)
    (tmp_path / "tinywar" / "board.toml").write_text(BOARD)
    path = os.pathsep.join(map(str, (ROOT, tmp_path, ROOT / "examples" / "tiny")))
    with live.Server(tmp_path, env={"PYTHONPATH": path}) as server, live.Client(server.url) as guest:
        assert [one["id"] for one in guest.get("/api/catalog").json()["games"]] == ["pgg", "trc", "tiny"]
        assert ".c-red { --face: #aa0000; --print: #ffffff; --box: #ffdddd;" in guest.get("/api/looks.css").text
        signs = guest.get("/api/looks.js")
        assert '"archer":{"path":"M-9 0H9"' in signs.text and signs.headers["content-type"].startswith("text/javascr")
        assert guest.get("/api/looks.js", headers={"if-none-match": signs.headers["etag"]}).status_code == 304
        assert guest.get("/api/boards/tiny.svg").text.startswith("<svg")
        assert len(guest.get("/api/boards/tiny.json").json()["hexes"]) == 36
        game = guest.new_game("tiny", {"red": "me", "blue": "random"})["id"]
        assert guest.order(game, "move 1Red 0202", 0).status_code == 200
        view = guest.view(game)
        assert view["overlays"] == [{"id": "fields", "key": "Q", "title": "Fields of fire"}]
        assert [one["symbol"] for one in view["pieces"]] == ["archer"] * 4


def test_the_table_keeps_the_keys_that_it_needs() -> None:
    """What the browser does with a letter is written there; a game may not want the same."""
    keys = (ROOT / "hexfront" / "web" / "js" / "orders" / "keys.js").read_text("utf-8")
    assert set(re.findall(r'^  \["([A-Z])", ', keys, re.MULTILINE)) == set(TABLE_KEYS)
