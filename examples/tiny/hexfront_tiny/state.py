"""What a position consists of, and what every chapter asks of it."""

from hexfront.engine.state import ThisPhase, Units, WorkedOut
from hexfront.mechanics.placed import Placed
from hexfront_tiny.edition import TinyEdition

RED, BLUE = 0, 1
LOST = -2
UNKNOWN = 0  # the strength of a counter that the viewer has not seen


class TinyState(Placed):
    """Where the units are (in Placed), how strong, who lies face down, and who has acted in this phase."""

    strength: list[int] = []
    down: Units = 0  # 4.1: who lies face down
    acted: ThisPhase[Units] = 0  # 2.2, 3.1: who has moved or attacked
    edition: WorkedOut[TinyEdition] = None  # type: ignore[assignment]

    @property
    def length(self) -> int:
        """1.2: the turns of the scenario."""
        return int(next(each["turns"] for each in self.edition.data["scenario"] if each["id"] == self.scenario))

    def zone(self, side: int) -> int:
        """2.4: the hexes in which the units of a side stop their enemies."""
        found: int = self.board.grid.around(self.held_by[side])
        return found

    def ready(self, side: int) -> list[int]:
        """The units of a side on the board that have not acted in this phase."""
        own = (unit for unit, whose in enumerate(self.edition.side) if whose == side)
        return [unit for unit in own if self.where[unit] >= 0 and not self.acted >> unit & 1]
