"""What every game's state has in common: plain data that copies in microseconds and survives JSON exactly.

A field says in its annotation what it is and how long it lives: `fought: ThisPhase[Units] = 0` is a set of units
that is forgotten with the phase. Copying, resetting, and how JSON keeps it follow from that.
"""

import hashlib
from collections.abc import Callable
from enum import Enum, IntEnum
from functools import cache
from typing import Annotated, Any, ClassVar, Self, TypeVar, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T")


class Event(msgspec.Struct, frozen=True):
    """Something the log tells: the rule behind it, a sentence with places for names, and what goes there.

    The places are named by what they hold: `unit`, `units`, `hex`, `hexes` are numbers that the game turns into
    names; everything else is printed as it is. `code` is the result a record keeps and checks ("D1/A1").
    """

    rule: str
    text: str
    facts: dict[str, Any] = {}
    code: str = ""


class Duty(msgspec.Struct, frozen=True):
    """Unfinished business that goes before the step it interrupts: who owes what with which units."""

    kind: str
    side: int
    units: tuple[int, ...] = ()
    number: int = 0
    at: tuple[int, ...] = ()


class Stage(IntEnum):
    """How far a step of the sequence has come."""

    NOT_BEGUN, UNDER_WAY, TO_BE_ENDED, ENDING = range(4)


class Life(Enum):
    """How long a field of a state keeps its value; a field that says nothing lives as long as the game."""

    PHASE, IMPULSE, PLAYER_TURN, TURN = range(4)
    ROUND = 4  # until the next player turn of the same side


class Kind(Enum):
    """What a field is, where its type does not say it."""

    SET = 0  # of hexes or units: JSON keeps it as hexadecimal text, for it is longer than 64 bits
    SHORT_SETS = 1  # a list of them
    WORKED_OUT = 2  # from other fields, or pointing at facts: neither written nor compared
    YOUNGER = 3  # than records that keep their hash: written only when it is not empty
    UNITS = 4  # of a set: it holds units
    MARK = 5  # of a set of units: who leaves the board loses it
    BY_UNIT = 6  # a list with a number for each unit, 0 at first


# How a field is annotated: `fought: ThisPhase[Units] = 0`.
Hexes = Annotated[int, Kind.SET]
Units = Annotated[int, Kind.SET, Kind.UNITS]
Marks = Annotated[int, Kind.SET, Kind.UNITS, Kind.MARK]
ByUnit = Annotated[list[int], Kind.BY_UNIT]
ShortSets = Annotated[list[int], Kind.SHORT_SETS]
WorkedOut = Annotated[T, Kind.WORKED_OUT]
Younger = Annotated[T, Kind.YOUNGER]
ThisPhase = Annotated[T, Life.PHASE]
ThisImpulse = Annotated[T, Life.IMPULSE]
ThisPlayerTurn = Annotated[T, Life.PLAYER_TURN]
ThisTurn = Annotated[T, Life.TURN]
ThisRound = Annotated[T, Life.ROUND]


