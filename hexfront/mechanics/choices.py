"""Small helpers of every game that lists and judges orders."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from hexfront.engine.errors import Refused


def may(judge: Callable[..., Any], *args: Any) -> bool:
    """Does a check pass?"""
    try:
        judge(*args)
    except Refused:
        return False
    return True


def subsets(units: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """All groups that can be made of a stack, single units first."""
    units = tuple(units)
    for size in range(1, len(units) + 1):
        yield from combinations(units, size)


def groups(units: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """All groups that can be made of a stack, the largest first; none is made before it is asked for."""
    units = tuple(units)
    for size in range(len(units), 0, -1):
        yield from combinations(units, size)


def filled(way: tuple[int, ...], allowed: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The path meant by one that may leave hexes out: itself if allowed, else the first that leads there by them."""
    if way in allowed:
        return way
    fits_in = (path for path in allowed if path[-1] == way[-1] and set(way) <= set(path))
    return next(fits_in, way)
