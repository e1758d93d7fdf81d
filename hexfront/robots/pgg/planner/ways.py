"""Distances over the whole board by waves of hexes, with what stands in the way.

The same as hexfront.robots.pgg.fields, several times as fast: obstacles come in a few sizes, and a wave moves through
all hexes of a size at once.
"""

from collections.abc import Sequence

from hexfront.games.pgg.board import Board
from hexfront.grid import Grid, members
from hexfront.mechanics.reach import Row

FAR = 400
LIMIT = 240  # half points; what is further is FAR
Sizes = dict[int, int]  # half points more, and the hexes that cost so much more to enter


def sizes_of(extra: Sequence[int]) -> Sizes:
    """The hexes of each extra cost."""
    found: Sizes = {}
    for h, more in enumerate(extra):
        if more:
            found[more] = found.get(more, 0) | 1 << h
    return found


def field_to(board: Board, profile: str, goals: int, sizes: Sizes, limit: int = LIMIT) -> list[int]:
    """What it costs from each hex to the nearest goal."""
    costs = board.costs[profile]
    return _field(board.grid, costs.backward_rows, {0: goals}, sizes, limit, backward=True)


def field_from(board: Board, profile: str, starts: dict[int, int], sizes: Sizes, limit: int = LIMIT) -> list[int]:
    """What it costs to each hex from the nearest start; each start has a cost of its own."""
    first: dict[int, int] = {}
    for h, cost in starts.items():
        first[cost] = first.get(cost, 0) | 1 << h
    return _field(board.grid, board.costs[profile].rows, first, sizes, limit, backward=False)


def _field(grid: Grid, rows: list[Row], first: dict[int, int], sizes: Sizes, limit: int, backward: bool) -> list[int]:
    # In one piece for speed, like the waves of hexfront.mechanics.reach.
    arrive, leave = [0] * (limit + 256), [0] * (limit + 256)
    for cost, mask in first.items():
        arrive[cost] |= mask
    back, fore, stride = grid.back, grid.fore, grid.stride
    fresh = unmoved = grid.all
    hard = 0
    for mask in sizes.values():
        hard |= mask
    slow = list(sizes.items())
    found = [FAR] * grid.size
    for c in range(limit):
        wave = arrive[c] & fresh
        if wave:
            fresh ^= wave
            for h in members(wave):
                found[h] = c
            if backward:  # who goes on to a hex pays for it: it is left late
                late = wave & hard
                if late:
                    for more, mask in slow:
                        leave[c + more] |= late & mask
                    wave ^= late
            leave[c] |= wave
        wave = leave[c] & unmoved
        if not wave:
            continue
        unmoved ^= wave
        b, f = wave & back, wave & fore
        low, high = b >> 1 | f, b | f << 1
        for cost, edge, up, down, next_low, next_high, last_low, last_high in rows:
            if not wave & edge:
                continue
            new = (
                (wave << 1 & up)
                | (wave >> 1 & down)
                | (low << stride & next_low)
                | (high << stride & next_high)
                | (low >> stride & last_low)
                | (high >> stride & last_high)
            ) & fresh
            if not new:
                continue
            if not backward:
                late = new & hard
                if late:
                    for more, mask in slow:
                        arrive[min(c + cost + more, limit)] |= late & mask
                    new ^= late
            arrive[c + cost] |= new
    return found
