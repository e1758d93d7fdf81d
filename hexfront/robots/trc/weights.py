"""What the robots of The Russian Campaign like and dislike, as the machinery takes it that they share."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from hexfront.games.trc.counters import SIDES
from hexfront.robots.weights import table

_FILE = "hexfront.robots.trc:weights.toml"


class Mood(msgspec.Struct, frozen=True):
    """A weight for a side that is weaker than the enemy, and for one that is stronger."""

    weak: float
    strong: float

    def times(self, factor: float) -> "Mood":
        """More or less of it."""
        return Mood(factor * self.weak, factor * self.strong)


class Weights(msgspec.Struct, frozen=True):
    """Those of one side; weights.toml says what each of them means."""

    armour: float
    guard: float
    headquarters: float
    leader: float
    worker: float

    surrender: float
    push: float
    ground: float
    fallback: float
    stuck: float
    own: float
    city: float
    major: float
    oil: float
    goal: float
    attack_from: float
    used: float
    hopeful: float
    soak: float
    unsupplied: float
    cut: float
    risk: Mood
    trapped: float

    even: Mood
    siege: float
    column: float
    lure: float
    lack: float
    bold: float

    beyond: float
    hungry: float
    exposed: float
    stand: Mood
    stack: int
    back: Mood
    shelter: float
    home: float
    warm: float
    bar: float
    most: float
    near: float
    dear: float
    gap: tuple[float, float, float]
    post: Mood

    rail_far: int
    hq_range: int

    def spent(self, part: float) -> "Weights":
        """The same for the last turn of a game, when units are there to be used up."""
        return replace(self, own=part * self.own, risk=Mood(0.0, 0.0), cut=part * self.cut)


@cache
def usual(side: int) -> Weights:
    """Those of the greedy player."""
    return with_own(side, {})


def with_own(side: int, own: Mapping[str, float]) -> Weights:
    """Those of the greedy player for a side, with a robot's own weights before them."""
    found: dict[str, Any] = {}
    for name, value in (_greedy(side) | _of_side(side, own)).items():
        head, _, end = name.rpartition("_")
        if end in Mood.__struct_fields__:
            found.setdefault(head, {})[end] = value
        else:
            found[name] = value
    return msgspec.convert(found, Weights)


@cache
def _greedy(side: int) -> dict[str, Any]:
    return _of_side(side, table(_FILE, "greedy", dict[str, Any]))


def _of_side(side: int, weights: Mapping[str, Any]) -> dict[str, Any]:
    """`axis_push` is for one side, `push` for both."""
    mine, theirs = (f"{SIDES[each]}_" for each in (side, 1 - side))
    return {name.removeprefix(mine): value for name, value in weights.items() if not name.startswith(theirs)}
