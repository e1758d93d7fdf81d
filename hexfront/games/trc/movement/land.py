"""Chapters 5, 7.2 and 8: moving units along a path. HQ units: 11.1.

A walk is judged in one place, `check_walk`. Listing and drawing at random work with the same masks (`Ground`).
"""

import random
from collections.abc import Iterator
from functools import cached_property, partial
from itertools import pairwise

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Route, Units
from hexfront.games.trc import control
from hexfront.games.trc.aftermath import noticed
from hexfront.games.trc.minors import bound, closed_to
from hexfront.games.trc.movement.allowance import allowance, check_free, check_together, points_left
from hexfront.games.trc.movement.national import forbidden
from hexfront.games.trc.movement.railheads import pass_rails
from hexfront.games.trc.state import STOPPED, TrcState
from hexfront.games.trc.zones import halting, halting_rule
from hexfront.grid import members
from hexfront.grid.bits import pick, union
from hexfront.mechanics.choices import in_groups, may
from hexfront.mechanics.reach import cost_of, reach, within


class Ground:
    """What the moving side finds: where the enemy is, and where it must stop."""

    def __init__(self, s: TrcState) -> None:
        self.enemy = s.held_by[1 - s.mover]
        self.land = s.board.land & ~self.enemy
        self.zone = halting(s, s.mover)

    def passage(self, s: TrcState, units: tuple[int, ...]) -> tuple[int, int]:
        """The hexes that all of these units may enter, and those in which one of them must stop."""
        free, stop = -1, self.zone
        for unit in units:
            free &= self.open_to(s, unit)
            stop |= s.edition.stop_terrain(unit, s.weather)
        return free, stop

    def open_to(self, s: TrcState, unit: int) -> int:
        """The hexes a unit may enter at all: neutrals stay at home (V.1, 24.5), allies near it (26.8)."""
        return self.land & ~(closed_to(s, unit) | forbidden(s, unit) | self.barred(s, unit))

    def barred(self, s: TrcState, unit: int) -> int:
        """Enemy zones that this unit may not enter: 11.1, 16.2, 26.4.1."""
        if s.edition.headquarters >> unit & 1:
            return self.zone & ~_company(s, s.edition.side[unit])
        return self.zone if shy(s, unit) else 0


def _company(s: TrcState, side: int) -> int:
    """11.1: the hexes with a unit of this side that is no headquarters."""
    others, stacks = ~s.edition.headquarters, s.stacks
    return union(place for place in members(s.held_by[side]) if any(others >> u & 1 for u in stacks[place]))


def shy(s: TrcState, unit: int) -> bool:
    """16.2: after an automatic victory, and 26.4.1: battlegroups but those of the SS: not into an enemy zone."""
    return bool(s.old_victors >> unit & 1) or bool(s.edition.battlegroups & ~s.edition.ss & 1 << unit)


def check_mover(s: TrcState, unit: int) -> int:
    """May this unit walk in this impulse? If so, the points it has left."""
    check_free(s, unit)
    if allowance(s, unit) <= 0:
        raise Refused(*_why_still(s, unit))
    if s.moved >> unit & 1 and halting(s, s.mover) >> s.where[unit] & 1:
        rule = halting_rule(s, s.mover, s.where[unit])
        raise Refused(rule, f"{s.name(unit)} has entered an enemy zone and must stop")
    left = points_left(s, unit)
    if left <= 0:
        raise Refused("5.4", f"{s.name(unit)} has no movement points left in this impulse")
    return left


def _why_still(s: TrcState, unit: int) -> tuple[str, str]:
    e = s.edition
    name = s.name(unit)
    if e.headquarters >> unit & 1 and s.impulse == 1:
        return "11.1", f"{name} is a headquarters and moves in the second impulse only"
    if e.leaders >> unit & 1:
        return "11.2", f"{name} goes by rail or not at all"
    if e.workers >> unit & 1:
        return "22.2", f"{name} stay where they are"
    if s.frozen >> e.side[unit] & 1:
        return "11.3", f"{name} has lost its leader and does not move in this impulse"
    return "5.4", f"{name} has no movement in this impulse and weather"


def cost(hexes: tuple[int, ...]) -> int:
    """5.4: the points of a way, one for each hex that is entered."""
    return len(hexes) - 1


def check_walk(s: TrcState, units: tuple[int, ...], hexes: tuple[int, ...]) -> None:
    """May these units go this way? The first hex is the one they stand in."""
    ground = Ground(s)
    for unit in units:
        left = check_mover(s, unit)
        if cost(hexes) > left:
            raise Refused("5.4", f"{s.name(unit)} has {left} points and needs {cost(hexes)}")
    if not _is_open(s, hexes, *ground.passage(s, units), ground.zone):
        _explain(s, units, hexes, ground)


