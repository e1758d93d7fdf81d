"""The greedy player: legal everywhere, the same for the same seed, and far better than chance."""

import pytest

from hexfront.engine.session import Session
from hexfront.games import game
from hexfront.lab.match import play_match
from hexfront.lab.sim import simulate
from hexfront.robots import player


@pytest.mark.parametrize("half", ["a", "b"])
def test_greedy_beats_random(half: str) -> None:
    """Ten pairs each, same seed, sides swapped, by the sum of victory margins; one lost pair in twenty is chance."""
    match = play_match("pgg", "greedy", "random", 10, f"floor-{half}", jobs=1)
    assert not match["failures"]
    assert match["wins"] == 10, match["margins"]


def test_greedy_against_itself_is_a_game() -> None:
    found = simulate("pgg", ("greedy", "greedy"), 4, "mirror", jobs=1)
    assert found["finished"] == 4 and not found["failures"]
    assert 15 < found["mean_points"]["german"] < 130


def test_greedy_orders_are_its_own_and_legal() -> None:
    """It never has to fall back on a random order, and plays the same game twice."""
    pgg = game("pgg")
    games = []
    for _ in range(2):
        session = Session.start(pgg, seed="legal")
        robots = {side: player("greedy", pgg, f"legal {side}") for side in pgg.sides}
        while (ask := session.ask()) and session.state.turn < 4:
            view = pgg.view(session.state, ask.side)
            seen = pgg.ask(view)
            assert seen is not None
            order = robots[ask.side].adviser.advise(view, seen)  # type: ignore[attr-defined]
            assert order in ask, pgg.write(order)
            session.play(order, ask.side)
        games.append([line.order for line in session.log])
    assert games[0] == games[1]
