"""An edition of Panzergruppe Guderian: units and counters, charts, scenario and board, and what follows from them."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from hexfront.engine.data import load
from hexfront.engine.edition import Edition
from hexfront.engine.sequence import Phase
from hexfront.games.pgg import data_files
from hexfront.games.pgg.board import Board
from hexfront.games.pgg.counters import ARMOURED_CUP, GERMAN, MECHANIZED, RIFLE_CUP, SOVIET, Counter, Unit
from hexfront.games.pgg.manifest import MANIFEST
from hexfront.grid.bits import union
from hexfront.mechanics.odds import Columns

DATA = Path(__file__).parent / "data"
CUPS = {"rifle": RIFLE_CUP, "armoured": ARMOURED_CUP, "tank": ARMOURED_CUP, "mech": ARMOURED_CUP}


@dataclass(frozen=True, eq=False)
class PggEdition(Edition):
    """The facts of one edition. Every list by unit is in the order of their numbers; every set of units is a mask."""

    board: Board
    units: list[Unit]
    counters: list[Counter]
    charts: dict[str, Any]
    scenario: dict[str, Any]
    # worked out from the above
    turns: int = field(init=False)
    areas: dict[int, int] = field(init=False)  # 5.1: the hexes of each army
    name: list[str] = field(init=False)
    side: list[int] = field(init=False)
    type: list[str] = field(init=False)
    profile: list[str] = field(init=False)
    allowance: list[int] = field(init=False)  # half points
    division: list[str] = field(init=False)
    rating: list[int] = field(init=False)
    strengths: list[tuple[int, ...]] = field(init=False)
    leader: list[bool] = field(init=False)
    cup: list[int] = field(init=False)  # 12: from which a division's counter is drawn, or -1
    by_name: dict[str, int] = field(init=False)
    units_of: tuple[list[int], list[int]] = field(init=False)  # by side
    of_side: tuple[int, int] = field(init=False)
    germans: list[int] = field(init=False)
    soviets: list[int] = field(init=False)
    leaders: list[int] = field(init=False)
    of_cup: tuple[list[int], list[int]] = field(init=False)  # 12: divisions whose counter is drawn from each cup
    cups: tuple[list[Counter], list[Counter]] = field(init=False)  # all counters of each cup
    mechanized: int = field(init=False)
    divisions: dict[str, tuple[int, ...]] = field(init=False)  # German ones, with all their units
    columns: Columns = field(init=False)  # 9.4: what is beyond them counts as the last
    results: dict[int, tuple[tuple[str, float], ...]] = field(init=False)  # 9.5: by column, each with its chance
    shelter: list[tuple[tuple[str, int], ...]] = field(init=False)  # 9.3: by hex, what adds to the defender's multiple
    cover: list[int] = field(init=False)  # the least multiple in each hex
    river: int = field(init=False)  # what a river adds to it

    def __post_init__(self) -> None:
        facts: dict[str, Any] = {
            "turns": int(self.scenario["turns"]),
            "areas": {army["id"]: self.board.grid.mask(army["hexes"]) for army in self.scenario["army"]},
            "cups": tuple([c for c in self.counters if CUPS[c.type] == cup] for cup in (RIFLE_CUP, ARMOURED_CUP)),
            "columns": Columns(self.charts["crt"]["columns"]),
            "results": _results(self.charts["crt"]),
            "river": int(self.charts["terrain"]["river"]["defence"]),
        }
        facts["shelter"] = _shelter(self.board, self.charts["terrain"])
        facts["cover"] = [1 + sum(more for _, more in found) for found in facts["shelter"]]
        for name, fact in (facts | _by_unit(self.units) | _groups(self.units)).items():
            object.__setattr__(self, name, fact)


def _by_unit(units: list[Unit]) -> dict[str, list[Any]]:
    """The tables by unit."""
    plain = {name: [getattr(unit, name) for unit in units] for name in ("name", "side", "type", "profile")}
    return plain | {
        "allowance": [unit.move for unit in units],
        "division": [unit.division for unit in units],
        "strengths": [unit.strengths for unit in units],
        "rating": [unit.strengths[0] if unit.type == "leader" else 0 for unit in units],
        "leader": [unit.type == "leader" for unit in units],
        "cup": [CUPS.get(unit.type, -1) for unit in units],
    }


def _groups(units: list[Unit]) -> dict[str, Any]:
    """Who belongs together."""
    germans, soviets = ([unit.number for unit in units if unit.side == side] for side in (GERMAN, SOVIET))
    types = {kind: [unit.number for unit in units if unit.type == kind] for kind in ("leader", "rifle", "armoured")}
    names = dict.fromkeys(unit.division for unit in units if unit.division)
    return {
        "by_name": {unit.name: unit.number for unit in units},
        "germans": germans,
        "soviets": soviets,
        "units_of": (germans, soviets),
        "of_side": (union(germans), union(soviets)),
        "leaders": types["leader"],
        "of_cup": (types["rifle"], types["armoured"]),
        "mechanized": union(unit.number for unit in units if unit.type in MECHANIZED),
        "divisions": {name: tuple(u.number for u in units if u.division == name) for name in names},
    }


def _shelter(board: Board, chart: dict[str, Any]) -> list[tuple[tuple[str, int], ...]]:
    """What each hex gives its defenders."""
    kinds = (("forest", board.forest, chart["forest"]), ("major city", board.major, chart["major"]))
    return [
        tuple((name, int(entry["defence"])) for name, hexes, entry in kinds if hexes >> place & 1)
        for place in range(board.grid.size)
    ]


def _results(crt: dict[str, Any]) -> dict[int, tuple[tuple[str, float], ...]]:
    """What the columns of the table promise."""
    found: dict[int, tuple[tuple[str, float], ...]] = {}
    for number, column in enumerate(zip(*crt["rows"], strict=True), 1):
        chances: dict[str, float] = {}
        for result in column:
            chances[result] = chances.get(result, 0.0) + 1 / 6
        found[number] = tuple(chances.items())
    return found


@cache
def read(phases: tuple[Phase, ...], folder: Path = DATA) -> PggEdition:
    """The edition of these data files."""
    charts = data_files.charts(folder)
    path = folder / "board.toml"
    board = Board(MANIFEST.board.grid, load(path), charts["terrain"], path)
    units, counters = data_files.counters(folder)
    scenario = data_files.campaign(folder, board.grid, units)
    return PggEdition("pgg", "Panzergruppe Guderian", board, units, counters, charts, scenario, phases=phases)
