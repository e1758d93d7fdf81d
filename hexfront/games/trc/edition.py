"""What an edition of The Russian Campaign consists of: counters, charts, calendar, scenarios and the board."""

from dataclasses import dataclass, field
from math import lcm
from pathlib import Path
from typing import Any

from hexfront.engine.edition import Edition
from hexfront.games.trc.board import Board
from hexfront.games.trc.counters import AXIS, RUSSIAN, Counters, Unit
from hexfront.games.trc.data_files import SNOW, allowance_of, combat_table
from hexfront.grid import members
from hexfront.grid.bits import union
from hexfront.mechanics.odds import Columns

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Calendar:
    """3.6, 4: the turns, of two months each, counted from the first."""

    seasons: tuple[str, ...]
    start: int  # seasons from the year 0 to the first turn

    @classmethod
    def of(cls, chart: dict[str, Any]) -> "Calendar":
        """The calendar as a chart gives it, with its first turn as people name it."""
        season, year = chart["first"].split()
        seasons = tuple(chart["seasons"])
        return cls(seasons, int(year) * len(seasons) + seasons.index(season))

    def month(self, text: str) -> tuple[int, int]:
        """4: the turn and impulse of a month written 1941-07."""
        year, number = (int(part) for part in text.split("-"))
        half = year * len(self.seasons) + (number - 1) // 2
        return half - self.start + 1, (number - 1) % 2 + 1

    def part(self, turn: int) -> int:
        """The place of a turn in its year, from 0 on."""
        return (self.start + turn - 1) % len(self.seasons)

    def season(self, turn: int) -> str:
        """The two months of a turn."""
        return self.seasons[self.part(turn)]

    def year(self, turn: int) -> int:
        """The year of a turn."""
        return (self.start + turn - 1) // len(self.seasons)

    def date(self, turn: int) -> str:
        """A turn as people name it."""
        return f"{self.season(turn)} {self.year(turn)}"


