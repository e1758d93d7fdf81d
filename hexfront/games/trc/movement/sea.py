"""Chapter 10: the orders for voyages, with 26.9 and the trips to Helsinki of 26.81. Ships and dice: `shipping`."""

import random
from collections.abc import Iterator
from typing import ClassVar

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Hex, Units
from hexfront.games.trc.aftermath import noticed, settled
from hexfront.games.trc.counters import AXIS, SIDES
from hexfront.games.trc.data_files import SCENARIO_RULE, SNOW
from hexfront.games.trc.movement.allowance import check_named
from hexfront.games.trc.movement.land import Ground, check_entry, march
from hexfront.games.trc.movement.shipping import (
    BALTIC,
    BLACK,
    HELSINKI,
    WATERS,
    check_sailor,
    check_water,
    coast,
    friendly,
    open_seas,
    sea_of,
    survives,
)
from hexfront.games.trc.state import AIRFIELD, OFFMAP, WAITING, TrcState
from hexfront.grid import members
from hexfront.grid.bits import pick
from hexfront.mechanics.choices import may

MARINES = ("infantry", "luftwaffe")  # 26.93: infantry of any nation; 8.2 calls the Luftwaffe corps infantry too
TRIPS, NO_TRIP = 2, "armour"  # 26.81: Axis voyages of any nation to Helsinki count


