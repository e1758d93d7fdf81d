"""The layer of the greedy player that knows The Russian Campaign."""

from typing import Any

from hexfront.engine.game import Ask
from hexfront.engine.order import DONE, Order
from hexfront.games.trc.counters import SIDES
from hexfront.games.trc.state import TrcState
from hexfront.robots.trc import combat, duties
from hexfront.robots.trc.greedy import march
from hexfront.robots.trc.greedy.goals import Outlook
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
        sv = Outlook(view, SIDES.index(ask.side))
        planned = (view.phase.moves or view.phase.fights) and ask.name == view.phase.name
        return self._phase(sv, ask) if planned else duties.answer(sv, ask)

    def _phase(self, sv: Survey, ask: Ask[Any]) -> Order:
        """The next order of the plan that is still legal; a new plan when the old one is at its end."""
        key = (sv.s.turn, sv.s.step)
        if key != self._key:
            self._key, self._orders, self._again, self._looks = key, [], True, 0
        fighting = sv.s.phase.fights
        while self._looks <= _LOOKS:
            while self._orders:
                order = self._orders.pop(0)
                if order in ask:
                    return order
                self._again = True
            if not self._again:
                break
            self._looks += 1
            self._orders, self._again = (combat.plan(sv), False) if fighting else march.plan(sv)
        return DONE if fighting or DONE in ask else duties.mend(sv.s, ask)
