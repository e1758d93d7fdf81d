"""The search behind mandatory combat: who attacks whom, so that nobody is left out. Masks only, no game.

Bit i of a mask of units is unit i, bit j of a mask of hexes is enemy hex j. Two things keep the search small.
More attackers never hurt a battle, so a unit that has to attack is served as soon as there is a battle whose
hexes it touches all: it joins at the end. And an enemy who need not be attacked is only ever fought alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexfront.grid import members

# The hexes of a battle and its attackers.
Fight = tuple[int, int]
# While all attackers of a battle are in such a mask, the hex defends with this strength.
Behind = Sequence[tuple[int, int]]


class TooHard(Exception):
    """The search was given up after so many steps; it is not known whether there is a way."""


class Field:
    """Units and enemy hexes as masks: who touches whom, how strong each is, and which odds are the worst allowed."""

    def __init__(
        self,
        strength: Sequence[int],
        touch: Sequence[int],
        plain: Sequence[int],
        behind: Sequence[Behind],
        worst: tuple[int, int],
    ) -> None:
        self.strength, self.touch, self.plain, self.behind = strength, touch, plain, behind
        self.down, self.up = worst
        self.near = [0] * len(plain)
        for a, hexes in enumerate(touch):
            for d in members(hexes):
                self.near[d] |= 1 << a
        self.shifting = sum(1 << d for d, ways in enumerate(behind) if ways)
        self._totals: dict[int, int] = {0: 0}
        self._legal: dict[Fight, bool] = {}

    def total(self, units: int) -> int:
        """Return the attack factors of these units together."""
        found = self._totals.get(units)
        if found is None:
            found = self._totals[units] = sum(self.strength[a] for a in members(units))
        return found

    def common(self, hexes: int) -> int:
        """Return the units that touch all of these hexes."""
        mask = -1
        for d in members(hexes):
            mask &= self.near[d]
        return mask

    def defence(self, hexes: int, units: int) -> int:
        """Return the strength of these hexes against these attackers: doubled where all of them are across."""
        total = 0
        for d in members(hexes):
            total += max((more for across, more in self.behind[d] if not units & ~across), default=self.plain[d])
        return total

    def needed(self, defence: int) -> int:
        """Return the fewest attack factors that reach the worst allowed odds against this defence."""
        return max(1, -(-defence * self.down // self.up))

    def legal(self, hexes: int, units: int) -> bool:
        """Tell whether these units together reach the worst allowed odds against these hexes."""
        found = self._legal.get((hexes, units))
        if found is None:
            found = self.total(units) >= self.needed(self.defence(hexes, units))
            self._legal[hexes, units] = found
        return found

    def stands_in(self, a: int, b: int, hexes: int) -> bool:
        """Tell whether unit a does against these hexes all that unit b can do there."""
        theirs = self.touch[b] & hexes
        if self.strength[a] < self.strength[b] or theirs & ~self.touch[a]:
            return False
        ways = (across for d in members(theirs & self.shifting) for across, _ in self.behind[d])
        return not any(across >> a & 1 and not across >> b & 1 for across in ways)


def joined(near: Sequence[int], touch: Sequence[int], seed: int, free: int, hexes: int) -> Fight:
    """Return the hexes and the units that hang together with one hex."""
    seen, units, new = seed, 0, seed
    while new:
        more = 0
        for d in members(new):
            more |= near[d]
        more &= free & ~units
        units |= more
        new = 0
        for a in members(more):
            new |= touch[a]
        new &= hexes & ~seen
        seen |= new
    return seen, units


class Search:
    """Looks for a set of battles; what has failed once is remembered."""

    def __init__(self, field: Field, budget: int) -> None:
        self.field, self.budget, self.steps = field, budget, 0
        self._trouble = [1] * len(field.plain)
        self._failed: set[tuple[int, int, int, int]] = set()

    def find(self, free: int, must: int, spare: int, units: int) -> list[Fight] | None:
        """Return battles of free units so that each `must` hex is fought and each of `units` can join one.

        Hexes of `spare` may be fought. None when there is no way; TooHard when the budget is spent.
        """
        battles: list[Fight] = []
        alive = self._alive(free, must | spare)
        if self._stuck(must, units, alive):
            return None
        for part in self.parts(free, must, spare & alive, units):
            found = self._part(*part)
            if found is None:
                return None
            battles += found
        return battles

    def _stuck(self, must: int, units: int, alive: int) -> bool:
        """Tell whether somebody is out of reach of a legal attack already, and remember where that was."""
        touch = self.field.touch
        trouble = must & ~alive
        cut_off = next((u for u in members(units) if not touch[u] & alive), None)
        if cut_off is not None:
            trouble |= touch[cut_off]
        for d in members(trouble):
            self._trouble[d] += 1
        return bool(must & ~alive) or cut_off is not None

    def _alive(self, free: int, hexes: int) -> int:
        """Return the hexes that can be attacked if everybody who touches them joins."""
        legal, near = self.field.legal, self.field.near
        alive = 0
        for d in members(hexes):
            if legal(1 << d, near[d] & free):
                alive |= 1 << d
        return alive

    def parts(self, free: int, must: int, spare: int, units: int) -> list[tuple[int, int, int, int]]:
        """Split what is left where nothing hangs together any more, the smallest part first."""
        parts = []
        left = hexes = must | spare
        while left:
            some, who = joined(self.field.near, self.field.touch, left & -left, free, hexes)
            left &= ~some
            if some & must or who & units:
                parts.append((who, some & must, some & spare, who & units))
        return sorted(parts, key=lambda part: part[0].bit_count())

    def _part(self, free: int, must: int, spare: int, units: int) -> list[Fight] | None:
        key = (free, must, spare, units)
        if key in self._failed:
            return None
        self._spend()
        if self._enough(free, must):
            quick = self._quick(free, must, units)
            if quick is not None:
                return quick
            for hexes, force in self._options(free, must, spare, units):
                served = self.field.common(hexes)
                rest = self.find(free & ~force, must & ~hexes, spare & ~hexes, units & ~served)
                if rest is not None:
                    return [(hexes, force), *rest]
        self._failed.add(key)
        return None

    def _quick(self, free: int, must: int, units: int) -> list[Fight] | None:
        """Try the obvious: each hex alone, the scarcest first, by whoever is least use elsewhere. Mostly it works."""
        near, touch = self.field.near, self.field.touch
        if any(not touch[u] & must for u in members(units)):
            return None
        battles = []
        left = must
        for d in sorted(members(must), key=lambda d: (near[d] & free).bit_count()):
            left ^= 1 << d
            force = self._handy(1 << d, near[d] & free, left)
            if not force:
                return None
            free &= ~force
            battles.append((1 << d, force))
        return battles

    def _handy(self, hex_: int, who: int, rest: int) -> int:
        """Return one unit that is enough for this hex, or the first few, those of least use elsewhere first."""
        touch, strength, legal = self.field.touch, self.field.strength, self.field.legal
        force = 0
        order = sorted(members(who), key=lambda a: ((touch[a] & rest).bit_count(), strength[a]))
        for a in order:
            if legal(hex_, 1 << a):
                return 1 << a
        for a in order:
            force |= 1 << a
            if legal(hex_, force):
                return force
        return 0

    def _spend(self) -> None:
        self.steps += 1
        if self.steps > self.budget:
            raise TooHard(f"no answer within {self.budget} steps")

    def _enough(self, free: int, must: int) -> bool:
        """Tell whether all units together have the factors that all hexes together take at the very least."""
        least = sum(self.field.plain[d] for d in members(must))
        return self.field.total(free) * self.field.up >= least * self.field.down

    def _options(self, free: int, must: int, spare: int, units: int) -> Iterator[Fight]:
        """Run through the battles for the scarcest hex, or for the unit with fewest hexes when none is left.

        Scarce is what few units touch, and what made trouble before.
        """
        near, touch = self.field.near, self.field.touch
        if must:
            scarce = min(members(must), key=lambda d: (near[d] & free).bit_count() / self._trouble[d])
            groups = self._groups(1 << scarce, free, must)
        else:
            scarce = min(members(units), key=lambda u: (touch[u] & spare).bit_count())
            groups = [1 << d for d in members(touch[scarce] & spare)]
        for hexes in groups:
            for force in self._forces(hexes, free, (must | spare) & ~hexes):
                if not self._splits(hexes, force):
                    yield hexes, force

    def _groups(self, hex_: int, free: int, must: int) -> list[int]:
        """Return the sets of hexes that one battle with this hex may have, the small ones first."""
        groups = {hex_}
        for whole in {self.field.touch[a] & must for a in members(self.field.near[hex_.bit_length() - 1] & free)}:
            others = sub = whole & ~hex_
            while sub:
                groups.add(sub | hex_)
                sub = (sub - 1) & others
        fit = [g for g in groups if self.field.legal(g, self.field.common(g) & free)]
        return sorted(fit, key=lambda g: (g.bit_count(), g))

    def _forces(self, hexes: int, free: int, rest: int) -> list[int]:
        """Return the attackers to try against these hexes: everyone of no use elsewhere, and as few others as do."""
        touch = self.field.touch
        who = members(self.field.common(hexes) & free)
        tied = sum(1 << a for a in who if not touch[a] & rest)
        if self.field.legal(hexes, tied):
            return [tied]
        loose = [a for a in who if touch[a] & rest]
        loose.sort(key=lambda a: ((touch[a] & rest).bit_count(), self.field.strength[a], touch[a]))
        found: list[int] = []
        self._grow(hexes, tied, loose, found)
        return [force for force in found if not self._wasteful(hexes, force & ~tied, tied, loose, rest)]

    def _grow(self, hexes: int, force: int, loose: list[int], found: list[int]) -> None:
        """Add units of the list to the force until it is enough."""
        legal = self.field.legal
        for i, a in enumerate(loose):
            if not legal(hexes, force | sum(1 << b for b in loose[i:])):
                return
            if legal(hexes, force | 1 << a):
                found.append(force | 1 << a)
            else:
                self._spend()
                self._grow(hexes, force | 1 << a, loose[i + 1 :], found)

    def _wasteful(self, hexes: int, picked: int, tied: int, loose: list[int], rest: int) -> bool:
        """Tell whether a picked unit is not needed, or a less useful one could take its place."""
        legal, stands_in = self.field.legal, self.field.stands_in
        for a in members(picked):
            others = tied | picked & ~(1 << a)
            if legal(hexes, others):
                return True
            for b in loose:
                if picked >> b & 1 or not stands_in(a, b, rest) or not legal(hexes, others | 1 << b):
                    continue
                if b < a or not stands_in(b, a, rest):
                    return True
        return False

    def _splits(self, hexes: int, force: int) -> bool:
        """Tell whether this is two battles in one: apart they leave the others more freedom."""
        if hexes & (hexes - 1) == 0 or not 2 <= force.bit_count() <= 4:
            return False
        half = (hexes - 1) & hexes
        while half:
            some = (force - 1) & force
            while some:
                if self.field.legal(half, some) and self.field.legal(hexes & ~half, force & ~some):
                    return True
                some = (some - 1) & force
            half = (half - 1) & hexes
        return False
