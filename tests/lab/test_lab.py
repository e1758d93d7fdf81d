"""The laboratory: statistics, work in other processes, matches that go on after a stop, and the ladder."""

import json
import math
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import errands
import pytest
import tiny

from hexfront import cli, robots
from hexfront.engine.errors import BadData, HexfrontError
from hexfront.engine.game import Ask, Result
from hexfront.engine.order import Order
from hexfront.lab import ladder, match
from hexfront.lab.ledger import Ledger, Pair, Setting
from hexfront.lab.sim import Outcome, Task, play_one, simulate, spread
from hexfront.lab.stats import Sprt, bradley_terry, elo, elo_of, expected, interval, read_sprt
from hexfront.robots import Player

# -- statistics --------------------------------------------------------------------------------------------


def test_elo_of_a_score() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.92) == pytest.approx(424.3, abs=0.1)
    assert expected(elo(0.3)) == pytest.approx(0.3)


def test_the_interval_of_a_score() -> None:
    low, high = interval(920, 0, 80)  # of a plain share: 0.92 +- 1.96 sqrt(0.92 0.08 / 1000)
    assert (low, high) == pytest.approx((0.903, 0.937), abs=0.002)
    draws = interval(25, 50, 25)
    assert draws[1] - draws[0] < 0.75 * (interval(50, 0, 50)[1] - interval(50, 0, 50)[0])  # draws say more


@pytest.mark.parametrize("counts", [(0, 0, 0), (1, 0, 0), (0, 0, 1), (100, 0, 0), (0, 500, 0), (0, 0, 10_000)])
def test_elo_is_always_finite(counts: tuple[int, int, int]) -> None:
    found = elo_of(*counts)
    assert all(map(math.isfinite, (found.value, found.low, found.high)))
    assert found.low <= found.value <= found.high


def test_the_ratio_of_the_sequential_test() -> None:
    test = Sprt(0, 30)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert test.llr(0, 0, 0) == 0
    # Only wins were seen: under either hypothesis these are as likely as its expected score.
    assert test.llr(40, 0, 0) == pytest.approx(40 * math.log(expected(30) / 0.5), rel=0.01)
    # Near the middle it is what the normal approximation says.
    wins, draws, losses = 600, 100, 400
    score = (wins + draws / 2) / 1100
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / 1100
    near = 1100 * (expected(30) - 0.5) * (2 * score - 0.5 - expected(30)) / (2 * variance)
    assert test.llr(wins, draws, losses) == pytest.approx(near, rel=0.05)
    assert test.llr(wins, draws, losses) == pytest.approx(-Sprt(-30, 0).llr(losses, draws, wins))


def test_verdicts() -> None:
    test = Sprt(0, 30)
    assert [test.verdict(*counts) for counts in [(10, 0, 0), (40, 0, 0), (0, 0, 40)]] == [
        "open",
        "accepted",
        "rejected",
    ]


@pytest.mark.parametrize(("truth", "wanted"), [(0, "rejected"), (100, "accepted")])
def test_the_sequential_test_is_seldom_wrong(truth: float, wanted: str) -> None:
    rng = random.Random(f"sprt {truth}")
    test, chance = Sprt(0, 100), expected(truth)
    verdicts = []
    for _ in range(100):
        counts = [0, 0, 0]
        while (verdict := test.verdict(*counts)) == "open":
            for _ in range(4):
                counts[1 if rng.random() < 0.2 else 0 if rng.random() < (chance - 0.1) / 0.8 else 2] += 1
        verdicts.append(verdict)
    assert verdicts.count(wanted) >= 90, verdicts


@pytest.mark.parametrize("text", ["", "0", "30,0", "0,0", "a,b", "0,30,60", "0,nan", "0,inf", "-5000,0"])
def test_a_test_that_is_none(text: str) -> None:
    with pytest.raises(BadData, match="two differences of Elo"):
        read_sprt(text)


