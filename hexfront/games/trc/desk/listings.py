"""What lies beside the board: the charts of the game and the lists of both sides' forces."""

from collections.abc import Iterator

from hexfront.engine.desk import Chart, Desk, Force
from hexfront.games.trc import state as boxes
from hexfront.games.trc.arrivals import dates
from hexfront.games.trc.board import SEAS
from hexfront.games.trc.counters import SIDES, Unit
from hexfront.games.trc.data_files import WEATHER
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.supply import combat_supplied, in_supply, supplied_hexes

# The headings of the list of forces, in its order; what is still to come is listed by its turn.
GROUPS = {
    boxes.WAITING: "Arriving now",
    boxes.OFFMAP: "Off-Map Units",
    boxes.RESERVE: "Paratroop Reserve",
    boxes.AIRFIELD: "On airfields",
    boxes.BOX: "In their boxes",
    boxes.POOL: "Replacement pool",
    boxes.WITHDRAWN: "Withdrawn to the west",
    boxes.TRACK: "On the way to the Urals",
    boxes.URALS: "In the Urals",
    boxes.SIBERIA: "In Siberia",
    boxes.EXITED: "Off the board",
    boxes.GONE: "Lost for good",
}


# -- charts -----------------------------------------------------------------------------------------------


def _crt(e: TrcEdition) -> Chart:
    """13.3: a column for each odds, also where several share one."""
    columns = sorted(e.crt)
    rows = [[str(die + 1), *(e.crt[column][die] for column in columns)] for die in range(6)]
    return Chart("Combat results", "13.3", ["Die", *map(e.columns.label, columns)], rows)


def _results(e: TrcEdition) -> Chart:
    rows = []
    for code, entry in e.charts["results"].items():
        losses = [f"{entry[side]} of the {side}" for side in ("attacker", "defender") if entry[side] != "none"]
        led = [
            f"{side} {least} hexes" if least == most else f"{side} {least} or {most} hexes"
            for side in ("attacker", "defender")
            for least, most in ([entry[f"{side}_retreat"]] if f"{side}_retreat" in entry else [])
        ]
        gone = "for good" if entry["gone"] == "surrender" else "to the pool" if losses else ""
        rows.append([code, ", ".join(losses) or "none", gone, ", ".join(led) or "none"])
    return Chart("What the results do", "13.3", ["Result", "Lost", "Where to", "Retreat"], rows)


def _movement(s: TrcState) -> Chart:
    """5.4: points in the first and second impulse by weather."""
    rows = []
    for entry in s.edition.charts["movement"]:
        points = [" / ".join(str(part) for part in entry[name.replace(" ", "_")]) for name in WEATHER]
        rows.append([entry["class"], *points])
    return Chart("Movement: first / second impulse", "5.4", ["Class", *WEATHER], rows, WEATHER[s.weather])


def _terrain(e: TrcEdition) -> Chart:
    rows = []
    for name, entry in e.charts["terrain"].items():
        if name in ("limits", "coast", "rail_only"):
            continue
        free = ", ".join(entry.get("free", ()))
        stops = ("stops all" + (f" but {free}" if free else "")) if entry.get("stop") else ""
        rows.append([name, stops, "doubled" if entry.get("defence", 1) > 1 else ""])
    return Chart("Terrain", "8.2", ["Hex or side", "Movement", "Defence"], rows)


def _weather(s: TrcState) -> Chart:
    """4.1: by the die and its modifier; three seasons have their own."""
    chart = s.edition.charts["weather"]
    dice = [str(number) for number in range(chart["least"], chart["most"] + 1)]
    rows = [[name, *[kind] * len(dice)] for name, kind in chart["fixed"].items()]
    for name, line in chart["chart"].items():
        if isinstance(line, list):
            rows.append([name, *(f"{kind} {change:+d}" if change else kind for kind, change in line)])
    title = f"Weather: die with modifier (now {s.modifier:+d}), and what it adds to it"
    return Chart(title, "4.1", ["Season", *dice], rows, s.edition.calendar.season(s.turn))


