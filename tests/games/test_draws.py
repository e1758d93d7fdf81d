"""What untried divisions may be worth together: the same as dealing them all, and never more work than is allowed."""

import itertools
import random
import time
from collections import Counter as Tally

import pytest

from hexfront.engine.order import Order
from hexfront.games import game
from hexfront.games.pgg.combat import draws
from hexfront.games.pgg.combat.draws import Draws, Kind, Led, TooMuch
from hexfront.games.pgg.combat.forecast import forecast

RIFLES = Tally({0: 9, 1: 11, 2: 18, 3: 14, 4: 10, 5: 7, 6: 4, 7: 2, 8: 2, 9: 1})
LEADERS = ("Konev", "Rokossovsky", "Kurochkin", "Remezov", "Lukin", "Yershakov")


def dealt(cups: dict[int, Tally[int]], alone: list[Kind], led: list[Led]) -> dict[int, float]:
    """Every counter to every division, one deal after the other."""
    kinds = [(kind, -1) for kind in alone] + [(kind, i) for i, one in enumerate(led) for kind in one.kinds]
    decks = [list(enumerate(sorted(cups[kind.cup].elements()))) for kind, _ in kinds]
    found = Tally[int]()
    for deal in itertools.product(*decks):
        if len({(kind.cup, number) for (kind, _), (number, _) in zip(kinds, deal, strict=True)}) < len(kinds):
            continue
        worth = [(kind.worth(value), place) for (kind, place), (_, value) in zip(kinds, deal, strict=True)]
        room = [min(one.room, sum(w for w, place in worth if place == i)) for i, one in enumerate(led)]
        found[sum(w for w, _ in worth) + sum(room)] += 1
    return {total: number / found.total() for total, number in found.items()}


@pytest.mark.parametrize("number", range(60))
def test_totals_are_those_of_every_deal(number: int) -> None:
    chance = random.Random(number)
    cups = {0: Tally({0: 1, 1: 2, 3: 2, 5: 1}), 1: Tally({2: 1, 4: 2})}
    hexes: list[list[Kind]] = [[] for _ in range(chance.randint(0, 2))]
    alone: list[Kind] = []
    for cup, most in ((0, 3), (1, 2)):
        for _ in range(chance.randint(0, most)):
            place = chance.randint(-1, len(hexes) - 1)
            kind = Kind(cup, chance.random() < 0.6, chance.randint(1, 3) if place < 0 else 1)
            (hexes[place] if place >= 0 else alone).append(kind)
    led = [Led(tuple(sorted(kinds)), chance.randint(0, 5)) for kinds in hexes]
    used = {kind.cup for kind in (*alone, *(kind for one in led for kind in one.kinds))}
    cups = {cup: cups[cup] for cup in used}
    found, slow = Draws(cups, alone, led).totals(), dealt(cups, alone, led)
    assert found.keys() == slow.keys() and all(abs(found[total] - slow[total]) < 1e-12 for total in slow)


def test_a_sample_is_near_the_exact_chances() -> None:
    one = Draws({0: RIFLES}, [Kind(0, True)] * 9, [Led((Kind(0, True),) * 3, 5)])
    exact, sampled = one.totals(), one.sampled()
    assert abs(sum(exact.values()) - 1) < 1e-12 and abs(sum(sampled.values()) - 1) < 1e-9
    for total in exact:
        below = [sum(chance for t, chance in found.items() if t <= total) for found in (exact, sampled)]
        assert abs(below[0] - below[1]) < 0.04


def test_more_than_can_be_counted_is_told_at_once() -> None:
    six = [Kind(0, supplied, times) for supplied in (True, False) for times in (1, 2, 3)]
    for crowd in (
        Draws({0: RIFLES}, six * 13, []),
        Draws({0: RIFLES}, [], [Led((Kind(0, True),) * 5, room) for room in (5, 5, 4, 4, 3, 3)]),
    ):
        began = time.process_time()
        with pytest.raises(TooMuch):
            crowd.totals()
        assert len(crowd.sampled()) > 20 and time.process_time() - began < 5


def besieged(divisions: int, leaders: int, hexes: int = 6) -> tuple[object, Order]:
    """So many untried divisions around one German, in so many hexes, with leaders in the first of them."""
    here = game("pgg")
    state = here.start(seed="crowd")
    for unit, place in enumerate(state.where):
        if place >= 0:
            state.put(unit, -2)
    number, centre = here.lexicon.names.index, here.grid.hex("2216")
    around = here.grid.neighbours[centre][:hexes]
    state.put(number("6/3Pz"), centre)
    units = [number(f"R{n + 1}") for n in range(divisions)] + [number(name) for name in LEADERS[:leaders]]
    for n, unit in enumerate(units):
        state.put(unit, around[(n if n < divisions else n - divisions) % hexes])
    return here.view(state, "german"), Order("attack", tuple(units), at=(centre,))


@pytest.mark.parametrize(("divisions", "leaders", "hexes"), [(18, 0, 6), (18, 1, 6), (9, 3, 3), (18, 3, 6)])
def test_what_may_attack_together_is_counted_exactly(divisions: int, leaders: int, hexes: int) -> None:
    view, order = besieged(divisions, leaders, hexes)
    found = forecast(view, order.units, order.at)  # type: ignore[arg-type]
    assert not found.error and abs(sum(found.results.values()) - 1) < 1e-12


@pytest.mark.parametrize(("divisions", "leaders", "exact"), [(40, 0, True), (40, 1, True), (40, 6, False)])
def test_the_panel_of_a_crowd_takes_no_longer_than_that_of_a_battle(divisions: int, leaders: int, exact: bool) -> None:
    """It took a minute, and so did seven others beside it."""
    view, order = besieged(divisions, leaders)
    began = time.process_time()
    panel = game("pgg").desk.panel(view, order)
    assert panel and panel.chances and time.process_time() - began < 5
    assert ("from a sample" in panel.note) != exact


def test_work_is_counted_in_steps_and_not_in_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same question gets the same answer on a slow machine."""
    view, order = besieged(9, 3, 3)
    exact = forecast(view, order.units, order.at)  # type: ignore[arg-type]
    monkeypatch.setattr(draws, "WORK", 1)
    sampled, again = (forecast(view, order.units, order.at) for _ in range(2))  # type: ignore[arg-type]
    assert sampled.error and sampled == again
    for result, chance in exact.results.items():
        assert abs(sampled.results.get(result, 0.0) - chance) < 4 * sampled.error
