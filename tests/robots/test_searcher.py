"""The searcher and the levels: which plan wins, that the same seed plays the same, that nothing hidden is used."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexfront import game
from hexfront.engine.dice import rng_for
from hexfront.engine.errors import BadData
from hexfront.engine.game import Ask
from hexfront.engine.order import Order
from hexfront.engine.state import State
from hexfront.robots import LEVELS, ROBOTS, best_for, check_robot, decide, opponents, player
from hexfront.robots.planner import Draft, PlannerPlayer, Style
from hexfront.robots.searcher import Luck, SearcherPlayer, Trial, leads
from hexfront.robots.weights import exploit, load

PGG, TRC = game("pgg"), game("trc")


def trial(name: str, *scores: float) -> Trial:
    return Trial(Style(name), Draft([]), list(scores))


# -- which plan wins ---------------------------------------------------------------------------------------


def test_a_plan_is_ahead_by_tries_with_the_same_dice() -> None:
    ahead = leads([trial("plain", 1.0, 9.0), trial("better", 3.0, 11.0), trial("worse", 0.0, 8.0)])
    assert ahead[0] == 0.0
    assert ahead[1] > 0.0 > ahead[2]


def test_a_lucky_try_is_doubted() -> None:
    ahead = leads([trial("plain", 0.0, 0.0, 0.0, 0.0), trial("lucky", 5.0), trial("steady", 5.0, 5.0, 5.0, 5.0)])
    assert 5.0 > ahead[2] > ahead[1]


def test_a_battle_has_its_luck_whatever_was_fought_before() -> None:
    state, here, there = PGG.start("", "7"), Order("attack", (), (), (5,)), Order("attack", (), (), (6,))

    def dice(luck: Luck, order: Order) -> list[int]:
        luck.dictate(state, order)
        assert state.dictated is not None
        return state.dictated

    one, other = Luck("a"), Luck("a")
    first = dice(one, here)
    second = dice(one, there)
    assert (dice(other, there), dice(other, here)) == (second, first)
    assert first != second
    assert dice(one, here) != first  # the next battle for the same hex has a luck of its own
    assert dice(Luck("b"), here) != first
    assert {face for number in range(50) for face in dice(Luck(str(number)), here)} == set(range(1, 7))


def first_phase(rules: Any, name: str, turn: int = 1) -> tuple[State, Ask[Any]]:
    """The view with which the first phase of this name begins, planners having played up to there."""
    state = rules.start("", "7")
    robots = {side: player("planner", rules, f"7 {side}") for side in rules.sides}
    while (ask := rules.ask(state)).name != name or state.turn < turn:
        rules.do(state, decide(rules, state, ask, robots[ask.side]))
    view = rules.view(state, ask.side)
    return view, rules.ask(view)


class Short(SearcherPlayer):
    """Looks at two plans, once."""

    tries, field = 2, 2


def searched(monkeypatch: pytest.MonkeyPatch, worths: dict[str, float], view: State, ask: Ask[Any]) -> str:
    """The style that wins when each has these worths, whatever happens on the board."""
    monkeypatch.setattr(SearcherPlayer, "_try", lambda self, state, mine, one, luck: worths.get(one.style.name, 0.0))
    robot = SearcherPlayer(PGG, "7")
    robot.choose(view, ask)
    return robot.best.style.name


def test_the_best_plan_is_played_and_the_plain_one_if_none_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    view, ask = first_phase(PGG, "german movement")
    names = [style.name for style in PlannerPlayer(PGG, "7").layer.styles(view, ask)]
    assert searched(monkeypatch, {names[0]: 5.0, names[1]: 1.0}, view, ask) == names[0]
    assert searched(monkeypatch, dict.fromkeys(names, -1.0), view, ask) == "plain"


def test_the_reply_is_judged_from_where_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """A layer is shown the position before the enemy's first phase and the one after his last."""
    view, ask = first_phase(TRC, "russian movement 2", 4)
    seen: list[tuple[str, int, int]] = []

    def note(self: Any, before: Any, after: Any, side: int) -> float:
        seen.append((TRC.ask(before).name, before.turn, after.turn))
        assert TRC.ask(after).name == "russian movement 1"
        return 0.0

    monkeypatch.setattr(type(PlannerPlayer(TRC, "7").layer), "judge", note)
    Short(TRC, "7").choose(view, ask)
    assert set(seen) == {("axis movement 1", 5, 5)}


def test_it_tells_which_plan_did_best(monkeypatch: pytest.MonkeyPatch) -> None:
    view, ask = first_phase(PGG, "german movement")
    monkeypatch.setattr(SearcherPlayer, "_try", lambda self, state, mine, one, luck: 0.0)
    robot = SearcherPlayer(PGG, "7")
    robot.choose(view, ask)
    assert robot.plan is not None
    assert robot.plan.words[-1] == "Of the plans that were tried, this one did best: plain."


def test_a_plan_that_sounds_like_the_last_one_is_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    view, ask = first_phase(PGG, "german movement")
    monkeypatch.setattr(SearcherPlayer, "_try", lambda self, state, mine, one, luck: 0.0)
    robot = SearcherPlayer(PGG, "7")
    robot.choose(view, ask)
    plan = robot.plan
    assert plan is not None
    again = SearcherPlayer(PGG, "7")
    again.plan = msgspec.structs.replace(plan, turn=plan.turn - 1)
    again.choose(view, ask)
    assert again.plan == plan


