"""What a turn consists of may be data; who plays a side may be a fact of the game."""

from pathlib import Path
from typing import Any

import pytest
import tiny

from hexfront.engine.errors import BadData
from hexfront.engine.game import Game
from hexfront.engine.order import DONE
from hexfront.engine.records.record import read, write
from hexfront.engine.session import Session, replay


def steps(game: Game[Any], state: Any, turns: int) -> list[tuple[int, str]]:
    """The phases of so many turns, in the order in which they are asked."""
    asked = []
    while (ask := game.ask(state)) and state.turn <= turns:
        asked.append((state.turn, ask.name))
        game.play(state, DONE)
    return asked


def test_a_turn_may_have_an_order_of_its_own() -> None:
    """The second turn is fought first, twice by red, and moved by nobody; the third goes by the table again."""
    game = tiny.Tiny()
    state = game.start(seed=1)
    table = [step.name for step in game.sequence]
    first = steps(game, state, 1)
    assert first == [(1, name) for name in table] and state.agenda is None
    fights = [place for place, name in enumerate(table) if "combat" in name]
    state.step, *rest = fights[0], fights[0], fights[1]
    state.agenda = tuple(rest)
    again = game.load(state.to_json())
    assert again.agenda == tuple(rest) and again.hash() == state.hash() == state.copy().hash()
    told = steps(game, state, 3)
    assert told == [(2, table[fights[0]])] * 2 + [(2, table[fights[1]])] + [(3, name) for name in table]


class Asking(tiny.Tiny):
    """Tiny War with rules that ask which sides robots play."""

    minds_robots = True


def test_who_plays_a_side_is_part_of_a_start_and_of_its_record(tmp_path: Path) -> None:
    game = Asking()
    session = Session.start(game, seed=3, robots=("blue", "nobody"))
    assert session.state.robots == ("blue",)
    session.play("done")
    text = write(session.record())
    assert text.startswith("hexfront 3\n") and "\nrobots: blue\n" in text and write(read(text)) == text
    again = replay(lambda name: game, read(text))
    assert again.state.hash() == session.state.hash() != replay(lambda name: game, read(_alone(text))).state.hash()
    branch = again.branch("red", seed=4)
    assert branch.state.robots == ("blue",)


def _alone(text: str) -> str:
    """The same record, without robots, as a person would have typed it: without check signs."""
    return "\n".join(line.partition(" ; ")[0] for line in text.splitlines() if not line.startswith("robots:"))


def test_a_game_whose_rules_do_not_ask_keeps_nothing_of_it() -> None:
    game = tiny.Tiny()
    state = game.start(seed=3, robots=("blue",))
    assert state.robots == () and b"robots" not in state.to_json() and b"agenda" not in state.to_json()
    text = write(Session.start(Asking(), seed=3, robots=("blue",)).record())
    with pytest.raises(BadData, match="whose rules ask"):
        replay(lambda name: game, read(text))
