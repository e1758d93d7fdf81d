"""What a player can ask at the text table beside his orders. A game answers what it can; here it answers nothing."""

from typing import ClassVar

from hexfront.engine.part import Part, S


class Questions(Part[S]):
    """The questions of one game. All of them are given a view."""

    topics: ClassVar[dict[str, str]] = {}  # what can be asked about, and how that is typed

    def status(self, s: S) -> list[str]:
        """The game in a few lines."""
        return []

    def inquire(self, s: S, topic: str, args: list[str]) -> list[str]:
        """The answer to a question about one of the topics, in plain lines; BadOrder if it cannot be read."""
        raise NotImplementedError(f"{self.game.id} has no topic {topic!r}")
