"""Small helpers of every game that lists and judges orders."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise
from typing import Any

from hexfront.engine.errors import Refused
from hexfront.grid.numbering import Grid


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


def filled(grid: Grid, place: int, named: tuple[int, ...], allowed: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The path from a hex that is meant by the hexes named: itself, else the first allowed one that leads by them.

    Hexes may be left out between two that do not touch, and before the first if the path does not begin at `place`.
    """
    way = named if named[0] == place else (place, *named)
    if way in allowed:
        return way
    return next((path for path in allowed if _leads_by(grid, path, named)), way)


def _leads_by(grid: Grid, path: tuple[int, ...], named: tuple[int, ...]) -> bool:
    """Does a path lead by these hexes to the last of them, from one straight to the next where they touch?"""
    if path[-1] != named[-1] or not set(named) <= set(path):
        return False
    pairs = pairwise((path.index(a), a) for a in named)
    return all(j == i + 1 if grid.direction(a, b) >= 0 else j > i for (i, a), (j, b) in pairs)
