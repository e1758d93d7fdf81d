"""What the German wants: which places, how far they are, and who goes for which."""

import msgspec

from hexfront.games.pgg.victory import needs_line
from hexfront.grid import members
from hexfront.mechanics import exact
from hexfront.robots.pgg.chances import mean
from hexfront.robots.pgg.divisions import Units
from hexfront.robots.pgg.fields import distances_to
from hexfront.robots.pgg.goals import KEEP, MOTOR, TAKE, how_far, obstacles
from hexfront.robots.pgg.survey import Survey, road_worth
from hexfront.robots.pgg.weights import W

ROAD = "road"


class Goal(msgspec.Struct):
    """A place to be taken, or to be kept: its hexes, what it is worth, the strength it asks for, and the way there."""

    name: str
    hexes: int
    points: float
    need: float
    kind: str  # take, keep or road
    field: list[int]
    coming: float = 0.0  # strength of those who go there


def goals(sv: Survey) -> list[Goal]:
    """All places that are not his yet, and those of his that the enemy threatens."""
    extra, found = obstacles(sv), []
    for city in sv.board.cities:
        missing = city.hexes & ~sv.s.german
        if missing:
            field = distances_to(sv.board, MOTOR, members(missing), extra)
            found.append(Goal(city.name, missing, city.points, _need(sv, city.hexes), TAKE, field))
        elif needs_line(city) and not city.hexes & sv.own and _threatened(sv, city.hexes):
            field = distances_to(sv.board, MOTOR, members(city.hexes), extra)
            points = city.points * (0.9 if sv.s.turn >= sv.edition.turns - 1 else 0.35)
            found.append(Goal(city.name, city.hexes, points, 6, KEEP, field))
    return found + road_goals(sv, extra)


def road_goals(sv: Survey, extra: list[int]) -> list[Goal]:
    """Where the road of supply is closed by a zone, to stand there opens it; the further west, the more it matters."""
    found = []
    for place in sv.road_gaps[:2]:
        if not sv.enemy >> place & 1:
            field = distances_to(sv.board, MOTOR, (place,), extra)
            found.append(Goal(f"road {place}", 1 << place, road_worth(sv, place), 4, ROAD, field))
    return found


def _need(sv: Survey, hexes: int) -> float:
    """The strength that should be enough to take a place from those who stand in it and beside it."""
    guards = members((hexes | sv.grid.around(hexes)) & sv.enemy)
    return 8 + W.need * exact.total(mean(sv.defence(place)) * sv.cover(place) for place in guards)


def _threatened(sv: Survey, hexes: int) -> bool:
    """Is a Soviet unit near?"""
    near = hexes
    for _ in range(5):
        near |= sv.grid.around(near)
    return bool(near & sv.enemy)


def choose_goals(
    sv: Survey, groups: list[Units], wanted: list[Goal], pace: dict[Units, int], old: dict[Units, str]
) -> dict[Units, Goal]:
    """Each group to the goal that is worth most to it, the best pairs first, no more than are needed."""
    found: dict[Units, Goal] = {}
    left = list(groups)
    strength = {g: float(sv.german(g)) for g in groups}
    base = {
        (g, i): _appeal(sv, g, goal, pace[g]) * (W.constancy if old.get(g) == goal.name else 1.0)
        for g in groups
        for i, goal in enumerate(wanted)
    }
    while left and wanted:
        _, group, i = max(
            (base[g, i] * (W.crowd if goal.coming >= goal.need else 1.0), g, i)
            for g in left
            for i, goal in enumerate(wanted)
        )
        found[group] = wanted[i]
        wanted[i].coming += strength[group]
        left.remove(group)
    return found


def _appeal(sv: Survey, group: Units, goal: Goal, pace: int) -> float:
    """Points, less for every phase that it takes to get there; little for what cannot be had in time."""
    phases = how_far(sv, group, goal.field) / max(pace, 1)
    left = (sv.edition.turns - sv.s.turn) * (2 if pace >= 20 else 1) + 1.5
    if goal.kind == KEEP and pace >= 20 and sv.s.turn < sv.edition.turns - 1:
        return 0.0
    return goal.points * exact.power(W.patience, phases) * (1.0 if phases <= left else 0.1)
