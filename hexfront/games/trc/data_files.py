"""The charts, the calendar and the scenarios, read with every check that keeps a wrong file from being a wrong game."""

from functools import cache
from pathlib import Path
from typing import Any

from hexfront.engine.data import load, wrong
from hexfront.engine.errors import BadData
from hexfront.games.trc.counters import BY_NAME, DATA, UNITS, Unit
from hexfront.mechanics import odds
from hexfront.mechanics.tables import check_results

CLEAR, LIGHT_MUD, MUD, SNOW = range(4)
WEATHER = ("clear", "light mud", "mud", "snow")
SCENARIOS = ("barbarossa", "campaign", "fall-blau", "zitadelle", "bagration")
_FILES = {"campaign": "barbarossa", "fall-blau": "blau"}


@cache
def charts() -> dict[str, Any]:
    """All charts; the table of combat results is whole and never helps whoever rolls or stands worse."""
    path = DATA / "charts.toml"
    data = load(path)
    try:
        _check_odds(path, data["crt"])
        check_results(path, data["crt"], data["crt"]["results"], rising=True)
        for section in ("movement", "weather", "stacking", "rail", "sea", "air", "supply", "victory", "options"):
            data[section]
    except (KeyError, TypeError, ValueError) as error:
        raise BadData(f"{path.name}: it lacks {error}") from None
    return data


def _check_odds(path: Path, crt: dict[str, Any]) -> None:
    """13.3: each column says which odds share it."""
    if len(crt["odds"]) != len(crt["columns"]):
        raise wrong(path, "each column of the combat table needs its odds", "[crt]")


@cache
def crt() -> dict[int, tuple[str, ...]]:
    """13.3: for each odds the six results, by die."""
    chart = charts()["crt"]
    found: dict[int, tuple[str, ...]] = {}
    for i, names in enumerate(chart["odds"]):
        for name in names:
            found[odds.parse(name)] = tuple(row[i] for row in chart["rows"])
    return found


@cache
def allowances() -> tuple[tuple[tuple[int, int], ...], ...]:
    """5.4: for each unit and weather, the points in the first and in the second impulse."""
    return tuple(_allowance(unit) for unit in UNITS)


def _allowance(unit: Unit) -> tuple[tuple[int, int], ...]:
    for entry in charts()["movement"]:
        if unit.type in entry["types"] and unit.nation in entry["nations"] and unit.move >= entry.get("least", 0):
            rows = (entry[name.replace(" ", "_")] for name in WEATHER)
            return tuple((_points(unit, first), _points(unit, second)) for first, second in rows)
    raise BadData(f"charts.toml: no class of movement has {unit.name}")


@cache
def rides(unit: Unit) -> bool:
    """26.4: is this battlegroup a mobile one, by its printed movement? The others are on foot."""
    return bool(unit.move >= min(entry["least"] for entry in charts()["movement"] if "least" in entry))


def _points(unit: Unit, entry: str | int) -> int:
    if isinstance(entry, int):
        return min(entry, unit.move)
    return unit.move if entry == "full" else (unit.move + 1) // 2


# -- the calendar (3.6, 4) ----------------------------------------------------------------------------


def season(turn: int) -> str:
    """The two months of a turn: turn 1 is May/Jun 1941."""
    seasons: list[str] = charts()["calendar"]["seasons"]
    return seasons[(turn + 1) % 6]


def year(turn: int) -> int:
    """The year of a turn."""
    return 1941 + (turn + 1) // 6


def date(turn: int) -> str:
    """A turn as people name it."""
    return f"{season(turn)} {year(turn)}"


# -- scenarios ----------------------------------------------------------------------------------------


@cache
def scenario(name: str) -> dict[str, Any]:
    """A scenario by its id; the campaign is Barbarossa's set-up, played to the end."""
    path = DATA / f"{_FILES.get(name, name)}.toml"
    data = dict(load(path))
    try:
        if name == "campaign":
            data.update(data["campaign"])
            data["victory"] = {"also": ["campaign", "sudden_death"]}
        for key in ("id", "title", "first", "last", "sets_up_first", "lines", "invasions", "default"):
            data[key]
        for side in ("axis", "russian"):
            for units in data["default"][side].values():
                for unit in units:
                    if unit not in BY_NAME:
                        raise wrong(path, f"there is no unit {unit!r}", f'"{unit}"')
    except (KeyError, TypeError, AttributeError) as error:
        raise BadData(f"{path.name}: it lacks {error}") from None
    return data


# The number of each scenario in the rulebook; the campaign has chapter 3.
SCENARIO_RULE = {"barbarossa": "S.1", "fall-blau": "S.2", "zitadelle": "S.3", "bagration": "S.4"}

# S.0: a scenario may be played on, if both agree before it starts.
TO_THE_END = {"S.0": "On to the end of the war"}
