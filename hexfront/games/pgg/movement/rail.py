"""Chapter 6.3: Soviet movement by rail, and the cuts with which the German stops it (6.37)."""

import random
from collections.abc import Iterator
from itertools import pairwise

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Hex, Route, Units
from hexfront.games.pgg import setup
from hexfront.games.pgg.counters import GERMAN, SOVIET
from hexfront.games.pgg.movement.ground import BARRED_UNTIL, arrive, check_movers, mark_moving
from hexfront.games.pgg.reinforcements import entry_hexes, mark_arrival, where_to_enter
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.zones import zone
from hexfront.grid import members, sides
from hexfront.grid.bits import pick
from hexfront.mechanics.choices import may
from hexfront.mechanics.reach import Fan, Way, cost_of, path, reach

CUTS = 6  # markers in the counter mix (6.37)


def load_of(s: PggState, unit: int) -> int:
    """How much of the eight units' capacity it takes: armour three, leaders nothing (10.21)."""
    if s.edition.leader[unit]:
        return 0
    return int(s.edition.charts["rail"]["armoured"]) if s.edition.type[unit] == "armoured" else 1


class Line:
    """The railway as the Soviet side finds it: one point a hex, four where an air marker lies (13.31)."""

    def __init__(self, s: PggState) -> None:
        chart = s.edition.charts["rail"]
        self.points = int(chart["hexes"])
        self.costs = s.board.costs["rail"]
        self.broken = s.cuts | s.mending
        barred = s.board.barred if s.turn <= BARRED_UNTIL else 0
        self.closed = self.broken | s.held_by[GERMAN] | zone(s, GERMAN) | barred
        self.surcharge = dict.fromkeys(s.air, int(chart["interdicted"]) - 1)
        self._fans: dict[tuple[int, bool], Fan] = {}

    def rides(self, start: int, arriving: bool) -> list[Way]:
        """The shortest ride to every hex, for a unit that stands in the start or comes onto the board there."""
        key, points = (start, arriving), self.points - (1 + self.surcharge.get(start, 0) if arriving else 0)
        if key not in self._fans:
            self._fans[key] = Fan(start, 0, self.closed, self.surcharge, arriving)
        return self._fans[key].ways(self.costs, points)


