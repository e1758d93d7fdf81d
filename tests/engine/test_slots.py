"""The slots of an order: each reads what it writes, and a game can bring one of its own."""

from typing import Any

import pytest
import tiny

from hexfront.engine.errors import BadOrder, Refused
from hexfront.engine.lexicon import Names
from hexfront.engine.notation import Reader
from hexfront.engine.order import Order
from hexfront.engine.session import Broken, Session
from hexfront.engine.slots import Form, Hex, Hexes, Line, Number, Route, Slot, Units
from hexfront.games import game, playable


class Calibre(Slot):
    """`by heavy` or `by light` at the end of an order."""

    name, kind, part, shape = "calibre", "choice", "number", "[by heavy]"
    least, most = 0, 2
    words = ("", "light", "heavy")

    def read(self, line: Line) -> int:
        if line.words[-2:-1] != ["by"]:
            return 0
        _, word = line.words.pop(-2), line.words.pop()
        if word not in self.words:
            raise line.wrong(f"knows no guns called {word!r}")
        return self.words.index(word)

    def write(self, order: Order, names: Names) -> list[str]:
        return ["by", self.words[order.number]] if order.number else []

    def fits(self, order: Order) -> bool:
        return 0 <= order.number < len(self.words)


FORMS = {
    "move": Form(Units(), Route()),
    "place": Form(Units(), Hex()),
    "show": Form(Units()),
    "attack": Form(Units(), Hexes()),
    "shell": Form(Units(), Hexes(), Calibre()),
    "mine": Form(Hex()),
    "bid": Form(Number()),
    "done": Form(),
}
READER = Reader(tiny.GAME.grid, tiny.lookup("tiny").lexicon, FORMS, {"Upper-Mill": tiny.GAME.grid.hex("0404")})


def read(text: str) -> Order:
    """An order of red's, whose first unit is in 0302."""
    there = {tiny.GAME.grid.hex("0302"): (0,)}
    return READER.read(text, lambda place: there.get(place, ()), lambda units, verb: units)


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("MOVE 1 red 0302 - 0202", "move 1Red 0302-0202"),
        ("move 0302 0202", "move 1Red 0202"),
        ("place reds 0202", "place 1Red 2Red 0202"),
        ("place 1red upper-mill", "place 1Red 0404"),
        ("show 1red 1red", "show 1Red 1Red"),
        ("attack 1red>0303 0404", "attack 1Red > 0303 0404"),
        ("shell 1red > 0303", "shell 1Red > 0303"),
        ("shell 1red 2red > 0303 by heavy", "shell 1Red 2Red > 0303 by heavy"),
        ("mine Upper-Mill", "mine 0404"),
        ("BID  -12", "bid -12"),
        ("done", "done"),
    ],
)
def test_whatever_is_written_is_read_back(text: str, full: str) -> None:
    order = read(text)
    READER.check(order)
    assert READER.write(order) == full and read(full) == order


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("move", "move needs units and where to: move UNITS HEX-HEX-HEX"),
        ("move 1Red", "move needs units and where to: move UNITS HEX-HEX-HEX"),
        ("move 0101 0202", "there is no unit of yours in 0101"),
        ("move 1Rad 0202", "no unit is called '1Rad'; did you mean 1Red?"),
        ("place 1Red 0302-0202", "place takes one hex, not a path: place UNITS HEX"),
        ("attack 1Red", "attack takes one '>'"),
        ("attack > 0303", "attack needs units and a hex after the '>': attack UNITS > HEX"),
        ("attack 1Red 2Red >", "attack needs a hex after the '>': attack UNITS > HEX"),
        ("shell > 0303 by heavy", "shell needs units: shell UNITS > HEX [by heavy]"),
        ("shell 1Red > 0303 by bow", "shell knows no guns called 'bow': shell UNITS > HEX [by heavy]"),
        ("show > 1Red", "show takes no '>'"),
        ("mine 0303 0404", "mine needs one hex: mine HEX"),
        ("bid", "bid needs a number: bid NUMBER"),
        ("bid 1 2", "bid needs a number: bid NUMBER"),
        ("bid x", "'x' is not a number"),
        ("done at once", "done stands alone; 'at once' is too much"),
        ("shel 1Red > 0303", "there is no order 'shel'; did you mean shell?"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, why: str) -> None:
    with pytest.raises(BadOrder) as error:
        read(text)
    assert str(error.value) == why


