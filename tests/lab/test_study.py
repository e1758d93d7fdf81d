"""Studies: what is kept of a game, what is counted, the tables, the plots and the report."""

import csv
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import tiny

from hexfront import games
from hexfront.cli import run
from hexfront.engine.errors import BadData
from hexfront.engine.game import Game, Result
from hexfront.engine.order import Order
from hexfront.engine.state import State
from hexfront.games.pgg.state import DEAD, PggState
from hexfront.games.trc.combat import losses
from hexfront.grid import members
from hexfront.lab import boardplot, exports, look, plots
from hexfront.lab.findings import Findings
from hexfront.lab.rows import City, Fought, Front, GameRows, Lost, _Watch, nearer, watch
from hexfront.lab.sim import Task, spread
from hexfront.lab.study import default_players, study

RANDOM = ("random", "random")
SCENARIOS = {"pgg": "campaign", "trc": "barbarossa"}
GRID = tiny.GAME.grid


def task(game_id: str, seed: str = "7") -> Task:
    return Task(game_id, RANDOM, seed, SCENARIOS[game_id], (), "", "", games.game)


@pytest.fixture(scope="module")
def pgg_study(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Three games of Panzergruppe Guderian by random robots."""
    out = tmp_path_factory.mktemp("study")
    return out, study("pgg", 3, out, RANDOM, seed=5, jobs=1)


# -- watching a game -----------------------------------------------------------------------------------------


def test_ground_is_nearer_to_one_side_and_what_is_as_near_to_both_is_nobodys() -> None:
    column = GRID.mask("0301 0302 0303 0304 0305")
    red, blue = nearer(GRID, column, (GRID.mask("0301"), GRID.mask("0305")))
    assert (GRID.labels(red), GRID.labels(blue)) == (["0301", "0302"], ["0304", "0305"])
    red, blue = nearer(GRID, column, (GRID.mask("0301"), 0), 2)
    assert (GRID.labels(red), blue) == (["0301", "0302", "0303"], 0)


def test_ground_that_nobody_is_near_stays_with_whoever_had_it_last(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = tiny.Tiny()
    places = {"now": ("0101", "0606")}
    monkeypatch.setattr(tiny.TinyState, "occupied", lambda state: tuple(map(GRID.mask, places["now"])))
    seen = _Watch(Task("tiny", RANDOM, "1", "duel", (), "", "", lambda name: game), GameRows("1"))
    seen.ground = seen._begin()
    assert seen.ground[0] >> GRID.hex("0101") & 1 and seen.ground[1] >> GRID.hex("0606") & 1
    places["now"] = ("0106", "0606")
    seen._march()
    assert seen.ground[0] >> GRID.hex("0101") & 1, "its units have gone, and nobody has come"
    places["now"] = ("0106", "0102")
    seen._march()
    assert seen.ground[1] >> GRID.hex("0101") & 1 and not seen.ground[0] >> GRID.hex("0101") & 1
    assert not seen.ground[0] & seen.ground[1]


def test_every_loss_of_pgg_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    dead = []
    put = PggState.put

    def counted(s: PggState, unit: int, place: int) -> None:
        if place == DEAD:
            dead.append(unit)
        put(s, unit, place)

    monkeypatch.setattr(PggState, "put", counted)
    rows = GameRows("7")
    seen = _Watch(task("pgg"), rows)
    seen.play()
    state: Any = seen.state
    assert sum(one.how == "eliminated" for one in rows.losses) == len(dead) > 20
    steps = sum(one.how == "step" for one in rows.losses)
    assert steps == sum(state.lost) > 0, "nobody in this game gets a step back"
    assert {one.side for one in rows.losses} == {"german", "soviet"}


def test_every_loss_of_trc_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = []
    remove = losses._remove
    monkeypatch.setattr(losses, "_remove", lambda s, unit, target: (gone.append(unit), remove(s, unit, target)))
    rows = watch(task("trc", "10"))
    assert not rows.why
    assert len(rows.losses) == len(gone) > 20
    assert {one.how for one in rows.losses} == {"eliminated", "surrendered"}


@pytest.mark.parametrize("game_id", SCENARIOS)
def test_what_a_game_tells_fits_its_own_charts_and_board(game_id: str) -> None:
    game: Any = games.game(game_id)
    rows = watch(task(game_id))
    assert not rows.why and rows.result
    assert rows.turns.keys() == set(range(rows.first, rows.last + 1)) == {one.turn for one in rows.front}
    chart = game.desk.tables(game.start())[0]
    results = {code for row in chart.rows for code in row[1:]} | {"AV"}
    assert rows.battles and {one.column for one in rows.battles} <= set(chart.columns)
    assert {one.result for one in rows.battles} <= results
    phases = {step.name for step in game.sequence}
    assert {one.phase for one in rows.battles} <= phases
    assert all(one.side in one.phase for one in rows.battles if "mechanized" not in one.phase), "who moves, attacks"
    cities = {one.city for one in rows.cities}
    assert cities <= {place.name for place in game.board.places} and "Smolensk" in cities
    assert {one.holder for one in rows.cities} <= {*game.sides, ""}
    assert {one.turn for one in rows.cities} == {rows.first - 1, *rows.turns}
    for one in rows.front:
        assert not one.ground[0] & one.ground[1]
        for side in (0, 1):
            assert one.units[side] & ~one.ground[side] == 0, "units stand on their own ground"


def test_a_game_is_watched_the_same_in_any_process() -> None:
    tasks = [task("pgg", seed) for seed in ("1", "2", "3")]
    here, there = ([_untimed(rows) for rows in spread(watch, tasks, jobs)] for jobs in (1, 2))
    assert here == there
    assert [rows.seed for rows in here] == ["1", "2", "3"]


def _untimed(rows: GameRows) -> GameRows:
    rows.seconds = 0.0
    return rows


# -- counting ------------------------------------------------------------------------------------------------


def rows_of(seed: str, holders: dict[int, str], margin: float = 1.0) -> GameRows:
    """A game in which one city was held by these, turn by turn."""
    cities = [City(turn, "Smolensk", holder) for turn, holder in holders.items()]
    last = max(holders)
    result = Result("german" if margin > 0 else "soviet", "level", {}, margin)
    names = {turn: f"Turn {turn}" for turn in range(1, last + 1)}
    return GameRows(seed, 1, last, 10, 1.0, result, "", names, cities)


def test_cities_fall_in_the_turn_in_which_another_side_first_holds_them() -> None:
    watched = [
        rows_of("1", {0: "soviet", 1: "soviet", 2: "german", 3: "soviet"}),
        rows_of("2", {0: "soviet", 1: "", 2: "", 3: "german"}),
        rows_of("3", {0: "soviet", 1: "soviet"}),
        GameRows("4", why="it failed"),
    ]
    findings = Findings(games.game("pgg"), watched)
    [fall] = findings.falls()
    assert (fall.city, fall.held_by, fall.games, fall.turns, fall.usual) == ("Smolensk", "soviet", 2, (2, 3), 2.5)
    assert findings.held() == {"Smolensk": {0: 0.0, 1: 0.0, 2: 0.5, 3: 0.5}}
    assert len(findings.failed) == 1 and len(findings.results) == 3


def test_losses_are_means_of_the_games_that_got_so_far() -> None:
    first, second = rows_of("1", {0: "", 2: ""}), rows_of("2", {0: "", 1: ""})
    first.losses = [Lost(1, "german", "3Pz", "step", "9.6")] * 3 + [Lost(2, "german", "3Pz", "eliminated", "9.6")]
    findings = Findings(games.game("pgg"), [first, second])
    assert findings.losses() == {("german", "step"): {1: 1.5}, ("german", "eliminated"): {2: 1.0}}


def test_the_front_is_counted_hex_by_hex() -> None:
    grid = games.game("pgg").grid
    here, there = grid.mask("0101 0102"), grid.mask("5931")
    one, two = rows_of("1", {1: ""}), rows_of("2", {1: ""})
    one.front, two.front = [Front(1, (here, there), (here, there))], [Front(1, (0, here), (0, here))]
    findings = Findings(games.game("pgg"), [one, two])
    seen = findings.front[1]
    assert seen.games == 2
    assert [int(seen.ground[side][grid.hex("0102")]) for side in (0, 1)] == [1, 1]
    assert seen.lead()[grid.hex("0102")] == 0.0 and seen.lead()[grid.hex("5931")] == -0.5
    assert seen.units[0].sum() == 2 and seen.units[1].sum() == 3


def test_results_run_from_the_attackers_worst_to_his_best() -> None:
    one = rows_of("1", {1: ""})
    codes = ["Ae", "A2", "A1", "Eng", "D1/A1", "D1", "D2/A1", "D2", "De/A1", "De"]
    one.battles = [Fought(1, "german", "german combat", "attack", "1-1", code) for code in sorted(codes)]
    findings = Findings(games.game("pgg"), [one])
    assert findings.codes() == codes
    assert findings.columns()[:2] == ["1-3", "1-2"] and findings.battles()["german"]["1-1"]["Eng"] == 1


def test_no_bar_of_margins_has_both_winners() -> None:
    for values in ([-7.5, -3.0, 41.0], [0.5], [-4.0, -4.0], [0.0], [100.0, -100.0, 3.0]):
        edges = plots._edges(values)
        assert edges == sorted(edges) and len(edges) > 1
        assert edges[0] <= min(values) and max(values) <= edges[-1]
        assert any(abs(edge) < 1e-9 for edge in edges)


# -- the board under the plots ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", SCENARIOS)
def test_a_front_line_runs_where_the_ground_changes(game_id: str) -> None:
    game = games.game(game_id)
    board = boardplot.Canvas(game)
    middle = (board.west + board.east) / 2
    lead = look_west(game, middle)
    runs = boardplot.front(board, lead)
    assert runs
    assert all(abs(line[:, 0] - middle).max() < 2.5 for line in runs)
    assert boardplot.front(board, abs(lead)) == []


def look_west(game: Game[Any], middle: float) -> Any:
    """The first side has the west of a board, the second the east."""
    import numpy as np

    lead = np.zeros(game.grid.size)
    for h in members(game.grid.all):
        lead[h] = 1.0 if game.grid.centre(h)[0] < middle else -1.0
    return lead


def test_pictures_are_spread_over_the_turns() -> None:
    assert boardplot.chosen([1, 2, 3], 5) == [1, 2, 3]
    some = boardplot.chosen(list(range(1, 26)), 12)
    assert (some[0], some[-1], len(some), len(set(some))) == (1, 25, 12, 12)


# -- a whole study -----------------------------------------------------------------------------------------------


def test_a_study_writes_tables_plots_and_one_report(pgg_study: tuple[Path, dict[str, Any]]) -> None:
    out, found = pgg_study
    assert (found["games"], found["finished"], found["failures"], found["failed"]) == (3, 3, 0, [])
    assert sum(found["wins"].values()) == sum(found["levels"].values()) == 3
    names = {path.name for path in (out / "plots").iterdir()}
    assert {"margins.png", "front-lines.png", "front-turns.png", "losses.png", "columns.png", "length.png"} <= names
    assert all((out / "plots" / name).read_bytes().startswith(b"\x89PNG") for name in names)
    report = (out / "report.html").read_text(encoding="utf-8")
    assert report.count('src="data:image/png;base64,') == len(names) == len(found["plots"])
    assert not re.search(r'(src|href)="(?!data:|#)', report), "nothing is fetched from elsewhere"
    assert all(len(alt) > 20 for alt in re.findall(r'alt="([^"]*)"', report))
    assert "hexfront study pgg --scenario campaign --players random,random --games 3 --seed 5" in report
    for place in re.findall(r'href="#(\w+)"', report):
        assert f'id="{place}"' in report


def test_the_tables_hold_the_rows_of_every_game(pgg_study: tuple[Path, dict[str, Any]]) -> None:
    from pyarrow import parquet

    _, found = pgg_study
    read = {path.stem: parquet.read_table(path) for path in map(Path, found["tables"])}
    assert read.keys() == {"games", "cities", "front", "losses", "battles"}
    assert read["games"]["seed"].to_pylist() == ["5-1", "5-2", "5-3"]
    rows = watch(task("pgg", "5-2"))
    for name in ("cities", "losses", "battles"):
        mine = [row for row in read[name].to_pylist() if row.pop("seed") == "5-2"]
        assert mine == [{key: getattr(one, key) for key in read[name].column_names[1:]} for one in getattr(rows, name)]
    assert rows.result and read["games"]["margin"].to_pylist()[1] == rows.result.margin
    grid = games.game("pgg").grid
    last = {row["hex"]: row for row in read["front"].to_pylist() if row["turn"] == 12}
    held = [0] * grid.size
    for n in (1, 2, 3):
        for h in members(watch(task("pgg", f"5-{n}")).front[-1].ground[1]):
            held[h] += 1
    assert {label: row["soviet_controls"] for label, row in last.items()} == {
        label: held[grid.hex(label)] for label in last
    }


def test_csv_has_the_same_rows(pgg_study: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    from pyarrow import parquet

    study("pgg", 3, tmp_path, RANDOM, seed=5, jobs=1, form="csv")
    for name in ("losses", "battles", "cities", "front"):
        with (tmp_path / f"{name}.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        kept = parquet.read_table(pgg_study[0] / f"{name}.parquet").to_pylist()
        assert rows == [{key: str(value) for key, value in row.items()} for row in kept]


def test_a_game_that_tells_little_gets_a_report_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny.TinyState, "occupied", State.occupied)
    found = study("tiny", 4, tmp_path, RANDOM, jobs=1, form="csv", lookup=tiny.lookup)
    assert [Path(path).name for path in found["plots"]] == ["margins.png", "length.png"]
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "tells nothing of its cities" in report and "tells nothing of its battles" in report
    assert (tmp_path / "battles.csv").read_text().startswith("seed,turn,side")


def test_a_game_that_fails_is_told_and_the_others_count(
    only_tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(verb: object, s: tiny.TinyState, order: Order) -> None:
        if s.seed == "0-2":
            raise ZeroDivisionError("odds <b>")
        s.acted |= 1 << order.units[0]

    monkeypatch.setattr(tiny.Attack, "do", fails)
    args = ["study", "tiny", "--games", "3", "--players", "random,random", "--jobs", "1", "--out", str(tmp_path)]
    assert run([*args, "--scenario", "long"]) == 1
    told = capsys.readouterr().out
    assert "2 of 3 games finished" in told and "failed: seed 0-2" in told and "ZeroDivisionError" in told
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Games that failed" in report and "odds &lt;b&gt;" in report


def test_the_best_robot_plays_if_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for known, name in ((("recruit", "regular"), "planner"), (("random", "greedy"), "greedy")):
        monkeypatch.setattr("hexfront.lab.study.opponents", lambda game, known=known: known)
        assert default_players(games.game("pgg")) == (name, name)


@pytest.mark.parametrize(
    ("extra", "why"),
    [
        (["--format", "xlsx"], "there is no format 'xlsx'; there are parquet and csv"),
        (["--players", "random"], "2 players"),
        (["--players", "random,deep"], "there is no player 'deep'"),
        (["--scenario", "nowhere"], "no scenario 'nowhere'"),
        (["--option", "99.9"], "no optional rule '99.9'"),
        (["--games", "0"], "0 is not in the range"),
    ],
)
def test_wrong_wishes_are_one_sentence(
    extra: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    args = ["study", "pgg", "--games", "1", "--players", "random,random", "--out", str(out), *extra]
    assert run(args) == 2
    told = capsys.readouterr().err
    assert why in told and len(told.splitlines()) == 1
    assert not out.exists(), "nothing is written for a wish that cannot be met"


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadData, match="file"):
        study("tiny", 1, tmp_path / "file", RANDOM, jobs=1, lookup=tiny.lookup)


def test_missing_packages_are_named_with_their_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for check in (lambda: exports.check_format("parquet"), look.check_plots):
        with pytest.raises(BadData, match=r"pip install 'hexfront\[study\]'"):
            check()
    exports.check_format("csv")
