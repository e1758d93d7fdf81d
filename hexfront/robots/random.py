"""Level 0: any legal order. The opponent that everybody beats, and the one that finds the engine's faults."""

from typing import Any

from hexfront.engine.dice import rng_for
from hexfront.engine.game import Ask, Game
from hexfront.engine.order import Order
from hexfront.engine.state import State
from hexfront.robots import Player


class RandomPlayer(Player):
    """Plays whatever the rules allow, by chance."""

    blind = True
    title = "Random: any legal order"

    def __init__(self, game: Game[Any], seed: str) -> None:
        super().__init__(game, seed)
        self.rng = rng_for(seed, "random player")

    def choose(self, view: State, ask: Ask[Any]) -> Order:
        """Some legal order; it never looks at the board."""
        return ask.sample(self.rng)