def _is_open(s: TrcState, hexes: tuple[int, ...], free: int, stop: int, zone: int) -> bool:
    """Does this way lead through open hexes only, and on from no hex where somebody must stop?"""
    near, across, a, onward = s.board.near, s.board.across, hexes[0], len(hexes) - 2
    allowed = free & ~zone if zone >> a & 1 else free
    for b in hexes[1:]:
        linked = near[a] >> b & 1 or (across.get(a) == b and not onward)
        if not linked or not allowed >> b & 1 or (onward and stop >> b & 1):
            return False
        allowed, a, onward = free, b, onward - 1
    return True


def _explain(s: TrcState, units: tuple[int, ...], hexes: tuple[int, ...], ground: Ground) -> None:
    """Why these units cannot go this way: the first step that is not allowed."""
    for number, (a, b) in enumerate(pairwise(hexes)):
        _check_step(s, units, a, b, number, ground)
        if s.board.across.get(a) == b and number < len(hexes) - 2:
            raise Refused(
                "8.5.1", f"{s.names(units)} must stop on the far side of the strait, in {s.board.grid.label(b)}"
            )


def _check_step(s: TrcState, units: tuple[int, ...], a: int, b: int, number: int, ground: Ground) -> None:
    board, label = s.board, s.board.grid.label
    if board.grid.direction(a, b) < 0:
        raise Refused("5.4", f"{label(a)} and {label(b)} do not touch")
    if number:
        _check_going_on(s, units, a, ground)
    elif ground.zone >> a & 1 and ground.zone >> b & 1:
        raise Refused(
            "8.3", f"{s.names(units)} cannot go from one enemy zone straight into another: {label(a)}-{label(b)}"
        )
    if not board.land >> b & 1:
        raise Refused("5.5", f"{label(b)} cannot be entered")
    if not board.near[a] >> b & 1 and board.across.get(a) != b:
        rule = "8.6" if b in board.lines.get(a, ()) else "8.5"
        raise Refused(rule, f"a coast lies between {label(a)} and {label(b)}")
    for unit in units:
        check_entry(s, unit, b, ground)


def _check_going_on(s: TrcState, units: tuple[int, ...], a: int, ground: Ground) -> None:
    """A hex on the way: nobody may have to stop in it."""
    label = s.board.grid.label(a)
    if ground.zone >> a & 1:
        raise Refused(halting_rule(s, s.mover, a), f"{s.names(units)} must stop in the enemy zone in {label}")
    for unit in units:
        if s.edition.stop_terrain(unit, s.weather) >> a & 1:
            raise Refused("8.2", f"{s.name(unit)} must stop in {label}")


def check_entry(s: TrcState, unit: int, place: int, ground: Ground) -> None:
    """May this unit go into a hex at all?"""
    label, bit = s.board.grid.label(place), 1 << place
    if ground.enemy & bit:
        raise Refused("7.2", f"the enemy is in {label}")
    if closed_to(s, unit) & bit:
        if bound(s, unit):
            raise Refused("V.1", f"{s.name(unit)} is neutral and stays inside its country")
        raise Refused("24.5" if s.finland_shut else "V.1", f"{label} lies in a country that nobody may enter")
    if forbidden(s, unit) & bit:
        rule = "26.81" if s.edition.nation[unit] == "finnish" else "26.82"
        raise Refused(rule, f"{s.name(unit)} does not go so far from home: {label}")
    if ground.barred(s, unit) & bit:
        rule = "11.1" if s.edition.headquarters >> unit & 1 else "16.2" if s.old_victors >> unit & 1 else "26.4.1"
        raise Refused(rule, f"{s.name(unit)} may not enter the enemy zone in {label}")


# -- reach ------------------------------------------------------------------------------------------------


class Reach:
    """Where some units of one hex can go together, hex by hex; each wave one point further."""

    def __init__(self, s: TrcState, units: tuple[int, ...], ground: Ground) -> None:
        self.s, self.start = s, s.where[units[0]]
        free, self.stop = ground.passage(s, units)
        first = ~ground.zone if ground.zone >> self.start & 1 else -1  # 8.3
        points, board = min(points_left(s, u) for u in units), s.board
        self.waves = reach(
            board.grid, board.march, self.start, points, self.stop, ~free, first=first, jumps=board.jumps
        )

    @property
    def goals(self) -> int:
        """All hexes these units can end in."""
        return within(self.waves[1:])

    @cached_property
    def _ends(self) -> int:
        """8.5.1: the far side of the strait, for who crosses it."""
        found = 0
        for foot, end, price in self.s.board.jumps:
            c = cost_of(self.waves, foot)
            if c >= 0 and (not c or not self.stop >> foot & 1) and cost_of(self.waves, end) == c + price:
                found |= 1 << end
        return found

    def path(self, goal: int) -> tuple[int, ...]:
        """A shortest way to one of the goals."""
        board, number = self.s.board, cost_of(self.waves, goal)
        hexes = [goal]
        while number:
            number -= 1
            here = hexes[-1]
            near = board.near[here] | (1 << board.across[here] if here in board.across else 0)
            near &= self.waves[number] & ~((self.stop | self._ends) if number else 0)
            hexes.append((near & -near).bit_length() - 1)
        return tuple(reversed(hexes))


