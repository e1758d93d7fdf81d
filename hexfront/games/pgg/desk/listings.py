"""What lies beside the board: the charts of the game and the lists of both sides' forces."""

from collections import Counter as Tally
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexfront.engine.desk import Chart, Desk, Force
from hexfront.games.pgg.combat.results import steps_left
from hexfront.games.pgg.counters import ARMOURED_CUP, GERMAN, RIFLE_CUP, SIDES, Unit
from hexfront.games.pgg.desk.pieces import face
from hexfront.games.pgg.reinforcements import FRONT_A_GAME
from hexfront.games.pgg.state import DEAD, GERMAN_MOVEMENT, OFF, SOVIET_MOVEMENT, PggState, entrance_of
from hexfront.games.pgg.supply import Lines
from hexfront.games.pgg.untried import unknown_mix
from hexfront.games.pgg.victory import german_points, level_of, soviet_points

if TYPE_CHECKING:
    from hexfront.games.pgg import Pgg

KINDS = ("foot", "cavalry", "motor", "leader")


# -- charts -----------------------------------------------------------------------------------------------


def _crt(s: PggState) -> Chart:
    crt = s.edition.charts["crt"]
    rows = [[str(die), *row] for die, row in enumerate(crt["rows"], 1)]
    return Chart("Combat results", "9.5", ["Die", *crt["columns"]], rows)


def _terrain(s: PggState) -> Chart:
    """6.7, 9.3: points to enter by kind of unit, and what the hex adds to the defender's multiple."""
    rows = []
    for name, entry in s.edition.charts["terrain"].items():
        if name == "river":
            costs = [f"+{entry['german']} German, +{entry['soviet']} Soviet", "", "", ""]
        elif name == "interdiction":
            costs = [f"+{entry['add']}"] * len(KINDS)
        else:
            costs = [f"{entry[kind]:g}" for kind in KINDS]
        more = int(entry.get("defence", 0))
        rows.append([name.capitalize(), *costs, f"+{more}" if more else ""])
    return Chart("Terrain", "6.7", ["Hex or side", *(kind.capitalize() for kind in KINDS), "Defence multiple"], rows)


def _limits(s: PggState) -> Chart:
    charts = s.edition.charts
    rows = [
        ["Units in a hex, German", str(charts["stacking"]["german"]), "7.2"],
        ["Units in a hex, Soviet", str(charts["stacking"]["soviet"]), "7.1"],
        ["Units in a hex, Soviet with a leader", str(charts["stacking"]["soviet_with_leader"]), "7.1"],
        ["Hexes by rail", str(charts["rail"]["hexes"]), "6.3"],
        ["Units by rail in a turn, armour counting three", str(charts["rail"]["units"]), "6.3"],
        ["Points for an overrun", str(charts["overrun"]["cost"]), "6.5"],
        ["Divisions of the South-Western Front left", str(FRONT_A_GAME - s.swfront), "14.21"],
    ]
    return Chart("Limits", "7.1", ["What", "Number", "Rule"], rows)


def _levels(s: PggState) -> Chart:
    levels = s.edition.charts["victory"]["levels"]
    rows = [[entry["title"], str(entry["at_least"]) if entry["at_least"] > -1000 else "less"] for entry in levels]
    now, _ = level_of(s, german_points(s) - soviet_points(s))
    return Chart("Victory: German points less Soviet points", "15.2", ["Level", "At least"], rows, now)


def _track(game: "Pgg", s: PggState) -> Chart:
    """The turns with their days and arrivals."""
    rows = [
        [str(turn), game.days(turn), *("; ".join(_due(game, side, turn)) for side in SIDES)]
        for turn in range(1, game.turns + 1)
    ]
    return Chart("Turns", "16.1", ["Turn", "Days", "German arrivals", "Soviet arrivals"], rows, str(s.turn))


def _due(game: "Pgg", side: str, turn: int) -> Iterator[str]:
    for entry in game.scenario[side]:
        if entry["turn"] == turn:
            yield f"{', '.join(_arrivals(entry))} at {entry['entrance']}"


