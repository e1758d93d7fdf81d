"""The planner of The Russian Campaign: legal, the same for the same seed, and it sees what is to be seen."""

import random
import re
from itertools import pairwise

import pytest
from trc_scenes import BOARD, FAR, TRC, E, layer_of, scene

from hexfront.engine.order import DONE, Order
from hexfront.games.trc.combat.mandatory import standing
from hexfront.games.trc.control import controls
from hexfront.games.trc.counters import AXIS, RUSSIAN, SIDES
from hexfront.games.trc.stacking import overfull
from hexfront.games.trc.state import (
    AXIS_FIGHTS,
    AXIS_MOVES,
    FIRST_SETUP,
    RUSSIAN_MOVES,
    SECOND_SETUP,
    TrcState,
)
from hexfront.robots import Plan, player
from hexfront.robots.planner import Style, layer_for
from hexfront.robots.trc.chances import Values
from hexfront.robots.trc.planner import reply
from hexfront.robots.trc.planner.onslaught import Onslaught


def _play(seats: dict[str, str], seed: str, turns: int = 99) -> tuple[TrcState, list[Order], list[Plan]]:
    """A game in which every order of the planner must be legal as it was meant."""
    state = TRC.start("barbarossa", seed)
    robots = {side: player(name, TRC, f"{seed} {side}") for side, name in seats.items()}
    for robot in robots.values():
        if hasattr(robot, "layer"):
            robot.rng = None  # type: ignore[attr-defined]  # an illegal order would be drawn from this, and fail
    orders: list[Order] = []
    plans: list[Plan] = []
    while (ask := TRC.ask(state)) and state.turn <= turns:
        view = TRC.view(state, ask.side)
        seen = TRC.ask(view)
        assert seen is not None
        robot = robots[ask.side]
        orders.append(robot.choose(view, seen))
        if robot.plan is not None and robot.plan not in plans[-1:]:
            plans.append(robot.plan)
        TRC.play(state, orders[-1], ask.side)
    assert isinstance(state, TrcState)
    return state, orders, plans


@pytest.mark.parametrize("side", SIDES)
def test_planner_plays_to_the_end_without_refusal(side: str) -> None:
    other = SIDES[1 - SIDES.index(side)]
    state, _, _ = _play({side: "planner", other: "greedy"}, "end")
    assert TRC.over(state) and not TRC.audit(state)


def test_planner_plays_the_same_twice_and_tells_its_plans() -> None:
    """Two games of the first two turns: the same orders, plans in plain sentences, and the German gets somewhere."""
    seats = dict.fromkeys(SIDES, "planner")
    state, orders, plans = _play(seats, "twice", 2)
    assert orders == _play(seats, "twice", 2)[1]
    words = [word for plan in plans for word in plan.words]
    assert any("attack" in word for word in words) and any("hold" in word for word in words)
    for word in words:
        assert re.fullmatch(r"[0-9A-Z][^{}\[\]<>]*\.", word), word
    assert all(len(plan.words) <= 8 for plan in plans)
    assert not any(plan.covers(later) for plan, later in pairwise(plans)), "what is left of a plan is not told again"
    assert {arrow.kind for plan in plans for arrow in plan.arrows} <= {"move", "attack", "hold"}
    assert sum(controls(state, AXIS, city) for city in ("Minsk", "Riga", "Kaunas", "Lvov", "Brest-Litovsk")) >= 2


def test_planner_closes_a_pocket() -> None:
    """One army alone before five corps: it is attacked from more than one hex, so that it has no way out."""
    places = FAR | {"20A": "1321", "24Pz": "1425", "39Pz": "1425", "47Pz": "1124", "7Inf": "1323", "9Inf": "1323"}
    s, ask = scene(places, AXIS_MOVES[0])
    s.axis_places |= BOARD.cities  # no open city lures them away
    layer = layer_of()
    draft = layer.draft(s, ask)
    for order in draft.orders:
        if order in ask:
            TRC.do(s, order)
    near = BOARD.near[BOARD.grid.hex("1321")] & s.held_by[AXIS]
    assert near.bit_count() >= 2, draft.words
    assert any("1321" in word for word in draft.words)


def test_headquarters_follow_the_masses() -> None:
    """Five corps in the north, one in the south: the headquarters that stands between them goes north."""
    north = {"24Pz": "1019", "39Pz": "1019", "7Inf": "1120", "9Inf": "1120", "8Inf": "1219"}
    s, ask = scene(FAR | north | {"HQC": "2121", "54Inf": "2821", "20A": "1017", "16A": "2819"}, AXIS_MOVES[1])
    s.axis_places |= BOARD.cities
    draft = layer_of().draft(s, ask)
    end = next(order.path[-1] for order in draft.orders if order.units == (E.by_name["HQC"],))
    assert BOARD.grid.distance(end, BOARD.grid.hex("1017")) <= 8 < BOARD.grid.distance(end, BOARD.grid.hex("2819"))


