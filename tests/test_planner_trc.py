"""The planner of The Russian Campaign: legal, the same for the same seed, and it sees what is to be seen."""

import random
import re
import time

import pytest
from trc_scenes import BOARD, FAR, TEN_HEXES_OFF, TRC, layer_of, scene, until

from hexfront.engine.order import DONE, Order
from hexfront.games.trc.control import controls
from hexfront.games.trc.counters import AXIS, BY_NAME, RUSSIAN, SIDES, STRENGTH, WORKERS
from hexfront.games.trc.data_files import MUD, SNOW
from hexfront.games.trc.mandatory import standing
from hexfront.games.trc.stacking import overfull
from hexfront.games.trc.state import (
    AXIS_FIGHTS,
    AXIS_MOVES,
    POOL,
    RESERVE,
    RUSSIAN_MOVES,
    TrcState,
)
from hexfront.grid import members
from hexfront.grid.bits import union
from hexfront.robots import Plan, player
from hexfront.robots.planner import PlannerPlayer, Style, layer_for
from hexfront.robots.trc.chances import Values
from hexfront.robots.trc.planner import reply
from hexfront.robots.trc.planner.aims import at_stake, last_stands, worths
from hexfront.robots.trc.planner.coup import Coup
from hexfront.robots.trc.planner.guard import feared, peril
from hexfront.robots.trc.planner.onslaught import Onslaught
from hexfront.robots.weights import load, ranges


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


def test_planner_defends_moscow() -> None:
    """Panzers are within reach: the armies nearby go into the city or before it, and none runs away."""
    places = FAR | {"24Pz": "1716", "39Pz": "1716", "47Pz": "1816", "20A": "1608", "16A": "1907", "29A": "1709"}
    s, ask = scene(places, RUSSIAN_MOVES[0])
    draft = layer_of().draft(s, ask)
    for order in draft.orders:
        if order in ask:
            TRC.do(s, order)
    moscow = BOARD.city["Moscow"]
    assert len(s.stacks[moscow]) >= 2, draft.orders
    assert any("Moscow" in word for word in draft.words)


_BEFORE_MOSCOW = dict.fromkeys(("24Pz", "39Pz", "47Pz"), "1317") | {"46Pz": "1618", "20A": "1220", "16A": "1520"}


def test_planner_takes_moscow_in_the_second_impulse() -> None:
    """S.1: it wins the war in 1941. Nobody can attack it yet: panzers leave armies alone, wait, and storm the city."""
    s, _ = scene(FAR | _BEFORE_MOSCOW, AXIS_MOVES[0], 3)
    s.axis_places |= BOARD.cities & ~BOARD.hex_of("Moscow")
    around, robot = BOARD.near[BOARD.city["Moscow"]], player("planner", TRC, "coup")
    until(s, robot, AXIS_MOVES[1])
    assert robot.plan is not None and robot.plan.words[0].endswith("make ready to storm Moscow."), robot.plan
    assert not around & s.held_by[AXIS]
    until(s, robot, AXIS_FIGHTS[1])
    force = sum(STRENGTH[u] for h in members(around & s.held_by[AXIS]) for u in s.stacks[h])
    assert force >= 4 * 6  # workers of three, doubled


_SCREEN = {"12MC": "1112", "20A": "1414", "7CC": "1715", "16A": "2015", "29A": "2313"}
_PANZERS = dict.fromkeys(("24Pz", "39Pz", "47Pz"), "1718") | dict.fromkeys(("46Pz", "57Pz"), "1618")


