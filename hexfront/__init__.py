"""hexfront: the great board wargames of the Eastern Front, their rules enforced to the letter."""

from hexfront.engine.errors import BadData, BadOrder, HexfrontError, Refused
from hexfront.games import game

__all__ = ["BadData", "BadOrder", "HexfrontError", "Refused", "game"]
__version__ = "0.2.0"
