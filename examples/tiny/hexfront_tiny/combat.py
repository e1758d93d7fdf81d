"""Chapter 3: combat. What an attack comes to is worked out in one place, for the die and for the table."""

from collections.abc import Iterator
from itertools import product

from hexfront.engine import dice
from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Hex, Hexes, Units
from hexfront.engine.state import Duty
from hexfront.grid import members
from hexfront.mechanics.account import Account, Item
from hexfront.mechanics.phases import Owed
from hexfront_tiny.hidden import possible, reveal
from hexfront_tiny.state import LOST, TinyState

FACES = range(1, 7)


def sums(s: TinyState, unit: int, target: int, strengths: tuple[int, int]) -> tuple[Account, Account]:
    """What counts for the attacker beside the die, and for the defender, at these strengths."""
    cover = s.edition.data["terrain"]["woods"]["defence"] * (s.edition.cover >> s.where[target] & 1)
    attack = [Item(strengths[0], "{}", "3.1", unit), Item(int("3.9" in s.options), "artillery", "3.9")]
    defence = [Item(3, "to be beaten", "3.1"), Item(strengths[1], "{}", "3.1", target), Item(cover, "woods", "3.2")]
    return Account(item for item in attack if item.value), Account(item for item in defence if item.value)


def hits(s: TinyState, unit: int, target: int, strengths: tuple[int, int], face: int) -> bool:
    """3.1: does this die hit?"""
    attack, defence = sums(s, unit, target, strengths)
    return face + attack.total > defence.total


def chance(s: TinyState, unit: int, target: int) -> float:
    """How likely a hit is, as far as the viewer can know."""
    pairs = list(product(possible(s, unit), possible(s, target)))
    good = sum(hits(s, unit, target, pair, face) for pair in pairs for face in FACES)
    return good / (len(FACES) * len(pairs))


def beside(s: TinyState, unit: int) -> int:
    """The enemies next to a unit, as hexes."""
    found: int = s.board.grid.around(1 << s.where[unit]) & s.held_by[1 - s.edition.side[unit]]
    return found


class Attack(Verb[TinyState]):
    """One unit attacks a neighbour."""

    name, form, rule = "attack", Form(Units(), Hexes()), "3.1"

    def offers(self, s: TinyState) -> Iterator[Order]:
        for unit in s.ready(s.phase.side):
            for place in members(beside(s, unit)):
                yield Order(self.name, (unit,), at=(place,))

    def check(self, s: TinyState, order: Order) -> None:
        unit, place = order.units[0], order.at[0]
        if len(order.units) > 1 or len(order.at) > 1:
            raise Refused("3.1", "one unit attacks one hex")
        if s.edition.side[unit] != s.phase.side or s.where[unit] < 0:
            raise Refused("3.1", f"{s.name(unit)} is not yours to attack with")
        if s.acted >> unit & 1:
            raise Refused("3.1", f"{s.name(unit)} has attacked already")
        if not beside(s, unit) >> place & 1:
            raise Refused("3.1", f"{s.name(unit)} touches no enemy in {s.board.grid.label(place)}")

    def do(self, s: TinyState, order: Order) -> None:
        (unit,), (target,) = order.units, s.stacks[order.at[0]]
        s.acted |= 1 << unit
        for one in (unit, target):
            reveal(s, one)
        face = dice.roll(s)
        hit = hits(s, unit, target, (s.strength[unit], s.strength[target]), face)
        s.say("3.1", "{unit} attacks {hex}: die {die}", "D" if hit else "-", unit=unit, hex=order.at[0], die=face)
        if hit:
            s.owe(Duty("retreat", s.edition.side[target], (target,)))


class Retreat(Verb[TinyState]):
    """The unit that was hit goes back."""

    name, form, rule = "retreat", Form(Units(), Hex()), "3.5"

    def offers(self, s: TinyState) -> Iterator[Order]:
        unit = s.owed[-1].units[0]
        for place in members(s.board.grid.around(1 << s.where[unit]) & ~s.held_by[0] & ~s.held_by[1]):
            yield Order(self.name, (unit,), at=(place,))

    def check(self, s: TinyState, order: Order) -> None:
        if order not in self.offers(s):
            raise Refused("3.5", f"{s.names(s.owed[-1].units)} was hit and goes back one hex, into an empty one")

    def do(self, s: TinyState, order: Order) -> None:
        s.owed.pop()
        s.put(order.units[0], order.at[0])
        s.say("3.5", "{unit} goes back to {hex}", unit=order.units[0], hex=order.at[0])


class RetreatOwed(Owed[TinyState]):
    """The duty: its owner says where the unit goes; with nowhere to go it is lost."""

    name, rule, title, prompt = "retreat", "3.5", "Retreat", "say where the unit goes back to"

    def __init__(self) -> None:
        self.verbs = {"retreat": Retreat()}

    def waits(self, s: TinyState) -> bool:
        return False

    def end(self, s: TinyState) -> None:
        unit = s.owed.pop().units[0]
        s.put(unit, LOST)
        s.say("3.6", "{unit} has nowhere to go and is lost", "X", unit=unit)
