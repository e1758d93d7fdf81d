"""The line: the cheapest way from the northern to the southern coast, and the posts along it."""

from functools import lru_cache

from hexfront.games.trc.board import Board
from hexfront.games.trc.counters import AXIS
from hexfront.grid import members
from hexfront.robots.planning.line import cheapest, posts
from hexfront.robots.trc.survey import Survey

_NORTH_ROWS, _SOUTH_ROWS = 14, 24  # rows up to which a coast is an anchor of the north, and from which of the south


@lru_cache(maxsize=8)
def anchors(board: Board) -> tuple[int, int]:
    """The hexes at the water or the edge of the board where a line may begin in the north, and end in the south."""
    grid = board.grid
    edge = grid.north | grid.south | grid.east
    shore = board.land & (edge | grid.around(grid.all & ~board.land))
    north = south = 0
    for h in members(shore):
        row = h // grid.stride
        north |= 1 << h if row < _NORTH_ROWS and not grid.west >> h & 1 else 0
        south |= 1 << h if row >= _SOUTH_ROWS else 0
    return north, south


@lru_cache(maxsize=8)
def beside(board: Board) -> list[list[int]]:
    """For each hex those next to it by land."""
    return [members(near) for near in board.near]


class Line:
    """Where the front shall run, given who already has his place."""

    def __init__(self, sv: Survey, reachable: int, fixed: int) -> None:
        self.sv, self.w, self.fixed, self.reachable = sv, sv.w, fixed, reachable
        self.back, self.stand, self.post = sv.mood(sv.w.back), sv.mood(sv.w.stand), sv.mood(sv.w.post)
        self.shelter, self.homes = sv.doubled | sv.board.woods, sv.board.cities & sv.held
        self.costs = self._costs()
        self.path = self._cheapest()
        self.posts = posts(self.path, self._price, self.sv.w.gap)

    def _costs(self) -> dict[int, float]:
        return {h: max(0.1, self._cost(h)) for h in members(self.sv.board.land & ~self.sv.enemy)}

    def _cost(self, h: int) -> float:
        sv, side = self.sv, self.sv.side
        if self.fixed >> h & 1:
            return 0.1
        cost = 1.0 + self.back * max(0, sv.far[h] - 2) + self.stand * self._risk(h)
        cost += self.w.beyond * (not self.reachable >> h & 1) + self.w.hungry * (not sv.supplied >> h & 1)
        cost += self.w.exposed * bool(sv.zone >> h & 1)
        cost -= self.w.shelter * bool(self.shelter >> h & 1)
        cost -= self.w.home * bool(self.homes >> h & 1) * (1.0 + 0.1 * sv.prize.get(h, 0.0))
        return cost + self.w.warm * bool(side == AXIS and sv.cold >> h & 1)

    def _risk(self, h: int) -> float:
        """The part of a usual stack that is likely to be lost there."""
        return self.sv.danger(h, self.w.stack)

    def pressure(self, h: int) -> float:
        """What the enemy can bring against a hex, its terrain counted."""
        return self.sv.threat[h] / (2 if self.sv.doubled >> h & 1 else 1)

    def _cheapest(self) -> list[int]:
        """From any northern anchor to the first southern one."""
        north, south = anchors(self.sv.board)
        return cheapest(self.costs, beside(self.sv.board).__getitem__, members(north), set(members(south)))

    def _price(self, h: int) -> float:
        """What a post costs: a stack that is bound, and in danger; who is fixed stands anyway."""
        if self.fixed >> h & 1:
            return 0.0
        return self.post + self.costs[h] + self.stand * self._risk(h)
