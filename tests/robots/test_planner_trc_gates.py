"""The gates of Moscow: who storms it must first fight for a hex there; besiegers make its garrison attack (12.1)."""

import pytest
from trc_scenes import BOARD, FAR, TEN_HEXES_OFF, TRC, E, layer_of, scene, until

from hexfront.games.trc.counters import RUSSIAN
from hexfront.games.trc.movement.rail import capacity
from hexfront.games.trc.state import RUSSIAN_MOVES, TrcState
from hexfront.grid import members
from hexfront.grid.bits import union
from hexfront.robots import player
from hexfront.robots.trc.planner import choice
from hexfront.robots.trc.planner.front import Front

_MOSCOW = BOARD.city["Moscow"]
_GATES = BOARD.near[_MOSCOW] & BOARD.land
_STATIONS = _GATES & BOARD.rail_hexes  # 1909 has no railway
_GARRISON = dict.fromkeys(("11A", "16A"), "Moscow")
_RESERVES = {"20A": "Gorki", "22A": "Gorki", "29A": "Saratov", "40A": "Saratov", "24A": "Kalinin"}
_THREAT = FAR | TEN_HEXES_OFF | _GARRISON | _RESERVES


def _front(s: TrcState) -> Front:
    ask = TRC.ask(s)
    assert ask is not None
    return choice.usual(layer_of()._look(s, ask)).front


def test_trains_bring_an_army_to_each_gate() -> None:
    s, _ = scene(_THREAT, RUSSIAN_MOVES[0])
    until(s, player("planner", TRC, "gates"), RUSSIAN_MOVES[1])
    assert _STATIONS.bit_count() == 5 and not _STATIONS & ~s.held_by[RUSSIAN]
    assert {s.where[E.by_name[name]] for name in _GARRISON} == {_MOSCOW}


@pytest.mark.parametrize(
    ("places", "turn"),
    [
        (FAR | _GARRISON | _RESERVES | {"24Pz": "1027"}, 2),  # nobody is near
        (FAR | _GARRISON | _RESERVES | {"24Pz": "1618"}, 2),  # the garrison is strong enough for him
        (_THREAT, 8),  # S.1: a year later it takes more than Moscow
    ],
)
def test_else_nobody_is_sent_there(places: dict[str, str], turn: int) -> None:
    s, _ = scene(places, RUSSIAN_MOVES[0], turn)
    assert not _front(s)._lacking()
    assert union(_front(s).places.values()) & _GATES != _GATES


def test_who_can_walk_there_needs_no_train() -> None:
    """9.1: all seats are taken, and nobody rides."""
    s, _ = scene(_THREAT | {"29A": "1707", "40A": "2007"}, RUSSIAN_MOVES[0])
    s.railed = capacity(s, RUSSIAN)
    front = _front(s)
    assert not front.trains
    assert {front.places[E.by_name[name]] for name in ("29A", "40A")} <= set(members(_GATES))


def test_whoever_has_just_come_goes_on_without_a_seat() -> None:
    s, _ = scene(_THREAT, RUSSIAN_MOVES[0])
    s.railed = capacity(s, RUSSIAN)
    s.fresh |= 1 << E.by_name["29A"]
    assert list(_front(s).trains) == [E.by_name["29A"]]


@pytest.mark.parametrize("barred", [True, False])
def test_when_all_gates_are_barred_trains_are_free_again(barred: bool) -> None:
    """A garrison of two armies is all that Moscow holds (6.1): what it lacks beyond that no train can bring."""
    gates = dict(zip(("20A", "22A", "29A", "40A", "24A", "5A"), map(BOARD.grid.label, members(_GATES)), strict=True))
    s, _ = scene(FAR | TEN_HEXES_OFF | _GARRISON | gates, RUSSIAN_MOVES[0])
    if not barred:
        s.put(E.by_name["5A"], BOARD.city["Leningrad"])
        s.railed = capacity(s, RUSSIAN)
    front = _front(s)
    assert front.feared[_MOSCOW] > 3 * front.strength(_MOSCOW)
    assert front._lacking() == ([] if barred else [_MOSCOW])
