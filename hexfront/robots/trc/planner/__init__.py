"""The layer of the planner that knows The Russian Campaign."""

from typing import Any

from hexfront.engine.game import Ask, Game
from hexfront.engine.order import DONE, Order
from hexfront.engine.sequence import Kind
from hexfront.games.trc.counters import RUSSIAN, SIDES
from hexfront.games.trc.state import BIDDING, TrcState
from hexfront.robots.planner import Draft, Style
from hexfront.robots.trc import duties, prepare
from hexfront.robots.trc.planner import choice, fights, march, opening
from hexfront.robots.trc.planner.coin import coins, spent
from hexfront.robots.trc.planner.guard import doom, feared
from hexfront.robots.trc.planner.lookout import Lookout
from hexfront.robots.trc.planner.styles import styles
from hexfront.robots.trc.planner.value import END, value


class Layer:
    """Plans for either side. It keeps nothing but its weights: every plan follows from the view."""

    def __init__(self, game: Game[TrcState], seed: str, weights: dict[str, float], style: Style) -> None:
        self.game, self.weights, self.style = game, weights, style
        self.phases = frozenset(phase.name for phase in game.edition.phases if phase.moves or phase.fights)
        self._coins = coins(weights)

    def _look(self, view: TrcState, ask: Ask[Any]) -> Lookout:
        side = SIDES.index(ask.side)
        coin = self._coins[side]
        if view.turn >= view.last:
            coin = spent(coin, self.weights["last"])
        return Lookout(view, side, coin, self.weights, self.style)

    def draft(self, view: TrcState, ask: Ask[Any]) -> Draft:
        """A plan for the rest of a movement or combat phase."""
        look = self._look(view, ask)
        return fights.plan(look) if view.phase.fights else march.plan(look)

    def answer(self, view: TrcState, ask: Ask[Any]) -> Order:
        """Losses, retreats, set-up, preparations, partisans, what-ifs."""
        name, phase = ask.name, view.phase
        if name in ("losses", "excess", "conform"):
            return duties.cheapest(ask)
        if phase.kind is Kind.SET_UP:
            return opening.place(view, ask, self.weights["opening"] > 0.5)
        if phase.kind is Kind.CHOICE:
            return Order("pass" if phase.name == BIDDING else "decline")
        look = self._look(view, ask)
        if name == "retreat":
            return duties.lead(look)
        if phase.kind is Kind.PREPARATION:
            return prepare.russian(look, ask) if phase.side == RUSSIAN else prepare.axis(ask)
        return prepare.partisans(look, ask)

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
        lost = doom(Lookout(before, 1 - side, self._coins[1 - side], self.weights))
        won = doom(Lookout(after, side, self._coins[side], self.weights)) if after.winner < 0 else 0.0
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