@pytest.mark.parametrize(
    "order",
    [
        Order("move", (0,)),
        Order("move", (0,), (3, 4), (4,)),
        Order("place", (0,), (), (3, 4)),
        Order("place", (), (), (3,)),
        Order("attack", (0,)),
        Order("attack", (0,), (), (3,), 2),
        Order("shell", (0,), (), (3,), 3),
        Order("done", (0,)),
        Order("move", (99,), (3, 4)),
        Order("mine", at=(-1,)),
    ],
)
def test_an_order_has_what_its_slots_ask_for_and_nothing_else(order: Order) -> None:
    with pytest.raises(BadOrder):
        READER.check(order)


def test_the_form_is_told_as_text() -> None:
    assert str(FORMS["shell"]) == "units > hexes calibre" and str(FORMS["done"]) == ""
    assert FORMS["shell"].takes("choice") and not FORMS["attack"].takes("choice")
    assert FORMS["mine"].only("hex") and not FORMS["place"].only("hex")


@pytest.mark.parametrize("name", playable())
def test_every_slot_tells_a_table_what_to_click(name: str) -> None:
    kinds = {slot.kind for form in game(name).forms.values() for slot in form.slots}
    assert kinds <= {"units", "path", "hex", "hexes", "number", "choice"}


# -- an order is read and checked once -------------------------------------------------------------------


@pytest.mark.parametrize(("text", "readings"), [("move 1Red 0302-0202", 1), ("move 1red 0202", 2)])
def test_only_what_was_not_given_in_full_is_read_again(
    text: str, readings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    for what in ("read", "check"):
        before = getattr(tiny.Tiny, what)

        def counted(here: Any, state: Any, *given: Any, what: str = what, before: Any = before) -> Any:
            seen.append(what)
            return before(here, state, *given)

        monkeypatch.setattr(tiny.Tiny, what, counted)
    session = Session.start(tiny.lookup("tiny"), seed=7)
    session.play(text, "red")
    assert seen.count("read") == readings and seen.count("check") == 1


@pytest.mark.parametrize("as_text", [True, False])
def test_a_text_that_means_another_order_enters_no_record(as_text: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.start(tiny.lookup("tiny"), seed=7)
    place = session.state.where[0]
    given = "move 1red 0202" if as_text else Order("move", (0,), (place, tiny.GAME.grid.hex("0202")))
    monkeypatch.setattr(tiny.Tiny, "write", lambda here, order: "move 1Red 0302-0301")
    with pytest.raises(Broken, match="another order"):
        session.play(given)
    assert session.state.where[0] == place and not session.log


def test_what_was_checked_is_carried_out_as_it_was_checked() -> None:
    here = tiny.lookup("tiny")
    state = here.start(seed=7)
    checked = here.check(state, here.read(state, "move 1Red 0202"), "red")
    assert (checked.side, checked.step.name, checked.verb.name) == ("red", "red movement", "move")
    assert [here.tell(event) for event in here.carry_out(state, checked)] == ["1Red goes to 0202 (2.1)"]
    with pytest.raises(Refused):
        here.check(state, checked.order)


# -- who could aim at a hex ------------------------------------------------------------------------------


def test_each_unit_that_could_attack_a_hex_is_listed_once() -> None:
    here = tiny.lookup("tiny")
    state = here.start(seed=7)
    here.play(state, "done")
    target = tiny.GAME.grid.hex("0303")
    found = [order.units for order in here.desk.orders_against(state, (0, 1, 2, 3), target)]
    able = [unit for unit in (0, 1) if here.grid.distance(state.where[unit], target) == 1]
    assert found == [(unit,) for unit in able] and able
