"""Chapters 6.1, 6.2, 6.4 and 6.7: what a unit may walk over, and what it costs.

A walk is judged in one place, `walk`: it names the rule that stops it or tells what it costs each unit. Listing,
drawing at random and checking all go through it.
"""

from collections.abc import Iterable
from itertools import pairwise

from hexfront.engine.errors import Refused
from hexfront.games.pgg.counters import GERMAN, SOVIET, counted
from hexfront.games.pgg.leaders import can_attack, has_company, remember_entry
from hexfront.games.pgg.state import MECHANIZED_MOVEMENT, PggState
from hexfront.games.pgg.supply import halved
from hexfront.games.pgg.zones import zone
from hexfront.grid import members
from hexfront.grid.bits import union
from hexfront.mechanics.reach import Costs, Fan

BARRED_UNTIL = 6  # 6.4: the turns on which columns 01 and 02 are closed to the Soviet side


def moving_side(s: PggState) -> int:
    """Whose movement phase it is."""
    return s.phase.side


def allowance(s: PggState, unit: int) -> int:
    """6.1, 11.31: half points for this phase; what arrives, and what was in supply when it began, has all of them."""
    full = s.edition.allowance[unit]
    if s.supplied >> unit & 1 or s.fresh >> unit & 1 or s.where[unit] < 0:
        return full
    return 2 * halved(full // 2, False)


def points_left(s: PggState, unit: int) -> int:
    """Half points that a unit can still spend."""
    return allowance(s, unit) - s.active.get(unit, 0)


def finished(s: PggState, unit: int) -> bool:
    """6.1: a unit has ended its move when another one has moved after it."""
    return bool(s.moved >> unit & 1) and unit not in s.active


def check_movers(s: PggState, units: tuple[int, ...]) -> None:
    """May these units move at all in this phase? Refused with the rule if not."""
    side = moving_side(s)
    if len(set(units)) != len(units):
        raise Refused("4.2", "a unit is named twice")
    for unit in units:
        if not can_move(s, unit, side):
            check_mover(s, unit, side)


def can_move(s: PggState, unit: int, side: int) -> bool:
    """May this unit move in the movement phase of a side?"""
    if s.edition.side[unit] != side or s.disrupted >> unit & 1 or (s.moved >> unit & 1 and unit not in s.active):
        return False
    return s.phase.name != MECHANIZED_MOVEMENT or bool(s.edition.mechanized >> unit & 1)


def check_mover(s: PggState, unit: int, side: int) -> None:
    """Refused with the rule if this unit may not move in the movement phase of a side."""
    if s.edition.side[unit] != side:
        raise Refused("4.2", f"{s.name(unit)} does not move in this phase: it is the enemy's")
    if s.disrupted >> unit & 1:
        raise Refused("6.6", f"{s.name(unit)} is disrupted and cannot move")
    if s.phase.name == MECHANIZED_MOVEMENT and not s.edition.mechanized >> unit & 1:
        raise Refused("4.2", f"{s.name(unit)} is not mechanized and does not move in this phase")
    if finished(s, unit):
        raise Refused("6.1", f"{s.name(unit)} has ended its move")


def check_together(s: PggState, units: tuple[int, ...]) -> int:
    """Units that move as one start from one hex; returns it."""
    if not units:
        raise Refused("6.1", "no unit is named")
    place = s.where[units[0]]
    for unit in units:
        if s.where[unit] < 0:
            raise Refused("6.1", f"{s.name(unit)} is not on the board")
        if s.where[unit] != place:
            raise Refused("6.1", f"{s.names(units)} do not stand in one hex and cannot move together")
    return place


class Ground:
    """What a side finds when it moves: where it may not go, where it must stop, what costs more."""

    def __init__(self, s: PggState, side: int) -> None:
        self.enemy = s.held_by[1 - side]
        self.zone = zone(s, 1 - side)
        self.barred = s.board.barred if side == SOVIET and s.turn <= BARRED_UNTIL else 0
        self.closed = self.enemy | self.barred
        markers = s.air if side == SOVIET else (s.interdiction,) if s.interdiction >= 0 else ()
        self.surcharge = dict.fromkeys(markers, 2)  # 13.31, 13.32, 13.43: one point
        self._fans: dict[tuple[int, bool], Fan] = {}

    def fan(self, start: int, entering: bool = False) -> Fan:
        """The ways from a hex, of those who stand there or of those who come onto the board there."""
        key = start, entering
        if key not in self._fans:
            self._fans[key] = Fan(start, self.zone, self.closed, self.surcharge, entering)
        return self._fans[key]

    def shut_to(self, s: PggState, units: tuple[int, ...]) -> int:
        """10.23: the enemy zones that these units may not enter, for want of one that can attack."""
        leader = s.edition.leader
        if not [u for u in units if leader[u]] or any(can_attack(s, u) for u in units):
            return 0
        own = s.held_by[s.edition.side[units[0]]]
        return self.zone & ~union(place for place in members(self.zone & own) if has_company(s, (), place))


def by_kind(s: PggState, units: tuple[int, ...], points: list[int]) -> dict[Costs, int]:
    """The half points of units that move together: each kind of them has those of its poorest."""
    found: dict[Costs, int] = {}
    for unit, has in zip(units, points, strict=True):
        kind = s.board.costs[s.edition.profile[unit]]
        found[kind] = min(has, found.get(kind, has))
    return found


def walk(s: PggState, units: tuple[int, ...], hexes: tuple[int, ...], ground: Ground) -> list[int]:
    """Half points that each unit spends on a path of hexes, the first of which it stands in. Refused if it may not."""
    steps = check_steps(s, units, hexes, ground)
    more = sum(ground.surcharge.get(place, 0) for place in hexes[1:]) if ground.surcharge else 0
    spent = []
    for unit in units:
        price = s.board.costs[s.edition.profile[unit]].by_step
        cost = sum([price[step] for step in steps]) + more
        if cost > points_left(s, unit):
            need, has = counted(cost / 2, "point"), points_left(s, unit) / 2
            where = s.board.grid.label(hexes[-1])
            raise Refused("6.1", f"{s.name(unit)} needs {need} to {where} and has {has:g}")
        spent.append(cost)
    return spent


def check_steps(s: PggState, units: tuple[int, ...], hexes: tuple[int, ...], ground: Ground) -> list[int]:
    """Judge each step of a path; returns where the tables of costs keep them."""
    step_from, bit, label, steps = s.board.steps, s.board.bit, s.board.grid.label, []
    zone, shut = ground.zone, ground.closed | s.board.lake
    for a, b in pairwise(hexes):
        step = step_from[a].get(b)
        if step is None:
            raise Refused("6.1", f"{label(a)} and {label(b)} do not touch")
        if zone & bit[a]:
            raise Refused("8.1", f"{s.names(units)} cannot leave the enemy zone in {label(a)} by movement")
        if shut & bit[b]:
            check_entry(s, b, ground)
        steps.append(step)
    check_company(s, units, hexes[-1], ground)
    return steps


def check_entry(s: PggState, place: int, ground: Ground) -> None:
    """May this side's units go into a hex at all?"""
    bit = 1 << place
    label = s.board.grid.label(place)
    if bit & s.board.lake:
        raise Refused("6.7", f"{label} is a lake")
    if bit & ground.enemy:
        raise Refused("6.2", f"the enemy is in {label}")
    if bit & ground.barred:
        raise Refused("6.4", f"columns 01 and 02 are closed to Soviet units until turn 7: {label}")


def check_company(s: PggState, units: tuple[int, ...], place: int, ground: Ground) -> None:
    """10.23: a leader goes into an enemy zone only with a unit that can attack."""
    if ground.zone >> place & 1 and any(s.edition.leader[u] for u in units) and not has_company(s, units, place):
        leader = next(u for u in units if s.edition.leader[u])
        where = s.board.grid.label(place)
        raise Refused("10.23", f"{s.name(leader)} enters the enemy zone in {where} only with a unit that can attack")


def mark_moving(s: PggState, units: tuple[int, ...], costs: Iterable[int]) -> None:
    """These units are moving now; whoever else was has ended its move."""
    if not s.active.keys() >= set(units):
        s.active = {}
        s.trail = 0
    for unit, cost in zip(units, costs, strict=True):
        s.active[unit] = s.active.get(unit, 0) + cost
        s.moved |= 1 << unit


def pass_through(s: PggState, units: tuple[int, ...], hexes: int) -> None:
    """15.11: every hex that units enter, in whatever way, is their side's from then on."""
    if s.edition.side[units[0]] == GERMAN:
        s.german |= hexes
    else:
        s.german &= ~hexes


def mend(s: PggState, units: tuple[int, ...], hexes: int) -> None:
    """6.37: Soviet combat units mend the cuts they move over; trains pass from the next turn on."""
    mended = s.cuts & hexes
    if mended and s.edition.side[units[0]] == SOVIET and not all(s.edition.leader[u] for u in units):
        s.mending |= mended
        s.cuts &= ~mended


def arrive(s: PggState, units: tuple[int, ...], hexes: tuple[int, ...], came_from: int) -> None:
    """Put units into the last hex of their way, and remember how they came into an enemy zone (10.23)."""
    for unit in units:
        s.put(unit, hexes[-1])
    remember_entry(s, units, came_from)
    entered = union(hexes)
    pass_through(s, units, entered)
    mend(s, units, entered)
    s.trail |= entered


def path_costs(s: PggState, units: tuple[int, ...], hexes: tuple[int, ...]) -> list[int]:
    """Half points that a legal path costs each unit."""
    step_from, costs, profile = s.board.steps, s.board.costs, s.edition.profile
    markers = s.air if s.edition.side[units[0]] == SOVIET else (s.interdiction,)
    more = 2 * sum([hexes[1:].count(place) for place in markers])
    steps = [step_from[a][b] for a, b in pairwise(hexes)]
    return [sum([costs[profile[unit]].by_step[step] for step in steps]) + more for unit in units]


def path_cost(s: PggState, unit: int, hexes: tuple[int, ...]) -> int:
    """Half points that a legal path costs one unit."""
    return path_costs(s, (unit,), hexes)[0]
