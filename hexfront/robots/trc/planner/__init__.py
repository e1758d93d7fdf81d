"""The layer of the planner that knows The Russian Campaign."""

from typing import Any

from hexfront.engine.game import Ask, Game
from hexfront.engine.order import DONE, Order
from hexfront.engine.sequence import Kind
from hexfront.games.trc.counters import AXIS, RUSSIAN, SIDES
from hexfront.games.trc.state import TrcState
from hexfront.robots.planner import Draft, Style
from hexfront.robots.trc import duties
from hexfront.robots.trc.planner import choice, fights, march, opening
from hexfront.robots.trc.planner.guard import doom, feared
from hexfront.robots.trc.planner.lookout import Lookout
from hexfront.robots.trc.planner.styles import styles
from hexfront.robots.trc.planner.value import END, value
from hexfront.robots.trc.weights import with_own


class Layer:
    """Plans for either side. It keeps nothing but its weights: every plan follows from the view."""

    def __init__(self, game: Game[TrcState], seed: str, weights: dict[str, float], style: Style) -> None:
        self.game, self.weights, self.style = game, weights, style
        self.phases = frozenset(phase.name for phase in game.edition.phases if phase.moves or phase.fights)
        self._tastes = [with_own(side, weights) for side in (AXIS, RUSSIAN)]

    def _look(self, view: TrcState, ask: Ask[Any]) -> Lookout:
        side = SIDES.index(ask.side)
        taste = self._tastes[side]
        if view.turn >= view.last:
            taste = taste.spent(self.weights["last"])
        return Lookout(view, side, taste, self.weights, self.style)

    def draft(self, view: TrcState, ask: Ask[Any]) -> Draft:
        """A plan for the rest of a movement or combat phase."""
        look = self._look(view, ask)
        return fights.plan(look) if view.phase.fights else march.plan(look)

    def answer(self, view: TrcState, ask: Ask[Any]) -> Order:
        """Losses, retreats, set-up, preparations, partisans, what-ifs."""
        if view.phase.kind is Kind.SET_UP and ask.name == view.phase.name:
            return opening.place(view, ask, self.weights["opening"] > 0.5)
        return duties.answer(self._look(view, ask), ask)

    def finish(self, view: TrcState, ask: Ask[Any]) -> Order:
        """Done; or what keeps the phase from ending: an attack that is owed, a stack that is too high."""
        if DONE in ask:
            return DONE
        if view.phase.fights:
            return self.draft(view, ask).orders[0]
        return duties.mend(view, ask)

    def value(self, state: TrcState, side: int) -> float:
        """What a position is worth to a side, in points of the margin."""
        return value(state, side)

    def judge(self, before: TrcState | None, after: TrcState, side: int) -> float:
        """What a try came to. In haste nobody makes coups: the chance to lose or win the war by one is added."""
        if before is None:
            return value(after, side)
        lost = doom(Lookout(before, 1 - side, self._tastes[1 - side], self.weights))
        won = doom(Lookout(after, side, self._tastes[side], self.weights)) if after.winner < 0 else 0.0
        return (1.0 - lost) * ((1.0 - won) * value(after, side) + won * END) - lost * END

    def styles(self, view: TrcState, ask: Ask[Any]) -> list[Style]:
        """Other ways to play this phase, the most promising first."""
        look = self._look(view, ask)
        if view.phase.fights:
            targets = [order.at[0] for order in fights.plan(look).orders if order.at]
            return styles(look.board, True, targets)
        assault = choice.attacks(look)
        targets = sorted(assault.targets, key=lambda t: (-assault.targets[t].worth, t))
        theirs = [h for h in look.prize if look.s.held_by[look.foe] >> h & 1 and h not in targets]
        near = [h for h in theirs if look.grid.around(look.grid.disc(h, 6)) & look.own]
        aims = sorted(near, key=lambda h: (-look.prize[h], h))
        return styles(look.board, False, targets, aims, any(feared(look).values()))
