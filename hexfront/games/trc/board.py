"""Chapters 5.5, 8 and 14: the board, and what the rules work out from it once."""

from pathlib import Path
from typing import Any, NamedTuple

from hexfront.engine.data import load
from hexfront.games.trc.manifest import MANIFEST
from hexfront.grid import Grid, members
from hexfront.grid import sides as s
from hexfront.grid.bits import union
from hexfront.mechanics.boardmap import BoardMap
from hexfront.mechanics.reach import Costs, Jump

NO_ENTRY = ("Bulgaria", "Turkey")  # 5.5


class Cover(NamedTuple):
    """14.1: what doubles the defenders of a hex, and its rule."""

    text: str
    rule: str


RIVER = Cover("doubled behind a river", "14.1.1")
STRAIT = Cover("doubled behind the strait", "14.1")
SEAS = ("black", "baltic")


class Board(BoardMap):
    """The map with what each chapter asks of it. Masks are sets of hexes, links are sides that may be crossed."""

    def __init__(self, grid: Grid, data: dict[str, Any], path: Path | None = None) -> None:
        super().__init__(grid, data, path)
        self.land &= ~self._countries(*NO_ENTRY)
        self.woods, self.mountain = self.kinds.get("woods", 0), self.kinds.get("mountain", 0)
        self.swamp, self.river = self.kinds.get("swamp", 0), self.kinds.get("river", 0)
        self.major, self.minor = self.hexes_of("major city"), self.hexes_of("minor city")
        self.oil = self.hexes_of("oil field")
        self.cities = self.major | self.minor
        self.strong = self.major | self.mountain  # 14.1: doubled, whoever attacks
        self.city = {place.name: members(place.hexes)[0] for place in self.places}
        self.ports = [self._ports(sea) for sea in SEAS]
        self.coastline = [self.areas.get(f"{sea}-coast", 0) for sea in SEAS]
        self._link()
        self._rail()
        self.home = [self._countries("Germany"), self.countries.get("Russia", 0)]
        self.neighbours = grid.neighbours
        self.area_names = {str(entry["id"]): str(entry["name"]) for entry in data.get("area", ()) if "name" in entry}
        self.fronts = self._masks(data.get("line", []), "id")  # S.0
        self.shelter = {place: self._shelter(place) for place in members(self.strong)}

    def _countries(self, *names: str) -> int:
        found = 0
        for name in names:
            found |= self.countries.get(name, 0)
        return found

    def _ports(self, sea: str) -> int:
        found = 0
        for place in self.places:
            found |= place.hexes if place.port == sea else 0
        return found

    def _link(self) -> None:
        """8.5, 7.1, 8.5.3: sides by which units move and supply is traced, and by which zones reach."""
        inside = s.both(s.into(self.grid, self.land), s.out_of(self.grid, self.land))
        self.walks = s.minus(inside, self.coast)
        self.zones = s.minus(self.walks, self.straits)
        self.across = dict(s.pairs(self.grid, self.straits))
        self.across |= {b: a for a, b in self.across.items()}
        self.march = Costs(self.grid, {1: self.zones})  # 5.4: a point a hex
        self.jumps = [Jump(a, b, 1) for a, b in self.across.items()]  # 8.5.1: over the strait, and there units stop
        self.beside = [[n for n in row if n >= 0] for row in self.grid.neighbours]
        near = [0] * len(self.grid.neighbours)
        for a in members(self.land):
            near[a] = self.grid.spread(1 << a, self.zones)
        self.near = near  # for each hex those next to it by land: zones, attacks

    def _rail(self) -> None:
        """9.5, 9.7: the network, its junctions and where it leaves the board."""
        self.lines: dict[int, list[int]] = {place: [] for place in members(self.rail_hexes)}
        for a, b in s.pairs(self.grid, self.rails):
            for here, there in ((a, b), (b, a)):
                if there not in self.lines[here]:
                    self.lines[here].append(there)
        exits = {
            edge: self.areas.get(f"exit-{edge}", 0) & self.rail_hexes for edge in ("west", "east", "south", "north")
        }
        self.exits = exits
        self.edges = [exits["west"], exits["east"] | exits["south"]]  # friendly rail edges by side
        ends = union(place for place, lines in self.lines.items() if len(lines) > 2)
        through = union(p for p in members(exits["west"] | exits["east"] | exits["south"]) if len(self.lines[p]) > 1)
        self.junctions = (ends | through) & ~self.cities
        self.keys = self.cities | self.oil | self.junctions  # hexes whose last holder is remembered
        self.edge = [self.grid.west & self.land, self.grid.east & self.land]  # 20.5: where a side comes in

    def _shelter(self, place: int) -> Cover:
        if self.major >> place & 1:
            return Cover(f"doubled in the major city {self.place_names.get(place, '')}".rstrip(), "14.1")
        return Cover("doubled in mountains", "14.1")

    def cover(self, place: int, origin: int) -> Cover | None:
        """14.1: what doubles a hex against an attacker from another. 14.1.1: two adjacent river hexes are on the same
        river if it crosses the side between them, and then it is none for the attacker."""
        if self.strong >> place & 1:
            return self.shelter[place]
        if self.river >> origin & 1 and not (
            self.river >> place & 1 and s.between(self.grid, self.rivers, place, origin)
        ):
            return RIVER
        return STRAIT if self.across.get(place) == origin else None

    def hex_of(self, name: str) -> int:
        """The hex of a town as a mask; nothing on a board that has no such town."""
        return 1 << self.city[name] if name in self.city else 0

    def terrain(self, place: int) -> str:
        """What a hex is, in words."""
        bit = 1 << place
        words = [kind for kind, hexes in self.kinds.items() if hexes & bit and kind != "masked"] or ["clear"]
        for word, hexes in (("railway", self.rail_hexes), ("rail junction", self.junctions)):
            if hexes & bit:
                words.append(word)
        words += [place_.kind + " " + place_.name for place_ in self.places if place_.hexes & bit]
        words += [country for country, hexes in self.countries.items() if hexes & bit]
        return ", ".join(words)


def read_board(path: Path) -> Board:
    """The board of a file."""
    return Board(MANIFEST.board.grid, load(path), path)
