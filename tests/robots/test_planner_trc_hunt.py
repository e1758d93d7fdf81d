"""The planner of The Russian Campaign far from the line: the hunt for Stalin, his flight, and trains to open places."""

import pytest
from trc_scenes import BOARD, FAR, TRC, E, layer_of, scene, until

from hexfront.games.trc.counters import AXIS, RUSSIAN, SIDES
from hexfront.games.trc.data_files import CLEAR, MUD
from hexfront.games.trc.state import AXIS_MOVES, RUSSIAN_MOVES, TrcState
from hexfront.grid import members
from hexfront.grid.bits import union
from hexfront.robots import player
from hexfront.robots.planner import PlannerPlayer
from hexfront.robots.trc.planner import Layer, choice, flight, relief
from hexfront.robots.trc.planner.aims import at_stake, worths
from hexfront.robots.trc.planner.coup import Coup
from hexfront.robots.trc.planner.guard import feared
from hexfront.robots.trc.planner.lookout import Lookout
from hexfront.robots.weights import load

ASTRAKHAN = {"Hitler": "Berlin", "Stalin": "Astrakhan", "STAVKA": "Gorki", "20A": "Gorki"}
TWELVE_OFF = dict.fromkeys(("24Pz", "39Pz"), "3511") | {"47Pz": "3611"}


def _look(s: TrcState, side: int) -> Lookout:
    layer = layer_of()
    return Lookout(s, side, layer._tastes[side], layer.weights)


@pytest.mark.parametrize(
    ("turn", "moscow", "worth", "stake"),
    [(8, True, 60.0, True), (8, False, 30.0, False), (3, False, 0.0, False)],  # S.1: in 1941 Moscow alone wins
)
def test_stalin_is_worth_the_war_to_who_has_moscow(turn: int, moscow: bool, worth: float, stake: bool) -> None:
    s, _ = scene({"Hitler": "Berlin", "Stalin": "4317", "24Pz": "1811"}, AXIS_MOVES[0], turn)
    s.axis_places = BOARD.hex_of("Moscow") if moscow else 0
    place = BOARD.grid.hex("4317")
    assert worths(s, load(TRC)).get(place, 0.0) == worth
    assert (place in at_stake(s, AXIS, turn)) is stake
    assert place not in at_stake(s, RUSSIAN, turn)


def test_panzers_wait_to_storm_stalins_refuge() -> None:
    """25.1.1: the Axis has Moscow, and Stalin is within both impulses of panzers: they end the war."""
    s, ask = scene(ASTRAKHAN | TWELVE_OFF, AXIS_MOVES[0], 8)
    s.axis_places, s.weather = BOARD.cities & ~BOARD.hex_of("Astrakhan") & ~BOARD.hex_of("Gorki"), CLEAR
    look = layer_of()._look(s, ask)
    assert list(Coup(look).ways) == [BOARD.city["Astrakhan"]]
    robot = player("planner", TRC, "hunt")
    until(s, robot, AXIS_MOVES[1])
    assert robot.plan is not None and robot.plan.words[0].endswith("ready to attack Stalin in Astrakhan."), robot.plan
    while s.winner < 0 and (ask := TRC.ask(s)) and SIDES.index(ask.side) == AXIS:
        TRC.do(s, robot.choose(s, ask))
    assert (s.winner, s.level) == (AXIS, "Moscow and Stalin lost")


def test_stalins_refuge_is_feared_for() -> None:
    s, _ = scene(ASTRAKHAN | TWELVE_OFF, RUSSIAN_MOVES[0], 7)
    s.axis_places = BOARD.hex_of("Moscow")
    assert feared(_look(s, RUSSIAN))[BOARD.city["Astrakhan"]] == 23
    s.axis_places = 0  # Moscow may fall later: both together are the end (25.1.1)
    assert feared(_look(s, RUSSIAN))[BOARD.city["Astrakhan"]] == 23
    s.turn = 3  # S.1: in 1941 it takes Moscow only
    assert BOARD.city["Astrakhan"] not in feared(_look(s, RUSSIAN))


def _cornered(places: dict[str, str]) -> TrcState:
    """Nothing but the railway from Stalingrad to Astrakhan is left, and panzers can come to all of it."""
    s, _ = scene(ASTRAKHAN | TWELVE_OFF | places, RUSSIAN_MOVES[0], 8)
    disc, ends = BOARD.grid.disc, (BOARD.city["Astrakhan"], BOARD.grid.hex("3710"))
    s.axis_rails = BOARD.rail_hexes & ~(disc(ends[0], 9) & ~disc(ends[1], 4))
    s.axis_places = BOARD.hex_of("Moscow")
    s.forget()
    return s


def test_cornered_he_goes_where_trains_can_bring_armies_and_they_come() -> None:
    """As many can come to the open country as to Astrakhan, but a major city doubles its garrison."""
    armies = {"16A": "3905", "22A": "4105"}
    s = _cornered(armies | {"Stalin": "4006", "4G": "4206"})  # 4G alone does not hold its hex for him
    draft = flight.plan(_look(s, RUSSIAN))
    assert draft is not None and [o.path[-1] for o in draft.orders] == [BOARD.city["Astrakhan"]]
    s = _cornered(armies)
    assert flight.plan(_look(s, RUSSIAN)) is None
    guard = relief.plan(_look(s, RUSSIAN))
    assert guard is not None
    assert {o.units[0] for o in guard.orders} == {E.by_name["16A"], E.by_name["22A"]}


