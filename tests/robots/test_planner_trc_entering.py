"""The planner of The Russian Campaign and empty places that the enemy's zone covers: entered, held, not left open."""

import pytest
from trc_scenes import BOARD, FAR, TRC, E, layer_of, scene, until

from hexfront.games.trc.control import contested
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.data_files import CLEAR, SNOW
from hexfront.games.trc.state import AXIS_FIGHTS, AXIS_MOVES, POOL, RESERVE, RUSSIAN_MOVES
from hexfront.robots import player
from hexfront.robots.trc.chances import Values, results
from hexfront.robots.trc.greedy.goals import Outlook
from hexfront.robots.trc.planner.coup import Coup
from hexfront.robots.trc.planner.drops import prey
from hexfront.robots.trc.planner.guard import feared

_KIEV, _MOSCOW = BOARD.city["Kiev"], BOARD.city["Moscow"]
_BESIDE = {"5A": "2318", "24Pz": "2222", "39Pz": "2222", "47Pz": "2222", "7Inf": "2122", "5Inf": "2122"}


def test_an_empty_city_is_entered_though_that_means_an_attack() -> None:
    """12.1: whoever enters Kiev has to attack the army beside it; greedy, who is the floor, still does not see that."""
    s, ask = scene(FAR | _BESIDE, AXIS_MOVES[0])
    look = layer_of()._look(s, ask)
    assert look.zone >> _KIEV & 1 and look.spoils[_KIEV] == look.prize[_KIEV] > 0
    until(s, player("planner", TRC, "enter"), AXIS_FIGHTS[0])
    assert s.held_by[AXIS] >> _KIEV & 1
    assert not Outlook(s, AXIS).spoils


@pytest.mark.parametrize("shared", [False, True])
def test_who_falls_back_loses_what_he_entered(shared: bool) -> None:
    """13.4: unless others stay there, the results that drive an attacker out cost the place."""
    s, ask = scene(FAR | _BESIDE, AXIS_MOVES[0])
    look = layer_of()._look(s, ask)
    values, units, where = Values(look), (E.by_name["24Pz"],), s.where.copy()
    where[units[0]] = _KIEV
    where[E.by_name["39Pz"]] = _KIEV if shared else where[E.by_name["39Pz"]]
    target = (BOARD.grid.hex("2318"),)
    worth = values.battle(where, units, target, 1, False)
    look.spoils = {}
    out = sum(chance for code, chance in results(E, 1) if code in ("AE", "A1", "AR"))
    assert out > 0
    assert values.battle(where, units, target, 1, False) - worth == pytest.approx(
        0 if shared else out * look.prize[_KIEV]
    )


def test_moscow_that_nobody_holds_is_feared_for_and_wanted() -> None:
    """17.2.1: empty and in the zones of both sides it is nobody's; whoever enters it first has it (S.1)."""
    places = FAR | {"24Pz": "1709", "39Pz": "1709", "20A": "1909", "16A": "1908", "22A": "1908"}
    s, ask = scene(places, RUSSIAN_MOVES[0], 3)
    s.put(E.by_name["MoscowW"], POOL)
    assert contested(s) >> _MOSCOW & 1
    look = layer_of()._look(s, ask)
    assert feared(look)[_MOSCOW] > 0
    assert look.spoils[_MOSCOW] == look.prize[_MOSCOW] + look.p["dread"]
    s, ask = scene(places, AXIS_MOVES[0], 3)
    s.put(E.by_name["MoscowW"], POOL)
    assert _MOSCOW in Coup(layer_of()._look(s, ask)).ways


@pytest.mark.parametrize(
    ("turn", "weather", "box", "staff", "wanted"),
    [
        (5, SNOW, RESERVE, "Kharkov", True),
        (4, SNOW, RESERVE, "Kharkov", False),  # nothing is decided yet
        (5, CLEAR, RESERVE, "Kharkov", False),  # 18.1: they drop in snow
        (5, SNOW, POOL, "Kharkov", False),  # there are none
        (5, SNOW, RESERVE, "Gorki", False),  # 18.3: STAVKA is too far off
    ],
)
def test_the_city_that_saves_the_axis_is_not_left_to_paratroops(
    turn: int, weather: int, box: int, staff: str, wanted: bool
) -> None:
    """25.2, 18: nobody is near Kiev, the last city of six; the corps behind it goes in before paratroops do."""
    s, ask = scene(FAR | {"7Inf": "2321", "20A": "2705", "STAVKA": staff}, AXIS_MOVES[0], turn)
    s.axis_places |= BOARD.hex_of("Kiev")
    s.weather = weather
    s.put(E.by_name["5Para"], box)
    s.forget()
    assert (_KIEV in prey(layer_of()._look(s, ask))) == wanted
    if wanted:
        until(s, player("planner", TRC, "prey"), RUSSIAN_MOVES[0])
        assert s.held_by[AXIS] >> _KIEV & 1
    assert not prey(layer_of()._look(*scene(FAR, RUSSIAN_MOVES[0], turn)))
