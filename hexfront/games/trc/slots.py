"""What only this game's orders say: lower odds by choice (13.8), and the place where a replacement comes in."""

from hexfront.engine.errors import BadOrder
from hexfront.engine.lexicon import Names
from hexfront.engine.order import Order
from hexfront.engine.slots import Hex, Line, Slot
from hexfront.mechanics.odds import Columns


def _said(line: Line) -> bool:
    """Does the line end with "at" and something?"""
    return line.words[-2:-1] == ["at"]


class Odds(Slot):
    """13.8: `at 3-1`, if lower odds are chosen; in the order they are its number."""

    name, kind, part, shape = "odds", "choice", "number", "[at 3-1]"
    least, most = 0, 2

    def __init__(self, columns: Columns) -> None:
        self.columns = columns

    def read(self, line: Line) -> int:
        if not _said(line):
            return 0
        _, word = line.words.pop(-2), line.words.pop()
        try:
            column = self.columns.find(word)
        except ValueError:
            raise BadOrder(f"{word!r} is not odds: write them like 3-1 or 1-3") from None
        return column if column > 0 else column - 1

    def write(self, order: Order, names: Names) -> list[str]:
        return ["at", self.columns.label(chosen(order))] if order.number else []

    def fits(self, order: Order) -> bool:
        return True


def chosen(order: Order) -> int:
    """The column that an order names; 0 stands for none, so that those left of the table are counted from -1 on."""
    return order.number if order.number >= 0 else order.number + 1


class AtHex(Hex):
    """22, V.4: `at Moscow`, if a place is named."""

    name, shape = "[at hex]", "[at HEX]"
    least, most = 0, 2

    def read(self, line: Line) -> tuple[int, ...]:
        if not _said(line):
            return ()
        found = super().read(line)
        line.words.pop()
        return found

    def write(self, order: Order, names: Names) -> list[str]:
        return ["at", names.town(order.at[0])] if order.at else []

    def fits(self, order: Order) -> bool:
        return len(order.at) <= 1
