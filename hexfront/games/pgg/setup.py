"""Chapter 5: the Soviet set-up, and what binds the armies of the first turn."""

import random
from collections.abc import Iterator
from itertools import pairwise

from hexfront.engine.dice import roll
from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Hex, Units
from hexfront.games.pgg.counters import SOVIET
from hexfront.games.pgg.movement.ground import Ground, path_cost, points_left, walk
from hexfront.games.pgg.stacking import limit
from hexfront.games.pgg.state import PggState
from hexfront.grid import members
from hexfront.mechanics.choices import may

FORCED = (13, 20)  # 5.2: these armies must march
DICED = (16, 19)  # 5.2: these march if their die allows
MAY_MARCH = 3  # on this or less


class Place(Verb[PggState]):
    """5.1: put units of an army where you like within its area. Each unit once; undo is free."""

    name = "place"
    form = Form(Units(), Hex())
    rule = "5.1"

    def offers(self, s: PggState) -> Iterator[Order]:
        for unit, army in enumerate(s.army):
            if army and not s.moved >> unit & 1 and s.edition.areas[army].bit_count() > 1:
                for place in members(s.edition.areas[army]):
                    if place != s.where[unit]:
                        yield Order("place", (unit,), (), (place,))

    def about(self, s: PggState, units: tuple[int, ...]) -> Iterator[Order]:
        if units and s.army[units[0]]:
            orders = (Order("place", units, (), (place,)) for place in members(s.edition.areas[s.army[units[0]]]))
            here = {s.where[u] for u in units}
            yield from (order for order in orders if here != set(order.at) and may(self.check, s, order))

    def check(self, s: PggState, order: Order) -> None:
        if len(order.at) != 1:
            raise Refused("5.1", "units are placed in one hex")
        place = order.at[0]
        if len(set(order.units)) != len(order.units):
            raise Refused("5.1", "a unit is named twice")
        for unit in order.units:
            army = s.army[unit]
            if s.edition.side[unit] != SOVIET or not army:
                raise Refused("5.1", f"{s.name(unit)} is not in an army that starts on the board")
            if not s.edition.areas[army] >> place & 1:
                raise Refused(
                    "5.1",
                    f"{s.name(unit)} is of the {army}th Army, which does not start in {s.board.grid.label(place)}",
                )
            if s.moved >> unit & 1:
                raise Refused("5.1", f"{s.name(unit)} has been placed; undo if you want it elsewhere")

    def do(self, s: PggState, order: Order) -> None:
        for unit in order.units:
            s.put(unit, order.at[0])
            s.moved |= 1 << unit


def first_turn_dice(s: PggState) -> None:
    """5.2: a die for each of two armies decides whether it may march on the first turn."""
    for army in DICED:
        die = roll(s)
        may = die <= MAY_MARCH
        if not may:
            s.standing = (*s.standing, army)
        text = "{army}th Army rolls {die}: " + ("it may march" if may else "it stands")
        s.say("5.2", text, code=f"{army}:{die}", army=army, die=die)


def restricted(s: PggState, units: tuple[int, ...]) -> bool:
    """Does 5.2 bind one of these units now?"""
    return s.turn == 1 and any(s.army[u] in FORCED or s.army[u] in s.standing for u in units)


def check_march(s: PggState, units: tuple[int, ...], hexes: tuple[int, ...]) -> None:
    """5.2: a forced march, or the one hex that a standing army may shift a unit that is stacked too high."""
    if any(s.moved >> unit & 1 for unit in units):
        raise Refused("5.2", f"{s.name(units[0])} has made its march")
    for unit in units:
        if s.army[unit] in s.standing:
            _check_shift(s, unit, hexes)
        elif s.army[unit] in FORCED:
            _check_forced(s, unit, hexes)
    walk(s, units, hexes, march_ground(s))


def _check_shift(s: PggState, unit: int, hexes: tuple[int, ...]) -> None:
    here = s.stacks[s.where[unit]]
    if len(here) <= limit(s, here) or len(hexes) != 2:
        army = f"the {s.army[unit]}th Army, which stands"
        raise Refused("5.2", f"{s.name(unit)} is of {army}: it only leaves a hex that is too full, by one hex")


