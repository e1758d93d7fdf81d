"""Chapter 19: partisans. What their hexes do to trains, marches, retreats and supply is with those chapters."""

import random
from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Hex, Units
from hexfront.games.trc.control import held
from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.state import BOX, TrcState
from hexfront.games.trc.zones import zone
from hexfront.grid import members
from hexfront.grid.bits import pick
from hexfront.mechanics.choices import may


def watched(s: TrcState) -> int:
    """19.1: the hexes within reach of an SS unit on the board; water does not shorten it."""
    e, found, grid = s.edition, 0, s.board.grid
    far = e.charts["partisans"]["ss_range"]
    for unit in e.hunters:
        if s.where[unit] >= 0:
            found |= grid.disc(s.where[unit], far)
    return found


def targets(s: TrcState) -> int:
    """19.1: cities and rail hexes of the Axis in Russia."""
    return (held(s, AXIS) & s.board.cities | s.axis_rails) & s.board.countries.get("Russia", 0)


def places(s: TrcState) -> int:
    """19.1: where partisans may be put now."""
    return targets(s) & ~zone(s, AXIS) & ~watched(s)


def lift(s: TrcState) -> None:
    """19.4: all partisans in the game are taken up, to be placed anew."""
    for unit in s.edition.bands:
        if s.where[unit] >= 0:
            s.put(unit, BOX)


def chase(s: TrcState) -> None:
    """19.3: at the end of a German movement those in Axis zones or near SS units leave the board."""
    if not s.bands:
        return
    hunted = zone(s, AXIS) | watched(s)
    for unit in s.edition.bands:
        place = s.where[unit]
        if place >= 0 and hunted >> place & 1:
            s.put(unit, BOX)
            s.say("19.3", "{unit} driven away from {hex}", unit=unit, hex=place)


class PlacePartisan(Verb[TrcState]):
    """19.1, 19.4: one partisan unit goes to an Axis city or rail hex in Russia."""

    name = "place"
    form = Form(Units(), Hex())
    rule = "19.1"

    def offers(self, s: TrcState) -> Iterator[Order]:
        ready = self._ready(s)
        for place in members(places(s)) if ready else ():
            for unit in ready:
                yield Order(self.name, (unit,), at=(place,))

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        ready, free = self._ready(s), places(s)
        return Order(self.name, (rng.choice(ready),), at=(pick(free, rng),)) if ready and free else None

    def _ready(self, s: TrcState) -> list[int]:
        return [unit for unit in s.edition.bands if may(self._check_unit, s, (unit,))]

    def check(self, s: TrcState, order: Order) -> None:
        self._check_unit(s, order.units)
        place = order.at[0]
        bit, label = 1 << place, s.board.grid.label(place)
        if not s.board.countries.get("Russia", 0) & bit:
            raise Refused("19.1", f"{label} is not in Russia")
        if not targets(s) & bit:
            raise Refused("19.1", f"there is neither a city nor a railway of the Axis in {label}")
        if zone(s, AXIS) & bit:
            raise Refused("19.1", f"{label} is in an Axis zone")
        if watched(s) & bit:
            far = s.edition.charts["partisans"]["ss_range"]
            raise Refused("19.1", f"an SS unit is within {far} hexes of {label}")

    def _check_unit(self, s: TrcState, units: tuple[int, ...]) -> None:
        if len(units) != 1:
            raise Refused("19.1", "place one partisan unit at a time")
        unit = units[0]
        if s.edition.side[unit] != RUSSIAN or not s.edition.partisans >> unit & 1:
            raise Refused("19.1", f"{s.name(unit)} is no partisan unit")
        if s.where[unit] >= 0:
            raise Refused("19.4", f"{s.name(unit)} has been placed already")
        if s.where[unit] != BOX:
            raise Refused("19.4", f"{s.name(unit)} has not entered the game yet")

    def do(self, s: TrcState, order: Order) -> None:
        s.put(order.units[0], order.at[0])
        s.say("19.1", "{unit} placed in {hex}", unit=order.units[0], hex=order.at[0])
