"""What one edition of a game consists of: its units, charts, calendar and board, as one object that never changes.

Every state points to its edition, and rules ask it for their facts; so two editions of a game can be played side by
side. What is asked often is a plain field that is worked out when the edition is made.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, eq=False)
class Edition:
    """The facts of every edition of every game; a game adds its own."""

    id: str  # under which it is played: the first edition of a game has the game's own id
    title: str
    board: Any
    name: list[str]  # of each unit
    side: list[int]  # of each unit

    def names(self, units: Iterable[int]) -> str:
        """Units as a list of names."""
        return ", ".join(self.name[unit] for unit in units)
