"""Mandatory combat on random fronts across the board of The Russian Campaign: when all have moved, and half-way."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from statistics import quantiles
from time import perf_counter

from bench import Bench, Row
from hexfront.games import boards
from hexfront.games.trc.combat.obligations import Attacker, Battle, Defender, Problem, after, feasible, owed, possible
from hexfront.grid import members

TRC = boards.grid("trc")
FRONTS = 200
CORPS = (3, 3, 4, 4, 4, 5, 5, 6, 7, 8)
ARMIES = (3, 4, 4, 5, 5, 5, 6, 6, 7, 8, 10)


def line(rng: random.Random) -> tuple[list[int], list[int]]:
    """Return the hexes behind a crooked line from north to south, on its one side and on the other."""
    at = rng.randint(10, 20)
    edge = {}
    for row in range(1, 44):
        edge[row] = at = max(4, min(28, at + rng.choice((-2, -1, -1, 0, 0, 1, 1, 2))))
    ours = {h for h in members(TRC.all) if int(TRC.label(h)[2:]) >= edge[int(TRC.label(h)[:2])]}
    meeting = [h for h in members(TRC.all) if any(n >= 0 and (n in ours) != (h in ours) for n in TRC.neighbours[h])]
    return [h for h in meeting if h in ours], [h for h in meeting if h not in ours]


def position(seed: int, units: int = 60, worst: tuple[int, int] = (1, 6)) -> Problem:
    """Return so many units in zones against a front of stacks, with cities and rivers behind which they double."""
    rng = random.Random(seed)
    west, east = line(rng)
    river = {h for h in west + east if rng.random() < 0.3}
    held = {h: sum(rng.choices(ARMIES, k=rng.choice((1, 1, 2)))) for h in east if rng.random() < 0.7}
    stacks: dict[int, list[int]] = {}
    rng.shuffle(west)
    for h in west:
        if units > 0 and any(n in held for n in TRC.neighbours[h]):
            stacks[h] = rng.choices(CORPS, k=min(units, rng.choice((1, 2, 2, 3))))
            units -= len(stacks[h])
    return problem(rng, held, stacks, river, worst)


def problem(
    rng: random.Random,
    held: dict[int, int],
    stacks: dict[int, list[int]],
    river: set[int],
    worst: tuple[int, int],
) -> Problem:
    """Write the position down as duties: all units are in zones, all enemies next to them must be attacked."""
    touched = {h: frozenset(n for n in TRC.neighbours[h] if n in held) for h in stacks}
    attackers = [
        Attacker(f"{TRC.label(h)}.{i}", factors, frozenset(map(TRC.label, touched[h])))
        for h, stack in stacks.items()
        for i, factors in enumerate(stack)
    ]
    wet = frozenset(f"{TRC.label(h)}.{i}" for h in stacks if h in river for i in range(len(stacks[h])))
    defenders = []
    for h in sorted(set().union(*touched.values())):
        city = rng.random() < 0.15
        behind = () if city or h in river else ((wet, 2 * held[h]),)
        defenders.append(Defender(TRC.label(h), held[h] * (1 + city), True, behind))
    return Problem(tuple(attackers), tuple(defenders), worst)


@cache
def late_war() -> list[Problem]:
    """Return fronts with 60 units in zones."""
    return [position(seed) for seed in range(FRONTS)]


@cache
def half_way() -> list[Problem]:
    """Return fronts where 25 units have come up, too few in many places."""
    return [position(1000 + seed, 25) for seed in range(FRONTS)]


def fresh(problem: Problem) -> Problem:
    """Return a copy that has nothing worked out yet."""
    return Problem(problem.attackers, problem.defenders, problem.worst)


def chosen(problem: Problem) -> object:
    """Ask of one battle, as in the combat phase, whether the rest is still possible after it."""
    one = problem.attackers[0]
    return possible(after(problem, [Battle((min(map(str, one.hexes)),), (one.id,))]))


def once(work: Callable[[Problem], object], problem: Problem, rounds: int = 3) -> float:
    """Return the milliseconds of one call on a fresh problem, the best of some."""
    best = float("inf")
    for _ in range(rounds):
        start = perf_counter()
        work(fresh(problem))
        best = min(best, 1000 * (perf_counter() - start))
    return best


@cache
def spread(work: Callable[[Problem], object], fronts: Callable[[], list[Problem]]) -> tuple[float, float]:
    """Return the median and the 95th of a hundred of one call on each front."""
    cuts = quantiles([once(work, problem) for problem in fronts()], n=20)
    return cuts[9], cuts[18]


def check_median() -> Row:
    """Whether there is a legal set of attacks, 60 units in zones."""
    return Row("obligations: check of 60 units, p50", spread(feasible, late_war)[0], "ms", 1, "lower")


def check_slow() -> Row:
    """The same on the slower fronts."""
    return Row("obligations: check of 60 units, p95", spread(feasible, late_war)[1], "ms", 3, "lower")


def owed_median() -> Row:
    """What is still owed while the player moves."""
    return Row("obligations: owed half-way, p50", spread(owed, half_way)[0], "ms", 1, "lower")


def owed_slow() -> Row:
    """The same on the slower fronts."""
    return Row("obligations: owed half-way, p95", spread(owed, half_way)[1], "ms", 3, "lower")


def battle_slow() -> Row:
    """Whether a battle leaves the rest possible, on the slower fronts."""
    return Row("obligations: one battle of 60 units, p95", spread(chosen, late_war)[1], "ms", 3, "lower")


BENCHES: list[Bench] = [check_median, check_slow, owed_median, owed_slow, battle_slow]
