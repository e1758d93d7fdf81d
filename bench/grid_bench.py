"""Masks against the same work with dicts and sets, in one run, on the board of Panzergruppe Guderian."""

from __future__ import annotations

import heapq
import random
from functools import cache
from itertools import pairwise

from bench import Bench, Row, seconds, times
from hexfront.games import boards
from hexfront.grid import members
from hexfront.grid import sides as s
from hexfront.grid.bits import union
from hexfront.mechanics.reach import Costs, path, reach

Steps = dict[int, list[tuple[int, int]]]

PGG = boards.grid("pgg")
HEXES = members(PGG.all)
NEAR = {h: [n for n in PGG.neighbours[h] if n >= 0] for h in HEXES}


def draw(share: float, seed: int) -> int:
    """Return a random set with this share of the board."""
    return union(random.Random(seed).sample(HEXES, int(share * len(HEXES))))


@cache
def profile(motorized: bool) -> Costs:
    """Return costs on a board with forests, rivers and a net of roads, as dense as on a real map."""
    forest = draw(0.25, 1)
    sides = s.pairs(PGG, s.every(PGG))
    rivers = s.from_pairs(PGG, random.Random(2).sample(sides, len(sides) // 10))
    rows = [PGG.line(PGG.hex(f"01{r:02}"), PGG.hex(f"59{r:02}")) for r in range(3, 31, 7)]
    columns = [PGG.line(PGG.hex(f"{c:02}01"), PGG.hex(f"{c:02}31")) for c in range(3, 59, 8)]
    roads = s.from_pairs(PGG, (pair for line in rows + columns for pair in pairwise(line)))
    if motorized:
        return Costs.build(PGG, {2: PGG.all & ~forest, 6: forest}, {4: rivers}, {1: roads})
    return Costs.build(PGG, {2: PGG.all & ~forest, 4: forest}, {2: rivers})


def plain_steps(costs: Costs) -> Steps:
    """Return the same costs as a dict from hex to its neighbours and what they cost."""
    steps: Steps = {h: [] for h in HEXES}
    for h in HEXES:
        for d, n in enumerate(PGG.neighbours[h]):
            if n >= 0 and costs.step(h, d):
                steps[h].append((n, costs.step(h, d)))
    return steps


def plain_flood(start: int, allowed: set[int]) -> set[int]:
    """Flood with a set and a list."""
    found = {start}
    queue = [start]
    for h in queue:
        for n in NEAR[h]:
            if n in allowed and n not in found:
                found.add(n)
                queue.append(n)
    return found


def plain_reach(steps: Steps, start: int, points: int) -> dict[int, int]:
    """Find shortest paths with a heap."""
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        c, h = heapq.heappop(heap)
        if c > best[h]:
            continue
        for n, cost in steps[h]:
            if c + cost <= points and c + cost < best.get(n, 999):
                best[n] = c + cost
                heapq.heappush(heap, (c + cost, n))
    return best


def flood_ratio() -> Row:
    """Supply: flood a board on which a fifth of the hexes is closed."""
    within = PGG.all & ~draw(0.2, 3) | 1 << HEXES[0]
    allowed = set(members(within))
    assert plain_flood(HEXES[0], allowed) == set(members(PGG.flood(1 << HEXES[0], within)))
    ours, plain = times(lambda: PGG.flood(1 << HEXES[0], within), lambda: plain_flood(HEXES[0], allowed))
    return Row("flood of the board, mask against set", plain / ours, "x", 10)


def zones_ratio() -> Row:
    """Zones of control of 100 units, from a mask of their places against from a set of them."""
    mask = union(random.Random(4).sample(HEXES, 100))
    places = set(members(mask))
    assert {n for h in places for n in NEAR[h]} == set(members(PGG.around(mask)))
    ours, plain = times(lambda: PGG.around(mask), lambda: {n for h in places for n in NEAR[h]})
    return Row("zones of 100 units, mask against set", plain / ours, "x", 10)


def zones_listed_ratio() -> Row:
    """The same when the mask has to be made first from a list of places."""
    places = random.Random(4).sample(HEXES, 100)
    ours, plain = times(lambda: PGG.around(union(places)), lambda: {n for h in places for n in NEAR[h]})
    return Row("zones of 100 units from a list, mask against set", plain / ours, "x", 2)


def _reach_ratio(name: str, motorized: bool, points: int, target: float) -> Row:
    costs = profile(motorized)
    steps = plain_steps(costs)
    starts = random.Random(5).sample(HEXES, 100)
    waves = reach(PGG, costs, starts[0], points)
    assert plain_reach(steps, starts[0], points) == {h: c for c, w in enumerate(waves) for h in members(w)}
    ours, plain = times(
        lambda: [reach(PGG, costs, h, points) for h in starts],
        lambda: [plain_reach(steps, h, points) for h in starts],
    )
    return Row(name, plain / ours, "x", target)


def reach_infantry_ratio() -> Row:
    """Reach of 100 infantry units with 6 movement points."""
    return _reach_ratio("reach of 100 infantry units, mask against dict", False, 12, 3)


def reach_motorized_ratio() -> Row:
    """Reach of 100 motorized units with 10 movement points, on roads."""
    return _reach_ratio("reach of 100 motorized units, mask against dict", True, 20, 3)


def _middle(motorized: bool, points: int) -> float:
    costs = profile(motorized)
    start = PGG.hex("3016")
    return seconds(lambda: reach(PGG, costs, start, points)) * 1e6


def reach_infantry() -> Row:
    """One infantry unit in the middle of the board."""
    return Row("reach of an infantry unit, 12 half points", _middle(False, 12), "us", 40, "lower")


def reach_motorized() -> Row:
    """One motorized unit in the middle of the board."""
    return Row("reach of a motorized unit, 20 half points", _middle(True, 20), "us", 150, "lower")


def path_found() -> Row:
    """The path to the furthest hex in reach of a motorized unit."""
    costs = profile(True)
    waves = reach(PGG, costs, PGG.hex("3016"), 20)
    goal = members(waves[-1] or waves[-2])[-1]
    return Row("path of a motorized unit", seconds(lambda: path(PGG, costs, waves, goal)) * 1e6, "us", 40, "lower")


BENCHES: list[Bench] = [
    flood_ratio,
    zones_ratio,
    zones_listed_ratio,
    reach_infantry_ratio,
    reach_motorized_ratio,
    reach_infantry,
    reach_motorized,
    path_found,
]
