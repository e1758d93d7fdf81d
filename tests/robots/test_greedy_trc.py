"""The greedy player of The Russian Campaign: legal, the same for the same seed, far better than chance."""

from collections import Counter

import pytest

from hexfront.engine.order import Order
from hexfront.games import game
from hexfront.games.trc.control import controls
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.editions import first
from hexfront.games.trc.state import TrcState
from hexfront.lab.match import play_match
from hexfront.lab.sim import simulate
from hexfront.robots import best_for
from hexfront.robots.greedy import GreedyPlayer
from hexfront.robots.trc.chances import results
from hexfront.robots.trc.greedy import Adviser
from hexfront.robots.trc.line import anchors

STARVED, GAVE_UP = "17.2", "12.6"  # rules by which units are lost without a fight


def test_greedy_knows_the_game() -> None:
    trc = game("trc")
    assert GreedyPlayer.knows(trc)
    assert best_for(trc) == "regular"


def test_greedy_beats_random() -> None:
    """Six pairs, same seed, sides swapped, by the sum of victory margins."""
    match = play_match("trc", "greedy", "random", 6, "floor", "barbarossa", jobs=1)
    assert not match["failures"]
    assert match["wins"] >= 5, match["margins"]


@pytest.mark.parametrize("scenario", ["campaign", "fall-blau"])
def test_greedy_against_itself_is_a_game(scenario: str) -> None:
    found = simulate("trc", ("greedy", "greedy"), 1, "mirror", scenario, jobs=1)
    assert found["finished"] == 1 and not found["failures"]


def test_greedy_plays_with_options() -> None:
    options = ("26.1", "26.2", "26.4", "26.5", "26.6", "26.7", "26.8", "V.1", "V.6")
    found = simulate("trc", ("greedy", "random"), 1, "options", "bagration", options, jobs=1)
    assert found["finished"] == 1 and not found["failures"]


def _game(seed: str, turns: int) -> tuple[TrcState, list[Order], Counter[str]]:
    """A game of the greedy player against itself: every order must be legal as advised."""
    trc = game("trc")
    state, orders, lost = trc.start("campaign", seed), list[Order](), Counter[str]()
    advisers = {side: Adviser(seed) for side in trc.sides}
    while (ask := trc.ask(state)) and state.turn <= turns:
        view = trc.view(state, ask.side)
        seen = trc.ask(view)
        assert seen is not None
        orders.append(advisers[ask.side].advise(view, seen))
        assert orders[-1] in ask, f"{ask.name}: {trc.write(orders[-1])}"
        lost.update(event.rule for event in trc.play(state, orders[-1]) if "unit" in event.facts)
    return state, orders, lost


def test_greedy_orders_are_its_own_and_legal() -> None:
    """It never has to fall back on a random order, and plays the same game twice."""
    assert _game("legal", 2)[1] == _game("legal", 2)[1]


@pytest.mark.parametrize("seed", ["year-a", "year-b"])
def test_greedy_plays_a_war_like_the_war(seed: str) -> None:
    """By the end of 1941 the German is deep in Russia, and hardly anybody starves or walks into his end."""
    state, _, lost = _game(seed, 4)
    deep = ["Minsk", "Riga", "Smolensk", "Kiev", "Odessa", "Vitebsk"]
    assert sum(controls(state, AXIS, city) for city in deep) >= 3
    assert lost[STARVED] <= 3 * 4
    assert lost[GAVE_UP] <= 2


def test_chances_add_up() -> None:
    for column in range(-1, first().best + 2):
        assert sum(chance for _, chance in results(first(), column)) == pytest.approx(1.0)
    assert dict(results(first(), first().best)) == {"DS": pytest.approx(1.0)}


def test_anchors_lie_at_opposite_ends() -> None:
    board = game("trc").board  # type: ignore[attr-defined]
    north, south = anchors(board)
    assert north >> board.city["Leningrad"] & 1
    assert south >> board.city["Odessa"] & 1
    assert not north & south
