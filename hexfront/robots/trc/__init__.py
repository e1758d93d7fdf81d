"""The layer of the greedy player that knows The Russian Campaign."""

from typing import Any

from hexfront.engine.game import Ask
from hexfront.engine.order import DONE, Order
from hexfront.engine.sequence import Kind
from hexfront.games.trc.counters import RUSSIAN, SIDES
from hexfront.games.trc.state import BIDDING, TrcState
from hexfront.robots.trc import combat, duties, march, prepare
from hexfront.robots.trc.survey import Survey

_LOOKS = 12  # plans of one phase; then it ends as soon as it may


class Adviser:
    """One side's opinion. It keeps the orders of the phase that it has planned, and plans again after a surprise."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key: tuple[int, int] = (-1, -1)
        self._orders: list[Order] = []
        self._again = True
        self._looks = 0

    def advise(self, view: TrcState, ask: Ask[Any]) -> Order:
        """The best order that is asked for now."""
        name = ask.name
        if name in ("losses", "excess", "conform"):
            return duties.cheapest(ask)
        sv = Survey(view, SIDES.index(ask.side))
        if name == "retreat":
            return duties.lead(sv)
        if view.phase.moves or view.phase.fights:
            return self._phase(sv, ask)
        return self._quiet(sv, ask)

    def _quiet(self, sv: Survey, ask: Ask[Any]) -> Order:
        phase = sv.s.phase
        if phase.kind is Kind.SET_UP:
            return DONE if DONE in ask else Order("default")
        if phase.kind is Kind.PREPARATION:
            return prepare.russian(sv, ask) if phase.side == RUSSIAN else prepare.axis(ask)
        if phase.kind is Kind.MARKERS:
            return prepare.partisans(sv, ask)
        return Order("pass" if phase.name == BIDDING else "decline")

    def _phase(self, sv: Survey, ask: Ask[Any]) -> Order:
        """The next order of the plan that is still legal; a new plan when the old one is at its end."""
        key = (sv.s.turn, sv.s.step)
        if key != self._key:
            self._key, self._orders, self._again, self._looks = key, [], True, 0
        while self._looks <= _LOOKS:
            while self._orders:
                order = self._orders.pop(0)
                if order in ask:
                    return order
                self._again = True
            if not self._again:
                break
            self._looks += 1
            self._orders, self._again = (combat.plan(sv), False) if sv.s.phase.fights else march.plan(sv)
        return DONE if sv.s.phase.fights or DONE in ask else duties.mend(sv.s, ask)
