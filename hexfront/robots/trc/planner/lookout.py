"""What the planner sees beyond the greedy survey: what the enemy can do to a hex, and what it is worth to hold it."""

from functools import cached_property, lru_cache

from hexfront.games.trc.counters import RUSSIAN
from hexfront.games.trc.data_files import CLEAR, MUD, SNOW
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.movement.rail import check_rider, destinations, running
from hexfront.games.trc.state import TrcState
from hexfront.grid import members
from hexfront.grid.bits import union
from hexfront.mechanics import exact
from hexfront.mechanics.choices import may
from hexfront.robots.planner import Style
from hexfront.robots.planning.threat import threat
from hexfront.robots.trc.planner.aims import at_stake, quarry, worths
from hexfront.robots.trc.survey import Survey, field, next_weather
from hexfront.robots.trc.trains import STOP
from hexfront.robots.trc.weights import Weights

_FRONT = 3, ("corps", "army")  # who comes against one hex from its front: three hexes of corps, or of armies
# What a result costs the defender, as a part of his stack; what an attack at these odds is likely to be made.
_COST = {"AE": -0.6, "A1": -0.3, "AR": -0.05, "C": 0.0, "EX": 0.35, "DR": 0.2, "D1": 0.8, "DE": 1.0, "DS": 1.25}
_LOST = {"EX": 0.9, "DR": 0.9, "D1": 1.0, "DE": 1.0, "DS": 1.0}


@lru_cache(maxsize=512)
def harm(e: TrcEdition, column: int) -> tuple[float, float]:
    """What an attack at these odds costs a stack, as a part of it, and the chance that it loses its hex."""
    codes = e.crt[e.columns.clamp(column)]
    return exact.total(_COST[c] for c in codes) / 6, exact.total(_LOST.get(c, 0.0) for c in codes) / 6