def _check_forced(s: PggState, unit: int, hexes: tuple[int, ...]) -> None:
    grid, army = s.board.grid, s.army[unit]
    if len(set(hexes)) != len(hexes):
        raise Refused("5.2", f"the {army}th Army enters no hex twice on its march")
    for a, b in pairwise(hexes):
        if "W" in grid.directions[grid.direction(a, b)]:
            raise Refused("5.2", f"the {army}th Army takes no step to the west: {grid.label(a)}-{grid.label(b)}")
    if s.board.barred >> hexes[-1] & 1:
        raise Refused("5.2", f"the {army}th Army must not end its march in column 01 or 02")
    if _further(s, unit, hexes, march_ground(s), path_cost(s, unit, hexes)):
        raise Refused("5.2", f"{s.name(unit)} must march as far as its points allow")


def _further(s: PggState, unit: int, hexes: tuple[int, ...], ground: Ground, spent: int) -> list[tuple[int, int]]:
    """Hexes into which a march could still go on, each with what would be spent in it."""
    grid, has, found = s.board.grid, points_left(s, unit), []
    price = s.board.costs[s.edition.profile[unit]].by_step
    for d, there in enumerate(grid.neighbours[hexes[-1]]):
        if there < 0 or "W" in grid.directions[d] or there in hexes or ground.enemy >> there & 1:
            continue
        cost = price[hexes[-1] * 6 + d]
        then = spent + cost + ground.surcharge.get(there, 0)
        if cost and then <= has:
            found.append((there, then))
    return found


def march_ground(s: PggState) -> Ground:
    """A march begins in columns that are closed to everybody else (6.4), and may pass through them."""
    ground = Ground(s, SOVIET)
    ground.closed &= ~ground.barred
    ground.barred = 0
    return ground


def marches(s: PggState, units: tuple[int, ...], place: int) -> Iterator[Order]:
    """One march to each hex in which one can end; depth first, so that no end is missed."""
    if any(s.moved >> u & 1 for u in units):
        return
    if any(s.army[u] in s.standing for u in units):
        yield from _shifts(s, units, place)
        return
    found: set[int] = set()
    tried: set[tuple[int, int]] = set()
    ways: list[tuple[tuple[int, ...], int]] = [((place,), 0)]
    ground, forced = march_ground(s), s.army[units[0]] in FORCED
    while ways:
        way, spent = ways.pop()
        onward = _further(s, units[0], way, ground, spent)
        ends = len(way) > 1 and way[-1] not in found and not (forced and onward)
        if ends and may(check_march, s, units, way):
            found.add(way[-1])
            yield Order("move", units, way)
        for mark in onward:
            if mark not in tried:
                tried.add(mark)
                ways.append(((*way, mark[0]), mark[1]))


def _shifts(s: PggState, units: tuple[int, ...], place: int) -> Iterator[Order]:
    """The hexes next door, for an army that stands."""
    for there in s.board.neighbours[place]:
        if there >= 0 and may(check_march, s, units, (place, there)):
            yield Order("move", units, (place, there))


def sample_march(s: PggState, units: tuple[int, ...], place: int, rng: random.Random) -> Order | None:
    """A random march: on and on, never west, until points run out."""
    if any(s.moved >> u & 1 for u in units):
        return None
    if any(s.army[u] in s.standing for u in units):
        shifts = list(_shifts(s, units, place))
        return rng.choice(shifts) if shifts else None
    way: tuple[int, ...] = (place,)
    spent, ground = 0, march_ground(s)
    while onward := _further(s, units[0], way, ground, spent):
        there, spent = rng.choice(onward)
        way = (*way, there)
    return Order("move", units, way) if len(way) > 1 and may(check_march, s, units, way) else None


def must_march(s: PggState) -> int | None:
    """5.2: a unit of a forced army that could still march, so that the phase cannot end."""
    if s.turn != 1:
        return None
    for unit, army in enumerate(s.army):
        owes = army in FORCED and s.where[unit] >= 0 and not s.moved >> unit & 1
        if owes and next(marches(s, (unit,), s.where[unit]), None) is not None:
            return unit
    return None
