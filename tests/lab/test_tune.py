"""Tuning: both searches find the top of a hill, a run that was stopped goes on as if it had not been."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy
import pytest
import tiny

from hexfront import robots
from hexfront.cli import run
from hexfront.engine.dice import rng_for
from hexfront.engine.errors import BadData
from hexfront.engine.game import Ask, Game, Result
from hexfront.engine.order import Order
from hexfront.engine.state import State
from hexfront.lab.optimise import METHODS, search
from hexfront.lab.sim import Outcome
from hexfront.lab.tune import Weights, Wish, tune, worth
from hexfront.robots import Player, weights

START = {"attack": 0.5, "shy": 2.0, "odd": 7.0}
RANGES = {"attack": (0.0, 1.0), "shy": (0.0, 10.0)}
TOP = {"attack": 0.8, "shy": 3.0}


class Brave(Player):
    """Attacks with the chance that its weights give, and else does whatever is offered."""

    def __init__(self, game: Game[Any], seed: str, weights: str = "") -> None:
        super().__init__(game, seed)
        self.rng = rng_for(seed, "brave")
        self.weights = robots.weights.load(game, weights)

    def choose(self, view: State, ask: Ask[Any]) -> Order:
        """An attack, or a random order."""
        attacks = [order for order in ask if order.verb == "attack"]
        if attacks and self.rng.random() < self.weights["attack"]:
            return attacks[0]
        return ask.sample(self.rng) if ask.verbs != ["attack", "done"] else tiny.DONE


@pytest.fixture(autouse=True)
def brave(monkeypatch: pytest.MonkeyPatch) -> None:
    """A robot with weights for the tiny game."""

    def load(game: Game[Any], path: str = "") -> Weights:
        if game.id != "tiny":
            raise FileNotFoundError(game.id)
        return START | (tomllib.loads(Path(path).read_text())["planner"] if path else {})

    monkeypatch.setitem(robots.ROBOTS, "brave", f"{__name__}:Brave")
    monkeypatch.setattr(robots, "WEIGHED", (*robots.WEIGHED, "brave"))
    monkeypatch.setattr(weights, "load", load)
    monkeypatch.setattr(weights, "ranges", lambda game: RANGES)


def wish(**changes: Any) -> Wish:
    told: dict[str, Any] = {
        "game": "tiny", "scenario": "", "options": (), "robot": "brave", "against": "random",
        "names": ("attack", "shy"), "method": "cma", "pairs": 2, "seed": "3",
    }  # fmt: skip
    return Wish(**told | changes)


def hill(number: int, candidates: list[Weights]) -> list[float]:
    """The nearer to the top, the better."""
    return [-sum(((one[name] - top) / RANGES[name][1]) ** 2 for name, top in TOP.items()) for one in candidates]


# -- searching -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "rounds", "near"), [("cma", 30, 0.02), ("spsa", 300, 0.06)])
def test_a_search_climbs_to_the_top(method: str, rounds: int, near: float, tmp_path: Path) -> None:
    found = tune(wish(method=method), rounds, tmp_path, lookup=tiny.lookup, measure=hill)
    for name, top in TOP.items():
        after = found["weights"][name]["after"]
        assert abs(after - top) / RANGES[name][1] < near, name
        assert found["weights"][name]["before"] == START[name]


@pytest.mark.parametrize("method", METHODS)
def test_a_search_stays_in_its_box_and_leaves_the_shared_generator_alone(method: str) -> None:
    numpy.random.seed(4)
    before = numpy.random.get_state()[1].tolist()
    found = search(method, [0.9, 0.1, 0.5], "1")
    for _ in range(20):
        points = found.ask()
        assert all(0 <= x <= 1 for point in points for x in point)
        found.tell(points, [point[0] - point[1] for point in points])
    assert numpy.random.get_state()[1].tolist() == before
    assert found.best()[0] > 0.9 > 0.1 > found.best()[1]
    assert all(0 <= x <= 1 for x in found.best())


@pytest.mark.parametrize("method", METHODS)
def test_another_seed_looks_elsewhere(method: str) -> None:
    asked = [search(method, [0.5] * 6, seed).ask() for seed in ("1", "1", "2")]
    assert asked[0] == asked[1] != asked[2]


# -- going on ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(method: str, tmp_path: Path) -> None:
    whole, parts, broken = tmp_path / "whole", tmp_path / "parts", tmp_path / "broken"
    measured = []

    def counted(number: int, candidates: list[Weights]) -> list[float]:
        measured.append(number)
        return hill(number, candidates)

    def stops(number: int, candidates: list[Weights]) -> list[float]:
        if number == 4:
            raise KeyboardInterrupt
        return hill(number, candidates)

    tune(wish(method=method), 7, whole, lookup=tiny.lookup, measure=hill)
    tune(wish(method=method), 3, parts, lookup=tiny.lookup, measure=hill)
    tune(wish(method=method), 7, parts, lookup=tiny.lookup, measure=counted)
    assert measured == [4, 5, 6, 7], "what was measured is not measured again"
    with pytest.raises(KeyboardInterrupt):
        tune(wish(method=method), 7, broken, lookup=tiny.lookup, measure=stops)
    assert len(json.loads((broken / "state.json").read_text())["rounds"]) == 3
    tune(wish(method=method), 7, broken, lookup=tiny.lookup, measure=hill)
    for name in ("state.json", "weights.toml"):
        assert (whole / name).read_text() == (parts / name).read_text() == (broken / name).read_text()


def test_real_games_go_on_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def far(game: tiny.Tiny, s: tiny.TinyState) -> Result:
        return Result("", "", {}, float(sum(s.where[:2]) - sum(s.where[2:])))

    monkeypatch.setattr(tiny.Tiny, "result", far)  # hardly anybody dies in so short a game
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    tune(wish(), 3, whole, 1, lookup=tiny.lookup)
    for rounds in (1, 2, 3):
        tune(wish(), rounds, parts, 1, lookup=tiny.lookup)
    assert (whole / "state.json").read_text() == (parts / "state.json").read_text()
    kept = json.loads((whole / "state.json").read_text())
    values = [value for one in kept["rounds"] for value in one["values"]]
    assert len(set(values)) > 1 and all(-1 <= value <= 1 for value in values)
    assert not (whole / "failures").exists()


def test_a_folder_of_another_tuning_is_left_alone(tmp_path: Path) -> None:
    tune(wish(), 1, tmp_path, lookup=tiny.lookup, measure=hill)
    before = (tmp_path / "state.json").read_text()
    with pytest.raises(BadData, match=r"another tuning \(pairs, seed\); take another folder"):
        tune(wish(pairs=9, seed="8"), 2, tmp_path, lookup=tiny.lookup, measure=hill)
    assert (tmp_path / "state.json").read_text() == before
    (tmp_path / "state.json").write_text("{")
    with pytest.raises(BadData, match=r"state\.json"):
        tune(wish(), 2, tmp_path, lookup=tiny.lookup, measure=hill)
    tampered = json.loads(before)
    tampered["rounds"][0]["points"][0][0] += 0.01
    (tmp_path / "state.json").write_text(json.dumps(tampered))
    with pytest.raises(BadData, match="round 1 cannot be taken up"):
        tune(wish(), 2, tmp_path, lookup=tiny.lookup, measure=hill)


# -- measuring -----------------------------------------------------------------------------------------------


def game(margin: float) -> Outcome:
    return Outcome("1", 1, Result("", "", {}, margin))


def test_a_candidate_is_worth_the_mean_of_its_squashed_pairs() -> None:
    failed = Outcome("1", 1, why="x")
    assert worth([game(10), game(10)]) == 0.0, "a lopsided scenario measures skill all the same"
    assert worth([game(30), game(-10)]) == -worth([game(-10), game(30)]) > 0.7
    assert worth([game(5), failed]) == -1.0
    assert worth([game(9000), game(-9000), game(-1), game(1)]) < 1.0
    assert abs(worth([game(9000), game(-9000), game(-9), game(9), game(-9), game(9), game(-9), game(9)])) < 0.3


def test_candidates_play_both_sides_with_their_weights_and_the_same_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []

    def outcome(task: Any) -> Outcome:
        played.append(task)
        side = task.players.index("random")  # the candidate wins by its weight, whichever side it has
        own = tomllib.loads(Path(task.players[1 - side].partition("@")[2]).read_text())["planner"]
        return game(own["attack"] * (1 if side else -1))

    monkeypatch.setattr("hexfront.lab.tune.play_one", outcome)
    tune(wish(method="spsa", pairs=3), 2, tmp_path, 1, lookup=tiny.lookup)
    assert len(played) == 2 * 2 * 3 * 2
    first, second = played[:6], played[6:12]
    assert [task.seed for task in first] == [task.seed for task in second] == [f"3-1-{n}" for n in (1, 1, 2, 2, 3, 3)]
    assert {task.seed for task in played[12:]} == {"3-2-1", "3-2-2", "3-2-3"}
    assert first[0].players == first[1].players[::-1] and first[0].players != second[0].players
    kept = json.loads((tmp_path / "state.json").read_text())["rounds"][0]
    better = kept["points"].index(max(kept["points"]))
    assert kept["values"][better] == max(kept["values"])


def test_the_weights_found_are_a_file_that_a_robot_plays_with(tmp_path: Path) -> None:
    found = tune(wish(), 4, tmp_path, lookup=tiny.lookup, measure=hill)
    data = tomllib.loads(Path(found["file"]).read_text())
    assert data["planner"].keys() == START.keys() and data["planner"]["odd"] == START["odd"]
    assert data["ranges"] == {name: list(limits) for name, limits in RANGES.items()}
    robot = robots.player(f"brave@{found['file']}", tiny.lookup("tiny"))
    assert isinstance(robot, Brave) and robot.weights["attack"] == found["weights"]["attack"]["after"] != 0.5
    again = tune(wish(robot=f"brave@{found['file']}"), 1, tmp_path / "more", lookup=tiny.lookup, measure=hill)
    assert again["weights"]["attack"]["before"] == robot.weights["attack"]


def test_all_weights_with_a_range_are_tuned_if_none_is_named(tmp_path: Path) -> None:
    found = tune(wish(names=()), 1, tmp_path, lookup=tiny.lookup, measure=hill)
    assert found["weights"].keys() == RANGES.keys()
    lone = wish(names=("odd",), method="spsa")
    odd = tune(lone, 1, tmp_path / "odd", lookup=tiny.lookup, measure=lambda number, these: [0.0, 1.0])
    assert 2.333 <= odd["weights"]["odd"]["after"] <= 21


# -- at the command line -------------------------------------------------------------------------------------


def test_the_command_tells_its_rounds_and_what_to_do_next(
    only_tiny: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = ["tune", "tiny", "--robot", "brave", "--against", "random", "--weights", "attack,shy", "--jobs", "1"]
    args += ["--pairs", "1", "--rounds", "2", "--method", "spsa", "--out", str(tmp_path)]
    assert run(args) == 0
    told = capsys.readouterr()
    assert "round 1 of 2" in told.err and "round 2 of 2" in told.err
    assert "attack  0.5" in told.out and f"hexfront match tiny brave@{tmp_path / 'weights.toml'} random" in told.out
    assert run([*args, "--json"]) == 0
    again = capsys.readouterr()
    assert "round" not in again.err and json.loads(again.out)["rounds"] == 2


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"names": ("atack", "shy")}, "brave has no weight 'atack' in tiny; it has attack, shy, odd"),
        ({"method": "grid"}, "there is no method 'grid'; there are cma and spsa"),
        ({"names": ("shy",)}, "cma needs two weights"),
        ({"robot": "random"}, "'random' has no weights"),
        ({"robot": "deep"}, "there is no player 'deep"),
        ({"against": "deep"}, "there is no player 'deep'"),
        ({"scenario": "nowhere"}, "no scenario 'nowhere'"),
        ({"pairs": 0}, "at least one round of one pair"),
    ],
)
def test_wrong_wishes_are_one_sentence(changes: dict[str, Any], why: str, tmp_path: Path) -> None:
    with pytest.raises(BadData, match=why):
        tune(wish(**changes), 1, tmp_path / "out", lookup=tiny.lookup, measure=hill)


def test_a_game_without_weights_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tune", "pgg", "--robot", "brave", "--against", "random", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "hexfront: brave has no weights for pgg that could be tuned\n"


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(BadData, match=r"pip install 'hexfront\[tune\]'"):
        search("cma", [0.5, 0.5], "1")
