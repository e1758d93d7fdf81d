"""The table as plain lines of text: at a terminal, on a pipe, or through a screen reader."""

from hexfront.table.seats import Seats, mine, seats_for
from hexfront.table.table import Table

__all__ = ["Seats", "Table", "mine", "seats_for"]
