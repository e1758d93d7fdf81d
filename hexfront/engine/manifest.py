"""What a game says of itself, for whoever lists, draws, serves or simulates games: read without its rules."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from hexfront.engine.desk import Overlay
from hexfront.engine.errors import BadData
from hexfront.engine.signs import MARKERS, MARKS, SYMBOLS, Mark, Paint, Sign
from hexfront.grid import Grid, Numbering, grid_of

TABLE_KEYS = "FPU"  # letters that the table in the browser needs itself: fan out, plan, undo
Kept = TypeVar("Kept")


class BoardSheet(msgspec.Struct, frozen=True):
    """A board: how its hexes are numbered, and the folder of `board.toml` and `layers.json`."""

    numbering: Numbering
    folder: Path

    @property
    def grid(self) -> Grid:
        """Its hexes; the same object each time."""
        return grid_of(self.numbering)


class Look(msgspec.Struct, frozen=True):
    """What a map must be told besides the board's file: how far it is from hex to hex, and the names of seas."""

    km: float
    bar: int  # kilometres of the scale bar
    seas: tuple[tuple[str, str], ...] = ()  # each with a hex in it


class EditionCard(msgspec.Struct, frozen=True):
    """An edition that can be played: its id, what differs, and `module:callable`, which makes its Game."""

    id: str
    title: str
    make: str
    about: str = ""
    board: BoardSheet | None = None  # where it is not that of the game


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """A game. The first of its editions has the game's own id; of a game without editions only the board is drawn."""

    id: str
    title: str
    board: BoardSheet
    look: Look
    period: str = ""  # when it plays, for the card on the home page
    about: str = ""  # what it is, in a sentence or two
    minutes: int = 0  # how long its first scenario takes two people
    sides: tuple[str, ...] = ()
    editions: tuple[EditionCard, ...] = ()
    colours: Mapping[str, Paint] = {}  # by the class that a counter names: a side, a nation, a nation's guards
    symbols: Mapping[str, Sign] = {}  # these three beyond those of the house (engine/signs.py)
    markers: Mapping[str, Sign] = {}
    marks: Mapping[str, Mark] = {}
    overlays: tuple[Overlay, ...] = ()
    robots: Mapping[str, str] = {}  # greedy, planner: `module:attribute`; weights: `package:file`
    cases: Path | None = None  # the folder of its cases; without one they lie under its id among those of the house
    readings: str = ""  # where it is written how its rulebook was read

    def edition(self, id: str) -> EditionCard:
        """The edition with this id."""
        return next(one for one in self.editions if one.id == id)

    def check(self) -> None:
        """BadData, in one sentence, unless its ids and keys fit together."""
        if self.editions and self.editions[0].id != self.id:
            raise BadData(f"the first edition of {self.id} must have its id, not {self.editions[0].id!r}")
        for what, names in (("id", [one.id for one in self.overlays]), ("key", [one.key for one in self.overlays])):
            for name in names:
                if names.count(name) > 1:
                    raise BadData(f"two overlays of {self.id} have the {what} {name!r}")
        for one in self.overlays:
            if len(one.key) != 1 or not "A" <= one.key <= "Z" or one.key in TABLE_KEYS:
                free = f"a capital letter but {', '.join(TABLE_KEYS)}, which the table needs itself"
                raise BadData(f"the overlay {one.id!r} of {self.id} cannot have the key {one.key!r}: it must be {free}")


class Collection:
    """All games that there are, checked together: no id, colour or sign means two things."""

    def __init__(self, manifests: Iterable[Manifest], broken: Iterable[str] = ()) -> None:
        self.manifests: dict[str, Manifest] = {}
        self.broken = tuple(broken)  # a sentence for each game that could not be read
        self.owners: dict[str, Manifest] = {}  # of every id: of games and of their editions
        for one in manifests:
            one.check()
            self._take(one)
        self.colours = self._united("colour", {}, lambda one: one.colours)
        self.symbols = self._united("symbol", SYMBOLS, lambda one: one.symbols)
        self.markers = self._united("marker", MARKERS, lambda one: one.markers)
        self.marks = self._united("mark", MARKS, lambda one: one.marks)

    def _take(self, manifest: Manifest) -> None:
        ids = [manifest.id, *(one.id for one in manifest.editions[1:])]
        for id in ids:
            if id in self.owners or ids.count(id) > 1:
                other = self.owners.get(id, manifest)
                raise BadData(f"the id {id!r} is given twice: by {other.title!r} and by {manifest.title!r}")
            self.owners[id] = manifest
        self.manifests[manifest.id] = manifest

    def _united(
        self, what: str, house: Mapping[str, Kept], given: Callable[[Manifest], Mapping[str, Kept]]
    ) -> dict[str, Kept]:
        found, owner = dict(house), dict.fromkeys(house, "the house")
        for manifest in self.manifests.values():
            for name, one in given(manifest).items():
                if found.setdefault(name, one) != one:
                    raise BadData(f"the {what} {name!r} of {manifest.id} is not the one of this name of {owner[name]}")
                owner.setdefault(name, manifest.id)
        return found

    @property
    def playable(self) -> list[str]:
        """The ids of all editions of all games that can be played."""
        return [edition.id for manifest in self.manifests.values() for edition in manifest.editions]


def named(text: str) -> Any:
    """What `module:attribute` names."""
    module, _, attribute = text.partition(":")
    return getattr(import_module(module), attribute)
