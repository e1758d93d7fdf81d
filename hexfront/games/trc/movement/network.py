"""Chapter 9: the railways as lines between cities, junctions and the edges, worked out once for a board."""

from collections.abc import Iterable
from functools import lru_cache

from hexfront.games.trc.board import Board
from hexfront.grid import members


class Network:
    """`lines`: (end, end, hexes between). `arms`: for each rail hex the ways out of it, each to the next end."""

    def __init__(self, board: Board) -> None:
        exits = 0
        for hexes in board.exits.values():
            exits |= hexes
        self.ends = board.junctions | (board.cities | exits) & board.rail_hexes
        for place, near in board.lines.items():
            self.ends |= 1 << place if len(near) != 2 else 0
        self.arms = {place: [self._follow(board, place, n) for n in near] for place, near in board.lines.items()}
        self.lines = self._lines()

    def _follow(self, board: Board, start: int, first: int) -> tuple[int, int, int]:
        """From a hex along one of its rails: the first hex, the hexes strictly between, and the end of the line."""
        last, here, between = start, first, 0
        while not self.ends >> here & 1 and here != start:
            between |= 1 << here
            last, here = here, next(n for n in board.lines[here] if n != last)
        return first, between, here

    def _lines(self) -> list[tuple[int, int, int]]:
        found: dict[tuple[int, int, int], None] = {}
        for start in members(self.ends):
            for _, between, end in self.arms[start]:
                found[min(start, end), max(start, end), between] = None
        return list(found)


@lru_cache(16)
def network(board: Board) -> Network:
    """The lines of a board."""
    return Network(board)


class _Search:
    """A walk in depth that cuts a graph into blocks; it keeps the edges of the blocks in which the root is."""

    def __init__(self, root: int, ways: dict[int, list[tuple[int, int]]]) -> None:
        self.root, self.ways = root, ways
        self.order = {root: 0}
        self.trail: list[int] = []
        self.found: set[int] = set()

    def visit(self, node: int, came: int) -> int:
        low = here = self.order[node]
        for edge, other in self.ways[node]:
            if edge == came:
                continue
            if other not in self.order:
                low = min(low, self._descend(node, edge, other))
            elif self.order[other] < here:
                self.trail.append(edge)
                low = min(low, self.order[other])
        return low

    def _descend(self, node: int, edge: int, other: int) -> int:
        start = len(self.trail)
        self.trail.append(edge)
        self.order[other] = len(self.order)
        low = self.visit(other, edge)
        if low >= self.order[node]:
            if node == self.root:
                self.found.update(self.trail[start:])
            del self.trail[start:]
        return low


def joining(goals: Iterable[int], edges: list[tuple[int, int]]) -> set[int]:
    """Which edges, by number, lie on a way between two different goals that goes through no place twice.

    All goals are tied to one further place: such a way is then part of a circle through that place.
    """
    root = -1
    ways: dict[int, list[tuple[int, int]]] = {root: []}
    for number, (a, b) in enumerate([*edges, *((root, goal) for goal in goals)]):
        ways.setdefault(a, []).append((number, b))
        ways.setdefault(b, []).append((number, a))
    search = _Search(root, ways)
    search.visit(root, -1)
    return {edge for edge in search.found if edge < len(edges)}
