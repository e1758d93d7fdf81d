"""Movement: which hexes a unit can reach, by which path, at what cost, in whole HALF points.

A step has one cost for each hex and direction. Steps of equal cost form a class, and a wave of hexes moves
through a whole class at once; the path is found only for the hex that was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from hexfront.grid import Grid, Sides, members
from hexfront.grid import sides as s

Way = tuple[int, ...]
# Cost, the hexes that have such a step, and by arrival the hexes so entered, in the order of grid.ways.
Row = tuple[int, int, int, int, int, int, int, int]

_DEAREST = 255


class Jump(NamedTuple):
    """A way over what nobody walks over: from where, to where, at what cost. It ends the move."""

    foot: int
    end: int
    cost: int


class Costs:
    """What each single step costs for one kind of unit: half points, 0 where the step is forbidden."""

    def __init__(self, grid: Grid, classes: Mapping[int, Sides]) -> None:
        self.grid = grid
        self.classes = sorted((cost, sides) for cost, sides in classes.items() if any(sides))
        for cost, _ in self.classes:
            if not 0 < cost <= _DEAREST:
                raise ValueError(f"a step cannot cost {cost} half points: only 1 to {_DEAREST}")
        self.rows = _rows(grid, self.classes)
        self.by_step = self._by_step()

    @classmethod
    def build(
        cls,
        grid: Grid,
        enter: Mapping[int, int],
        extra: Mapping[int, Sides] | None = None,
        fixed: Mapping[int, Sides] | None = None,
        forbidden: Sides = s.NONE,
        closed: int = 0,
    ) -> Costs:
        """Build costs from terrain.

        `enter` gives the hexes that cost so much to enter; a hex in none of them is entered by `fixed` sides
        only. `extra` adds to steps over these sides, and adds up where several lie on one side. `fixed`
        replaces all that (a road); of several the cheapest counts. `forbidden` sides and `closed` hexes beat
        everything.
        """
        allowed = s.minus(s.minus(s.every(grid), forbidden), s.into(grid, closed))
        classes: dict[int, Sides] = {}
        for cost, mask in enter.items():
            _put(classes, cost, s.both(s.into(grid, mask), allowed))
        for more, sides in (extra or {}).items():
            classes = _dearer(classes, more, sides)
        for cost, sides in sorted((fixed or {}).items(), reverse=True):
            classes = {c: s.minus(old, sides) for c, old in classes.items()}
            _put(classes, cost, s.both(sides, allowed))
        return cls(grid, classes)

    def _by_step(self) -> bytes:
        found = bytearray(self.grid.size * 6)
        for cost, sides in self.classes:
            for d in range(6):
                for h in members(sides[d]):
                    if found[h * 6 + d]:
                        raise ValueError(f"the step {self.grid.directions[d]} of {self.grid.label(h)} has two costs")
                    found[h * 6 + d] = cost
        return bytes(found)

    def step(self, h: int, d: int) -> int:
        """Return the cost of the step from hex h in direction d, or 0 when it is forbidden."""
        return self.by_step[h * 6 + d]

    @cached_property
    def entries(self) -> list[tuple[tuple[int, int], ...]]:
        """For each hex the neighbours from which it can be entered, in the order of directions, and what that costs."""
        found = []
        for near in self.grid.neighbours:
            costs = [(n, self.by_step[n * 6 + (d + 3) % 6]) for d, n in enumerate(near) if n >= 0]
            found.append(tuple((n, cost) for n, cost in costs if cost))
        return found

    @cached_property
    def backward_rows(self) -> list[Row]:
        """The same steps walked the other way, each at the cost of walking it forward."""
        return _rows(self.grid, [(cost, s.reverse(self.grid, sides)) for cost, sides in self.classes])


def _put(classes: dict[int, Sides], cost: int, sides: Sides) -> None:
    classes[cost] = s.union(classes.get(cost, s.NONE), sides)


def _dearer(classes: Mapping[int, Sides], more: int, sides: Sides) -> dict[int, Sides]:
    """Move the steps over these sides to the class that costs so much more."""
    result: dict[int, Sides] = {}
    for cost, old in classes.items():
        _put(result, cost, s.minus(old, sides))
        _put(result, cost + more, s.both(old, sides))
    return result


def _rows(grid: Grid, classes: Sequence[tuple[int, Sides]]) -> list[Row]:
    rows = []
    for cost, sides in classes:
        by_arrival = grid.arrivals(sides)
        a, b, c, d, e, f = (by_arrival[way] for way in grid.ways)
        rows.append((cost, s.touching(sides), a, b, c, d, e, f))
    return rows


def reach(
    grid: Grid,
    costs: Costs,
    start: int,
    points: int,
    stop: int = 0,
    closed: int = 0,
    surcharge: Mapping[int, int] | None = None,
    free_start: bool = True,
    first: int = -1,
    jumps: Sequence[Jump] = (),
) -> list[int]:
    """Return the waves of hexes a unit can reach: waves[c] holds those it reaches at c half points, not less.

    Hexes of `closed` cannot be entered, hexes of `stop` can be entered but not left; the start can be left
    all the same unless `free_start` is off. `surcharge` adds half points for entering single hexes. The first
    step enters hexes of `first` only. Who reaches the foot of one of the `jumps` can jump, and stops there.
    """
    seed = 1 << start
    halt = stop & ~seed if free_start else stop
    waves = [seed, *[0] * points]
    if first == -1:
        _waves(grid, costs.rows, waves, halt, closed, surcharge)
    else:
        _waves(grid, costs.rows, waves, halt | ~seed, closed | ~first, surcharge)
        _waves(grid, costs.rows, waves, halt | seed, closed, surcharge)
    for jump in jumps:
        c = _landing(waves, jump, halt, closed | (~first if jump.foot == start else 0))
        if c >= 0:
            # whoever could also walk there at that price, and on from there, jumps all the same
            end, others = 1 << jump.end, [other for other in jumps if other is not jump]
            found = reach(grid, costs, start, points, stop | end, closed, surcharge, free_start, first, others)
            return [wave | end if at == c else wave & ~end for at, wave in enumerate(found)]
    return waves


def _landing(waves: Sequence[int], jump: Jump, halt: int, closed: int) -> int:
    """Return the cost at which a jump ends, or -1 when there is none: the end is shut, or sooner reached on foot."""
    c = cost_of(waves, jump.foot) if not halt >> jump.foot & 1 else -1
    there = c + jump.cost
    if c < 0 or there >= len(waves) or (closed | within(waves[:there])) >> jump.end & 1:
        return -1
    return there


def _waves(
    grid: Grid, rows: list[Row], waves: list[int], stop: int, closed: int, surcharge: Mapping[int, int] | None = None
) -> list[int]:
    # In one piece, as it is the hottest loop of the engine and calls would double its time.
    points = len(waves) - 1
    back, fore, stride = grid.back, grid.fore, grid.stride
    moving = ~stop
    left = grid.all & ~closed | waves[0]
    for c in range(points + 1):
        wave = waves[c] & left
        waves[c] = wave
        if not wave:
            continue
        left ^= wave
        wave &= moving
        b, f = wave & back, wave & fore
        low, high = b >> 1 | f, b | f << 1
        for cost, leave, up, down, next_low, next_high, last_low, last_high in rows:
            if c + cost > points:
                break
            if not wave & leave:
                continue
            new = (
                (wave << 1 & up)
                | (wave >> 1 & down)
                | (low << stride & next_low)
                | (high << stride & next_high)
                | (low >> stride & last_low)
                | (high >> stride & last_high)
            ) & left
            if surcharge:
                new = _postpone(waves, new, c + cost, surcharge)
            waves[c + cost] |= new
    return waves


def _postpone(waves: list[int], new: int, cost: int, surcharge: Mapping[int, int]) -> int:
    """Put the hexes with a surcharge into their later waves and return the others."""
    for h, more in surcharge.items():
        if new >> h & 1:
            new ^= 1 << h
            if cost + more < len(waves):
                waves[cost + more] |= 1 << h
    return new


def within(waves: Sequence[int]) -> int:
    """Return all hexes in any of the waves."""
    mask = 0
    for wave in waves:
        mask |= wave
    return mask


def cost_of(waves: Sequence[int], goal: int) -> int:
    """Return the half points it takes to reach the goal, or -1 when it is not in reach."""
    for c, wave in enumerate(waves):
        if wave >> goal & 1:
            return c
    return -1


def path(
    grid: Grid,
    costs: Costs,
    waves: Sequence[int],
    goal: int,
    stop: int = 0,
    surcharge: Mapping[int, int] | None = None,
    free_start: bool = True,
) -> tuple[int, ...]:
    """Return a cheapest path from the start of the waves to the goal, always the same one among equals.

    Give the same `stop`, `surcharge` and `free_start` as for the waves. ValueError when it is not in reach.
    """
    c = cost_of(waves, goal)
    if c < 0:
        raise ValueError(f"{grid.label(goal)} is not in reach")
    more = surcharge or {}
    halt = stop & ~waves[0] if free_start else stop
    hexes = [goal]
    while c:
        goal, c = _came_from(grid, costs, waves, goal, c - more.get(goal, 0), halt)
        hexes.append(goal)
    return tuple(reversed(hexes))


def _came_from(grid: Grid, costs: Costs, waves: Sequence[int], goal: int, c: int, halt: int) -> tuple[int, int]:
    """Return the hex from which a cheapest path enters the goal, and its cost; c is without the surcharge."""
    for d, h in enumerate(grid.neighbours[goal]):
        if h < 0 or halt >> h & 1:
            continue
        cost = costs.by_step[h * 6 + (d + 3) % 6]
        if cost and c >= cost and waves[c - cost] >> h & 1:
            return h, c - cost
    raise ValueError(f"these waves do not lead to {grid.label(goal)} by these costs")


class Fan:
    """All ways from one hex, each the one that `path` finds, worked out once for everybody who moves alike."""

    def __init__(
        self, start: int, stop: int, closed: int, surcharge: Mapping[int, int] | None = None, entering: bool = False
    ) -> None:
        """Whoever is `entering` may stay in the start, and leaves it only if that is no hex of `stop`."""
        self.start, self.stop, self.closed, self.entering = start, stop, closed, entering
        self.surcharge = surcharge or {}
        self._known: dict[tuple[Costs, int], list[Way]] = {}
        self._paid: dict[tuple[Costs, int, Costs], dict[int, int]] = {}

    def ways(self, costs: Costs, points: int) -> list[Way]:
        """The way to every hex in reach, in the order of the hexes."""
        key = costs, points
        if key not in self._known:
            found = self._ways(costs, points)
            self._known[key] = [found[goal] for goal in sorted(found)]
        return self._known[key]

    def shared(self, points: Mapping[Costs, int], shut: int = 0) -> list[Way]:
        """The ways of a group whose kinds of unit have these points, one to each hex, none to the hexes of `shut`.

        Of the ways that suit one of the kinds, in their order, all must be able to pay for it.
        """
        if len(points) == 1 and not shut:
            return next(self.ways(kind, has) for kind, has in points.items())
        found: dict[int, Way] = {}
        for kind, has in points.items():
            others = [(self._tolls(kind, has, other), most) for other, most in points.items() if other is not kind]
            for way in self.ways(kind, has):
                goal = way[-1]
                if goal not in found and not shut >> goal & 1 and all(tolls[goal] <= most for tolls, most in others):
                    found[goal] = way
        return list(found.values())

    def _ways(self, costs: Costs, points: int) -> dict[int, Way]:
        waves = reach(costs.grid, costs, self.start, points, self.stop, self.closed, self.surcharge, not self.entering)
        found: dict[int, Way] = {self.start: (self.start,)}
        more, entries = self.surcharge, costs.entries
        halts = set(members(self.stop & within(waves)))
        if not self.entering:
            halts.discard(self.start)
        spent = {} if self.start in halts else {self.start: 0}  # on the way to each hex that can be left
        for c, wave in enumerate(waves):
            for h in members(wave) if c else ():
                due = c - more.get(h, 0)
                for n, cost in entries[h]:
                    if spent.get(n, -_DEAREST) + cost == due:
                        found[h] = (*found[n], h)
                        break
                if h not in halts:
                    spent[h] = c
        if not self.entering:
            del found[self.start]
        return found

    def _tolls(self, costs: Costs, points: int, other: Costs) -> dict[int, int]:
        """What the ways of one kind of unit cost another kind, by the hexes they lead to."""
        key = costs, points, other
        if key not in self._paid:
            table, direction, more = other.by_step, costs.grid.direction, self.surcharge
            found = {self.start: 0}
            for way in sorted(self.ways(costs, points), key=len):
                if len(way) > 1:
                    a, b = way[-2:]
                    found[b] = found[a] + table[a * 6 + direction(a, b)] + more.get(b, 0)
            self._paid[key] = found
        return self._paid[key]


def route(
    grid: Grid,
    costs: Costs,
    start: int,
    goal: int,
    points: int,
    via: Sequence[int] = (),
    stop: int = 0,
    closed: int = 0,
    surcharge: Mapping[int, int] | None = None,
) -> tuple[int, ...] | None:
    """Return a cheapest path from start to goal by these way-points in turn, or None when there is none."""
    hexes: tuple[int, ...] = (start,)
    for at, (a, b) in enumerate(pairwise((start, *via, goal))):
        free = at == 0
        waves = reach(grid, costs, a, points, stop, closed, surcharge, free)
        spent = cost_of(waves, b)
        if spent < 0:
            return None
        points -= spent
        hexes += path(grid, costs, waves, b, stop, surcharge, free)[1:]
    return hexes


class Walk(NamedTuple):
    """What a path costs in half points, and the index of its first hex that cannot be entered, or -1."""

    cost: int
    bad: int


def walk_cost(
    grid: Grid,
    costs: Costs,
    hexes: Sequence[int],
    stop: int = 0,
    closed: int = 0,
    surcharge: Mapping[int, int] | None = None,
) -> Walk:
    """Add up the cost of a given path; if a step of it is illegal, the cost is that of the part before."""
    total = 0
    more = surcharge or {}
    for i, (a, b) in enumerate(pairwise(hexes), 1):
        d = grid.direction(a, b)
        cost = costs.by_step[a * 6 + d] if d >= 0 else 0
        if not cost or closed >> b & 1 or (i > 1 and stop >> a & 1):
            return Walk(total, i)
        total += cost + more.get(b, 0)
    return Walk(total, -1)


def backward(grid: Grid, costs: Costs, goals: int, points: int, closed: int = 0) -> int:
    """Return the hexes from which a goal can be reached within the points, for supply lines and the like.

    Each hex entered on the way counts, and the goal. Hexes of `closed` cannot be entered, goals among them;
    but a path may begin in one, and a goal is always in reach of itself.
    """
    return within(_waves(grid, costs.backward_rows, [goals, *[0] * points], closed, 0))
