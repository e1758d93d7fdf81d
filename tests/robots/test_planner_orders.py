"""The planner means what it orders: its plans can be begun, and all that it wants of a phase is done."""

from typing import Any

import pytest
from trc_scenes import BOARD, FAR, TRC, E, layer_of, scene

from hexfront.engine.dice import rng_for
from hexfront.engine.game import Ask
from hexfront.engine.order import DONE, Order
from hexfront.games import game
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.state import AXIS_MOVES
from hexfront.grid.bits import union
from hexfront.robots import player
from hexfront.robots.planner import Draft, PlannerPlayer
from hexfront.robots.trc.assault import Assault, Option
from hexfront.robots.trc.greedy.goals import Outlook
from hexfront.robots.trc.march import victories

MANY = 20  # plans of a phase


@pytest.mark.parametrize(("game_id", "seed"), [("pgg", "1"), ("trc", "ill-2"), ("trc", "0-71")])
def test_each_plan_can_be_begun(game_id: str, seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever begins with what is refused makes the same plan once more, and in the end does nothing."""
    rules = game(game_id)
    robots = {side: player("planner", rules, f"{seed} {side}") for side in rules.sides}
    begun: list[bool] = []
    for robot in robots.values():
        _watch(robot, begun, monkeypatch)
    state = rules.start("", seed)
    while (ask := rules.ask(state)) and state.turn <= 5:
        rules.do(state, robots[ask.side].choose(rules.view(state, ask.side), ask))
    assert len(begun) > 50 and all(begun)


def _watch(robot: Any, begun: list[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    plan = robot.layer.draft

    def draft(view: Any, ask: Ask[Any]) -> Draft:
        found: Draft = plan(view, ask)
        if found.orders:
            begun.append(found.orders[0] in ask)
        return found

    monkeypatch.setattr(robot.layer, "draft", draft)


def _idle(monkeypatch: pytest.MonkeyPatch, *orders: Order) -> tuple[PlannerPlayer, list[Draft]]:
    """A planner who thinks of one of these orders at a time."""
    robot, drafts, left = PlannerPlayer(TRC, "idle"), [], list(orders)

    def draft(view: Any, ask: Ask[Any]) -> Draft:
        drafts.append(Draft([left.pop(0)] if left else [], again=bool(left)))
        return drafts[-1]

    monkeypatch.setattr(robot.layer, "draft", draft)
    return robot, drafts


def test_a_plan_of_which_nothing_can_be_done_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    s, ask = scene(FAR | {"7Inf": "Kiev"}, AXIS_MOVES[0], 7)
    nowhere = Order("move", (E.by_name["7Inf"],), (BOARD.city["Kiev"],))
    robot, drafts = _idle(monkeypatch, nowhere, nowhere, nowhere)
    assert nowhere not in ask
    assert robot.choose(s, ask) == DONE and len(drafts) == 1


def test_a_phase_has_as_many_plans_as_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dozen battles are no reason to end a phase."""
    names = [f"{number}Inf" for number in (1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 20, 23, 26, 27, 28, 29, 30)]
    s, ask = scene(FAR | dict.fromkeys(names, "Kiev"), AXIS_MOVES[0], 7)
    rng, moves = rng_for("moves", "planner"), dict[int, Order]()
    while len(moves) < MANY:
        order = ask.sample(rng)
        if order.verb == "move":
            moves.setdefault(order.units[0], order)
    robot, drafts = _idle(monkeypatch, *moves.values())
    for order in moves.values():
        assert robot.choose(s, ask) == order
        TRC.do(s, order)
        found = TRC.ask(s)
        assert found is not None
        ask = found
    assert robot.choose(s, ask) == DONE and len(drafts) == MANY


def test_victors_who_were_to_attack_elsewhere_come_too() -> None:
    """16.1: an automatic victory wants everybody next to the enemy, whatever he was moved there for."""
    panzers = dict.fromkeys(("24Pz", "39Pz", "47Pz"), "2316")
    s, _ = scene(FAR | panzers | {"7Inf": "2417", "2MC": "2313"}, AXIS_MOVES[0], 3)
    target, beside = BOARD.grid.hex("2313"), BOARD.grid.hex("2314")
    come = {E.by_name[name]: beside for name in panzers}
    sv = Outlook(s, AXIS)
    assault = Assault(sv)
    for unit, place in come.items():
        assault.trial.put(unit, place)
    assault.chosen = dict(come)
    last, *others = come
    assault.targets = {target: Option(target, dict.fromkeys(others, beside), E.best, 1.0, (last,))}
    orders = victories(sv, assault)
    assert [order.verb for order in orders] == ["move", "move", "move", "av"]
    for order in orders:
        found = TRC.ask(s)
        assert found is not None and order in found, order
        TRC.do(s, order)


@pytest.mark.parametrize(("phase", "rides"), [(AXIS_MOVES[0], True), (AXIS_MOVES[1], False)])
def test_who_has_just_come_rides_in_the_first_impulse_only(phase: str, rides: bool) -> None:
    """9.1: arrivals pay no seat, but trains have left when the second impulse comes."""
    armies = dict.fromkeys(("20A", "16A"), "Moscow") | dict.fromkeys(("29A", "22A"), "Gorki") | {"40A": "Leningrad"}
    s, ask = scene(FAR | armies | {"7Inf": "Kiev"}, phase, 7)
    s.axis_places = BOARD.cities & ~union(BOARD.city[name] for name in ("Moscow", "Gorki", "Leningrad", "Riga"))
    s.axis_rails, s.fresh = BOARD.rail_hexes, 1 << E.by_name["7Inf"]
    s.forget()
    orders = layer_of().draft(s, ask).orders
    assert any(order.verb == "rail" for order in orders) is rides
    assert orders and all(order in ask for order in orders)
