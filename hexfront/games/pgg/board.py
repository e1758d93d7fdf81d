"""Chapters 3.1 and 6.7: the board, and what its terrain costs and gives."""

from functools import cache
from typing import Any

from hexfront.engine.data import line_of, load
from hexfront.engine.errors import BadData
from hexfront.games.pgg.counters import DATA
from hexfront.grid import Grid, NoSuchHex, Sides, members
from hexfront.grid import sides as s
from hexfront.grid.boards import PGG
from hexfront.mechanics.reach import Costs


def half(points: float) -> int:
    """Movement points in half points, the unit in which everything is counted."""
    return int(2 * points)


class City:
    """A place that counts: its hexes, its points, and whether its holder must trace a line west (15.11)."""

    def __init__(self, name: str, kind: str, hexes: int, points: int) -> None:
        self.name, self.kind, self.hexes, self.points = name, kind, hexes, points
        self.needs_line = kind != "objective"


class Board:
    """Terrain as masks and sides, and everything that is worked out from it once."""

    def __init__(self, grid: Grid, data: dict[str, Any], source: str = "board.toml") -> None:
        self.grid = grid
        self.source = source
        self.charts = load(DATA / "charts.toml")
        self._read(data)
        self.land = grid.all & ~self.lake
        self.roads = s.minus(self.road_links, self.rivers)  # 11.13: broken at rivers for movement
        self.costs = CostsByProfile(self)
        self.barred = grid.mask(" ".join(f"{c:02}{r:02}" for c in (1, 2) for r in range(1, grid.numbering.rows + 1)))
        self.air_limit = grid.mask(
            " ".join(f"{c:02}{r:02}" for c in range(1, 41) for r in range(1, grid.numbering.rows + 1))
        )
        self.rail_hexes = s.touching(self.rails)
        self.road_hexes = s.touching(self.road_links)
        self.supply_road = grid.hex("0120")  # 11.11
        self.neighbours = grid.neighbours

    def _read(self, data: dict[str, Any]) -> None:
        grid = self.grid
        self.kinds: dict[str, int] = {"forest": 0, "swamp": 0, "lake": 0}
        self.origins: list[tuple[int, str, str, str]] = []  # hexes, what, from, why: provenance
        rest = grid.all
        for entry in data.get("terrain", []):
            if entry["hexes"] == "rest":
                self.origins.append((rest, entry["kind"], entry["from"], entry["why"]))
                continue
            hexes = self._mask(entry["hexes"], entry["kind"])
            self.kinds[entry["kind"]] = self.kinds.get(entry["kind"], 0) | hexes
            rest &= ~hexes
            self.origins.append((hexes, entry["kind"], entry["from"], entry["why"]))
        self.forest, self.swamp, self.lake = (self.kinds[kind] for kind in ("forest", "swamp", "lake"))
        self.rivers = self._sides(data.get("river", []), "sides")
        self.road_links = self._sides(data.get("road", []), "steps")
        self.rails = self._sides(data.get("rail", []), "steps")
        self.cities: list[City] = []
        self.place_names: dict[int, str] = {}
        self.major = self.minor = 0
        for entry in data.get("place", []):
            self._place(entry)
        self.areas = {str(e["id"]): self._mask(e["hexes"], f"area {e['id']}") for e in data.get("area", [])}
        self._validate()

    def _place(self, entry: dict[str, Any]) -> None:
        hexes = self._mask(entry["hexes"], entry["name"])
        kind = entry["kind"]
        if kind == "major city":
            self.major |= hexes
        elif kind == "minor city":
            self.minor |= hexes
        for place in members(hexes):
            self.place_names[place] = entry["name"]
        if entry.get("points"):
            self.cities.append(City(entry["name"], kind, hexes, entry["points"]))
        self.origins.append((hexes, kind, entry["from"], entry["why"]))

    def _mask(self, text: str, what: str) -> int:
        try:
            return self.grid.mask(text)
        except NoSuchHex as error:
            raise self._bad(f"{what}: {error}", str(error).split()[4].strip(":")) from None

    def _sides(self, entries: list[dict[str, Any]], key: str) -> Sides:
        read = s.sides if key == "sides" else s.chains
        found = s.NONE
        for entry in entries:
            try:
                found = s.union(found, read(self.grid, entry[key]))
            except ValueError as error:
                raise self._bad(f"{entry.get('name', key)}: {error}", str(error).split()[0]) from None
        return found

    def _bad(self, why: str, near: str) -> BadData:
        path = DATA / self.source
        line = line_of(path, near) if path.exists() else 0
        return BadData(f"{self.source}{f' line {line}' if line else ''}: {why}")

    def _validate(self) -> None:
        """What no board may have: towns, roads or rails in a lake."""
        for name, hexes in (
            ("a place", self.major | self.minor),
            ("a road", s.touching(self.road_links)),
            ("a railway", s.touching(self.rails)),
        ):
            wrong = self.grid.labels(hexes & self.lake)
            if wrong:
                raise self._bad(f"{name} lies in the lake hex {wrong[0]}", wrong[0])

    def costs_of(self, profile: str, side: str) -> Costs:
        """6.7 for one kind of unit: terrain of the hex entered, more over a river, less along a road."""
        chart = self.charts["terrain"]
        towns = self.major | self.minor
        forest, swamp = self.forest & ~towns, self.swamp & ~towns
        enter: dict[int, int] = {}
        for kind, hexes in (
            ("forest", forest),
            ("swamp", swamp),
            ("clear", self.land & ~forest & ~swamp),
        ):
            cost = half(chart[kind][profile])
            enter[cost] = enter.get(cost, 0) | hexes
        return Costs.build(
            self.grid,
            enter,
            extra={half(chart["river"][side]): self.rivers},
            fixed={half(chart["road"][profile]): self.roads},
            closed=self.lake,
        )

    def entry_cost(self, place: int, profile: str) -> int:
        """What it costs to come onto the board in a hex: its terrain, or the road rate where a road leads in."""
        chart, bit = self.charts["terrain"], 1 << place
        kind = "forest" if bit & self.forest else "swamp" if bit & self.swamp else "clear"
        if bit & (self.major | self.minor):
            kind = "clear"
        if bit & self.road_hexes & (self.grid.west | self.grid.east | self.grid.north | self.grid.south):
            return half(chart["road"][profile.split()[0]])
        return half(chart[kind][profile.split()[0]])

    def terrain(self, place: int) -> str:
        """What a hex is, in words."""
        bit = 1 << place
        words = [kind for kind, hexes in self.kinds.items() if hexes & bit] or ["clear"]
        if bit & self.major:
            words.append("major city")
        if bit & self.minor:
            words.append("minor city")
        if bit & self.road_hexes:
            words.append("road")
        if bit & self.rail_hexes:
            words.append("railway")
        if place in self.place_names:
            words.append(self.place_names[place])
        return ", ".join(words)


class CostsByProfile(dict[str, Costs]):
    """The costs of each kind of unit, worked out when first asked for."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, name: str) -> Costs:
        if name == "rail":  # 6.3: every step along a railway costs one of the thirty
            self[name] = Costs(self._board.grid, {1: self._board.rails})
        else:
            profile, side = name.split()
            self[name] = self._board.costs_of(profile, side)
        return self[name]


@cache
def real() -> Board:
    """The board of the game."""
    return Board(PGG, load(DATA / "board.toml"))
