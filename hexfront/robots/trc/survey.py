"""What a side sees at a glance: who can go where, where the enemy can strike, what is in supply."""

from collections.abc import Iterable
from functools import cached_property, lru_cache

from hexfront.games.trc import control
from hexfront.games.trc.board import RIVER, Board
from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.data_files import CLEAR, LIGHT_MUD, SNOW
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.movement.allowance import points_left
from hexfront.games.trc.movement.land import Ground, Reach, check_mover
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.supply import supplied_hexes
from hexfront.games.trc.zones import halting, zone
from hexfront.grid import members
from hexfront.mechanics.choices import may
from hexfront.robots.trc.weights import Mood, Weights, usual

FAR = 99
_NEXT = (SNOW, LIGHT_MUD, CLEAR, CLEAR, CLEAR, SNOW)  # what each part of the year is likely to bring


def _value(e: TrcEdition, unit: int) -> float:
    w = usual(e.side[unit])
    if e.headquarters >> unit & 1:
        return w.headquarters
    if e.leaders >> unit & 1:
        return w.leader
    if e.workers >> unit & 1:
        return w.worker * e.strength[unit]
    times = w.armour if e.type[unit] == "armour" else 1.0
    return max(1.0, e.strength[unit] * times * (w.guard if e.guards >> unit & 1 else 1.0))


@lru_cache(maxsize=16)
def values(e: TrcEdition) -> list[float]:
    """What each unit is worth."""
    return [_value(e, unit) for unit in range(len(e.units))]