def test_a_runner_guards_nothing() -> None:
    """The same railway, the same armies, and the sparring partner that only runs for objectives."""
    s = _cornered({"16A": "3905", "22A": "4105"})
    robot, ask = player("runner", TRC, "guards"), TRC.ask(s)
    assert isinstance(robot, PlannerPlayer) and isinstance(robot.layer, Layer) and ask is not None
    look = robot.layer._look(s, ask)
    assert not feared(look) and relief.plan(look) is None


@pytest.mark.parametrize(
    ("more", "flees"),
    [
        (TWELVE_OFF, True),  # both impulses bring them next to him
        (dict.fromkeys(("24Pz", "39Pz", "47Pz"), "2816"), False),
        ({"24Pz": "3511"}, True),
        ({"24Pz": "3511", "16A": "3412", "29A": "3510", "22A": "3612"}, True),  # whoever bars its way may be beaten
    ],
)
def test_stalin_flees_from_riders(more: dict[str, str], flees: bool) -> None:
    s, _ = scene(ASTRAKHAN | more, RUSSIAN_MOVES[0], 7)
    s.axis_places = s.axis_rails = 0
    draft = flight.plan(_look(s, RUSSIAN))
    orders = draft.orders if draft else []
    assert bool(orders) is flees
    ask = TRC.ask(s)
    assert ask is not None
    for order in orders:
        assert order.units == (E.stalin,) and order in ask
        assert BOARD.exits["east"] >> order.path[-1] & 1  # 9.9: from where he can go on


def test_who_can_ride_to_a_hex() -> None:
    """Seven hexes, four more in the second impulse, and the hex next to that; in mud they do not get so far."""
    s, _ = scene({"Hitler": "Berlin", "Stalin": "Gorki", "24Pz": "2616"}, RUSSIAN_MOVES[0], 7)
    look, start = _look(s, RUSSIAN), BOARD.grid.hex("2616")
    clear, mud = (flight.in_range(look, weather) for weather in (CLEAR, MUD))
    far = [h for h in members(BOARD.land) if BOARD.grid.distance(start, h) == 12]
    assert any(clear >> h & 1 for h in far) and not clear & BOARD.land & ~BOARD.grid.disc(start, 12)
    assert not any(mud >> h & 1 for h in far) and mud >> BOARD.grid.hex("2615") & 1


@pytest.mark.parametrize(("tracks", "rides"), [(-1, True), (0, False)])
def test_an_open_city_is_won_by_train(tracks: int, rides: bool) -> None:
    """Riga lies open behind the front: whoever has nothing to do in the south goes there by rail, if there is any."""
    armies = dict.fromkeys(("20A", "16A"), "Moscow") | dict.fromkeys(("29A", "22A"), "Gorki") | {"40A": "Leningrad"}
    s, ask = scene(FAR | armies | {"7Inf": "Kiev"}, AXIS_MOVES[0], 7)
    s.axis_places = BOARD.cities & ~union(BOARD.city[name] for name in ("Moscow", "Gorki", "Leningrad", "Riga"))
    s.axis_rails = BOARD.rail_hexes & tracks
    s.forget()
    trains = [order for order in layer_of().draft(s, ask).orders if order.verb == "rail"]
    near = [order for order in trains if BOARD.grid.distance(order.path[-1], BOARD.city["Riga"]) <= 3]
    assert bool(near) is rides
    assert all(order in ask for order in trains)


def test_trains_wait_while_the_war_hangs_on_a_place() -> None:
    """An army, and an open city: while Moscow lacks defenders it takes a train to one of its gates or none."""
    panzers = dict.fromkeys(("24Pz", "39Pz", "47Pz"), "1618") | dict.fromkeys(("46Pz", "57Pz", "41Pz"), "1717")
    s, ask = scene(FAR | panzers | {"20A": "Astrakhan"}, RUSSIAN_MOVES[0], 3)
    s.axis_places = BOARD.hex_of("Kalinin")
    front = choice.usual(layer_of()._look(s, ask)).front
    assert front.feared[BOARD.city["Moscow"]] and not front.ventures
    assert all(BOARD.near[BOARD.city["Moscow"]] >> end & 1 for end in front.trains.values())
    s, ask = scene(FAR | {"20A": "Astrakhan"}, RUSSIAN_MOVES[0], 3)
    s.axis_places = BOARD.hex_of("Kalinin")
    assert choice.usual(layer_of()._look(s, ask)).front.trains


def test_the_rear_is_not_left_to_a_single_corps_in_rumania() -> None:
    """24.3: with Bucharest all Rumanians leave the war; Russian cavalry is two impulses from it in the first turn."""
    s = TRC.start("barbarossa", "opening")
    robots = [player("planner", TRC, side) for side in SIDES]
    while (ask := TRC.ask(s)) and ask.name != AXIS_MOVES[0]:
        TRC.do(s, robots[SIDES.index(ask.side)].choose(s, ask))
    until(s, robots[AXIS], RUSSIAN_MOVES[0])
    assert E.by_name["4Rum"] in s.stacks.get(BOARD.city["Bucharest"], ())
