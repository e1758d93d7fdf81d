"""Chapters 12.1-12.6: who must attack, who must be attacked, and whether all of it can be done.

The exact answer comes from `obligations.py`. A front falls into parts that have nothing to do with each
other; each part is its own problem, so that a single battle only asks about its own part.
"""

from functools import cached_property, lru_cache

from hexfront.games.trc.board import RIVER, STRAIT
from hexfront.games.trc.combat.obligations import (
    Attacker,
    Battle,
    Debt,
    Defender,
    Plan,
    Problem,
    TooHard,
    after,
    feasible,
    owed,
    possible,
)
from hexfront.games.trc.combat.strength import doubling, fighters, origin_of
from hexfront.games.trc.setup.start import may_attack_first
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.supply import factor
from hexfront.games.trc.zones import zone
from hexfront.grid import members


class Part:
    """One stretch of the front: its problem, and whether it can be solved."""

    def __init__(
        self, attackers: tuple[Attacker, ...], defenders: tuple[Defender, ...], worst: tuple[int, int]
    ) -> None:
        self.problem = Problem(attackers, defenders, worst)

    @cached_property
    def plan(self) -> Plan | None:
        """Battles that meet all duties of this part, or None; no battles where that is too hard to say."""
        try:
            return feasible(self.problem)
        except TooHard:
            return ()

    @property
    def possible(self) -> bool:
        """Can all duties of this part be met? When that is too hard to say they can."""
        return self.plan is not None

    def without(self, battle: Battle) -> Problem:
        """What is left once a battle is fought."""
        return after(self.problem, [battle])

    def allows(self, battle: Battle) -> bool:
        """Does a battle leave the rest possible? It always may if nothing was possible before (12.6)."""
        return not self.possible or possible(self.without(battle))

    @cached_property
    def bound(self) -> bool:
        """Is anything in it a duty?"""
        return any(self.problem.must)

    @property
    def owing(self) -> bool:
        """Is anything in it a duty, and is a way known to meet it? Only then is a player held to it."""
        return self.bound and bool(self.plan)


# A stretch of the front is the same in most of the positions that are compared; what it allows is worked out once.
_part = lru_cache(maxsize=2048)(Part)


class Duties:
    """The combat duties of a position, part by part."""

    def __init__(self, s: TrcState, combat: bool) -> None:
        self._worst = s.edition.weakest
        self.attackers = dict(_attackers(s, combat))
        due = must_hexes(s, combat)
        near: dict[int, list[int]] = {h: [] for h in members(due)}
        for unit, attacker in self.attackers.items():
            for h in attacker.hexes:
                near.setdefault(int(h), []).append(unit)
        self.near = near  # who may attack each hex
        self.defenders = {h: _defender(s, h, bool(due >> h & 1), near[h]) for h in sorted(near)}
        self.parts: list[Part] = []
        self.part_of: dict[int, Part] = {}  # by hex
        self._split()

    def _split(self) -> None:
        near = self.near
        seen: set[int] = set()
        for start in self.defenders:
            if start in seen:
                continue
            hexes, units, todo = [], set(), [start]
            seen.add(start)
            while todo:
                here = todo.pop()
                hexes.append(here)
                for unit in near[here]:
                    if unit in units:
                        continue
                    units.add(unit)
                    for h in self.attackers[unit].hexes:
                        if int(h) not in seen:
                            seen.add(int(h))
                            todo.append(int(h))
            self._add([self.attackers[u] for u in sorted(units)], [self.defenders[h] for h in sorted(hexes)])
        for attacker in self.attackers.values():
            if not attacker.hexes and attacker.must:
                self._add([attacker], [])

    def _add(self, attackers: list[Attacker], defenders: list[Defender]) -> None:
        part = _part(tuple(attackers), tuple(defenders), self._worst)
        self.parts.append(part)
        for defender in defenders:
            self.part_of[int(defender.id)] = part

    @property
    def possible(self) -> bool:
        """Is there a legal set of attacks for everybody?"""
        return all(part.possible for part in self.parts if part.bound)

    def debts(self) -> list[Debt]:
        """What cannot be met: what the moving player still owes."""
        return [debt for part in self.parts if part.bound and not part.possible for debt in owed(part.problem)]


