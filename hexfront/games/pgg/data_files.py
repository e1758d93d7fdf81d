"""The charts and the campaign, read with every check that keeps a wrong file from becoming a wrong game."""

from collections import Counter as Tally
from functools import cache
from pathlib import Path
from typing import Any

from hexfront.engine.data import load, wrong
from hexfront.engine.errors import BadData
from hexfront.games.pgg.counters import BY_NAME, DATA, GERMANS, LEADERS, MEMBERS, NAMES
from hexfront.grid import Grid, NoSuchHex
from hexfront.mechanics.tables import check_results

# Results from the defender's worst to the attacker's worst: along a row and down a column none may jump back.
RESULTS = ("De", "De/A1", "D2", "D2/A1", "D1", "D1/A1", "Eng", "A1", "A2", "Ae")
ENTRANCES = "ABCDEFGHVWXZ"


@cache
def charts() -> dict[str, Any]:
    """All charts; the table of combat results is whole and never helps whoever rolls or stands worse."""
    path = DATA / "charts.toml"
    data = load(path)
    try:
        check_results(path, data["crt"], RESULTS, rising=False)
        for section in ("terrain", "stacking", "rail", "overrun", "victory", "supply"):
            data[section]
    except (KeyError, TypeError) as error:
        raise BadData(f"{path.name}: it lacks {error}") from None
    return data


def campaign(grid: Grid) -> dict[str, Any]:
    """The scenario: armies in hexes of the board, arrivals at entrances, every unit once."""
    path = DATA / "campaign.toml"
    data = load(path)
    try:
        for army in data["army"]:
            _check_army(path, grid, army)
        for entry in (*data["soviet"], *data["german"]):
            _check_entry(path, entry, int(data["turns"]))
        _check_units(path, data)
    except (KeyError, TypeError) as error:
        raise BadData(f"{path.name}: it lacks {error}") from None
    return data


def _check_army(path: Path, grid: Grid, army: dict[str, Any]) -> None:
    name = f"the {army['id']}th Army"
    try:
        area = grid.mask(army["hexes"])
        places = [grid.hex(label) for label in army["default"]]
    except NoSuchHex as error:
        bad = next(word for word in str(error).replace(":", " ").split() if word.isdigit())
        raise wrong(path, f"{name}: {error}", bad) from None
    if any(not area >> place & 1 for place in places):
        raise wrong(path, f"{name} has a default hex outside its area", f"id = {army['id']}")
    if len(places) != army["rifle"] + army["armoured"] + 1:
        raise wrong(path, f"{name} needs one default hex for each unit and its leader", f"id = {army['id']}")


def _check_entry(path: Path, entry: dict[str, Any], turns: int) -> None:
    if entry["entrance"] not in ENTRANCES:
        raise wrong(path, f"there is no entrance {entry['entrance']!r}", f'entrance = "{entry["entrance"]}"')
    if not 1 <= entry["turn"] <= turns:
        raise wrong(path, f"there is no turn {entry['turn']}", f"turn = {entry['turn']}")


def _check_units(path: Path, data: dict[str, Any]) -> None:
    """Every German unit and every leader comes once, and nobody else."""
    arrivals = [name for entry in data["german"] for name in entry["units"]]
    german = Tally(u for name in arrivals for u in MEMBERS.get(name) or (BY_NAME.get(name, name),))
    leaders = Tally(e["leader"] for e in (*data["army"], *data["soviet"]) if e["leader"])
    found = Tally(NAMES[u] if isinstance(u, int) else u for u in german.elements()) + leaders
    for name in found:
        if name not in BY_NAME:
            raise wrong(path, f"there is no unit {name!r}", f'"{name}"')
    for name in (NAMES[u] for u in (*GERMANS, *LEADERS)):
        if found[name] != 1:
            raise wrong(path, f"{name} comes {found[name]} times instead of once", f'"{name}"')
