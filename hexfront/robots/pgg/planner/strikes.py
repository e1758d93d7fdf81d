"""Attacks to choose from, and the best set of them that can all be made."""

from collections.abc import Callable, Hashable, Mapping

import msgspec

from hexfront.games.pgg.counters import GERMAN
from hexfront.grid import members
from hexfront.mechanics import exact
from hexfront.robots.pgg.chances import Strength, certain, mean, plus
from hexfront.robots.pgg.divisions import Units
from hexfront.robots.pgg.planner.fights import Odds, closed_in, fight
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.planning.attacks import Candidate, Muster, musters
from hexfront.robots.planning.packing import Offer, pack

KEPT = 5  # attacks on one hex that the choice is made from
ROOM = 3  # units in a hex


class Strike(msgspec.Struct, frozen=True):
    """An attack that could be made: who from where against what, and what it promises."""

    target: int
    muster: Muster
    odds: Odds
    worth: float


Prize = Callable[[int], float]


class Chooser:
    """Works out strikes on every target in reach of the candidates, and chooses."""

    def __init__(self, sc: Scene, candidates: list[Candidate], prize: Prize, least: float) -> None:
        self.sc, self.candidates, self.prize, self.least = sc, candidates, prize, least
        self._alone: dict[tuple[Units, bool], Strength] = {}

    def choose(self, targets: int, bound: Mapping[int, int] | None = None) -> list[Strike]:
        """The best set of strikes, the most worth first. `bound` is the room that is taken in a hex already."""
        bound = bound or {}
        found = [strike for target in members(targets) for strike in self.on(target, bound)]
        offers = [Offer(strike.worth, self._uses(strike)) for strike in found]
        limits: dict[Hashable, int] = {("hex", place): ROOM - taken for place, taken in bound.items()}
        for place in {p for strike in found for p in strike.muster.places}:
            limits.setdefault(("hex", place), ROOM)
        chosen = [found[n] for n in pack(offers, limits)]
        return sorted(chosen, key=lambda strike: (-strike.worth, strike.target))

    def _uses(self, strike: Strike) -> tuple[tuple[tuple[str, int], int], ...]:
        uses: dict[tuple[str, int], int] = {("target", strike.target): 1}
        for candidate, place in strike.muster.parts:
            uses["unit", candidate.units[0]] = 1
            if candidate.size:
                uses["hex", place] = uses.get(("hex", place), 0) + candidate.size
        return tuple(uses.items())

    def on(self, target: int, bound: Mapping[int, int]) -> list[Strike]:
        """The few best strikes on one hex."""
        sc = self.sc
        if target in sc.style.avoid:
            return []
        ring = sc.grid.around(1 << target) & sc.board.land & ~sc.enemy
        free = ring & sc.open
        strong = max(sc.mean_defence(target), 0.5) * sc.cover(target)
        found: list[Strike] = []

        def room(candidate: Candidate, place: int, taken: int) -> bool:
            return not candidate.size or bound.get(place, 0) + taken + candidate.size <= ROOM

        def liking(candidate: Candidate, place: int) -> float:
            here = sc.s.where[candidate.units[0]] == place
            return 3.0 * here - 1.5 * sc.river(place, target) + 0.3 * sc.cover(place)

        def fitting(place: int, taken: Mapping[int, int]) -> float:
            shut = 0
            for other in taken:
                shut |= sc.grid.disc(other, 1)
            return 0.8 * (free & ~shut & sc.grid.disc(place, 1)).bit_count()

        def column(muster: Muster) -> float:
            strength = exact.total(candidate.strength for candidate, _ in muster.parts)
            shut = closed_in(sc, target, muster.places)
            dry = all(sc.river(place, target) for place in muster.places)
            odds = strength / (strong * (1 + dry / sc.cover(target)) * (0.5 if shut[1] else 1.0))
            return min(int(odds * 2), 20) + 0.5 * shut[0]

        for muster in musters(self.candidates, ring, room, liking, column, fitting):
            strike = self.strike(target, muster)
            if strike.worth > self.least:
                found.append(strike)
        return sorted(found, key=lambda strike: -strike.worth)[:KEPT]

    def strike(self, target: int, muster: Muster) -> Strike:
        """One attack with all that it promises."""
        sc = self.sc
        total: Strength = certain(0)
        for candidate, place in muster.parts:
            total = plus(total, self._strength(candidate, place))
        odds = fight(sc, total, muster.units, muster.places, target, self.prize(target))
        worth = odds.worth - muster.price
        if target in sc.style.seek:
            worth = 1.5 * worth + 1.0
        return Strike(target, muster, odds, worth)

    def _strength(self, candidate: Candidate, place: int) -> Strength:
        """With what a group attacks from a hex."""
        sc, units = self.sc, candidate.units
        if sc.side == GERMAN:
            supplied = bool(sc.s.fresh >> units[0] & 1) or bool(sc.fed(sc.edition.profile[units[0]]) >> place & 1)
        else:
            supplied = bool(sc.lines.command >> place & 1)
        key = units, supplied
        if key not in self._alone:
            if sc.side == GERMAN:
                self._alone[key] = certain(sc.german(units, (), supplied))
            else:
                self._alone[key] = red_strength(sc, units, supplied)
        return self._alone[key]


def red_strength(sc: Scene, units: Units, supplied: bool) -> Strength:
    """The strength with which Soviet units of one hex attack; 10.36: leaders add to it, at most as much again."""
    total: Strength = certain(0)
    for unit in units:
        if not sc.edition.leader[unit]:
            total = plus(total, sc.unit(unit, True, supplied))
    more = sum(sc.edition.rating[u] for u in units if sc.edition.leader[u])
    return plus(total, certain(min(more, int(mean(total))))) if more else total
