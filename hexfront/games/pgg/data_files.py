"""Counters, charts and the campaign, read with every check that keeps a wrong file from becoming a wrong game."""

from collections import Counter as Tally
from pathlib import Path
from typing import Any

from hexfront.engine.data import load, wrong
from hexfront.engine.errors import BadData
from hexfront.games.pgg.counters import GERMAN, SOVIET, Counter, Unit
from hexfront.grid import Grid, NoSuchHex
from hexfront.mechanics.crt import check_results

# Results from the defender's worst to the attacker's worst: along a row and down a column none may jump back.
RESULTS = ("De", "De/A1", "D2", "D2/A1", "D1", "D1/A1", "Eng", "A1", "A2", "Ae")
ENTRANCES = "ABCDEFGHVWXZ"
KINDS = ("rifle", "tank", "mech")


def counters(folder: Path) -> tuple[list[Unit], list[Counter]]:
    """The pieces: units, with a place in the order of battle for each counter of the cups, and those counters."""
    data = load(folder / "counters.toml")
    try:
        return _units(data), _counters(data)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise BadData(f"counters.toml: an entry lacks or garbles {error}") from None


def _units(data: dict[str, Any]) -> list[Unit]:
    units: list[Unit] = []
    for name, facts in data["german"]["units"].items():
        units.append(
            Unit(
                len(units),
                name,
                GERMAN,
                facts["type"],
                facts["title"],
                2 * int(facts["move"]),
                tuple(facts["strengths"]),
                facts["division"],
            )
        )
    for name, facts in data["soviet"]["leaders"].items():
        rating, army = int(facts["rating"]), int(facts["army"])
        title = f"General {name}"
        units.append(Unit(len(units), name, SOVIET, "leader", title, 20, (rating,), "", army))
    rifles, tanks, mechs = (sum(data["soviet"][kind]["mix"].values()) for kind in KINDS)  # 14.14: they set the limit
    for number in range(1, rifles + 1):
        units.append(Unit(len(units), f"R{number}", SOVIET, "rifle", f"rifle division {number}", 12))
    for number in range(1, tanks + mechs + 1):
        units.append(Unit(len(units), f"A{number}", SOVIET, "armoured", f"armoured division {number}", 20))
    return units


def _counters(data: dict[str, Any]) -> list[Counter]:
    counters: list[Counter] = []
    for kind in KINDS:
        for name, many in data["soviet"][kind]["mix"].items():
            attack, _, defence = name.partition("-")
            for _ in range(many):
                counters.append(Counter(len(counters), kind, int(attack), int(defence or attack)))
    return counters


def charts(folder: Path) -> dict[str, Any]:
    """All charts; the table of combat results is whole and never helps whoever rolls or stands worse."""
    path = folder / "charts.toml"
    data = load(path)
    try:
        check_results(path, data["crt"], RESULTS, rising=False)
        for section in ("terrain", "stacking", "rail", "overrun", "victory", "supply"):
            data[section]
    except (KeyError, TypeError) as error:
        raise BadData(f"{path.name}: it lacks {error}") from None
    return data


def campaign(folder: Path, grid: Grid, units: list[Unit]) -> dict[str, Any]:
    """The scenario: armies in hexes of the board, arrivals at entrances, every unit once."""
    path = folder / "campaign.toml"
    data = load(path)
    try:
        for army in data["army"]:
            _check_army(path, grid, army)
        for entry in (*data["soviet"], *data["german"]):
            _check_entry(path, entry, int(data["turns"]))
        _check_units(path, data, units)
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


def _check_units(path: Path, data: dict[str, Any], units: list[Unit]) -> None:
    """Every German unit and every leader comes once, and nobody else."""
    due = [unit for unit in units if unit.side == GERMAN or unit.type == "leader"]
    arrivals = [name for entry in data["german"] for name in entry["units"]]
    german = Tally(u for name in arrivals for u in [unit.name for unit in due if unit.division == name] or (name,))
    leaders = Tally(e["leader"] for e in (*data["army"], *data["soviet"]) if e["leader"])
    found = german + leaders
    names = {unit.name for unit in units}
    for name in found:
        if name not in names:
            raise wrong(path, f"there is no unit {name!r}", f'"{name}"')
    for name in (unit.name for unit in due):
        if found[name] != 1:
            raise wrong(path, f"{name} comes {found[name]} times instead of once", f'"{name}"')
