"""Chapter 15: victory points and levels."""

from hexfront.engine.game import Result
from hexfront.games.pgg.counters import GERMAN, SIDES, SOVIET
from hexfront.games.pgg.state import DEAD, PggState
from hexfront.games.pgg.zones import barred
from hexfront.mechanics.boardmap import Place

NO_POINTS = frozenset({"1Cav"})  # 15.12: the cavalry division is worth nothing


def has_line_west(s: PggState, hexes: int) -> bool:
    """15.11: from a hex of the city runs a line of hexes to the western edge, clear of Soviet units and zones.

    The hex where it begins is held to the same test, unless a German unit is in it.
    """
    grid, key = s.board.grid, ("line west", s.disrupted)
    if key not in s.kept:
        free = s.board.land & ~barred(s, GERMAN)
        s.kept[key] = grid.flood(grid.west & free, free)
    return bool(s.kept[key] & hexes)


def needs_line(city: Place) -> bool:
    """15.11: cities do, the two hexes on the eastern edge do not."""
    return city.kind != "objective"


def holds(s: PggState, city: Place) -> bool:
    """15.11: does the German get the points of this place?"""
    if s.german & city.hexes != city.hexes:
        return False
    return not needs_line(city) or has_line_west(s, city.hexes)


def german_points(s: PggState) -> int:
    """15.11, 14.23: places held at this moment, and divisions of the South-Western Front."""
    front = s.edition.charts["victory"]["swfront"][: s.swfront]
    return sum(city.points for city in s.board.cities if holds(s, city)) + int(sum(front))


def divisions_lost(s: PggState) -> list[str]:
    """15.12: German divisions of which every unit is eliminated."""
    return [
        name
        for name in s.edition.divisions
        if name not in NO_POINTS and all(s.where[unit] == DEAD for unit in s.edition.divisions[name])
    ]


def soviet_points(s: PggState) -> int:
    """15.12: recaptures so far, and whole divisions destroyed."""
    return s.soviet_points + int(s.edition.charts["victory"]["division"]) * len(divisions_lost(s))


def mark_cities(s: PggState) -> None:
    """15.12: at the end of the German player-turn, which cities he has with a line west. 13.2: which he has at all."""
    s.captured = tuple(c.name for c in s.board.cities if s.german & c.hexes == c.hexes)
    s.cities = tuple(c.name for c in s.board.cities if needs_line(c) and holds(s, c))


def recapture(s: PggState) -> None:
    """15.12: at the end of the Soviet player-turn, cities that were German and are wholly Soviet again."""
    each = int(s.edition.charts["victory"]["recapture"])
    for city in s.board.cities:
        if city.name in s.cities and not s.german & city.hexes:
            s.soviet_points += each
            s.say("15.12", "{city} is recaptured: {points} points", city=city.name, points=each)


def forget_lost_cities(s: PggState) -> None:
    """13.2: what the German has lost a part of, he must hold for a whole turn again."""
    held = {c.name for c in s.board.cities if s.german & c.hexes == c.hexes}
    s.cities = tuple(name for name in s.cities if name in held)
    s.captured = tuple(name for name in s.captured if name in held)


def level_of(s: PggState, net: int) -> tuple[str, int]:
    """15.2: the level of victory, and who wins it."""
    for entry in s.edition.charts["victory"]["levels"]:
        if net >= entry["at_least"]:
            title = str(entry["title"])
            return title, GERMAN if title.startswith("German") else SOVIET
    raise AssertionError("the last level has no lower bound")


def result(s: PggState) -> Result:
    """How the game stands, or ended: the German's net points against the mark of a marginal victory."""
    german, soviet = german_points(s), soviet_points(s)
    level, winner = level_of(s, german - soviet)
    return Result(SIDES[winner], level, {"german": german, "soviet": soviet}, german - soviet - 49.5)
