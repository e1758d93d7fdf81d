"""The slots of an order's text: each reads its words, writes them, and knows what its part of an order must be.

A line is read from its end, because what stands there is the easiest to tell apart; the first slot gets what is left.
A game that writes something else than units, hexes and numbers brings a slot of its own.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from hexfront.engine.errors import BadOrder
from hexfront.engine.lexicon import Names, plain
from hexfront.engine.order import Order
from hexfront.grid.numbering import NoSuchHex

MANY = 1_000_000  # words of a slot that takes as many as there are
_PARTS = ("units", "path", "at", "number")


class Line:
    """An order that is being read: the words that no slot has taken yet, and what names mean to whoever gives it.

    `stack` tells which units a hex number stands for, `present` which units of a group can be meant.
    """

    def __init__(
        self,
        names: Names,
        verb: str,
        form: "Form",
        words: list[str],
        stack: Callable[[int], tuple[int, ...]],
        present: Callable[[tuple[int, ...], str], tuple[int, ...]],
    ) -> None:
        self.names, self.verb, self.form, self.words = names, verb, form, words
        self.stack, self.present = stack, present

    def wrong(self, what: str) -> BadOrder:
        """What is wrong with this order, and how it should look."""
        return BadOrder(f"{self.verb} {what}: {self.form.usage(self.verb)}")

    def units(self) -> tuple[int, ...]:
        """The words that are left, as units: by name, as groups, or by hex. Of names with blanks the longest counts."""
        words, self.words = self.words, []
        keys, lexicon = list(map(plain, words)), self.names.lexicon
        units: list[int] = []
        place = 0
        while place < len(words):
            for end in range(min(len(words), place + 3), place, -1):
                if end > place + 1 and "".join(words[place:end]).isdigit():
                    continue  # 1 2 are two units, not the twelfth
                key = "".join(keys[place:end])
                unit, group = lexicon.units.get(key), lexicon.groups.get(key)
                if unit or group:
                    units += unit or self.present(group or (), self.verb)
                    place = end
                    break
            else:
                units += self._stack(words[place])
                place += 1
        return tuple(units)

    def _stack(self, word: str) -> tuple[int, ...]:
        try:
            place = self.names.grid.hex(word)
        except NoSuchHex:
            raise self.names.lexicon.unknown(word) from None
        found = self.stack(place)
        if not found:
            raise BadOrder(f"there is no unit of yours in {word}")
        return found


class Slot(ABC):
    """One part of the text of an order, and of the order: there it is `units`, `path`, `at` or `number`."""

    name: ClassVar[str]  # in the form of the verb
    kind: ClassVar[str]  # what is clicked for it: units, a path, one hex, hexes, a number, a choice of the panel
    part: ClassVar[str]
    shape: ClassVar[str]  # how it looks
    needs: ClassVar[str] = ""  # what an order without it lacks
    least: ClassVar[int] = 1  # words; with 0 it may be left out
    most: ClassVar[int] = 1

    @abstractmethod
    def read(self, line: Line) -> Any:
        """Take the words at the end of the line, and tell what they mean; BadOrder if they mean nothing."""

    @abstractmethod
    def write(self, order: Order, names: Names) -> list[str]:
        """The words for this part of an order."""

    @abstractmethod
    def fits(self, order: Order) -> bool:
        """Has the order what belongs here?"""


class Units(Slot):
    """Units, one or more."""

    name = kind = part = needs = "units"
    shape = "UNITS"
    most = MANY

    def read(self, line: Line) -> tuple[int, ...]:
        if not line.words:
            raise line.wrong("needs units")
        return line.units()

    def write(self, order: Order, names: Names) -> list[str]:
        return [names.lexicon.names[unit] for unit in order.units]

    def fits(self, order: Order) -> bool:
        return bool(order.units)


class Route(Slot):
    """The way of a movement, its hexes joined by hyphens."""

    name = kind = part = "path"
    shape, needs = "HEX-HEX-HEX", "where to"

    def read(self, line: Line) -> tuple[int, ...]:
        return tuple(map(line.names.find_hex, line.words.pop().split("-")))

    def write(self, order: Order, names: Names) -> list[str]:
        return ["-".join(map(names.grid.label, order.path))]

    def fits(self, order: Order) -> bool:
        return bool(order.path)


class Hex(Slot):
    """One hex."""

    name = kind = "hex"
    part, shape, needs = "at", "HEX", "one hex"

    def read(self, line: Line) -> tuple[int, ...]:
        word = line.words.pop()
        try:
            return (line.names.find_hex(word),)
        except BadOrder:
            if "-" in word:
                raise line.wrong("takes one hex, not a path") from None
            raise

    def write(self, order: Order, names: Names) -> list[str]:
        return [names.grid.label(order.at[0])]

    def fits(self, order: Order) -> bool:
        return len(order.at) == 1


class Hexes(Slot):
    """The hexes that units aim at, one or more, after an arrow."""

    name, kind, part, shape, needs = "> hexes", "hexes", "at", "> HEX", "a hex after the '>'"
    least, most = 2, MANY

    def read(self, line: Line) -> tuple[int, ...]:
        cut = line.words.index(">")
        words = line.words[cut + 1 :]
        del line.words[cut:]
        if not words:
            raise line.wrong(f"needs {self.needs}")
        return tuple(map(line.names.find_hex, words))

    def write(self, order: Order, names: Names) -> list[str]:
        return [">", *map(names.grid.label, order.at)]

    def fits(self, order: Order) -> bool:
        return 1 <= len(order.at) <= 99


class Number(Slot):
    """A whole number."""

    name = kind = part = "number"
    shape, needs = "NUMBER", "a number"

    def read(self, line: Line) -> int:
        word = line.words.pop()
        if not re.fullmatch(r"-?[0-9]{1,6}", word):
            raise BadOrder(f"{word!r} is not a number")
        return int(word)

    def write(self, order: Order, names: Names) -> list[str]:
        return [str(order.number)]

    def fits(self, order: Order) -> bool:
        return True


class Form:
    """The slots of one kind of order, as they stand in its text; without any the verb stands alone."""

    def __init__(self, *slots: Slot) -> None:
        self.slots = slots
        self.kinds = frozenset(slot.kind for slot in slots)
        self._least, self._most = sum(slot.least for slot in slots), sum(slot.most for slot in slots)
        self._arrows = int("hexes" in self.kinds)
        self._spare = [part for part in _PARTS if part not in [slot.part for slot in slots]]

    def __str__(self) -> str:
        return " ".join(slot.name for slot in self.slots)

    def takes(self, kind: str) -> bool:
        """Has it a slot of this kind?"""
        return kind in self.kinds

    def only(self, kind: str) -> bool:
        """Has it a slot of this kind and no other?"""
        return len(self.slots) == 1 and kind in self.kinds

    def usage(self, verb: str) -> str:
        """How an order with this verb looks."""
        return " ".join([verb, *(slot.shape for slot in self.slots)])

    def read(self, line: Line) -> Order:
        """The order that a line means."""
        if line.words.count(">") != self._arrows:
            raise BadOrder(f"{line.verb} takes {'one' if self._arrows else 'no'} '>'")
        if not self._least <= len(line.words) <= self._most:
            raise self._wrong_length(line)
        parts = {slot.part: slot.read(line) for slot in reversed(self.slots)}
        return Order(line.verb, **parts)

    def _wrong_length(self, line: Line) -> BadOrder:
        if not self.slots:
            return BadOrder(f"{line.verb} stands alone; {' '.join(line.words)!r} is too much")
        needs = " and ".join(slot.needs for slot in self.slots if slot.least)
        return line.wrong(f"needs {needs}")

    def write(self, order: Order, names: Names) -> str:
        """An order as text."""
        words = [order.verb]
        for slot in self.slots:
            words += slot.write(order, names)
        return " ".join(words)

    def fits(self, order: Order) -> bool:
        """Has an order what each slot asks for, and nothing that there is no slot for?"""
        for part in self._spare:
            if getattr(order, part):
                return False
        return not [slot for slot in self.slots if not slot.fits(order)]
