"""What the table of results promises: the value of a battle, over the die."""

from functools import lru_cache

from hexfront.games.trc.combat.strength import doubling
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.state import TrcState
from hexfront.mechanics import exact
from hexfront.robots.planning.results import expected
from hexfront.robots.trc.survey import Survey

Units = tuple[int, ...]
Hexes = tuple[int, ...]
_OUT = ("AE", "A1", "AR")  # results after which an attacker is no longer where he was


@lru_cache(maxsize=512)
def results(e: TrcEdition, column: int) -> tuple[tuple[str, float], ...]:
    """The results of a column with their chances."""
    found: dict[str, float] = {}
    for code in e.crt[e.columns.clamp(column)]:
        found[code] = found.get(code, 0.0) + 1 / 6
    return tuple(found.items())


def lifted(e: TrcEdition, column: int, shift: int) -> int:
    """The odds with the columns that bombers bring; what is no attack stays none."""
    return column if column < e.worst or not shift else min(e.best, column + shift)


class Values:
    """What battles are worth to the moving side, in a position with units where they are planned to stand."""

    def __init__(self, sv: Survey) -> None:
        self.sv, self.own = sv, sv.w.own
        self._defence: dict[int, int] = {}

    def defence(self, target: int) -> int:
        """The factors of an enemy hex without what its terrain gives; who has fought stands by (12.5)."""
        if target not in self._defence:
            sv, s = self.sv, self.sv.s
            units = (u for u in s.stacks[target] if not s.fought >> u & 1)
            self._defence[target] = sum(sv.factor(u, target) for u in units)
        return self._defence[target]

    def against(self, target: int, origins: set[int]) -> int:
        """The same with its terrain, for attackers from these hexes."""
        return self.defence(target) * (2 if doubling(self.sv.s, target, origins) else 1)

    def odds(self, where: list[int], units: Units, targets: Hexes, shift: int = 0) -> int:
        """The odds of an attack; below the worst if it is none."""
        factor = self.sv.factor
        attack = sum(factor(u, where[u]) for u in units)
        origins = {where[u] for u in units}
        against = sum(self.against(t, origins) for t in targets)
        plain = self.sv.e.columns.at(attack, against) if attack and against else self.sv.e.worst - 1
        return lifted(self.sv.e, plain, shift)

    def battle(self, where: list[int], units: Units, targets: Hexes, column: int, trapped: bool) -> float:
        """What an attack at these odds is worth."""
        stakes = self._stakes(self.sv.s, units, targets, trapped)
        for place in {where[u] for u in units}:
            if place in self.sv.keeps:
                for code in self._fatal(where, units, place):
                    stakes[code] -= self.sv.keeps[place]
            if place in self.sv.spoils and not self._shared(where, units, place):
                for code in _OUT:
                    stakes[code] -= self.sv.spoils[place]
        return expected(results(self.sv.e, column), stakes)

    def _shared(self, where: list[int], units: Units, place: int) -> bool:
        """Do others than these stand there as well, who would stay?"""
        e = self.sv.e
        sv = self.sv
        return any(where[u] == place and u not in units and not e.bystanders >> u & 1 for u in e.units_of[sv.side])

    def _fatal(self, where: list[int], units: Units, place: int) -> tuple[str, ...]:
        """The results after which the enemy has a place that must not be left.

        None while others hold it or stand next to it; who falls back (A1, AR) can do that himself, if there is room.
        """
        e = self.sv.e
        sv, near = self.sv, self.sv.board.near[place]
        others = (u for u in e.units_of[sv.side] if where[u] >= 0 and u not in units and not e.bystanders >> u & 1)
        if any((near | 1 << place) >> where[u] & 1 for u in others):
            return ()
        return ("AE",) if near & sv.board.land & ~sv.enemy & ~sv.zone else _OUT

    def _stakes(self, s: TrcState, units: Units, targets: Hexes, trapped: bool) -> dict[str, float]:
        e, w, value = s.edition, self.sv.w, self.sv.value
        foes = [u for t in targets for u in s.stacks[t] if e.side[u] != s.mover and not s.fought >> u & 1]
        theirs = [value[u] for u in foes] or [0.0]
        ours = [value[u] * self.own for u in units]
        everybody, one, loss = exact.total(theirs), min(theirs), min(ours)
        woods = all(self.sv.board.woods >> t & 1 for t in targets)
        prize = exact.total(w.ground + self.sv.prize.get(t, 0.0) for t in targets)
        staying = exact.total(value[u] for u in foes if e.workers >> u & 1)
        push = 0.0 if woods else prize + staying + (w.trapped if trapped else w.push) * (everybody - staying)
        back = w.fallback * len(units)
        return {
            "AE": -exact.total(ours),
            "A1": -loss - back,
            "AR": -back,
            "C": -w.stuck,
            "EX": one - loss + (0.0 if woods else max(0.0, push - one)),
            "DR": push,
            "D1": one + (0.0 if woods else max(0.0, push - one * w.push)),
            "DE": everybody + prize,
            "DS": w.surrender * everybody + prize,
        }
