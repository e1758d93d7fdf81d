"""The greedy robot: attack where a hit is likely, else towards the village, and stay there."""

from typing import Any

from hexfront.engine.dice import rng_for
from hexfront.engine.game import Ask
from hexfront.engine.order import DONE, Order
from hexfront_tiny.combat import chance
from hexfront_tiny.state import TinyState

LIKELY = 0.4  # an attack risks nothing but that a counter is shown


class Adviser:
    """The order that gains most now; among equals some by chance."""

    def __init__(self, seed: str) -> None:
        self.rng = rng_for(seed, "greedy tiny")

    def advise(self, view: TinyState, ask: Ask[Any]) -> Order:
        """The best order, or done where none gains anything."""
        worths = [(self._worth(view, order), self.rng.random(), order) for order in ask.orders()]
        return max(worths, key=lambda each: each[:2])[2]

    def _worth(self, s: TinyState, order: Order) -> float:
        if order == DONE:
            return 0.0
        if order.verb == "attack":
            return chance(s, order.units[0], s.stacks[order.at[0]][0]) - LIKELY
        if order.verb == "show":
            return -1.0
        start, goal = s.where[order.units[0]], (order.path or order.at)[-1]
        distance = s.board.grid.distance
        gained = float(distance(start, s.edition.village) - distance(goal, s.edition.village))
        return gained + 0.5 * (s.edition.cover >> goal & 1)
