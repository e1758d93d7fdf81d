"""The command line: what it prints, what it exits with, and that it never shows a traceback."""

import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import tiny
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexfront import __version__, cli
from hexfront.engine.session import Session
from hexfront.server import serve
from hexfront.server.settings import Settings

WORDS = [
    b"move",
    b"attack",
    b"done",
    b"orders",
    b"log",
    b"undo",
    b"hex",
    b"where",
    b"help",
    b"-",
    b">",
    b"1Red",
    b"0303",
    b"\n",
]

pytestmark = pytest.mark.usefixtures("only_tiny", "cases_of_tiny")


class Ran:
    """What one command did."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def hexfront(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Runs the command line in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*args: str, typed: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
        code = cli.run(list(args))
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


def test_games(hexfront: Any) -> None:
    assert hexfront("games", "--json").json == [
        {
            "id": "tiny",
            "title": "Tiny War",
            "sides": ["red", "blue"],
            "scenarios": [
                {"id": "duel", "title": "Duel", "turns": 3},
                {"id": "long", "title": "Long duel", "turns": 6},
            ],
            "options": [{"rule": "3.9", "title": "Artillery"}],
            "editions": [{"id": "tiny", "title": "Tiny War", "about": ""}],
        }
    ]
    assert "scenario long: Long duel, 6 turns" in hexfront("games").out


def test_rules(hexfront: Any) -> None:
    found = hexfront("rules", "tiny", "--json").json
    assert found[1] == {"rule": "3.5", "title": "Retreat", "state": "played", "why": "", "cases": 1}
    assert found[3] == {
        "rule": "9.1",
        "title": "Where to sit",
        "state": "no effect",
        "why": "seating",
        "cases": 0,
    }
    assert hexfront("rules", "tiny").out.endswith("4 rules, 1 of them without a case: 3.9\n")


def test_cases(hexfront: Any) -> None:
    ran = hexfront("cases", "--json")
    assert ran.code == 1 and (ran.json["passed"], ran.json["failed"]) == (1, 1)
    assert ran.json["cases"][1] == {
        "rule": "3.1", "title": "It hits", "file": "03.toml", "ok": False, "why": "it missed",
    }  # fmt: skip
    assert hexfront("cases", "tiny", "--file", "x.toml").code == 0
    assert "03.toml: 3.1 It hits: it missed" in hexfront("cases", "tiny").out


def test_sim(hexfront: Any, tmp_path: Path) -> None:
    line = "sim tiny --players random,random --games 3 --seed 5 --jobs 1 --option 3.9 --scenario long"
    args = line.split()
    ran = hexfront(*args, "--json", "--record", "out")
    assert ran.code == 0 and ran.json["finished"] == 3 and ran.json["failures"] == 0
    assert len(list((tmp_path / "out").iterdir())) == 3
    assert "3 of 3 games finished" in hexfront(*args).out
    assert hexfront("verify", "out/tiny-5-1.txt").code == 0


def test_sim_that_fails(hexfront: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny.Tiny, "audit", lambda game, state: ["a counter is lost"])
    ran = hexfront("sim", "tiny", "--players", "random,random", "--jobs", "1")
    assert ran.code == 1 and "a counter is lost (see failures/" in ran.out
    assert hexfront("play", "tiny", "--load", "failures/tiny-0-1-random-random.txt").code == 0


def test_verify(hexfront: Any, tmp_path: Path) -> None:
    session = Session.start(tiny.lookup("tiny"), seed=7)
    session.play("move 1Red 0202")
    path = tmp_path / "game.txt"
    session.save(path)
    ran = hexfront("verify", "game.txt")
    assert ran.code == 0 and ran.out.count("\n") == 1
    path.write_text(path.read_text().replace("0202", "0201"))
    ran = hexfront("verify", "game.txt")
    assert ran.code == 1 and "line 11: " in ran.err
    path.write_text("nothing")
    assert hexfront("verify", "game.txt").code == 1
    assert hexfront("verify", "nowhere.txt").code == 2


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("rules chess", "there is no game 'chess'; there is: tiny"),
        ("cases chess", "there is no game 'chess'"),
        ("play chess", "there is no game 'chess'"),
        ("play tiny --side green", "it has red, blue, both"),
        ("play tiny --against deep", "there is no player 'deep'; there are random"),
        ("play tiny --scenario siege", "it has duel, long"),
        ("play tiny --option 9.9", "it has 3.9"),
        ("play tiny --load nowhere.txt", "nowhere.txt: No such file or directory"),
        ("play tiny --load .", ".: Is a directory"),
        ("play tiny --load x --seed 7", "has its own scenario"),
        ("sim tiny --players random", "needs 2 players"),
        ("sim tiny --players random,deep", "there is no player 'deep'"),
        ("sim tiny --players random,random --games 0", "--games"),
        ("sim tiny --players random,random --jobs x", "--jobs"),
        ("sim tiny --players random,random --scenario siege", "it has duel, long"),
        ("sim tiny --players random,random --option 1", "it has 3.9"),
        ("sim tiny", "--players"),
        ("verify nowhere.txt", "nowhere.txt: No such file"),
        ("paly tiny", "there is no command 'paly'; there are"),
        ("play", "GAME"),
        ("--nonsense", "--nonsense"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(hexfront: Any, line: str, why: str) -> None:
    ran = hexfront(*line.split())
    assert ran.code == 2 and ran.out == ""
    assert ran.err.startswith("hexfront: ") and ran.err.count("\n") == 1
    assert why in ran.err


def test_play_on_a_pipe(hexfront: Any, tmp_path: Path) -> None:
    ran = hexfront("play", "tiny", "--side", "both", "--seed", "7", "--save", "a.txt", typed=b"move 1red 0202\ndone\n")
    assert ran.code == 0
    assert "red: move 1Red 0302-0202." in ran.out and ran.out.endswith("Saved in a.txt.\n")
    ran = hexfront("play", "tiny", "--load", "a.txt", typed=b"done")
    assert "Turn 1, Red combat (3.1)." in ran.out and "red: done." in ran.out
    assert len(Session.load(tmp_path / "a.txt", tiny.lookup).log) == 3
    assert hexfront("play", "tiny", "--save", "a.txt").code == 2


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(typed=st.lists(st.sampled_from(WORDS) | st.binary(max_size=6), max_size=12).map(b" ".join))
def test_the_table_survives_whatever_is_typed(hexfront: Any, typed: bytes) -> None:
    ran = hexfront("play", "tiny", "--side", "both", "--seed", "7", typed=typed.replace(b"/", b""))
    assert ran.code == 0 and ran.err == ""


def test_an_interrupt_ends_quietly_and_keeps_the_game(
    hexfront: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = iter(["move 1Red 0202"])

    def read(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(cli, "_read_pipe", read)
    ran = hexfront("play", "tiny", "--side", "both", "--save", "a.txt")
    assert ran.code == 130 and ran.err == "\nhexfront: interrupted\n"
    assert len(Session.load(tmp_path / "a.txt", tiny.lookup).log) == 1


STUBBORN = """
import time
from hexfront import cli

