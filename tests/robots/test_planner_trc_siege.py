"""Cities on which the war hangs: a besieged Moscow, whose garrison has to attack (12.1, S.1), and Berlin (25.1.2)."""

import pytest
from msgspec.structs import replace
from trc_scenes import BOARD, FAR, TEN_HEXES_OFF, TRC, E, layer_of, scene, until

from hexfront.games.trc.control import controls
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.stacking import fits
from hexfront.games.trc.state import AXIS_MOVES, RUSSIAN_FIGHTS, RUSSIAN_MOVES
from hexfront.robots import player
from hexfront.robots.trc import trains
from hexfront.robots.trc.assault import Option
from hexfront.robots.trc.chances import Values
from hexfront.robots.trc.planner.guard import feared
from hexfront.robots.trc.planner.onslaught import Onslaught

_MOSCOW = BOARD.city["Moscow"]
_SIEGE = FAR | dict.fromkeys(("41Pz", "24Pz"), "1709") | dict.fromkeys(("20A", "22A"), "Moscow") | {"16A": "1908"}
_DRIVEN_OFF = 3  # the die that brings AR at 1-1


def test_the_garrison_stays_and_others_come_to_its_help() -> None:
    """It could slip away and leave the workers alone; then one die in two would end the war."""
    s, _ = scene(_SIEGE, RUSSIAN_MOVES[0], 3)
    until(s, player("planner", TRC, "siege"), RUSSIAN_FIGHTS[0])
    assert {s.where[E.by_name[name]] for name in ("20A", "22A")} == {_MOSCOW}
    assert BOARD.near[BOARD.grid.hex("1709")] >> s.where[E.by_name["16A"]] & 1


def test_who_is_driven_off_stays_at_hand() -> None:
    """All of the garrison retreats: next to the city, which the enemy then does not control."""
    s, _ = scene(_SIEGE | {"16A": "Gorki", "29A": "2007"}, RUSSIAN_FIGHTS[0], 3)
    s.dictated = [_DRIVEN_OFF] * 8
    until(s, player("planner", TRC, "siege"), RUSSIAN_MOVES[1])
    assert s.winner < 0 and not controls(s, AXIS, "Moscow")
    assert {s.where[E.by_name[name]] for name in ("20A", "22A")}.isdisjoint({_MOSCOW})


def test_a_sortie_is_helped_however_little_it_promises() -> None:
    s, ask = scene(_SIEGE, RUSSIAN_MOVES[0], 3)
    sortie = Option(BOARD.grid.hex("1709"), {}, 1, -60.0, (E.by_name["20A"],))
    assault = Onslaught(layer_of()._look(s, ask))
    assert assault._hopeful(sortie)
    assert not assault._hopeful(replace(sortie, there=(E.by_name["16A"],)))


@pytest.mark.parametrize(
    ("more", "turn", "fatal"),
    [
        ({}, 3, ("AE",)),  # who falls back finds room beside the city
        ({"24A": "1909"}, 3, ()),  # somebody is there already
        (dict.fromkeys(("46Pz", "57Pz"), "1908") | dict.fromkeys(("39Pz", "47Pz"), "1810"), 3, ("AE", "A1", "AR")),
        ({}, 8, ()),  # a year later Moscow is a city among others
    ],
)
def test_results_that_lose_the_war(more: dict[str, str], turn: int, fatal: tuple[str, ...]) -> None:
    s, ask = scene(_SIEGE | {"16A": "Gorki"} | more, RUSSIAN_FIGHTS[0], turn)
    look = layer_of()._look(s, ask)
    units = tuple(E.by_name[name] for name in ("20A", "22A", "MoscowW"))
    found = Values(look)._fatal(s.where, units, _MOSCOW) if look.keeps else ()
    assert found == fatal


@pytest.mark.parametrize(("panzers", "first"), [(TEN_HEXES_OFF, "guarded"), ({}, "bold")])
def test_a_searcher_tries_a_stronger_garrison_first(panzers: dict[str, str], first: str) -> None:
    s, ask = scene(FAR | {"20A": "Moscow"} | panzers, RUSSIAN_MOVES[0])
    assert layer_of().styles(s, ask)[0].name == first


@pytest.mark.parametrize(("place", "coming"), [("0826", 11), ("1321", 0)])
def test_armies_two_turns_from_berlin_are_feared(place: str, coming: int) -> None:
    """Whoever is called back from Russia when they are a turn off comes too late."""
    s, ask = scene(FAR | {"20A": place, "16A": place, "41Pz": "Kiev"}, AXIS_MOVES[0], 8)
    assert feared(layer_of()._look(s, ask)) == {BOARD.city["Berlin"]: coming}


def test_trains_leave_room_for_those_who_march() -> None:
    """6.2: whoever is one too many when the phase ends is lost; two armies are all that a hex can hold."""
    s, ask = scene(FAR | {"20A": "Gorki", "16A": "Moscow", "22A": "Moscow", "41Pz": "1618"}, RUSSIAN_MOVES[0])
    look, wanted = layer_of()._look(s, ask), {BOARD.grid.hex("1709"): 20.0}
    (ride,) = trains.rides(look, wanted)
    final = s.copy()
    for name in ("16A", "22A"):
        final.put(E.by_name[name], ride.path[-1])
    assert not fits(final, ride.path[-1], ride.units)
    (other,) = trains.rides(look, wanted, rooms=(s, final))
    assert other.path[-1] != ride.path[-1] and fits(final, other.path[-1], other.units)
