"""The game of examples/tiny, for the tests of the engine: two units a side, hidden strengths, dice, and one duty."""

from hexfront_tiny.combat import Attack
from hexfront_tiny.game import Tiny
from hexfront_tiny.manifest import MANIFEST
from hexfront_tiny.movement import Move
from hexfront_tiny.questions import TinyQuestions
from hexfront_tiny.state import TinyState

from hexfront.engine.errors import BadData
from hexfront.engine.game import Result
from hexfront.engine.order import DONE

GAME = Tiny()


def lookup(name: str) -> Tiny:
    """Finds this game, as the registry finds the others."""
    if name != "tiny":
        raise BadData(f"there is no game {name!r}; there is tiny")
    return GAME


__all__ = ["DONE", "GAME", "MANIFEST", "Attack", "Move", "Result", "Tiny", "TinyQuestions", "TinyState", "lookup"]