class State(msgspec.Struct):
    """Turn, step and dice. A game adds its own fields; none of them may hold history or rules."""

    # read off the annotations, for each kind of state once
    DERIVED: ClassVar[frozenset[str]] = frozenset()
    MASKS: ClassVar[frozenset[str]] = frozenset()
    WIDE: ClassVar[frozenset[str]] = frozenset()
    YOUNG: ClassVar[frozenset[str]] = frozenset()
    UNITS: ClassVar[frozenset[str]] = frozenset()
    MARKS: ClassVar[frozenset[str]] = frozenset()
    BY_UNIT: ClassVar[frozenset[str]] = frozenset()
    LIVES: ClassVar[dict[str, Life]] = {}
    CONTAINERS: ClassVar[tuple[str, ...]] = ()  # lists and tables: a copy needs its own
    NESTED: ClassVar[tuple[str, ...]] = ()  # lists of lists

    scenario: str = ""
    options: tuple[str, ...] = ()
    seed: str = ""
    rolls: int = 0  # dice thrown so far
    draws: int = 0  # unseen draws so far
    shown: int = 0  # hidden counters turned face up so far
    turn: int = 1
    step: int = 0  # place in the game's sequence of steps
    stage: int = Stage.NOT_BEGUN  # of that step
    owed: list[Duty] = []  # unfinished business, the last one first
    agenda: Younger[tuple[int, ...] | None] = None  # the steps still to come, in a turn with its own order
    robots: Younger[tuple[str, ...]] = ()  # the sides that robots play, in a game whose rules ask for it
    dictated: WorkedOut[list[int] | None] = None  # dice of a case, instead of the seed's
    news: WorkedOut[list[Event] | None] = None  # what the log should tell about the order being played
    faces: WorkedOut[list[int] | None] = None  # dice thrown by the order being played

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        hints = {name: hint for name, hint in get_type_hints(cls, include_extras=True).items() if name.islower()}
        marks = {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}
        cls.MASKS, cls.WIDE, cls.DERIVED, cls.YOUNG, cls.UNITS, cls.MARKS, cls.BY_UNIT = (
            frozenset(name for name, found in marks.items() if kind in found) for kind in Kind
        )
        cls.LIVES = {name: life for name, found in marks.items() for life in found if isinstance(life, Life)}
        types = {name: get_args(hint)[0] if marks[name] else hint for name, hint in hints.items()}
        many = [name for name, kind in types.items() if get_origin(kind) in (list, dict)]
        cls.NESTED = tuple(name for name in many if get_origin(get_args(types[name])[0]) is list)
        cls.CONTAINERS = tuple(name for name in many if name not in cls.NESTED)

    def copy(self) -> Self:
        """An independent state that shares only what never changes."""
        new = msgspec.structs.replace(self)
        for field in self.CONTAINERS:
            setattr(new, field, getattr(self, field).copy())
        for field in self.NESTED:
            setattr(new, field, [line.copy() for line in getattr(self, field)])
        if self.dictated is not None:
            new.dictated = self.dictated.copy()
        new.news = new.faces = None
        return new

    def reset(self, life: Life, units: int = -1) -> None:
        """Forget what lives so long: these fields are as at the start of a game; sets of units are without these."""
        for field, made in _fresh(type(self), life):
            old = getattr(self, field)
            new = old & ~units if field in self.UNITS else [0] * len(old) if field in self.BY_UNIT else made()
            setattr(self, field, new)

    def unmark(self, unit: int) -> None:
        """A unit leaves the board: it has no mark any more."""
        for field in self.MARKS:
            setattr(self, field, getattr(self, field) & ~(1 << unit))

    def marks(self) -> dict[str, int]:
        """The sets of units and hexes that are not kept for the whole game."""
        return {name: getattr(self, name) for name in self.LIVES if name in self.MASKS}

    def mark(self, marks: dict[str, int]) -> None:
        """Add to such sets."""
        for name, found in marks.items():
            setattr(self, name, getattr(self, name) | found)

    def hex_of(self, unit: int) -> int:
        """The hex in which a unit stands, or -1."""
        return -1

    def stack(self, place: int, side: int) -> tuple[int, ...]:
        """The units of a side in a hex."""
        return ()

    def occupied(self) -> tuple[int, int]:
        """The hexes in which each side has units, as two masks."""
        return 0, 0

    def owe(self, duty: Duty) -> None:
        """Something must be settled before the step goes on."""
        self.owed.append(duty)

    def say(self, rule: str, text: str, code: str = "", **facts: Any) -> None:
        """Tell the log. Costs nothing when nobody listens, as in a robot's copies."""
        if self.news is not None:
            self.news.append(Event(rule, text, facts, code))

    def rolled(self, face: int) -> None:
        """Keep a die for the record of the order being played."""
        if self.faces is not None:
            self.faces.append(face)

    def barrier(self) -> tuple[int, int]:
        """Two states with the same barrier have no die and no revealed counter between them."""
        return self.rolls, self.shown

    def to_json(self) -> bytes:
        """The whole state, in a form that is equal for equal states."""
        return msgspec.json.encode(self._plain(), order="sorted")

    def _plain(self) -> dict[str, Any]:
        plain: dict[str, Any] = {}
        for field in self.__struct_fields__:
            value = getattr(self, field)
            if field not in self.DERIVED and (value or field not in self.YOUNG):
                plain[field] = _writable(value, field in self.MASKS)
        return plain

    @classmethod
    def from_json(cls, data: bytes, finish: Callable[[Self], None]) -> Self:
        """Read a state; `finish` works out the derived fields. A field that is younger than the text is empty."""
        plain = msgspec.json.decode(data)
        for field in cls.MASKS & plain.keys():
            plain[field] = int(plain[field], 16)
        state = msgspec.convert(plain, cls, strict=False)
        finish(state)
        return state

    def hash(self) -> str:
        """Equal states have equal hashes, on every machine."""
        return hashlib.sha256(self.to_json()).hexdigest()


def _writable(value: Any, mask: bool) -> Any:
    """A field as JSON takes it: sets of hexes as text, and keys of tables too."""
    if mask:
        return format(value, "x")
    if isinstance(value, dict):
        return {str(key): item for key, item in value.items()}
    return value


@cache
def _fresh(kind: type[State], life: Life) -> list[tuple[str, Callable[[], Any]]]:
    """The fields of a state that live so long, each with what makes its first value."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    return [(name, _maker(fields[name])) for name, lasts in kind.LIVES.items() if lasts is life]


def _maker(field: msgspec.structs.FieldInfo) -> Callable[[], Any]:
    factory: Callable[[], Any] = field.default_factory
    return (lambda: field.default) if field.default is not msgspec.NODEFAULT else factory
