"""Mandatory combat: who must attack, who must be attacked, and whether all of it can still be done.

A battle has one or more enemy hexes and one or more attackers, and each attacker is adjacent to every hex of its
battle. Nobody fights twice. Units that must attack do, hexes that must be attacked are, and no attack is made
below the worst odds allowed, so that a soak-off may be weak but never hopeless. The game says who touches whom,
how strong each is and who must; the answers here are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from hexfront.games.trc.combat.assignment import Field, Fight, Search, TooHard
from hexfront.grid import members
from hexfront.grid.bits import union

__all__ = ["Attacker", "Battle", "Debt", "Defender", "Id", "Plan", "Problem", "TooHard"]
__all__ += ["after", "fault", "feasible", "owed", "possible"]

# A unit or a hex as the game calls it.
Id = int | str

# Steps after which a search is given up, half a second or so; the same problem always takes the same steps.
BUDGET = 20_000


class Attacker(NamedTuple):
    """A unit of the moving side: its factors, the enemy hexes it may attack, and whether it has to."""

    id: Id
    strength: int
    hexes: frozenset[Id]
    must: bool = True


class Defender(NamedTuple):
    """An enemy hex: its factors all together, whether it has to be attacked, and what its terrain gives.

    `behind` says how strong it is when ALL attackers of its battle are among these: across the river, beyond the
    strait. Where several apply the highest counts; what holds against everybody belongs into `strength`.
    """

    id: Id
    strength: int
    must: bool = True
    behind: tuple[tuple[frozenset[Id], int], ...] = ()


class Battle(NamedTuple):
    """One attack: the enemy hexes, and all who attack them."""

    hexes: tuple[Id, ...]
    attackers: tuple[Id, ...]


Plan = tuple[Battle, ...]


class Debt(NamedTuple):
    """Duties that cannot be met together, though without any one of them the others could.

    `need` is what the worst allowed odds take against these hexes, each fought alone and by everybody near;
    `have` is all that touches them, and if there is enough of it, it stands in the wrong places. When only units
    are named, both are of the enemy who is nearest to a legal attack.
    """

    hexes: tuple[Id, ...]
    units: tuple[Id, ...]
    need: int
    have: int

    def text(self, name: Callable[[Id], str] = str) -> str:
        """Say what is owed in one sentence."""
        if not self.hexes and len(self.units) == 1:
            if not self.need:
                return f"{name(self.units[0])} has no enemy to attack"
            return f"{name(self.units[0])} has no legal attack: {self.have} of {self.need} factors"
        if not self.units and len(self.hexes) == 1:
            return f"{name(self.hexes[0])} must be attacked: {self.have} of {self.need} factors"
        told = [f"attack {_listed(self.hexes, name)}"] if self.hexes else []
        told += [f"find an attack for {_listed(self.units, name)}"] if self.units else []
        return f"there is no way to {' and '.join(told)}: {self.have} factors for {self.need}"


def _listed(ids: Sequence[Id], name: Callable[[Id], str]) -> str:
    *most, last = map(name, ids)
    return f"{', '.join(most)} and {last}" if most else last


@dataclass(frozen=True)
class Problem:
    """All units and enemy hexes of a combat phase, and the worst odds allowed, as attackers to defenders."""

    attackers: tuple[Attacker, ...]
    defenders: tuple[Defender, ...]
    worst: tuple[int, int] = (1, 6)

    def __post_init__(self) -> None:
        hexes = self.hexes
        if len(hexes) < len(self.defenders) or len(self.units) < len(self.attackers):
            raise ValueError("a unit or a hex is named twice")
        if min(self.worst) < 1:
            raise ValueError(f"there are no odds of {self.worst[0]} against {self.worst[1]}")
        for unit in self.attackers:
            if unit.strength < 0 or not unit.hexes <= hexes.keys():
                raise ValueError(f"{unit.id} has less than no factors, or may attack a hex that is not listed")
        for enemy in self.defenders:
            if enemy.strength < 0 or any(more < enemy.strength for _, more in enemy.behind):
                raise ValueError(f"{enemy.id} has less than no factors, or its terrain takes some away")

    @cached_property
    def units(self) -> dict[Id, int]:
        """The place of each unit in the masks."""
        return {unit.id: i for i, unit in enumerate(self.attackers)}

    @cached_property
    def hexes(self) -> dict[Id, int]:
        """The place of each hex in the masks."""
        return {enemy.id: i for i, enemy in enumerate(self.defenders)}

    @cached_property
    def must(self) -> Fight:
        """The hexes that must be attacked and the units that must attack."""
        hexes = union(i for i, enemy in enumerate(self.defenders) if enemy.must)
        return hexes, union(i for i, unit in enumerate(self.attackers) if unit.must)

    @property
    def all(self) -> Fight:
        """All enemy hexes and all units."""
        return (1 << len(self.defenders)) - 1, (1 << len(self.attackers)) - 1

    @cached_property
    def field(self) -> Field:
        """The same as masks."""
        place, units = self.hexes, self.units
        across = [[(union(units[u] for u in who if u in units), n) for who, n in d.behind] for d in self.defenders]
        touch = [union(place[h] for h in unit.hexes) for unit in self.attackers]
        strength = [unit.strength for unit in self.attackers]
        return Field(strength, touch, [d.strength for d in self.defenders], across, self.worst)

    def named(self, hexes: int, units: int) -> Battle:
        """Return the names of masks."""
        names = tuple(self.defenders[d].id for d in members(hexes))
        return Battle(names, tuple(self.attackers[a].id for a in members(units)))


def possible(problem: Problem, budget: int = BUDGET) -> bool:
    """Tell whether there is a legal set of attacks that leaves nobody out; when it is too hard to say there is."""
    must, units = problem.must
    every_hex, everyone = problem.all
    try:
        return Search(problem.field, budget).find(everyone, must, every_hex & ~must, units) is not None
    except TooHard:
        return True


def feasible(problem: Problem, budget: int = BUDGET) -> Plan | None:
    """Return a legal set of attacks that leaves nobody out, or None when there is none; `owed` tells why.

    TooHard when the budget is spent first.
    """
    must, units = problem.must
    every_hex, everyone = problem.all
    fights = Search(problem.field, budget).find(everyone, must, every_hex & ~must, units)
    if fights is None:
        return None
    left = units
    for _, force in fights:
        left &= ~force
    battles = []
    for hexes, force in fights:
        joining = left & problem.field.common(hexes)
        left &= ~joining
        battles.append(problem.named(hexes, force | joining))
    return tuple(battles)


def after(problem: Problem, chosen: Iterable[Battle]) -> Problem:
    """Return what is left when these battles are fought: their units and hexes are out of it."""
    battles = list(chosen)
    hexes = [h for battle in battles for h in battle.hexes]
    units = [u for battle in battles for u in battle.attackers]
    gone, fought = frozenset(hexes), frozenset(units)
    if len(gone) < len(hexes) or len(fought) < len(units):
        raise ValueError("nobody fights twice")
    if not (gone <= problem.hexes.keys() and fought <= problem.units.keys()):
        raise ValueError("a battle names somebody who is not there")
    return replace(
        problem,
        attackers=tuple(u._replace(hexes=u.hexes - gone) for u in problem.attackers if u.id not in fought),
        defenders=tuple(d for d in problem.defenders if d.id not in gone),
    )


def fault(problem: Problem, battle: Battle, name: Callable[[Id], str] = str) -> str:
    """Return what is wrong with a battle in itself, or nothing when it is legal."""
    if not battle.hexes or not battle.attackers:
        return "a battle takes an attacker and an enemy"
    strangers = [u for u in battle.attackers if u not in problem.units]
    if strangers:
        return f"{_listed(strangers, name)} cannot attack now"
    for u in battle.attackers:
        far = [h for h in battle.hexes if h not in problem.attackers[problem.units[u]].hexes]
        if far:
            return f"{name(u)} cannot attack {_listed(far, name)}"
    field = problem.field
    hexes, units = union(problem.hexes[h] for h in battle.hexes), union(problem.units[u] for u in battle.attackers)
    if field.legal(hexes, units):
        return ""
    need = field.needed(field.defence(hexes, units))
    return f"{field.total(units)} factors are too few against {_listed(battle.hexes, name)}: it takes {need}"


def owed(problem: Problem, budget: int = BUDGET) -> tuple[Debt, ...]:
    """Return what keeps the moving player from a legal set of attacks; nothing exactly when there is one.

    First each hex that not even all its neighbours together may attack and each unit without any legal attack,
    then the duties that only clash with each other. No duty is named twice. The budget is for all of it: once it
    is spent what is not known to clash counts as possible, and a clash may name more than it has to.
    """
    found = _alone(problem)
    must, units = problem.must
    every_hex, everyone = problem.all
    for core in found:
        must, units = must & ~core[0], units & ~core[1]
    search = Search(problem.field, budget)
    for part in search.parts(everyone, must, every_hex & ~must, units):
        found += _clashes(search, *part)
    return tuple(_debt(problem, *core) for core in found)


def _alone(problem: Problem) -> list[Fight]:
    """Return the duties that cannot be met whatever the others do."""
    field = problem.field
    alive = union(d for d, near in enumerate(field.near) if field.legal(1 << d, near))
    must, units = problem.must
    hexes = [(1 << d, 0) for d in members(must & ~alive)]
    return hexes + [(0, 1 << u) for u in members(units) if not field.touch[u] & alive]


def _clashes(search: Search, free: int, must: int, spare: int, units: int) -> list[Fight]:
    """Return the duties of one part of the front that clash, each clash as few of them as can be."""

    def fails(duties: Fight) -> bool:
        try:
            return search.find(free, duties[0], (must | spare) & ~duties[0], duties[1]) is None
        except TooHard:
            return False

    found: list[Fight] = []
    left = must, units
    while fails(left):
        duties = [(1 << d, 0) for d in members(left[0])] + [(0, 1 << u) for u in members(left[1])]
        core = _sum(_narrow(fails, [], False, duties))
        left = left[0] & ~core[0], left[1] & ~core[1]
        found.append(core)
    return found


def _narrow(fails: Callable[[Fight], bool], kept: list[Fight], grown: bool, duties: list[Fight]) -> list[Fight]:
    """Return those of the duties that cannot be spared beside the kept ones, by halving them again and again.

    Where there is a choice the first are kept and the last are spared.
    """
    if grown and fails(_sum(kept)):
        return []
    if len(duties) == 1:
        return duties
    first, second = duties[: len(duties) // 2], duties[len(duties) // 2 :]
    late = _narrow(fails, kept + first, True, second)
    return _narrow(fails, kept + late, bool(late), first) + late


def _sum(duties: list[Fight]) -> Fight:
    return sum(d for d, _ in duties), sum(u for _, u in duties)


def _debt(problem: Problem, hexes: int, units: int) -> Debt:
    field = problem.field
    if hexes:
        need = sum(_least(field, d) for d in members(hexes))
        have = field.total(union(a for a, touched in enumerate(field.touch) if touched & hexes))
    else:
        reached = {d for u in members(units) for d in members(field.touch[u])}
        chances = [(_least(field, d), field.total(field.near[d])) for d in sorted(reached)]
        need, have = min(chances, key=lambda chance: chance[0] - chance[1], default=(0, 0))
    return Debt(*problem.named(hexes, units), need, have)


def _least(field: Field, d: int) -> int:
    """Return the factors it takes against one hex when everyone who touches it attacks."""
    return field.needed(field.defence(1 << d, field.near[d]))
