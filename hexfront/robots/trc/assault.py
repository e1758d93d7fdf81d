"""Attacks of a movement phase: who goes next to which enemy, so that all duties this brings can be met."""

from collections.abc import Iterator

import msgspec

from hexfront.games.trc.combat.mandatory import must_hexes, spent_force, standing
from hexfront.games.trc.combat.obligations import Debt
from hexfront.games.trc.setup.start import may_attack_first
from hexfront.games.trc.stacking import fits
from hexfront.games.trc.state import OFFMAP, TrcState
from hexfront.games.trc.zones import zone
from hexfront.grid import members
from hexfront.grid.bits import merged, union
from hexfront.mechanics import exact
from hexfront.robots.trc.chances import Units, Values, lifted
from hexfront.robots.trc.gauge import Gauge
from hexfront.robots.trc.survey import Survey

_TRIES = 40  # attacks that are made in a phase
_CLOSERS = 4  # units that are tried at each target to shut its way out


class Option(msgspec.Struct):
    """One attack: a target, who goes where, who stands there already, the odds without bombers, its promise."""

    target: int
    places: dict[int, int]
    odds: int
    worth: float
    there: Units = ()


class Assault:
    """Chooses attacks one after the other; `trial` has everybody on the board whose place is certain."""

    def __init__(self, sv: Survey) -> None:
        e = sv.e
        self.sv, self.values = sv, Values(sv)
        self.gauge = Gauge(sv, self.values)
        self.trial: TrcState = sv.s.copy()
        self.free = {u: goals for u, goals in sv.movers.items() if not (e.civilians | e.headquarters) >> u & 1}
        self.risk = sv.mood(sv.w.risk)
        self.base, self.sound = 0.0, False  # what the position is worth, and whether all its duties can be met
        self.chosen: dict[int, int] = {}
        self.found: dict[int, Option | None] = {}
        self.targets: dict[int, Option] = {}
        for unit, goals in self.free.items():
            if self._can_leave(unit, goals):
                self.trial.put(unit, OFFMAP)
        self.stuck = {u for u in self.free if self.trial.where[u] >= 0}

    def _can_leave(self, unit: int, goals: int) -> bool:
        return bool(goals & ~self.sv.zone) or not self.sv.zone >> self.sv.s.where[unit] & 1

    # -- choosing ----------------------------------------------------------------------------------

    def choose(self) -> None:
        """Take the best attack that can be made legal, then the next."""
        self.begin()
        self.seize(self.sv.w.attack_from)

    def begin(self) -> None:
        """Nothing but what is owed anyway, and the attacks that could be made."""
        self._mend()
        worth = self.gauge.worth(self.trial)
        self.base, self.sound = worth or 0.0, worth is not None
        self.found = {t: self._best(t) for t in self._near()}

    def seize(self, bar: float) -> None:
        """All attacks that promise so much, each worked out anew when another one has changed what it needs."""
        for _ in range(_TRIES):
            best = max((o for o in self.found.values() if o), key=lambda o: (o.worth, o.target), default=None)
            if best is None or best.worth < bar:
                return
            if self._take(best, bar):
                self.targets[best.target] = best
                self.found = {t: self._best(t) if self._touched(t, o, best) else o for t, o in self.found.items()}
            else:
                again = self._best(best.target)
                self.found[best.target] = again if again and again.places != best.places else None

    def close(self) -> None:
        """Spare units shut the enemy's way out, from hexes where they are in no zone themselves."""
        for target in list(self.targets):
            exits = self.sv.grid.disc(target, 2) & ~zone(self.trial, self.sv.side) & self.sv.board.land
            found = [self._closing(u, exits) for u in self._left()]
            for _, unit, place in sorted((f for f in found if f), reverse=True)[:_CLOSERS]:
                self._shut(unit, place)

    def _closing(self, unit: int, exits: int) -> tuple[int, int, int] | None:
        """The hex from which a unit would shut most of these."""
        near = self.sv.board.near
        goals = self.free[unit] & ~self.sv.zone & self.sv.supplied & self.sv.grid.around(exits)
        places = [p for p in members(goals) if fits(self.trial, p, (unit,))]
        best = max(((exits & (near[p] | 1 << p)).bit_count(), unit, p) for p in places) if places else None
        return best if best and best[0] else None

    def _shut(self, unit: int, place: int) -> None:
        before = self.trial.where[unit]
        self.trial.put(unit, place)
        self.chosen[unit] = place
        worth = self.gauge.worth(self.trial)
        if worth is not None and worth - self.base - self._cost({unit: place}) > self.sv.w.attack_from:
            self.base = worth
            return
        self.trial.put(unit, before)
        del self.chosen[unit]

    def _touched(self, target: int, option: Option | None, best: Option) -> bool:
        near = self.sv.grid.distance(target, best.target) <= 3
        return near or bool(option and option.places.keys() & best.places.keys())

    def _take(self, option: Option, bar: float) -> bool:
        """Make an attack, unless it no longer can be made, or no longer is worth it."""
        trial, chosen = self.trial, self.chosen
        if option.places.keys() & chosen.keys() or not self._roomy(option):
            return False
        worth, cost = self._made(option)
        if worth is None or (self.sound and worth - self.base - cost < bar):
            self.trial, self.chosen = trial, chosen
            return False
        self.base, self.sound = worth, True
        return True

    def _made(self, option: Option) -> tuple[float | None, float]:
        """What the position is worth with this attack made, and what it costs to bind those who make it possible."""
        before = self.chosen
        self.trial, self.chosen = self.trial.copy(), dict(before)
        for unit, place in option.places.items():
            self._commit(unit, place)
        worth = self.gauge.worth(self.trial)
        if worth is None and self._soak():
            worth = self.gauge.worth(self.trial)
        return worth, self._cost({u: p for u, p in self.chosen.items() if u not in before})

    def _roomy(self, option: Option) -> bool:
        """Is there still room for everybody?"""
        goals = {place: tuple(u for u, p in option.places.items() if p == place) for place in option.places.values()}
        return all(fits(self.trial, place, units) for place, units in goals.items())

    def _best(self, target: int) -> Option | None:
        """The best attack on a hex."""
        return max(self._judged(target), key=lambda option: option.worth, default=None)

    def _judged(self, target: int) -> list[Option]:
        """Attacks on a hex, each tried out on the board; its worth is what the whole position gains."""
        found = []
        for option in self._options(target):
            gain = self._gain(option)
            if gain is not None:
                option.worth = gain
                found.append(option)
        return found

    def _gain(self, option: Option) -> float | None:
        trial, chosen = self.trial, self.chosen
        worth, cost = self._made(option)
        self.trial, self.chosen = trial, chosen
        return None if worth is None else worth - self.base - cost

    def _cost(self, new: dict[int, int]) -> float:
        """What it costs to bind these units: they are not elsewhere, may starve, and the enemy strikes back."""
        sv, cost = self.sv, 0.0
        for unit, place in new.items():
            stack = sum(sv.factor(u, place) for u in self.trial.stacks[place])
            cost += self.sv.value[unit] * (sv.w.used + self.risk * sv.danger(place, stack))
            cost += sv.w.unsupplied * (not sv.supplied >> place & 1)
        return cost

    def _near(self) -> list[int]:
        """Enemy hexes that somebody could attack."""
        reachable = merged(self.free.values())
        board = self.sv.board
        return members(self.sv.enemy & board.grid.spread(reachable | self.trial.held_by[self.sv.side], board.zones))

    def _commit(self, unit: int, place: int) -> None:
        self.trial.put(unit, place)
        self.chosen[unit] = place

    def _legal(self) -> bool:
        return standing(self.trial).possible

    def _left(self) -> list[int]:
        return [u for u in self.free if u not in self.chosen]

    # -- helpers -----------------------------------------------------------------------------------

    def _mend(self) -> None:
        """Units that cannot leave the enemy must attack: bring whom they need, or they surrender (12.6)."""
        if not self._legal():
            self._soak()

    def _soak(self, rounds: int = 4) -> bool:
        """Bring the cheapest unit that helps for each duty that cannot be met."""
        for _ in range(rounds):
            debts = standing(self.trial).debts()
            if not debts:
                return True
            if not self._help(debts[0]):
                return False
        return self._legal()

    def _help(self, debt: Debt) -> bool:
        hexes = [int(h) for h in debt.hexes]
        if not hexes:
            near = self.sv.grid.around(union(self.trial.where[int(u)] for u in debt.units))
            hexes = members(near & self.sv.enemy)
        best = min(self._helpers(hexes, max(0, debt.need - debt.have)), default=None)
        if best is None:
            return False
        self._commit(best[1], best[2])
        return True

    def _helpers(self, hexes: list[int], missing: int) -> Iterator[tuple[float, int, int]]:
        """Units that can come next to one of these enemies, with what they would cost."""
        ring, due = merged(self.sv.board.near[h] for h in hexes), must_hexes(self.trial, combat=False)
        for unit in self._left():
            if spent_force(self.sv.s, unit):
                continue
            for place in members(self.free[unit] & ring):
                if fits(self.trial, place, (unit,)) and any(may_attack_first(self.sv.s, unit, h) for h in hexes):
                    lacking = max(0, missing - self.sv.factor(unit, place))
                    yield self.sv.w.soak * self.sv.value[unit] + 3 * lacking + self._trouble(place, due), unit, place

    def _trouble(self, place: int, due: int) -> float:
        """What new enemies a unit there would have to attack would cost."""
        new = self.sv.board.near[place] & self.sv.s.armed[self.sv.foe] & ~due
        return exact.total(2.0 + 0.1 * self.values.defence(h) for h in members(new))

    # -- one target --------------------------------------------------------------------------------

    def _options(self, target: int) -> list[Option]:
        """Some attacks on a hex with whoever is left: by the strong or by the slow, close together or around it."""
        due = must_hexes(self.trial, combat=False)
        places = self._origins(target, due)
        found: dict[tuple[tuple[int, int], ...], Option] = {}
        for around in (False, True):
            for slow in (False, True):
                option = self._gather(target, places, due, slow, around)
                if option and self._hopeful(option):
                    found.setdefault(tuple(sorted(option.places.items())), option)
        return list(found.values())

    def _hopeful(self, option: Option) -> bool:
        return option.worth > self.sv.w.hopeful

    def _gather(self, target: int, places: dict[int, float], due: int, slow: bool, around: bool) -> Option | None:
        """Add unit after unit, and keep the number of them that promises most at a glance."""
        where, there = self.trial.where.copy(), self._standing_there(target)
        units, best, cost = there, None, 0.0
        for unit, place in self._join(target, places, slow, around):
            new = self.sv.board.near[place] & self.sv.s.armed[self.sv.foe] & ~due & ~(1 << target)
            cost += exact.total(1.5 + 0.1 * self.values.defence(h) for h in members(new))
            due |= new
            where[unit] = place
            units = (*units, unit)
            best = self._better(best, target, units, where, cost, there)
        return best

    def _origins(self, target: int, due: int) -> dict[int, float]:
        """The hexes from which it can be attacked, with what else one meets there."""
        sv, board = self.sv, self.sv.board
        found = {}
        for place in members(board.near[target] & board.land & ~sv.enemy):
            supply = 0.0 if sv.supplied >> place & 1 else sv.w.unsupplied
            found[place] = self._trouble(place, due | 1 << target) + supply - sv.spoils.get(place, 0.0)
        return found

    def _standing_there(self, target: int) -> Units:
        """Who already stands next to it and is not needed against others."""
        engaged = {u for t, o in self.targets.items() if t != target for u in o.places}
        near = self.sv.board.near[target] & self.trial.held_by[self.sv.side]
        found = [u for p in members(near) for u in self.trial.stacks[p] if u not in engaged]
        return tuple(u for u in found if not spent_force(self.sv.s, u) and may_attack_first(self.sv.s, u, target))

    def _join(self, target: int, places: dict[int, float], slow: bool, around: bool) -> Iterator[tuple[int, int]]:
        """Who comes next and where to: to the hex with the least trouble, or where the enemy's way out is."""
        ring, room = self.sv.board.near[target], self.trial.copy()
        able = [u for u in self._left() if self.free[u] & ring and may_attack_first(self.sv.s, u, target)]
        able = [u for u in able if not spent_force(self.sv.s, u)]
        open_ = ring & self.sv.board.land & ~zone(room, self.sv.side)
        used = 0
        for unit in sorted(able, key=lambda u: self._rank(u, target, slow)):
            goals = [p for p in members(self.free[unit] & ring) if p in places and fits(room, p, (unit,))]
            if not goals:
                continue
            shuts = {p: (open_ & (self.sv.board.near[p] | 1 << p)).bit_count() if around else 0 for p in goals}
            place = min(goals, key=lambda p: (-1.5 * shuts[p] + (0.0 if used >> p & 1 else places[p] + 0.3), p))
            used |= 1 << place
            open_ &= ~(self.sv.board.near[place] | 1 << place)
            room.put(unit, place)
            yield unit, place

    def _rank(self, unit: int, target: int, slow: bool) -> tuple[int, int, int]:
        reach = self.free[unit].bit_count() if slow else 0
        return reach, -self.sv.factor(unit, target), unit

    def _better(
        self, best: Option | None, target: int, units: Units, where: list[int], cost: float, there: Units
    ) -> Option | None:
        column = self.values.odds(where, units, (target,))
        if column < self.sv.e.worst:
            return best
        flown = lifted(self.sv.e, column, self.sv.e.shifts[self.sv.side] if self.gauge.bombers else 0)
        worth = self.values.battle(where, units, (target,), max(column, flown), False) - cost
        worth -= self.sv.w.used * exact.total(self.sv.value[u] for u in units if u not in there)
        worth += exact.total(self.sv.spoils.get(place, 0.0) for place in {where[u] for u in units if u not in there})
        if best is None or worth > best.worth + 0.2:
            return Option(target, {u: where[u] for u in units if u not in there}, column, worth, there)
        return best
