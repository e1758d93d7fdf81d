"""Chapters 13.4-13.7: retreats, always led by the attacker."""

import random
from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Route, Units
from hexfront.engine.state import Duty
from hexfront.games.trc.aftermath import settled
from hexfront.games.trc.combat.losses import eliminate, surrender
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.minors import closed_to
from hexfront.games.trc.movement.land import march
from hexfront.games.trc.movement.national import avoid
from hexfront.games.trc.stacking import fits
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.zones import halting
from hexfront.mechanics.choices import filled
from hexfront.mechanics.phases import Consequence, Owed

Way = tuple[int, ...]


def open_hexes(s: TrcState, unit: int) -> int:
    """13.5: where a unit may retreat to: no enemy, no enemy zone, not into closed countries, not off the board."""
    side = s.edition.side[unit]
    return s.board.land & ~closed_to(s, unit) & ~s.held_by[1 - side] & ~halting(s, side)


def ways(s: TrcState, unit: int, least: int, most: int, crowded: bool = False) -> list[Way]:
    """13.4, 13.5: the paths along which a unit may be led. 13.7: none ends in a full hex, unless `crowded`."""
    start, board, free = s.where[unit], s.board, open_hexes(s, unit)
    found: list[Way] = []
    last: list[Way] = [(start,)]
    for far in range(1, most + 1):
        last = [
            (*way, there)
            for way in last
            for there in board.beside[way[-1]]
            if free >> there & 1 and there != start and _linked(s, way[-1], there) and there not in way
        ]
        if far >= least:
            found += last
    found = [way for way in found if crowded or fits(s, way[-1], (unit,))]
    shunned = avoid(s, unit)
    return [way for way in found if not shunned >> way[-1] & 1] or found  # 26.83


def _linked(s: TrcState, a: int, b: int) -> bool:
    """13.5: no coast between them; the strait may be crossed (8.5.1)."""
    return bool(s.board.near[a] >> b & 1) or s.board.across.get(a) == b


def owe_retreat(s: TrcState, units: tuple[int, ...], least: int, most: int) -> None:
    """These units must retreat, those of them that are still there when it comes to it."""
    s.owe(Duty("rout", s.mover, units, most, (least,)))


def _sift(s: TrcState, duty: Duty) -> tuple[int, ...]:
    """Those who can be led at all; whoever cannot is lost: 10.3, 11.2, 13.5, 22.2, 26.6.5."""
    left = []
    for unit in duty.units:
        if s.where[unit] < 0:
            continue
        found = cannot_retreat(s, unit, duty.at[0], duty.number)
        if found is None:
            left.append(unit)
        elif s.edition.workers >> unit & 1:
            surrender(s, unit, *found)
        else:
            eliminate(s, unit, *found)
    return tuple(left)


def cannot_retreat(s: TrcState, unit: int, least: int, most: int) -> tuple[str, str] | None:
    """The rule and the reason why a unit that must retreat is lost; None if it can be led."""
    e = s.edition
    if e.workers >> unit & 1:
        return "22.2", "workers do not retreat"
    if (e.leaders | e.artillery | s.landed) >> unit & 1:
        return _rule_of(e, unit), "it cannot retreat"
    if not ways(s, unit, least, most, crowded=True):
        return "13.5", "no way is open"
    if not ways(s, unit, least, most):
        return "13.7", "there is no room for it"
    return None


def _rule_of(e: TrcEdition, unit: int) -> str:
    return "11.2" if e.leaders >> unit & 1 else "26.6.5" if e.artillery >> unit & 1 else "10.3"


def room_for_all(s: TrcState, units: tuple[int, ...], least: int, most: int) -> bool:
    """13.7: can all these units still find a place, one after the other?"""
    if not units:
        return True
    unit, rest = units[0], units[1:]
    for end in dict.fromkeys(way[-1] for way in ways(s, unit, least, most)):
        trial = s if not rest else s.copy()
        if not rest:
            return True
        trial.put(unit, end)
        if room_for_all(trial, rest, least, most):
            return True
    return False


def allowed(s: TrcState, unit: int) -> list[Way]:
    """The paths for one unit that leave a place for the others (13.4: nobody is led to his end while a way is open)."""
    duty = s.owed[-1]
    rest = tuple(u for u in duty.units if u != unit)
    found, judged = [], {}
    for way in ways(s, unit, duty.at[0], duty.number):
        end = way[-1]
        if end not in judged:
            trial = s.copy()
            trial.put(unit, end)
            judged[end] = not rest or room_for_all(trial, rest, duty.at[0], duty.number)
        if judged[end]:
            found.append(way)
    return found