class Survey:
    """A view, with what is often asked about it. It is right as long as nobody moves."""

    def __init__(self, s: TrcState, side: int, w: Weights) -> None:
        self.w = w
        self.s, self.side, self.foe = s, side, 1 - side
        self.e, self.board, self.grid = s.edition, s.board, s.board.grid
        self.value = values(self.e)
        self.own, self.enemy = s.held_by[side], s.held_by[1 - side]
        self._reach: dict[int, Reach] = {}

    @cached_property
    def ground(self) -> Ground:
        """What the moving side finds."""
        return Ground(self.s)

    @cached_property
    def zone(self) -> int:
        """Where we must stop."""
        return halting(self.s, self.side)

    @cached_property
    def supplied(self) -> int:
        """Where our units are in general supply."""
        return supplied_hexes(self.s, self.side)

    @cached_property
    def prize(self) -> dict[int, float]:
        """What cities and oil fields are worth now."""
        return {}

    @cached_property
    def keeps(self) -> dict[int, float]:
        """Places that must not be left, with what that would cost."""
        return {}

    @cached_property
    def spoils(self) -> dict[int, float]:
        """Empty places that are not ours, with what it is worth to stand in them, enemy zone or not."""
        return {}

    @cached_property
    def quarry(self) -> int:
        """Hexes of enemies whom nobody has to attack, as they have no zone (7.3), and whom we want to."""
        return 0

    @cached_property
    def held(self) -> int:
        """The cities, oil fields and junctions that are ours."""
        return control.held(self.s, self.side)

    def reach(self, unit: int) -> Reach:
        """Where a unit can walk in this impulse."""
        if unit not in self._reach:
            self._reach[unit] = Reach(self.s, (unit,), self.ground)
        return self._reach[unit]

    @cached_property
    def movers(self) -> dict[int, int]:
        """The units that have not moved and can, with the hexes they can end in, their own among them."""
        s, found = self.s, {}
        for place in members(self.own):
            for unit in s.stacks[place]:
                if not s.moved >> unit & 1 and points_left(s, unit) > 0 and may(check_mover, s, unit):
                    found[unit] = self.reach(unit).goals | 1 << place
        return found

    @cached_property
    def far(self) -> list[int]:
        """How many hexes each hex is from the next enemy with a zone, by land."""
        return field(self.board, self.s.armed[self.foe])

    @cached_property
    def threat(self) -> list[int]:
        """The factors that the enemy can bring next to each hex in his next impulse, as the crow flies."""
        e = self.e
        found = [0] * self.grid.size
        weather = next_weather(self.s, self.side)
        for unit in e.units_of[self.foe]:
            place, strength = self.s.where[unit], e.strength[unit]
            if place >= 0 and strength and not e.civilians >> unit & 1:
                for h in members(self.grid.disc(place, e.allowances[unit][weather][0] + 1)):
                    found[h] += strength
        return found

    @cached_property
    def doubled(self) -> int:
        """Hexes that double their defenders: mountains, major cities, and what lies behind a river for the enemy."""
        board, far, found = self.board, self.far, self.board.strong
        for h in members(board.grid.spread(board.river, board.zones) & ~found):
            fronts = [n for n in members(board.near[h]) if far[n] < far[h]]
            if fronts and all(board.cover(h, n) is RIVER for n in fronts):
                found |= 1 << h
        return found

    def danger(self, place: int, strength: int) -> float:
        """The chance, at a guess, that so many factors in a hex are lost in the enemy's next turn."""
        if not strength:
            return 1.0
        ratio = min(self.w.most, self.threat[place]) / (strength * (2 if self.doubled >> place & 1 else 1))
        return min(0.85, max(0.0, 0.14 * (ratio - 1.0)))

    @cached_property
    def cold(self) -> int:
        """17.3: hexes in which German units would be halved now: in the first two winters, far from Axis cities."""
        s, board = self.s, self.board
        winters = s.edition.charts["supply"]["winters"]
        steps = max((w["from_city"] for w in winters if w["first"] <= s.turn <= w["last"]), default=0)
        if s.weather != SNOW or not steps:
            return 0
        near = front = self.grid.spread(control.held(s, AXIS) & board.cities, board.walks)
        for _ in range(steps - 1):
            front = self.grid.spread(front & ~zone(s, RUSSIAN), board.walks)
            near |= front
        return board.home[RUSSIAN] & ~near & ~board.cities

    def trapped(self, hexes: Iterable[int], shut: int) -> bool:
        """Have the enemies in these hexes nowhere to go, two hexes far, if they cannot retreat to the others?"""
        board, free = self.board, self.board.land & ~shut
        return not any(board.grid.spread(board.near[h] & free, board.zones) & free & ~(1 << h) for h in hexes)

    def factor(self, unit: int, place: int) -> int:
        """The combat factor that a unit of either side has, or would have, in a hex."""
        e = self.e
        value = e.strength[unit]
        if self.cold >> place & 1 and e.nation[unit] not in e.hardy:
            return (value + 1) // 2
        return value

    @cached_property
    def eager(self) -> float:
        """0 for a side that can only defend, 1 for one that can attack as it likes: by the factors on the board."""
        mine, his = (max(1, self._force(side)) for side in (self.side, self.foe))
        even = self.w.even
        return min(1.0, max(0.0, (mine / his - even.weak) / (even.strong - even.weak)))

    def _force(self, side: int) -> int:
        e, where = self.e, self.s.where
        idle = e.civilians | e.headquarters
        return sum(self.factor(u, where[u]) for u in e.units_of[side] if where[u] >= 0 and not idle >> u & 1)

    def mood(self, weight: Mood) -> float:
        """A weight between that of the weak and that of the strong."""
        return weight.weak + (weight.strong - weight.weak) * self.eager

    @cached_property
    def own_zone(self) -> int:
        """Our zones where we stand now."""
        return zone(self.s, self.side)


def next_weather(s: TrcState, side: int) -> int:
    """The weather in which the enemy will move: known to the Axis, a guess to the Russian."""
    return s.weather if side == AXIS else _NEXT[s.edition.calendar.part(s.turn + 1)]


@lru_cache(maxsize=256)
def field(board: Board, seeds: int, within: int = -1) -> list[int]:
    """How many steps by land each hex is from one of the seeds."""
    found = [FAR] * board.grid.size
    front, left, steps = seeds, board.land & within, 0
    while front:
        left &= ~front
        for h in members(front):
            found[h] = steps
        front = board.grid.spread(front, board.walks) & left
        steps += 1
    return found