def _air(s: TrcState) -> Iterator[Chart]:
    e = s.edition
    for name, rule in (("stukas", "15.6"), ("sturmoviks", "26.7.4")):
        if name == "stukas" or s.on("26.7"):
            table = e.charts["air"][name]
            lines = {when: line for when, line in table.items() if isinstance(line, dict)}
            rows = [[when, *(str(line[kind.replace(" ", "_")]) for kind in WEATHER)] for when, line in lines.items()]
            now = str(e.calendar.year(s.turn))
            lit = now if now in lines else ""
            yield Chart(f"{name.capitalize()} in a turn", rule, ["Year", *WEATHER], rows, lit)


def _transport(s: TrcState) -> Chart:
    rail, sea = s.edition.charts["rail"], s.edition.charts["sea"]
    rows = [
        ["Axis units by rail in a turn", f"{rail['axis']}, {rail['axis_snow']} in snow", "9.1"],
        ["Russian units by rail in a turn", str(rail["russian"]), "9.1"],
    ]
    for name, rule in zip(SEAS, ("10.4", "10.5"), strict=True):
        rows.append(
            [f"Safe on the {name.capitalize()} sea", f"{sea[name]['safe']} or less, -1 for each own port", rule]
        )
    left = ["no limit" if number < 0 else str(number) for number in s.invasions]
    rows.append(["Invasions left", f"Axis {left[0]}, Russian {left[1]}", "10.3.2"])
    return Chart("Rail and sea", "9.1", ["What", "Number", "Rule"], rows)


def _track(s: TrcState) -> Chart:
    """4: the turns of the game with who arrives by month."""
    e = s.edition
    rows = []
    for turn in range(min(s.turn, int(e.scenarios[s.scenario]["first"])), s.last + 1):
        cells = [", ".join(u.name for u in e.units if u.side == side and _comes_in(s, u) == turn) for side in (0, 1)]
        rows.append([e.calendar.date(turn), *cells])
    return Chart("Turns", "4.1", ["Turn", "Axis arrivals", "Russian arrivals"], rows, e.calendar.date(s.turn))


def _comes_in(s: TrcState, unit: Unit) -> int:
    """The turn that brings a unit which is still to come, or 0."""
    when = dates.due(s, unit.number) if s.where[unit.number] == boxes.DUE else None
    return when[0] if when else 0


# -- forces -----------------------------------------------------------------------------------------------


def _rank(s: TrcState, unit: Unit) -> tuple[int, int, int]:
    """The board first, then the boxes in their order, with what is to come by its turn."""
    place = s.where[unit.number]
    if place >= 0:
        return 0, 0, unit.number
    if place == boxes.DUE:
        return 1, _comes_in(s, unit) or 99, unit.number
    return 2, list(GROUPS).index(place), unit.number


def _force(s: TrcState, unit: Unit, fed: list[int]) -> Force:
    place = s.where[unit.number]
    return Force(
        _group(s, unit),
        SIDES[unit.side],
        unit.name,
        unit.title,
        unit.value,
        max(place, -1),
        _note(s, unit.number, fed) if place >= 0 else "",
    )


def _group(s: TrcState, unit: Unit) -> str:
    place = s.where[unit.number]
    if place >= 0:
        return "On the board"
    if place != boxes.DUE:
        return GROUPS[place]
    turn = _comes_in(s, unit)
    return f"To come in {s.edition.calendar.date(turn)}" if turn else "To come, by no date"


def _note(s: TrcState, unit: int, fed: list[int]) -> str:
    marks = []
    if not fed[s.edition.side[unit]] >> s.where[unit] & 1 and not in_supply(s, unit):
        marks.append("out of supply")
    if not combat_supplied(s, unit):
        marks.append("fights at half strength")
    return ", ".join(marks)


class Lists(Desk[TrcState]):
    """The charts and the forces."""

    def tables(self, s: TrcState) -> list[Chart]:
        """All charts, with what counts in this turn lit."""
        e = s.edition
        return [_crt(e), _results(e), _movement(s), _terrain(e), _weather(s), *_air(s), _transport(s), _track(s)]

    def forces(self, s: TrcState) -> list[Force]:
        """By place and state: on the board, in the boxes, to come by turn, lost."""
        fed = [supplied_hexes(s, side) for side in (0, 1)]
        found = [
            (_rank(s, unit), _force(s, unit, fed)) for unit in s.edition.units if s.where[unit.number] != boxes.OFF
        ]
        return [force for _, force in sorted(found, key=lambda pair: pair[0])]
