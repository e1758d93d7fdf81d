"""Reach by waves against a plain search of shortest paths."""

import heapq
import random
from itertools import pairwise

import pytest

from hexfront.games import boards
from hexfront.grid import Numbering, grid_of
from hexfront.grid import members as bits
from hexfront.grid import sides as s
from hexfront.grid.numbering import Grid
from hexfront.mechanics.reach import Costs, Fan, Jump, backward, cost_of, path, reach, route, walk_cost, within

BOARDS = {name: boards.grid(name) for name in boards.drawn()}
PGG, TRC, RB, BD = (BOARDS[name] for name in ("pgg", "trc", "rb", "bd"))
every_board = pytest.mark.parametrize("grid", BOARDS.values(), ids=BOARDS.keys())
SMALL = grid_of(Numbering("flat", 8, 6))


class World:
    """A random board: the same terrain as masks and as plain tables."""

    def __init__(self, grid: Grid, seed: int) -> None:
        self.grid, self.rng = grid, random.Random(seed)
        self.hexes = list(bits(grid.all))
        rough, swamp = self.some(0.3), self.some(0.05)
        pairs = s.pairs(grid, s.every(grid))
        self.rivers, self.roads, self.lakes = (
            s.from_pairs(grid, self.rng.sample(pairs, len(pairs) // n)) for n in (6, 8, 30)
        )
        self.closed, self.stop, self.blocked = self.some(0.04), self.some(0.08), self.some(0.04)
        self.enter = {2: grid.all & ~rough & ~swamp, 4: rough & ~swamp}
        self.costs = Costs.build(
            grid, self.enter, {3: self.rivers}, {1: self.roads}, forbidden=self.lakes, closed=self.blocked
        )
        self.surcharge = {h: self.rng.randint(1, 5) for h in self.rng.sample(self.hexes, 20)}

    def some(self, share: float) -> int:
        """A random set of hexes."""
        return sum(1 << h for h in self.hexes if self.rng.random() < share)

    def cost(self, a: int, d: int) -> int:
        """What a step costs, straight from the rules of Costs.build; 0 when it is forbidden."""
        b = self.grid.step(a, d)
        if b < 0 or self.lakes[d] >> a & 1 or self.blocked >> b & 1:
            return 0
        if self.roads[d] >> a & 1:
            return 1
        terrain = next((c for c, mask in self.enter.items() if mask >> b & 1), 0)
        return terrain and terrain + 3 * (self.rivers[d] >> a & 1)

    def search(self, start: int, points: int, free: bool, first: int = -1, jump: Jump | None = None) -> dict[int, int]:
        """Shortest paths with a heap: hex to half points. Who lands from a jump goes no further."""
        landed: dict[int, int] = {}
        best, heap = {start: 0}, [(0, start)]
        while heap:
            c, a = heapq.heappop(heap)
            if c > best[a] or c == landed.get(a) or (self.stop >> a & 1 and not (free and a == start)):
                continue
            shut = self.closed | (~first if a == start else 0)
            there = c + jump.cost if jump and a == jump.foot else 999
            if jump and there <= min(points, best.get(jump.end, 999)) and not shut >> jump.end & 1:
                best[jump.end] = landed[jump.end] = there
            for d, b in enumerate(self.grid.neighbours[a]):
                step = self.cost(a, d)
                if not step or shut >> b & 1:
                    continue
                total = c + step + self.surcharge.get(b, 0)
                if total <= points and total < best.get(b, 999):
                    best[b] = total
                    heapq.heappush(heap, (total, b))
        return best


@every_board
def test_step_costs(grid: Grid) -> None:
    world = World(grid, 1)
    for h in world.hexes:
        assert [world.costs.step(h, d) for d in range(6)] == [world.cost(h, d) for d in range(6)]


@every_board
@pytest.mark.parametrize("entering", [True, False])
def test_a_fan_has_the_path_to_every_hex(grid: Grid, entering: bool) -> None:
    world = World(grid, 5)
    for start in world.rng.sample(world.hexes, 12):
        fan = Fan(start, world.stop, world.closed, world.surcharge, entering)
        for points in (0, 9, 24):
            waves = reach(grid, world.costs, start, points, world.stop, world.closed, world.surcharge, not entering)
            goals = bits(within(waves) & ~(0 if entering else 1 << start))
            rule = world.stop, world.surcharge, not entering
            assert fan.ways(world.costs, points) == [path(grid, world.costs, waves, goal, *rule) for goal in goals]


@every_board
def test_a_group_goes_where_all_of_its_kinds_can_pay_for_it(grid: Grid) -> None:
    world = World(grid, 6)
    foot = Costs.build(grid, {3: grid.all}, closed=world.blocked)
    points, shut = {world.costs: 20, foot: 15}, world.some(0.2)

    def affords(way: tuple[int, ...]) -> bool:
        spent = (sum(kind.step(a, grid.direction(a, b)) for a, b in pairwise(way)) for kind in points)
        more = sum(world.surcharge.get(h, 0) for h in way[1:])
        return all(cost + more <= has for cost, has in zip(spent, points.values(), strict=True))

    for start in world.rng.sample(world.hexes, 12):
        fan, wanted = Fan(start, world.stop, world.closed, world.surcharge), dict[int, tuple[int, ...]]()
        for kind, has in points.items():
            for way in fan.ways(kind, has):
                if affords(way) and not shut >> way[-1] & 1:
                    wanted.setdefault(way[-1], way)
        assert fan.shared(points, shut) == list(wanted.values())


@every_board
@pytest.mark.parametrize("free", [True, False])
def test_reach_and_path(grid: Grid, free: bool) -> None:
    world = World(grid, 2)
    w = world
    for start in w.rng.sample(w.hexes, 12):
        waves = reach(grid, w.costs, start, 20, w.stop, w.closed, w.surcharge, free)
        expected = w.search(start, 20, free)
        assert {h: c for c, wave in enumerate(waves) for h in bits(wave)} == expected
        assert sorted(bits(within(waves))) == sorted(expected)
        for goal in w.rng.sample(sorted(expected), min(15, len(expected))):
            hexes = path(grid, w.costs, waves, goal, w.stop, w.surcharge, free)
            assert (hexes[0], hexes[-1]) == (start, goal)
            walk = walk_cost(grid, w.costs, hexes, w.stop, w.closed, w.surcharge)
            assert walk == (expected[goal], -1) == (cost_of(waves, goal), -1)


@every_board
def test_a_first_step_and_a_jump(grid: Grid) -> None:
    """Some hexes are not entered by the first step; a jump leads over whatever lies between, and ends the move."""
    w, jumped = World(grid, 4), 0
    for start in w.rng.sample(w.hexes, 60):
        near = [h for h in w.hexes if grid.distance(start, h) <= 5]
        first, jump = w.some(0.5), Jump(w.rng.choice([start, *near]), w.rng.choice(near), w.rng.randint(1, 6))
        for one in (None, jump):
            jumps = [one] if one else []
            waves = reach(grid, w.costs, start, 12, w.stop, w.closed, w.surcharge, True, first, jumps)
            expected = w.search(start, 12, True, first, one)
            assert {h: c for c, wave in enumerate(waves) for h in bits(wave)} == expected
            jumped += expected != w.search(start, 12, True, first)
    assert jumped > 5


@every_board
def test_backward_is_reach_seen_from_the_goal(grid: Grid) -> None:
    w = World(grid, 3)
    w.stop, w.surcharge = 0, {}
    goals = set(w.rng.sample(w.hexes, 3))
    found = backward(grid, w.costs, sum(1 << h for h in goals), 14, w.closed)
    for h in w.rng.sample(w.hexes, 120):
        assert bool(found >> h & 1) == bool(goals & set(w.search(h, 14, True)))


def open_costs(grid: Grid) -> Costs:
    """Every hex costs one point."""
    return Costs.build(grid, {2: grid.all})


def names(text: str) -> tuple[int, ...]:
    """The hexes of a path on the small board."""
    return tuple(SMALL.hex(label) for label in text.split("-"))


def test_route_by_way_points() -> None:
    costs = open_costs(SMALL)
    start, via, goal = names("0101-0104-0401")
    assert route(SMALL, costs, start, goal, 6) is not None
    hexes = route(SMALL, costs, start, goal, 20, via=[via])
    assert hexes is not None and via in hexes
    assert walk_cost(SMALL, costs, hexes).cost == 2 * (3 + SMALL.distance(via, goal))
    assert route(SMALL, costs, start, goal, 8, via=[via]) is None
    assert route(SMALL, costs, start, goal, 20, via=[via], stop=1 << via) is None
    assert route(SMALL, costs, start, goal, 20, closed=1 << goal) is None
    assert route(SMALL, costs, start, start, 0) == (start,)


def test_walk_names_the_first_bad_hex() -> None:
    costs = open_costs(SMALL)
    assert walk_cost(SMALL, costs, names("0101-0102-0103")) == (4, -1)
    assert walk_cost(SMALL, costs, names("0101-0102-0104")) == (2, 2)
    assert walk_cost(SMALL, costs, names("0101-0102-0103"), stop=SMALL.mask("0102")) == (2, 2)
    assert walk_cost(SMALL, costs, names("0101-0102-0103"), stop=SMALL.mask("0101")) == (4, -1)
    assert walk_cost(SMALL, costs, names("0101-0102-0103"), closed=SMALL.mask("0102")) == (0, 1)


def test_out_of_reach() -> None:
    costs = open_costs(SMALL)
    start, goal = names("0101-0806")
    waves = reach(SMALL, costs, start, 3)
    assert cost_of(waves, goal) == -1
    with pytest.raises(ValueError, match="0806 is not in reach"):
        path(SMALL, costs, waves, goal)
    assert reach(SMALL, costs, start, -2) == [1 << start]


def test_costs_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="has two costs"):
        Costs.build(SMALL, {2: SMALL.all, 4: SMALL.mask("0101")})
    with pytest.raises(ValueError, match="cannot cost 300"):
        Costs.build(SMALL, {300: SMALL.all})


def test_a_road_leads_through_what_cannot_be_entered_otherwise() -> None:
    swamp = SMALL.mask("0202")
    costs = Costs.build(SMALL, {2: SMALL.all & ~swamp}, fixed={1: s.chains(SMALL, "0102-0202")})
    a, b, c = names("0102-0202-0201")
    assert costs.step(a, SMALL.direction(a, b)) == 1
    assert costs.step(c, SMALL.direction(c, b)) == 0
