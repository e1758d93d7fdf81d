"""Benchmarks: `python -m bench` runs the functions in the list BENCHES of each module named *_bench."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Literal


@dataclass(frozen=True)
class Row:
    """One measurement and what it should be at least, or at most when lower is better."""

    name: str
    value: float
    unit: str
    target: float
    better: Literal["higher", "lower"] = "higher"

    @property
    def ok(self) -> bool:
        """Tell whether the target is met."""
        return self.value >= self.target if self.better == "higher" else self.value <= self.target


Bench = Callable[[], Row]


def seconds(work: Callable[[], object], span: float = 0.04, rounds: int = 5) -> float:
    """Return the seconds one call takes: the best of some rounds, each about `span` seconds long."""
    return times(work, span=span, rounds=rounds)[0]


def times(*works: Callable[[], object], span: float = 0.04, rounds: int = 5) -> list[float]:
    """Time several things in turns, so that a busy machine disturbs all of them alike."""
    best = [float("inf")] * len(works)
    loops = [max(1, int(span / max(_spent(work, 1), 1e-7))) for work in works]
    for _ in range(rounds):
        for i, work in enumerate(works):
            best[i] = min(best[i], _spent(work, loops[i]) / loops[i])
    return best


def _spent(work: Callable[[], object], loops: int) -> float:
    start = perf_counter()
    for _ in range(loops):
        work()
    return perf_counter() - start
