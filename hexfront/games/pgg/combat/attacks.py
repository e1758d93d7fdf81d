"""Chapters 9.1 and 9.2: who may attack whom."""

import random
from collections.abc import Iterator
from itertools import combinations

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Hexes, Units
from hexfront.games.pgg.combat.results import fight
from hexfront.games.pgg.counters import SOVIET, ending
from hexfront.games.pgg.leaders import can_attack
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.supply import Lines
from hexfront.games.pgg.untried import is_division
from hexfront.grid import members
from hexfront.grid.bits import pick, union
from hexfront.mechanics.choices import joined, may, subsets


def attacking_side(s: PggState) -> int:
    """Whose combat phase it is."""
    return s.phase.side


class Attack(Verb[PggState]):
    """9.1, 9.2: adjacent units attack everything in one hex, or in several that all of them touch."""

    name = "attack"
    form = Form(Units(), Hexes())
    rule = "9.1"

    def offers(self, s: PggState) -> Iterator[Order]:
        lines = Lines(s)
        for place in members(self._targets(s)):
            yield from self._groups(s, self._ready(s, place, lines), (place,), lines)
        yield from self._double(s, lines)

    def _double(self, s: PggState, lines: Lines) -> Iterator[Order]:
        """9.2: attacks on two neighbouring hexes at once."""
        grid, targets = s.board.grid, self._targets(s)
        for a in members(targets):
            for b in members(grid.around(1 << a) & targets & ~((1 << a) - 1)):
                both = [u for u in self._ready(s, a, lines) if grid.direction(s.where[u], b) >= 0]
                yield from self._groups(s, both, (a, b), lines)

    def _groups(self, s: PggState, ready: list[int], at: tuple[int, ...], lines: Lines) -> Iterator[Order]:
        """The attacks of everybody who can come, then of fewer. What binds leaders binds them within their stack."""
        stacks: dict[int, list[int]] = {}
        for unit in ready:
            stacks.setdefault(s.where[unit], []).append(unit)
        parts = (self._parts(s, here, at, lines) for here in stacks.values())
        for units in joined(parts):
            order = Order("attack", units, at=at)
            if may(self.check, s, order, lines):
                yield order

    def _parts(self, s: PggState, stack: list[int], at: tuple[int, ...], lines: Lines) -> Iterator[tuple[int, ...]]:
        """What of a stack could attack without the others."""
        for some in subsets(stack, largest_first=True):
            if may(self.check, s, Order("attack", some, at=at), lines):
                yield some

    def about(self, s: PggState, units: tuple[int, ...]) -> Iterator[Order]:
        """Each hex that all of them touch, then pairs of such hexes."""
        grid, common, lines = s.board.grid, self._targets(s), Lines(s)
        for unit in units:
            common &= grid.around(1 << s.where[unit]) if s.where[unit] >= 0 else 0
        hexes = members(common) if units else []
        for at in (*((h,) for h in hexes), *combinations(hexes, 2)):
            order = Order("attack", units, at=at)
            if may(self.check, s, order, lines):
                yield order

    def able(self, s: PggState) -> set[int]:
        """Who could still take part in an attack, leaders not counted: each of them can, in the attack of its stack."""
        lines = Lines(s)
        return {
            u for place in members(self._targets(s)) for u in self._ready(s, place, lines) if not s.edition.leader[u]
        }

    def _targets(self, s: PggState) -> int:
        """Enemy hexes next to our units that may still be attacked."""
        side = attacking_side(s)
        targets = s.held_by[1 - side] & s.board.grid.around(s.held_by[side]) & ~s.attacked
        return targets & ~union(s.where[u] for u in members(s.immune) if s.where[u] >= 0)

    def _ready(self, s: PggState, place: int, lines: Lines) -> list[int]:
        """Who could attack a hex, all together: leaders only where somebody of their stack attacks (10.22)."""
        side = attacking_side(s)
        found: list[int] = []
        for near in s.board.neighbours[place]:
            if near >= 0 and s.held_by[side] >> near & 1:
                units = [u for u in s.stacks[near] if may(self._check_attacker, s, u, lines)]
                found += units if any(not s.edition.leader[u] for u in units) else []
        return found

    def sample(self, s: PggState, rng: random.Random) -> Order | None:
        """A target at random, and some of those who can reach it: often all, else a few."""
        targets = self._targets(s)
        lines = Lines(s)
        for _ in range(3):
            if not targets:
                return None
            place = pick(targets, rng)
            ready = self._ready(s, place, lines)
            if ready:
                units = tuple(ready) if rng.random() < 0.6 else tuple(rng.sample(ready, rng.randint(1, len(ready))))
                order = Order("attack", units, at=(place,))
                if may(self.check, s, order, lines):
                    return order
            targets ^= 1 << place
        return None

    def check(self, s: PggState, order: Order, lines: Lines | None = None) -> None:
        units, targets = order.units, order.at
        if not units or len(set(units)) != len(units) or len(set(targets)) != len(targets):
            raise Refused("9.1", "name each attacker and each target once")
        lines = lines or Lines(s)
        for place in targets:
            self._check_target(s, place)
        for unit in units:
            self._check_attacker(s, unit, lines)
            for place in targets:
                if s.board.grid.direction(s.where[unit], place) < 0:
                    rule = "9.1" if len(targets) == 1 else "9.2"
                    raise Refused(rule, f"{s.name(unit)} is not adjacent to {s.board.grid.label(place)}")
        self._check_leaders(s, units)

    def _check_target(self, s: PggState, place: int) -> None:
        label = s.board.grid.label(place)
        if not s.held_by[1 - attacking_side(s)] >> place & 1:
            raise Refused("9.1", f"there is no enemy in {label}")
        if any(s.immune >> u & 1 for u in s.stacks[place]):
            raise Refused("9.85", f"the units in {label} have advanced and cannot be attacked in this phase")
        if s.attacked >> place & 1:
            raise Refused("9.1", f"{label} has been attacked in this phase")

    def _check_attacker(self, s: PggState, unit: int, lines: Lines) -> None:
        name = s.name(unit)
        if s.edition.side[unit] != attacking_side(s):
            raise Refused("4.2", f"{name} does not attack in this phase: it is the enemy's")
        if s.where[unit] < 0:
            raise Refused("9.1", f"{name} is not on the board")
        if s.disrupted >> unit & 1:
            raise Refused("6.6", f"{name} is disrupted and cannot attack")
        if s.fought >> unit & 1:
            rule = "9.85" if s.immune >> unit & 1 else "9.1"
            raise Refused(rule, f"{name} has fought in this phase")
        if not s.edition.leader[unit] and not can_attack(s, unit):
            raise Refused("12.3", f"{name} has no attack strength")
        if is_division(s, unit) and not lines.radius >> s.where[unit] & 1:
            raise Refused("10.35", f"{name} is not within the radius of a leader")

    def _check_leaders(self, s: PggState, units: tuple[int, ...]) -> None:
        """10.22: leaders have no attack strength of their own. 10.26: they share an attack of their stack."""
        fighting = {s.where[u] for u in units if not s.edition.leader[u]}
        for unit in units:
            if s.edition.leader[unit] and s.where[unit] not in fighting:
                raise Refused("10.22", f"{s.name(unit)} has no attack strength and nobody beside him attacks")
        for place in fighting if attacking_side(s) == SOVIET else ():
            self._check_assigned(s, units, place)

    def _check_assigned(self, s: PggState, units: tuple[int, ...], place: int) -> None:
        """10.26: a leader goes with one of the attacks of his stack, so with the last one at the latest."""
        busy = {*units, *(u for u in s.stacks[place] if (s.fought | s.disrupted) >> u & 1)}
        idle = [u for u in s.stacks[place] if u not in busy]
        if idle and not any(can_attack(s, u) for u in idle):
            leader = next((u for u in idle if s.edition.leader[u]), None)
            if leader is not None:
                raise Refused("10.26", f"{s.name(leader)} must take part in the last attack of his stack: name him too")

    def do(self, s: PggState, order: Order) -> None:
        for unit in order.units:
            s.fought |= 1 << unit
        for place in order.at:
            s.attacked |= 1 << place
        s.say("9.1", f"{{units}} attack{ending(order.units)} {{hexes}}", units=order.units, hexes=order.at)
        fight(s, order.units, order.at, overrun=False)
