"""Chapter 18: Russian paratroops; V.1, letters a to f: German ones.

A German corps that lands on top of the enemy is not in the hex yet: `s.drops` keeps where, until the enemy is gone.
"""

import random
from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Hex, Units
from hexfront.games.trc.aftermath import noticed, settled
from hexfront.games.trc.combat.losses import eliminate
from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.data_files import CLEAR, SNOW
from hexfront.games.trc.minors import closed
from hexfront.games.trc.movement.allowance import check_named, halt
from hexfront.games.trc.movement.land import march
from hexfront.games.trc.state import AIRFIELD, RESERVE, STOPPED, WAITING, TrcState
from hexfront.games.trc.zones import zone
from hexfront.grid import members
from hexfront.grid.bits import pick
from hexfront.mechanics.choices import may

HANGAR = (AIRFIELD, RESERVE)  # where each side's paratroops wait for their drop
WEATHER_OF = (CLEAR, SNOW)  # V.1 a, 18.1
_RULES = ("V.1", "18.3")


def reach(s: TrcState, side: int) -> int:
    """18.3, V.1 a: the hexes within range of a headquarters on the board."""
    found, e = 0, s.edition
    for unit in e.guides[side]:
        if s.where[unit] >= 0:
            found |= s.board.grid.disc(s.where[unit], e.air_range)
    return found


def ground_for(s: TrcState) -> int:
    """18.3, V.1 a: neither woods nor mountains nor water, nor a country that is closed."""
    return s.board.land & ~s.board.woods & ~s.board.mountain & ~closed(s)


def landing(s: TrcState, side: int) -> int:
    """Where paratroops of a side may drop now; only Germans into enemy zones, or onto enemies (V.1 b, c)."""
    free = reach(s, side) & ground_for(s)
    return free if side == AXIS else free & ~zone(s, AXIS)


def check_jumper(s: TrcState, unit: int) -> None:
    """May this unit drop at all now? 18.1, V.1 a."""
    side, name = s.mover, s.name(unit)
    rule = ("V.1", "18.1")[side]
    if not s.edition.paratroops >> unit & 1:
        raise Refused(rule, f"{name} is no paratroop unit")
    if unit in s.drops or (s.where[unit] >= 0 and s.moved >> unit & 1):
        raise Refused(("V.1", "18.4")[side], f"{name} has come down and does not drop a second time")
    if s.where[unit] != HANGAR[side]:
        raise Refused(rule, f"{name} is not {('off the board, ready to drop', 'in the paratroop reserve')[side]}")
    if s.impulse != 1:
        raise Refused(rule, "paratroops drop in the first impulse only")
    if s.weather != WEATHER_OF[side]:
        raise Refused(rule, f"{name} drops in {('clear weather', 'snow')[side]} only")
    if side == AXIS and s.moved >> unit & 1:
        raise Refused("V.1", f"{name} has left the board in this turn and drops in a later one")
    if all(s.where[guide] < 0 for guide in s.edition.guides[side]):
        raise Refused(_RULES[side], f"{('no headquarters is', 'STAVKA is not')[side]} on the board to direct {name}")


def jumpers(s: TrcState) -> list[int]:
    """The paratroops of the moving side that may drop now."""
    return [unit for unit in s.edition.airborne[s.mover] if may(check_jumper, s, unit)]