def test_plans_are_compared_when_the_reinforcements_are_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every plan begins with them and with the trains on which the war hangs; compared before, plans would be thought
    of in haste.
    """
    seen: list[bool] = []

    def note(self: SearcherPlayer, state: State, mine: str, one: Trial, luck: Luck) -> float:
        seen.append(one.draft.prelude or any(order.verb == "enter" for order in one.draft.orders))
        return 0.0

    monkeypatch.setattr(SearcherPlayer, "_try", note)
    state, _ = first_phase(TRC, "russian movement 1", 2)
    robot, given = SearcherPlayer(TRC, "7"), list[str]()
    while (ask := TRC.ask(state)) and ask.name == "russian movement 1":
        order = robot.choose(state, ask)
        given.append(order.verb)
        assert robot.best.draft.prelude == (not seen)
        TRC.do(state, order)
    assert given[0] == "enter" and len(seen) > 2 and not any(seen)


@pytest.mark.parametrize(("rules", "phase"), [(PGG, "soviet movement"), (TRC, "axis movement 1")])
def test_the_same_seed_and_view_give_the_same_orders_whatever_is_hidden(rules: Any, phase: str) -> None:
    view, _ = first_phase(rules, phase)
    side = rules.ask(view).side
    orders = []
    for deal in ("a", "b"):
        state = rules.shuffle_hidden(view, side, rng_for(deal, "test"))
        robot = Short(rules, "7")
        given: list[Order] = []
        while (ask := rules.ask(state)) and ask.side == side and ask.name == phase and len(given) < 8:
            given.append(decide(rules, state, ask, robot))
            if state.rolls != view.rolls:
                break
            rules.do(state, given[-1])
        orders.append(given[:4])
    assert orders[0] == orders[1]


@pytest.mark.parametrize(("clock", "fewer"), [(True, True), (False, False)])
def test_at_a_table_it_keeps_to_its_seconds(monkeypatch: pytest.MonkeyPatch, clock: bool, fewer: bool) -> None:
    """What the clock cuts short is told by the tries, and not by a stop watch: other tests run on the same cores."""
    tries = []
    real = SearcherPlayer._try
    monkeypatch.setattr(SearcherPlayer, "_try", lambda self, *given: tries.append(1) or real(self, *given))

    def tried(seconds: float, clock: bool) -> int:
        view, ask = first_phase(PGG, "german movement")
        robot = player("veteran", PGG, "7")
        robot.clock = clock
        monkeypatch.setattr(type(robot), "seconds", seconds)
        tries.clear()
        robot.choose(view, ask)
        return len(tries)

    assert (tried(0.05, clock) < tried(5.0, False)) == fewer


# -- levels ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [PGG, TRC])
def test_people_choose_from_the_levels(rules: Any) -> None:
    assert opponents(rules) == LEVELS
    assert best_for(rules) == "regular"
    assert [player(name, rules).seconds for name in LEVELS] == [0.0, 0.0, 5.0, 20.0]
    assert all(player(name, rules).title for name in ROBOTS)


def test_a_recruit_forgets_some_of_the_orders_of_a_regular() -> None:
    view, _ = first_phase(PGG, "soviet movement")
    counts = {}
    for name in ("regular", "recruit"):
        state, robot = PGG.shuffle_hidden(view, "soviet", random.Random(1)), player(name, PGG, "7")
        while (ask := PGG.ask(state)).name == "soviet movement":
            PGG.do(state, decide(PGG, state, ask, robot))
        counts[name] = sum(a != b for a, b in zip(state.where, view.where, strict=True))
    assert counts["recruit"] < counts["regular"]


def test_a_recruit_who_forgets_an_arrival_marches_all_the_same() -> None:
    """Arrivals come before everything else: whoever forgot one planned them again until his patience was gone."""
    view, ask = first_phase(TRC, "axis movement 1", turn=2)
    seeds = [f"recruit {number}" for number in range(6)]
    first = [PlannerPlayer(TRC, seed).layer.draft(view, ask) for seed in seeds]
    assert all(draft.again and draft.orders for draft in first)
    for seed in seeds:
        state, robot, moved = view.copy(), player("recruit", TRC, seed), 0
        while (ask := TRC.ask(state)).name == "axis movement 1":
            order = decide(TRC, state, ask, robot)
            moved += order.verb == "move"
            TRC.do(state, order)
        assert moved > 5, seed


def test_sparring_partners_have_weights_of_their_own() -> None:
    for rules in (PGG, TRC):
        for name in ("all-out", "runner"):
            assert exploit(rules, name).items() - load(rules).items()
    view, ask = first_phase(PGG, "german movement")
    assert player("passive", PGG, "7").choose(view, ask).verb == "done"


# -- weights -----------------------------------------------------------------------------------------------


def test_a_file_gives_other_weights(tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    for name in ("planner", "weights"):  # as files up to version 0.2 called it
        path.write_text(f"[{name}]\nattack_from = 42\n")
        assert load(PGG, str(path)) == load(PGG) | {"attack_from": 42.0}
    assert player(f"planner@{path}", PGG).layer.w["attack_from"] == 42.0  # type: ignore[attr-defined]


def test_bad_weights_are_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    for text, told in (
        ("[planner]\nnonsense = 1\n", "has no weight 'nonsense'"),
        ("[planner]\nattack_from = 'high'\n", "table [planner] of numbers"),
        ("[greedy]\nattack_from = 1\n", "table [planner] of numbers"),
        ("weights = ", "w.toml"),
    ):
        path.write_text(text)
        with pytest.raises(BadData, match=told.replace("[", r"\[").replace("]", r"\]")):
            load(PGG, str(path))
    with pytest.raises(BadData, match="No such file"):
        load(PGG, str(tmp_path / "none.toml"))
    with pytest.raises(BadData, match="has no weights that a file could give"):
        check_robot(f"greedy@{path}")
