"""The levels that people choose from at a table."""

from typing import Any

from hexfront.engine.dice import rng_for
from hexfront.engine.game import Game
from hexfront.robots.planner import Draft, PlannerPlayer
from hexfront.robots.searcher import SearcherPlayer

FORGETS = 0.3  # the chance that a recruit forgets an order of his plan


class Recruit(PlannerPlayer):
    """Plans like the others, and then forgets a part of it."""

    title = "Recruit: plans, and forgets half of it"

    def __init__(self, game: Game[Any], seed: str) -> None:
        super().__init__(game, seed)
        self._memory = rng_for(seed, "recruit")

    def _take(self, draft: Draft) -> None:
        super()._take(draft)
        if self._looks == 1:  # whoever looks again does not make the same mistake twice
            self._orders = [order for order in self._orders if self._memory.random() >= FORGETS]


class Regular(PlannerPlayer):
    """The planner as it is."""

    title = "Regular: plans every phase as a whole"


class Veteran(SearcherPlayer):
    """Tries his plans against your reply."""

    title = "Veteran: tries its plans against your reply"
    seconds = 5.0


class General(SearcherPlayer):
    """Tries more plans, more often."""

    title = "General: tries more plans, more often"
    seconds = 20.0
    tries, field = 96, 16
