"""A line: the cheapest way from one edge of the board to another, and the posts along it that hold it."""

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush

Costs = Mapping[int, float]  # what each hex costs that a line may run through; each above 0


def cheapest(costs: Costs, near: Callable[[int], Sequence[int]], starts: Sequence[int], ends: set[int]) -> list[int]:
    """The hexes of the cheapest path from one of the starts to one of the ends, or none."""
    came: dict[int, int] = {}
    best = {h: costs[h] for h in starts if h in costs}
    heap = sorted((cost, h) for h, cost in best.items())
    while heap:
        cost, h = heappop(heap)
        if cost > best[h]:
            continue
        if h in ends:
            return _trace(came, h)
        for n in near(h):
            if n in costs and cost + costs[n] < best.get(n, 1e9):
                best[n] = cost + costs[n]
                came[n] = h
                heappush(heap, (best[n], n))
    return []


def posts(path: Sequence[int], price: Callable[[int], float], gaps: Sequence[float]) -> list[int]:
    """Some hexes of a path, none further from the next than `gaps` has entries, at the least price in all.

    gaps[k] is what it costs that two posts are k + 1 hexes apart: zones of control hold what lies between them.
    """
    n, widest = len(path), len(gaps)
    if not n:
        return []
    best, came = [0.0] * n, [-1] * n
    ends = max(1, widest - 1)  # how far a post may be from the end of the path
    for i in range(n):
        found = [(best[i - k] + gaps[k - 1], i - k) for k in range(1, widest + 1) if i - k >= 0]
        if i < ends:
            found.append((0.0, -1))
        cost, came[i] = min(found)
        best[i] = cost + price(path[i])
    at = min(range(max(0, n - ends), n), key=lambda i: best[i])
    chosen = []
    while at >= 0:
        chosen.append(path[at])
        at = came[at]
    return chosen


def _trace(came: dict[int, int], h: int) -> list[int]:
    found = [h]
    while h in came:
        h = came[h]
        found.append(h)
    return found
