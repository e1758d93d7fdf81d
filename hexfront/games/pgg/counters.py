"""Chapter 3: the pieces. Every unit of the game has a number here, and keeps it in every state.

German units are what is printed on them. A Soviet division is a place in the order of battle (R1, A1 ...) behind
which stands a counter from the cup that nobody knows until it fights (chapter 12).
"""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import msgspec

from hexfront.engine.data import load
from hexfront.engine.errors import BadData

DATA = Path(__file__).parent / "data"
GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
RIFLES, ARMOURED = 78, 20  # 14.14: the counters set the limit

# 4.2: who moves in the mechanized phase; that the cavalry does is a reading.
MECHANIZED = frozenset({"panzer", "panzergrenadier", "motorized", "cavalry"})
PROFILE = {
    "panzer": "motor",
    "panzergrenadier": "motor",
    "motorized": "motor",
    "infantry": "foot",
    "cavalry": "cavalry",
    "leader": "leader",
    "rifle": "foot",
    "armoured": "motor",
}


class Unit(msgspec.Struct, frozen=True):
    """One piece. `strengths` runs from full to the last step; a leader's is his rating; Soviet divisions have none."""

    number: int
    name: str
    side: int
    type: str
    title: str
    move: int  # half movement points
    strengths: tuple[int, ...] = ()
    division: str = ""
    army: int = 0

    @property
    def profile(self) -> str:
        """How it moves: foot, cavalry, motor or leader, with its side, for rivers cost each side its own (6.7)."""
        return f"{PROFILE[self.type]} {SIDES[self.side]}"


class Counter(msgspec.Struct, frozen=True):
    """What may stand behind a Soviet division: attack and defence."""

    number: int
    type: str  # rifle, tank or mech
    attack: int
    defence: int

    @property
    def name(self) -> str:
        """As printed: 3-4 for a rifle division, one figure for tanks."""
        return f"{self.attack}-{self.defence}" if self.type == "rifle" else str(self.attack)


def _units(data: dict[str, Any]) -> list[Unit]:
    units: list[Unit] = []
    for name, facts in data["german"]["units"].items():
        units.append(
            Unit(
                len(units),
                name,
                GERMAN,
                facts["type"],
                facts["title"],
                2 * int(facts["move"]),
                tuple(facts["strengths"]),
                facts["division"],
            )
        )
    for name, facts in data["soviet"]["leaders"].items():
        rating, army = int(facts["rating"]), int(facts["army"])
        title = f"General {name}"
        units.append(Unit(len(units), name, SOVIET, "leader", title, 20, (rating,), "", army))
    for number in range(1, RIFLES + 1):
        units.append(Unit(len(units), f"R{number}", SOVIET, "rifle", f"rifle division {number}", 12))
    for number in range(1, ARMOURED + 1):
        units.append(Unit(len(units), f"A{number}", SOVIET, "armoured", f"armoured division {number}", 20))
    return units


def _counters(data: dict[str, Any]) -> list[Counter]:
    counters: list[Counter] = []
    for kind in ("rifle", "tank", "mech"):
        for name, many in data["soviet"][kind]["mix"].items():
            attack, _, defence = name.partition("-")
            for _ in range(many):
                counters.append(Counter(len(counters), kind, int(attack), int(defence or attack)))
    return counters


def _load() -> tuple[list[Unit], list[Counter], dict[str, dict[str, object]]]:
    try:
        data = load(DATA / "counters.toml")
        return _units(data), _counters(data), data["german"]["divisions"]
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise BadData(f"counters.toml: an entry lacks or garbles {error}") from None


UNITS, COUNTERS, DIVISIONS = _load()
NAMES = [unit.name for unit in UNITS]
SIDE = [unit.side for unit in UNITS]
TYPE = [unit.type for unit in UNITS]
PROFILES = [unit.profile for unit in UNITS]
ALLOWANCE = [unit.move for unit in UNITS]  # half points
DIVISION = [unit.division for unit in UNITS]
RATING = [unit.strengths[0] if unit.type == "leader" else 0 for unit in UNITS]
STRENGTHS = [unit.strengths for unit in UNITS]
LEADER = [unit.type == "leader" for unit in UNITS]
BY_NAME = {unit.name: unit.number for unit in UNITS}

GERMANS = range(SIDE.index(SOVIET))
LEADERS = [unit.number for unit in UNITS if unit.type == "leader"]
RIFLE_UNITS = [unit.number for unit in UNITS if unit.type == "rifle"]
ARMOURED_UNITS = [unit.number for unit in UNITS if unit.type == "armoured"]
SOVIETS = range(len(GERMANS), len(UNITS))


def names(units: Iterable[int]) -> str:
    """Units by name, for a sentence."""
    return ", ".join(NAMES[unit] for unit in units)


def ending(units: Collection[int]) -> str:
    """The ending of their verb: one unit attacks, several attack."""
    return "s" if len(units) == 1 else ""


def counted(number: float, word: str) -> str:
    """So many of something: 1 hex, 2 hexes, 0.5 points."""
    plural = word + ("es" if word.endswith("x") else "s")
    return f"{number:g} {word if number == 1 else plural}"


def mask_of(units: list[int] | range) -> int:
    """A set of units as a number, bit by bit."""
    return sum(1 << unit for unit in units)


UNITS_OF = (GERMANS, SOVIETS)
OF_SIDE = (mask_of(GERMANS), mask_of(SOVIETS))
ALL_LEADERS = mask_of(LEADERS)
ALL_MECHANIZED = mask_of([unit.number for unit in UNITS if unit.type in MECHANIZED])
MEMBERS = {division: tuple(unit.number for unit in UNITS if unit.division == division) for division in DIVISIONS}