class Voyage(Verb[TrcState]):
    """What all voyages have in common: one unit, a ship, a die."""

    form = Form(Units(), Hex())
    arrivals: ClassVar[bool] = False  # do units sail that are not on the board yet?
    waters: ClassVar[tuple[int, ...]] = (BLACK, BALTIC)

    def starts(self, s: TrcState, sea: int) -> int:
        """The hexes from which such a voyage begins."""
        return coast(s, sea)

    def goals(self, s: TrcState, sea: int) -> int:
        """The hexes to which it may lead."""
        return friendly(s, s.mover, sea)

    def crew(self, s: TrcState, sea: int) -> list[int]:
        """Units that could be meant."""
        found = [u for place in members(self.starts(s, sea) & s.held_by[s.mover]) for u in s.stacks[place]]
        if self.arrivals:
            found += [u for u in s.edition.units_of[s.mover] if s.where[u] in (WAITING, OFFMAP)]
        return found

    def offers(self, s: TrcState) -> Iterator[Order]:
        for sea in open_seas(s):
            for unit in self.crew(s, sea) if sea in self.waters else ():
                if may(check_sailor, s, unit):
                    orders = (Order(self.name, (unit,), at=at) for at in self.aims(s, sea))
                    yield from (order for order in orders if may(self.check, s, order))

    def about(self, s: TrcState, units: tuple[int, ...]) -> Iterator[Order]:
        if len(units) != 1 or s.edition.side[units[0]] != s.mover or not may(check_sailor, s, units[0]):
            return
        home = sea_of(s, s.where[units[0]])
        for sea in open_seas(s):
            if sea in self.waters and (sea == home or s.where[units[0]] < 0):
                orders = (Order(self.name, units, at=at) for at in self.aims(s, sea))
                yield from (order for order in orders if may(self.check, s, order))

    def aims(self, s: TrcState, sea: int) -> list[tuple[int, ...]]:
        """What an order of this kind can name."""
        return [(goal,) for goal in members(self.goals(s, sea))]

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        seas = [sea for sea in open_seas(s) if sea in self.waters]
        sea = rng.choice(seas) if seas else -1
        goals = self.goals(s, sea) if seas else 0
        crew = self.crew(s, sea) if goals else []
        for _ in range(min(3, len(crew))):
            order = self.draw(rng.choice(crew), pick(goals, rng))
            if may(self.check, s, order):
                return order
        return None

    def draw(self, unit: int, goal: int) -> Order:
        """The order for a unit and a hex."""
        return Order(self.name, (unit,), at=(goal,))

    def check(self, s: TrcState, order: Order) -> None:
        check_named(s, order.units)
        if len(order.units) != 1:
            raise Refused("10.3", "ships carry one unit at a time")
        unit = order.units[0]
        check_sailor(s, unit)
        sea = self.check_voyage(s, unit, order.at)
        check_water(s, s.mover, sea)
        if order.at:
            self.check_landing(s, unit, order.at[0])

    def check_voyage(self, s: TrcState, unit: int, at: tuple[int, ...]) -> int:
        """Is there such a voyage between these places? Returns the sea it is made on."""
        goal, here, label = at[0], s.where[unit], s.board.grid.label
        sea, start = sea_of(s, goal), sea_of(s, here)
        self.check_start(s, unit)
        if sea < 0:
            raise Refused(self.rule, f"{label(goal)} lies on no sea")
        if here >= 0 and start != sea:
            raise Refused("10.2", f"no voyage leads from {WATERS[start]} to {WATERS[sea]}")
        if goal == here:
            raise Refused(self.rule, f"{s.name(unit)} is in {label(goal)} already")
        return sea

    def check_start(self, s: TrcState, unit: int) -> None:
        """Does the unit start where such a voyage may start?"""
        place = s.where[unit]
        if place < 0 and not self.arrivals:
            raise Refused(self.rule, f"{s.name(unit)} is not on the board")
        if place >= 0 and not any(self.starts(s, sea) >> place & 1 for sea in (BLACK, BALTIC)):
            raise Refused(self.rule, f"{s.name(unit)} cannot go on board in {s.board.grid.label(place)}")

    def check_landing(self, s: TrcState, unit: int, goal: int) -> None:
        """10.3.1: a friendly port; 26.81 counts those who go to Helsinki."""
        label = s.board.grid.label(goal)
        if not self.goals(s, sea_of(s, goal)) >> goal & 1:
            raise Refused(self.rule, f"there is no friendly port in {label}")
        check_entry(s, unit, goal, Ground(s))
        if self.is_trip(s, goal):
            if s.helsinki_trips >= TRIPS:
                raise Refused("26.81", f"{TRIPS} voyages to {HELSINKI} are all the Axis has in a game")
            if s.edition.type[unit] == NO_TRIP:
                raise Refused("26.81", f"{s.name(unit)} is armour and does not sail to {HELSINKI}")

    def is_trip(self, s: TrcState, goal: int) -> bool:
        """26.81: does this voyage count among those to Helsinki?"""
        return s.on("26.8") and s.mover == AXIS and s.board.city.get(HELSINKI, -1) == goal

    def evacuates(self, s: TrcState, unit: int) -> bool:
        """10.3.3: is the die one higher?"""
        return False

    def do(self, s: TrcState, order: Order) -> None:
        unit, goal = order.units[0], order.at[0]
        s.helsinki_trips += self.is_trip(s, goal)
        if survives(s, unit, sea_of(s, goal), self.evacuates(s, unit)):
            self.land(s, unit, goal)

    def land(self, s: TrcState, unit: int, goal: int) -> None:
        """10.3: ashore, where it stays for this impulse."""
        s.landed |= 1 << unit
        s.say(self.rule, "{unit} lands in {hex}", unit=unit, hex=goal)
        march(s, (unit,), (goal,))
        noticed(s)


class Transfer(Voyage):
    """10.3.1: from a friendly port, or as an arrival, to a friendly port."""

    name = "sea transfer"
    rule = "10.3.1"
    arrivals = True

    def starts(self, s: TrcState, sea: int) -> int:
        return friendly(s, s.mover, sea)


class Evacuate(Voyage):
    """10.3.3: from any coast hex to a friendly port on the same sea, with one added to the die."""

    name = "sea evacuate"
    rule = "10.3.3"

    def evacuates(self, s: TrcState, unit: int) -> bool:
        return True


