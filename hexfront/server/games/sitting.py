"""A game in memory as the server plays it: an order is tried first, and taken only when it is on disk.

A `Session` keeps its whole log and every state back to the last die. Here only the end of both is kept, because the
database has the rest and a server holds many games.
"""

import hashlib
import zlib
from functools import cache
from typing import Any

import msgspec

import hexfront
from hexfront.engine.errors import BadData, HexfrontError
from hexfront.engine.game import Game
from hexfront.engine.records.branch import begin
from hexfront.engine.session import Broken, CannotUndo, LogLine, Session, whereabouts
from hexfront.engine.state import State
from hexfront.server.storage.rows import Game as Row
from hexfront.server.storage.rows import Line, Snapshot

BACK = 50  # states to which undo can go back without reading the database
EVERY = 50  # orders between two snapshots


class Attempt(msgspec.Struct, frozen=True):
    """An order that the rules accept, and the position after it; nothing has been changed yet."""

    state: State
    line: LogLine
    roll: int  # number of its first die


class Sitting(Session):
    """State, number of the last line, and the way back."""

    def __init__(self, game: Game[Any], state: State, number: int = 0) -> None:
        super().__init__(game, state, {})
        self.number = number

    def attempt(self, order: str, side: str | None) -> Attempt:
        """Play an order on a copy. HexfrontError if the rules refuse it, Broken if the game fails at it."""
        state = self.state.copy()
        try:
            line = self._play(state, order, side)
        except HexfrontError:
            raise
        except Exception as error:
            raise Broken(f"the game failed at {order!r}: {whereabouts(error)}") from error
        return Attempt(state, msgspec.structs.replace(line, number=self.number + 1), self.state.rolls)

    def accept(self, attempt: Attempt) -> None:
        """Take the position after an order that is on disk."""
        self._keep(attempt.state, attempt.line)
        self.log.clear()
        self.number += 1
        if len(self._before) > BACK:
            del self._before[:-BACK]
            self._wall = ""  # there is more behind what is kept here

    def again(self, line: Line) -> None:
        """Play a line of the database; its dice must fall as they did."""
        try:
            attempt = self.attempt(line.text, line.side)
        except HexfrontError as error:
            raise BadData(f"line {line.number}, {line.text!r}, cannot be played any more: {error}") from error
        if list(attempt.line.dice) != line.dice:
            raise BadData(f"line {line.number}, {line.text!r}: its dice fell otherwise")
        self.accept(attempt)

    @property
    def knows_way_back(self) -> bool:
        """Is it known here whether the last order can be taken back?"""
        return bool(self._before or self._wall or not self.number)

    def before(self) -> State:
        """The state before the last order; CannotUndo if a die or a counter stands between."""
        if not self.number:
            raise CannotUndo("nothing has been played yet, so nothing can be taken back")
        if not self._before:
            raise CannotUndo(self._wall)
        return self._before[-1]

    def snapshot(self, attempt: Attempt) -> Snapshot | None:
        """The state after an attempt, if one is due."""
        number = attempt.line.number
        return snapshot_of(self.game, attempt.state, number) if is_due(number) else None


def is_due(number: int) -> bool:
    """Does this line have a snapshot?"""
    return number % EVERY == 0


def snapshot_of(game: Game[Any], state: State, number: int) -> Snapshot:
    """A state after so many lines, packed."""
    return Snapshot(number, form_of(game), zlib.compress(state.to_json(), 1))


def restore(game: Game[Any], row: Row, snapshot: Snapshot | None) -> Sitting:
    """A game at its snapshot, or at its beginning."""
    if snapshot is None:
        return Sitting(game, begin(game, row.scenario, row.seed, row.options, row.origin, row.robots))
    return Sitting(game, game.load(zlib.decompress(snapshot.state)), snapshot.number)


@cache
def form_of(game: Game[Any]) -> str:
    """The form of a game's state: a snapshot of another version is passed over, and the lines are played instead."""
    fields = ",".join(type(game.start(seed="form")).__struct_fields__)
    return hashlib.sha256(f"{hexfront.__version__} {game.id} {fields}".encode()).hexdigest()[:16]