def test_bradley_terry_finds_what_was_put_in() -> None:
    truth = {"random": 0.0, "greedy": 250.0, "planner": 400.0}
    results = {
        (a, b): (wins := round(10_000 * expected(truth[a] - truth[b])), 0, 10_000 - wins)
        for a, b in [("planner", "random"), ("greedy", "planner"), ("random", "greedy")]
    }
    found = bradley_terry(results)
    for name, value in truth.items():
        assert found[name].value == pytest.approx(value, abs=2)
        assert found[name].low <= value <= found[name].high
    assert found["random"].low == found["random"].high == 0


def test_who_never_lost_has_a_finite_rating() -> None:
    found = bradley_terry({("random", "greedy"): (0, 0, 20)})
    assert found["greedy"].value == pytest.approx(elo_of(20, 0, 0).value)
    assert found["greedy"].high < 2000
    assert bradley_terry({("a", "b"): (5, 0, 5)})["a"].value == 0  # without `random`, the first is the anchor


# -- work in other processes -------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    assert list(spread(errands.square, range(7), jobs)) == [0, 1, 4, 9, 16, 25, 36]
    assert list(spread(errands.slow_first, range(5), jobs)) == [0, 1, 2, 3, 4]
    assert list(spread(errands.square, [], jobs)) == []


def test_results_stream() -> None:
    """The first is in our hands before the last is done."""
    coming = spread(errands.stamp, range(8), 2)
    next(coming)
    in_hand = time.time()
    assert in_hand < list(coming)[-1]


def test_who_stops_early_hears_no_warning(recwarn: pytest.WarningsRecorder) -> None:
    coming = spread(errands.stamp, range(50), 2)
    next(coming)
    begin = time.time()
    coming.close()
    assert time.time() - begin < 5 and not [w for w in recwarn if "joblib" in str(w.filename)]


def test_a_task_whose_process_is_killed_is_tried_again(tmp_path: Path) -> None:
    tasks = [(str(tmp_path), number) for number in range(8)]
    assert list(spread(errands.dies_once, tasks, 2)) == list(range(8))
    assert (tmp_path / "died").exists()


