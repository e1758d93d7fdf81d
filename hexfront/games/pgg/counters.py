"""Chapter 3: the pieces. Every unit of the game has a number here, and keeps it in every state.

German units are what is printed on them. A Soviet division is a place in the order of battle (R1, A1 ...) behind
which stands a counter from the cup that nobody knows until it fights (chapter 12).
"""

from collections.abc import Collection

import msgspec

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
RIFLE_CUP, ARMOURED_CUP = 0, 1

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


def ending(units: Collection[int]) -> str:
    """The ending of their verb: one unit attacks, several attack."""
    return "s" if len(units) == 1 else ""


def counted(number: float, word: str) -> str:
    """So many of something: 1 hex, 2 hexes, 0.5 points."""
    plural = word + ("es" if word.endswith("x") else "s")
    return f"{number:g} {word if number == 1 else plural}"