class Rail(Verb[PggState]):
    """6.3: units that start on a railway, or arrive on one, go up to thirty hexes along it. It is their whole move."""

    name = "rail"
    form = Form(Units(), Route())
    rule = "6.3"

    def offers(self, s: PggState) -> Iterator[Order]:
        line = Line(s)
        ready = s.edition.of_side[SOVIET] & ~(s.moved | s.disrupted)
        for place in members(s.held_by[SOVIET] & s.board.rail_hexes & ~line.closed):
            for unit in s.stacks[place]:
                if ready >> unit & 1 and may(self._check_riders, s, (unit,)):
                    for way in line.rides(place, arriving=False):
                        yield Order("rail", (unit,), way)
        for unit in s.edition.soviets:
            if s.where[unit] <= -10 and ready >> unit & 1 and may(self._check_riders, s, (unit,)):
                for first in members(entry_hexes(s, unit) & s.board.rail_hexes & ~line.closed):
                    for way in line.rides(first, arriving=True):
                        yield Order("rail", (unit,), way)

    def about(self, s: PggState, units: tuple[int, ...]) -> Iterator[Order]:
        """One ride to each hex, the shortest."""
        if not units or not may(self._check_riders, s, units):
            return
        line, place, best = Line(s), s.where[units[0]], dict[int, Order]()
        arriving = place < 0
        starts = entry_hexes(s, units[0]) if arriving else 1 << place
        for first in members(starts & s.board.rail_hexes & ~line.closed):
            for way in line.rides(first, arriving):
                if way[-1] not in best or len(way) < len(best[way[-1]].path):
                    best[way[-1]] = Order("rail", units, way)
        yield from best.values()

    def sample(self, s: PggState, rng: random.Random) -> Order | None:
        """A unit on the railway, and some ride."""
        line = Line(s)
        places = s.held_by[SOVIET] & s.board.rail_hexes & ~line.closed
        if not places or s.rail_used >= s.edition.charts["rail"]["units"]:
            return None
        place = pick(places, rng)
        unit = rng.choice(s.stacks[place])
        if not may(self._check_riders, s, (unit,)):
            return None
        order = Order("rail", (unit,), self._ride(s, place, line, rng))
        return order if len(order.path) > 1 and may(self.check, s, order) else None

    def _ride(self, s: PggState, place: int, line: Line, rng: random.Random) -> tuple[int, ...]:
        """Along the railway for some time, never straight back."""
        price, near, way, last = line.costs.by_step, s.board.neighbours, [place], -1
        for _ in range(1 + int(rng.random() * line.points)):
            here = way[-1]
            ways = [
                n for d, n in enumerate(near[here]) if price[here * 6 + d] and n != last and not line.closed >> n & 1
            ]
            if not ways:
                break
            last = here
            way.append(rng.choice(ways))
        return tuple(way)

    def check(self, s: PggState, order: Order) -> None:
        units, way = order.units, order.path
        arriving = self._check_riders(s, units)
        line = Line(s)
        if arriving:
            if not way or any(not entry_hexes(s, u) >> way[0] & 1 for u in units):
                where = where_to_enter(s, units[0])
                raise Refused("16.1", f"{s.names(units)} {where}, not in {s.board.grid.label(way[0])}")
        elif len(way) < 2 or way[0] != s.where[units[0]]:
            raise Refused("6.3", "a rail move leads from the units' hex along the railway to another one")
        self._check_way(s, way, line, arriving)
        spent = _cost(way, line) + (1 + line.surcharge.get(way[0], 0) if arriving else 0)
        if spent > line.points:
            raise Refused("6.3", f"the way takes {spent} of the {line.points} hexes by rail")

    def _check_riders(self, s: PggState, units: tuple[int, ...]) -> bool:
        """May these units ride? True if they are arriving."""
        check_movers(s, units)
        if len({s.where[u] for u in units}) != 1:
            raise Refused("6.3", f"{s.names(units)} do not start from one place")
        place = s.where[units[0]]
        if place < 0 and place > -10:
            raise Refused("6.3", f"{s.name(units[0])} is not on the board")
        for unit in units:
            if s.moved >> unit & 1:
                raise Refused("6.3", f"{s.name(unit)} has moved; rail movement is a whole move")
            if setup.restricted(s, (unit,)):
                raise Refused("5.2", f"{s.name(unit)} is of an army that may not use the railway on turn 1")
        limit = int(s.edition.charts["rail"]["units"])
        if s.rail_used + sum(load_of(s, u) for u in units) > limit:
            raise Refused("6.3", f"the railways carry {limit} units a turn, armour counting three")
        return place <= -10

    def _check_way(self, s: PggState, way: tuple[int, ...], line: Line, arriving: bool) -> None:
        grid = s.board.grid
        for a, b in pairwise(way):
            if not sides.between(grid, s.board.rails, a, b):
                raise Refused("6.3", f"no railway joins {grid.label(a)} and {grid.label(b)}")
        for place in way:
            if not s.board.rail_hexes >> place & 1:
                raise Refused("6.3", f"there is no railway in {grid.label(place)}")
            if line.broken >> place & 1:
                raise Refused("6.37", f"the railway is cut in {grid.label(place)}")
            if line.closed >> place & 1:
                verb = "go into" if arriving or place != way[0] else "leave from"
                rule, why = self._why_closed(s, place)
                raise Refused(rule, f"trains cannot {verb} {grid.label(place)}: {why}")

    def _why_closed(self, s: PggState, place: int) -> tuple[str, str]:
        if s.turn <= BARRED_UNTIL and s.board.barred >> place & 1:
            return "6.4", "columns 01 and 02 are closed to Soviet units until turn 7"
        return "6.3", "the enemy is there" if s.held_by[GERMAN] >> place & 1 else "it is in an enemy zone"

    def do(self, s: PggState, order: Order) -> None:
        arriving = s.where[order.units[0]] < 0
        mark_moving(s, order.units, [0] * len(order.units))
        s.active = {}  # a rail move is a whole move
        s.rail_used += sum(load_of(s, u) for u in order.units)
        if arriving:
            mark_arrival(s, order.units)
        saved = s.cuts
        arrive(s, order.units, order.path, -1)
        assert s.cuts == saved  # trains never pass a cut

    def complete(self, s: PggState, order: Order) -> Order:
        """Fill in the railway between the hexes that were named, as far as it is open."""
        start = s.where[order.units[0]] if order.units else -1
        points = order.path if start < 0 or order.path[0] == start else (start, *order.path)
        line, grid = Line(s), s.board.grid
        way: tuple[int, ...] = points[:1]
        for a, b in pairwise(points):
            for closed in (line.closed, 0):
                waves = reach(grid, line.costs, a, 400, 0, closed & ~(1 << b), line.surcharge)
                if cost_of(waves, b) >= 0:
                    way += path(grid, line.costs, waves, b, 0, line.surcharge)[1:]
                    break
            else:
                way += (b,)
        return Order(order.verb, order.units, way)


