"""The levels that people choose from at a table."""

from typing import Any

from hexfront.engine.dice import rng_for
from hexfront.engine.game import Game
from hexfront.engine.order import Order
from hexfront.robots.planner import Draft, PlannerPlayer
from hexfront.robots.searcher import SearcherPlayer

FORGETS = 0.3  # the chance that a recruit forgets a unit for a phase


class Recruit(PlannerPlayer):
    """Plans like the others, and then forgets some of the units that were to carry it out."""

    title = "Recruit: plans, and forgets a third of it"

    def __init__(self, game: Game[Any], seed: str) -> None:
        super().__init__(game, seed)
        self.seed = seed

    def _take(self, draft: Draft) -> None:
        super()._take(draft)
        if not draft.again:  # what the rest of the plan waits for comes to mind again: else he would do nothing else
            self._orders = [order for order in self._orders if not self._forgotten(order)]

    def _forgotten(self, order: Order) -> bool:
        """The same unit is forgotten all through a phase, however often one looks."""
        turn, step = self._key
        return bool(order.units) and rng_for(self.seed, f"{turn} {step} {order.units[0]}").random() < FORGETS


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
