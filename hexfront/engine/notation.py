"""Orders as text, read and printed by the slots of each verb.

Reading and printing walk the same slots (`engine/slots.py`), so whatever is printed can be read back. A verb may have
two words (`sea invade`).
"""

import difflib
import re
from collections.abc import Callable, Mapping

from hexfront.engine.errors import BadOrder
from hexfront.engine.lexicon import Lexicon, Names
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Line
from hexfront.grid.numbering import Grid


class Reader(Names):
    """Reads and prints the orders of one board: hexes by their numbers, units by their names."""

    def __init__(
        self, grid: Grid, lexicon: Lexicon, forms: Mapping[str, Form], places: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(grid, lexicon, places or {})
        self.forms = dict(forms)

    def read(
        self,
        text: str,
        stack: Callable[[int], tuple[int, ...]],
        present: Callable[[tuple[int, ...], str], tuple[int, ...]],
    ) -> Order:
        """The order that a line of text means, or BadOrder with one sentence about what is wrong with it.

        `stack` tells which units a hex number stands for, `present` which units of a group can be meant.
        """
        verb, words = self._verb(text)
        form = self.forms.get(verb)
        if form is None:
            raise self._unknown(verb)
        return form.read(Line(self, verb, form, words, stack, present))

    def _verb(self, text: str) -> tuple[str, list[str]]:
        """The verb, of one word or two, and the words after it; hyphens join hexes, but a minus may open a number."""
        even = " ".join(text.replace(">", " > ").split())  # a thousand blanks would be looked through a thousand times
        words = re.sub(r"(?<=\d) ?- ?(?=\d)| - ", "-", even).split()
        if not words:
            raise BadOrder("an order needs at least a word, for example: done")
        pair = " ".join(words[:2]).lower()
        many = 2 if pair in self.forms else 1
        return " ".join(words[:many]).lower(), words[many:]

    def _unknown(self, verb: str) -> BadOrder:
        near = difflib.get_close_matches(verb, self.forms, n=1)
        hint = f"did you mean {near[0]}?" if near else f"the orders are {', '.join(sorted(self.forms))}"
        return BadOrder(f"there is no order {verb!r}; {hint}")

    def write(self, order: Order) -> str:
        """The order as text, each unit by name and each hex by number."""
        return self.forms[order.verb].write(order, self)

    def check(self, order: Order) -> None:
        """BadOrder unless the order has what its verb's form asks for, and nothing that is not on this board."""
        if not self.forms[order.verb].fits(order):
            raise BadOrder(f"an order with this verb looks like this: {self.usage(order.verb)}")
        board, many = self.grid.all, len(self.lexicon.names)
        for unit in order.units:
            if not 0 <= unit < many:
                raise BadOrder("the order speaks of a unit that does not exist")
        for place in (*order.path, *order.at):
            if place < 0 or not board >> place & 1:
                raise BadOrder("the order speaks of a hex that is not on the board")

    def usage(self, verb: str) -> str:
        """How an order with this verb looks."""
        return self.forms[verb].usage(verb)
