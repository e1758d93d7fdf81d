"""Chapter 2: the counters. Every unit of the game has a number here, and keeps it in every state."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from hexfront.engine.data import load
from hexfront.engine.errors import BadData
from hexfront.grid.bits import union

DATA = Path(__file__).parent / "data"
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


def month(text: str) -> tuple[int, int]:
    """4: the turn and impulse of a month written 1941-07; turn 1 is May/Jun 1941."""
    year, number = (int(part) for part in text.split("-"))
    months = (year - 1941) * 12 + number - 5
    return months // 2 + 1, months % 2 + 1


def _unit(number: int, name: str, side: int, facts: dict[str, Any]) -> Unit:
    turn, impulse = month(facts["arrives"]) if "arrives" in facts else (0, 0)
    printed: dict[str, Any] = {key: facts[key] for key in ("title", "type", "nation", "size", "strength", "move")}
    texts: dict[str, Any] = {key: str(facts.get(key, "")) for key in ("start", "at", "trigger", "replaces", "option")}
    return Unit(number, name, side, **printed, **texts, turn=turn, impulse=impulse)


def _load() -> tuple[list[Unit], dict[str, Any]]:
    units: list[Unit] = []
    try:
        data = load(DATA / "counters.toml")
        for side, name in enumerate(SIDES):
            for unit, facts in data[name]["units"].items():
                units.append(_unit(len(units), unit, side, facts))
    except (KeyError, ValueError, TypeError) as error:
        raise BadData(f"counters.toml: it lacks {error}") from None
    return units, data


UNITS, FACTS = _load()
NAMES = [unit.name for unit in UNITS]
BY_NAME = {unit.name: unit.number for unit in UNITS}
SIDE = [unit.side for unit in UNITS]
TYPE = [unit.type for unit in UNITS]
NATION = [unit.nation for unit in UNITS]
SIZE = [unit.size for unit in UNITS]
STRENGTH = [unit.strength for unit in UNITS]
VALUE = [unit.value for unit in UNITS]
UNITS_OF = tuple(tuple(u.number for u in UNITS if u.side == side) for side in (AXIS, RUSSIAN))
FIRST_RUSSIAN = UNITS_OF[RUSSIAN][0]


def of_type(*types: str) -> int:
    """The units of these types, as a mask."""
    return union(u.number for u in UNITS if u.type in types)


def of_nation(*nations: str) -> int:
    """The units of these nations, as a mask."""
    return union(u.number for u in UNITS if u.nation in nations)


OF_SIDE = tuple(union(units) for units in UNITS_OF)
HEADQUARTERS, LEADERS, WORKERS = of_type("headquarters"), of_type("leader"), of_type("worker")
PARTISANS, ARTILLERY, BOMBERS = of_type("partisan"), of_type("artillery"), of_type("stuka", "sturmovik")
BATTLEGROUPS, PARATROOPS = of_type("battlegroup"), of_type("paratroop")
SS, GUARDS = of_nation("ss"), of_nation("guards")
# 7.3, 26.6.6: these have no zone but in their own hex.
ZONELESS = LEADERS | PARTISANS | ARTILLERY | BOMBERS
HITLER, STALIN, STAVKA = BY_NAME["Hitler"], BY_NAME["Stalin"], BY_NAME["STAVKA"]


def names(units: Iterable[int]) -> str:
    """Units as a list of names."""
    return ", ".join(NAMES[unit] for unit in units)
