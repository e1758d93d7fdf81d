"""Chapter 20, with 18.2, 21.1 and 22.6: how arrivals come onto the board. (Their dates and places: arrivals.)

What is due waits from the begin of its impulse, is brought in by `enter`, and goes to the Off-Map box if it is not.
"""

import random
from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Hex, Units
from hexfront.games.trc.aftermath import noticed
from hexfront.games.trc.arrivals.dates import CAPITALS, EDGES, NORTH, cause, comes, described, due, entrance, only_there
from hexfront.games.trc.control import held
from hexfront.games.trc.movement.allowance import allowance, check_named, halt
from hexfront.games.trc.movement.following import check_arrivals
from hexfront.games.trc.movement.land import Ground, check_entry, march
from hexfront.games.trc.stacking import fits
from hexfront.games.trc.state import BOX, DUE, OFFMAP, POOL, RESERVE, STOPPED, WAITING, TrcState
from hexfront.games.trc.zones import halting
from hexfront.grid import members
from hexfront.grid.bits import pick
from hexfront.mechanics.choices import may

_BOXES = {"box": BOX, "pool": POOL}  # 19.4, 26.6.1: who arrives off the board
_OUTSIDE = (WAITING, OFFMAP, RESERVE)


# -- the begin and end of a movement phase, and of the Russian preparation -----------------------------


def arrive(s: TrcState) -> None:
    """20.1: what is due in this impulse waits from now on; partisans go to their box (19.4)."""
    e = s.edition
    for unit in e.units_of[s.mover]:
        if s.where[unit] < 0 and not e.workers >> unit & 1 and comes(s, unit):
            _call(s, unit, cause(s, unit))


def arrive_workers(s: TrcState) -> None:
    """22.3: the new workers of this turn, to be placed in the preparation; 26.6.1: artillery into the pool."""
    e = s.edition
    for unit in e.units_of[s.mover]:
        if s.where[unit] == DUE and e.units[unit].at in ("city", "pool") and comes(s, unit):
            _call(s, unit, "22.3" if e.workers >> unit & 1 else "26.6.1")


def _call(s: TrcState, unit: int, rule: str) -> None:
    s.put(unit, _BOXES.get(s.edition.units[unit].at, WAITING))
    s.say(rule, "{unit} arrives", unit=unit)


def leftover(s: TrcState) -> None:
    """The end of a movement phase: who was not brought in goes where such units wait, or is lost."""
    e = s.edition
    for unit in e.units_of[s.mover]:
        if s.where[unit] != WAITING or e.workers >> unit & 1:
            continue
        box, rule, why = goes_to(s, unit)
        if box != WAITING:
            s.put(unit, box)
            s.say(rule, "{unit} {why}", unit=unit, why=why)


def goes_to(s: TrcState, unit: int) -> tuple[int, str, str]:
    """Where a unit that is not brought in goes at the end of the phase, the rule and the words for it."""
    if s.replaced >> unit & 1:
        if s.edition.headquarters >> unit & 1 and s.impulse == 1:
            return WAITING, "21.2", "comes in the second impulse"
        return POOL, "20.1.1", "cannot wait and stays in the pool"
    if s.edition.paratroops >> unit & 1:
        return RESERVE, "18.2", "goes to the paratroop reserve"
    if entrance(s, unit) == NORTH and not entries(s, unit):
        return WAITING, "20.6", "is held back while the enemy has the north"
    return OFFMAP, "20.1.1", "goes to the Off-Map box"


# -- where (20.2, 20.4-20.6) ---------------------------------------------------------------------------


def entries(s: TrcState, unit: int) -> int:
    """The hexes in which this unit may be put on the board now."""
    if s.edition.side[unit] != s.mover or not may(check_coming, s, unit):
        return 0
    free = Ground(s).open_to(s, unit)
    named = _named(s, unit) & free
    if named and (entrance(s, unit) not in s.board.city or _takes(s, unit)):
        return named
    return 0 if only_there(s, unit) else s.board.edge[s.mover] & free


