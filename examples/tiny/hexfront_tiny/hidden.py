"""Chapter 4: counters that lie face down, and what may be known of them."""

from collections import Counter
from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.grid import members
from hexfront_tiny.state import UNKNOWN, TinyState


def reveal(s: TinyState, unit: int) -> None:
    """4.1: turn a counter face up; undo never goes back behind that."""
    if s.down >> unit & 1:
        s.down &= ~(1 << unit)
        s.shown += 1
        s.say("4.1", "{unit} has a strength of {strength}", unit=unit, strength=s.strength[unit])


def unseen(s: TinyState) -> list[int]:
    """The strengths that the counters face down have among them."""
    drawn = [u for u, unit in enumerate(s.edition.data["unit"]) if "strength" not in unit]
    cup = Counter(s.edition.data["cup"]["blue"])
    cup.subtract(s.strength[u] for u in drawn if not s.down >> u & 1)
    return sorted(cup.elements())


def possible(s: TinyState, unit: int) -> list[int]:
    """The strengths that a unit may have, as far as the viewer knows."""
    return [s.strength[unit]] if s.strength[unit] != UNKNOWN else unseen(s)


class Show(Verb[TinyState]):
    """Blue turns a counter of his own face up."""

    name, form, rule = "show", Form(Units()), "4.2"

    def offers(self, s: TinyState) -> Iterator[Order]:
        for unit in members(s.down):
            if s.where[unit] >= 0:
                yield Order(self.name, (unit,))

    def check(self, s: TinyState, order: Order) -> None:
        if order not in self.offers(s):
            raise Refused("4.2", "only a counter that lies face down can be shown, one at a time")

    def do(self, s: TinyState, order: Order) -> None:
        reveal(s, order.units[0])
