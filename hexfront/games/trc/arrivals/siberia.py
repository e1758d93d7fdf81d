"""What-if V.4: replacements that the Russian sends against Japan, and those who come back."""

import random
from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.games.trc.arrivals.buying import bring, candidates, check_place, places
from hexfront.games.trc.arrivals.replacements import one_unit
from hexfront.games.trc.control import refresh
from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.slots import AtHex
from hexfront.games.trc.state import SIBERIA, TrcState
from hexfront.games.trc.victory import decide
from hexfront.grid import members

DUTY, ENOUGH = 40, 60  # factors in Siberia that end the duty, and that open the way back
LEVEL = "Siberia undefended"  # how a game lost by V.4 is called


def at_war(s: TrcState) -> bool:
    """Has Japan attacked? The duty begins with the first Russian turn after the decision."""
    return "V.4" in s.adopted


def _there(s: TrcState) -> list[int]:
    return [unit for unit in s.edition.units_of[RUSSIAN] if s.where[unit] == SIBERIA]


def factors_there(s: TrcState) -> int:
    """The factors in Siberia. They only fall once the way back is open, so no total of all sendings is kept."""
    return sum(s.edition.strength[unit] for unit in _there(s))


def open_way(s: TrcState) -> None:
    """At the start of a Russian turn: were there ever enough to bring some back?"""
    if at_war(s) and not s.siberia_open and factors_there(s) >= ENOUGH:
        s.siberia_open = True
        s.say("V.4", "Siberia is safe: its units may come back, one in a turn")


def _arrived(s: TrcState) -> list[int]:
    """The replacements of this turn who could go, or have gone, to Siberia."""
    return members(s.replaced & ~s.recalled & s.edition.of_side[RUSSIAN])


def sent(s: TrcState) -> int:
    """Who was sent in this turn, or -1."""
    return next((unit for unit in _arrived(s) if s.where[unit] == SIBERIA), -1)


def owes(s: TrcState) -> bool:
    """Must one of the replacements of this turn still be sent?"""
    return at_war(s) and not s.siberia_open and sent(s) < 0 and factors_there(s) < DUTY


def able(s: TrcState) -> bool:
    """Is there a replacement to send, or one that could be taken?"""
    return bool(_arrived(s) or candidates(s))


def forfeit(s: TrcState) -> None:
    """The end of the Russian preparation: who owes a unit to Siberia and has none has lost."""
    if owes(s):
        decide(s, AXIS, LEVEL, "V.4", "no replacement can be sent to Siberia")


class Send(Verb[TrcState]):
    """One replacement of this turn goes to Siberia instead of the board."""

    name = "send"
    form = Form(Units())
    rule = "V.4"

    def offers(self, s: TrcState) -> Iterator[Order]:
        if at_war(s) and sent(s) < 0:
            yield from (Order("send", (unit,)) for unit in _arrived(s))

    def check(self, s: TrcState, order: Order) -> None:
        unit = one_unit(s, order)
        if not at_war(s):
            raise Refused("V.4", "Japan is not at war; nobody is sent to Siberia")
        if sent(s) >= 0:
            raise Refused("V.4", f"{s.name(sent(s))} was sent in this turn, and no more than one goes")
        if unit not in _arrived(s):
            raise Refused("V.4", f"{s.name(unit)} is not a replacement of this turn; only those go to Siberia")

    def do(self, s: TrcState, order: Order) -> None:
        unit = order.units[0]
        place = s.where[unit]
        s.put(unit, SIBERIA)
        s.fresh &= ~(1 << unit)
        if place >= 0:
            if not any(s.replaced >> u & 1 for u in s.stacks.get(place, ())):
                s.used_cities &= ~(1 << place)  # 22.6: it never came to this city
            refresh(s)
        s.say("V.4", "{unit} goes to Siberia: {number} factors there", unit=unit, number=factors_there(s))

    def available(self, s: TrcState) -> bool:
        return at_war(s)


class Recall(Verb[TrcState]):
    """One unit a turn comes back from Siberia as a further replacement that costs nothing."""

    name = "recall"
    form = Form(Units(), AtHex())
    rule = "V.4"

    def offers(self, s: TrcState) -> Iterator[Order]:
        for unit in self._free(s):
            yield from (Order("recall", (unit,), (), at) for at in places(s, unit))

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        """Anybody who is there, anywhere."""
        free = self._free(s)
        if not free:
            return None
        unit = rng.choice(free)
        return Order("recall", (unit,), (), rng.choice(places(s, unit)))

    def _free(self, s: TrcState) -> list[int]:
        """Who may come back now."""
        if not s.siberia_open or s.recalled:
            return []
        gone = sent(s)
        return [unit for unit in _there(s) if unit != gone]

    def check(self, s: TrcState, order: Order) -> None:
        unit = one_unit(s, order)
        if not s.siberia_open:
            raise Refused("V.4", f"nobody comes back from Siberia before {ENOUGH} factors were there")
        if s.recalled:
            raise Refused("V.4", "only one unit comes back from Siberia in a turn")
        if s.where[unit] != SIBERIA:
            raise Refused("V.4", f"{s.name(unit)} is not in Siberia")
        if unit == sent(s):
            raise Refused("V.4", f"{s.name(unit)} was sent to Siberia in this very turn")
        if order.at:
            check_place(s, unit, order.at[0])

    def do(self, s: TrcState, order: Order) -> None:
        unit = order.units[0]
        s.recalled |= 1 << unit
        bring(s, unit, order.at)
        s.say("V.4", "{unit} comes back from Siberia", unit=unit)

    def available(self, s: TrcState) -> bool:
        return at_war(s)
