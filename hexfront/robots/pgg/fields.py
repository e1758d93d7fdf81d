"""Distances over the whole board, in half points, with what stands in the way."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from hexfront.games.pgg.board import Board
from hexfront.robots.planning.fields import Roads

FAR = 400
Steps = tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(maxsize=32)
def _steps(board: Board, profile: str) -> Steps:
    """For each hex its neighbours and what the step from them to it costs."""
    price, found = board.costs[profile].by_step, []
    for near in board.neighbours:
        row = []
        for d, n in enumerate(near):
            if n >= 0:
                cost = price[n * 6 + (d + 3) % 6]
                if cost:
                    row.append((n, cost))
        found.append(tuple(row))
    return tuple(found)


@lru_cache(maxsize=32)
def _roads(board: Board, profile: str) -> Roads:
    return Roads(board.grid, board.costs[profile])


def distances_to(
    board: Board, profile: str, goals: Iterable[int], extra: Sequence[int] | None = None, limit: int = FAR
) -> list[int]:
    """What it costs from each hex to the nearest goal; `extra` is added for entering a hex."""
    return _roads(board, profile).to(goals, extra, limit)


def distances_from(
    board: Board, profile: str, starts: dict[int, int], extra: Sequence[int] | None = None, limit: int = FAR
) -> list[int]:
    """What it costs to each hex from the nearest start; each start has a cost of its own."""
    return _roads(board, profile).away(starts, extra, limit)


def way_back(board: Board, profile: str, dist: Sequence[int], extra: Sequence[int], goal: int) -> list[int]:
    """The hexes of a cheapest way to the goal, from the goal back to a start of `distances_from`."""
    steps, way = _steps(board, profile), [goal]
    while dist[goal]:
        for n, cost in steps[goal]:
            if dist[n] + cost + extra[goal] == dist[goal]:
                goal = n
                break
        else:
            break
        way.append(goal)
    return way


@lru_cache(maxsize=4096)
def plain(board: Board, profile: str, goal: int) -> tuple[int, ...]:
    """The cost from each hex to a goal over empty country."""
    return tuple(distances_to(board, profile, (goal,)))
