"""Two ways to look for better weights with noisy measurements: CMA-ES, and SPSA.

Both work in a box of ones: every weight runs from 0 to 1 within its range. They are told nothing but the values of the
points that they asked for, and draw from a seed: told the same again they are where they were, so a run that was
stopped is taken up by telling it over.
"""

import random
from typing import Any, Protocol

from hexfront.engine.errors import BadData
from hexfront.mechanics import exact

Point = list[float]
METHODS = ("cma", "spsa")
_NEEDED = "this method needs the package cma: install it with pip install 'hexfront[tune]', or take --method spsa"


class Search(Protocol):
    """A search for the point of the highest value."""

    def ask(self) -> list[Point]:
        """The points to be measured in this round."""

    def tell(self, points: list[Point], values: list[float]) -> None:
        """What they are worth."""

    def best(self) -> Point:
        """Where the search believes the best point to be."""


def search(method: str, start: Point, seed: str) -> Search:
    """A new search from a point; BadData if there is no such method, or its package is missing."""
    if method not in METHODS:
        raise BadData(f"there is no method {method!r}; there are {' and '.join(METHODS)}")
    return Cma(start, seed) if method == "cma" else Spsa(start, seed)


class Spsa:
    """Simultaneous perturbation (Spall 1992): two points a round, and a step along what they tell of the slope."""

    STEP, REACH, CALM = 0.12, 0.12, 5.0  # first step and first perturbation; rounds before steps get smaller

    def __init__(self, start: Point, seed: str) -> None:
        self.at, self.seed, self.round = list(start), seed, 0
        self._signs: list[int] = []

    def ask(self) -> list[Point]:
        """A point on either side, all weights moved at once."""
        rng = random.Random(f"{self.seed} {self.round}")
        self._signs = [rng.choice((-1, 1)) for _ in self.at]
        reach = self.REACH / exact.power(self.round + 1, 0.101)
        moves = [[reach * sign for sign in self._signs], [-reach * sign for sign in self._signs]]
        return [[_inside(x + move) for x, move in zip(self.at, way, strict=True)] for way in moves]

    def tell(self, points: list[Point], values: list[float]) -> None:
        """A step towards the better of the two."""
        reach = self.REACH / exact.power(self.round + 1, 0.101)
        step = self.STEP * exact.power(self.CALM / (self.CALM + self.round + 1), 0.602)
        slope = (values[0] - values[1]) / (2 * reach)
        self.at = [_inside(x + step * slope * sign) for x, sign in zip(self.at, self._signs, strict=True)]
        self.round += 1

    def best(self) -> Point:
        """Where it has come to."""
        return list(self.at)


class Cma:
    """Covariance matrix adaptation (Hansen), by the package `cma`, with a generator of its own."""

    SIZE = 0.2  # the first spread, as a part of the range

    def __init__(self, start: Point, seed: str) -> None:
        try:
            import cma
        except ImportError:
            raise BadData(_NEEDED) from None
        import numpy

        if len(start) < 2:
            raise BadData("cma needs two weights at least; tune a single one with --method spsa")
        rng = numpy.random.default_rng(list(seed.encode()))
        options = {
            "bounds": [0, 1],
            "randn": lambda *shape: rng.standard_normal(shape),
            "seed": numpy.nan,  # the package is to leave the generator that all share alone
            "verbose": -9,
        }
        self._start = list(start)
        self._es: Any = cma.CMAEvolutionStrategy(start, self.SIZE, options)

    def ask(self) -> list[Point]:
        """A generation."""
        return [[float(x) for x in point] for point in self._es.ask()]

    def tell(self, points: list[Point], values: list[float]) -> None:
        """What its members are worth; the package looks for the least."""
        import numpy

        self._es.tell([numpy.array(point) for point in points], [-value for value in values])

    def best(self) -> Point:
        """The middle of the distribution: with noise it is better than any point that was measured."""
        if not self._es.countiter:
            return self._start
        return [_inside(float(x)) for x in self._es.result.xfavorite]


def _inside(x: float) -> float:
    return min(1.0, max(0.0, x))
