"""Chapters 25, S.1-S.4 and V.6.4: who has won, and how the game stands."""

from typing import Any

from hexfront.engine.game import Result
from hexfront.games.trc.control import controls, held
from hexfront.games.trc.counters import AXIS, RUSSIAN, SIDES
from hexfront.games.trc.minors import join_war, neutral
from hexfront.games.trc.state import GONE, POOL, TrcState

DRAW = 2  # the winner of a game that nobody won
DECIDED = 100.0  # the margin of a game that was won, but not by points
POINTS = "points"
_HALF = 0.5  # the mark lies half a point below what is needed, so that the sign of a margin tells who is ahead


def decide(s: TrcState, side: int, level: str, rule: str, why: str) -> None:
    """The game is over: who won, how it is called, and why. The first decision stands."""
    if s.winner >= 0:
        return
    s.winner, s.level = side, level
    end = "the game is drawn" if side == DRAW else f"the {('Axis', 'Russian')[side]} player has won"
    s.say(rule, "{why}: {end}", why=why, end=end)


def terms(s: TrcState) -> dict[str, Any]:
    """The victory of the scenario; none of its own if it is played on to the end of the war (S.0)."""
    found: dict[str, Any] = {} if s.on("S.0") else s.edition.scenarios[s.scenario]["victory"]
    return found


def _holds(s: TrcState, side: int, city: str) -> bool:
    """Does a side control a city? The last holder is looked at first, which is cheap."""
    place = s.board.city.get(city)
    if place is None or (s.axis_places >> place & 1) == side:
        return False
    return controls(s, side, city)


# -- at once (25.1, S.1) ------------------------------------------------------------------------------


def at_once(s: TrcState) -> None:
    """What a city that changes hands, or Stalin's end, may decide on the spot; call it after every change."""
    join_war(s)
    if s.winner >= 0:
        return
    if _holds(s, AXIS, "Moscow"):
        _moscow(s)
    if _holds(s, RUSSIAN, "Berlin"):
        decide(s, RUSSIAN, "Berlin falls", "25.1.2", "the Russians control Berlin")


def without_stalin(s: TrcState) -> bool:
    """25.1.1: is he eliminated, so that Moscow is the war?"""
    return s.where[s.edition.stalin] in (POOL, GONE)


def early(s: TrcState, turn: int) -> list[str]:
    """S.1: the cities that end the scenario if the Axis has them by that turn."""
    return [str(city) for entry in terms(s).get("at_once", ()) if turn <= entry["until"] for city in entry["control"]]


def winning(s: TrcState, side: int, turn: int) -> list[str]:
    """The cities with which a side that takes them in that turn can win on the spot (25.1, S.1)."""
    if side == RUSSIAN:
        return ["Berlin"]
    return early(s, turn) or (["Moscow"] if without_stalin(s) else [])


def _moscow(s: TrcState) -> None:
    """25.1.1: Moscow without Stalin wins the war; S.1: Moscow alone, in the first year of Barbarossa."""
    if without_stalin(s):
        decide(s, AXIS, "Moscow and Stalin lost", "25.1.1", "the Axis controls Moscow and Stalin is eliminated")
    for entry in terms(s).get("at_once", ()):
        if s.turn <= entry["until"] and all(_holds(s, AXIS, city) for city in entry["control"]):
            decide(s, AXIS, "Moscow taken in 1941", "S.1", "the Axis controls Moscow in 1941")


# -- sudden death (25.2) ------------------------------------------------------------------------------


def year_end(s: TrcState) -> None:
    """At the end of a turn: sudden death after Jan/Feb (25.2.1), then the end of the scenario or of the war."""
    if s.winner >= 0:
        return
    for year, goals in s.edition.charts["victory"]["sudden_death"].items():
        if isinstance(goals, dict) and goals["turn"] == s.turn:
            _sudden_death(s, year, goals)
    if s.winner < 0 and s.turn >= s.last:
        winner, level, rule, why = outcome(s)
        decide(s, winner, level, rule, why)


def _sudden_death(s: TrcState, year: str, goals: dict[str, Any]) -> None:
    """25.2: whoever has reached every goal of the year has won."""
    for side, name in enumerate(SIDES):
        won = _cities(s, side, goals["both"]) if "both" in goals else _goals_1945(s, side, goals[name])
        if won:
            decide(s, side, f"sudden death {year}", "25.2", f"the {SIDES[side]} side has reached all goals of {year}")


