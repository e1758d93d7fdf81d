"""Things on the sides between hexes (rivers, coasts, roads, rails): one mask per direction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from .bits import members
from .numbering import Grid, Sides

NONE: Sides = (0, 0, 0, 0, 0, 0)


def from_pairs(grid: Grid, pairs: Iterable[tuple[int, int]]) -> Sides:
    """Return the sides between these pairs of hexes, seen from both; ValueError when two do not touch."""
    masks = [0] * 6
    for a, b in pairs:
        d = grid.direction(a, b)
        if d < 0:
            raise ValueError(f"{grid.label(a)}/{grid.label(b)} do not touch")
        masks[d] |= 1 << a
        masks[d - 3] |= 1 << b
    return _six(masks)


def sides(grid: Grid, text: str) -> Sides:
    """Read sides such as "2216/2217 2217/2218"."""
    return from_pairs(grid, (_pair(grid, word) for word in text.split()))


def _pair(grid: Grid, word: str) -> tuple[int, int]:
    a, slash, b = word.partition("/")
    if not slash:
        raise ValueError(f"{word} is not a side: write it like 2216/2217")
    return grid.hex(a), grid.hex(b)


def chains(grid: Grid, text: str) -> Sides:
    """Read roads or rails such as "0120-0219-0318 0318-0418": each hex must touch the next one."""
    return from_pairs(grid, _links(grid, text))


def _links(grid: Grid, text: str) -> Iterator[tuple[int, int]]:
    for word in text.split():
        hexes = [grid.hex(label) for label in word.split("-")]
        yield from pairwise(hexes)


def pairs(grid: Grid, these: Sides) -> list[tuple[int, int]]:
    """Return the pairs of hexes on both sides of each of these, each pair once if they are symmetric."""
    found = {(min(h, grid.step(h, d)), max(h, grid.step(h, d))) for d in range(6) for h in members(these[d])}
    return sorted(found)


def every(grid: Grid) -> Sides:
    """Return all sides between two hexes of the board."""
    return _six([grid.shift(grid.all, grid.opposite(d)) for d in range(6)])


def union(*all_of: Sides) -> Sides:
    """Return the sides that are in any of these."""
    masks = [0] * 6
    for one in all_of:
        masks = [m | n for m, n in zip(masks, one, strict=True)]
    return _six(masks)


def both(a: Sides, b: Sides) -> Sides:
    """Return the sides that are in a and in b."""
    return _six([m & n for m, n in zip(a, b, strict=True)])


def minus(a: Sides, b: Sides) -> Sides:
    """Return the sides of a that are not in b."""
    return _six([m & ~n for m, n in zip(a, b, strict=True)])


def into(grid: Grid, mask: int) -> Sides:
    """Return the steps that enter the set: [d] holds the hexes whose neighbour in direction d is in it."""
    return _six([grid.shift(mask & grid.all, grid.opposite(d)) for d in range(6)])


def out_of(grid: Grid, mask: int) -> Sides:
    """Return the steps that leave a hex of the set."""
    return _six([m & mask for m in every(grid)])


def reverse(grid: Grid, these: Sides) -> Sides:
    """Return the same steps walked the other way."""
    return _six([grid.shift(these[grid.opposite(d)], grid.opposite(d)) for d in range(6)])


def between(grid: Grid, these: Sides, a: int, b: int) -> bool:
    """Tell whether the side from hex a to its neighbour b is among these."""
    d = grid.direction(a, b)
    return d >= 0 and bool(these[d] >> a & 1)


def touching(these: Sides) -> int:
    """Return all hexes that have at least one of these sides."""
    return these[0] | these[1] | these[2] | these[3] | these[4] | these[5]


def _six(masks: list[int]) -> Sides:
    a, b, c, d, e, f = masks
    return a, b, c, d, e, f
