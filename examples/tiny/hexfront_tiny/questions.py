"""What can be asked at the text table."""

from typing import TYPE_CHECKING

from hexfront.engine.errors import BadData
from hexfront.engine.questions import Questions
from hexfront_tiny.state import TinyState

if TYPE_CHECKING:
    from hexfront_tiny.game import Tiny


class TinyQuestions(Questions[TinyState]):
    """What Tiny War can be asked."""

    game: "Tiny"
    topics = {"hex": "hex HEX: who is there", "where": "where UNIT: where it stands"}

    def status(self, s: TinyState) -> list[str]:
        """What a player sees at a glance."""
        return [f"{heading}: {text}." for heading, text in self.game.desk.facts(s)[:1]]

    def inquire(self, s: TinyState, topic: str, args: list[str]) -> list[str]:
        """Answers about hexes and units."""
        if not args:
            raise BadData(f"say it like this: {self.topics[topic]}")
        if topic == "hex":
            return [s.names(s.stacks.get(self.game.reader.find_hex(args[0]), ())) or "empty"]
        found = self.game.lexicon.find(args[0])
        if found is None:
            raise self.game.lexicon.unknown(args[0])
        return [f"{s.name(u)} is {self._place(s, u)}, strength {s.strength[u] or 'unknown'}." for u in found]

    def _place(self, s: TinyState, unit: int) -> str:
        return f"in {self.game.label(s.where[unit])}" if s.where[unit] >= 0 else "lost"