def _cost(way: tuple[int, ...], line: Line) -> int:
    return sum(1 + line.surcharge.get(place, 0) for place in way[1:])


class Cut(Verb[PggState]):
    """6.37: a German combat unit cuts the railway in a hex that it moves into."""

    name = "cut"
    form = Form(Hex())
    rule = "6.37"

    def offers(self, s: PggState) -> Iterator[Order]:
        if s.cuts.bit_count() < CUTS:
            for place in members(s.trail & s.board.rail_hexes & ~s.cuts):
                yield Order("cut", at=(place,))

    def check(self, s: PggState, order: Order) -> None:
        place = order.at[0]
        label = s.board.grid.label(place)
        if not s.board.rail_hexes >> place & 1:
            raise Refused("6.37", f"there is no railway in {label}")
        if s.cuts >> place & 1:
            raise Refused("6.37", f"the railway in {label} is cut already")
        if not s.trail >> place & 1:
            raise Refused("6.37", f"the units that are moving have not been in {label}")
        if s.cuts.bit_count() >= CUTS:
            raise Refused("6.37", f"all {CUTS} rail cuts are on the board; lift one first")

    def do(self, s: PggState, order: Order) -> None:
        s.cuts |= 1 << order.at[0]
        s.mending &= ~(1 << order.at[0])
        s.trail &= ~(1 << order.at[0])  # one deed in a hex
        s.say("6.37", "the railway is cut in {hex}", hex=order.at[0])


class Lift(Verb[PggState]):
    """6.37: a German unit that moves over an old cut picks the marker up."""

    name = "lift"
    form = Form(Hex())
    rule = "6.37"

    def offers(self, s: PggState) -> Iterator[Order]:
        for place in members(s.trail & s.cuts):
            yield Order("lift", at=(place,))

    def check(self, s: PggState, order: Order) -> None:
        label = s.board.grid.label(order.at[0])
        if not s.cuts >> order.at[0] & 1:
            raise Refused("6.37", f"there is no rail cut in {label}")
        if not s.trail >> order.at[0] & 1:
            raise Refused("6.37", f"the units that are moving have not been in {label}")

    def do(self, s: PggState, order: Order) -> None:
        s.cuts &= ~(1 << order.at[0])
        s.trail &= ~(1 << order.at[0])
        s.say("6.37", "the rail cut in {hex} is picked up", hex=order.at[0])
