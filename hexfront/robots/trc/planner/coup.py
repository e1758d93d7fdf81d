"""A coup: a city that wins the war at once, stormed in the second impulse by whoever stops short of it in the first.

In the first impulse nobody can attack such a city yet, so that attack after attack the usual plan spends the units that
could. A coup takes them out before: they stop out of the enemy's zones, in which the second impulse would find them
pinned (8.4), within their march of that impulse from the city.
"""

from functools import cached_property

from hexfront.games.trc.stacking import fits
from hexfront.games.trc.state import TrcState
from hexfront.grid import members
from hexfront.grid.bits import union
from hexfront.mechanics import exact
from hexfront.robots.trc.planner.aims import at_stake, in_hands
from hexfront.robots.trc.planner.lookout import Lookout, harm
from hexfront.robots.trc.planner.onslaught import Onslaught, Party
from hexfront.robots.trc.survey import field

_WANTED, _LEAST = 4.0, 1.6  # factors for each that holds the city: enough of them, and too few


class Coup:
    """The coups of one first impulse."""

    def __init__(self, look: Lookout) -> None:
        self.look = look

    @cached_property
    def ways(self) -> dict[int, list[int]]:
        """For each city that can be won so the steps to it from every hex, through no enemy zone but its own."""
        look, board = self.look, self.look.board
        if look.s.impulse != 1:
            return {}
        aims = [h for h in at_stake(look.s, look.side, look.s.turn) if not in_hands(look.s, look.side) >> h & 1]
        free = ~(look.enemy | look.zone)
        return {h: field(board, 1 << h, free | board.near[h] & ~look.enemy) for h in aims}

    def parties(self, assault: Onslaught) -> list[Party]:
        """For each city who goes where, of those whom this assault leaves; none for one that is out of reach."""
        found = (Party(aim, self._places(aim, assault)) for aim in self.ways)
        return [party for party in found if party.places]

    def _places(self, aim: int, assault: Onslaught) -> dict[int, int]:
        """The strongest first, each to the nearest hex that has room for it, until there are enough of them."""
        room, guard, force, found = assault.trial.copy(), self.guard(aim), 0, dict[int, int]()
        for unit in sorted(assault.idle(), key=lambda u: (-assault.look.e.strength[u], u)):
            ends = [h for h in self._ends(unit, aim, assault.free[unit]) if fits(room, h, (unit,))]
            if ends and force < _WANTED * guard:
                found[unit] = ends[0]
                room.put(unit, ends[0])
                force += self.look.factor(unit, ends[0])
        return found if force >= _LEAST * guard else {}

    def _ends(self, unit: int, aim: int, goals: int) -> list[int]:
        """The hexes from which a unit can get next to the city in the second impulse, the best first."""
        look, way = self.look, self.ways[aim]
        ends = [h for h in members(goals & ~look.zone) if self._near(unit, h, way)]
        return sorted(ends, key=lambda h: (not look.supplied >> h & 1, way[h], h))

    def _near(self, unit: int, place: int, way: list[int]) -> bool:
        march = self.look.e.allowances[unit][self.look.s.weather][1]
        return march > 0 and way[place] - 1 <= march

    def guard(self, aim: int) -> int:
        """The factors that hold the city."""
        look = self.look
        force = sum(look.factor(u, aim) for u in look.s.stacks.get(aim, ()))
        return max(1, force) * (2 if look.board.strong >> aim & 1 else 1)

    def hope(self, party: Party) -> float:
        """The chance that a party takes its city."""
        force = sum(self.look.factor(unit, place) for unit, place in party.places.items())
        return harm(self.look.e, self.look.e.columns.at(force, self.guard(party.aim)))[1]

    def force(self, aim: int) -> int:
        """The factors that can stop today, in nobody's zone, within their march of the second impulse from the city."""
        e = self.look.e
        look, way, within = self.look, self.ways[aim], dict[int, int]()
        for march in {e.allowances[unit][look.s.weather][1] for unit in look.movers} - {0}:
            within[march] = union(h for h, steps in enumerate(way) if steps - 1 <= march) & ~look.zone
        units = (u for u, goals in look.movers.items() if goals & within.get(e.allowances[u][look.s.weather][1], 0))
        return sum(look.factor(unit, aim) for unit in units if not e.idle >> unit & 1)

    def promise(self, final: TrcState) -> float:
        """What the second impulse promises to a planned position; who stands at the gates already fights today."""
        look, mine = self.look, final.held_by[self.look.side]
        far = (aim for aim in self.ways if not look.board.near[aim] & mine)
        return look.p["coup"] * exact.total(self._chance(aim, final) for aim in far)

    def _chance(self, aim: int, final: TrcState) -> float:
        e = final.edition
        look, force = self.look, 0
        for unit in e.units_of[look.side]:
            place = final.where[unit]
            if place >= 0 and not (e.idle >> unit | look.zone >> place) & 1 and self._near(unit, place, self.ways[aim]):
                force += look.factor(unit, place)
        return harm(e, e.columns.at(force, self.guard(aim)))[1] if force else 0.0
