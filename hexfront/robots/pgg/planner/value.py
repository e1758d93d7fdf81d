"""What a position is worth, at a glance: the points of now, those that are likely still to come, and the armies."""

from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.state import AIR_INTERDICTION, DEAD, MECHANIZED_MOVEMENT, OFF, PggState
from hexfront.games.pgg.untried import untried
from hexfront.games.pgg.victory import divisions_lost, has_line_west, holds, needs_line
from hexfront.grid import members
from hexfront.mechanics import exact
from hexfront.robots.pgg.survey import is_whole

MARK = 49.5  # net points above which the German has won
RIFLE = 4.0  # what an untried division defends with, on average
MOBILE, FOOT, RED = 9, 5, 4  # hexes at which units bear on a place
PRESSURE, HELD, HASTE = 1.3, 1.6, 0.16  # how the chance of a place follows from who is near it
# What is worth how much by itself at the beginning and at the end, after a fit to the margins of 120 games of planners:
# early, places change hands too often to count in full, and armies decide.
PLACES = (0.25, 1.0)
WHOLE, POINT = (4.0, 0.5), (0.06, 0.02)  # a German division that can fight as one, a point of German strength
RED_DIVISION, CHIEF = (0.3, 0.9), (0.4, 0.6)
SOON = 2  # turns before the end from which armies count less and less


def value(s: PggState, side: int) -> float:
    """Points of the margin, as this side sees them."""
    left = max(0, s.edition.turns - s.turn + (s.phase.name not in (MECHANIZED_MOVEMENT, AIR_INTERDICTION)))
    early = left / s.edition.turns
    ours, theirs = _strengths(s)
    places = exact.total(
        city.points * _chance(s, city.hexes, needs_line(city), holds(s, city), left, ours, theirs)
        for city in s.board.cities
    )
    total = _between(PLACES, early) * places - MARK - s.soviet_points - 5.0 * len(divisions_lost(s)) + _front(s)
    total += min(1.0, left / SOON) * _armies(s, early, ours)
    return total if side == GERMAN else -total


def _armies(s: PggState, early: float, ours: dict[int, float]) -> float:
    """What both armies are worth: whole divisions and strength, divisions and leaders; those to come are there too."""
    whole = sum(is_whole(s, name) for name in s.edition.divisions)
    alive = [u for u in s.edition.soviets if s.where[u] not in (DEAD, OFF)]
    chiefs = sum(s.edition.leader[u] for u in alive)
    german = _between(WHOLE, early) * whole + _between(POINT, early) * exact.total(ours.values())
    return german - _between(RED_DIVISION, early) * (len(alive) - chiefs) - _between(CHIEF, early) * chiefs


def _between(ends: tuple[float, float], early: float) -> float:
    """A weight between that of the beginning and that of the end."""
    return ends[1] + (ends[0] - ends[1]) * early


def _front(s: PggState) -> float:
    return float(sum(s.edition.charts["victory"]["swfront"][: s.swfront]))


def _strengths(s: PggState) -> tuple[dict[int, float], dict[int, float]]:
    """The strength of each unit on the board: German divisions that are whole count double (7.3)."""
    ours: dict[int, float] = {}
    for unit in s.edition.germans:
        if s.where[unit] >= 0:
            ours[unit] = s.edition.strengths[unit][s.lost[unit]] * (
                1.7 if is_whole(s, s.edition.division[unit]) else 1.0
            )
    theirs: dict[int, float] = {}
    for unit in s.edition.soviets:
        if s.where[unit] >= 0 and not s.edition.leader[unit]:
            theirs[unit] = RIFLE if untried(s, unit) else _known(s, unit)
    return ours, theirs


def _known(s: PggState, unit: int) -> float:
    return float(s.edition.counters[s.counter[unit]].defence)


def _chance(
    s: PggState, hexes: int, line: bool, held: bool, left: int, ours: dict[int, float], theirs: dict[int, float]
) -> float:
    """The chance that a place is German in the end."""
    grid = s.board.grid
    at = members(hexes)[0]
    german = exact.total(
        power / (2.0 + grid.distance(s.where[u], at))
        for u, power in ours.items()
        if grid.distance(s.where[u], at) <= (MOBILE if s.edition.mechanized >> u & 1 else FOOT) + left
    )
    red = exact.total(
        power / (1.5 + grid.distance(s.where[u], at))
        for u, power in theirs.items()
        if grid.distance(s.where[u], at) <= RED + left
    )
    if not left:
        return 1.0 if held else 0.0
    tilt = PRESSURE * (german - red) / (3.0 + 0.5 * (german + red))
    part = (s.german & hexes).bit_count() / hexes.bit_count()
    tilt += HELD * (2.0 * part - 1.0) * (1.0 + HASTE * (s.edition.turns - left)) * 0.7
    if part == 1.0 and line and not has_line_west(s, hexes):
        tilt -= 0.6
    return 1.0 / (1.0 + exact.exp(-2.0 * tilt))
