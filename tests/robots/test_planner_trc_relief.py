"""While the war hangs on Moscow, the planner of The Russian Campaign changes its garrison: the weak for the strong."""

import pytest
from trc_scenes import BOARD, FAR, TEN_HEXES_OFF, TRC, E, layer_of, scene, until

from hexfront.games.trc.counters import RUSSIAN
from hexfront.games.trc.movement.rail import capacity
from hexfront.games.trc.stacking import excess
from hexfront.games.trc.state import AXIS_MOVES, RUSSIAN_MOVES, TrcState
from hexfront.robots import player
from hexfront.robots.planner import Draft
from hexfront.robots.trc.planner import relief

_MOSCOW = BOARD.city["Moscow"]
_WEAK = FAR | TEN_HEXES_OFF | {"2MC": "Moscow", "5MC": "Moscow"}
_ARMIES = {"16A": "Gorki", "20A": "Gorki"}
_PANZERS = dict.fromkeys(("41Pz", "56Pz", "46Pz"), "Konigsberg")


def _garrison(s: TrcState) -> set[int]:
    return {u for u in s.stacks[_MOSCOW] if not E.workers >> u & 1}


def _plan(s: TrcState) -> Draft | None:
    ask = TRC.ask(s)
    assert ask is not None
    return relief.plan(layer_of()._look(s, ask))


def test_weak_corps_make_room_for_armies() -> None:
    """6.1: two armies are all that Moscow holds; the corps march before the trains come."""
    s, _ = scene(_WEAK | _ARMIES, RUSSIAN_MOVES[0])
    draft = _plan(s)
    assert draft is not None and draft.prelude and draft.again
    assert [order.verb for order in draft.orders] == ["move", "move", "rail", "rail"]
    assert "Moscow" in draft.words[0]
    until(s, player("planner", TRC, "relief"), RUSSIAN_MOVES[1])
    assert _garrison(s) == {E.by_name["16A"], E.by_name["20A"]}
    assert all(not excess(s, units) for units in s.stacks.values())
    assert all(s.where[E.by_name[name]] >= 0 for name in ("2MC", "5MC"))


@pytest.mark.parametrize(
    ("places", "turn"),
    [
        (_WEAK | {"16A": "2006", "20A": "2006"}, 2),  # no railway there
        (_WEAK | {"7MC": "Moscow", "3MC": "Gorki"}, 2),  # nobody stronger comes
        (FAR | _ARMIES | {"2MC": "Moscow", "24Pz": "1027"}, 2),  # nobody threatens Moscow
        (_WEAK | _ARMIES | {"16A": "Leningrad", "20A": "Leningrad", "56Pz": "0612"}, 2),  # they are needed there
        (_WEAK | _ARMIES, 8),  # S.1: a year later it takes more than Moscow
    ],
)
def test_else_everybody_stays(places: dict[str, str], turn: int) -> None:
    s, _ = scene(places, RUSSIAN_MOVES[0], turn)
    assert _plan(s) is None


def test_one_who_cannot_leave_stays_in_the_garrison() -> None:
    """A unit that has moved already keeps its room: one army comes, not two."""
    s, _ = scene(_WEAK | _ARMIES, RUSSIAN_MOVES[0])
    s.moved |= 1 << E.by_name["2MC"]
    draft = _plan(s)
    assert draft is not None
    assert [order.units for order in draft.orders] == [(E.by_name["5MC"],), (E.by_name["16A"],)]


def test_trains_have_seats_for_so_many() -> None:
    """9.1: who rides pays a seat, unless a train has just brought him."""
    s, _ = scene(_WEAK | _ARMIES, RUSSIAN_MOVES[0])
    s.railed = capacity(s, RUSSIAN)
    assert _plan(s) is None
    s.fresh |= 1 << E.by_name["20A"]
    draft = _plan(s)
    assert draft is not None
    assert [order.units for order in draft.orders if order.verb == "rail"] == [(E.by_name["20A"],)]


@pytest.mark.parametrize(("corps", "coming"), [("Breslau", True), ("Brest-Litovsk", False), ("Lvov", False)])
def test_berlin_is_relieved_from_who_can_be_there_in_his_next_turn(corps: str, coming: bool) -> None:
    """25.1.2: trains come at once, so that nobody leaves the front for a corps that is two turns away."""
    s, _ = scene(FAR | _PANZERS | {"2MC": corps, "5MC": corps}, AXIS_MOVES[0])
    draft = _plan(s)
    assert (draft is not None) == coming
    assert draft is None or {order.path[-1] for order in draft.orders} == {BOARD.city["Berlin"]}


def test_on_the_first_day_of_the_war_no_train_runs_to_berlin() -> None:
    """All of three panzer corps once did, in every game, for Russians behind the border."""
    s = TRC.start("barbarossa", "first day")
    assert isinstance(s, TrcState)
    robots = [player("planner", TRC, side) for side in TRC.sides]
    while (ask := TRC.ask(s)) and ask.name != AXIS_MOVES[1]:
        order = robots[TRC.sides.index(ask.side)].choose(TRC.view(s, ask.side), ask)
        assert order.verb != "rail" or order.path[-1] != BOARD.city["Berlin"]
        TRC.do(s, order)
    assert s.turn == 1 and s.where[E.by_name["41Pz"]] != BOARD.city["Berlin"]
