"""Chapter 2: the counters. Every unit of an edition has a number, and keeps it in every state."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from hexfront.engine.data import load
from hexfront.engine.errors import BadData

AXIS, RUSSIAN = 0, 1
SIDES = ("axis", "russian")
MINORS = ("finnish", "italian", "rumanian", "hungarian")


class Unit(msgspec.Struct, frozen=True):
    """One counter as printed (2.2-2.5). `turn` and `impulse` say when it arrives, 0 if no month brings it."""

    number: int
    name: str
    side: int
    title: str
    type: str
    nation: str
    size: str
    strength: int
    move: int
    start: str = ""
    at: str = ""
    trigger: str = ""
    replaces: str = ""
    option: str = ""
    turn: int = 0
    impulse: int = 0

    @property
    def value(self) -> str:
        """Strength and movement as the lists name them: 4-4."""
        return f"{self.strength}-{self.move}"


class Counters(msgspec.Struct, frozen=True):
    """All units of both sides, with what brings some of them (20.6-20.8) and sends others away (20.9)."""

    units: list[Unit]
    triggers: dict[str, Any]
    withdrawals: list[dict[str, Any]]


def read_counters(path: Path, month: Callable[[str], tuple[int, int]]) -> Counters:
    """The counters of a file; `month` says which turn and impulse a month is."""
    units: list[Unit] = []
    try:
        data = load(path)
        for side, name in enumerate(SIDES):
            for unit, facts in data[name]["units"].items():
                when = month(facts["arrives"]) if "arrives" in facts else (0, 0)
                units.append(_unit(len(units), unit, side, facts, when))
        return Counters(units, data["triggers"], data["withdrawals"])
    except (KeyError, ValueError, TypeError) as error:
        raise BadData(f"{path.name}: it lacks {error}") from None


def _unit(number: int, name: str, side: int, facts: dict[str, Any], when: tuple[int, int]) -> Unit:
    printed: dict[str, Any] = {key: facts[key] for key in ("title", "type", "nation", "size", "strength", "move")}
    texts: dict[str, Any] = {key: str(facts.get(key, "")) for key in ("start", "at", "trigger", "replaces", "option")}
    return Unit(number, name, side, **printed, **texts, turn=when[0], impulse=when[1])