class Leave(Voyage):
    """10.3.1, 10.3.3: into the Off-Map box; a transfer from a friendly port, an evacuation from elsewhere.

    V.1 a: German paratroops go to their airfields instead: off the board, ready to drop from the next turn on.
    """

    name = "sea leave"
    form = Form(Units())
    rule = "10.3.3"

    def goals(self, s: TrcState, sea: int) -> int:
        return coast(s, sea)

    def aims(self, s: TrcState, sea: int) -> list[tuple[int, ...]]:
        return [()]

    def draw(self, unit: int, goal: int) -> Order:
        return Order(self.name, (unit,))

    def check_voyage(self, s: TrcState, unit: int, at: tuple[int, ...]) -> int:
        self.check_start(s, unit)
        return sea_of(s, s.where[unit])

    def evacuates(self, s: TrcState, unit: int) -> bool:
        place = s.where[unit]
        return not friendly(s, s.edition.side[unit], sea_of(s, place)) >> place & 1

    def do(self, s: TrcState, order: Order) -> None:
        unit = order.units[0]
        if survives(s, unit, sea_of(s, s.where[unit]), self.evacuates(s, unit)):
            home = s.edition.side[unit] == AXIS and s.edition.paratroops >> unit & 1
            s.put(unit, AIRFIELD if home else OFFMAP)
            s.say(self.rule, "{unit} leaves the board by sea", unit=unit)
            settled(s)


def _limit_rule(s: TrcState) -> str:
    """Where the number of invasions stands: a scenario may give none at all."""
    if not s.edition.scenarios[s.scenario]["invasions"][SIDES[s.mover]]:
        return SCENARIO_RULE[s.scenario]
    return "26.92" if s.on("26.9") else "10.3.2"


class Invade(Voyage):
    """10.3.2: from a friendly port of the Black Sea, or as an arrival, onto any of its coasts without enemies."""

    name = "sea invade"
    rule = "10.3.2"
    arrivals = True
    waters = (BLACK,)

    def starts(self, s: TrcState, sea: int) -> int:
        return friendly(s, s.mover, sea)

    def goals(self, s: TrcState, sea: int) -> int:
        return coast(s, sea) & s.board.land & ~s.held_by[1 - s.mover] if self.left(s) else 0

    def left(self, s: TrcState) -> bool:
        """Has this side an invasion left? Below zero there is no limit (26.94)."""
        return s.invasions[s.mover] != 0

    def check_voyage(self, s: TrcState, unit: int, at: tuple[int, ...]) -> int:
        if sea_of(s, at[0]) == BALTIC:
            raise Refused("10.5", f"nobody invades on {WATERS[BALTIC]}")
        sea = super().check_voyage(s, unit, at)
        self.check_leave(s, unit)
        return sea

    def check_leave(self, s: TrcState, unit: int) -> None:
        """10.3.2, 10.7, 26.91-26.93: may this side invade now, with this unit?"""
        e = s.edition
        earliest = e.charts["sea"]["invasions"]["not_before"]  # 10.7
        if SIDES[s.mover] == earliest["side"] and s.turn < earliest["turn"]:
            raise Refused("10.7", "the Axis does not invade in the first turn")
        if not self.left(s):
            raise Refused(_limit_rule(s), "this side has no invasion left")
        if s.on("26.9") and s.weather == SNOW:
            raise Refused("26.91", "nobody invades in snow")
        if s.on("26.9") and e.type[unit] not in MARINES:
            raise Refused("26.93", f"{s.name(unit)} is no infantry and does not invade")

    def check_landing(self, s: TrcState, unit: int, goal: int) -> None:
        if s.held_by[1 - s.mover] >> goal & 1:
            raise Refused("10.3.2", f"the enemy is in {s.board.grid.label(goal)}")
        if not s.board.land >> goal & 1:
            raise Refused("5.5", f"{s.board.grid.label(goal)} cannot be entered")
        check_entry(s, unit, goal, Ground(s))

    def do(self, s: TrcState, order: Order) -> None:
        s.invasions[s.mover] -= s.invasions[s.mover] > 0
        super().do(s, order)

    def land(self, s: TrcState, unit: int, goal: int) -> None:
        s.invaded |= 1 << unit
        super().land(s, unit, goal)
