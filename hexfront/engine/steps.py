"""What a game's sequence is made of: steps, which ask, and verbs, which are the kinds of order a step takes."""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from hexfront.engine.errors import Refused
from hexfront.engine.order import DONE, Order
from hexfront.engine.slots import Form
from hexfront.engine.state import Stage, State

S = TypeVar("S", bound=State)


class Verb(ABC, Generic[S]):
    """One kind of order. `check` is the only judge: what `offers` lists and `sample` draws, it must accept."""

    name: ClassVar[str]
    form: Form  # the slots of its text
    rule: ClassVar[str]
    partial: ClassVar[bool] = False  # too many groups of units to list them all: `offers` lists some for every target

    @abstractmethod
    def offers(self, s: S) -> Iterator[Order]:
        """Every legal order of this kind, lazily; of many paths to one hex, the cheapest."""

    @abstractmethod
    def check(self, s: S, order: Order) -> None:
        """Raise Refused, with the rule, unless the order is legal now."""

    @abstractmethod
    def do(self, s: S, order: Order) -> None:
        """Carry out a legal order, unchecked."""

    def sample(self, s: S, rng: random.Random) -> Order | None:
        """Some legal order, or None. Verbs with many orders override this with something quick."""
        found = list(self.offers(s))
        return rng.choice(found) if found else None

    def about(self, s: S, units: tuple[int, ...]) -> Iterator[Order]:
        """The legal orders of this kind that name these units and no others; without units, those that name nothing.

        Whoever has selected a stack waits for the answer, so verbs whose lists are long override this.
        """
        if bool(units) != self.form.takes("units") or self.form.only("hex"):
            return
        wanted = set(units)
        if self.form.only("units"):
            candidates: Iterator[Order] = iter((Order(self.name, units),))
        else:
            candidates = (order for order in self.offers(s) if set(order.units) == wanted)
        yield from (order for order in candidates if self.accepts(s, order))

    def accepts(self, s: S, order: Order) -> bool:
        """Is an order of this kind legal now?"""
        try:
            self.check(s, order)
        except Refused:
            return False
        return True

    def available(self, s: S) -> bool:
        """Is this kind of order in the game at all? An optional rule may be off."""
        return True

    def complete(self, s: S, order: Order) -> Order:
        """Fill in what a player may leave out, such as the hexes between two way-points."""
        return order


class Step(ABC, Generic[S]):
    """One paragraph of the sequence of play, or one kind of duty."""

    name: str
    rule: str
    title: str
    prompt: str
    verbs: dict[str, Verb[S]]
    choice: ClassVar[int] = 1  # orders that make a decision; with 2, what leaves no choice happens by itself
    passed: ClassVar[str] = ""  # what the log tells of a phase that has nothing to decide; without it nothing

    def begin(self, s: S) -> None:
        """What happens when the step is reached: dice, arrivals, bookkeeping."""

    def end(self, s: S) -> None:
        """What happens when everything in the step is settled."""

    @abstractmethod
    def side(self, s: S) -> int:
        """Who decides now."""

    def asks(self, s: S) -> str:
        """What is wanted of the player, in one line; a duty names the units and the number."""
        return self.prompt

    def played(self, s: S) -> bool:
        """Does this game have the step at all? One that an optional rule brings may be out of it."""
        return True

    def pending(self, s: S) -> bool:
        """Is there something to decide? If not the game goes on by itself: never past an order that it would offer."""
        return self.waits(s) or self.busy(s)

    def waits(self, s: S) -> bool:
        """Is the player asked although he may have nothing left to order? So he ends a movement phase himself."""
        return True

    def busy(self, s: S) -> bool:
        """Do the verbs still offer as many orders, `done` not among them, as make a decision?"""
        deeds = (verb for verb in self.verbs.values() if verb.name != DONE.verb)
        orders = (order for verb in deeds for order in verb.offers(s))
        return next(islice(orders, self.choice - 1, None), None) is not None

    def offers(self, s: S) -> Iterator[Order]:
        """Every legal order, lazily."""
        for verb in self.verbs.values():
            yield from verb.offers(s)

    def sample(self, s: S, rng: random.Random) -> Order:
        """Some legal order, quickly: a verb at random, then an order of its kind."""
        verbs = list(self.verbs.values())
        rng.shuffle(verbs)
        for verb in verbs:
            order = verb.sample(s, rng)
            if order is not None:
                return order
        raise AssertionError(f"step {self.name} asks although no order is legal")


class Checked(msgspec.Struct, frozen=True):
    """An order that the rules accept in one position, with the verb that carries it out there and whose order it is."""

    order: Order
    verb: Verb[Any]
    step: Step[Any]
    side: str


class Done(Verb[S]):
    """The order that ends a step."""

    name = "done"
    form = Form()
    rule = ""

    def offers(self, s: S) -> Iterator[Order]:
        try:
            self.check(s, DONE)
        except Refused:
            return
        yield DONE

    def check(self, s: S, order: Order) -> None:
        """Nothing is owed by default."""

    def do(self, s: S, order: Order) -> None:
        s.stage = Stage.TO_BE_ENDED