@pytest.mark.parametrize(("staff", "opened"), [("1619", True), ("Berlin", False)])
def test_an_automatic_victory_opens_the_way_to_moscow(staff: str, opened: bool) -> None:
    """16.1: a screen bars the panzers' way; some and a Stuka overrun its cavalry, the others will storm the city.

    15.2: without headquarters near by there is no Stuka, and too few are left when the cavalry is overrun.
    """
    behind = {"7Inf": "1717", "HQC": staff}
    s, _ = scene(FAR | _SCREEN | _PANZERS | behind, AXIS_MOVES[0], 3)
    s.axis_places |= BOARD.cities & ~BOARD.hex_of("Moscow")
    robot = player("planner", TRC, "breach")
    told: list[str] = []
    while (ask := TRC.ask(s)) and ask.name == AXIS_MOVES[0]:
        TRC.do(s, robot.choose(s, ask))
        told += robot.plan.words if robot.plan else ()
    assert any("overrun 1715" in word and "with Stukas, 10-1." in word for word in told) == opened, told
    assert any(word.endswith("make ready to storm Moscow.") for word in told) == opened, told
    assert (BY_NAME["7CC"] in s.stacks.get(BOARD.grid.hex("1715"), ())) != opened


@pytest.mark.parametrize(
    ("turn", "weather", "held", "guards", "drops"),
    [
        (5, SNOW, ("Kiev",), (), {"Kiev"}),  # 25.2: it alone saves the Axis
        (5, SNOW, ("Kiev",), ("7Inf",), set()),  # 18.3: not into a zone
        (5, SNOW, ("Kiev", "Leningrad"), (), set()),  # Leningrad, too far from STAVKA, would save it all the same
        (4, SNOW, ("Kiev",), (), set()),  # the Axis would take it back
        (10, SNOW, ("Kiev", "Kharkov", "Leningrad"), (), {"Kiev", "Kharkov"}),  # the last word of the game
        (10, MUD, ("Kiev", "Kharkov"), (), set()),  # 18.1
    ],
)
def test_paratroops_take_cities_that_decide_something(
    turn: int, weather: int, held: tuple[str, ...], guards: tuple[str, ...], drops: set[str]
) -> None:
    places = FAR | {"STAVKA": "Kharkov"} | dict.fromkeys(guards, "Kiev") | {"24Pz": "1130", "20A": "1809"}
    if "Kharkov" in held:
        places["STAVKA"] = BOARD.grid.label(min(members(BOARD.near[BOARD.city["Kharkov"]])))
    s, _ = scene(places, RUSSIAN_MOVES[0], turn)
    s.weather, s.last = weather, 10
    for name in ("5Para", "1Para", "8Para"):
        s.put(BY_NAME[name], RESERVE)
    s.axis_places = union(BOARD.city[name] for name in held)
    ask = TRC.ask(s)
    assert ask is not None
    draft = layer_of().draft(s, ask)
    landed = {BOARD.place_names[order.at[0]] for order in draft.orders if order.verb == "drop"}
    assert landed == drops
    assert all(order in ask for order in draft.orders if order.verb == "drop")
    assert {word for word in draft.words if "drops on" in word} or not drops


@pytest.mark.parametrize(("box", "called"), [(RESERVE, True), (POOL, False)])
def test_stavka_goes_where_paratroops_are_wanted(box: int, called: bool) -> None:
    """18.3: in the turn before the sudden death Kiev, which saves the Axis, is twelve hexes off, and then eight."""
    places = FAR | {"STAVKA": "Rostov", "20A": "Kharkov", "16A": "Dnepropetrovsk", "24Pz": "Stalingrad"}
    s, ask = scene(places, RUSSIAN_MOVES[1], 4)
    s.put(BY_NAME["5Para"], box)
    s.weather, s.axis_places = SNOW, BOARD.hex_of("Kiev")
    for order in layer_of().draft(s, ask).orders:
        TRC.do(s, order)
    assert BOARD.grid.distance(BOARD.city["Rostov"], BOARD.city["Kiev"]) == 12
    assert (BOARD.grid.distance(s.where[BY_NAME["STAVKA"]], BOARD.city["Kiev"]) <= 8) == called


def test_nobody_waits_before_a_city_that_wins_nothing() -> None:
    """The same in the year after: Moscow ends the war only when Stalin is lost (25.1.1)."""
    s, ask = scene(FAR | _BEFORE_MOSCOW, AXIS_MOVES[0], 8)
    assert not Coup(layer_of()._look(s, ask)).ways
    s.put(BY_NAME["Stalin"], POOL)
    assert list(Coup(layer_of()._look(s, ask)).ways) == [BOARD.city["Moscow"]]
    assert at_stake(s, RUSSIAN, 8) == [BOARD.city["Berlin"]]


