"""Where a game's cases are tried (engine/cases.py, docs/cases.md): the situation, and what is really so in it."""

from typing import TYPE_CHECKING, Any

from hexfront.engine.errors import BadData
from hexfront.engine.part import Part, S

if TYPE_CHECKING:
    from hexfront.engine.game import Game


class Bench(Part[S]):
    """The bench of one game."""

    def arrange(self, given: dict[str, Any], units: list[str]) -> "tuple[Game[S], S]":
        """The situation of a case, on a game that has its board."""
        raise BadData(f"{self.game.id} has no cases")

    def observe(self, s: S, key: str, wanted: Any) -> Any:
        """What a key of a case's `then` is really, in the shape in which it is wanted."""
        raise BadData(f"`then` knows no {key!r}")
