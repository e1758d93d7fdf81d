"""Crowds, as somebody makes them who wants to stop the server: what can be ordered is listed without a long wait."""

import itertools
import time
from typing import Any

import pytest

from hexfront.engine.errors import BadOrder
from hexfront.games import game
from hexfront.mechanics.choices import in_groups, joined, subsets

EDITION = game("pgg").edition
GERMANS, LEADERS = EDITION.germans, EDITION.leaders
DIVISIONS = [u for u in EDITION.soviets if u not in LEADERS]


def empty(phase: str) -> Any:
    here = game("pgg")
    state = here.start(seed="crowd")
    for unit, place in enumerate(state.where):
        if place >= 0:
            state.put(unit, -2)
    state.turn, state.stage = 3, 1
    state.step = next(number for number, step in enumerate(here.steps) if step.name == phase)
    return state


def first(state: Any, verb: str, many: int = 1000) -> list[Any]:
    """The first orders of a kind; a list that is made whole before its first order would never come."""
    here, began = game("pgg"), time.process_time()
    found = list(itertools.islice(here.current(state).verbs[verb].offers(state), many))
    assert time.process_time() - began < 3
    assert all(here.current(state).verbs[verb].accepts(state, order) for order in found[:50])
    assert len({(frozenset(order.units), order.path, order.at) for order in found}) == len(found)
    return found


def around(state: Any, divisions: int, leaders: int) -> tuple[int, ...]:
    """So many divisions in each hex around a German, and leaders among them."""
    grid = game("pgg").grid
    centre = grid.hex("2216")
    state.put(GERMANS[0], centre)
    units = [*DIVISIONS[: 6 * divisions], *LEADERS[:leaders]]
    for number, unit in enumerate(units):
        state.put(unit, grid.neighbours[centre][number % 6])
    return tuple(units)


@pytest.mark.parametrize(("divisions", "leaders"), [(3, 6), (1, 15)])
def test_attacks_of_everybody_around_a_hex(divisions: int, leaders: int) -> None:
    state = empty("soviet combat")
    units = around(state, divisions, leaders)
    found = first(state, "attack")
    assert max(len(order.units) for order in found) == len(found[0].units) > len(units) // 2


@pytest.mark.parametrize("apart", [False, True])
def test_overruns_out_of_a_pile(apart: bool) -> None:
    """Thirty units in one hex; those that began the phase together may overrun together, in any group."""
    state, grid = empty("german movement"), game("pgg").grid
    centre = grid.hex("2216")
    for number, unit in enumerate(GERMANS[:30]):
        state.put(unit, centre)
        state.began[unit] = 1000 + number if apart else 1000
    state.put(DIVISIONS[0], grid.neighbours[centre][0])
    found = first(state, "overrun")
    assert len(found) == (30 if apart else 1000)


def test_a_pile_that_can_go_nowhere_is_not_asked_in_all_its_groups() -> None:
    """Two to the thirtieth groups, none of which has an order."""
    asked = []

    def offers(units: tuple[int, ...]) -> Any:
        asked.append(units)
        return iter(())

    assert not list(in_groups(range(30), offers)) and len(asked) == 30


def test_groups_come_one_by_one() -> None:
    assert next(subsets(range(60), largest_first=True)) == tuple(range(60))
    assert list(subsets("ab", largest_first=True)) == [("a", "b"), ("a",), ("b",)]  # type: ignore[comparison-overlap]
    parts = [[(1, 2), (1,)], [(3,)]]
    assert list(joined(parts)) == [(1, 2, 3), (1, 2), (1, 3), (1,), (3,)]
    endless = (tuple(range(n)) for n in itertools.count(1))
    assert next(joined([endless, [(7,)]])) == (0, 7)


def test_blanks_without_end_are_read_once() -> None:
    """Each of two thousand blanks was the beginning of another search for a hyphen."""
    here, state = game("pgg"), empty("german movement")
    assert here.reader._verb("attack R1 >  2216 - 2217") == ("attack", ["R1", ">", "2216-2217"])
    began = time.process_time()
    for _ in range(300):
        with pytest.raises(BadOrder):
            here.read(state, "move" + " " * 1990 + "x")
    assert time.process_time() - began < 0.6