@pytest.mark.parametrize(("ratio", "guarded"), [(5.0, True), (500.0, False)])
def test_moscow_is_guarded_before_the_panzers_are_near(ratio: float, guarded: bool) -> None:
    """Ten hexes are both their impulses: as long as Moscow ends the war in their next turn, it has a garrison."""
    s, ask = scene(FAR | TEN_HEXES_OFF | {"20A": "1906", "16A": "1608", "29A": "1707"}, RUSSIAN_MOVES[0])
    assert list(feared(layer_of()._look(s, ask)).values()) == [43]
    s.turn = 4
    assert not feared(layer_of()._look(s, ask))
    s.turn = 2
    until(s, PlannerPlayer(TRC, "guard", over={"coup_guard": ratio}), RUSSIAN_MOVES[1])
    garrison = sum(STRENGTH[u] for u in s.stacks[BOARD.city["Moscow"]] if not WORKERS >> u & 1)
    assert (garrison >= 43 / 5) == guarded


@pytest.mark.parametrize(("modifier", "feared_"), [(-2, 43), (1, 0)])
def test_moscow_is_guarded_against_the_best_weather_that_may_come(modifier: int, feared_: int) -> None:
    """4.1: after mud in autumn the next turn may be clear, after a clear one it is mud or snow."""
    s, ask = scene(FAR | TEN_HEXES_OFF, RUSSIAN_MOVES[0], 3)
    s.modifier = modifier
    assert list(feared(layer_of()._look(s, ask)).values()) == [feared_]


def test_moscow_is_guarded_before_other_cities() -> None:
    """Panzers are nearer to Kalinin; there is one army, and it holds the city with which the enemy wins the war."""
    near_kalinin = dict.fromkeys(("24Pz", "39Pz", "47Pz"), "0909") | dict.fromkeys(("46Pz", "57Pz", "41Pz"), "0910")
    s, _ = scene(FAR | near_kalinin | {"20A": "Moscow"}, RUSSIAN_MOVES[0])
    until(s, player("planner", TRC, "first"), RUSSIAN_MOVES[1])
    assert s.where[BY_NAME["20A"]] == BOARD.city["Moscow"]


@pytest.mark.parametrize(("panzers", "ride"), [(TEN_HEXES_OFF, True), ({}, False)])
def test_trains_go_where_the_war_hangs_on_them(panzers: dict[str, str], ride: bool) -> None:
    """Armies in the far east, posts that lack more than Moscow does in the south: they ride to Moscow all the same."""
    south = dict.fromkeys(("3Pz", "14Pz", "48Pz"), "2228") | dict.fromkeys(("1Inf", "2Inf", "6Inf"), "2328")
    s, ask = scene(FAR | panzers | south | {"20A": "Gorki", "40A": "Kharkov"}, RUSSIAN_MOVES[0])
    rides = [order.path[-1] for order in layer_of().draft(s, ask).orders if order.verb == "rail"]
    assert (BOARD.city["Moscow"] in rides) is ride, rides


def test_a_plan_is_charged_with_the_war_that_it_may_lose() -> None:
    """Panzers with an open way, an army in Moscow, a screen that stops them out of reach; and no war to win."""

    def seen(more: dict[str, str], turn: int = 3) -> float:
        s, ask = scene(FAR | TEN_HEXES_OFF | more, AXIS_MOVES[0], turn)
        return peril(layer_of()._look(s, ask))

    screen = {"20A": "1414", "16A": "1715", "29A": "1914"}
    assert 1 > seen({}) > seen({"20A": "Moscow"}) > seen(screen) > 0
    assert seen({}, 8) == 0
    (ours, ask), (s, _) = (scene(FAR | TEN_HEXES_OFF, phase, 3) for phase in (RUSSIAN_MOVES[0], AXIS_MOVES[0]))
    look = layer_of()._look(ours, ask)
    full = reply.toll(look, s)[0]
    look.p = look.p | {"dread": 0.0}
    assert full - reply.toll(look, s)[0] == pytest.approx(load("trc")["dread"] * seen({}))


