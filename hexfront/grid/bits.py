"""Sets of hexes as whole numbers: bit i is set when the hex with index i belongs to the set."""

from collections.abc import Iterable
from random import Random

# Up to this many members it is quicker to strip bits one by one than to go through the bytes.
_FEW = 40
_IN_BYTE = [tuple(i for i in range(8) if byte >> i & 1) for byte in range(256)]


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
