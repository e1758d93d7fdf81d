"""Chapter 9.7: retreats, led by the enemy."""

import random
from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Route, Units
from hexfront.engine.state import Duty
from hexfront.games.pgg.counters import SOVIET, counted
from hexfront.games.pgg.movement.ground import BARRED_UNTIL, pass_through
from hexfront.games.pgg.stacking import fits
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.untried import eliminate
from hexfront.games.pgg.zones import zone
from hexfront.grid.bits import union
from hexfront.mechanics.choices import filled
from hexfront.mechanics.phases import Owed


def open_hexes(s: PggState, side: int) -> int:
    """9.71: where a unit of this side may retreat to: no enemy, no enemy zone unless a friend is there, no lake.

    6.4: columns 01 and 02 are closed to Soviet units here too.
    """
    own, enemy = s.held_by[side], s.held_by[1 - side]
    free = s.board.land & ~enemy & ~(zone(s, 1 - side) & ~own)
    if side == SOVIET and s.turn <= BARRED_UNTIL:
        free &= ~s.board.barred
    return free


def has_room(s: PggState, place: int, unit: int) -> bool:
    """9.73: a hex takes in, or lets pass, as many as may stack there, all who are led through it counted together."""
    led = s.battle.led if s.battle else ()
    passed = tuple(u for u, way in led if place in way[1:-1] and s.edition.side[u] == s.edition.side[unit])
    return fits(s, place, (*passed, unit))


def occupied(s: PggState, unit: int) -> int:
    """9.73: the hexes with friends of a unit. Who has retreated with it from one hex makes no hex occupied for it."""
    start, taken = s.where[unit], s.held_by[s.edition.side[unit]]
    led = s.battle.led if s.battle else ()
    mates = {u for u, way in led if way[0] == start and s.edition.side[u] == s.edition.side[unit]}
    shared = {s.where[u] for u in mates if s.where[u] >= 0}
    return taken & ~union(place for place in shared if mates.issuperset(s.stacks[place]))


def retreats(s: PggState, unit: int, distance: int) -> list[tuple[int, ...]]:
    """9.73: the paths along which a unit may be led, its own hex first: those with the fewest occupied hexes.

    Each step leads away from the battle, and no hex on it may be full, not even one that is passed (9.74).
    """
    start, taken = s.where[unit], occupied(s, unit)
    grid, free = s.board.grid, open_hexes(s, s.edition.side[unit])
    ways: list[tuple[int, ...]] = [(start,)]
    for far in range(1, distance + 1):
        ways = [
            (*way, there)
            for way in ways
            for there in grid.neighbours[way[-1]]
            if there >= 0 and free >> there & 1 and grid.distance(start, there) == far and has_room(s, there, unit)
        ]
    crowds = [sum(taken >> place & 1 for place in way[1:]) for way in ways]
    fewest = min(crowds, default=0)
    return [way for way, crowd in zip(ways, crowds, strict=True) if crowd == fewest]


def open_to_victor(s: PggState, places: tuple[int, ...]) -> None:
    """9.86: hexes in which every unit was eliminated: a trail of one hex. Those who retreat leave longer ones."""
    battle = s.battle
    assert battle
    left = {trail[0] for trail in battle.trails}
    emptied = tuple((place,) for place in dict.fromkeys(places) if place not in s.stacks and place not in left)
    s.battle = replace(battle, trails=battle.trails + emptied)


def owe_retreat(s: PggState, units: tuple[int, ...], distance: int) -> None:
    """These units must retreat; the enemy leads them. `at` keeps the hexes they leave."""
    _owe(s, Duty("retreat", 1 - s.edition.side[units[0]], units, distance, tuple(s.where[u] for u in units)))


def _owe(s: PggState, duty: Duty) -> None:
    """9.73: who has no path is eliminated at once: ways only close while others retreat, or are eliminated."""
    left = duty.units
    while stuck := [u for u in left if not retreats(s, u, duty.number)]:
        for unit in stuck:
            eliminate(s, unit, "9.73", "it cannot retreat")
        left = tuple(u for u in left if u not in stuck)
    s.owe(replace(duty, units=left))


