"""What one edition of a game consists of: its units, charts, calendar and board, as one object that never changes.

Every state points to its edition, and rules ask it for their facts; so two editions of a game can be played side by
side. What is asked often is a plain field that is worked out when the edition is made.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hexfront.engine.errors import BadData
from hexfront.engine.sequence import Phase


@dataclass(frozen=True, eq=False)
class Edition:
    """The facts of every edition of every game; a game adds its own."""

    id: str  # under which it is played: the first edition of a game has the game's own id
    title: str
    board: Any
    name: list[str]  # of each unit
    side: list[int]  # of each unit
    phases: tuple[Phase, ...] = field(kw_only=True)  # the sequence of play, in the order of its steps

    def step_of(self, name: str) -> int:
        """The step with this name; of two, the one that comes every turn."""
        found = [step for step, phase in enumerate(self.phases) if phase.name == name]
        if not found:
            raise BadData(f"there is no step {name!r}; the steps are: {', '.join(phase.name for phase in self.phases)}")
        return found[-1]

    def names(self, units: Iterable[int]) -> str:
        """Units as a list of names."""
        return ", ".join(self.name[unit] for unit in units)
