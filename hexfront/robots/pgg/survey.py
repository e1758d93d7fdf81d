"""What a side can see at a glance: strengths, zones, supply, who stands together."""

from collections.abc import Iterable
from functools import lru_cache

from hexfront.games.pgg.board import Board
from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.edition import PggEdition
from hexfront.games.pgg.retreat import open_hexes
from hexfront.games.pgg.stacking import INDEPENDENT
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.strength import multiple
from hexfront.games.pgg.supply import Lines, halved
from hexfront.games.pgg.untried import unknown_mix, untried
from hexfront.games.pgg.zones import barred, zone
from hexfront.mechanics.reach import Costs, cost_of, path, reach
from hexfront.robots.pgg.chances import Strength, certain, mean, plus
from hexfront.robots.pgg.weights import W

MOSCOW = "5907"  # where the road of supply leads
Units = tuple[int, ...]


class Survey:
    """A view, with what is often asked about it. It is right as long as nobody moves."""

    def __init__(self, s: PggState, side: int) -> None:
        self.s, self.side = s, side
        self.edition, self.board, self.grid = s.edition, s.board, s.board.grid
        self.own, self.enemy = s.held_by[side], s.held_by[1 - side]
        self.zone = zone(s, 1 - side)  # where we must stop
        self.lines = Lines(s)
        self._mixes = tuple(_mixes(s.tried, s.seen, self._known(cup)) for cup in (0, 1))
        self._open: int | None = None
        self._gaps: list[int] | None = None
        self._defences: dict[int, Strength] = {}

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

    def cover(self, place: int) -> int:
        """How often the defence of a hex counts at least."""
        return self.edition.cover[place]

    def trapped(self, place: int) -> bool:
        """Have the enemies in this hex nowhere to retreat to?"""
        if self._open is None:
            self._open = open_hexes(self.s, 1 - self.side)
        return not self.grid.around(1 << place) & self._open

    @property
    def road_gaps(self) -> list[int]:
        """The hexes of the road of supply that the Soviet side closes, from the west."""
        if self._gaps is None:
            closed = barred(self.s, GERMAN)
            self._gaps = [h for h in highway(self.board) if closed >> h & 1]
        return self._gaps

    def blocks_road(self, place: int) -> float:
        """What it is worth to the German that a Soviet stack leaves this hex, for the road of supply."""
        near = self.grid.around(1 << place) | 1 << place
        return max((road_worth(self, gap) for gap in self.road_gaps[:2] if near >> gap & 1), default=0.0)

    def in_supply(self, unit: int, place: int) -> bool:
        """Would this unit be in supply in this hex?"""
        if self.edition.side[unit] == GERMAN:
            return bool((self.lines.road | self.lines.west(self.edition.profile[unit])) >> place & 1)
        return bool(self.lines.command >> place & 1)


def whole(edition: PggEdition, units: Units, division: str) -> bool:
    """Are all regiments of a division of several among these?"""
    members = edition.divisions.get(division, ())
    return len(members) > 1 and all(m in units for m in members)


def unmixed(edition: PggEdition, units: Units, division: str) -> bool:
    """7.2, 7.3: is nobody here of another division, but for a regiment that may join a division of two?"""
    others = [u for u in units if edition.division[u] != division]
    return not others or (len(edition.divisions[division]) == 2 and all(edition.name[u] in INDEPENDENT for u in others))


def is_whole(s: PggState, division: str) -> bool:
    """Can this division still fight as one?"""
    members = s.edition.divisions.get(division, ())
    return len(members) > 1 and all(s.where[m] != -2 for m in members)


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
