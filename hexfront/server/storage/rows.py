"""Games as the database keeps them, as plain data."""

import secrets
from typing import Any

import msgspec
from sqlalchemy import RowMapping

from hexfront.engine.errors import BadData
from hexfront.engine.records.branch import Origin
from hexfront.engine.session import LogLine

TAIL = 200  # lines of the log that a view shows
RUNNING, OVER = "running", "over"
FREE = ("open", "link")  # seats that wait for somebody; those by link stand in no list
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # nothing that is mistaken for something else


class NoGame(BadData):
    """There is no game with this id."""


class Game(msgspec.Struct, frozen=True):
    """A row of `game`."""

    id: str
    game: str
    scenario: str
    options: tuple[str, ...]
    seed: str
    created: float
    updated: float
    creator: str | None
    status: str
    result: str
    lines: int
    version: int
    asks: str
    turn_name: str
    days: int | None
    private: bool
    since: float | None = None
    origin: Origin | None = None  # where a branch begins
    parent: str | None = None  # the game of which it is one
    rules: int = 1  # of the game, by which it was begun
    robots: tuple[str, ...] = ()  # sides that they play by its rules


class Seat(msgspec.Struct, frozen=True):
    """A side and who plays it."""

    side: str
    kind: str  # person, local, robot, open, link
    person_id: str | None = None
    name: str = ""
    robot: str = ""
    invite_hash: str | None = None
    gone: bool = False  # has this person deleted himself?


class Line(msgspec.Struct, frozen=True):
    """An order as it is kept."""

    number: int
    key: str | None
    side: str
    text: str
    dice: list[int]
    codes: list[str]
    created: float
    turn: int
    step: str
    heading: str
    told: list[str]
    roll: int


class Snapshot(msgspec.Struct, frozen=True):
    """A state after so many lines; `form` tells whether this version of the game can read it."""

    number: int
    form: str
    state: bytes


class PlanArrow(msgspec.Struct, frozen=True):
    """A line of a plan on the board, from hex to hex by their printed numbers; `kind` is move, attack or hold."""

    start: str
    end: str
    kind: str


class PlanLine(msgspec.Struct, frozen=True):
    """A robot's plan as it is kept, with the number of the order that it came before."""

    number: int
    side: str
    turn: int
    step: str
    words: list[str]
    arrows: list[PlanArrow]


class Offer(msgspec.Struct, frozen=True):
    """Something that waits for the other side's answer."""

    side: str
    kind: str
    line: int


class Loaded(msgspec.Struct, frozen=True):
    """All that is needed to go on with a game: the position is the snapshot and the lines after it."""

    row: Game
    seats: list[Seat]
    offers: list[Offer]
    undone: set[str]
    hooked: frozenset[str]  # the people who want to be told of their turn
    snapshot: Snapshot | None
    lines: list[Line]


class Change(msgspec.Struct, frozen=True):
    """What becomes of the row of a game with an order."""

    version: int  # the one that the writer knows
    lines: int
    status: str
    result: str
    asks: str
    turn_name: str
    since: float | None


def new_id() -> str:
    """An id of twelve letters and digits that nobody guesses."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def line_of(line: LogLine, key: str | None, roll: int, created: float) -> Line:
    """A line of a session's log as it is kept."""
    plain = msgspec.structs.asdict(line) | {"dice": list(line.dice), "codes": list(line.codes)}
    return Line(text=plain.pop("order"), told=plain.pop("lines"), key=key, roll=roll, created=created, **plain)


def game_of(row: RowMapping) -> Game:
    """A game from its row."""
    origin = msgspec.convert(row["origin"], Origin | None)
    told = {"options": tuple(row["options"]), "robots": tuple(row["robots"].split())}
    return Game(**{**row, **told, "private": bool(row["private"]), "origin": origin})


def plain_of(row: Game) -> dict[str, Any]:
    """The row of a game."""
    told = {"options": list(row.options), "robots": " ".join(row.robots)}
    return {**msgspec.structs.asdict(row), **told, "origin": msgspec.to_builtins(row.origin)}


def seat_of(row: RowMapping) -> Seat:
    """A seat from its row, joined with the person on it."""
    gone = row["deleted"] is not None
    return Seat(row["side"], row["kind"], row["person_id"], row["name"] or "", row["robot"], row["invite_hash"], gone)
