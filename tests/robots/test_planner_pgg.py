"""The planner of Panzergruppe Guderian: legal, the same twice, blind to what is hidden, and not a fool."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from hexfront.engine.game import Ask
from hexfront.engine.order import Order
from hexfront.engine.state import State
from hexfront.games import game
from hexfront.games.pgg.state import PggState
from hexfront.grid import members
from hexfront.robots import Plan, Player, decide, player
from hexfront.robots.pgg.planner.fights import closed_in
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.pgg.planner.value import value
from hexfront.robots.planner import PlannerPlayer, Style, layer_for
from hexfront.robots.weights import load

PGG = game("pgg")
STOP = 400  # orders of a part of a game


class Strict(PlannerPlayer):
    """A planner whose own orders must be legal: it has nothing to fall back on."""

    def choose(self, view: State, ask: Ask[Any]) -> Order:
        order = self._phase(view, ask) if ask.name in self.layer.phases else self.layer.answer(view, ask)
        assert order in ask, f"turn {view.turn}, {ask.name}: {self.game.write(order)}"
        self._tell(view, ask)
        return order


def play(robots: dict[str, Player], seed: str, options: tuple[str, ...] = (), turns: int = 12) -> Iterator[PggState]:
    """A game, order by order."""
    state = PGG.start("campaign", seed=seed, options=options)
    while (ask := PGG.ask(state)) and state.turn <= turns:
        order = decide(PGG, state, ask, robots[ask.side])
        PGG.check(state, order, ask.side)
        PGG.do(state, order)
        yield state


def arranged(step: str, units: list[str], **given: Any) -> tuple[Any, PggState]:
    """A position on the real board, with dice of its own."""
    pgg, state = PGG.bench.arrange({"board": "real", "step": step, "turn": 5, **given}, units)
    state.dictated = None
    return pgg, state


def orders_of(pgg: Any, state: PggState, side: str) -> list[Order]:
    """What a planner orders until the phase is over or dice fall."""
    robot, step = Strict(pgg, "plan"), state.step
    found: list[Order] = []
    while (ask := pgg.ask(state)) and state.step == step and ask.side == side and len(found) < STOP:
        found.append(decide(pgg, state, ask, robot))
        pgg.do(state, found[-1])
    return found


@pytest.mark.parametrize(("german", "options"), [(True, ()), (False, ("10.4",))])
def test_whole_games_against_greedy(german: bool, options: tuple[str, ...]) -> None:
    """To the end, with no order refused and no random one, on either side."""
    mine, other = PGG.sides if german else PGG.sides[::-1]
    robots: dict[str, Player] = {mine: Strict(PGG, "whole"), other: player("greedy", PGG, "whole")}
    state = list(play(robots, f"whole {mine}", options))[-1]
    assert PGG.over(state) and not PGG.audit(state)
    margin = PGG.result(state).margin
    assert margin > -25 if german else margin < 25


def test_the_same_seed_plays_the_same() -> None:
    games = []
    for _ in range(2):
        robots: dict[str, Player] = {side: Strict(PGG, f"same {side}") for side in PGG.sides}
        games.append([state.hash() for state in play(robots, "same", turns=2)])
    assert games[0] == games[1] and len(games[0]) > 100


def test_it_sees_only_the_view() -> None:
    """Hidden counters dealt anew change nothing in what it plans."""
    robots: dict[str, Player] = {side: player("planner", PGG, f"view {side}") for side in PGG.sides}
    compared = 0
    for n, state in enumerate(play(robots, "view", turns=3)):
        ask = PGG.ask(state)
        if ask is None or n % 25:
            continue
        other = PGG.shuffle_hidden(state, ask.side, random.Random(n))
        first, second = (decide(PGG, s, PGG.ask(s), Strict(PGG, "view")) for s in (state, other))  # type: ignore[arg-type]
        assert first == second
        compared += other.counter != state.counter
    assert compared > 5


def test_a_pocket_is_closed() -> None:
    """Two panzer divisions move up so that a strong stack between them has no way out."""
    red = ["R1 3-5 at 1420", "R2 2-5 at 1420", "Lukin at 2216", "R9 at 2216"]
    pgg, state = arranged("german movement", ["3Pz at 1019", "4Pz at 1022", *red], held="0120")
    target = pgg.grid.hex("1420")
    orders_of(pgg, state, "german")
    beside = [h for h in members(pgg.grid.around(1 << target)) if h in state.stacks]
    assert len(beside) == 2
    assert closed_in(Scene(state, 0, load(PGG), Style()), target, beside) == (True, True)


def test_the_attack_is_made_with_both() -> None:
    pgg, state = arranged("german combat", ["3Pz at 1419", "4Pz at 1421", "R1 3-4 at 1420", "R2 2-4 at 1420"])
    order = orders_of(pgg, state, "german")[0]
    divisions = state.edition.divisions
    assert order.verb == "attack" and set(order.units) == {*divisions["3Pz"], *divisions["4Pz"]}


def test_an_empty_city_is_taken() -> None:
    pgg, state = arranged("german movement", ["3Pz at 2322", "R1 at 4015", "Rakutin at 4015"], held="0120")
    orders_of(pgg, state, "german")
    assert any(state.german >> h & 1 for h in members(pgg.grid.mask("2216 2217 2626 3122")))


def test_a_city_is_defended() -> None:
    """Divisions beside an empty Smolensk go into it when the panzers are near."""
    soviets = [f"R{n} at 24{14 + n}" for n in range(1, 5)]
    pgg, state = arranged("soviet movement", [*soviets, "Lukin at 2516", "3Pz at 1516", "4Pz at 1517", "7Pz at 1518"])
    orders_of(pgg, state, "soviet")
    assert any(
        state.edition.side[state.stacks[h][0]] == 1 for h in members(pgg.grid.mask("2216 2217")) if h in state.stacks
    )


def test_a_plan_is_told_in_sentences() -> None:
    robots: dict[str, Player] = {side: Strict(PGG, f"words {side}") for side in PGG.sides}
    plans: dict[int, Plan] = {}
    for _ in play(robots, "words", turns=4):
        for robot in robots.values():
            if robot.plan is not None:
                plans[id(robot.plan)] = robot.plan
    said = [word for plan in plans.values() for word in plan.words]
    assert len(said) > 40 and {plan.side for plan in plans.values()} == set(PGG.sides)
    for word in said:
        assert re.fullmatch(r"[A-Z0-9][^{}<>|]*\.", word) and "None" not in word and "  " not in word, word
    assert any(re.search(r" \d+-1, \d+ %", word) for word in said) and not any(":" in word for word in said)
    assert all(len(plan.words) <= 8 for plan in plans.values())
    assert {arrow.kind for plan in plans.values() for arrow in plan.arrows} == {"move", "attack", "hold"}


def test_the_value_of_a_position() -> None:
    """More is better, for either side the other way round, and in the end it is the margin."""
    state = PGG.start("campaign", seed="value")
    before = value(state, 0)
    assert value(state, 1) == pytest.approx(-before)
    state.german |= PGG.grid.mask("2216 2217 0412 0513")
    assert value(state, 0) > before
    for unit in list(state.stacks[PGG.grid.hex("2216")]):
        state.put(unit, -2)
    assert value(state, 0) > before + 5
    robots: dict[str, Player] = {side: player("planner", PGG, side) for side in PGG.sides}
    robots["soviet"] = player("passive", PGG, "passive")
    last = list(play(robots, "won"))[-1]
    assert value(last, 0) > 30 and value(last, 1) < -30


def test_styles_are_plans_of_their_own() -> None:
    state = PGG.start("campaign", seed="styles")
    robots: dict[str, Player] = {side: player("planner", PGG, side) for side in PGG.sides}
    for state in play(robots, "styles", turns=4):
        ask = PGG.ask(state)
        if ask and state.turn == 3 and ask.name == "german movement":
            break
    assert ask is not None
    view = PGG.view(state, ask.side)
    seen = PGG.ask(view)
    assert seen is not None
    styles = layer_for(PGG, "0", Style(), "").styles(view, seen)
    assert 8 <= len(styles) <= 16 and len({style.name for style in styles}) == len(styles)
    drafts = {tuple(layer_for(PGG, "0", style, "").draft(view, seen).orders) for style in styles}
    assert len(drafts) > 2
