"""Branches: a game that begins in the middle of another one, with dice of its own.

It begins with what one side knew at that point; what that side did not know is dealt anew, by the branch's own seed.
So a branch tells nothing of the game that it comes from, and its deal can be checked like its dice. The position goes
into the record packed, because it is long and nobody reads it.
"""

import base64
import re
import zlib
from importlib import metadata
from textwrap import wrap
from typing import Any

import msgspec

from hexfront.engine.dice import commitment, rng_for
from hexfront.engine.errors import BadData
from hexfront.engine.game import Game
from hexfront.engine.state import Stage, State

LARGEST = 200_000  # bytes of an unpacked position; today's have 4,000 at most
_WIDTH = 100  # of the lines of a packed position
_NUMBER, _TEXT = 1_000_000, 4_000  # larger than anything in a position: such a number, such a text
_WORDS = re.compile(r"of ([0-9a-f]{64}) after line ([0-9]{1,7}) as the (\S+) side knew it")


class Origin(msgspec.Struct, frozen=True):
    """Where a branch begins: in which game, after which of its lines, and what that side knew there."""

    commit: str  # of the dice of that game
    line: int
    side: str
    version: str  # of hexfront, by which the position was written
    position: str  # a view, packed

    @property
    def words(self) -> str:
        """As it stands in the head of a record."""
        return f"of {self.commit} after line {self.line} as the {self.side} side knew it"

    @property
    def lines(self) -> list[str]:
        """The packed position in lines that a mail does not break."""
        return wrap(self.position, _WIDTH)


def read_origin(words: str, version: str, position: str) -> Origin:
    """Where a branch begins, from the head of a record."""
    found = _WORDS.fullmatch(words)
    if not found:
        raise BadData("'branch:' should read: of COMMIT after line NUMBER as the SIDE side knew it")
    return Origin(found[1], int(found[2]), found[3], version, position)


def branch_off(game: Game[Any], state: State, side: str, line: int) -> Origin:
    """The beginning of a branch from this state: all that a side knows, and none of the dice or draws so far."""
    known = game.view(state, side)
    known.seed, known.rolls, known.draws, known.shown = "", 0, 0, 0
    position = base64.b64encode(zlib.compress(known.to_json(), 9)).decode()
    return Origin(commitment(state.seed), line, side, _version(), position)


def _version() -> str:
    try:
        return metadata.version("hexfront")
    except metadata.PackageNotFoundError:
        return "?"


def begin(
    game: Game[Any],
    scenario: str,
    seed: object,
    options: tuple[str, ...],
    origin: Origin | None = None,
    robots: tuple[str, ...] = (),
) -> State:
    """The state before the first order: of a scenario or, if the game is a branch, dealt at its beginning."""
    if origin is None:
        started: State = game.start(scenario, seed, options, robots)
        return started
    try:
        known = _unpack(game, origin)
        state: State = game.shuffle_hidden(known, origin.side, rng_for(str(seed), "branch"))
        state.seed = str(seed)
        wrong = _faults(game, known, state, origin.side)
        if (state.scenario, set(state.options)) != (scenario, set(options)):
            wrong.append("it belongs to another scenario or to other optional rules")
    except BadData:
        raise
    except Exception as error:  # a position of another version, or by another hand: nothing in it can be relied on
        wrong = [f"{type(error).__name__} in it"]
    if wrong:
        raise BadData(f"the position of this branch, from hexfront {origin.version}, cannot be used: {wrong[0]}")
    return state


def _unpack(game: Game[Any], origin: Origin) -> State:
    if origin.side not in game.sides:
        raise BadData(f"{game.id} has no side {origin.side!r}, as whom this branch was made")
    packed = base64.b64decode(origin.position, validate=True)
    data = zlib.decompressobj().decompress(packed, LARGEST)
    plain = msgspec.json.decode(data)
    wide = type(game.start()).WIDE
    if not all(_modest(value) for field, value in plain.items() if field not in wide):
        raise ValueError("a number or a text is too long")
    known: State = game.load(data)
    if set(plain) & known.DERIVED or known.seed or known.rolls or known.draws:
        raise ValueError("there are dice in it")
    return known


def _modest(value: Any) -> bool:
    """Is there no number in it so large, and no text so long, that to work with it would take for ever?"""
    if isinstance(value, dict):
        return all(map(_modest, value)) and all(map(_modest, value.values()))
    if isinstance(value, list):
        return all(map(_modest, value))
    if isinstance(value, str):
        return len(value) <= _TEXT
    return value is None or abs(value) <= _NUMBER


def _faults(game: Game[Any], known: State, state: State, side: str) -> list[str]:
    """What is wrong with a position that has been dealt. It must still look to the side as it did."""
    wrong = game.audit(state)
    seen = game.view(state, side)
    seen.seed = known.seed
    if seen.to_json() != known.to_json():
        wrong.append("it is not what one side knows")
    if state.turn < 1 or state.step < 0 or state.stage not in tuple(Stage):
        wrong.append("it is in no phase of any turn")
    if game.ask(state) is None:
        wrong.append("the game is over in it")
    for piece in game.desk.pieces(seen):
        game.grid.label(piece.place)
    return wrong
