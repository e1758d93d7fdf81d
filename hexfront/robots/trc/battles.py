"""Who attacks whom, once everybody stands where he stands: a legal plan, bettered step by step."""

from collections.abc import Iterator

from hexfront.games.trc.combat.mandatory import Duties, Part
from hexfront.mechanics import exact
from hexfront.robots.trc.chances import Hexes, Units, Values

_ROUNDS = 60
Fight = tuple[Hexes, Units]


def melees(values: Values, found: Duties, where: list[int], shut: int) -> list["Melee"]:
    """The stretches of a front in which somebody has to fight, or wants to, with the best battles in each."""
    parts = (part for part in found.parts if wanted(values, part) and part.possible)
    return [fought(values, part, where, shut) for part in parts]


def wanted(values: Values, part: Part) -> bool:
    """Has somebody to fight there, or is there somebody who is worth it all the same?"""
    return part.bound or any(values.sv.quarry >> int(d.id) & 1 for d in part.problem.defenders)


def fought(values: Values, part: Part, where: list[int], shut: int) -> "Melee":
    """The best battles that were found for one stretch."""
    melee = Melee(values, part, where, shut)
    melee.better()
    return melee


class Melee:
    """One stretch of the front: battles by their targets, each unit in one of them or in none."""

    def __init__(self, values: Values, part: Part, where: list[int], shut: int) -> None:
        self.values, self.where, self.shut = values, where, shut  # `shut`: where the enemy cannot retreat to
        self.touch = {int(a.id): frozenset(int(h) for h in a.hexes) for a in part.problem.attackers}
        self.must = {int(a.id) for a in part.problem.attackers if a.must}
        self.due = {int(d.id) for d in part.problem.defenders if d.must}
        self.stuka: set[int] = set()  # targets that have a bomber
        self.shift = 0
        self._worth: dict[tuple[Hexes, Units, bool], float] = {}
        self.fights = self._start(part)

    def _start(self, part: Part) -> dict[Hexes, Units]:
        """The battles that are owed; and one without anybody for whoever is wanted, to be joined."""
        owed = {tuple(int(h) for h in b.hexes): tuple(sorted(int(u) for u in b.attackers)) for b in part.plan or ()}
        fought = {h for hexes in owed for h in hexes}
        free = (int(d.id) for d in part.problem.defenders if self.values.sv.quarry >> int(d.id) & 1)
        return owed | {(h,): () for h in free if h not in fought}

    def worth(self, hexes: Hexes, units: Units) -> float:
        """What one battle is worth; an illegal one less than anything."""
        flown = any(h in self.stuka for h in hexes)
        key = (hexes, units, flown)
        if key not in self._worth:
            self._worth[key] = self._judge(hexes, units, flown)
        return self._worth[key]

    def _judge(self, hexes: Hexes, units: Units, flown: bool) -> float:
        if not units:
            return -1e6 if self.due.intersection(hexes) else 0.0
        values = self.values
        column = values.odds(self.where, units, hexes)
        if column < values.sv.e.worst:
            return -1e6
        column = values.odds(self.where, units, hexes, self.shift) if flown else column
        return values.battle(self.where, units, hexes, column, self.trapped(hexes))

    def trapped(self, hexes: Hexes) -> bool:
        """Have the enemies there nowhere to go?"""
        return self.values.sv.trapped(hexes, self.shut)

    def lift(self, fight: Fight, shift: int) -> float:
        """What a bomber would add to a battle."""
        hexes, units = fight
        column = self.values.odds(self.where, units, hexes, shift)
        return self.values.battle(self.where, units, hexes, column, self.trapped(hexes)) - self.worth(hexes, units)

    def better(self) -> None:
        """Move single units from battle to battle as long as that pays."""
        for _ in range(_ROUNDS):
            if not (self._shift_units() or self._split()):
                break
        self.fights = {hexes: units for hexes, units in self.fights.items() if units}

    def _shift_units(self) -> bool:
        changed = False
        for unit, touch in self.touch.items():
            here = next((h for h, units in self.fights.items() if unit in units), None)
            best, to = 1e-6, here
            for there in list(self.fights):
                if there != here and touch.issuperset(there):
                    gain = self._gain(unit, here, there)
                    if gain > best:
                        best, to = gain, there
            if here is not None and unit not in self.must and self._gain(unit, here, None) > best:
                to = None
            if to != here:
                self._put(unit, here, to)
                changed = True
        return changed

    def _gain(self, unit: int, here: Hexes | None, there: Hexes | None) -> float:
        gain = 0.0
        if here is not None:
            old = self.fights[here]
            gain += self.worth(here, tuple(u for u in old if u != unit)) - self.worth(here, old)
        if there is not None:
            old = self.fights[there]
            gain += self.worth(there, tuple(sorted((*old, unit)))) - self.worth(there, old)
        return gain

    def _put(self, unit: int, here: Hexes | None, there: Hexes | None) -> None:
        if here is not None:
            self.fights[here] = tuple(u for u in self.fights[here] if u != unit)
            if not self.fights[here]:
                del self.fights[here]
        if there is not None:
            self.fights[there] = tuple(sorted((*self.fights.get(there, ()), unit)))

    def _split(self) -> bool:
        """A battle against several hexes as two, or two battles of the same neighbours as one."""
        for new, old in list(self._recasts()):
            if any(h not in self.fights for h in old):
                continue
            gain = exact.total(self.worth(h, u) for h, u in new) - exact.total(
                self.worth(h, self.fights[h]) for h in old
            )
            if gain > 1e-6:
                for h in old:
                    del self.fights[h]
                self.fights.update(new)
                return True
        return False

    def _recasts(self) -> Iterator[tuple[list[Fight], list[Hexes]]]:
        for hexes, units in self.fights.items():
            if len(hexes) > 1 and len(units) > 1:
                weak = sorted(units, key=lambda u: self.values.sv.factor(u, self.where[u]))
                for h in hexes:
                    rest = tuple(x for x in hexes if x != h)
                    yield [((h,), tuple(sorted(weak[1:]))), (rest, (weak[0],))], [hexes]
                    yield [((h,), (weak[0],)), (rest, tuple(sorted(weak[1:])))], [hexes]
        pairs = [(a, b) for a in self.fights for b in self.fights if a < b]
        for a, b in pairs:
            together, units = tuple(sorted(a + b)), tuple(sorted(self.fights[a] + self.fights[b]))
            if all(self.touch[u].issuperset(together) for u in units):
                yield [(together, units)], [a, b]

    def total(self) -> float:
        """What the whole plan is worth."""
        return exact.total(self.worth(h, u) for h, u in self.fights.items())
