"""Sets of hexes as whole numbers: bit i is set when the hex with index i belongs to the set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Protocol

# Up to this many members it is quicker to strip bits one by one than to go through the bytes.
_FEW = 40
_IN_BYTE = [tuple(i for i in range(8) if byte >> i & 1) for byte in range(256)]


class Names(Protocol):
    """What a HexSet needs from a grid: to read and print the names of hexes."""

    def hex(self, label: str) -> int:
        """Return the index of the hex with this label."""

    def labels(self, mask: int) -> list[str]:
        """Return the labels of a set."""


def bit(i: int) -> int:
    """Return the set that holds only hex i."""
    return 1 << i


def union(indexes: Iterable[int]) -> int:
    """Return the set of all these indexes."""
    mask = 0
    for i in indexes:
        mask |= 1 << i
    return mask


def merged(masks: Iterable[int]) -> int:
    """Return the set of all that is in any of these sets."""
    mask = 0
    for each in masks:
        mask |= each
    return mask


def count(mask: int) -> int:
    """Return how many hexes are in the set."""
    return mask.bit_count()


def first(mask: int) -> int:
    """Return the lowest index in the set, or -1 when it is empty."""
    return (mask & -mask).bit_length() - 1


def bits(mask: int) -> Iterator[int]:
    """Run through the indexes in the set, lowest first."""
    return iter(members(mask))


def members(mask: int) -> list[int]:
    """Return the indexes in the set as a list, lowest first."""
    found: list[int] = []
    if mask.bit_count() <= _FEW:
        while mask:  # from the top, which is quicker to find
            i = mask.bit_length() - 1
            found.append(i)
            mask ^= 1 << i
        found.reverse()
        return found
    base = 0
    for byte in mask.to_bytes((mask.bit_length() + 7) >> 3, "little"):
        for i in _IN_BYTE[byte]:
            found.append(base + i)
        base += 8
    return found


def nth(mask: int, k: int) -> int:
    """Return the k-th lowest index in the set, counting from 0."""
    base = 0
    width = mask.bit_length()
    while k > 3:
        width = (width + 1) >> 1
        low = mask & ((1 << width) - 1)
        inside = low.bit_count()
        if k < inside:
            mask = low
        else:
            mask >>= width
            base += width
            k -= inside
    for _ in range(k):
        mask &= mask - 1
    return base + (mask & -mask).bit_length() - 1


def pick(mask: int, rng: Random) -> int:
    """Return a random index from the set, each with equal chance; an empty set is an IndexError."""
    n = mask.bit_count()
    if not n:
        raise IndexError("cannot pick from an empty set of hexes")
    return nth(mask, int(rng.random() * n))


class HexSet:
    """A set of hexes that prints its labels; it wraps a mask and the grid that names its hexes."""

    __slots__ = ("grid", "mask")

    def __init__(self, grid: Names, mask: int = 0) -> None:
        self.grid = grid
        self.mask = mask

    def __repr__(self) -> str:
        return "{" + " ".join(self.grid.labels(self.mask)) + "}"

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[str]:
        return iter(self.grid.labels(self.mask))

    def __contains__(self, hex_: str | int) -> bool:
        index = self.grid.hex(hex_) if isinstance(hex_, str) else hex_
        return index >= 0 and bool(self.mask >> index & 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexSet) and self.mask == other.mask and self.grid is other.grid

    def __hash__(self) -> int:
        return hash(self.mask)

    def __or__(self, other: HexSet) -> HexSet:
        return HexSet(self.grid, self.mask | other.mask)

    def __and__(self, other: HexSet) -> HexSet:
        return HexSet(self.grid, self.mask & other.mask)

    def __sub__(self, other: HexSet) -> HexSet:
        return HexSet(self.grid, self.mask & ~other.mask)