def test_planner_fears_what_the_enemy_can_do_next() -> None:
    """An army alone before five corps gives the enemy more than one far behind, and he is seen to strike it."""
    panzers = {"24Pz": "1425", "39Pz": "1425", "47Pz": "1124", "7Inf": "1323", "9Inf": "1323"}
    tolls = []
    for place in ("1321", "1607"):
        s, ask = scene(FAR | panzers | {"20A": place}, RUSSIAN_MOVES[0])
        look = layer_of()._look(s, ask)
        tolls.append(reply.toll(look, reply.turned(s, RUSSIAN, (), Values(look))))
    (near, struck), (far, spared) = tolls
    assert near > far + 2
    assert list(struck) == [BOARD.grid.hex("1321")] and not spared


def test_a_hasty_plan_does_not_wait_for_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tries: a plan with legal orders, made without asking what the enemy would do; others do ask."""

    def ask_him(*_: object) -> None:
        raise LookupError

    monkeypatch.setattr(reply, "toll", ask_him)
    places = FAR | {"20A": "1321", "24Pz": "1425", "39Pz": "1425", "7Inf": "1323", "9Inf": "1323"}
    s, ask = scene(places, AXIS_MOVES[0])
    hasty = layer_of(Style(hasty=True)).draft(s, ask)
    assert hasty.orders[0] in ask and any("1321" in word for word in hasty.words)
    with pytest.raises(LookupError):
        layer_of().draft(s, ask)


def test_attacks_that_are_packed_go_together() -> None:
    """Two armies before the same corps: the set that packing finds can be carried out, nobody is in it twice."""
    places = FAR | {"20A": "1321", "16A": "1621", "24Pz": "1425", "39Pz": "1425", "7Inf": "1323", "9Inf": "1323"}
    s, ask = scene(places | {"47Pz": "1723", "46Pz": "1723", "8Inf": "1623", "5Inf": "1623"}, AXIS_MOVES[0])
    assault = Onslaught(layer_of()._look(s, ask))
    assault.begin()
    assert assault.packed()
    assert standing(assault.trial).possible and not overfull(assault.trial, AXIS)
    assert set(assault.targets) <= {BOARD.grid.hex("1321"), BOARD.grid.hex("1621")}
    units = [unit for option in assault.targets.values() for unit in option.places]
    assert len(units) == len(set(units))


@pytest.mark.parametrize("opening", [0.0, 1.0])
def test_the_set_up_is_the_default_without_the_opening(opening: float) -> None:
    s = TRC.start("barbarossa", "opening")
    layer = layer_for(TRC, "test", Style(), over={"opening": opening})
    while (ask := TRC.ask(s)) and ask.side == SIDES[AXIS]:
        TRC.play(s, layer.answer(s, ask), ask.side)
    assert ask is not None
    assert (layer.answer(s, ask).verb == "place") == bool(opening)


@pytest.mark.parametrize("scenario", ["barbarossa", "campaign"])
def test_helsinki_has_a_strong_garrison_from_the_start(scenario: str) -> None:
    """12.1, 24: a corps of two factors would be lost when it has to attack the first raider, and all Finns with it."""
    s, layer = TRC.start(scenario, "opening"), layer_of()
    while (ask := TRC.ask(s)) and ask.name in (FIRST_SETUP, SECOND_SETUP):
        TRC.play(s, layer.answer(s, ask), ask.side)
    assert isinstance(s, TrcState)
    assert sum(E.strength[unit] for unit in s.stacks.get(BOARD.city["Helsinki"], ())) == 4


def test_planner_sees_only_the_view() -> None:
    """Whatever the seed of the dice, the same view gives the same plan."""
    state, _, _ = _play(dict.fromkeys(SIDES, "greedy"), "view", 1)
    ask = TRC.ask(state)
    assert ask is not None
    view = TRC.view(state, ask.side)
    other = TRC.view(TRC.shuffle_hidden(view, ask.side, random.Random(7)), ask.side)
    first, second = TRC.ask(view), TRC.ask(other)
    assert first is not None and second is not None
    layer = layer_of()
    if ask.name in layer.phases:
        assert layer.draft(view, first).orders == layer.draft(other, second).orders
    else:
        assert layer.answer(view, first) == layer.answer(other, second)


def test_finish_goes_on_while_an_attack_is_owed() -> None:
    s, ask = scene(FAR | {"20A": "1321", "24Pz": "1322", "39Pz": "1322", "47Pz": "1322"}, AXIS_FIGHTS[0])
    assert DONE not in ask
    assert layer_of().finish(s, ask).verb == "attack"
