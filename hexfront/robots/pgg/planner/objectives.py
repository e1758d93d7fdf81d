"""What the German wants: places to take and to keep, what each is worth, and which groups go for which."""

import math

import msgspec

from hexfront.games.pgg.victory import needs_line
from hexfront.grid import members
from hexfront.mechanics import exact
from hexfront.robots.pgg.fields import distances_to
from hexfront.robots.pgg.goals import KEEP, MOTOR, TAKE, how_far, obstacles
from hexfront.robots.pgg.planner.groups import Group
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.planning.posting import assign

MOST = 9  # groups for one place
SLOT = 14.0  # the strength that one group is counted for
REACH = 5  # hexes from which a Soviet unit threatens a city


class Goal(msgspec.Struct):
    """A place: its hexes, its worth, the groups that it asks for, and the way there."""

    name: str
    hexes: int
    points: float
    slots: int
    kind: str
    field: list[int]


def goals(sc: Scene) -> list[Goal]:
    """All places that are not German yet, and those that somebody must keep."""
    extra, found = obstacles(sc), []
    for city in sc.board.cities:
        missing = city.hexes & ~sc.s.german
        if missing:
            points = city.points * _chance(sc, city.hexes)
            field = distances_to(sc.board, MOTOR, members(missing), extra)
            found.append(Goal(city.name, missing, points, _slots(sc, city.hexes), TAKE, field))
        elif needs_line(city) and sc.near_enemy(city.hexes, REACH):
            bare = city.hexes & ~sc.own or city.hexes
            field = distances_to(sc.board, MOTOR, members(bare), extra)
            points = 2.0 + sc.w["keep"] * city.points
            found.append(Goal(city.name, bare, points, bare.bit_count(), KEEP, field))
    return found


def _chance(sc: Scene, hexes: int) -> float:
    """What part of its points a place is worth going for: far ones late only."""
    east = max(h // sc.grid.stride for h in members(hexes))
    return 1.0 if east < 45 else sc.w["far"]


def _slots(sc: Scene, hexes: int) -> int:
    guards = members((hexes | sc.grid.around(hexes)) & sc.enemy)
    strength = exact.total(sc.mean_defence(place) * sc.cover(place) for place in guards)
    return max(1, min(MOST, math.ceil(sc.w["need"] * strength / SLOT)))


def appoint(sc: Scene, groups: list[Group], wanted: list[Goal]) -> dict[int, Goal]:
    """Each group to a goal, all together for the most worth; by the first unit of a group."""
    slots = [(n, k) for n, goal in enumerate(wanted) for k in range(min(MOST, goal.slots + 3))]
    reach = {(g.units[0], n): _appeal(sc, g, goal) for g in groups for n, goal in enumerate(wanted)}

    def cost(group: Group, slot: tuple[int, int]) -> float:
        n, k = slot
        extra = wanted[n].kind == TAKE and k >= wanted[n].slots
        if wanted[n].kind == KEEP and k >= wanted[n].slots:
            return 0.0
        return -reach[group.units[0], n] * (sc.w["crowd"] if extra else 1.0)

    return {group.units[0]: wanted[n] for group, (n, _) in assign(groups, slots, cost)}


def _appeal(sc: Scene, group: Group, goal: Goal) -> float:
    """Points, less for every phase that it takes to get there; little for what cannot be had in time."""
    pace = 20 if group.motor else 14
    phases = how_far(sc, group.units, goal.field) / pace
    left = sc.left * (2 if group.motor else 1) + 1.5
    worth = goal.points * exact.power(sc.w["patience"], phases)
    if phases > left:
        worth *= 0.1
    if goal.kind == KEEP:
        worth *= 0.4 if group.whole else 1.0
    return worth


def trodden(sc: Scene, groups: list[Group], aims: dict[int, Goal]) -> dict[int, float]:
    """How much each hex lies on the ways of groups to their goals, nearer hexes more."""
    found: dict[int, float] = {}
    for group in groups:
        goal = aims.get(group.units[0])
        if goal is None or group.place < 0 or goal.kind != TAKE:
            continue
        at, weight = group.place, 1.0 if group.motor else 0.5
        for _ in range(16):
            near = min((n for n in sc.grid.neighbours[at] if n >= 0), key=lambda n: goal.field[n])
            if goal.field[near] >= goal.field[at]:
                break
            found[near] = found.get(near, 0.0) + weight
            at, weight = near, weight * 0.93
    return found