@pytest.mark.parametrize(("guards", "goes"), [(("5A", "6A"), False), ((), True)])
def test_planner_marches_for_a_city_that_lies_open(guards: tuple[str, ...], goes: bool) -> None:
    """A corps with nothing to do goes for Sevastopol, two turns off, unless armies are there."""
    places = (
        FAR | {"24Pz": "1425", "39Pz": "1425", "20A": "1321", "54Inf": "Odessa"} | dict.fromkeys(guards, "Sevastopol")
    )
    s, ask = scene(places, AXIS_MOVES[0])
    s.axis_places |= BOARD.cities & ~BOARD.hex_of("Sevastopol")
    draft = layer_of().draft(s, ask)
    assert any(word == "54Inf goes for Sevastopol." for word in draft.words) == goes, draft.words
    assert any(order.verb == "move" and order.units == (BY_NAME["54Inf"],) for order in draft.orders) or not goes


def test_a_side_without_a_city_of_the_sudden_death_wants_the_easiest() -> None:
    """25.2: the Axis must hold one of six at the end of turn 5; the near one is wanted most, unless it is held."""

    def wants(places: dict[str, str], *own: str) -> dict[str, float]:
        s, _ = scene(FAR | {"24Pz": "1425", "39Pz": "2221"} | places, AXIS_MOVES[0])
        s.axis_places |= sum(BOARD.hex_of(name) for name in own)
        prize = worths(s, layer_of().weights, AXIS)
        return {name: prize[BOARD.city[name]] for name in ("Kiev", "Kharkov", "Leningrad")}

    near = wants({})
    assert near["Kiev"] == max(near.values()) > near["Kharkov"]
    armies = ("5A", "6A", "12A", "26A", "20A", "16A", "29A", "3A", "4A", "10A")
    held = wants(dict.fromkeys(armies, "Kiev"))
    assert held["Kharkov"] > held["Kiev"]
    assert max(wants({}, "Rostov").values()) < near["Kiev"]


@pytest.mark.parametrize(("turn", "stays"), [(5, True), (4, False)])
def test_nobody_leaves_the_last_city_when_sudden_death_is_due(turn: int, stays: bool) -> None:
    """25.2: at the end of turn 5 Kiev is all that the Axis has, so that its garrison stays; with three it is free."""
    s, ask = scene(FAR | {"24Pz": "Kiev", "39Pz": "Kiev", "7Inf": "2321", "20A": "2216"}, AXIS_MOVES[0], turn)
    s.axis_places |= BOARD.hex_of("Kiev")
    kiev = BOARD.city["Kiev"]
    assert (last_stands(s, AXIS) == [kiev]) == stays
    chosen = Onslaught(layer_of()._look(s, ask)).chosen
    assert ({BY_NAME["24Pz"], BY_NAME["39Pz"]} == set(chosen)) == stays
    s.axis_places |= BOARD.hex_of("Kharkov") | BOARD.hex_of("Rostov")
    assert not last_stands(s, AXIS)


def test_headquarters_follow_the_masses() -> None:
    """Five corps in the north, one in the south: the headquarters that stands between them goes north."""
    north = {"24Pz": "1019", "39Pz": "1019", "7Inf": "1120", "9Inf": "1120", "8Inf": "1219"}
    s, ask = scene(FAR | north | {"HQC": "2121", "54Inf": "2821", "20A": "1017", "16A": "2819"}, AXIS_MOVES[1])
    s.axis_places |= BOARD.cities
    draft = layer_of().draft(s, ask)
    end = next(order.path[-1] for order in draft.orders if order.units == (BY_NAME["HQC"],))
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