class Lookout(Survey):
    """A survey with the planner's weights `p` beside those of the greedy machinery."""

    def __init__(self, s: TrcState, side: int, w: Weights, p: dict[str, float], style: Style | None = None) -> None:
        super().__init__(s, side, w)
        self.p, self.style = p, style or Style()
        self.shun: dict[int, float] = {}  # hexes where the enemy is known to strike, with what he gains there
        self.firm: dict[int, float] = {}  # hexes that want so many times the usual strength
        self._dangers: dict[tuple[int, int], float] = {}
        self._trains: dict[int, int] = {}
        self._stations: dict[tuple[int, int], list[int]] = {}

    @cached_property
    def keeps(self) -> dict[int, float]:
        """Cities with which the enemy wins the war, even in our own turn: a garrison has to attack (12.1)."""
        return {h: self.p["dread"] for h in at_stake(self.s, self.foe, self.s.turn) if self.own >> h & 1}

    @cached_property
    def prize(self) -> dict[int, float]:
        """What cities and oil fields are worth now: points of the scenario, and what decides the war."""
        found = worths(self.s, self.p, self.side)
        for place in self.style.seek:
            found[place] = found.get(place, 0.0) + self.p["seek"]
        return found

    @cached_property
    def spoils(self) -> dict[int, float]:
        """Empty cities and oil fields that are the enemy's, or nobody's as both sides' zones reach them (17.2.1)."""
        board, s = self.board, self.s
        places = (board.cities | board.oil) & ~self.held & ~self.own & ~self.enemy
        fatal = at_stake(s, self.foe, s.turn + self.side)  # with these the enemy wins when he enters them
        return {h: self.prize.get(h, 0.0) + self.p["dread"] * (h in fatal) for h in members(places)}

    @cached_property
    def quarry(self) -> int:
        """Stalin, if his end helps to win the war."""
        return union(quarry(self.s)) & self.enemy

    @cached_property
    def foul(self) -> bool:
        """Mud or snow: nobody gets far, and who is in a bad place stays there."""
        return self.s.weather in (MUD, SNOW)

    def way(self, aim: int) -> list[int]:
        """The steps to a place from every hex, around whoever is in the way."""
        return field(self.board, 1 << aim, ~self.enemy | 1 << aim)

    def stations(self, unit: int, aim: int) -> list[int]:
        """Where a unit may go by rail now, at some distance from the enemy: the nearest to a place first."""
        if unit not in self._trains:
            goes = running(self.s) and may(check_rider, self.s, unit)
            ends = destinations(self.s, unit) | 1 << self.s.where[unit] if goes else 0
            self._trains[unit] = ends & self._calm
        key = self._trains[unit], aim
        if key not in self._stations:
            way = self.way(aim)
            self._stations[key] = sorted(members(key[0]), key=lambda h: (way[h], h))
        return self._stations[key]

    @cached_property
    def _calm(self) -> int:
        return union(h for h, steps in enumerate(self.far) if steps >= STOP)

    @cached_property
    def spans(self) -> list[tuple[float, int]]:
        """For each enemy unit its factors and the hexes that it could get to in his next first impulse."""
        e = self.e
        s, weather = self.s, next_weather(self.s, self.side)
        found, known = [], dict[tuple[int, int, int], int]()
        for unit in e.units_of[self.foe]:
            place = s.where[unit]
            if place < 0 or e.idle >> unit & 1:
                continue
            key = (place, e.allowances[unit][weather][0], e.stop_terrain(unit, weather))
            if key not in known:
                known[key] = self.span(1 << place, *key[1:])
            found.append((float(self.factor(unit, place)), known[key]))
        return found

    def span(self, places: int, points: int, stops: int) -> int:
        """Where units in these hexes can get to, if nobody is in their way; some ground stops them (8.2)."""
        board = self.board
        span = front = places
        for step in range(points):
            front = board.grid.spread(front & ~stops if step else front, board.walks) & board.land & ~span
            if not front:
                break
            span |= front
        return span

    @cached_property
    def menace(self) -> list[float]:
        """The factors that the enemy can bring next to each hex in his next first impulse, if nobody is in his way."""
        hexes, sizes = _FRONT
        return threat(self.grid, self.spans, hexes * int(self.e.charts["stacking"][sizes[self.foe]]))

    @cached_property
    def wings(self) -> float:
        """Columns that enemy bombers add to an attack that is worth it."""
        if self.foe == RUSSIAN or next_weather(self.s, self.side) != CLEAR:
            return 0.0
        return {1941: 1.0, 1942: 0.7, 1943: 0.3}.get(self.e.calendar.year(self.s.turn), 0.0) * self.p["wings"]

    def odds_at(self, menace: float, place: int, strength: float) -> int:
        """The odds that a stack has to expect in a hex."""
        e = self.e
        force = menace * self.p["focus"]
        if force < 1:
            return e.worst
        times = 2.0 if self.board.strong >> place & 1 else self.p["river"] if self.doubled >> place & 1 else 1.0
        found = e.columns.at(round(force), max(1, round(strength * times)))
        return e.columns.clamp(found + round(self.wings) if found >= e.columns.at(1, 1) else found)

    def bill(self, menace: float, place: int, strength: float, value: float, stake: float) -> float:
        """What the enemy's next turn is likely to cost in a hex: he attacks where he wins most."""
        if menace <= 0 or self.last_word:
            return 0.0
        if strength <= 0:
            return stake
        cost, lost = harm(self.e, self.odds_at(menace, place, strength))
        gain = cost * value + lost * stake
        return gain * min(1.0, gain / self.p["tempting"]) if gain > 0 else 0.0

    def danger(self, place: int, strength: int) -> float:
        """The part of a stack that is likely to be lost in the enemy's next turn."""
        found = self._dangers.get((place, strength))
        if found is None:
            found = self.bill(self.menace[place], place, strength, strength, 1.0) / max(1, strength)
            self._dangers[place, strength] = found
        return found + self.shun.get(place, 0.0)

    @cached_property
    def last_word(self) -> bool:
        """Is this the last turn, and no enemy turn follows?"""
        return self.side == RUSSIAN and self.s.turn >= self.s.last
