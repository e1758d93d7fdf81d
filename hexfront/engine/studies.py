"""What a game tells a study beyond its result: what an event of the log means, as plain data."""

import msgspec

from hexfront.engine.part import Part, S
from hexfront.engine.state import Event

ELIMINATED, SURRENDERED, STEP = "eliminated", "surrendered", "step"  # what can befall a unit


class Loss(msgspec.Struct, frozen=True):
    """A unit was lost, or a step of one: whose it was, its name, and how it went."""

    side: str
    unit: str
    how: str  # eliminated, surrendered or step


class Clash(msgspec.Struct, frozen=True):
    """A battle was fought: the column of the combat table, as its heading has it, and the result."""

    column: str
    result: str


class Studies(Part[S]):
    """What one game tells: of each of these what it has."""

    def holders(self, s: S) -> dict[str, str]:
        """Who holds each place that counts now: its name to a side, or to nothing while it is nobody's."""
        return {}

    def loss(self, event: Event) -> Loss | None:
        """The loss that a line of the log tells of, if it tells of one."""
        return None

    def clash(self, event: Event) -> Clash | None:
        """The battle that a line of the log tells of; its column is one of the first chart of `tables`."""
        return None
