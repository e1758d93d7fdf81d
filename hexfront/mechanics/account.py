"""Sums whose every item can be shown: what is added up is what a player is told, each item with its rule."""

from collections.abc import Callable
from typing import NamedTuple

from hexfront.engine import desk


class Item(NamedTuple):
    """One line of a sum: what it adds and why, by which rule. In the text {} stands for the name of its unit."""

    value: int
    text: str
    rule: str = ""
    unit: int = -1


class Account(tuple[Item, ...]):
    """The items of one sum. They are put into words only when somebody wants to see them."""

    __slots__ = ()

    @property
    def total(self) -> int:
        """What they come to."""
        return sum([item.value for item in self])

    def told(self, name: Callable[[int], str], number: Callable[[int], str] = "{:+d}".format) -> list[desk.Item]:
        """The items as a panel shows them, with the names of units, and numbers written in this way."""
        return [
            desk.Item(item.text.format(name(item.unit)) if item.unit >= 0 else item.text, number(item.value), item.rule)
            for item in self
        ]
