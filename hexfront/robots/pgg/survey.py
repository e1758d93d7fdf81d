"""What a side can see at a glance: strengths, zones, supply, who stands together."""

from collections.abc import Iterable
from functools import cached_property, lru_cache

from hexfront.games.pgg.board import Board
from hexfront.games.pgg.combat.retreat import open_hexes
from hexfront.games.pgg.combat.strength import multiple
from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.supply import Lines, halved
from hexfront.games.pgg.untried import unknown_mix, untried
from hexfront.games.pgg.zones import barred, zone
from hexfront.grid import members, sides
from hexfront.mechanics.reach import Costs, cost_of, path, reach
from hexfront.robots.pgg.chances import Strength, certain, mean, plus
from hexfront.robots.pgg.divisions import Units, unmixed, whole
from hexfront.robots.pgg.weights import W

MOSCOW = "5907"  # where the road of supply leads


class Survey:
    """A view, with what is often asked about it. It is right as long as nobody moves."""

    def __init__(self, s: PggState, side: int) -> None:
        self.s, self.side = s, side
        self.edition, self.board, self.grid = s.edition, s.board, s.board.grid
        self.own, self.enemy = s.held_by[side], s.held_by[1 - side]
        self.zone = zone(s, 1 - side)  # where we must stop
        self.lines = Lines(s)
        self._mixes = tuple(_mixes(s.tried, s.seen, self._known(cup)) for cup in (0, 1))
        self._defences: dict[int, Strength] = {}
        self._fed: dict[str, int] = {}
        self._shares = _shares(s.board)

    def _known(self, cup: int) -> tuple[tuple[int, int], ...]:
        return tuple(sorted(unknown_mix(self.s, cup)))

    # -- strengths ---------------------------------------------------------------------------------

    def unit(self, unit: int, attacking: bool, supplied: bool = True) -> Strength:
        """The strength of one unit by itself, as far as anybody can know."""
        s = self.s
        if s.edition.leader[unit]:
            return certain(0 if attacking else s.edition.rating[unit])
        if s.edition.side[unit] == GERMAN:
            return certain(halved(s.edition.strengths[unit][s.lost[unit]], supplied))
        if untried(s, unit):
            return self._mixes[s.edition.cup[unit]][2 * attacking + supplied]
        counter = s.edition.counters[s.counter[unit]]
        return certain(halved(counter.attack if attacking else counter.defence, supplied))

    def german(self, units: Units, beside: Units = (), supplied: bool = True) -> int:
        """The strength of Germans who stand, or would stand, in one hex with others beside them."""
        total, everybody, division = 0, (*units, *beside), self.edition.division
        for unit in units:
            value = self.edition.strengths[unit][self.s.lost[unit]]
            if whole(self.edition, units, division[unit]) and unmixed(self.edition, everybody, division[unit]):
                value *= 2  # 7.3
            total += halved(value, supplied)
        return total

    def strength(self, units: Units, attacking: bool) -> Strength:
        """The strength of units where they stand; who fled into a hex does not defend it (9.75)."""
        if not units:
            return certain(0)
        if self.edition.side[units[0]] == GERMAN:
            return certain(self._germans(units))
        total = certain(0)
        for unit in units:
            if attacking or not self.s.refuge >> unit & 1:
                total = plus(total, self.unit(unit, attacking, self.lines.supplied(unit)))
        return total

    def _germans(self, units: Units) -> int:
        """Germans of several hexes, each hex for itself."""
        total = 0
        for place in {self.s.where[u] for u in units}:
            here = tuple(u for u in units if self.s.where[u] == place)
            beside = tuple(u for u in self.s.stacks[place] if u not in here)
            total += self.german(here, beside, self.lines.supplied(here[0]))
        return total

    def defence(self, place: int) -> Strength:
        """The strength of the enemy in a hex, before its terrain."""
        if place not in self._defences:
            self._defences[place] = self.strength(self.s.stacks[place], False)
        return self._defences[place]

    def guess(self, unit: int, attacking: bool) -> float:
        """The average strength of one unit."""
        return mean(self.unit(unit, attacking))

    # -- ground ------------------------------------------------------------------------------------

    def multiple(self, place: int, origins: Iterable[int]) -> int:
        """9.3: how often the defence of a hex counts against attackers from these hexes."""
        return multiple(self.edition, place, tuple(origins))

    def river(self, a: int, b: int) -> bool:
        """Does a river run between two neighbours?"""
        return sides.between(self.grid, self.board.rivers, a, b)

    def cover(self, place: int) -> int:
        """How often the defence of a hex counts at least."""
        return self.edition.cover[place]

    def city_share(self, place: int) -> float:
        """The points of a place that a single hex of it stands for."""
        return self._shares.get(place, 0.0)

    @cached_property
    def open(self) -> int:
        """Where the enemy may retreat to."""
        return open_hexes(self.s, 1 - self.side)

    def trapped(self, place: int) -> bool:
        """Have the enemies in this hex nowhere to retreat to?"""
        return not self.grid.around(1 << place) & self.open

    @cached_property
    def road_gaps(self) -> list[int]:
        """The hexes of the road of supply that the Soviet side closes, from the west."""
        closed = barred(self.s, GERMAN)
        return [h for h in highway(self.board) if closed >> h & 1]

    def blocks_road(self, place: int) -> float:
        """What it is worth to the German that a Soviet stack leaves this hex, for the road of supply."""
        near = self.grid.around(1 << place) | 1 << place
        return max((road_worth(self, gap) for gap in self.road_gaps[:2] if near >> gap & 1), default=0.0)

    def fed(self, profile: str) -> int:
        """Where a German unit of this kind is in supply."""
        if profile not in self._fed:
            self._fed[profile] = self.lines.road | self.lines.west(profile)
        return self._fed[profile]

    def in_supply(self, unit: int, place: int) -> bool:
        """Would this unit be in supply in this hex?"""
        if self.edition.side[unit] == GERMAN:
            return bool(self.fed(self.edition.profile[unit]) >> place & 1)
        return bool(self.lines.command >> place & 1)


def road_worth(sv: Survey, place: int) -> float:
    """The further west the road is closed, the more of the army it starves."""
    return max(0.0, W.road * (30 - place // sv.grid.stride) / 10)


@lru_cache(maxsize=4)
def highway(board: Board) -> tuple[int, ...]:
    """The road from the west, where supply comes from, to Moscow."""
    grid = board.grid
    costs = Costs(grid, {1: board.road_links})
    start, end = board.supply_road, grid.hex(MOSCOW)
    waves = reach(grid, costs, start, 200)
    return path(grid, costs, waves, end) if cost_of(waves, end) >= 0 else ()


@lru_cache(maxsize=4)
def _shares(board: Board) -> dict[int, float]:
    """The points that each hex of a place stands for."""
    return {h: city.points / city.hexes.bit_count() for city in board.cities for h in members(city.hexes)}


@lru_cache(maxsize=64)
def _mixes(tried: int, seen: int, mix: tuple[tuple[int, int], ...]) -> tuple[Strength, ...]:
    """Defence without and with supply, then attack likewise, of a division that is face down."""
    found = []
    for attacking in (False, True):
        for supplied in (False, True):
            chances: dict[int, float] = {}
            for attack, defence in mix or ((0, 0),):
                value = halved(attack if attacking else defence, supplied)
                chances[value] = chances.get(value, 0.0) + 1 / len(mix or (0,))
            found.append(chances)
    return tuple(found)