class Move(Verb[TrcState]):
    """5.1-5.4: units of one hex move together along a path."""

    name = "move"
    form = Form(Units(), Route())
    rule = "5.4"

    def offers(self, s: TrcState) -> Iterator[Order]:
        ground = Ground(s)
        for place in members(s.held_by[s.mover]):
            ready = [u for u in s.stacks[place] if may(check_mover, s, u)]
            yield from in_groups(ready, partial(self._offers_of, s, ground))

    def _offers_of(self, s: TrcState, ground: Ground, units: tuple[int, ...]) -> Iterator[Order]:
        found = Reach(s, units, ground)
        for goal in members(found.goals):
            yield Order("move", units, found.path(goal))

    def about(self, s: TrcState, units: tuple[int, ...]) -> Iterator[Order]:
        if units and may(check_together, s, units) and all(may(check_mover, s, u) for u in units):
            yield from self._offers_of(s, Ground(s), units)

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        """A stroll: a hex, some of its units, and steps in any direction until points or will run out."""
        places = s.held_by[s.mover]
        ground: Ground | None = None
        for _ in range(4):
            if not places:
                return None
            place = pick(places, rng)
            ready = tuple(u for u in s.stacks[place] if points_left(s, u) > 0 and may(check_mover, s, u))
            if ready:
                ground = ground or Ground(s)
                units = ready if rng.random() < 0.2 else (rng.choice(ready),)
                way = self._stroll(s, units, place, ground, rng)
                if len(way) > 1:
                    return Order("move", units, way)
            places ^= 1 << place
        return None

    def _stroll(
        self, s: TrcState, units: tuple[int, ...], start: int, ground: Ground, rng: random.Random
    ) -> tuple[int, ...]:
        (free, stop), board = ground.passage(s, units), s.board
        points = min(points_left(s, u) for u in units)
        first = free & ~ground.zone if ground.zone >> start & 1 else free
        way, here, allowed = [start], start, first
        near, neighbours, chance = board.near, board.neighbours, rng.random
        for _ in range(1 + int(chance() * 8)):
            there = neighbours[here][int(chance() * 6)]
            if len(way) > points or there < 0 or not allowed >> there & 1 or not near[here] >> there & 1:
                continue
            way.append(there)
            here, allowed = there, free
            if stop >> there & 1:
                break
        return tuple(way)

    def check(self, s: TrcState, order: Order) -> None:
        place = check_together(s, order.units)
        if len(order.path) < 2 or order.path[0] != place:
            raise Refused("5.4", "a move leads from the units' hex to another one")
        check_walk(s, order.units, order.path)

    def do(self, s: TrcState, order: Order) -> None:
        way = order.path
        march(s, order.units, way[1:])
        for unit in order.units:
            s.spent[unit] += cost(way)
            s.moved |= 1 << unit
            if s.edition.stop_terrain(unit, s.weather) >> way[-1] & 1 or s.board.across.get(way[-1]) == way[-2]:
                s.spent[unit] = STOPPED  # 8.2, 8.5.1
        noticed(s)

    def complete(self, s: TrcState, order: Order) -> Order:
        """Fill in the way between the hexes that were named."""
        if not order.units or s.where[order.units[0]] < 0 or any(s.edition.side[u] != s.mover for u in order.units):
            return order
        start = s.where[order.units[0]]
        points = order.path if order.path[0] == start else (start, *order.path)
        if len(points) < 2 or all(s.board.grid.direction(a, b) >= 0 for a, b in pairwise(points)):
            return Order(order.verb, order.units, points)
        if len(points) == 2 and all(s.where[u] == start and may(check_mover, s, u) for u in order.units):
            found = Reach(s, order.units, Ground(s))
            if found.goals >> points[1] & 1:
                return Order(order.verb, order.units, found.path(points[1]))
        return Order(order.verb, order.units, _straight(s, points))


def _straight(s: TrcState, points: tuple[int, ...]) -> tuple[int, ...]:
    """The straight way between the hexes named, so that a refusal names what is wrong with it."""
    way: tuple[int, ...] = points[:1]
    for a, b in pairwise(points):
        way += tuple(s.board.grid.line(a, b)[1:])
    return way


def march(s: TrcState, units: tuple[int, ...], hexes: tuple[int, ...]) -> None:
    """Units enter these hexes one after the other and stay in the last: places and rails change hands on the way.

    17.2.1 makes no difference between movement and combat: retreats are led through here as well.
    """
    e = s.edition
    side = e.side[units[0]]
    projects = any(not e.zoneless >> u & 1 for u in units)
    for unit in units:
        s.put(unit, hexes[-1])
    control.pass_by(s, side, union(hexes), projects)
    control.refresh(s)
    pass_rails(s, side, hexes)