class Lead(Verb[TrcState]):
    """13.4: the attacker leads one retreating unit along a path."""

    name = "lead"
    form = Form(Units(), Route())
    rule = "13.4"

    def offers(self, s: TrcState) -> Iterator[Order]:
        for unit in s.owed[-1].units:
            for way in allowed(s, unit):
                yield Order("lead", (unit,), way)

    def about(self, s: TrcState, units: tuple[int, ...]) -> Iterator[Order]:
        if len(units) == 1 and units[0] in s.owed[-1].units:
            yield from (Order("lead", units, way) for way in allowed(s, units[0]))

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        unit = rng.choice(s.owed[-1].units)
        return Order("lead", (unit,), rng.choice(allowed(s, unit)))

    def check(self, s: TrcState, order: Order) -> None:
        duty = s.owed[-1]
        if len(order.units) != 1:
            raise Refused("13.4", "lead one unit at a time; a stack may be led apart")
        unit = order.units[0]
        if unit not in duty.units:
            stays = s.battle and unit in (*s.battle.attackers, *s.battle.defenders) and s.where[unit] >= 0
            woods = stays and s.board.woods >> s.where[unit] & 1
            raise Refused("14.2" if woods else "13.4", f"{s.name(unit)} does not retreat")
        if order.path not in allowed(s, unit):
            self._explain(s, unit, order.path, duty)

    def _explain(self, s: TrcState, unit: int, way: Way, duty: Duty) -> None:
        """Why a path is not among those allowed."""
        grid, name, least = s.board.grid, s.name(unit), duty.at[0]
        if not least <= len(way) - 1 <= duty.number or way[0] != s.where[unit] or len(set(way)) < len(way):
            far = f"{duty.number}" if least == duty.number else f"{least} or {duty.number}"
            raise Refused("13.3", f"{name} retreats {far} hexes from {grid.label(s.where[unit])}")
        free = open_hexes(s, unit)
        for a, b in pairwise(way):
            if grid.direction(a, b) < 0 or not _linked(s, a, b):
                raise Refused("13.5", f"{name} cannot go from {grid.label(a)} to {grid.label(b)}")
            if not free >> b & 1:
                rule = "19.2" if s.edition.side[unit] == AXIS and s.bands >> b & 1 else "13.5"
                raise Refused(rule, f"{name} cannot retreat into {grid.label(b)}: enemy, enemy zone or closed")
        if not fits(s, way[-1], (unit,)):
            raise Refused("13.7", f"there is no room for {name} in {grid.label(way[-1])}")
        if avoid(s, unit) >> way[-1] & 1:
            raise Refused("26.83", f"{name} is not led out of its own lands while another way is open")
        raise Refused("13.4", f"with {name} in {grid.label(way[-1])} another unit would have nowhere to go")

    def do(self, s: TrcState, order: Order) -> None:
        unit, way = order.units[0], order.path
        duty = s.owed[-1]
        s.owed[-1] = replace(duty, units=tuple(u for u in duty.units if u != unit))
        march(s, (unit,), way[1:])
        s.say("13.4", "{unit} retreats to {hex}", unit=unit, hex=way[-1])

    def complete(self, s: TrcState, order: Order) -> Order:
        """With only the last hex named, take a way there that is allowed."""
        if len(order.units) != 1 or order.units[0] not in s.owed[-1].units:
            return order
        way = filled(s.board.grid, s.where[order.units[0]], order.path, allowed(s, order.units[0]))
        return Order(order.verb, order.units, way)


class Rout(Consequence[TrcState]):
    """Units have to retreat: sort out who can, and where there is no room let the owner give somebody up (13.7)."""

    name, rule, title = "rout", "13.5", "Retreat"

    def end(self, s: TrcState) -> None:
        duty = s.owed.pop()
        left = _sift(s, duty)
        if not left:
            settled(s)
        elif room_for_all(s, left, duty.at[0], duty.number):
            s.owe(replace(duty, kind="retreat", units=left))
        else:
            s.owe(replace(duty, units=left))
            s.owe(Duty("excess", s.edition.side[left[0]], left, 1))


class Retreat(Owed[TrcState]):
    """Units must retreat; the attacker chooses the order and the paths."""

    name, rule, title = "retreat", "13.4", "Retreat"
    prompt = "lead the retreating units, one at a time"

    def __init__(self) -> None:
        self.verbs: dict[str, Verb[TrcState]] = {"lead": Lead()}

    def asks(self, s: TrcState) -> str:
        duty = s.owed[-1]
        far = f"{duty.number}" if duty.at[0] == duty.number else f"{duty.at[0]} or {duty.number}"
        return f"lead {s.names(duty.units)}, one at a time, {far} hexes"

    def pending(self, s: TrcState) -> bool:
        return bool(s.owed[-1].units)

    def end(self, s: TrcState) -> None:
        s.owed.pop()
        settled(s)
