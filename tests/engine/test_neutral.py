"""Nothing but the games names a game, a side, a nation or a rule; and the script that says so sees what is planted."""

from pathlib import Path

import neutral
import pytest

PLANTED = [
    ("server/a.py", "class PggTable: ...", "game 'Pgg'"),
    ("server/a.py", "from hexfront.games import trc", "game 'trc'"),
    ("server/a.py", "board = games.game('rb')", "game 'rb'"),
    ("lab/a.py", "# as The Russian Campaign has it", "game 'the russian campaign'"),
    ("web/index.html", "<p>Robot Barbarossa</p>", "game 'robot barbarossa'"),
    ("web/js/a.js", "const mine = view.game === 'trc';", "game 'trc'"),
    ("web/js/a.js", "const trcBoard = 1;", "game 'trc'"),
    ("engine/a.py", "GERMAN = 0", "side 'GERMAN'"),
    ("engine/a.py", "AXIS, OTHERS = 0, 1", "side 'AXIS'"),
    ("engine/a.py", "def soviet_moves(): ...", "side 'soviet'"),
    ("engine/a.py", "mine = side == 'axis'", "side 'axis'"),
    ("engine/a.py", "'''What the Axis does.'''", "side 'Axis'"),
    ("web/js/a.js", "// the Russians come last", "side 'Russians'"),
    ("web/css/a.css", ".c-axis { fill: red; }", "side 'axis'"),
    ("web/css/a.css", ".soviet { fill: red; }", "side 'soviet'"),
    ("web/css/a.css", ".c-finnish { fill: red; }", "nation 'finnish'"),
    ("show/a.py", "PAINTS = {'hungarian': 1}", "nation 'hungarian'"),
    ("web/js/a.ts", "const land = `Rumania`;", "nation 'Rumania'"),
    ("mechanics/a.py", "raise Refused('13.8', 'no')", "rule '13.8'"),
    ("mechanics/a.py", "item = Item('woods', '2', rule='8.2')", "rule '8.2'"),
    ("mechanics/a.py", "x = 1  # 6.1: two armies fill a hex", "rule '6.1'"),
    ("mechanics/a.py", "def f():\n    'Nobody may (17.2.1).'", "rule '17.2.1'"),
    ("web/js/a.js", "/** What rule 13.8 allows. */", "rule '13.8'"),
    ("web/js/a.js", "const rule = '13.8';", "rule '13.8'"),
]
HONEST = """
import numpy as np
WIDE, PAUSE = 2.4, 3.2  # 3.5 seconds, or 6.2 times as long
def total(rows, axis):
    # along the axis of a plot
    with open("f", "rb") as file:
        return tag(np.sum(rows, axis=axis), width="3.4", colour="#dfd5bd", path="M-5.2 -4.5a3.4 5.2", host="192.0.2.4")
"""


def planted(root: Path, name: str, text: str) -> list[str]:
    """What is found in a package with this one file."""
    path = root / "hexfront" / name
    path.parent.mkdir(parents=True)
    path.write_text(text + "\n")
    return neutral.faults(root)


def test_nothing_but_the_games_names_them() -> None:
    assert neutral.faults() == []


@pytest.mark.parametrize(("name", "text", "why"), PLANTED)
def test_what_is_planted_is_found(tmp_path: Path, name: str, text: str, why: str) -> None:
    found = planted(tmp_path, name, text)
    assert any(f"hexfront/{name}:" in line and f"the {why} in a " in line for line in found), found


def test_honest_code_is_left_in_peace(tmp_path: Path) -> None:
    assert planted(tmp_path, "lab/a.py", HONEST) == []
    script = 's("path", { class: "axis", d: "M-5.2 -4.5a3.4 5.2" }); // 2.4 wide'
    assert planted(tmp_path / "script", "web/js/a.js", script) == []
    assert planted(tmp_path / "style", "web/css/a.css", ".plots .axis { stroke-width: 3.4; color: #dfd5bd; }") == []


def test_a_game_may_name_itself(tmp_path: Path) -> None:
    assert planted(tmp_path, "games/trc/a.py", "AXIS = 'axis'  # 13.8") == []


def test_the_script_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    planted(tmp_path, "engine/a.py", "GERMAN = 0")
    monkeypatch.setattr("sys.argv", ["neutral.py", str(tmp_path)])
    assert neutral.main() == 1
    assert capsys.readouterr().out.startswith("hexfront/engine/a.py:1: the side 'GERMAN' in a name: GERMAN")