class Lead(Verb[PggState]):
    """9.72: the enemy leads one retreating unit along a path."""

    name = "lead"
    form = Form(Units(), Route())
    rule = "9.72"

    def offers(self, s: PggState) -> Iterator[Order]:
        duty = s.owed[-1]
        for unit in duty.units:
            for way in retreats(s, unit, duty.number):
                yield Order("lead", (unit,), way)

    def about(self, s: PggState, units: tuple[int, ...]) -> Iterator[Order]:
        if len(units) == 1 and units[0] in s.owed[-1].units:
            yield from (Order("lead", units, way) for way in retreats(s, units[0], s.owed[-1].number))

    def sample(self, s: PggState, rng: random.Random) -> Order | None:
        duty = s.owed[-1]
        unit = rng.choice(duty.units)
        return Order("lead", (unit,), rng.choice(retreats(s, unit, duty.number)))

    def check(self, s: PggState, order: Order) -> None:
        duty = s.owed[-1]
        if len(order.units) != 1:
            raise Refused("9.72", "lead one unit at a time; a stack may be led apart")
        unit = order.units[0]
        if unit not in duty.units:
            raise Refused("9.72", f"{s.name(unit)} does not retreat")
        if order.path in retreats(s, unit, duty.number):
            return
        self._explain(s, unit, order.path, duty.number)

    def _explain(self, s: PggState, unit: int, way: tuple[int, ...], distance: int) -> None:
        """Why a path is not among those allowed."""
        grid, name = s.board.grid, s.name(unit)
        if len(way) != distance + 1 or way[0] != s.where[unit] or grid.distance(way[0], way[-1]) != distance:
            raise Refused("9.71", f"{name} retreats {counted(distance, 'hex')} away from {grid.label(s.where[unit])}")
        free = open_hexes(s, s.edition.side[unit])
        for a, b in pairwise(way):
            if grid.direction(a, b) < 0:
                raise Refused("9.71", f"{grid.label(a)} and {grid.label(b)} do not touch")
            if not free >> b & 1:
                barred = s.edition.side[unit] == SOVIET and s.turn <= BARRED_UNTIL and s.board.barred >> b & 1
                rule = "6.4" if barred else "9.71"
                raise Refused(rule, f"{name} cannot retreat into {grid.label(b)}: enemy, enemy zone or closed")
            if not has_room(s, b, unit):
                why = "is full" if not fits(s, b, (unit,)) else "is full with those who have been led through it"
                raise Refused("9.73", f"{name} cannot retreat into {grid.label(b)}: it {why}")
        friends = " ".join(grid.labels(union(way[1:]) & occupied(s, unit)))
        raise Refused("9.73", f"{name} cannot retreat to friends in {friends} while there is a way by fewer or by none")

    def do(self, s: PggState, order: Order) -> None:
        duty, battle = s.owed.pop(), s.battle
        assert battle
        unit, way = order.units[0], order.path
        if occupied(s, unit) >> way[-1] & 1:
            s.refuge |= 1 << unit  # 9.75
        s.put(unit, way[-1])
        s.entered[unit] = -1
        pass_through(s, (unit,), union(way[1:]))
        s.battle = replace(battle, trails=(*battle.trails, way), led=(*battle.led, (unit, way)))
        if battle.overrun and s.is_defender(s.edition.side[unit]):
            s.disrupted |= 1 << unit  # 6.6
        s.say("9.72", "{unit} retreats to {hex}", unit=unit, hex=way[-1])
        _owe(s, replace(duty, units=tuple(u for u in duty.units if u != unit)))

    def complete(self, s: PggState, order: Order) -> Order:
        """With only the last hex named, take a way there that is allowed."""
        if len(order.units) != 1 or order.units[0] not in s.owed[-1].units:
            return order
        open_ways = retreats(s, order.units[0], s.owed[-1].number)
        way = filled(s.board.grid, s.where[order.units[0]], order.path, open_ways)
        return Order(order.verb, order.units, way)


class Retreat(Owed[PggState]):
    """Units must retreat; the enemy chooses the order and the paths. Who has no path is eliminated."""

    name, rule, title = "retreat", "9.72", "Retreat"
    prompt = "lead the retreating units, one at a time"

    def __init__(self) -> None:
        self.verbs: dict[str, Verb[PggState]] = {"lead": Lead()}

    def asks(self, s: PggState) -> str:
        duty = s.owed[-1]
        return f"lead {s.names(duty.units)}, one at a time, {counted(duty.number, 'hex')} away"

    def waits(self, s: PggState) -> bool:
        return False

    def end(self, s: PggState) -> None:
        """9.86: a hex from which nobody got away is open to the victor, as are the paths of those who did (9.81)."""
        open_to_victor(s, s.owed.pop().at)
