"""Chapters 6.2 and 13.7: units for which there is no room are given up, by their owner's choice."""

from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.engine.state import Duty
from hexfront.games.trc.aftermath import settled
from hexfront.games.trc.combat.losses import alive, eliminate
from hexfront.games.trc.stacking import excess, mixed, overfull
from hexfront.games.trc.state import TrcState
from hexfront.mechanics.phases import Owed


def settle_excess(s: TrcState) -> None:
    """6.2: what is stacked too high when movement ends, and could not leave."""
    for place in overfull(s, s.mover):
        s.owe(Duty("excess", s.mover, s.stacks[place], 0, (place,)))


def _choice(s: TrcState) -> tuple[int, ...]:
    """Those of whom one has to go: nobody once the rest fits."""
    left = alive(s, s.owed[-1].units)
    if not _too_many(s, left):
        return ()
    return left if mixed(s, left) else tuple(u for u in left if s.edition.size[u] != "none") or left


def _too_many(s: TrcState, left: tuple[int, ...]) -> bool:
    """`at` names the hex that is too full; without it a retreat is (13.7)."""
    duty = s.owed[-1]
    return bool(excess(s, left) or mixed(s, left)) if duty.at else len(left) > len(duty.units) - duty.number


class Remove(Verb[TrcState]):
    """The owner gives up a unit that there is no room for."""

    name = "remove"
    form = Form(Units())
    rule = "13.7"

    def offers(self, s: TrcState) -> Iterator[Order]:
        for unit in _choice(s):
            yield Order("remove", (unit,))

    def check(self, s: TrcState, order: Order) -> None:
        if len(order.units) != 1 or order.units[0] not in s.owed[-1].units:
            raise Refused(self._rule(s), f"one of these has to go: {s.names(_choice(s))}")
        if order.units[0] not in _choice(s):
            raise Refused("6.3", f"{s.name(order.units[0])} takes no room")

    def _rule(self, s: TrcState) -> str:
        return "6.2" if s.owed[-1].at else "13.7"

    def do(self, s: TrcState, order: Order) -> None:
        eliminate(s, order.units[0], self._rule(s), "there is no room for it")
        settled(s)


class Excess(Owed[TrcState]):
    """More units than may stay; what leaves no choice happens by itself."""

    name, rule, title = "excess", "6.2", "Too many in one hex"
    prompt = "remove units until the rest fits"

    def __init__(self) -> None:
        self._remove = Remove()
        self.verbs: dict[str, Verb[TrcState]] = {"remove": self._remove}

    def asks(self, s: TrcState) -> str:
        return f"{self.prompt}: {s.names(_choice(s))}"

    def pending(self, s: TrcState) -> bool:
        return len(_choice(s)) > 1

    def end(self, s: TrcState) -> None:
        if _choice(s):
            self._remove.do(s, Order("remove", _choice(s)[:1]))
        s.owed.pop()
