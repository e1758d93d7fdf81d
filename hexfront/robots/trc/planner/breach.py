"""A breach: an automatic victory (16) that opens the way for a coup.

Whoever is attacked at 10-1 surrenders while the others still move (16.1), and a Stuka may bring the last three columns.
So a stack that bars the panzers' way to a city that wins the war is worth many factors, those of the slow above all.
"""

from collections.abc import Iterator

import msgspec

from hexfront.engine.order import Order
from hexfront.games.trc.combat.air import check_bombers, ready
from hexfront.games.trc.combat.automatic import allowed
from hexfront.games.trc.state import TrcState
from hexfront.grid.bits import union
from hexfront.mechanics.choices import may
from hexfront.robots.planner import Draft
from hexfront.robots.planning.words import drawn
from hexfront.robots.trc.chances import Units
from hexfront.robots.trc.march import beaten, harmless, moves
from hexfront.robots.trc.planner import explain
from hexfront.robots.trc.planner.coup import Coup
from hexfront.robots.trc.planner.lookout import Lookout
from hexfront.robots.trc.planner.onslaught import Onslaught

_GAIN = 0.1  # what a breach has to add to the chance of a coup
_ENOUGH = 0.9  # a coup with this chance needs none
_NEAR = 14  # hexes from the city within which somebody bars the way


class Victory(msgspec.Struct, frozen=True):
    """An automatic victory: who comes from where, all who win it, the Stuka that helps."""

    target: int
    places: dict[int, int]
    units: Units
    bombers: Units

    def draft(self, look: Lookout) -> Draft:
        """The marches and the victory itself, in orders and in words; then everybody looks again."""
        order = Order("av", (*sorted(self.units), *self.bombers), (), (self.target,))
        said = explain.overrun(look.e, sorted(self.units), self.target, bool(self.bombers))
        origins = (self.places.get(unit, look.s.where[unit]) for unit in self.units)
        arrows = drawn(origins, (self.target,), "attack")
        return Draft([*moves(look, self.places), order], [said], arrows, again=True, prelude=True)

    def after(self, s: TrcState) -> TrcState:
        """The position that it leaves, in the same phase."""
        after = beaten(_with(s, self.places), self.units, self.target)
        after.moved |= union(self.units)
        after.flown |= union(self.bombers)
        after.forget()
        return after


class Breach(Onslaught):
    """The automatic victories that are to be had near cities which win the war."""

    def __init__(self, look: Lookout) -> None:
        super().__init__(look)
        self.coup = Coup(look)

    def chance(self) -> float:
        """The best chance of a coup as things stand."""
        return max((self.coup.hope(party) for party in self.coup.parties(self)), default=0.0)

    def victories(self) -> Iterator[Victory]:
        """Those that could open a way."""
        distance, aims = self.look.grid.distance, self.coup.ways
        for target in self._near():
            if target not in aims and any(distance(target, aim) <= _NEAR for aim in aims):
                found = self._victory(target) if allowed(self.look.s, (target,)) else None
                if found and harmless(_with(self.trial, found.places), found.units, target):
                    yield found

    def _victory(self, target: int) -> Victory | None:
        """As few as it takes, the slow first."""
        e = self.look.e
        bombers, where = self._bombers(target), self.trial.where.copy()
        units, places = self._standing_there(target), dict[int, int]()
        for unit, place in self._join(target, self._origins(target, 0), True, False):
            units, places, where[unit] = (*units, unit), {**places, unit: place}, place
            if self.values.odds(where, units, (target,)) >= e.best:
                return Victory(target, places, units, ())
            if bombers and self.values.odds(where, units, (target,), e.shifts[self.look.side]) >= e.best:
                return Victory(target, places, units, bombers)
        return None

    def _bombers(self, target: int) -> Units:
        """A Stuka, if one may fly there (15)."""
        s, bombers = self.look.s, ready(self.look.s)[:1]
        return bombers if may(check_bombers, s, bombers, (target,)) else ()


def _with(s: TrcState, places: dict[int, int]) -> TrcState:
    found = s.copy()
    for unit, place in places.items():
        found.put(unit, place)
    return found


def plan(look: Lookout) -> Draft | None:
    """The automatic victory that helps a coup most, if one is needed and helps enough."""
    breach = Breach(look)
    now = breach.chance() if breach.coup.ways else 1.0
    if now >= _ENOUGH:
        return None
    found = {victory.target: victory for victory in breach.victories()}
    hopes = {target: _hope(look, victory) for target, victory in found.items()}
    best = max(hopes, key=lambda target: (hopes[target], -len(found[target].units), target), default=-1)
    return found[best].draft(look) if best >= 0 and hopes[best] >= now + _GAIN else None


def _hope(look: Lookout, victory: Victory) -> float:
    return Breach(Lookout(victory.after(look.s), look.side, look.w, look.p, look.style)).chance()