@dataclass(frozen=True, eq=False)
class TrcEdition(Edition):
    """The facts of one edition: what its files say, and what the rules ask of that again and again."""

    board: Board
    counters: Counters
    charts: dict[str, Any]
    calendar: Calendar
    scenarios: dict[str, dict[str, Any]]
    # for each phase
    movers: list[int] = field(init=False)
    impulses: list[int] = field(init=False)
    first_moves: tuple[int, ...] = field(init=False)  # the first movement phase of each side
    # for each unit
    name: list[str] = field(init=False)
    side: list[int] = field(init=False)
    units: list[Unit] = field(init=False)
    by_name: dict[str, int] = field(init=False)
    type: list[str] = field(init=False)
    nation: list[str] = field(init=False)
    size: list[str] = field(init=False)
    strength: list[int] = field(init=False)
    value: list[str] = field(init=False)
    allowances: list[tuple[tuple[int, int], ...]] = field(init=False)  # 5.4: by weather and impulse
    stops: tuple[list[int], list[int]] = field(init=False)  # 8.2: where it must stop, without snow and in it
    # sets of units
    units_of: tuple[tuple[int, ...], ...] = field(init=False)
    of_side: tuple[int, ...] = field(init=False)
    headquarters: int = field(init=False)
    leaders: int = field(init=False)
    workers: int = field(init=False)
    partisans: int = field(init=False)
    artillery: int = field(init=False)
    bombers: int = field(init=False)
    battlegroups: int = field(init=False)
    paratroops: int = field(init=False)
    ss: int = field(init=False)
    guards: int = field(init=False)
    zoneless: int = field(init=False)  # 7.3, 26.6.6: these have no zone but in their own hex
    for_good: int = field(init=False)  # 21.4, 18.4, 22.2, 11.3: never replaced, so out of the game when eliminated
    civilians: int = field(init=False)  # leaders and workers
    bystanders: int = field(init=False)  # who fights in no battle of his own: staffs, partisans, bombers
    idle: int = field(init=False)  # all these together
    bands: tuple[int, ...] = field(init=False)  # the partisans one by one
    crews: tuple[int, ...] = field(init=False)  # the workers one by one
    hunters: tuple[int, ...] = field(init=False)  # 19.1: the SS, but for its remnants (26.4.1)
    airborne: tuple[tuple[int, ...], ...] = field(init=False)  # paratroops by side
    guides: tuple[tuple[int, ...], ...] = field(init=False)  # 18.3, V.1 a: headquarters that direct them, by side
    # units that rules name
    hitler: int = field(init=False)
    stalin: int = field(init=False)
    stavka: int = field(init=False)
    jaeger: int = field(init=False)  # 1FJ, the paratroops of V.1
    goering: int = field(init=False)  # HG
    # charts that are asked often
    columns: Columns = field(init=False)  # 13.3: all odds of the table
    crt: dict[int, tuple[str, ...]] = field(init=False)  # the six results of each
    worst: int = field(init=False)  # 12.4: the column of 1-6
    weakest: tuple[int, int] = field(init=False)  # the same as attackers to defenders
    best: int = field(init=False)  # 16.1: the column of 10-1
    sure_from: int = field(init=False)  # 16.4: the turn from which the Russian needs no die there
    room: int = field(init=False)  # 6.1: that of a hex, in parts
    space: list[int] = field(init=False)  # what each unit takes of it
    air_range: int = field(init=False)  # 15.1, 18.3
    shifts: tuple[int, int] = field(init=False)  # 15.5, 26.7.5: columns of a bomber, by side
    hardy: frozenset[str] = field(init=False)  # 17.3: nations that always have combat supply

    def __post_init__(self) -> None:
        tables = {**self._by_phase(), **self._by_unit(), **self._sets(), **self._tables()}
        for key, value in tables.items():
            object.__setattr__(self, key, value)

    def _by_phase(self) -> dict[str, Any]:
        movers = [phase.side for phase in self.phases]
        moves = [movers[step] if phase.moves else -1 for step, phase in enumerate(self.phases)]
        first = tuple(moves.index(side) for side in (AXIS, RUSSIAN))
        return {"movers": movers, "impulses": [phase.impulse for phase in self.phases], "first_moves": first}

    def _by_unit(self) -> dict[str, Any]:
        units = self.counters.units
        found: dict[str, Any] = {"units": units, "by_name": {unit.name: unit.number for unit in units}}
        for key in ("name", "side", "type", "nation", "size", "strength", "value"):
            found[key] = [getattr(unit, key) for unit in units]
        found["allowances"] = [allowance_of(unit, self.charts["movement"]) for unit in units]
        found["stops"] = tuple([self._stops(unit, snow) for unit in units] for snow in (False, True))
        for key, name in (("hitler", "Hitler"), ("stalin", "Stalin"), ("stavka", "STAVKA"), ("jaeger", "1FJ")):
            found[key] = found["by_name"][name]
        return found | {"goering": found["by_name"]["HG"]}

    def _sets(self) -> dict[str, Any]:
        units = self.counters.units
        units_of = tuple(tuple(u.number for u in units if u.side == side) for side in (AXIS, RUSSIAN))
        found: dict[str, Any] = {"units_of": units_of, "of_side": tuple(union(each) for each in units_of)}
        for key, types in _TYPES.items():
            found[key] = self.of_type(*types)
        found |= {"ss": self.of_nation("ss"), "guards": self.of_nation("guards")}
        found["zoneless"] = found["leaders"] | found["partisans"] | found["artillery"] | found["bombers"]
        found["civilians"] = found["leaders"] | found["workers"]
        found["bystanders"] = found["leaders"] | found["headquarters"] | found["partisans"] | found["bombers"]
        found["idle"] = found["bystanders"] | found["workers"]
        found["for_good"] = (
            found["civilians"] | found["paratroops"] | union(u.number for u in units if u.name == "1Cav")
        )
        found |= {"bands": tuple(members(found["partisans"])), "crews": tuple(members(found["workers"]))}
        found["hunters"] = tuple(members(found["ss"] & ~found["battlegroups"]))
        found["airborne"] = tuple(tuple(members(found["paratroops"] & each)) for each in found["of_side"])
        chiefs = members(found["headquarters"] & found["of_side"][AXIS])
        return found | {"guides": (tuple(chiefs), tuple(u.number for u in units if u.name == "STAVKA"))}

    def _tables(self) -> dict[str, Any]:
        columns, crt = combat_table(self.charts["crt"])
        air, always = self.charts["air"], frozenset(self.charts["supply"]["always"])
        found: dict[str, Any] = {"columns": columns, "crt": crt, "worst": 1, "best": len(columns), "hardy": always}
        found |= {"weakest": columns.ratios[0].as_integer_ratio()}
        found |= {"sure_from": int(self.charts["automatic_victory"]["russian_from"])}
        shifts = int(air["stuka_shift"]), int(air["sturmovik_shift"])
        return found | {"air_range": int(air["range"]), "shifts": shifts} | self._stacking()

    def _stacking(self) -> dict[str, Any]:
        """6.1: so many armies or so many corps fill a hex; 6.3: size "none" takes no room."""
        chart = self.charts["stacking"]
        room = lcm(chart["army"], chart["corps"])
        takes = {"army": room // chart["army"], "corps": room // chart["corps"], "none": 0}
        return {"room": room, "space": [takes[unit.size] for unit in self.counters.units]}

    def _stops(self, unit: Unit, snow: bool) -> int:
        """8.2: the hexes in which a unit must stop. 26.4.2: remnants of infantry are infantry there."""
        kind = "foot battlegroup" if unit.type == "battlegroup" and not self.rides(unit) else unit.type
        chart, board, found = self.charts["terrain"], self.board, 0
        for name, hexes in (("woods", board.woods), ("mountain", board.mountain), ("swamp", board.swamp)):
            entry = chart[name]
            if kind not in entry["free"] and not (snow and "snow" in entry.get("clear_in", ())):
                found |= hexes
        return found

    def of_type(self, *types: str) -> int:
        """The units of these types, as a mask."""
        return union(u.number for u in self.counters.units if u.type in types)

    def of_nation(self, *nations: str) -> int:
        """The units of these nations, as a mask."""
        return union(u.number for u in self.counters.units if u.nation in nations)

    def rides(self, unit: Unit) -> bool:
        """26.4: is this battlegroup a mobile one, by its printed movement? The others are on foot."""
        return bool(unit.move >= min(entry["least"] for entry in self.charts["movement"] if "least" in entry))

    def stop_terrain(self, unit: int, weather: int) -> int:
        """8.2 for one unit in this weather."""
        return self.stops[weather == SNOW][unit]


_TYPES = {
    "headquarters": ("headquarters",),
    "leaders": ("leader",),
    "workers": ("worker",),
    "partisans": ("partisan",),
    "artillery": ("artillery",),
    "bombers": ("stuka", "sturmovik"),
    "battlegroups": ("battlegroup",),
    "paratroops": ("paratroop",),
}
