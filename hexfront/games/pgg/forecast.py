"""What an attack may bring, as far as both players can know: exact chances, over the dice and over untried counters.

Only Soviet divisions are untried, and they are all on one side of a battle; so what is unknown is one strength for
each of them, drawn without replacement from what the cup can still hold (Appendix B). Only totals matter: of the whole
side, or of a hex where its terrain or a leader makes a difference. Their chances are counted value by value.
"""

from collections import Counter as Tally
from collections.abc import Iterator
from itertools import product
from math import comb, perm, prod
from random import Random

import msgspec

from hexfront.games.pgg.counters import GERMAN, LEADER, SIDE
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.strength import Sums, outcome, sums
from hexfront.games.pgg.supply import Lines, halved
from hexfront.games.pgg.untried import cup_of, unknown_mix, untried

EXACT = 2  # totals that are counted exactly; where more hexes matter one by one, they are sampled
SAMPLES = 3000
Totals = dict[tuple[int, ...], float]  # the chance of each combination of totals
Ways = dict[tuple[tuple[int, ...], tuple[int, ...]], int]  # units without a counter yet, totals so far: in so many ways


class Forecast(msgspec.Struct):
    """Sums (with average strengths where something is untried), and the chance of each column and result."""

    sums: Sums
    unknown: tuple[int, ...]
    columns: dict[str, float]
    results: dict[str, float]


def forecast(s: PggState, attackers: tuple[int, ...], targets: tuple[int, ...], overrun: bool = False) -> Forecast:
    """Everything that can be said about an attack before it is made."""
    lines = Lines(s)
    defenders = tuple(u for place in targets for u in s.stacks.get(place, ()))
    unknown = tuple(u for u in (*attackers, *defenders) if untried(s, u))
    attacking = SIDE[attackers[0]] != GERMAN
    columns: Tally[str] = Tally()
    results: Tally[str] = Tally()
    for chance, known in _deals(s, unknown, attackers, targets, lines):
        found = sums(s, attackers, targets, overrun, known, lines)
        column = found.odds or ("no defence" if found.defence <= 0 else "no attack")
        columns[column] += chance  # type: ignore[assignment]
        for die in range(1, 7):
            result = outcome(s, column, die) if found.odds else column
            results[result] += chance / 6  # type: ignore[assignment]
    average = {u: _average(s, u, attacking) for u in unknown}
    return Forecast(sums(s, attackers, targets, overrun, average, lines), unknown, dict(columns), dict(results))


def _values(s: PggState, unit: int, attacking: bool) -> Tally[int]:
    return Tally(a if attacking else d for a, d in unknown_mix(s, cup_of(unit)))


def _average(s: PggState, unit: int, attacking: bool) -> int:
    values = _values(s, unit, attacking)
    return round(sum(v * n for v, n in values.items()) / max(1, values.total()))


def _deals(
    s: PggState, unknown: tuple[int, ...], attackers: tuple[int, ...], targets: tuple[int, ...], lines: Lines
) -> Iterator[tuple[float, dict[int, int]]]:
    """Every total to which the unknown counters can come, with its chance, as strengths that make it.

    Who fled into the hex does not count (9.75), and what nobody counts changes no chance.
    """
    attacking = SIDE[attackers[0]] != GERMAN
    counting = [u for u in unknown if attacking or not s.refuge >> u & 1]
    heaps = _heaps(s, counting, attackers, targets)
    if len(heaps) > EXACT:
        yield from _sampled(s, counting, attacking)
        return
    totals: Totals = {(0,) * len(heaps): 1.0}
    for cup in sorted({cup_of(u) for u in counting}):
        totals = _both(totals, _counted(s, cup, heaps, attacking, lines))
    for found, chance in totals.items():
        known = dict.fromkeys(unknown, 0)
        for heap, total in zip(heaps, found, strict=True):
            known[heap[0]] = total if lines.supplied(heap[0]) else 2 * total  # it will be halved again
        yield chance, known


def _heaps(s: PggState, units: list[int], attackers: tuple[int, ...], targets: tuple[int, ...]) -> list[list[int]]:
    """Units of which only the total matters: of one target hex, or of a hex whose leader adds to it (10.36)."""
    led = {s.where[u] for u in attackers if LEADER[u]}
    apart = led if units and units[0] in attackers else set(targets) if len(targets) > 1 else set()
    heaps: dict[int, list[int]] = {}
    for unit in units:
        heaps.setdefault(s.where[unit] if s.where[unit] in apart else -1, []).append(unit)
    return list(heaps.values())


def _counted(s: PggState, cup: int, heaps: list[list[int]], attacking: bool, lines: Lines) -> Totals:
    """The chance of each combination of totals from one cup: value by value, in how many ways it can be dealt."""
    kinds = [(i, lines.supplied(u)) for i, heap in enumerate(heaps) for u in heap if cup_of(u) == cup]
    groups = Tally(kinds)  # how many units of each heap, in supply or not
    values = _values(s, next(u for heap in heaps for u in heap if cup_of(u) == cup), attacking)
    ways: Ways = {(tuple(groups.values()), (0,) * len(heaps)): 1}
    for value, many in values.items():
        worth = [(i, halved(value, supplied)) for i, supplied in groups]
        ways = _dealt(ways, many, worth)
    everything = perm(values.total(), len(kinds))
    return {totals: count / everything for (left, totals), count in ways.items() if not any(left)}


def _dealt(ways: Ways, many: int, worth: list[tuple[int, int]]) -> Ways:
    """Deal the counters of one value: to how many units of each group, and to which, in every order.

    `worth` says for each group which total it belongs to, and what the value is worth there.
    """
    after: Ways = {}
    for (left, totals), count in ways.items():
        for taken in product(*(range(min(n, many) + 1) for n in left)):
            if sum(taken) > many:
                continue
            more = list(totals)
            for (i, value), number in zip(worth, taken, strict=True):
                more[i] += number * value
            state = tuple(n - t for n, t in zip(left, taken, strict=True)), tuple(more)
            choices = prod(comb(n, t) for n, t in zip(left, taken, strict=True)) * perm(many, sum(taken))
            after[state] = after.get(state, 0) + count * choices
    return after


def _both(first: Totals, second: Totals) -> Totals:
    """Totals of two cups together; what lies in one says nothing about the other."""
    found: Totals = {}
    for a, p in first.items():
        for b, q in second.items():
            total = tuple(x + y for x, y in zip(a, b, strict=True))
            found[total] = found.get(total, 0.0) + p * q
    return found


def _sampled(s: PggState, unknown: list[int], attacking: bool) -> Iterator[tuple[float, dict[int, int]]]:
    """Some of the ways in which the counters can fall, always the same ones."""
    cups = {cup: _values(s, next(u for u in unknown if cup_of(u) == cup), attacking) for cup in map(cup_of, unknown)}
    rng = Random(SAMPLES)
    for _ in range(SAMPLES):
        decks = {
            cup: rng.sample(list(values.elements()), min(len(unknown), values.total())) for cup, values in cups.items()
        }
        yield 1 / SAMPLES, {u: decks[cup_of(u)].pop() for u in unknown}
