"""Chapter 11: supply."""

from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from hexfront.games.pgg.counters import GERMAN, SOVIET
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.zones import barred
from hexfront.grid import members
from hexfront.mechanics.reach import backward
from hexfront.mechanics.tracing import traced

T = TypeVar("T")


class Lines:
    """Who is in supply at this instant (11, 11.36). Worked out side by side, each only when asked for.

    What is worked out follows from where everybody stands, who is disrupted, and the interdiction marker, and is kept
    with the position.
    """

    def __init__(self, s: PggState) -> None:
        self.s = s
        self._wests: dict[str, int] = {}

    def supplied(self, unit: int) -> bool:
        """Is a unit in supply? Arrivals are, all through their first player-turn (11.33)."""
        s = self.s
        if s.fresh >> unit & 1:
            return True
        place = s.where[unit]
        if s.edition.side[unit] == GERMAN:
            return bool(self.road >> place & 1 or self.west(s.edition.profile[unit]) >> place & 1)
        return bool((self.east if s.edition.leader[unit] else self.command) >> place & 1)

    def _kept(self, what: str, work: Callable[..., T], *given: object) -> T:
        s = self.s
        key = what, s.disrupted, s.interdiction
        found: T | None = s.kept.get(key)
        if found is None:
            found = s.kept[key] = work(*given)
        return found

    @cached_property
    def road(self) -> int:
        """11.11: the hexes within twenty of a road that is open to 0120; roads do cross rivers here (11.13)."""
        return self._kept("road", self._road)

    def _road(self) -> int:
        s, grid = self.s, self.s.board.grid
        closed = self._german_bar()
        open_road = grid.flood(1 << s.board.supply_road, s.board.road_hexes & ~closed, s.board.road_links)
        return _hexes_from(s, open_road, s.edition.charts["supply"]["german_road"], closed)

    def west(self, profile: str) -> int:
        """11.12: the hexes from which a unit of this kind needs at most twenty points to the western edge."""
        if profile not in self._wests:
            self._wests[profile] = self._kept(profile, self._west, profile)
        return self._wests[profile]

    def _west(self, profile: str) -> int:
        s, grid = self.s, self.s.board.grid
        closed = self._german_bar() | s.board.swamp | s.board.lake
        points = 2 * s.edition.charts["supply"]["german_west"]
        return backward(grid, s.board.costs[profile], grid.west & ~closed, points, closed)

    def _german_bar(self) -> int:
        """13.44: besides Soviet units and zones, the interdiction marker closes its hex."""
        bar = barred(self.s, GERMAN)
        return bar | 1 << self.s.interdiction if self.s.interdiction >= 0 else bar

    @cached_property
    def east(self) -> int:
        """10.34, 11.24: the hexes from which a leader has a line to the eastern edge; swamps only as its end."""
        return self._kept("lead", self._lead)[0]

    @cached_property
    def command(self) -> int:
        """11.21: the hexes within the radius of a leader who is in supply himself."""
        return self._kept("lead", self._lead)[1]

    @cached_property
    def radius(self) -> int:
        """10.35: the hexes within the radius of any leader, in supply or not."""
        return self._kept("lead", self._lead)[2]

    def _lead(self) -> tuple[int, int, int]:
        s, grid = self.s, self.s.board.grid
        closed = barred(s, SOVIET)
        free = s.board.land & ~closed
        open_east = grid.flood(grid.east & free, free & ~s.board.swamp)
        east = open_east | grid.around(open_east) & s.board.swamp & free
        leading: dict[int, int] = {}  # where they stand, by rating
        for leader in s.edition.leaders:
            if s.where[leader] >= 0 and not s.disrupted >> leader & 1:  # 6.6: a disrupted leader does not lead
                rating = s.edition.rating[leader]
                leading[rating] = leading.get(rating, 0) | 1 << s.where[leader]
        command = _led(s, leading, east, closed)
        return east, command, command | _led(s, leading, ~east, closed)


def _led(s: PggState, leading: dict[int, int], among: int, closed: int) -> int:
    """The hexes within the radius of those leaders who stand among these hexes."""
    found = 0
    for rating, places in leading.items():
        if places & among:
            found |= _hexes_from(s, places & among, rating, closed)
    return found


def _hexes_from(s: PggState, start: int, distance: int, closed: int) -> int:
    """All hexes to which a line of so many hexes can be traced; into a swamp, not through it."""
    return traced(s.board.grid, start, distance, s.board.land & ~closed, ~s.board.swamp)


def check_supply(s: PggState, side: int) -> None:
    """11: supply for movement is judged once, when the phase begins. Who is led then may overrun (6.5)."""
    lines = Lines(s)
    for place in members(s.held_by[side]):
        for unit in s.stacks[place]:
            if lines.supplied(unit):
                s.supplied |= 1 << unit
            if side == SOVIET and lines.radius >> place & 1:
                s.led |= 1 << unit


def halved(value: int, supplied: bool) -> int:
    """11.31, 11.32: out of supply a value is halved, fractions dropped, but never below one."""
    return value if supplied or value == 0 else max(1, value // 2)
