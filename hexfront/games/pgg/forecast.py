"""What an attack may bring, as far as both players can know: exact chances, over the dice and over untried counters.

Only Soviet divisions are untried, and they are all on one side of a battle; so what is unknown is one strength for
each of them, drawn without replacement from what the cup can still hold (Appendix B).
"""

from collections import Counter as Tally
from collections.abc import Iterator
from random import Random

import msgspec

from hexfront.games.pgg.counters import GERMAN, SIDE
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.strength import Sums, outcome, sums
from hexfront.games.pgg.supply import Lines
from hexfront.games.pgg.untried import cup_of, unknown_mix, untried

EXACT = 3  # so many untried units are worked through one by one, more are sampled
SAMPLES = 3000


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
    for chance, known in _deals(s, unknown, attacking):
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


def _deals(s: PggState, unknown: tuple[int, ...], attacking: bool) -> Iterator[tuple[float, dict[int, int]]]:
    """Every way the unknown counters can fall, with its chance; sampled when there are too many."""
    cups = {cup: _values(s, next(u for u in unknown if cup_of(u) == cup), attacking) for cup in map(cup_of, unknown)}
    if len(unknown) <= EXACT:
        yield from _exact(unknown, cups, 1.0, {})
        return
    rng = Random(SAMPLES)
    for _ in range(SAMPLES):
        decks = {
            cup: rng.sample(list(values.elements()), min(len(unknown), values.total())) for cup, values in cups.items()
        }
        yield 1 / SAMPLES, {u: decks[cup_of(u)].pop() for u in unknown}


def _exact(
    unknown: tuple[int, ...], cups: dict[int, Tally[int]], chance: float, dealt: dict[int, int]
) -> Iterator[tuple[float, dict[int, int]]]:
    if not unknown:
        yield chance, dict(dealt)
        return
    unit, values = unknown[0], cups[cup_of(unknown[0])]
    total = values.total()
    for value, many in list(values.items()):
        if many:
            values[value] -= 1
            dealt[unit] = value
            yield from _exact(unknown[1:], cups, chance * many / total, dealt)
            values[value] += 1
