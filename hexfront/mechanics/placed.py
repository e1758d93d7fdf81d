"""Pieces on a board: what the states of all games have that move units over hexes."""

from collections.abc import Iterable
from typing import Any

from hexfront.engine.edition import Edition
from hexfront.engine.sequence import Phase
from hexfront.engine.state import State, WorkedOut

OFF = -1  # a place that is no hex; a game counts its boxes on from here, downwards


class Placed(State):
    """Where every unit is, and what follows from that: the stacks, and the hexes that each side holds.

    A game narrows `edition` and `board` to its own types, and overrides `put` where units of some kind lie apart.
    """

    where: list[int] = []  # of each unit: its hex, or a box below 0
    edition: WorkedOut[Any] = None
    board: WorkedOut[Any] = None  # of the edition, kept at hand
    stacks: WorkedOut[dict[int, tuple[int, ...]]] = {}
    held_by: WorkedOut[list[int]] = []  # hexes with units, by side

    def finish(self, edition: Edition) -> None:
        """Work out the derived fields, from an empty board on."""
        self.edition, self.board = edition, edition.board
        self.clear()
        places, self.where = self.where, [place if place < 0 else OFF for place in self.where]
        for unit, place in enumerate(places):
            if place >= 0:
                self.put(unit, place)

    def clear(self) -> None:
        """Nobody is anywhere."""
        self.stacks, self.held_by = {}, [0, 0]

    def put(self, unit: int, place: int) -> None:
        """Move a unit to a place: the only way a unit's place ever changes."""
        old = self.where[unit]
        self.where[unit] = place
        side = self.edition.side[unit]
        if old >= 0:
            stack = self.stacks[old]
            if len(stack) > 1:
                self.stacks[old] = tuple(u for u in stack if u != unit)
            else:
                del self.stacks[old]
                self.held_by[side] ^= 1 << old
        if place >= 0:
            here = self.stacks.get(place)
            self.stacks[place] = tuple(sorted((*here, unit))) if here else (unit,)
            self.held_by[side] |= 1 << place

    @property
    def phase(self) -> Phase:
        """The phase that is under way: a row of the edition's table."""
        row: Phase = self.edition.phases[self.step]
        return row

    def hex_of(self, unit: int) -> int:
        return max(self.where[unit], -1)

    def stack(self, place: int, side: int) -> tuple[int, ...]:
        sides = self.edition.side
        return tuple(u for u in self.stacks.get(place, ()) if sides[u] == side)

    def occupied(self) -> tuple[int, int]:
        return self.held_by[0], self.held_by[1]

    def name(self, unit: int) -> str:
        """A unit as it is called."""
        return str(self.edition.name[unit])

    def names(self, units: Iterable[int]) -> str:
        """Units as a list of names."""
        return str(self.edition.names(units))
