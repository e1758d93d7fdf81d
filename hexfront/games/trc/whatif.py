"""V.1-V.6: the what-ifs. Each is offered once, at its moment, to the player who decides it.

Adopting notes the rule in `s.adopted`, where everybody reads it who has to do with dates, counts or dice; what changes
on the spot is done here.
"""

import random
from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form
from hexfront.engine.state import Stage
from hexfront.games.trc.minors import dismiss
from hexfront.games.trc.state import AIRFIELD, DUE, GONE, OFF, TrcState
from hexfront.mechanics.phases import Played

# The month before which a what-if is decided; V.1 comes between the two set-ups.
WHEN = {"V.2": "1941-03", "V.3": "1941-05", "V.4": "1941-12", "V.5": "1942-11", "V.6": "1944-09"}
NO_ITALIANS = ("V.1", "V.3", "V.5")  # V.1.3, V.3.4, V.5.2
EARLY_TURN = "1941-03"  # V.1.1: the game starts with this turn


def open_now(s: TrcState, rule: str) -> bool:
    """Is this the moment of a what-if that both have agreed on, and do earlier choices allow it?"""
    e = s.edition
    option = e.charts["options"][rule]
    if not s.on(rule) or rule in s.adopted or not set(option.get("needs", ())) <= set(s.adopted):
        return False
    if set(option.get("excludes_in_play", ())) & set(s.adopted):
        return False
    if rule in WHEN:
        return s.turn == e.calendar.month(WHEN[rule])[0]
    return bool(e.scenarios[s.scenario]["first"] == e.calendar.month("1941-05")[0])


def check_open(s: TrcState, rule: str) -> None:
    """Each is decided at its moment, once."""
    if not open_now(s, rule):
        raise Refused(rule, f"the what-if {s.edition.charts['options'][rule]['title']} is not decided now")


def adopt(s: TrcState, rule: str) -> None:
    """A what-if comes true: what it changes at once."""
    s.adopted = (*s.adopted, rule)
    s.say(rule, "what if: {title}", title=s.edition.charts["options"][rule]["title"])
    if rule in NO_ITALIANS:
        _no_italians(s, rule)
    _new_units(s, rule)
    if rule == "V.1":
        s.turn = s.edition.calendar.month(EARLY_TURN)[0]


def _no_italians(s: TrcState, rule: str) -> None:
    """V.1.3, V.3.4, V.5.2: the Italians leave the game, also those who are still to be set up."""
    dismiss(s, "italian")
    for unit in s.edition.units:
        if unit.nation == "italian" and unit.start and s.where[unit.number] == OFF:
            s.put(unit.number, GONE)
    s.say(rule, "no Italian units take part any more")


def _new_units(s: TrcState, rule: str) -> None:
    """V.1, V.3.2: 1FJ stands ready off the board, 2FJ and DAK are put on the order-of-battle card."""
    e = s.edition
    for unit in e.units:
        if unit.option == rule and s.where[unit.number] == OFF:
            s.put(unit.number, AIRFIELD if unit.number == e.jaeger else DUE)


class Adopt(Verb[TrcState]):
    """Let the what-if come true."""

    name = "adopt"
    form = Form()
    rule = "V.1"

    def offers(self, s: TrcState) -> Iterator[Order]:
        if open_now(s, s.phase.rule):
            yield Order("adopt")

    def check(self, s: TrcState, order: Order) -> None:
        check_open(s, s.phase.rule)

    def do(self, s: TrcState, order: Order) -> None:
        adopt(s, s.phase.rule)
        s.stage = Stage.TO_BE_ENDED


class Decline(Verb[TrcState]):
    """Leave history as it was."""

    name = "decline"
    form = Form()
    rule = "V.1"

    def offers(self, s: TrcState) -> Iterator[Order]:
        if open_now(s, s.phase.rule):
            yield Order("decline")

    def check(self, s: TrcState, order: Order) -> None:
        check_open(s, s.phase.rule)

    def do(self, s: TrcState, order: Order) -> None:
        s.stage = Stage.TO_BE_ENDED


class WhatIf(Played[TrcState]):
    """One what-if at its place in the sequence."""

    def played(self, s: TrcState) -> bool:
        return s.on(self.rule)

    def pending(self, s: TrcState) -> bool:
        return open_now(s, self.rule)

    def sample(self, s: TrcState, rng: random.Random) -> Order:
        return Order("adopt" if rng.random() < 0.5 else "decline")
