"""Robots at the text table: levels, seconds, and what they meant to do."""

from collections.abc import Iterable
from pathlib import Path

import pytest
import tiny
from plotters import SECRET

from hexfront import games
from hexfront.engine.session import Session
from hexfront.robots import ROBOTS, best_for
from hexfront.table import Seats, Table, seats_for
from hexfront.table.commands import NOT_YET

GAME = tiny.lookup("tiny")


@pytest.fixture(autouse=True)
def plotting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROBOTS, "plotter", "plotters:Plotter")
    monkeypatch.setitem(ROBOTS, "patient", "plotters:Patient")
    monkeypatch.setattr("plotters.Patient.pause", 0.0)


def sit(typed: Iterable[str], robot: str = "plotter", seats: Seats | None = None) -> tuple[Table, list[str]]:
    """A table after these lines were typed against a robot, and all that it told."""
    told: list[str] = []
    lines = iter(typed)
    found = seats or seats_for(GAME, "red", robot, None, "7")
    table = Table(Session.start(GAME, seed="7"), found, lambda prompt: next(lines, None), told.append, tiny.lookup)
    table.run()
    return table, told


def test_the_levels_play_at_the_text_table_and_keep_the_clock() -> None:
    rules = games.game("pgg")
    assert seats_for(rules, "german", None, None, "1").names["soviet"] == best_for(rules) == "regular"
    robot = seats_for(rules, "german", "veteran", None, "1").robots["soviet"]
    assert robot.clock and robot.seconds == 5.0


def test_whoever_waits_is_told_how_long_once_a_phase() -> None:
    told = sit(["done", "done"], "patient")[1]
    assert told.count("Patient thinks, at most 2 seconds.") == 2  # movement and combat of the first turn
    assert not any("thinks" in line for line in sit(["done", "done"], "plotter")[1])


def test_plans_are_a_secret_until_the_game_is_over() -> None:
    table, told = sit(["done", "done", "plan", "plan 1"])
    assert table.plans.all and not any(SECRET in line for line in told)
    assert told.count(NOT_YET) == 2


def test_plans_are_told_after_the_game() -> None:
    table, told = sit([*["done"] * 6, "plan", "plan 2", "plan 9", "plan x"])
    assert table.ask is None
    first = told.index("Turn 1, Blue movement (2.1), plan of the blue side before order 3:")
    assert told[first + 1] == f"  {SECRET} 1, {table.session.log[2].step}"
    assert sum(line.startswith("Turn 2, ") and "plan of the blue side" in line for line in told) == 4  # twice two
    assert "No robot has made a plan then." in told
    assert "Not understood: plan takes the number of a turn: plan 3." in told
    assert any("log, plan, save FILE" in line for line in told)
    assert not any(SECRET in line for line in told[: told.index("Type log, plan, save FILE or quit.")])


def test_a_plan_of_ones_own_side_is_told_at_once() -> None:
    seats = seats_for(GAME, "red", "plotter", None, "7")
    table, told = sit(["plan"], seats=Seats(seats.robots | seats_for(GAME, "blue", "plotter", None, "7").robots))
    assert table.ask is None and table.humans == []
    assert told.index(f"  {SECRET} 1, {table.session.log[0].step}") < told.index("red: done.")


def test_without_plans_there_is_one_sentence() -> None:
    assert "No robot has made a plan." in sit(["plan"], "random")[1]


def test_plans_go_with_what_is_taken_back_and_with_another_game(tmp_path: Path) -> None:
    table, _ = sit(["done", "done"])
    plans, many = list(table.plans.all), len(table.session.log)
    table.plans.forget(many)
    assert table.plans.all == plans
    table.plans.forget(plans[-1].line.number - 1)
    assert table.plans.all == plans[:-1]
    table.save(tmp_path / "game.txt")
    table.load(tmp_path / "game.txt")
    assert table.plans.all == []
