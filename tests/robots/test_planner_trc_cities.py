"""The planner of The Russian Campaign and the cities with which the war is won: taken, guarded, feared for."""

import pytest
from trc_scenes import BOARD, FAR, TEN_HEXES_OFF, TRC, E, layer_of, scene, until

from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.data_files import MUD, SNOW
from hexfront.games.trc.state import (
    AXIS_FIGHTS,
    AXIS_MOVES,
    POOL,
    RESERVE,
    RUSSIAN_MOVES,
)
from hexfront.grid import members
from hexfront.grid.bits import union
from hexfront.robots import player
from hexfront.robots.planner import PlannerPlayer
from hexfront.robots.trc.planner import reply
from hexfront.robots.trc.planner.aims import at_stake, last_stands, worths
from hexfront.robots.trc.planner.coup import Coup
from hexfront.robots.trc.planner.guard import feared, peril
from hexfront.robots.trc.planner.onslaught import Onslaught
from hexfront.robots.weights import load


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
    force = sum(E.strength[u] for h in members(around & s.held_by[AXIS]) for u in s.stacks[h])
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
    assert (E.by_name["7CC"] in s.stacks.get(BOARD.grid.hex("1715"), ())) != opened


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
        s.put(E.by_name[name], RESERVE)
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
    s.put(E.by_name["5Para"], box)
    s.weather, s.axis_places = SNOW, BOARD.hex_of("Kiev")
    for order in layer_of().draft(s, ask).orders:
        TRC.do(s, order)
    assert BOARD.grid.distance(BOARD.city["Rostov"], BOARD.city["Kiev"]) == 12
    assert (BOARD.grid.distance(s.where[E.by_name["STAVKA"]], BOARD.city["Kiev"]) <= 8) == called


def test_nobody_waits_before_a_city_that_wins_nothing() -> None:
    """The same in the year after: Moscow ends the war only when Stalin is lost (25.1.1)."""
    s, ask = scene(FAR | _BEFORE_MOSCOW, AXIS_MOVES[0], 8)
    assert not Coup(layer_of()._look(s, ask)).ways
    s.put(E.by_name["Stalin"], POOL)
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
    garrison = sum(E.strength[u] for u in s.stacks[BOARD.city["Moscow"]] if not E.workers >> u & 1)
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
    assert s.where[E.by_name["20A"]] == BOARD.city["Moscow"]


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
    assert full - reply.toll(look, s)[0] == pytest.approx(load(TRC)["dread"] * seen({}))


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
    assert any(order.verb == "move" and order.units == (E.by_name["54Inf"],) for order in draft.orders) or not goes


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
    assert ({E.by_name["24Pz"], E.by_name["39Pz"]} == set(chosen)) == stays
    s.axis_places |= BOARD.hex_of("Kharkov") | BOARD.hex_of("Rostov")
    assert not last_stands(s, AXIS)