def duties(s: TrcState) -> Duties:
    """The combat duties of this position; worked out once for each."""
    if s.problem is None:
        s.problem = Duties(s, s.phase.fights)
    assert isinstance(s.problem, Duties)
    return s.problem


def standing(s: TrcState) -> Duties:
    """The duties that everybody's place brings, whatever combat phase may be about to begin."""
    return Duties(s, combat=False)


def spent_force(s: TrcState, unit: int) -> bool:
    """Who does not attack in this impulse: fought already (12.5), or won an automatic victory (16.2)."""
    return bool((s.fought | s.victors | (s.old_victors if s.impulse == 2 else 0)) >> unit & 1)


def must_hexes(s: TrcState, combat: bool) -> int:
    """12.31: the enemy hexes that must be attacked: those whose zone holds one of our units (given reading).

    In combat these are fixed when the phase begins.
    """
    if combat:
        return s.due
    side = s.mover
    return s.armed[1 - side] & s.board.grid.spread(s.held_by[side], s.board.zones)


def in_enemy_zone(s: TrcState) -> int:
    """12.1: the units of the moving side that stand in an enemy zone, as a mask."""
    held = s.held_by[s.mover] & zone(s, 1 - s.mover)
    found = 0
    for place in members(held):
        for unit in s.stacks[place]:
            found |= 1 << unit
    for unit in s.drops:
        found |= 1 << unit
    return found & ~(s.edition.bombers | s.edition.partisans)


def targets_of(s: TrcState, unit: int) -> list[int]:
    """12.33, 8.5.2, 3.7: the enemy hexes that this unit may attack."""
    if unit in s.drops:
        return [s.drops[unit]]
    place = s.where[unit]
    near = s.board.near[place] | (1 << s.board.across[place] if place in s.board.across else 0)
    found = members(near & s.held_by[1 - s.mover])
    return [h for h in found if any(not s.fought >> u & 1 for u in s.stacks[h]) and may_attack_first(s, unit, h)]


def _attackers(s: TrcState, combat: bool) -> list[tuple[int, Attacker]]:
    side, board = s.mover, s.board
    front = s.held_by[side] & (board.grid.around(s.held_by[1 - side]))
    must = s.owing if combat else in_enemy_zone(s)
    found = []
    for stack in (*(s.stacks[place] for place in members(front)), *((u,) for u in sorted(s.drops))):
        hexes: frozenset[int] | None = None
        for u in stack:
            if not spent_force(s, u):
                if hexes is None or s.turn <= 1:  # 3.7: in the first impulse each has its own
                    hexes = frozenset(targets_of(s, u))
                found.append((u, Attacker(u, factor(s, u), hexes, bool(must >> u & 1))))
    return found


def _defender(s: TrcState, place: int, must: bool, near: list[int]) -> Defender:
    """An enemy hex, with what river and strait give it against those who all stand beyond (14.1)."""
    total = sum([factor(s, u) for u in fighters(s, place)])
    if doubling(s, place, ()):
        return Defender(place, 2 * total, must)
    origins = {unit: origin_of(s, unit) for unit in near}
    covers = {origin: doubling(s, place, (origin,)) for origin in set(origins.values())}
    behind = []
    for cover in (RIVER, STRAIT):
        if cover in covers.values():
            behind.append((frozenset(u for u in near if covers[origins[u]] is cover), 2 * total))
    return Defender(place, total, must, tuple(behind))


def tell(s: TrcState, debt: Debt) -> str:
    """What is owed, in one sentence."""
    units = s.names(int(u) for u in debt.units)
    hexes = ", ".join(s.board.grid.label(int(h)) for h in debt.hexes)
    if debt.units and not debt.hexes and not debt.need:
        return f"{units} would have no enemy left to attack"
    if debt.hexes and not debt.units and not debt.have:
        return f"nobody would be left to attack {hexes}"
    if debt.units and not debt.hexes:
        return f"{units} would have no legal attack: {debt.have} of {debt.need} factors"
    if debt.hexes and not debt.units:
        return f"{hexes} could not be attacked: {debt.have} of {debt.need} factors"
    return f"{hexes} could not be attacked and {units} not attack together: {debt.have} factors for {debt.need}"