def test_a_task_that_kills_three_processes_is_given_up_and_no_other(tmp_path: Path) -> None:
    tasks = [(str(tmp_path), number) for number in range(8)]
    found = list(spread(errands.dies_always, tasks, 2, lost=lambda task: -task[1]))
    assert found == [0, 1, 2, -3, 4, 5, 6, 7]
    assert (tmp_path / "deaths").read_text() == "xxx"
    with pytest.raises(HexfrontError, match="tried three times on this machine"):
        list(spread(errands.dies_always, tasks, 2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_the_task_itself_comes_through(jobs: int) -> None:
    with pytest.raises(ValueError, match="three is too much"):
        list(spread(errands.fails, range(5), jobs))


def test_a_run_is_the_same_in_any_number_of_processes() -> None:
    runs = [simulate("tiny", ("random", "random"), 9, "jobs", jobs=jobs, lookup=tiny.lookup) for jobs in (1, 2, 3)]
    plain = [{key: run[key] for key in run if "second" not in key} for run in runs]
    assert plain[0] == plain[1] == plain[2] and plain[0]["finished"] == 9


def _interrupted(run: "subprocess.Popen[str]") -> tuple[str, str]:
    """As from a terminal: all processes hear it. On a busy machine it may fall into their start; people press again."""
    for patience in (15, 15, 30):
        os.killpg(run.pid, signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return run.communicate(timeout=patience)
    os.killpg(run.pid, signal.SIGKILL)
    raise AssertionError("no interrupt ended it")


def test_an_interrupt_is_quiet(tmp_path: Path) -> None:
    line = "sim pgg --players greedy,greedy --games 50 --jobs 2"
    run = subprocess.Popen(
        [sys.executable, "-m", "hexfront.cli", *line.split()],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    time.sleep(3)
    out, err = _interrupted(run)
    assert (run.returncode, out, err.strip()) == (130, "", "hexfront: interrupted")


def test_who_is_killed_takes_his_workers_with_him(tmp_path: Path) -> None:
    """`kill` reaches the parent alone."""
    work = f"list(spread(errands.stays, [({str(tmp_path)!r}, 0), ({str(tmp_path)!r}, 1)], 2))"
    run = subprocess.Popen(
        [sys.executable, "-c", f"import errands; from hexfront.lab.workers import spread; {work}"],
        cwd=Path(errands.__file__).parent, start_new_session=True,
    )  # fmt: skip
    signs = [tmp_path / "0", tmp_path / "1"]
    _until(lambda: all(sign.exists() for sign in signs))
    run.terminate()
    assert run.wait(60) == 128 + signal.SIGTERM
    _until(lambda: all(time.time() - sign.stat().st_mtime > 2 for sign in signs))


def _until(true: Callable[[], bool], patience: float = 60.0) -> None:
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.05)


# -- the time of a phase -----------------------------------------------------------------------------------


class Sleeper(Player):
    """Thinks for a while about everything."""

    def choose(self, view: Any, ask: Ask[Any]) -> Order:
        time.sleep(0.002)
        return next(iter(ask))


class Cheat(Player):
    """Gives orders that are against the rules."""

    def choose(self, view: Any, ask: Ask[Any]) -> Order:
        return Order("move", (3,), (0, 1))


@pytest.fixture
def sparring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Robots of the tests in the registry."""
    monkeypatch.setitem(robots.ROBOTS, "sleeper", "test_lab:Sleeper")
    monkeypatch.setitem(robots.ROBOTS, "cheat", "test_lab:Cheat")


def task(*players: str, seed: str = "1") -> Task:
    return Task("tiny", players, seed, "duel", (), "", "failures", tiny.lookup)


@pytest.mark.usefixtures("sparring")
def test_the_time_of_every_phase_is_taken() -> None:
    outcome = play_one(task("sleeper", "random"))
    assert outcome.result
    movement = outcome.times["sleeper red movement"]
    assert len(movement) == 3  # one value a turn, however many units move in it
    assert all(seconds >= 0.004 for seconds in movement)  # two units and `done`
    assert all(max(seconds) < 0.002 for key, seconds in outcome.times.items() if key.startswith("random "))
    assert "random red movement" not in outcome.times  # who decided nothing took no time


@pytest.mark.usefixtures("sparring")
def test_times_are_gathered_by_robot_and_phase() -> None:
    outcomes = [
        Outcome("1", 1, times={"a red movement": [1.0, 3.0], "b blue combat": [5.0]}),
        Outcome("2", 1, times={"a red movement": [2.0], "a blue combat": [10.0]}),
    ]
    found = match.times(outcomes)
    assert found["a"]["phases"] == 4 and found["a"]["max"] == 10 and found["a"]["mean"] == 4
    assert found["a"]["by_phase"]["red movement"] == {"phases": 3, "mean": 2, "p50": 2, "p95": 2.9, "max": 3}
    assert found["b"]["p95"] == 5


@pytest.mark.usefixtures("sparring")
def test_an_order_refused_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = match.play_match("tiny", "cheat", "random", 2, jobs=1, lookup=tiny.lookup)
    assert (found["refused"], found["failures"], found["pairs"]) == (4, 4, 2)
    assert (found["score"], found["wins"] + found["draws"] + found["losses"]) == (0.5, 0)
    assert "4 games failed" in found["line"]


# -- matches -----------------------------------------------------------------------------------------------

MATCH = Setting("tiny", "duel", (), "a", "b", "7")


def pair(number: int, first: float, second: float, setting: Setting = MATCH) -> Pair:
    """A pair by the margins of the first side."""

    def game(margin: float) -> Outcome:
        winner = "red" if margin > 0 else "blue" if margin < 0 else ""
        return Outcome(f"7-{number}", 1, Result(winner, "", {}, margin), "hash")

    return Pair(setting, number, game(first), game(second))


def test_a_match_told() -> None:
    pairs = [pair(1, 5, 2), pair(2, 1, -3), pair(3, 2, 2), pair(4, -1, 3)]
    told = match.report(tiny.lookup("tiny"), MATCH, pairs, Sprt(0, 30))
    assert (told["wins"], told["draws"], told["losses"], told["score"]) == (2, 1, 1, 0.625)
    assert told["games_won"] == {"a": {"red": 3, "blue": 1}, "b": {"red": 3, "blue": 1}, "drawn": {"games": 0}}
    assert told["elo"] == pytest.approx(elo(0.625), abs=0.1) and told["elo_low"] < 0 < told["elo_high"]
    assert told["seeds"] == ["7-1", "7-2", "7-3", "7-4"]
    assert told["line"].startswith("a is level with b: 2.5 of 4 pairs, Elo +89 [")
    assert "SPRT 0,30: open (LLR 0." in told["line"] and "of -2.94..2.94)" in told["line"]
    assert match.report(tiny.lookup("tiny"), MATCH, pairs)["verdict"] == "open"


def test_the_verdict_of_the_interval() -> None:
    won = [pair(n, 1, -1) for n in range(20)]
    lost = [pair(n, -1, 1) for n in range(20)]
    told = [match.report(tiny.lookup("tiny"), MATCH, pairs) for pairs in (won, lost)]
    assert [one["verdict"] for one in told] == ["better", "worse"]
    assert told[0]["line"].startswith("a beats b: 20.0 of 20") and told[1]["line"].startswith("a loses to b: 0.0")


def test_the_test_ends_a_match_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "run", lambda tasks, *args: (o for t in tasks for o in [_judge(t)]))
    found = match.play_match("tiny", "greedy", "random", 200, sprt=Sprt(0, 30), lookup=tiny.lookup)
    assert found["verdict"] == "accepted"
    assert found["pairs"] == found["wins"] == 36  # the first at which 36 log(s1 / s0) is past the bound


def _judge(one: Task) -> Outcome:
    """A game that greedy wins."""
    return Outcome(one.seed, 1, Result("red", "", {}, 1 if one.players[0] == "greedy" else -1), "hash")


def test_a_match_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"

    def play(pairs: int, out: Path | None = file, seed: object = "stop") -> dict[str, Any]:
        found = match.play_match("tiny", "random", "random", pairs, seed, jobs=1, out=out, lookup=tiny.lookup)
        return {key: value for key, value in found.items() if key != "time"}

    play(3)
    kept = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join(kept[:2]) + b"\n" + kept[2][:50])  # the machine stopped in the third
    assert play(5) == play(5, None)
    lines = file.read_bytes().splitlines()
    assert lines[:2] == kept[:2] and [json.loads(line)["number"] for line in lines] == [1, 2, 3, 4, 5]
    before = file.read_bytes()
    assert play(5) == play(5, None) and file.read_bytes() == before  # nothing is played twice
    assert play(2, seed="other")["seeds"] == ["other-1", "other-2"]  # another match is no hindrance
    assert len(Ledger(file).pairs) == 7


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("dear diary\n")
    with pytest.raises(BadData, match=r"notes.txt, line 1: this is no pair"):
        Ledger(file)
    assert file.read_text() == "dear diary\n"
    with pytest.raises(BadData, match="directory"):
        Ledger(tmp_path)


def test_a_failed_pair_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"
    ledger = Ledger(file)
    ledger.keep(pair(1, 1, 1))
    ledger.keep(Pair(MATCH, 2, pair(2, 1, 1).first, Outcome("7-2", 0, why="lost")))
    assert list(Ledger(file).pairs) == [(MATCH, 1)]


# -- the ladder --------------------------------------------------------------------------------------------


def test_a_ladder_is_rated() -> None:
    pairs = [
        pair(n, *margins, Setting("tiny", "duel", (), a, b, "7"))
        for a, b, margins in [("random", "greedy", (-1, 1)), ("random", "best", (-1, 1)), ("greedy", "best", (-2, 1))]
        for n in range(1, 5)
    ]
    found = ladder.rate(["random", "greedy", "best"], pairs[0].match, pairs, 4)
    assert [row["robot"] for row in found["robots"]] == ["best", "greedy", "random"]
    assert found["robots"][-1]["elo"] == 0 < found["robots"][1]["elo"] < found["robots"][0]["elo"]
    assert [(row["pairs"], row["score"]) for row in found["robots"]] == [(8, 1.0), (8, 0.5), (8, 0.0)]
    assert found["games"] == 24 and found["results"]["random - greedy"] == [0, 0, 4]


@pytest.mark.usefixtures("sparring")
def test_the_page_of_a_ladder(tmp_path: Path) -> None:
    page = tmp_path / "ladder.md"
    page.write_text("# Ladder\n\nBefore.\n\n<!-- ladder tiny duel -->\nold\n<!-- end -->\n\nAfter.\n")
    found = ladder.play_ladder("tiny", 2, ["random", "sleeper"], "page", jobs=1, lookup=tiny.lookup)
    ladder.write_page(page, found)
    text = page.read_text()
    assert text.startswith("# Ladder\n\nBefore.\n\n<!-- ladder tiny duel -->\n") and text.endswith("\n\nAfter.\n")
    assert "old" not in text and "| `random` | +0 | by definition | 2 |" in text
    assert "4 games: 2 pairs for each two robots, seeds page-1 to page-2" in text
    assert "    hexfront ladder tiny --scenario duel --robots random,sleeper --pairs 2 --seed page\n" in text
    ladder.write_page(page, found)
    assert page.read_text() == text
    ladder.write_page(page, {**found, "scenario": "long"})
    assert page.read_text().startswith(text.rstrip()) and page.read_text().count("<!-- end -->") == 2
    page.write_text("<!-- ladder tiny duel -->\nnever closed\n")
    with pytest.raises(BadData, match="not followed by"):
        ladder.write_page(page, found)


@pytest.mark.usefixtures("sparring")
def test_a_ladder_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results.jsonl"
    names = ["random", "sleeper"]
    before = ladder.play_ladder("tiny", 3, names, results=file, jobs=1, lookup=tiny.lookup)
    monkeypatch.setattr(match, "run", lambda tasks, *args: (pytest.fail("played again") for _ in tasks))
    assert ladder.play_ladder("tiny", 3, names, results=file, lookup=tiny.lookup) == before


# -- the command line --------------------------------------------------------------------------------------


@pytest.fixture
def hexfront(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Runs the command line in this process, in an empty folder: exit code, output, errors."""
    monkeypatch.chdir(tmp_path)

    def run(line: str) -> tuple[int, str, str]:
        code = cli.run(line.split())
        return code, *capsys.readouterr()

    return run


@pytest.mark.usefixtures("only_tiny")
def test_match_on_the_command_line(hexfront: Any, tmp_path: Path) -> None:
    code, out, err = hexfront("match tiny random random --pairs 2 --jobs 1 --sprt 0,30 --json --out pairs.jsonl")
    found = json.loads(out)
    assert (code, err) == (0, "") and (tmp_path / "pairs.jsonl").read_text().count("\n") == 2
    assert {"pairs", "score", "elo", "elo_low", "elo_high", "verdict", "failures"} <= found.keys()
    assert (found["pairs"], found["score"], found["verdict"], found["failures"]) == (2, 0.5, "open", 0)
    code, out, err = hexfront("match tiny random random --pairs 2 --jobs 1")
    assert out.splitlines()[-1].startswith("random is level with random: 1.0 of 2 pairs, Elo +0 [")


@pytest.mark.usefixtures("only_tiny")
def test_a_match_with_failures_exits_with_1(hexfront: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny.Tiny, "audit", lambda game, state: ["a counter is lost"])
    code, out, _ = hexfront("match tiny random random --pairs 1 --jobs 1")
    assert code == 1 and "failed: seed 0-1: at the end: a counter is lost (see failures/" in out


@pytest.mark.usefixtures("only_tiny", "sparring")
def test_ladder_on_the_command_line(hexfront: Any, tmp_path: Path) -> None:
    code, out, err = hexfront("ladder tiny --robots random,sleeper --pairs 1 --jobs 1 --out ladder.md --json")
    assert (code, err) == (0, "") and json.loads(out)["games"] == 2
    assert "<!-- ladder tiny duel -->" in (tmp_path / "ladder.md").read_text()


@pytest.mark.usefixtures("only_tiny", "sparring")
def test_a_ladder_goes_to_its_page_unless_another_is_named(hexfront: Any, tmp_path: Path) -> None:
    code, out, err = hexfront("ladder tiny --robots random,sleeper --jobs 1")
    assert (code, err) == (0, "") and out.endswith("20 games, 0 failed, 0 orders refused\n")
    assert "10 pairs for each two robots" in (tmp_path / "docs" / "ladder.md").read_text()


@pytest.mark.usefixtures("only_tiny", "sparring")
def test_a_page_that_cannot_be_written_loses_no_ladder(hexfront: Any, tmp_path: Path) -> None:
    (tmp_path / "ladder.md").write_text("<!-- ladder tiny duel -->\nnever closed\n")
    code, out, err = hexfront("ladder tiny --robots random,sleeper --pairs 1 --jobs 1 --out ladder.md")
    assert code == 2 and "2 games, 0 failed" in out and "is not followed by" in err
    assert (tmp_path / "ladder.md").read_text().endswith("never closed\n")


@pytest.mark.usefixtures("only_tiny")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("match tiny random deep --pairs 1", "there is no player 'deep'"),
        ("match chess random random --pairs 1", "there is no game 'chess'"),
        ("match tiny random random", "--pairs"),
        ("match tiny random random --pairs 0", "--pairs"),
        ("match tiny random random --pairs 1 --sprt 30,0", "two differences of Elo"),
        ("match tiny random random --pairs 1 --scenario siege", "it has duel, long"),
        ("match tiny random random --pairs 1 --option 9.9", "it has 3.9"),
        ("match tiny random random --pairs 1 --jobs 1 --out .", "Is a directory"),
        ("match tiny random random --pairs 1 --jobs 1 --out no/where.jsonl", "No such file or directory"),
        ("ladder tiny --robots random --pairs 1", "at least two robots"),
        ("ladder tiny --robots random,deep --pairs 1", "there is no player 'deep'"),
        ("ladder tiny --robots random,greedy --pairs 1 --out /dev/null/ladder.md", "/dev/null: "),
        ("sim tiny --players random,random --cluster spark://a:1", "dask://HOST:PORT or ray://HOST:PORT"),
        ("sim tiny --players random,random --cluster dask://a", "dask://HOST:PORT"),
        ("sim tiny --players random,random --cluster dask://a:b", "dask://HOST:PORT"),
        ("sim tiny --players random,random --cluster ray://[:1", "ray://HOST:PORT"),
        ("match tiny random random --pairs 1 --cluster dask://127.0.0.1:1", "there is no Dask cluster at 127.0.0.1:1"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(hexfront: Any, line: str, why: str) -> None:
    code, out, err = hexfront(line)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("hexfront: ") and why in err


def test_a_live_bar_tells_how_the_match_stands(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    from hexfront.cli import lab

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    tally = match.Tally(3, 1, 0)
    with lab.progress("pairs", 4) as tell:
        assert tell
        tell(lab._running(tally, Sprt(0, 30)))
    err = capsys.readouterr().err
    assert "3-1-0" in err and "Elo +338" in err and "LLR 0." in err and "1/4" in err
