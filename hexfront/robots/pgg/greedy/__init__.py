"""The layer of the greedy player that knows Panzergruppe Guderian."""

from functools import partial
from typing import Any

from hexfront.engine.dice import rng_for
from hexfront.engine.game import Ask
from hexfront.engine.order import DONE, Order
from hexfront.games.pgg.counters import SIDES, SOVIET
from hexfront.games.pgg.state import (
    AIR_INTERDICTION,
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    MECHANIZED_MOVEMENT,
    SOVIET_COMBAT,
    SOVIET_INTERDICTION,
    SOVIET_MOVEMENT,
    PggState,
)
from hexfront.robots.pgg import duties
from hexfront.robots.pgg.divisions import Units
from hexfront.robots.pgg.goals import TAKE
from hexfront.robots.pgg.greedy import answers, combat
from hexfront.robots.pgg.greedy.battle import step_price
from hexfront.robots.pgg.greedy.german import German
from hexfront.robots.pgg.greedy.markers import partisans
from hexfront.robots.pgg.greedy.soviet import Soviet
from hexfront.robots.pgg.markers import air
from hexfront.robots.pgg.survey import Survey

NOISE = 0.02  # so that games with different seeds differ


class Adviser:
    """One side's opinion. It remembers the plan of the phase, which follows from where the phase began."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._german: German | None = None
        self._soviet: Soviet | None = None

    def advise(self, view: PggState, ask: Ask[Any]) -> Order:
        """The best order that is asked for now."""
        sv = Survey(view, SIDES.index(ask.side))
        if ask.name in ("losses", "engaged", "retreat", "advance", "excess"):
            return self._duty(sv, ask.name)
        if ask.name == AIR_INTERDICTION:
            return air(sv)
        if ask.name == SOVIET_INTERDICTION:
            return partisans(sv)
        if ask.name in (SOVIET_COMBAT, GERMAN_COMBAT):
            return combat.best_attack(sv)
        if ask.name in (GERMAN_MOVEMENT, MECHANIZED_MOVEMENT):
            return self.german(sv).order(sv)
        if ask.name == SOVIET_MOVEMENT:
            return self.soviet(sv).order(sv)
        return DONE

    def _duty(self, sv: Survey, name: str) -> Order:
        if name == "losses":
            return answers.losses(sv)
        if name == "engaged":
            return duties.engaged(sv.s, partial(step_price, sv))
        if name == "retreat":
            return answers.lead(sv, lambda h: self._away(sv, h))
        if name == "advance":
            return duties.advance(sv.s, lambda group, h: self._stand(sv, group, h))
        return duties.excess(sv.s, partial(step_price, sv))

    def _away(self, sv: Survey, h: int) -> float:
        """For leading the enemy: the German drives him from his own goals, the Soviet side to the west."""
        if sv.side == SOVIET:
            return -0.5 * (h // sv.grid.stride)
        fields = [goal.field[h] for goal in self.german(sv).goals if goal.kind == TAKE]
        return 0.1 * min(fields, default=0)

    def _stand(self, sv: Survey, group: Units, h: int) -> float:
        """What a hex is worth after an advance."""
        if sv.side != SOVIET:
            return self.german(sv).value(sv, group, h, 0)
        return sv.city_share(h) - 0.4 * bool(sv.zone >> h & 1)

    def german(self, sv: Survey) -> German:
        """The plan of the German phase under way."""
        if self._german is None or self._german.key != (sv.s.turn, sv.s.step):
            self._german = German(sv, self._noise(sv), self._german)
        return self._german

    def soviet(self, sv: Survey) -> Soviet:
        """The plan of the Soviet phase under way."""
        if self._soviet is None or self._soviet.key != (sv.s.turn, sv.s.step):
            self._soviet = Soviet(sv, self._noise(sv))
        return self._soviet

    def _noise(self, sv: Survey) -> list[float]:
        rng = rng_for(self.seed, f"greedy pgg {sv.s.turn} {sv.s.step}")
        return [NOISE * rng.random() for _ in range(sv.grid.size)]
