"""What ending a phase would cost is told before it ends: in the reminders, and at the text table."""

from __future__ import annotations

import random
from typing import Any

import pytest

import hexfront
from hexfront.engine.desk import Reminder
from hexfront.engine.order import DONE
from hexfront.engine.session import Session
from hexfront.games.trc.editions import first
from hexfront.table import Table, seats_for

E = first()

GAME: Any = hexfront.game("trc")
SCENARIOS = [scenario["id"] for scenario in GAME.scenarios()]
CROWD = [f"move {corps}Inf 0721-0821-0920-1020-1119" for corps in (1, 2, 26)] + ["move 10Inf 0922-0921-0920-1020-1119"]
OPENING = ["default", "done", "default", "done"]


def losses(given: dict[str, Any], units: list[str], *orders: str) -> list[Reminder]:
    """What the player is told that he would lose."""
    game, state = GAME.bench.arrange(given, units)
    for order in orders:
        game.play(state, order)
    return [one for one in game.desk.reminders(game.view(state, game.ask(state).side)) if one.loss]


def test_a_lone_headquarters_that_must_surrender_is_named_before_its_phase_ends() -> None:
    (loss,) = losses({"step": "axis movement 2"}, ["HQC at 2016", "27A at 2015", "13A at 2015"])
    assert (loss.rule, loss.units, loss.must) == ("12.6", (E.by_name["HQC"],), False)
    assert loss.text.startswith("If the phase ends now HQC surrenders for good: ") and len(loss.hexes) == 1


def test_help_that_has_come_takes_the_warning_away() -> None:
    units = ["HQC at 2016", "24Pz at 2018", "27A at 2015", "13A at 2015"]
    assert losses({"step": "axis movement 2"}, units)
    assert not losses({"step": "axis movement 2"}, units, "move 24Pz 2018-2017-2016")


def test_where_the_phase_may_not_end_nothing_is_lost_yet() -> None:
    units = ["3Ita at 2018", "24Pz at 2020", "1G at 2015", "8A at 2015"]
    assert not losses({"step": "axis movement 1"}, units, "move 3Ita 2017-2016")


def test_hunger_is_a_loss_only_when_the_turn_ends() -> None:
    given = {"map": {"minor": "2030"}, "axis": "2030"}
    units = ["7Inf at 2015", "9Inf at 2015", "10Inf at 2029"]
    assert not losses({"step": "axis movement 1", **given}, units)
    (loss,) = losses({"step": "axis combat 2", **given}, units)
    assert (
        loss.rule == "17.2" and loss.text == "If the phase ends now 7Inf, 9Inf are eliminated: out of supply in 2015."
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_foretold_is_what_happens(scenario: str) -> None:
    """Whenever a random player ends a phase: who was named is lost, and nobody else of his side."""
    named = 0
    for number, options in enumerate([(), ("26.4", "26.5", "26.8")]):
        state, rng = GAME.start(scenario, f"losses-{number}", options), random.Random(f"{scenario} {number}")
        for _ in range(1200):
            ask = GAME.ask(state)
            if ask is None:
                break
            order = ask.sample(rng)
            view = GAME.view(state, ask.side)
            told = [one for one in GAME.desk.reminders(view) if one.loss] if order == DONE else []
            crowded = any(one.rule == "6.2" for one in told)
            looked = order == DONE and (state.phase.moves or state.phase.fights) and not crowded
            news = GAME.play(state, order)
            if looked:
                lost = [GAME.studies.loss(event) for event in news]
                mine = sorted(E.by_name[one.unit] for one in lost if one and one.side == ask.side)
                assert mine == sorted(unit for one in told for unit in one.units), (state.phase.name, told)
                named += len(mine)
    assert named


# -- the text table ---------------------------------------------------------------------------------------


def typed(*lines: str) -> list[str]:
    """What the table tells when somebody who plays both sides types this."""
    told: list[str] = []
    left = iter(lines)
    session = Session.start(GAME, "barbarossa", seed="losses")
    seats = seats_for(GAME, "both", "random", None, "1")
    Table(session, seats, lambda prompt: next(left, None), told.append, hexfront.game).run()
    return told


def test_the_text_table_tells_it_and_wants_the_word_twice() -> None:
    told = typed(*OPENING, *CROWD, "done")
    assert told[-3].startswith("Too many units in 1119") and told[-3].endswith("(6.2).")
    assert told[-2] == "Type done again to end the phase all the same."
    assert "axis: done." not in told[told.index(told[-3]) :]


def test_said_twice_it_is_meant() -> None:
    told = typed(*OPENING, *CROWD, "done", "Done")
    assert "axis: done." in told[told.index("Type done again to end the phase all the same.") :]


def test_an_order_in_between_and_it_is_told_again() -> None:
    told = typed(*OPENING, *CROWD, "done", "undo", CROWD[-1], "move 41Pz 0621-0620", "done")
    assert told.count("Type done again to end the phase all the same.") == 2


def test_without_a_loss_one_word_is_enough() -> None:
    assert "axis: done." in typed(*OPENING, "done")[-6:]
