"""A game under way at one table: the state, the log, undo back to the last die, and the file."""

import contextlib
import os
import secrets
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from hexfront.engine.dice import commitment
from hexfront.engine.errors import BadData, HexfrontError
from hexfront.engine.game import Ask, Game, Options, Result
from hexfront.engine.order import Order
from hexfront.engine.records.branch import Origin, begin, branch_off
from hexfront.engine.records.record import Entry, Record, clean, read, write
from hexfront.engine.state import State

Lookup = Callable[[str], Game[Any]]  # finds a game by its id; the engine itself knows none


class CannotUndo(HexfrontError):
    """The last order stands, and the text says why."""


class Broken(HexfrontError):
    """The game itself failed at an order. The state before the order is untouched."""


class LogLine(msgspec.Struct, frozen=True):
    """One order in the log: when, by whom, what it said, what came of it."""

    number: int
    turn: int
    step: str  # name of the step or duty that asked
    side: str
    order: str
    lines: list[str]
    dice: tuple[int, ...]
    codes: tuple[str, ...]
    heading: str


class Session:
    """One game with its history. The history is here and in the record, never in the state."""

    def __init__(self, game: Game[Any], state: State, players: Mapping[str, str], origin: Origin | None = None) -> None:
        self.game = game
        self.state = state
        self.origin = origin  # where a branch begins
        self.rules = game.ruling  # by which it is played, or was, if it comes from a record
        self.players = {side: clean(players.get(side, "")) or "human" for side in game.sides}
        self.remarks: tuple[str, ...] = ()
        self.log: list[LogLine] = []
        self._before: list[State] = []  # states that undo can go back to, one for each of the last orders
        self._wall = ""  # why it can go no further

    @classmethod
    def start(
        cls,
        game: Game[Any],
        scenario: str = "",
        seed: object = None,
        options: Options = (),
        players: Mapping[str, str] | None = None,
        origin: Origin | None = None,
        robots: tuple[str, ...] = (),
    ) -> "Session":
        """A new game, or a branch of one. Without a seed the computer draws one; `robots` are the sides they play."""
        scenario = game.known_scenario(scenario)
        game.check_options(options)
        text = secrets.token_hex(8) if seed is None else str(seed)
        if not text or clean(text) != text:
            raise BadData(f"{text!r} cannot be a seed: take a number or a word")
        state = begin(game, scenario, text, tuple(dict.fromkeys(options)), origin, robots)
        return cls(game, state, players or {}, origin)

    def branch(self, side: str, seed: object = None) -> "Session":
        """What if: the game from here with new dice, and with new counters wherever this side sees none."""
        origin = branch_off(self.game, self.state, side, len(self.log))
        return Session.start(
            self.game, self.state.scenario, seed, self.state.options, self.players, origin, self.state.robots
        )

    # -- playing ---------------------------------------------------------------------------------

    def ask(self) -> Ask[Any] | None:
        """Who decides what now; None when the game is over."""
        return self.game.ask(self.state)

    @property
    def result(self) -> Result | None:
        """How the game ended, once it has."""
        return self.game.result(self.state) if self.game.over(self.state) else None

    def play(self, order: Order | str, side: str | None = None) -> list[str]:
        """Play an order for a side (or for whoever decides) and return what the log tells of it."""
        state = self.state.copy()  # an order that fails half way must leave nothing behind
        try:
            line = self._play(state, order, side)
        except HexfrontError:
            raise
        except Exception as error:
            raise Broken(f"the game failed at {self._name(order)!r}: {whereabouts(error)}") from error
        self._keep(state, line)
        return line.lines

    def _play(self, state: Any, order: Order | str, side: str | None) -> LogLine:
        game = self.game
        meant = game.read(state, order) if isinstance(order, str) else order
        checked = game.check(state, meant, side)
        text, heading, turn = self._text(state, meant, order), heading_of(game, state), state.turn
        events = game.carry_out(state, checked)
        dice, state.faces = tuple(state.faces or ()), None
        told = [game.tell(event) for event in events]
        codes = tuple([clean(event.code) for event in events if event.code])
        side = checked.side
        return LogLine(len(self.log) + 1, turn, checked.step.name, side, text, told, dice, codes, heading)

    def _text(self, state: Any, order: Order, given: Order | str) -> str:
        """The full text of an order. What would not be read back as it was meant never enters a record."""
        text = self.game.write(order)
        if text != given and self.game.read(state, text) != order:  # the text that was given has been read already
            raise Broken(f"the game failed at {text!r}: this text means another order than the one given")
        return text

    def _name(self, order: Order | str) -> str:
        if isinstance(order, str):
            return order
        with contextlib.suppress(Exception):
            return self.game.write(order)
        return repr(order)

    def _keep(self, after: State, line: LogLine) -> None:
        """Take the new state, and remember the old one unless a die or a counter has shut the way back."""
        before, self.state = self.state, after
        self.log.append(line)
        if before.barrier() == after.barrier():
            self._before.append(before)
            return
        self._before.clear()
        cause = "a die was thrown" if before.rolls != after.rolls else "a hidden counter was shown"
        self._wall = f"{cause} by {line.order!r}, and undo does not go back behind that"

    # -- taking back -----------------------------------------------------------------------------

    def undo(self, side: str | None = None) -> str:
        """Take back the last order and return its text. A side takes back only its own; None takes any."""
        if not self.log:
            raise CannotUndo("nothing has been played yet, so nothing can be taken back")
        last = self.log[-1]
        if side is not None and side != last.side:
            raise CannotUndo(f"the last order, {last.order!r}, is the {last.side} player's")
        if not self._before:
            raise CannotUndo(self._wall)
        self.state = self._before.pop()
        self.log.pop()
        return last.order

    # -- the record ------------------------------------------------------------------------------

    def record(self, reveal: bool = True) -> Record:
        """The record so far; without the seed (`reveal=False`) it can be shown while the game runs."""
        state = self.state
        return Record(
            self.game.id,
            state.scenario,
            state.options,
            commitment(state.seed),
            dict(self.players),
            state.seed if reveal else None,
            [Entry(line.order, line.dice, line.codes, line.heading) for line in self.log],
            result_of(self.game, state),
            tuple(map(clean, self.remarks)),
            self.origin,
            self.rules,
            state.robots,
        )

    def save(self, path: Path | str) -> None:
        """Keep the record in a file: all of it or, if anything fails, the file as it was."""
        write_file(Path(path), write(self.record()))

    @staticmethod
    def load(path: Path | str, lookup: Lookup) -> "Session":
        """The game that a file keeps, played again from its first order."""
        path = Path(path)
        try:
            return replay(lookup, read(read_file(path)))
        except BadData as error:
            raise BadData(f"{path}: {str(error).removeprefix(f'{path}: ')}") from None


