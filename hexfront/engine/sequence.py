"""The sequence of play as a table: a row for each phase, with its rule, whose it is, of what kind, and its orders.

A game has one such table; it belongs to the edition, so that every state knows in which phase it is without asking for
it by name. `Step`s are made from the rows, one each, in the order of the table.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import msgspec

from hexfront.engine.steps import Step, Verb


class Kind(StrEnum):
    """What happens in a phase. Rules that speak of all movement, or of all combat, ask for this."""

    SET_UP = "set-up"
    CHOICE = "choice"  # something is agreed on, or bid
    PREPARATION = "preparation"  # what is settled before anybody moves
    MOVEMENT = "movement"
    COMBAT = "combat"
    MARKERS = "markers"  # markers are laid, bands are placed
    UPKEEP = "upkeep"  # nobody decides: weather, supply, recovery, the end of a turn


class Phase(msgspec.Struct, frozen=True, eq=False):
    """A row: what the rulebook calls the phase and where, and which orders it takes from whom."""

    name: str  # by which records and cases know it
    rule: str
    title: str
    side: int
    kind: Kind
    step: "type[Step[Any]]"  # what begins and ends it
    verbs: "tuple[Callable[[], Verb[Any]], ...]" = ()  # what makes them
    prompt: str = ""
    impulse: int = 1
    prelude: bool = False  # it comes once, before the first turn

    @property
    def moves(self) -> bool:
        """Is it a movement phase?"""
        return self.kind is Kind.MOVEMENT

    @property
    def fights(self) -> bool:
        """Is it a combat phase?"""
        return self.kind is Kind.COMBAT


def steps_of(phases: tuple[Phase, ...], prelude: bool) -> list[Step[Any]]:
    """The steps of the prelude, or those of a turn, in the order of the table."""
    return [phase.step(phase) for phase in phases if phase.prelude is prelude]  # type: ignore[call-arg]
