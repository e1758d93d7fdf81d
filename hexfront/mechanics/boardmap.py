"""A board as its file describes it: terrain as masks, hexsides, lines, places, areas, and where each comes from.

Every game's `data/board.toml` is read by this; what the terrain costs and gives is the game's own business.
"""

from pathlib import Path
from typing import Any

import msgspec

from hexfront.engine.data import line_of
from hexfront.engine.errors import BadData
from hexfront.grid import Grid, NoSuchHex, Sides, members
from hexfront.grid import sides as s


class Place(msgspec.Struct, frozen=True):
    """A town or another named place: its hexes as a mask, and what the file says of it."""

    name: str
    kind: str
    hexes: int
    points: int = 0
    port: str = ""


class Origin(msgspec.Struct, frozen=True):
    """Where something on the board comes from: rulebook, fact, geography or ours, and why so."""

    hexes: int
    what: str
    origin: str
    why: str


class BoardMap:
    """The features of one board. Unknown hexes, sides that do not touch, broken chains are BadData, with the line."""

    def __init__(self, grid: Grid, data: dict[str, Any], path: Path | None = None) -> None:
        self.grid = grid
        self.path = path
        self.title = str(data.get("title", ""))
        self.origins: list[Origin] = []
        self.kinds = self._terrain(data.get("terrain", []))
        self.lake, self.sea = self.kinds.get("lake", 0), self.kinds.get("sea", 0)
        self.masked = self.kinds.get("masked", 0)  # on the sheet, but not in play
        self.land = grid.all & ~self.lake & ~self.sea & ~self.masked
        self.river_courses = self._rivers(data.get("river", []))
        self.rivers = s.union(s.NONE, *self.river_courses.values())
        self.road_links = self._sides(data.get("road", []), "steps")
        self.rails = self._sides(data.get("rail", []), "steps")
        self.coasts = self._coasts(data.get("coast", []))
        self.straits = self.coasts.get("strait", s.NONE)
        self.coast = s.union(s.NONE, *(these for kind, these in self.coasts.items() if kind != "strait"))
        self.road_hexes, self.rail_hexes = s.touching(self.road_links), s.touching(self.rails)
        self.places = [self._place(entry) for entry in data.get("place", [])]
        self.place_names = {h: place.name for place in self.places for h in members(place.hexes)}
        self.areas = self._masks(data.get("area", []), "id")
        self.countries = self._masks(data.get("country", []), "name")
        self._validate()

    # -- reading ---------------------------------------------------------------------------------

    def _terrain(self, entries: list[dict[str, Any]]) -> dict[str, int]:
        kinds: dict[str, int] = {}
        rest = self.grid.all
        for entry in entries:
            hexes = rest if entry["hexes"] == "rest" else self.mask(entry["hexes"], entry["kind"])
            twice = self.grid.labels(hexes & ~rest)
            if twice:
                raise self.bad(f"{twice[0]} has two kinds of terrain", twice[0])
            rest &= ~hexes
            kinds[entry["kind"]] = kinds.get(entry["kind"], 0) | hexes
            self._remember(hexes, entry["kind"], entry)
        return kinds

    def _rivers(self, entries: list[dict[str, Any]]) -> dict[str, Sides]:
        """Rivers along hexsides (`sides`), or the sides that a river in hexes crosses (`crossings`)."""
        found: dict[str, Sides] = {}
        for entry in entries:
            name = entry.get("name", "river")
            key = "sides" if "sides" in entry else "crossings"
            found[name] = s.union(found.get(name, s.NONE), self._sides([entry], key))
            if "hexes" in entry:
                self.kinds["river"] = self.kinds.get("river", 0) | self.mask(entry["hexes"], name)
        return found

    def _coasts(self, entries: list[dict[str, Any]]) -> dict[str, Sides]:
        """Sides in the water between two land hexes, by kind: sea, lake, strait or what a game names."""
        found: dict[str, Sides] = {}
        for entry in entries:
            kind = str(entry.get("kind", "sea"))
            found[kind] = s.union(found.get(kind, s.NONE), self._sides([entry], "sides"))
        return found

    def _sides(self, entries: list[dict[str, Any]], key: str) -> Sides:
        read = s.chains if key == "steps" else s.sides
        found = s.NONE
        for entry in entries:
            try:
                these = read(self.grid, entry.get(key, ""))
            except ValueError as error:
                raise self.bad(f"{entry.get('name', key)}: {error}", str(error).split()[0]) from None
            self._remember(s.touching(these), str(entry.get("name", key)), entry)
            found = s.union(found, these)
        return found

    def _place(self, entry: dict[str, Any]) -> Place:
        hexes = self.mask(entry["hexes"], entry["name"])
        self._remember(hexes, f"{entry['kind']} {entry['name']}", entry)
        port = str(entry.get("port", ""))
        return Place(entry["name"], entry["kind"], hexes, entry.get("points", 0), port)

    def _masks(self, entries: list[dict[str, Any]], key: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for entry in entries:
            name = str(entry[key])
            found[name] = found.get(name, 0) | self.mask(entry["hexes"], name)
        return found

    def mask(self, text: str, what: str) -> int:
        """A set of hexes from its text; `what` is named if one of them is not on the board."""
        try:
            return self.grid.mask(text)
        except NoSuchHex as error:
            wrong = next((word for word in text.split() if word in str(error)), "")
            raise self.bad(f"{what}: {error}", wrong) from None

    def _remember(self, hexes: int, what: str, entry: dict[str, Any]) -> None:
        self.origins.append(Origin(hexes, what, entry.get("from", ""), entry.get("why", "")))

    def bad(self, why: str, near: str) -> BadData:
        """The error for something wrong in the file, with the line where it first stands."""
        if self.path is None:
            return BadData(f"the map: {why}")
        line = line_of(self.path, near) if near and self.path.exists() else 0
        return BadData(f"{self.path.name}{f' line {line}' if line else ''}: {why}")

    def _validate(self) -> None:
        """What no board may have: towns, roads or rails under water."""
        water = self.lake | self.sea
        towns = 0
        for place in self.places:
            towns |= place.hexes if "city" in place.kind else 0
        for what, hexes in (("a town", towns), ("a road", self.road_hexes), ("a railway", self.rail_hexes)):
            wrong = self.grid.labels(hexes & water)
            if wrong:
                raise self.bad(f"{what} lies in the water of {wrong[0]}", wrong[0])

    # -- asking ----------------------------------------------------------------------------------

    def hexes_of(self, kind: str) -> int:
        """The hexes of all places of a kind, as a mask."""
        found = 0
        for place in self.places:
            if place.kind == kind:
                found |= place.hexes
        return found

    def provenance(self, place: int) -> list[Origin]:
        """Everything the file says about where a hex's features come from."""
        return [origin for origin in self.origins if origin.hexes >> place & 1]
