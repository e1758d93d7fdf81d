"""Units to posts, as the greedy player has them, but with all posts manned at once and at the least cost together."""

from hexfront.games.trc.state import TrcState
from hexfront.grid.bits import union
from hexfront.robots.planning.posting import assign
from hexfront.robots.trc.planner.lookout import Lookout
from hexfront.robots.trc.posts import Posting


class Front(Posting):
    """Everybody who does not attack gets a place in the line, behind it, or on the way to it."""

    def __init__(self, look: Lookout, room: TrcState, free: dict[int, int], fixed: int) -> None:
        self.look = look
        super().__init__(look, room, free, fixed)

    def _need(self, h: int) -> float:
        return super()._need(h) * self.look.firm.get(h, 1.0)

    def _man(self) -> None:
        """Each empty post that the enemy can reach gets somebody, whoever suits it best with regard to all others."""
        held = self.room.held_by[self.sv.side]
        empty = [p for p in self.line.posts if not held >> p & 1 and self.sv.threat[p]]
        for unit, post in assign(self.left(), empty, self._price):
            self.put(unit, post)

    def _price(self, unit: int, post: int) -> float | None:
        """What it costs to send a unit to a post; that it is manned at all counts more than by whom."""
        return self.sv.w.most - self._suits(unit, post) if self._fits(unit, post) else None

    def guards(self) -> int:
        """The units that hold a dear city, as a mask: no train takes them away."""
        dear = {h for h in self.cities if self.sv.prize.get(h, 0.0) >= self.sv.w.dear}
        return union(unit for unit, place in self.places.items() if place in dear)
