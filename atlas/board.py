"""What a board is made of while it is being built."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from hexfront.grid import Grid

from .checks import Checks
from .fit import Projection
from .hexes import Hex, Hexes, Point, Side, side

WATER = ("sea", "lake", "masked")  # kinds of terrain that nothing on land may use
Given = dict[str, Any]  # a table of the hand-written TOML: name, from, why and more


@dataclass
class Terrain:
    """Hexes of one kind and one origin; `source` is rulebook, fact, geography or ours."""

    kind: str
    source: str
    why: str
    hexes: set[Hex]


@dataclass
class River:
    """A river along hexsides (`sides`), or in hexes (`hexes`, with the sides it crosses); `course` is its true line."""

    given: Given
    sides: list[Side] = field(default_factory=list)
    hexes: list[Hex] = field(default_factory=list)
    course: list[Point] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Its name."""
        return str(self.given["name"])

    @property
    def crossings(self) -> list[Side]:
        """The sides that a river in hexes crosses."""
        return [side(a, b) for a, b in pairwise(self.hexes)]


@dataclass
class Way:
    """A road or railway: chains of neighbouring hexes."""

    given: Given
    chains: list[list[Hex]]


@dataclass
class Band:
    """Hexsides of a coast that blocks, or of a border; `course` is the line to draw, if there is one."""

    given: Given
    sides: list[Side]
    course: list[Point] = field(default_factory=list)


@dataclass
class Board:
    """All that goes onto a board, each part with the input it came from."""

    game: str
    title: str
    grid: Grid
    where: Projection
    terrain: list[Terrain] = field(default_factory=list)
    rest: Terrain = field(default_factory=lambda: Terrain("clear", "geography", "open country", set()))
    rivers: list[River] = field(default_factory=list)
    roads: list[Way] = field(default_factory=list)
    rails: list[Way] = field(default_factory=list)
    coasts: list[Band] = field(default_factory=list)
    borders: list[Band] = field(default_factory=list)
    places: list[Given] = field(default_factory=list)
    areas: list[Given] = field(default_factory=list)
    countries: list[Given] = field(default_factory=list)
    lines: list[Given] = field(default_factory=list)
    islands: set[Hex] = field(default_factory=set)  # land that cannot be reached on land, and need not be
    drawn: dict[str, Any] = field(default_factory=dict)  # layers to draw instead of the usual ones
    check: Checks = field(default_factory=Checks)

    @cached_property
    def hexes(self) -> Hexes:
        """The hexes of its grid."""
        return self.where.hexes

    def of_kind(self, *kinds: str) -> set[Hex]:
        """All hexes of some kinds of terrain."""
        return {at for one in self.terrain if one.kind in kinds for at in one.hexes}

    def add_terrain(self, kind: str, source: str, why: str, hexes: set[Hex]) -> None:
        """Add hexes of a kind, leaving out those that already are something."""
        taken = {at for one in self.terrain for at in one.hexes}
        self.terrain.append(Terrain(kind, source, why, set(hexes) - taken))

    @property
    def water(self) -> set[Hex]:
        """The hexes that nothing on land may use."""
        return self.of_kind(*WATER)

    @property
    def land(self) -> set[Hex]:
        """All other hexes."""
        return set(self.hexes.all) - self.water

    @property
    def blocked(self) -> set[Side]:
        """The hexsides that coasts block."""
        return {one for band in self.coasts for one in band.sides}

    def place(self, name: str) -> Hex:
        """The first hex of a place by name, or the hex itself when it is a label."""
        if name in self.hexes:
            return name
        for one in self.places:
            if one["name"] == name:
                return str(one["hexes"]).split()[0]
        raise KeyError(f"{self.game}: no place is named {name!r}")