def _arrivals(entry: dict[str, object]) -> list[str]:
    units = entry.get("units", [])
    assert isinstance(units, list)
    words = [str(name) for name in units]
    words += [f"{entry[kind]} {kind}" for kind in ("rifle", "armoured") if entry.get(kind)]
    return words + ([str(entry["leader"])] if entry.get("leader") else [])


# -- forces -----------------------------------------------------------------------------------------------


def _force(s: PggState, unit: Unit, lines: Lines) -> Force:
    place = s.where[unit.number]
    figures = "" if place == DEAD else face(s, unit)[2]
    return Force(
        _group(place), SIDES[unit.side], unit.name, unit.title, figures, max(place, -1), _note(s, unit.number, lines)
    )


def _group(place: int) -> str:
    if place >= 0:
        return "On the board"
    return "Eliminated" if place == DEAD else f"Waiting at entrance {entrance_of(place)}"


def _note(s: PggState, unit: int, lines: Lines) -> str:
    if s.where[unit] < 0:
        return ""
    marks = []
    if s.edition.units[unit].side == GERMAN and steps_left(s, unit) < len(s.edition.strengths[unit]):
        marks.append(f"{steps_left(s, unit)} of {len(s.edition.strengths[unit])} steps")
    marks += ["disrupted"] if s.disrupted >> unit & 1 else []
    return ", ".join(marks + ([] if lines.supplied(unit) else ["out of supply"]))


def _to_come(game: "Pgg", s: PggState) -> Iterator[Force]:
    """16.1, 16.2: the schedule from now on; divisions are nobody yet, only their number is known."""
    for side in SIDES:
        for entry in game.scenario[side]:
            group = f"Turn {entry['turn']}, entrance {entry['entrance']}"
            if entry["turn"] < s.turn or (entry["turn"] == s.turn and not _still_due(s, entry)):
                continue
            for name in (*entry.get("units", ()), *filter(None, (entry.get("leader"),))):
                members = [
                    u for u in s.edition.units if u.name == name or u.number in s.edition.divisions.get(name, ())
                ]
                due = [u for u in members if s.where[u.number] == OFF]
                yield from (Force(group, side, u.name, u.title, face(s, u)[2]) for u in due)
            for kind in ("rifle", "armoured"):
                if entry.get(kind):
                    yield Force(group, side, f"{entry[kind]} {kind}", f"{kind} divisions from the cup", "?")


def _still_due(s: PggState, entry: dict[str, object]) -> bool:
    """Has this entry of the running turn not been called up yet? Each side's come when it begins to move."""
    return s.step < s.edition.step_of(GERMAN_MOVEMENT if "units" in entry else SOVIET_MOVEMENT)


def _returning(s: PggState) -> Iterator[Force]:
    """10.4: leaders who were evacuated."""
    for unit in s.returning:
        card = s.edition.units[unit]
        yield Force("Evacuated, back next turn", SIDES[card.side], card.name, card.title, face(s, card)[2])


def _mix(s: PggState) -> Iterator[Force]:
    """12: the counters that nobody has seen, as both players can count them."""
    for cup, kind in ((RIFLE_CUP, "rifle"), (ARMOURED_CUP, "armoured")):
        mix = Tally(unknown_mix(s, cup))
        for (attack, defence), many in sorted(mix.items(), reverse=True):
            name = f"{attack}-{defence}" if cup == RIFLE_CUP else str(attack)
            chance = f"{100 * many / mix.total():.0f} %"
            yield Force(f"Behind an untried {kind} division", SIDES[1], name, f"{many} counters", name, note=chance)


class Lists(Desk[PggState]):
    """The charts and the forces."""

    game: "Pgg"

    def tables(self, s: PggState) -> list[Chart]:
        """All charts, with the turn and the level that count now lit."""
        return [_crt(s), _terrain(s), _limits(s), _levels(s), _track(self.game, s)]

    def forces(self, s: PggState) -> list[Force]:
        """By place and state: on the board, waiting, to come, lost; and what may stand behind an untried division."""
        lines = Lines(s)
        listed = [_force(s, unit, lines) for unit in s.edition.units if s.where[unit.number] != OFF]
        return [*listed, *_to_come(self.game, s), *_returning(s), *_mix(s)]
