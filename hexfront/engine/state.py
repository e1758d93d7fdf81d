"""What every game's state has in common: plain data that copies in microseconds and survives JSON exactly."""

import hashlib
from collections.abc import Callable
from typing import Any, ClassVar, Self

import msgspec


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


class State(msgspec.Struct):
    """Turn, step and dice. A game adds its own fields; none of them may hold history or rules.

    `DERIVED` names the fields that can be worked out from the others, and those that only point at facts:
    they are neither written nor compared. `MASKS` names the fields that are sets of hexes or of units: JSON
    keeps them as hexadecimal text, because such numbers are longer than 64 bits. `WIDE` names lists of short sets.
    """

    DERIVED: ClassVar[frozenset[str]] = frozenset({"news", "faces", "dictated"})
    MASKS: ClassVar[frozenset[str]] = frozenset()
    WIDE: ClassVar[frozenset[str]] = frozenset()

    scenario: str = ""
    options: tuple[str, ...] = ()
    seed: str = ""
    rolls: int = 0  # dice thrown so far
    draws: int = 0  # unseen draws so far
    shown: int = 0  # hidden counters turned face up so far
    turn: int = 1
    step: int = 0  # place in the game's sequence of steps
    stage: int = 0  # of that step: 0 not begun, 1 under way, 2 to be ended, 3 ending
    owed: list[Duty] = []  # unfinished business, the last one first
    dictated: list[int] | None = None  # dice of a case, instead of the seed's
    news: list[Event] | None = None  # what the log should tell about the order being played
    faces: list[int] | None = None  # dice thrown by the order being played

    def copy(self) -> Self:
        """An independent state. Games override this with a copy of exactly what can change."""
        raise NotImplementedError

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
            if field not in self.DERIVED:
                plain[field] = _writable(getattr(self, field), field in self.MASKS)
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
