"""Who goes where: units to posts, groups to objectives, at the least cost for all together."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from scipy.optimize import linear_sum_assignment

from hexfront.mechanics.exact import grains

NEVER = 1e6  # the cost of what cannot be
A = TypeVar("A")
B = TypeVar("B")


def assign(
    who: Sequence[A], where: Sequence[B], cost: Callable[[A, B], float | None], most: float = NEVER
) -> list[tuple[A, B]]:
    """Pairs of the cheapest assignment. A pair whose cost is None, or `most` and more, is not made at all."""
    if not who or not where:
        return []
    never = grains(NEVER)
    table = np.full((len(who), len(where)), never, float)  # whole numbers: the solver's sums are exact in any order
    for i, one in enumerate(who):
        for j, place in enumerate(where):
            price = cost(one, place)
            if price is not None and price < most:
                table[i, j] = grains(price)
    rows, columns = linear_sum_assignment(table)
    return [(who[i], where[j]) for i, j in zip(rows, columns, strict=True) if table[i, j] < never]
