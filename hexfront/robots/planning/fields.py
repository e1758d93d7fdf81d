"""Distances over the whole board in half points, with what stands in the way; scipy walks the graph."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from hexfront.grid import Grid
from hexfront.mechanics.reach import Costs

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


class Roads:
    """The steps of one kind of unit on a board. `extra` is what it costs more to enter each hex."""

    def __init__(self, grid: Grid, costs: Costs) -> None:
        steps = [
            (h, n, costs.by_step[h * 6 + d])
            for h, near in enumerate(grid.neighbours)
            for d, n in enumerate(near)
            if n >= 0 and costs.by_step[h * 6 + d]
        ]
        leave, enter, cost = (np.array(column) for column in zip(*steps, strict=True))
        self.size = grid.size
        self._forward = _Graph(self.size, leave, enter, enter, cost)
        self._backward = _Graph(self.size, enter, leave, enter, cost)

    def to(self, goals: Iterable[int], extra: Sequence[int] | None, limit: int) -> list[int]:
        """What it costs from each hex to the nearest goal; `limit` for all that is further."""
        return self._backward.distances(dict.fromkeys(goals, 0), extra, limit)

    def away(self, starts: Mapping[int, int], extra: Sequence[int] | None, limit: int) -> list[int]:
        """What it costs to each hex from the nearest start; each start has a cost of its own."""
        return self._forward.distances(starts, extra, limit)


class _Graph:
    """Steps in the order that scipy wants them, from a hex more than the board has: the one from which all begins."""

    def __init__(self, size: int, tails: Ints, heads: Ints, entered: Ints, cost: Ints) -> None:
        order = np.argsort(tails, kind="stable")
        self.size = size
        self.heads = heads[order].astype(np.int32)
        self.entered = entered[order]
        self.cost = cost[order].astype(np.float64)
        self.rows = np.concatenate([[0], np.cumsum(np.bincount(tails, minlength=size))]).astype(np.int32)

    def distances(self, starts: Mapping[int, int], extra: Sequence[int] | None, limit: int) -> list[int]:
        if not starts:
            return [limit] * self.size
        cost = self.cost if extra is None else self.cost + np.asarray(extra, dtype=np.float64)[self.entered]
        first = np.array(list(starts.values()), dtype=np.float64) + 1  # a step that costs nothing is no step to scipy
        graph = csr_array(
            (
                np.concatenate([cost, first]),
                np.concatenate([self.heads, np.array(list(starts), dtype=np.int32)]),
                np.append(self.rows, self.rows[-1] + len(starts)),
            ),
            shape=(self.size + 1, self.size + 1),
        )
        found: Floats = dijkstra(graph, indices=self.size, limit=limit)[:-1] - 1
        return np.minimum(found, limit).astype(np.int64).tolist()  # type: ignore[no-any-return]