def test_value_likes_what_wins() -> None:
    """More units and more cities are better; a side's gain is the other's loss; and it is quick."""
    layer, s = layer_of(), TRC.start("barbarossa", "value")
    for _ in range(2):
        TRC.play(s, "default")
        TRC.play(s, DONE)
    assert isinstance(s, TrcState)
    even = layer.value(s, AXIS)
    assert layer.value(s, RUSSIAN) == pytest.approx(-even)
    weak = s.copy()
    for name in ("24Pz", "39Pz", "47Pz", "3Pz"):
        weak.put(BY_NAME[name], POOL)
    assert layer.value(weak, AXIS) < even - 0.5
    rich = s.copy()
    rich.axis_places |= BOARD.hex_of("Kiev") | BOARD.hex_of("Smolensk")
    assert layer.value(rich, AXIS) > even
    won = s.copy()
    won.winner = AXIS
    assert TRC.result(won).margin > layer.value(won, AXIS) > layer.value(rich, AXIS) + 10
    begin = time.perf_counter()
    for _ in range(20):
        layer.value(s, AXIS)
    assert (time.perf_counter() - begin) / 20 < 0.02


def test_a_try_is_charged_with_the_war_that_may_be_lost() -> None:
    """Whatever came of it: Moscow lay open before the reply. If it lies open afterwards, that is the Axis's gain."""
    layer = layer_of()
    bare, _ = scene(FAR | TEN_HEXES_OFF, AXIS_MOVES[0], 3)
    held, _ = scene(FAR | TEN_HEXES_OFF | dict.fromkeys(("20A", "16A"), "Moscow"), AXIS_MOVES[0], 3)
    after, _ = scene(FAR | TEN_HEXES_OFF, RUSSIAN_MOVES[0], 3)
    assert layer.judge(bare, after, RUSSIAN) < layer.judge(held, after, RUSSIAN) - 2
    assert layer.judge(held, after, RUSSIAN) <= layer.judge(None, after, RUSSIAN) == layer.value(after, RUSSIAN)
    late, _ = scene(FAR | TEN_HEXES_OFF, AXIS_MOVES[0], 8)
    hope = [layer.judge(after, each, AXIS) - layer.value(each, AXIS) for each in (bare, held, late)]
    assert hope[0] > hope[1] >= hope[2] == 0


def test_value_fears_sudden_death() -> None:
    """25.2: who holds none of its cities has nearly lost when it is due; two of them are safe enough."""
    layer, worth = layer_of(), {}
    for turn in (2, 4, 5, 6):
        s, _ = scene(FAR, AXIS_MOVES[0], turn)
        for cities in ((), ("Kiev",), ("Kiev", "Kharkov")):
            s.axis_places = BOARD.hex_of("Warsaw")
            for city in cities:
                s.axis_places |= BOARD.hex_of(city)
            worth[turn, len(cities)] = layer.value(s, AXIS)
    gain = {turn: worth[turn, 1] - worth[turn, 0] for turn in (2, 4, 5, 6)}
    assert gain[5] > gain[4] > gain[2] > gain[6] > 0, gain
    assert worth[5, 2] - worth[5, 1] > worth[6, 2] - worth[6, 1] > 0


def test_styles_are_other_ways_to_play() -> None:
    s, ask = scene(FAR | {"20A": "1321", "24Pz": "1425", "39Pz": "1425", "7Inf": "1323"}, AXIS_MOVES[0])
    found = layer_of().styles(s, ask)
    assert 8 <= len(found) <= 16
    assert len({style.name for style in found}) == len(found)
    target = BOARD.grid.hex("1321")
    assert any(target in style.avoid for style in found)
    shy = layer_of(Style("shy", avoid=(target,))).draft(s, ask)
    assert not any("1321" in word for word in shy.words)
    for style in found:
        layer_of(style)  # all names that it multiplies are weights


def test_weights_have_ranges_around_them() -> None:
    weights = load("trc")
    for name, (low, high) in ranges("trc").items():
        assert low <= weights[name] <= high, name


def test_finish_goes_on_while_an_attack_is_owed() -> None:
    s, ask = scene(FAR | {"20A": "1321", "24Pz": "1322", "39Pz": "1322", "47Pz": "1322"}, AXIS_FIGHTS[0])
    assert DONE not in ask
    assert layer_of().finish(s, ask).verb == "attack"
