"""Chapters 3.3, 3.4, S.0 and V.1: who is set up, where that may be, and what is wrong with a set-up."""

from collections.abc import Iterator
from functools import cache, lru_cache

from hexfront.engine.errors import Refused
from hexfront.games.trc.board import Board
from hexfront.games.trc.counters import AXIS, RUSSIAN, SIDES
from hexfront.games.trc.data_files import SCENARIO_RULE
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.minors import bound
from hexfront.games.trc.stacking import excess, overfull
from hexfront.games.trc.state import FIRST_SETUP, GONE, OFF, TrcState
from hexfront.games.trc.zones import zone
from hexfront.grid import members

Fault = tuple[str, str]  # the rule, and a sentence


@lru_cache(maxsize=64)
def posts(e: TrcEdition, name: str) -> dict[int, str]:
    """3.3, 3.4, S.0: who is set up, each with its area of the board, its city, or "" for its side of the line."""
    data = e.scenarios[name]
    found: dict[int, str] = {}
    for key in ("setup", "force", "workers", "fixed"):
        for entry in data.get(key, ()):
            post = entry.get("city") or entry.get("area", "")
            found |= {e.by_name[unit]: post for unit in entry["units"]}
    return found


# -- where units may be set up ------------------------------------------------------------------------


def opening(s: TrcState) -> int:
    """The first turn of this game: that of the scenario, or Mar/Apr 1941 (V.1.1)."""
    return (
        s.edition.calendar.month("1941-03")[0] if "V.1" in s.adopted else int(s.edition.scenarios[s.scenario]["first"])
    )


def of_1941(s: TrcState) -> bool:
    """Does the game begin with the surprise of 1941: districts, army groups, and no contact before it (3.3-3.7)?"""
    return "setup" in s.edition.scenarios[s.scenario]


def setting_up(s: TrcState) -> int:
    """Who sets up now."""
    first = SIDES.index(s.edition.scenarios[s.scenario]["sets_up_first"])
    return first if s.phase.name == FIRST_SETUP else 1 - first


def to_place(s: TrcState, side: int) -> list[int]:
    """The units that a side sets up, placed already or not."""
    e = s.edition
    found = [u for u in posts(e, s.scenario) if e.side[u] == side and s.where[u] != GONE]
    if side == AXIS and "V.1" in s.adopted:
        found.append(e.jaeger)
    return sorted(found)


def room(s: TrcState, unit: int) -> int:
    """The hexes in which a unit may be set up, whoever else is there."""
    board, post = s.board, posts(s.edition, s.scenario).get(unit, "")
    if post in board.city:
        return 1 << board.city[post]
    if moved_by_v1(s, unit):
        return _room_v1(s, unit)
    return board.areas[post] & board.land if post else _own_side(s, unit)


def moved_by_v1(s: TrcState, unit: int) -> bool:
    """V.1: does the what-if give this unit another room than the card? Finns and Hitler start as ever."""
    e = s.edition
    free_ = posts(e, s.scenario).get(unit, "") not in s.board.city
    return "V.1" in s.adopted and e.side[unit] == AXIS and e.nation[unit] != "finnish" and free_


def _room_v1(s: TrcState, unit: int) -> int:
    """V.1.2, V.1.4, V.1f: Germans in Poland and East Prussia, paratroops in Poland, Rumanians well inside Rumania."""
    poland = s.board.countries["Poland"] & s.board.land
    if unit == s.edition.jaeger:
        return poland
    return bound(s, unit) or poland | east_prussia(s.board)


@cache
def east_prussia(board: Board) -> int:
    """V.1.4: German land round Konigsberg, as far as the hexes of the Vistula."""
    vistula = 0
    for mask in board.river_courses["Vistula"]:
        vistula |= mask
    land = board.countries["Germany"] & board.land & ~vistula
    return board.grid.flood(1 << board.city["Konigsberg"], land)


def _own_side(s: TrcState, unit: int) -> int:
    """S.0: behind one's own line; in Finland and Karelia only Finns; workers in cities of Russia."""
    e = s.edition
    board = s.board
    west = board.areas[e.scenarios[s.scenario]["lines"]["control"]]
    found = board.land & (west if e.side[unit] == AXIS else ~west)
    if e.nation[unit] not in e.scenarios[s.scenario]["closed"]["except"]:
        found &= ~_closed(s)
    return found & board.cities & board.home[RUSSIAN] if e.workers >> unit & 1 else found


def _closed(s: TrcState) -> int:
    """S.0: Finland and Karelia."""
    closed = s.edition.scenarios[s.scenario].get("closed", {})
    found = s.board.grid.mask(closed.get("hexes", ""))
    for country in closed.get("countries", ()):
        found |= s.board.countries[country]
    return found


def near_enemy(s: TrcState, side: int) -> int:
    """3.4: the hexes next to Russian units, where no Axis unit of 1941 is put."""
    return s.board.grid.around(s.held_by[RUSSIAN]) if side == AXIS and of_1941(s) else 0


