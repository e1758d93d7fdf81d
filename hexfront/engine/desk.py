"""What a game tells the table beyond the rules: panels, overlays, reminders, charts and forces, as plain data.

Everything here is worked out by the engine from a view and drawn by whoever likes: the text table, the browser, a
document. Hexes are numbers, as everywhere; the table turns them into labels.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from hexfront.engine.errors import Refused
from hexfront.engine.order import DONE, Order
from hexfront.engine.part import Part, S
from hexfront.engine.pieces import Piece


class Item(msgspec.Struct, frozen=True):
    """One line of a sum: what it is for, what it adds or does, and the rule behind it."""

    text: str
    value: str
    rule: str = ""


class Chance(msgspec.Struct, frozen=True):
    """One result of a die: its code, how likely it is, and what it would do here."""

    code: str
    chance: float
    text: str = ""


class Switch(msgspec.Struct, frozen=True):
    """Support that can be switched on or off: the unit or words to add to the order, in its slot of this kind."""

    word: str
    title: str
    on: bool
    slot: str = "units"


class Panel(msgspec.Struct, frozen=True):
    """An attack before it is made: both sums, the odds, the chances, the support, and why it may not be made."""

    title: str
    attack: list[Item]
    attack_total: str
    defence: list[Item]
    defence_total: str
    odds: str
    chances: list[Chance]
    switches: list[Switch] = []
    rule: str = ""  # of the refusal, if it may not be made now
    why: str = ""
    note: str = ""  # how far the chances can be trusted, where they are not exact


class Overlay(msgspec.Struct, frozen=True):
    """Something that can be laid over the board: its id, its key on the keyboard, its title."""

    id: str
    key: str
    title: str


class Shade(msgspec.Struct, frozen=True):
    """A hex of an overlay: a tone (a side's name, `both`, `good`, `bad`, `goal`) and a short label."""

    hex: int
    tone: str
    label: str = ""


class Reminder(msgspec.Struct, frozen=True):
    """Something owed, or about to be forgotten: a sentence, its rule, and where to look.

    `must`: the phase does not end before it is done. `loss`: ending the phase now costs this.
    """

    text: str
    rule: str = ""
    hexes: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    must: bool = False
    loss: bool = False


class Chart(msgspec.Struct, frozen=True):
    """A chart as a table; `lit` is the row or column (by its heading) that counts now."""

    title: str
    rule: str
    columns: list[str]
    rows: list[list[str]]
    lit: str = ""


class Force(msgspec.Struct, frozen=True):
    """One unit in the list of forces: under which heading, its name and figures, and its hex if it has one."""

    group: str
    side: str
    name: str
    title: str
    figures: str
    hex: int = -1
    note: str = ""


class Desk(Part[S]):
    """What one game tells a table; all of it is asked of a view. A game overrides what it has more to say of."""

    shades: ClassVar[Mapping[str, Callable[[Any, Any, int], list[Shade]]]] = {}  # what draws each overlay, by its id

    def turn_name(self, s: S) -> str:
        """The turn as people call it."""
        return f"Turn {s.turn}"

    def facts(self, s: S) -> list[tuple[str, str]]:
        """What stands beside the turn: weather, points and the like, each with its heading."""
        return []

    def pieces(self, s: S) -> list[Piece]:
        """The counters on the board for drawing, as anybody may see them: nothing hidden shows."""
        return []

    # -- orders ----------------------------------------------------------------------------------

    def orders_for(self, s: S, units: tuple[int, ...]) -> Iterator[Order]:
        """The orders offered now that name exactly these units; without units, those that name nothing at all."""
        if not self.game.over(s):
            for verb in self.game.current(s).verbs.values():
                if verb.available(s):
                    yield from verb.about(s, units)

    def orders_at(self, s: S, place: int) -> Iterator[Order]:
        """The orders offered now that name this hex and no unit."""
        if not self.game.over(s):
            for verb in self.game.current(s).verbs.values():
                order = Order(verb.name, at=(place,))
                if verb.form.only("hex") and verb.available(s) and verb.accepts(s, order):
                    yield order

    def hex_orders(self, s: S) -> Iterator[Order]:
        """All orders offered now that name a hex and no unit, for a table that lights them."""
        if not self.game.over(s):
            for verb in self.game.current(s).verbs.values():
                if verb.form.only("hex") and verb.available(s):
                    yield from verb.offers(s)

    def orders_against(self, s: S, units: tuple[int, ...], place: int) -> Iterator[Order]:
        """The orders offered now by which one of these units alone aims at this hex."""
        if not self.game.over(s):
            for verb in self.game.current(s).verbs.values():
                if verb.form.takes("hexes") and verb.available(s):
                    alone = (order for unit in units for order in verb.about(s, (unit,)))
                    yield from (order for order in alone if place in order.at)

    def foresee(self, s: S, order: Order) -> dict[str, Any]:
        """What can be worked out about an order before it is played: its cost, its odds."""
        return {}

    def cost_of(self, s: S, order: Order) -> float | None:
        """The movement points that an order takes, if it is one that takes some."""
        cost = self.foresee(s, order).get("cost") if order.path else None
        return None if cost is None else float(cost)

    def panel(self, s: S, order: Order) -> Panel | None:
        """An attack before it is made, legal or not; None for orders that are no attack."""
        return None

    # -- over the board and beside it ------------------------------------------------------------

    def overlay(self, s: S, side: str, id: str) -> list[Shade]:
        """One overlay as this side sees it; a watcher without a side sees that of whoever decides now."""
        mine = self.game.sides.index(side) if side in self.game.sides else self.game.current(s).side(s)
        return self.shades[id](self.game, s, mine) if id in self.shades else []

    def demands(self, s: S) -> list[Reminder]:
        """What the rules themselves want now: what is owed, and why the phase cannot end yet."""
        game = self.game
        if game.over(s):
            return []
        step = game.current(s)
        done = step.verbs.get(DONE.verb)
        if s.owed:
            units = tuple(dict.fromkeys(s.owed[-1].units))
            must = not (done and done.accepts(s, DONE))
            return [Reminder(_sentence(step.asks(s)), step.rule, self.hexes_of(s, units), units, must)]
        try:
            if done:
                done.check(s, DONE)
        except Refused as refusal:
            return [Reminder(_sentence(refusal.why), refusal.rule, must=True)]
        return []

    def hints(self, s: S) -> Iterator[Reminder]:
        """What a game knows of the phase: its duties one by one, and what could still be done before it ends."""
        yield from ()

    def reminders(self, s: S) -> list[Reminder]:
        """What is owed now, and what would be forgotten if the phase ended."""
        own = list(self.hints(s))
        return own if any(each.must for each in own) else [*self.demands(s), *own]

    def hexes_of(self, s: S, units: tuple[int, ...]) -> tuple[int, ...]:
        """The hexes in which these units stand, each once."""
        return tuple(dict.fromkeys(place for place in map(s.hex_of, units) if place >= 0))

    def tables(self, s: S) -> list[Chart]:
        """The charts of the game, with what counts now lit."""
        return []

    def forces(self, s: S) -> list[Force]:
        """All units of both sides under their headings: on the board, waiting, to come, lost."""
        return []


def _sentence(text: str) -> str:
    """A refusal or a prompt as a sentence of its own."""
    return text[:1].upper() + text[1:] + "."