def _named(s: TrcState, unit: int) -> int:
    """The hexes of the city or area in which a unit is to arrive; none if it is an edge."""
    at, board = entrance(s, unit), s.board
    if at == NORTH:
        return board.exits["north"]
    return 1 << board.city[at] if at in board.city else board.areas.get(at, 0)


def _takes(s: TrcState, unit: int) -> bool:
    """20.4: is the city not the enemy's, and is there room for one more?"""
    city, enemy = s.board.city[entrance(s, unit)], 1 - s.edition.side[unit]
    return not (held(s, enemy) | s.held_by[enemy]) >> city & 1 and fits(s, city, (unit,))


def check_coming(s: TrcState, unit: int) -> None:
    """Is this unit one that can come onto the board in this impulse?"""
    e = s.edition
    name, box = s.name(unit), s.where[unit]
    if box not in _OUTSIDE:
        raise Refused("20.1", f"{name} does not arrive now")
    if e.workers >> unit & 1:
        raise Refused("22.3", f"{name} is placed in a city before movement")
    if s.spent[unit] >= STOPPED:
        raise Refused("20.1.1", f"{name} went off the map in this impulse and can come in a later one")
    if e.headquarters >> unit & 1 and s.impulse == 1:
        rule = "11.1" if box == OFFMAP else "22.8" if unit == e.stavka else "21.2"
        raise Refused(rule, f"{name} is a headquarters and comes in the second impulse")
    when = due(s, unit)
    if box == RESERVE and when and when[0] >= s.turn:
        raise Refused("18.2", f"{name} went to the reserve in this turn and can come in a later one")


def _check_place(s: TrcState, unit: int, place: int) -> None:
    """May this unit be put into this hex? If not, say which rule is in the way."""
    if entries(s, unit) >> place & 1:
        return
    at, name, here = described(s, unit), s.name(unit), s.board.grid.label(place)
    if _named(s, unit) & s.held_by[1 - s.edition.side[unit]] & 1 << place:
        raise Refused(_place_rule(s, unit), f"{name} cannot arrive in {here}, where the enemy is")
    check_entry(s, unit, place, Ground(s))
    if _named(s, unit) >> place & 1:
        raise Refused("20.4", f"{at} is the enemy's or full, so {name} cannot arrive there")
    if at in s.board.city and not _takes(s, unit) and not only_there(s, unit):
        at = f"the {EDGES[s.edition.side[unit]]}"
    raise Refused(_place_rule(s, unit), f"{name} comes in at {at}, not in {here}")


def _place_rule(s: TrcState, unit: int) -> str:
    """The paragraph that says where a unit comes in."""
    e = s.edition
    if e.paratroops >> unit & 1 and s.where[unit] != OFFMAP:
        return "18.2"
    if s.replaced >> unit & 1 and s.where[unit] == WAITING:
        return "22.8" if unit == e.stavka else ("21.1", "22.6")[e.side[unit]]
    at = entrance(s, unit)
    if at == NORTH:
        return "20.6"
    if at in s.board.city and not _takes(s, unit):
        return "20.4"
    return "20.2" if at in s.board.city and e.nation[unit] not in CAPITALS else "20.5"


def _check_room(s: TrcState, units: tuple[int, ...], place: int) -> None:
    """20.4: a city must have room for all who arrive there; 6.2: and any hex for those who cannot go on from it."""
    label = s.board.grid.label(place)
    locals_ = tuple(u for u in units if _named(s, u) >> place & 1 and entrance(s, u) in s.board.city)
    if locals_ and not fits(s, place, locals_):
        raise Refused("20.4", f"there is no room for {s.names(locals_)} in {label}")
    stuck = tuple(u for u in units if _stays(s, u, place))
    if stuck and not fits(s, place, stuck):
        raise Refused("6.2", f"{s.names(stuck)} could not go on from {label}, where too many stand already")


