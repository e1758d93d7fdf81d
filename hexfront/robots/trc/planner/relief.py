"""The garrison of a place on which the war hangs: whoever is weak there makes room for the strong, who come by rail.

A hex holds few (6.1), so that two weak corps in Moscow keep the armies out that trains bring: they march first.
"""

from collections.abc import Iterator
from itertools import combinations

from hexfront.engine.order import Order
from hexfront.games.trc.movement.rail import capacity, check_rider, destinations, running
from hexfront.games.trc.stacking import excess, fits
from hexfront.grid import members
from hexfront.mechanics.choices import may
from hexfront.robots.planner import Draft
from hexfront.robots.planning.words import drawn
from hexfront.robots.trc.march import moves
from hexfront.robots.trc.planner import explain
from hexfront.robots.trc.planner.guard import feared
from hexfront.robots.trc.planner.lookout import Lookout

_CALLED = 6  # the strongest of those who can come, who are thought of
_NEXT = 1  # turns ahead: trains come at once, and Berlin needs no panzers on the first day of the war
_GAIN = 2  # factors that a change of the garrison has to bring


def plan(look: Lookout) -> Draft | None:
    """Before anybody else moves: the first place whose garrison is too weak, and can be made stronger by rail."""
    perils = feared(look, _NEXT) if running(look.s) else {}
    for place in sorted((h for h, force in perils.items() if force), key=lambda h: (-perils[h], h)):
        relief, need = Relief(look, place), perils[place] / look.p["coup_guard"]
        if max(1, relief.force(relief.here)) < need and relief.gain >= _GAIN:
            return relief.draft()
    return None


class Relief:
    """The strongest garrison that a place can have today, of those who are there and those who can come by rail."""

    def __init__(self, look: Lookout, place: int) -> None:
        self.look, self.place = look, place
        self.here = tuple(u for u in look.s.stacks.get(place, ()) if look.e.size[u] != "none")
        self.exits = self._exits()
        self.best = max(self._garrisons(), key=self.force)

    @property
    def gain(self) -> int:
        """The factors by which it is stronger than the garrison of today."""
        return self.force(self.best) - self.force(self.here)

    def force(self, units: tuple[int, ...]) -> int:
        """Their factors in the place."""
        return sum(self.look.factor(unit, self.place) for unit in units if not self.look.e.idle >> unit & 1)

    def draft(self) -> Draft:
        """Who is in the way goes first."""
        look, start = self.look, self.look.s.where
        out = moves(look, {u: self.exits[u] for u in self.here if u not in self.best})
        trains = [Order("rail", (u,), (start[u], self.place)) for u in self.best if u not in self.here]
        arrows = drawn((start[order.units[0]] for order in trains), (self.place,), "move")
        return Draft([*out, *trains], [explain.ride(look.e, trains)], arrows, again=True, prelude=True)

    def _exits(self) -> dict[int, int]:
        """Where each of the garrison could go on foot: next to the place if there is room, and out of enemy zones."""
        look, room, found = self.look, self.look.s.copy(), dict[int, int]()
        for unit in self.here:
            goals = look.movers.get(unit, 0) & ~look.zone & ~(1 << self.place)
            ends = [h for h in members(goals) if fits(room, h, (unit,))]
            if ends:
                found[unit] = min(ends, key=lambda h: (look.grid.distance(h, self.place), -look.far[h], h))
                room.put(unit, found[unit])
        return found

    def _garrisons(self) -> Iterator[tuple[int, ...]]:
        """All that may stand there together (6.1) with those who cannot leave, within the seats of the trains (9.1)."""
        s, stays = self.look.s, tuple(u for u in self.here if u not in self.exits)
        seats = capacity(s, self.look.side) - s.railed
        called = self._called()
        for number in range(int(s.edition.charts["stacking"]["corps"]) + 1):
            for others in combinations((*self.exits, *called), number):
                paying = sum(u in called and not s.fresh >> u & 1 for u in others)
                if paying <= seats and not excess(s, stays + others):
                    yield stays + others
        yield self.here

    def _called(self) -> list[int]:
        """The strongest who can come by rail, new ones first; nobody leaves another city that is threatened."""
        e = self.look.e
        look, s = self.look, self.look.s
        able = [
            u for u in look.movers if not e.idle >> u & 1 and not self._bound(s.where[u]) and may(check_rider, s, u)
        ]
        found = [u for u in able if destinations(s, u) >> self.place & 1]
        return sorted(found, key=lambda u: (-look.factor(u, self.place), not s.fresh >> u & 1, u))[:_CALLED]

    def _bound(self, place: int) -> bool:
        return bool(self.look.board.cities >> place & 1 and self.look.threat[place])
