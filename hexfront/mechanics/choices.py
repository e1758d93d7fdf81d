"""Small helpers of every game that lists and judges orders."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, pairwise
from typing import Any

from hexfront.engine.errors import Refused
from hexfront.engine.order import Order
from hexfront.grid.numbering import Grid


def may(judge: Callable[..., Any], *args: Any) -> bool:
    """Does a check pass?"""
    try:
        judge(*args)
    except Refused:
        return False
    return True


def subsets(units: Iterable[int], largest_first: bool = False) -> Iterator[tuple[int, ...]]:
    """All groups that can be made of a stack, one after the other, single units or the whole stack first.

    A crowd has more groups than can be kept, so nobody must sort or count them.
    """
    units = tuple(units)
    sizes = range(1, len(units) + 1)
    for size in reversed(sizes) if largest_first else sizes:
        yield from combinations(units, size)


def in_groups(units: Iterable[int], offers: Callable[[tuple[int, ...]], Iterator[Order]]) -> Iterator[Order]:
    """The orders of every group of a stack, single units first; who can do nothing alone is in no larger group."""
    able = []
    for unit in units:
        orders = offers((unit,))
        first = next(orders, None)
        if first is not None:
            able.append(unit)
            yield first
            yield from orders
    for group in subsets(able):
        if len(group) > 1:
            yield from offers(group)


def joined(sources: Iterable[Iterable[tuple[int, ...]]]) -> Iterator[tuple[int, ...]]:
    """All groups made of one part from each place, in the order of the parts; a place may send nobody."""
    groups = _joined([_Remembered(source) for source in sources])
    yield from (group for group in groups if group)


def _joined(parts: "list[_Remembered]") -> Iterator[tuple[int, ...]]:
    if not parts:
        yield ()
        return
    for some in chain(parts[0], ((),)):
        for others in _joined(parts[1:]):
            yield some + others


class _Remembered:
    """What an iterator gives, to be gone through again and again; nothing is asked of it too early."""

    def __init__(self, source: Iterable[tuple[int, ...]]) -> None:
        self._source, self._known = iter(source), list[tuple[int, ...]]()

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        place = 0
        while True:
            if place == len(self._known):
                try:
                    self._known.append(next(self._source))
                except StopIteration:
                    return
            yield self._known[place]
            place += 1


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
