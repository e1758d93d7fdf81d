"""The charts and the scenarios, read with every check that keeps a wrong file from being a wrong game."""

from collections.abc import Container
from pathlib import Path
from typing import Any

from hexfront.engine.data import load, wrong
from hexfront.engine.errors import BadData
from hexfront.games.trc.counters import Unit
from hexfront.mechanics.crt import check_results
from hexfront.mechanics.odds import Columns

CLEAR, LIGHT_MUD, MUD, SNOW = range(4)
WEATHER = ("clear", "light mud", "mud", "snow")
SCENARIOS = {  # each with its file: the campaign is Barbarossa's set-up, played to the end
    "barbarossa": "barbarossa.toml",
    "campaign": "barbarossa.toml",
    "fall-blau": "blau.toml",
    "zitadelle": "zitadelle.toml",
    "bagration": "bagration.toml",
}
# The number of each scenario in the rulebook; the campaign has chapter 3.
SCENARIO_RULE = {"barbarossa": "S.1", "fall-blau": "S.2", "zitadelle": "S.3", "bagration": "S.4"}

# S.0: a scenario may be played on, if both agree before it starts.
TO_THE_END = {"S.0": "On to the end of the war"}


def read_charts(path: Path) -> dict[str, Any]:
    """All charts; the table of combat results is whole and never helps whoever rolls or stands worse."""
    data = load(path)
    try:
        _check_odds(path, data["crt"])
        check_results(path, data["crt"], data["crt"]["results"], rising=True)
        for section in ("calendar", "movement", "weather", "stacking", "rail", "sea", "air", "supply", "victory"):
            data[section]
        data["options"]
    except (KeyError, TypeError, ValueError) as error:
        raise BadData(f"{path.name}: it lacks {error}") from None
    return data


def _check_odds(path: Path, crt: dict[str, Any]) -> None:
    """13.3: each column says which odds share it."""
    if len(crt["odds"]) != len(crt["columns"]):
        raise wrong(path, "each column of the combat table needs its odds", "[crt]")
    try:
        combat_table(crt)
    except ValueError as error:
        raise wrong(path, str(error), "[crt]") from None


def combat_table(chart: dict[str, Any]) -> tuple[Columns, dict[int, tuple[str, ...]]]:
    """13.3: all odds, and for each the six results, by die; several may share a column of the chart."""
    columns = Columns(label for shared in chart["odds"] for label in shared)
    parts = [tuple(row[i] for row in chart["rows"]) for i, shared in enumerate(chart["odds"]) for _ in shared]
    return columns, dict(enumerate(parts, 1))


def allowance_of(unit: Unit, chart: list[dict[str, Any]]) -> tuple[tuple[int, int], ...]:
    """5.4: for each weather, the points of a unit in the first and in the second impulse."""
    for entry in chart:
        if unit.type in entry["types"] and unit.nation in entry["nations"] and unit.move >= entry.get("least", 0):
            rows = (entry[name.replace(" ", "_")] for name in WEATHER)
            return tuple((_points(unit, first), _points(unit, second)) for first, second in rows)
    raise BadData(f"charts.toml: no class of movement has {unit.name}")


def _points(unit: Unit, entry: str | int) -> int:
    if isinstance(entry, int):
        return min(entry, unit.move)
    return unit.move if entry == "full" else (unit.move + 1) // 2


def read_scenario(path: Path, name: str, units: Container[str]) -> dict[str, Any]:
    """A scenario by its id."""
    data = load(path)
    try:
        if name == "campaign":
            data.update(data["campaign"])
            data["victory"] = {"also": ["campaign", "sudden_death"]}
        for key in ("id", "title", "first", "last", "sets_up_first", "lines", "invasions", "default"):
            data[key]
        for side in ("axis", "russian"):
            for placed in data["default"][side].values():
                for unit in placed:
                    if unit not in units:
                        raise wrong(path, f"there is no unit {unit!r}", f'"{unit}"')
    except (KeyError, TypeError, AttributeError) as error:
        raise BadData(f"{path.name}: it lacks {error}") from None
    return data