def free(s: TrcState, unit: int) -> int:
    """The hexes in which `place` may put a unit now; stacking is judged at the end."""
    side = s.edition.side[unit]
    return room(s, unit) & ~s.held_by[1 - side] & ~near_enemy(s, side)


# -- faults -------------------------------------------------------------------------------------------


def rule_of(s: TrcState, side: int) -> str:
    """The rule under which a side sets up."""
    return ("3.4", "3.3")[side] if of_1941(s) else "S.0"


def refusal(faults_: list[Fault]) -> Refused:
    """All faults in one message, each with its rule; the first one's rule counts."""
    if len(faults_) == 1:
        return Refused(*faults_[0])
    return Refused(faults_[0][0], "; ".join(f"{why} ({rule})" for rule, why in faults_))


def faults(s: TrcState, side: int) -> list[Fault]:
    """Everything that is wrong with the set-up of a side as it stands."""
    units = to_place(s, side)
    missing = [u for u in units if s.where[u] == OFF]
    found = [(rule_of(s, side), f"still to be placed: {s.names(missing)}")] if missing else []
    for unit in units:
        if s.where[unit] >= 0:
            found += misplaced(s, unit, s.where[unit])
    label = s.board.grid.label
    for place in sorted(overfull(s, side)):
        rule = "6.1" if excess(s, s.stacks[place]) else "26.82"
        found.append((rule, f"{s.names(s.stacks[place])} cannot stack in {label(place)}"))
    return [*found, *_company(s, side), *_crowded_workers(s, side), *_gaps(s, side)]


def misplaced(s: TrcState, unit: int, place: int) -> list[Fault]:
    """What speaks against this unit in this hex."""
    side, bit, label = s.edition.side[unit], 1 << place, s.board.grid.label(place)
    found = []
    if not room(s, unit) & bit:
        rule = "V.1" if moved_by_v1(s, unit) else _post_rule(s, unit)
        found.append((rule, f"{s.name(unit)} does not set up in {label}, but {room_in_words(s, unit)}"))
    if s.held_by[1 - side] & bit:
        found.append((rule_of(s, side), f"{label} is held by the enemy"))
    if near_enemy(s, side) & bit:
        found.append(("3.4", f"{s.name(unit)} would stand next to Russian units in {label}"))
    return found


def _post_rule(s: TrcState, unit: int) -> str:
    """The rule that says where a unit starts: a city that a later scenario names is in its own paragraph."""
    fixed = posts(s.edition, s.scenario).get(unit, "") in s.board.city and not of_1941(s)
    return SCENARIO_RULE[s.scenario] if fixed else rule_of(s, s.edition.side[unit])


def room_in_words(s: TrcState, unit: int) -> str:
    """The room of a unit in words."""
    e = s.edition
    post = posts(e, s.scenario).get(unit, "")
    if post in s.board.city:
        return f"in {post}"
    if moved_by_v1(s, unit):
        return "in Poland" if unit == e.jaeger else "well inside its country" if bound(s, unit) else _GERMANS_V1
    if post:
        return f"in the area '{s.board.area_names[post]}'"
    kind = "in a Russian city" if e.workers >> unit & 1 else "outside Finland and Karelia"
    return "on its side of the line" + ("" if e.nation[unit] == "finnish" else f", {kind}")


_GERMANS_V1 = "in Poland or East Prussia"


def _company(s: TrcState, side: int) -> Iterator[Fault]:
    """S.2-S.4: one unit of a given value must stand with the leader."""
    e = s.edition
    for entry in e.scenarios[s.scenario].get("fixed", ()):
        if entry["side"] == SIDES[side] and "and_one" in entry:
            there = s.stacks.get(s.board.city[entry["city"]], ())
            if not any(e.value[u] == entry["and_one"] and e.side[u] == side for u in there):
                yield SCENARIO_RULE[s.scenario], f"one of the {entry['and_one']} units must start in {entry['city']}"


def _crowded_workers(s: TrcState, side: int) -> Iterator[Fault]:
    """S.0: one worker a city."""
    e = s.edition
    most = e.scenarios[s.scenario].get("workers_per_city", e.workers.bit_count())
    for place in members(s.board.cities & s.held_by[side]):
        workers = [u for u in s.stacks[place] if e.workers >> u & 1]
        if len(workers) > most:
            yield "S.0", f"{s.names(workers)} are too many workers for {s.board.place_names[place]}"


def _gaps(s: TrcState, side: int) -> Iterator[Fault]:
    """S.0: each hex along one's own side of the line is occupied or in one's zone, unless it is closed to the side."""
    e = s.edition
    data = e.scenarios[s.scenario]
    if not data["cover_line"]:
        return
    shut = 0 if any(e.nation[u] in data["closed"]["except"] for u in to_place(s, side)) else _closed(s)
    open_ = s.board.fronts[data["lines"][SIDES[side]]] & ~shut & ~zone(s, side)
    if open_:
        yield "S.0", f"the line is not covered in {' '.join(s.board.grid.labels(open_))}"