class Drop(Verb[TrcState]):
    """18.1, 18.3, V.1: a paratroop corps comes down and goes no further in that turn."""

    name = "drop"
    form = Form(Units(), Hex())
    rule = "18.3"

    def offers(self, s: TrcState) -> Iterator[Order]:
        ready = jumpers(s)
        for place in members(landing(s, s.mover)) if ready else ():
            for unit in ready:
                yield Order(self.name, (unit,), at=(place,))

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        ready = jumpers(s)
        free = landing(s, s.mover) if ready else 0
        return Order(self.name, (rng.choice(ready),), at=(pick(free, rng),)) if free else None

    def about(self, s: TrcState, units: tuple[int, ...]) -> Iterator[Order]:
        if len(units) == 1 and s.edition.side[units[0]] == s.mover and may(check_jumper, s, units[0]):
            yield from (Order(self.name, units, at=(place,)) for place in members(landing(s, s.mover)))

    def check(self, s: TrcState, order: Order) -> None:
        check_named(s, order.units)
        if len(order.units) != 1:
            raise Refused(_RULES[s.mover], "drop one unit at a time")
        check_jumper(s, order.units[0])
        self._check_place(s, order.units[0], order.at[0])

    def _check_place(self, s: TrcState, unit: int, place: int) -> None:
        rule, name, board = _RULES[s.mover], s.name(unit), s.board
        bit, label = 1 << place, board.grid.label(place)
        if not board.land & bit:
            raise Refused("5.5", f"{label} cannot be entered")
        if closed(s) & bit:
            raise Refused("24.5" if s.finland_shut else "V.1", f"{label} lies in a country that nobody may enter")
        if not reach(s, s.mover) & bit:
            guide = ("a headquarters", "STAVKA")[s.mover]
            raise Refused(rule, f"{label} is more than {s.edition.air_range} hexes from {guide}")
        if (board.woods | board.mountain) & bit:
            raise Refused(rule, f"{name} does not drop into woods or mountains: {label}")
        if s.mover == RUSSIAN and zone(s, AXIS) & bit:
            raise Refused(rule, f"{name} does not drop into an enemy zone: {label}")

    def do(self, s: TrcState, order: Order) -> None:
        unit, place = order.units[0], order.at[0]
        side = s.edition.side[unit]
        halt(s, unit)
        s.dropped |= 1 << unit
        if s.held_by[1 - side] >> place & 1:
            s.drops[unit] = place
            s.forget()
            s.say("V.1", "{unit} drops on the enemy in {hex}", unit=unit, hex=place)
            return
        s.say(_RULES[side], "{unit} drops in {hex}", unit=unit, hex=place)
        march(s, (unit,), (place,))
        noticed(s)


class Reserve(Verb[TrcState]):
    """18.2: an arriving paratroop corps goes to the Paratroop Reserve box instead of Moscow."""

    name = "reserve"
    form = Form(Units())
    rule = "18.2"

    def offers(self, s: TrcState) -> Iterator[Order]:
        if s.mover == RUSSIAN:
            yield from (Order(self.name, (unit,)) for unit in s.edition.airborne[RUSSIAN] if s.where[unit] == WAITING)

    def check(self, s: TrcState, order: Order) -> None:
        e = s.edition
        check_named(s, order.units)
        for unit in order.units:
            if e.side[unit] != RUSSIAN or not e.paratroops >> unit & 1:
                raise Refused("18.2", f"{s.name(unit)} is no Russian paratroop unit")
            if s.where[unit] != WAITING:
                raise Refused("18.2", f"{s.name(unit)} does not arrive in this impulse")

    def do(self, s: TrcState, order: Order) -> None:
        for unit in order.units:
            s.put(unit, RESERVE)
        s.say("18.2", "{units} held in the paratroop reserve", units=order.units)


# -- German paratroops on top of the enemy (V.1 c) -----------------------------------------------------


def touch_down(s: TrcState) -> None:
    """V.1 c: those whose hex is free of enemies now stand in it. Call it when a battle or a victory is over."""
    for unit in sorted(s.drops):
        place = s.drops[unit]
        if not s.held_by[RUSSIAN] >> place & 1:
            del s.drops[unit]
            march(s, (unit,), (place,))
            noticed(s)


def forget(s: TrcState, unit: int) -> None:
    """A corps that was lost on top of the enemy is there no longer."""
    s.drops.pop(unit, None)
    s.forget()


def destroy_stranded(s: TrcState) -> None:
    """V.1 c: at the start of the second impulse who still shares a hex with the enemy is destroyed (e: for good).

    18.3: the others who dropped in this turn have moved for the turn. Call it when the points of the impulse are fresh.
    """
    touch_down(s)
    for unit in sorted(s.drops):
        place = s.drops[unit]
        forget(s, unit)
        eliminate(s, unit, "V.1", f"it is alone among the enemy in {s.board.grid.label(place)}")
    for unit in members(s.dropped):
        s.spent[unit] = STOPPED
    if s.dropped:
        settled(s)