def run():
    said = "running"
    while True:
        try:  # whoever reads that may interrupt at once
            print(said, flush=True)
            time.sleep(60)
        except KeyboardInterrupt:
            said = "not yet"

cli.run = run
cli.main()
"""


def test_a_second_interrupt_ends_a_command_that_will_not_end() -> None:
    pipe = subprocess.PIPE
    command = subprocess.Popen([sys.executable, "-c", STUBBORN], stdout=pipe, stderr=pipe, text=True)
    try:
        assert command.stdout and command.stdout.readline() == "running\n"
        command.send_signal(signal.SIGINT)
        assert command.stdout.readline() == "not yet\n"
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=30)
    finally:
        command.kill()
    assert (command.returncode, out, err) == (130, "", "hexfront: interrupted\n")


def test_help(hexfront: Any) -> None:
    ran = hexfront("--help")
    assert ran.code == 0 and "verify" in ran.out and "Without a command" in ran.out
    assert hexfront("sim", "--help").code == 0
    assert hexfront("--version").out == f"hexfront {__version__}\n"


def test_without_a_command_the_table_is_opened(hexfront: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    monkeypatch.setattr(serve, "run_server", lambda *given: begun.append(given))
    monkeypatch.delenv("HEXFRONT_SETTINGS", raising=False)
    assert hexfront().code == 0 and hexfront("serve", "--open").code == 0
    assert begun == [(Settings(), True)] * 2


def test_a_reader_that_leaves_is_no_fault() -> None:
    ran = subprocess.run(
        f"{sys.executable} -m hexfront.cli --help | head -c 5",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout == "Usage" and ran.stderr == ""


# -- the real game, as it is installed ---------------------------------------------------------------------


def installed(*args: str, cwd: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "hexfront.cli", *args]
    return subprocess.run(command, cwd=cwd, input=typed, capture_output=True, text=True, check=False)


def test_pgg_is_simulated_in_several_processes_and_verified(tmp_path: Path) -> None:
    args = ["sim", "pgg", "--players", "random,random", "--games", "2", "--seed", "cli", "--json"]
    ran = installed(*args, "--jobs", "2", "--record", "out", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    found = json.loads(ran.stdout)
    assert found["finished"] == 2 and found["failed"] == []
    assert json.loads(installed(*args, "--jobs", "1", cwd=tmp_path).stdout)["digest"] == found["digest"]
    record = tmp_path / "out" / "pgg-cli-1.txt"
    assert installed("verify", str(record), cwd=tmp_path).returncode == 0
    lines = record.read_text().split("\n")
    number = next(n for n, line in enumerate(lines, 1) if "; dice" in line)
    face = int(lines[number - 1].split("; dice ")[1][0])
    lines[number - 1] = lines[number - 1].replace(f"; dice {face}", f"; dice {face % 6 + 1}")
    record.write_text("\n".join(lines))
    ran = installed("verify", str(record), cwd=tmp_path)
    assert ran.returncode == 1 and f"line {number}: " in ran.stderr


def test_pgg_is_played_on_a_pipe(tmp_path: Path) -> None:
    typed = "status\norders R1\nrule 9.71\nplace R1 0124\nundo\nmove 3Pz 0202\ndone\nlog 3\n"
    ran = installed("play", "pgg", "--side", "both", "--seed", "7", "--save", "a.txt", cwd=tmp_path, typed=typed)
    assert (ran.returncode, ran.stderr) == (0, "")
    for text in (
        "Taken back: place R1 0124.",
        "Refused under rule",
        "soviet: done.",
        "9.71 Where",
        "Saved in a.txt.",
    ):
        assert text in ran.stdout
    assert "failed inside" not in ran.stdout
    assert installed("verify", "a.txt", cwd=tmp_path).returncode == 0
