"""What a game tells a study beyond its result: what an event of the log means, as plain data."""

import msgspec

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
