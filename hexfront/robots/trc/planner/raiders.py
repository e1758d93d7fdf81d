"""The enemy's raiders: what he can ride to in both impulses of his next turn, past a position as it is planned."""

from hexfront.games.trc.counters import UNITS_OF
from hexfront.games.trc.data_files import allowances
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.zones import zone
from hexfront.robots.trc.planner.lookout import IDLE, Lookout

_ALLOWANCES = allowances()


class Raiders:
    """The enemy units of one phase, by how far they ride; those who ride alike are looked at together."""

    def __init__(self, look: Lookout, weather: int) -> None:
        self.look = look
        self.starts: dict[tuple[int, int, int], int] = {}
        for unit in UNITS_OF[look.foe]:
            place = look.s.where[unit]
            if place >= 0 and not IDLE >> unit & 1:
                pace = *_ALLOWANCES[unit][weather], look.board.stop_terrain(unit, weather)
                self.starts[pace] = self.starts.get(pace, 0) | 1 << place

    def reach(self, room: TrcState | None = None) -> int:
        """The hexes that he can ride to, if we stand as in `room`; without it, if nobody were in his way."""
        shut, taken = (zone(room, self.look.side), room.held_by[self.look.side]) if room else (0, 0)
        found = 0
        for (first, second, stops), places in self.starts.items():
            after = self._ride(places, first, stops, shut, taken)
            found |= after | self._ride(after & ~shut, second, stops, shut, taken)
        return found

    def _ride(self, places: int, points: int, stops: int, shut: int, taken: int) -> int:
        """One impulse: who comes into one of our zones stops there (7.2), and so does who comes into rough ground."""
        board = self.look.board
        found = front = places
        for step in range(points):
            front = board.grid.spread(front & ~(shut | stops) if step else front, board.walks)
            front &= board.land & ~taken & ~found
            found |= front
        return found
