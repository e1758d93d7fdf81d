"""A part of a game: what somebody beside the players wants to know of it. It knows its game, and no position."""

from typing import TYPE_CHECKING, Generic, TypeVar

from hexfront.engine.state import State

if TYPE_CHECKING:
    from hexfront.engine.game import Game

S = TypeVar("S", bound=State)


class Part(Generic[S]):
    """What is common to the desk, the questions, the studies and the bench of a game."""

    def __init__(self, game: "Game[S]") -> None:
        self.game = game
