"""The names of one game: units and groups of units, hexes and the towns in them; all of them forgiving to type."""

import difflib
import re
from collections.abc import Iterable, Mapping

from hexfront.engine.errors import BadOrder
from hexfront.grid.numbering import Grid, NoSuchHex

_UNHEARD = re.compile(r"[^a-z0-9/]+")


def plain(name: str) -> str:
    """A name as it is compared: small letters and digits only, and the stroke before a division."""
    return _UNHEARD.sub("", name.lower())


class Lexicon:
    """The names of one game's units and groups of units."""

    def __init__(self, names: Iterable[str], groups: Mapping[str, tuple[int, ...]]) -> None:
        self.names = list(names)
        self.units = {plain(name): (unit,) for unit, name in enumerate(self.names)}
        self.groups = {plain(name): units for name, units in groups.items()}
        self._spelled = {plain(name): name for name in [*self.names, *groups]}

    def find(self, word: str) -> tuple[int, ...] | None:
        """The unit, or all units of the group, with this name."""
        key = plain(word)
        return self.units.get(key) or self.groups.get(key)

    def unknown(self, word: str) -> BadOrder:
        """The error for a name that nobody bears, with the nearest that somebody does."""
        near = difflib.get_close_matches(plain(word), self._spelled, n=1, cutoff=0.4)
        hint = f"; did you mean {self._spelled[near[0]]}?" if near else ""
        return BadOrder(f"no unit is called {word!r}{hint}")


class Names:
    """What can be named in the orders of one board."""

    def __init__(self, grid: Grid, lexicon: Lexicon, places: Mapping[str, int]) -> None:
        self.grid = grid
        self.lexicon = lexicon
        self.places = {plain(name): place for name, place in places.items()}
        self._towns: dict[int, str] = {}
        for name, place in places.items():
            self._towns.setdefault(place, name)

    def find_hex(self, word: str) -> int:
        """A hex by its number or by the name of its town; BadOrder if there is none."""
        try:
            return self.grid.hex(word)
        except NoSuchHex as error:
            place = self.places.get(plain(word))
            if place is None:
                raise BadOrder(str(error)) from None
            return place

    def town(self, place: int) -> str:
        """The name of the town in a hex, or the number of a hex without one."""
        return self._towns.get(place) or self.grid.label(place)