# -- playing a record again --------------------------------------------------------------------------------


def replay(lookup: Lookup, record: Record, upto: int | None = None) -> Session:
    """The game of a record after its first `upto` orders, or after all of them."""
    session = open_record(lookup, record)
    for entry in record.entries[:upto]:
        try:
            session.play(entry.order)
            _compare(entry, session.log[-1])
        except HexfrontError as error:
            why = str(error) if isinstance(error, BadData) else f"{entry.order!r} cannot be played: {error}"
            raise BadData(f"line {entry.line}: {why}{other_rules(session.game, session.rules)}") from error
    session.rules = session.game.ruling  # so far the rules of today say the same, and it goes on by them
    return session


def open_record(lookup: Lookup, record: Record) -> Session:
    """The game of a record before its first order."""
    if record.seed is None:
        raise BadData("the seed is not told in this record, so it cannot be played again")
    if commitment(record.seed) != record.commit:
        raise BadData("the seed is not the one that 'commit:' stands for")
    game = lookup(record.game)
    if set(record.players) != set(game.sides):
        raise BadData(f"the header should name a player for each side: {' and '.join(game.sides)}")
    strange = set(record.robots) - set(game.sides)
    if strange or (record.robots and not game.minds_robots):
        raise BadData("'robots:' should name sides, in a game whose rules ask which of them robots play")
    session = Session.start(
        game, record.scenario, record.seed, record.options, record.players, record.origin, record.robots
    )
    if record.rules > game.ruling:
        raise BadData(
            f"it was played by rules {record.rules} of {game.id}, which are newer than this version's {game.ruling}"
        )
    session.remarks, session.rules = record.remarks, record.rules
    return session


def other_rules(game: Game[Any], rules: int) -> str:
    """Why what was legal once may be refused: it was played by older rules than those of this version."""
    if rules == game.ruling:
        return ""
    return f"; it was played by rules {rules} of {game.id}, and this version plays rules {game.ruling}"


def _compare(entry: Entry, line: LogLine) -> None:
    """What a record tells of dice and results must be so; a record typed by hand may leave them out."""
    if entry.dice and entry.dice != line.dice:
        raise BadData(f"the dice of {entry.order!r} fell {_list(line.dice)}")
    if entry.codes and entry.codes != line.codes:
        raise BadData(f"the result of {entry.order!r} was {_list(line.codes)}")


def _list(things: tuple[object, ...]) -> str:
    return ", ".join(map(str, things)) or "not at all"


# -- what a session is made of -----------------------------------------------------------------------------


def heading_of(game: Game[Any], state: State) -> str:
    """The heading of the phase under way. Duties belong to the phase that they interrupt."""
    step = game.steps[state.step]
    return clean(f"Turn {state.turn}, {step.title}" + (f" ({step.rule})" if step.rule else ""))


def result_of(game: Game[Any], state: State) -> str:
    """The last line of a record: who won, at what level, and the points; nothing while the game runs."""
    if not game.over(state):
        return ""
    result = game.result(state)
    points = " - ".join(f"{result.points.get(side, 0):g}" for side in game.sides)
    return clean(", ".join([result.winner or "draw", result.level, points]))


def whereabouts(error: BaseException) -> str:
    """An unexpected error in one line: what, and where in the code."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return clean(f"{type(error).__name__}: {error}{place}")


def read_file(path: Path) -> str:
    """The text of a file, or BadData with one sentence."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadData(f"{path}: this is not a text file") from None
    except (OSError, ValueError) as error:
        raise BadData(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def make_folder(folder: Path) -> Path:
    """A folder that is there from now on, with those above it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadData(f"{folder}: {error.strerror}") from None
    return folder


def write_file(path: Path, text: str) -> None:
    """Replace a file by a text in one go: readers see the old one or the new one, never half of it."""
    try:
        path = path.resolve()
        if path.exists() and not path.is_file():
            raise BadData(f"{path}: this is not a file that can be written")
        spare = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        try:
            spare.write_text(text, encoding="utf-8")
            os.replace(spare, path)
        finally:
            spare.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise BadData(f"{path}: {getattr(error, 'strerror', None) or error}") from None