def _cities(s: TrcState, side: int, names: list[str]) -> bool:
    """25.2.2-25.2.4: does a side control all of these?"""
    return all(_holds(s, side, name) for name in names)


def _goals_1945(s: TrcState, side: int, goals: dict[str, Any]) -> bool:
    """25.2.5, 25.2.6: allies that have or have not surrendered, cities of Germany, oil fields."""
    mine, board = held(s, side), s.board
    german = board.cities & board.countries.get("Germany", 0)
    needed = german.bit_count() if goals["german_cities"] == "all" else goals["german_cities"]
    return (
        set(goals.get("surrendered", ())) <= set(s.surrendered)
        and not set(goals.get("not_surrendered", ())) & set(s.surrendered)
        and (mine & german).bit_count() >= needed
        and (mine & board.oil).bit_count() >= goals["oil_fields"]
    )


# -- the end (25.1.1, S.1-S.4) ------------------------------------------------------------------------


def outcome(s: TrcState) -> tuple[int, str, str, str]:
    """How the game would end if it ended now: the winner, his level, the rule and the reason."""
    if "points" in terms(s):
        axis, russian = points(s)
        winner = AXIS if axis - russian >= terms(s)["points"] else RUSSIAN
        return winner, POINTS, "S.0", f"the Axis has {axis - russian} points and needs {terms(s)['points']}"
    if _holds(s, AXIS, "Berlin"):
        return AXIS, "Berlin holds", "25.1.1", "the Axis controls Berlin at the end of the war"
    if _holds(s, RUSSIAN, "Berlin"):
        return RUSSIAN, "Berlin falls", "25.1.2", "the Russians control Berlin"
    # Berlin is empty and in the zones of both: neither has won by 25.1, which V.6.4 calls a draw.
    if "V.6" in s.adopted:
        return RUSSIAN, "Berlin contested", "V.6", "nobody controls Berlin, and a draw is lost"
    return DRAW, "Berlin contested", "25.1", "nobody controls Berlin at the end of the war"


def points(s: TrcState) -> tuple[int, int]:
    """S.1-S.3: what the Axis holds beyond the line, and the Russian on this side of it.

    V.1: both count as holding Bucharest while Rumania is neutral. Without points in its terms, a game is measured by
    the line from which it began.
    """
    near = west(s)
    return worth(s, _holdings(s, AXIS) & ~near), worth(s, _holdings(s, RUSSIAN) & near)


def west(s: TrcState) -> int:
    """The hexes on the Axis's side of the line from which points are counted."""
    return s.board.areas.get(terms(s).get("line") or s.edition.scenarios[s.scenario]["lines"]["control"], 0)


def _holdings(s: TrcState, side: int) -> int:
    shared = s.board.hex_of("Bucharest") if neutral(s) else 0
    return held(s, side) | shared


def worth(s: TrcState, hexes: int) -> int:
    """S.1: major cities and oil fields count double."""
    value, board = s.edition.charts["victory"]["points"], s.board
    kinds = ((board.major, value["major"]), (board.minor, value["minor"]), (board.oil, value["oil"]))
    return sum((hexes & kind).bit_count() * int(each) for kind, each in kinds)


def result(s: TrcState) -> Result:
    """How the game stands, or ended."""
    axis, russian = points(s)
    winner, level = (s.winner, s.level) if s.winner >= 0 else outcome(s)[:2]
    name = SIDES[winner] if winner != DRAW else ""
    return Result(name, level, {"axis": axis, "russian": russian}, _margin(s, axis - russian))


def _margin(s: TrcState, net: int) -> float:
    """How far the Axis is ahead; a sure win is far."""
    if s.winner >= 0 and s.level != POINTS:
        return {AXIS: DECIDED, RUSSIAN: -DECIDED}.get(s.winner, 0.0)
    return ahead(s, net)


def ahead(s: TrcState, net: float) -> float:
    """What a number of points is worth to the Axis: above the mark of the scenario, or over the line of the start."""
    needed = terms(s).get("points")
    return float(net) if needed is None else net - needed + _HALF
