"""Chapters 12 and 13.8: who attacks whom. 3.7: whom they may attack at the very start."""

import random
from collections.abc import Iterator
from itertools import combinations

from hexfront.engine.errors import Refused
from hexfront.engine.game import Done, Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Hexes, Units
from hexfront.games.trc.combat.air import check_bombers, ready
from hexfront.games.trc.combat.mandatory import Duties, duties, in_enemy_zone, must_hexes, spent_force, targets_of, tell
from hexfront.games.trc.combat.obligations import Battle, owed
from hexfront.games.trc.combat.results import fight
from hexfront.games.trc.combat.strength import fighters, origin_of, sums
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.setup.start import may_attack_first
from hexfront.games.trc.slots import Odds
from hexfront.games.trc.state import TrcState
from hexfront.grid import members
from hexfront.grid.bits import union
from hexfront.mechanics.choices import may
from hexfront.mechanics.odds import Columns


def parted(e: TrcEdition, units: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The ground units and the bombers of an attack."""
    return tuple(u for u in units if not e.bombers >> u & 1), tuple(u for u in units if e.bombers >> u & 1)


def check_attack(s: TrcState, units: tuple[int, ...], targets: tuple[int, ...]) -> None:
    """What holds for attacks in combat and for automatic victories alike."""
    ground, bombers = parted(s.edition, units)
    if len(set(units)) != len(units) or len(set(targets)) != len(targets):
        raise Refused("12.2", "name each attacker and each target once")
    if not ground:
        raise Refused("15.1", "bombers do not attack alone")
    for unit in ground:
        _check_attacker(s, unit)
    for place in targets:
        _check_target(s, place)
        for unit in ground:
            _check_reach(s, unit, place)
    check_bombers(s, bombers, targets)


def _check_target(s: TrcState, place: int) -> None:
    label = s.board.grid.label(place)
    if not s.held_by[1 - s.mover] >> place & 1:
        raise Refused("12.33", f"there is no enemy in {label}")
    if not fighters(s, place):
        raise Refused("12.5", f"the units in {label} have fought in this impulse")


def _check_attacker(s: TrcState, unit: int) -> None:
    name = s.name(unit)
    if s.edition.side[unit] != s.mover:
        raise Refused("4.1" if s.mover == AXIS else "4.2", f"{name} is the enemy's")
    if s.where[unit] < 0 and unit not in s.drops:
        raise Refused("12.33", f"{name} is not on the board")
    if s.edition.partisans >> unit & 1:
        raise Refused("19.2", f"{name} do not attack")
    if s.fought >> unit & 1:
        raise Refused("12.5", f"{name} has fought in this impulse")
    if spent_force(s, unit):
        raise Refused("16.2", f"{name} took part in an automatic victory and does not attack")


def _check_reach(s: TrcState, unit: int, place: int) -> None:
    origin, label = origin_of(s, unit), s.board.grid.label(place)
    if unit in s.drops:
        if origin != place:
            raise Refused("V.1", f"{s.name(unit)} fights only those it has landed on")
    elif not (s.board.near[origin] >> place & 1 or s.board.across.get(origin) == place):
        raise Refused("12.33", f"{s.name(unit)} is not adjacent to {label}")
    if not may_attack_first(s, unit, place):
        raise Refused("3.7", f"{s.name(unit)} may not attack {label} in the first impulse of the war")


class Attack(Verb[TrcState]):
    """12.2, 12.3: adjacent units attack everything in one hex, or in several that all of them touch."""

    name = "attack"
    rule = "12.3"
    partial = True

    def __init__(self, columns: Columns) -> None:
        self.form = Form(Units(), Hexes(), Odds(columns))

    def offers(self, s: TrcState) -> Iterator[Order]:
        """For each enemy hex: the attack of each unit alone, of all, and with a bomber; then what solves the duties."""
        found = duties(s)
        for place in found.defenders:
            units = [u for u, attacker in found.attackers.items() if place in attacker.hexes]
            groups = [tuple(units), *((u,) for u in units)] if len(units) > 1 else [tuple(units)] if units else []
            for group in groups:
                yield from self._legal(s, group, (place,))
        yield from self._solutions(s, found)

    def about(self, s: TrcState, units: tuple[int, ...]) -> Iterator[Order]:
        yield from attacks_of(self, s, units)

    def _legal(self, s: TrcState, group: tuple[int, ...], targets: tuple[int, ...]) -> Iterator[Order]:
        bombers = ready(s)
        for units in (group, *([(*group, bombers[0])] if bombers else [])):
            order = Order("attack", units, (), targets)
            if may(self.check, s, order):
                yield order

    def _solutions(self, s: TrcState, found: Duties) -> Iterator[Order]:
        for part in found.parts:
            if part.owing:
                yield from (_order(battle) for battle in part.plan or ())

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        """Some target and some attackers; if that leaves others without an attack, the battle of a true solution."""
        found = duties(s)
        if not found.attackers or not found.defenders:
            return None
        places = list(found.defenders)
        for _ in range(3):
            place = places[int(rng.random() * len(places))]
            units = [u for u, attacker in found.attackers.items() if place in attacker.hexes]
            if units:
                many = len(units) if rng.random() < 0.6 else 1 + int(rng.random() * len(units))
                group = tuple(rng.sample(units, many))
                bombers = ready(s)
                if bombers and rng.random() < 0.3:
                    group = (*group, bombers[0])
                order = Order("attack", group, (), (place,))
                if may(self.check, s, order):
                    return order
        return next(self._solutions(s, found), None)

    def check(self, s: TrcState, order: Order) -> None:
        check_attack(s, order.units, order.at)
        result = sums(s, order.units, order.at)
        if result.plain < s.edition.worst:
            totals = f"{result.attack.total} against {result.defence.total}"
            raise Refused("12.4", f"{totals} is worse than 1-6")
        if order.number < 0:
            raise Refused("12.4", "no attack is made at worse than 1-6")
        if order.number > result.odds:
            label = s.edition.columns.label(result.odds)
            raise Refused("13.8", f"the odds are {label}; only lower ones may be chosen")
        self._check_rest(s, order)

    def _check_rest(self, s: TrcState, order: Order) -> None:
        """12.31, 12.32: a battle must leave the others possible."""
        ground, _ = parted(s.edition, order.units)
        part = duties(s).part_of.get(order.at[0])
        battle = Battle(order.at, ground)
        if part is None or not part.bound or part.allows(battle):
            return
        debts = owed(part.without(battle))
        text = tell(s, debts[0]) if debts else "the rest could not be fought"
        rule = "12.31" if debts and debts[0].hexes else "12.32"
        raise Refused(rule, f"after this attack {text}")

    def do(self, s: TrcState, order: Order) -> None:
        ground, bombers = parted(s.edition, order.units)
        fight(s, ground, bombers, order.at, order.number)


def attacks_of(verb: Verb[TrcState], s: TrcState, units: tuple[int, ...]) -> Iterator[Order]:
    """The attacks, or automatic victories, by exactly these units: each hex that all touch, then pairs of them."""
    e = s.edition
    ground, common = parted(e, units)[0], -1
    for unit in ground:
        known = e.side[unit] == s.mover and (s.where[unit] >= 0 or unit in s.drops)
        common &= union(targets_of(s, unit)) if known else 0
    hexes = members(common) if ground else []
    for at in (*((h,) for h in hexes), *combinations(hexes, 2)):
        order = Order(verb.name, units, (), at)
        if may(verb.check, s, order):
            yield order


def _order(battle: Battle) -> Order:
    return Order("attack", tuple(int(u) for u in battle.attackers), (), tuple(int(h) for h in battle.hexes))


class EndCombat(Done[TrcState]):
    """12.1, 12.3: the phase does not end while a duty can be met."""

    rule = "12.1"

    def check(self, s: TrcState, order: Order) -> None:
        for part in duties(s).parts:
            if part.owing:
                hexes, units = part.problem.must
                battle = part.problem.named(hexes, units)
                if hexes:
                    where = ", ".join(s.board.grid.label(int(h)) for h in battle.hexes)
                    raise Refused("12.31", f"these enemies must still be attacked: {where}")
                raise Refused("12.32", f"these must still attack: {s.names(int(u) for u in battle.attackers)}")


def muster(s: TrcState) -> None:
    """12.1: who stands in an enemy zone now, and whose zone that is, is bound to fight in this phase."""
    s.forget()
    s.owing = in_enemy_zone(s) & ~s.victors & ~(s.old_victors if s.impulse == 2 else 0)
    s.due = must_hexes(s, combat=False)
