"""Level 1: the best single order by a few terms; a floor for measurement.

What makes an order good is known to a layer for each game, which the game's manifest names.
"""

from typing import Any, Protocol

from hexfront.engine.dice import rng_for
from hexfront.engine.errors import BadData
from hexfront.engine.game import Ask, Game
from hexfront.engine.manifest import named
from hexfront.engine.order import Order
from hexfront.engine.state import State
from hexfront.robots import Player


class Adviser(Protocol):
    """What a game's layer offers: its opinion about the best order now."""

    def advise(self, view: Any, ask: Ask[Any]) -> Order:
        """The order it would give."""


class GreedyPlayer(Player):
    """Plays the order that its adviser likes best. The same seed and the same views give the same orders."""

    title = "Greedy: the best order at a time"

    def __init__(self, game: Game[Any], seed: str) -> None:
        super().__init__(game, seed)
        self.rng = rng_for(seed, "greedy player")
        self.adviser = adviser_for(game, seed)

    @classmethod
    def knows(cls, game: Game[Any]) -> bool:
        return "greedy" in game.manifest.robots

    def choose(self, view: State, ask: Ask[Any]) -> Order:
        """The adviser's order; should it ever be illegal, some legal one."""
        order = self.adviser.advise(view, ask)
        return order if order in ask else ask.sample(self.rng)


def adviser_for(game: Game[Any], seed: str) -> Adviser:
    """The layer that knows this game."""
    if not GreedyPlayer.knows(game):
        raise BadData(f"the greedy player does not know the game {game.id!r}")
    adviser: Adviser = named(game.manifest.robots["greedy"])(seed)
    return adviser
