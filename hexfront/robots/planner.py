"""Level 2: plans a whole phase at once: objectives, attacks, line, reserves.

What to want and what a position is worth is known to a layer for each game, which the game's manifest names
(docs/a-robot-for-your-game.md); the planner itself carries the plan out, order by order, and plans
again when something came otherwise than it was meant to.
"""

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from hexfront.engine.dice import rng_for
from hexfront.engine.errors import BadData
from hexfront.engine.game import Ask, Game
from hexfront.engine.manifest import named
from hexfront.engine.order import Order
from hexfront.engine.state import State
from hexfront.robots import Arrow, Plan, Player
from hexfront.robots.weights import load

_SENTENCES = 8  # that a plan may have


class Style(msgspec.Struct, frozen=True):
    """A way to play: weights multiplied, targets that are left alone, and targets that are wanted more.

    `hasty` is for tries, of which there are many: the first plan that comes to mind, where there is a quick way to it.
    """

    name: str = "plain"
    times: Mapping[str, float] = {}
    avoid: tuple[int, ...] = ()
    seek: tuple[int, ...] = ()
    hasty: bool = False


class Draft(msgspec.Struct):
    """A plan with its orders. `again` when there is more to be planned once they are carried out.

    `prelude` when every plan of the phase begins like that: whoever compares plans does so when it is over.
    """

    orders: list[Order]
    words: list[str] = []
    arrows: list[Arrow] = []
    again: bool = False
    prelude: bool = False

    def tell(self, words: list[str], arrows: list[Arrow]) -> None:
        """Add sentences, no more in all than people want to read, and arrows."""
        self.words = (self.words + words)[:_SENTENCES]
        self.arrows = self.arrows + arrows


class Layer(Protocol):
    """What a game's layer offers. It keeps nothing from one call to the next but what follows from the views."""

    phases: frozenset[str]  # the steps that are planned as a whole; all others are answered one by one

    def draft(self, view: Any, ask: Ask[Any]) -> Draft:
        """A plan for the rest of the phase under way."""

    def answer(self, view: Any, ask: Ask[Any]) -> Order:
        """The order for anything else that is asked: set-up, losses, retreats, advances, bids."""

    def finish(self, view: Any, ask: Ask[Any]) -> Order:
        """The order when the plan is through: done, or what keeps the phase from ending."""

    def value(self, state: Any, side: int) -> float:
        """What a position is worth to a side, in points of the margin by which the game is won."""

    def judge(self, before: Any, after: Any, side: int) -> float:
        """What a try came to: how it ended, and what haste did not think of.

        That is what the enemy could do `before` his reply (None if there was none), and what can be done `after` it.
        """

    def styles(self, view: Any, ask: Ask[Any]) -> list[Style]:
        """Other ways to play this phase that are worth a try, the most promising first."""


class PlannerPlayer(Player):
    """Carries out its layer's plans. The same seed and the same views give the same orders."""

    title = "Planner: plans each phase as a whole"

    def __init__(
        self,
        game: Game[Any],
        seed: str,
        style: Style | None = None,
        weights: str = "",
        over: Mapping[str, float] | None = None,
    ) -> None:
        super().__init__(game, seed)
        self.rng = rng_for(seed, "planner")
        self.layer = layer_for(game, seed, style or Style(), weights, over)
        self._key: tuple[int, int] = (-1, -1)
        self._barrier: tuple[int, int] = (-1, -1)
        self._orders: list[Order] = []
        self._again = True
        self._told: Draft | None = None  # a plan that has not been put in words yet

    @classmethod
    def knows(cls, game: Game[Any]) -> bool:
        """Is there a layer for it? It is not read: who only asks need not load scipy."""
        return "planner" in game.manifest.robots

    def choose(self, view: State, ask: Ask[Any]) -> Order:
        """The next order of the plan; should it ever be illegal, some legal one."""
        order = self._phase(view, ask) if ask.name in self.layer.phases else self.layer.answer(view, ask)
        self._tell(view, ask)
        return order if order in ask else ask.sample(self.rng)

    def begin(self, view: State, draft: Draft | None = None) -> None:
        """A new phase, for which somebody may have made the plan already."""
        self._key, self._barrier = (view.turn, view.step), view.barrier()
        self._orders, self._again = [], True
        if draft is not None:
            self._take(draft)

    @property
    def idle(self) -> bool:
        """Is the next thing to do a new plan?"""
        return self._again and not self._orders

    def _take(self, draft: Draft) -> None:
        self._orders, self._again = list(draft.orders), draft.again
        self._told = draft

    def _phase(self, view: State, ask: Ask[Any]) -> Order:
        """The next order of the plan; a new plan after a surprise, or when there is more to do."""
        if (view.turn, view.step) != self._key:
            self.begin(view)
        if view.barrier() != self._barrier:  # dice have fallen, or a counter has shown its face
            self._barrier, self._orders, self._again = view.barrier(), [], True
        order = self._next(ask)
        if order is None and self._again:  # once: a plan of which nothing can be done would only be made again
            self._take(self.layer.draft(view, ask))
            order = self._next(ask)
        return order or self.layer.finish(view, ask)

    def _next(self, ask: Ask[Any]) -> Order | None:
        """The next order that is still legal; one that no longer is calls for a new plan, after the others."""
        while self._orders:
            order = self._orders.pop(0)
            if order in ask:
                return order
            self._again = True
        return None

    def _tell(self, view: State, ask: Ask[Any]) -> None:
        """Put the newest plan in words, if it has any, and any that were not in the plan told last."""
        draft, self._told = self._told, None
        if draft is not None and (draft.words or draft.arrows):
            plan = Plan(ask.side, view.turn, ask.name, tuple(draft.words), tuple(draft.arrows))
            if self.plan is None or not self.plan.covers(plan):
                self.plan = plan


def layer_for(
    game: Game[Any], seed: str, style: Style, weights: str = "", over: Mapping[str, float] | None = None
) -> Layer:
    """The layer that knows this game, with its weights as this style has them; those `over` them come first."""
    if not PlannerPlayer.knows(game):
        raise BadData(f"the planner does not know the game {game.id!r}")
    found = load(game, weights) | dict(over or {})
    for name, times in style.times.items():
        found[name] *= times
    layer: Layer = named(game.manifest.robots["planner"])(game, seed, found, style)
    return layer