def _stays(s: TrcState, unit: int, place: int) -> bool:
    """20.3: has this unit neither a train nor points to leave the hex in which it is put?"""
    if s.impulse == 1 and s.where[unit] == WAITING:
        return False
    return allowance(s, unit) <= 0 or (s.impulse == 2 and bool(halting(s, s.mover) >> place & 1))


# -- the orders ----------------------------------------------------------------------------------------


def outside(s: TrcState) -> list[int]:
    """Units of the moving side that wait, or are in a box from which they can come."""
    where = s.where
    return [u for u in s.edition.units_of[s.mover] if where[u] in _OUTSIDE]


class Enter(Verb[TrcState]):
    """20.2: arrivals are put on the board without cost, and then move like others."""

    name = "enter"
    form = Form(Units(), Hex())
    rule = "20.2"

    def offers(self, s: TrcState) -> Iterator[Order]:
        for unit in outside(s):
            for place in members(entries(s, unit)) if may(check_arrivals, s, unit) else ():
                if may(_check_room, s, (unit,), place):
                    yield Order("enter", (unit,), (), (place,))

    def about(self, s: TrcState, units: tuple[int, ...]) -> Iterator[Order]:
        hexes = -1 if units else 0
        for unit in units:
            hexes &= entries(s, unit) if may(check_arrivals, s, unit) else 0
        for place in members(hexes):
            if may(_check_room, s, units, place):
                yield Order("enter", units, (), (place,))

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        found = outside(s)
        if not found:
            return None
        unit = rng.choice(found)
        places = entries(s, unit)
        if not places:
            return None
        order = Order("enter", (unit,), (), (pick(places, rng),))
        return order if may(self.check, s, order) else None

    def check(self, s: TrcState, order: Order) -> None:
        check_named(s, order.units)
        for unit in order.units:
            check_coming(s, unit)
            check_arrivals(s, unit)
            _check_place(s, unit, order.at[0])
        _check_room(s, order.units, order.at[0])

    def do(self, s: TrcState, order: Order) -> None:
        place = order.at[0]
        for unit in order.units:
            if s.impulse == 1 and s.where[unit] == WAITING:
                s.fresh |= 1 << unit  # 9.2
        stop = s.impulse == 2 and halting(s, s.mover) >> place & 1
        march(s, order.units, (place,))
        for unit in order.units if stop else ():
            halt(s, unit)  # 20.3
        s.say("20.2", "{units} enter in {hex}", units=order.units, hex=place)
        noticed(s)


class Delay(Verb[TrcState]):
    """20.1.1: reinforcements go to the Off-Map box and come in a later impulse."""

    name = "delay"
    form = Form(Units())
    rule = "20.1.1"

    def offers(self, s: TrcState) -> Iterator[Order]:
        for unit in outside(s):
            order = Order("delay", (unit,))
            if may(self.check, s, order):
                yield order

    def check(self, s: TrcState, order: Order) -> None:
        e = s.edition
        check_named(s, order.units)
        for unit in order.units:
            if s.where[unit] != WAITING or e.workers >> unit & 1:
                raise Refused("20.1.1", f"{s.name(unit)} is no reinforcement that arrives now")
            if s.replaced >> unit & 1:
                raise Refused("20.1.1", f"{s.name(unit)} is a replacement and cannot be delayed")
            if e.paratroops >> unit & 1:
                raise Refused("18.2", f"{s.name(unit)} goes to Moscow or to the paratroop reserve")
            if entrance(s, unit) == NORTH and not entries(s, unit):
                raise Refused("20.6", f"{s.name(unit)} is held back until a rail hex of the north edge is free")

    def do(self, s: TrcState, order: Order) -> None:
        for unit in order.units:
            s.put(unit, OFFMAP)
            halt(s, unit)  # it comes in a later impulse
        s.say("20.1.1", "{units} delayed in the Off-Map box", units=order.units)
