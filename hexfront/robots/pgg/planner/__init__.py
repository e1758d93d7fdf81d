"""The layer of the planner that knows Panzergruppe Guderian."""

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

from hexfront.engine.game import Ask
from hexfront.engine.order import DONE, Order
from hexfront.games.pgg.counters import GERMAN, SIDES
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
from hexfront.mechanics import exact
from hexfront.robots.pgg import duties, markers
from hexfront.robots.pgg.goals import TAKE
from hexfront.robots.pgg.planner import answers, battles, explain
from hexfront.robots.pgg.planner.fights import closed_in, step_cost
from hexfront.robots.pgg.planner.german import German, Ideas
from hexfront.robots.pgg.planner.leaders import evacuate, lead
from hexfront.robots.pgg.planner.partisans import partisans
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.pgg.planner.soviet import Soviet, compulsory, red_prize
from hexfront.robots.pgg.planner.strikes import Strike
from hexfront.robots.pgg.planner.styles import styles
from hexfront.robots.pgg.planner.value import value
from hexfront.robots.planner import Draft, Style
from hexfront.robots.planning.words import drawn

DUTIES = frozenset({"losses", "engaged", "retreat", "advance", "excess"})
MOST_OVERRUNS = 9  # in a phase


class Layer:
    """Plans for either side. What it remembers of a phase follows from the view with which the phase began."""

    phases = frozenset({GERMAN_MOVEMENT, MECHANIZED_MOVEMENT, GERMAN_COMBAT, SOVIET_MOVEMENT, SOVIET_COMBAT})

    def __init__(self, game: Any, seed: str, weights: dict[str, float], style: Style) -> None:
        self.game, self.seed, self.w, self.style = game, seed, weights, style
        self._ideas: Ideas | None = None
        self._key = (-1, -1)
        self._overruns = 0

    def _scene(self, view: PggState, ask: Ask[Any]) -> Scene:
        return Scene(view, SIDES.index(ask.side), self.w, self.style)

    def draft(self, view: PggState, ask: Ask[Any]) -> Draft:
        """A plan for the rest of a movement or combat phase."""
        sc = self._scene(view, ask)
        if ask.name == SOVIET_MOVEMENT:
            return self._soviet(sc)
        if ask.name in (GERMAN_COMBAT, SOVIET_COMBAT):
            return self._combat(sc)
        return self._german(sc)

    def _combat(self, sc: Scene) -> Draft:
        """The best set of attacks; the first of them is made, then one looks again."""
        strikes = battles.choose(sc, self._prize(sc))
        draft = Draft([battles.order(strike) for strike in strikes[:1]], again=len(strikes) > 1)
        self._tell_strikes(sc, draft, strikes, now=True)
        return draft

    def _prize(self, sc: Scene) -> Callable[[int], float]:
        return German(sc, self._ideas).prize if sc.side == GERMAN else lambda h: red_prize(sc, h)

    def _soviet(self, sc: Scene) -> Draft:
        red = Soviet(sc)
        strikes = red.strikes()
        moves = red.moves(strikes)
        moves += lead(sc, red.paths, red.room, red.danger)
        draft = Draft(evacuate(sc) + red.orders(moves))
        self._tell_strikes(sc, draft, strikes, now=False)
        draft.tell(*explain.posts(sc, red.seat, red.posts.found))
        draft.tell(*explain.trains(sc, draft.orders))
        return draft

    def _german(self, sc: Scene) -> Draft:
        """The best overrun, if there is a good one, and then one looks again; else attacks and moves."""
        german = German(sc, self._ideas)
        self._ideas = german.ideas
        if self._key != (sc.s.turn, sc.s.step):
            self._key, self._overruns = (sc.s.turn, sc.s.step), 0
        strikes = german.strikes() if sc.s.phase.name == GERMAN_MOVEMENT else []
        charge = german.overrun(strikes) if self._overruns < MOST_OVERRUNS else None
        if charge is None:
            return self._marches(sc, german, strikes)
        self._overruns += 1
        draft = Draft(german.charge(charge), *explain.overrun(sc, charge), again=True)
        if self._overruns == 1:  # the rest of the plan is not carried out as it is, but it tells one style from another
            rest = self._marches(sc, german, strikes)
            draft.orders += rest.orders
            draft.tell(rest.words, rest.arrows)
        return draft

    def _marches(self, sc: Scene, german: German, strikes: list[Strike]) -> Draft:
        moves = german.moves(strikes)
        draft = Draft(german.orders(moves))
        self._tell_strikes(sc, draft, strikes, now=False)
        draft.tell(*explain.marches(sc, moves, german.ideas.aims))
        return draft

    def _tell_strikes(self, sc: Scene, draft: Draft, strikes: list[Strike], now: bool) -> None:
        said = [explain.attack(sc, each, closed_in(sc, each.target, each.muster.places)[1], now) for each in strikes]
        shown = (drawn(sorted(strike.muster.places), (strike.target,), "attack") for strike in strikes)
        draft.tell(said, [*chain.from_iterable(shown)])

    def answer(self, view: PggState, ask: Ask[Any]) -> Order:
        if ask.name in DUTIES:
            sc = self._scene(view, ask)
            if ask.name == "losses":
                return answers.losses(sc)
            if ask.name == "engaged":
                return duties.engaged(view, partial(step_cost, sc))
            if ask.name == "retreat":
                return answers.lead(sc, self._field(sc))
            if ask.name == "advance":
                return answers.advance(sc, self._field(sc))
            return duties.excess(view, partial(step_cost, sc))
        if ask.name == AIR_INTERDICTION:
            return markers.air(self._scene(view, ask))
        if ask.name == SOVIET_INTERDICTION:
            return partisans(self._scene(view, ask))
        return DONE

    def _field(self, sc: Scene) -> list[int] | None:
        if sc.side != GERMAN or self._ideas is None:
            return None
        goals = [g for g in self._ideas.goals if g.kind == TAKE and g.hexes & ~sc.s.german]
        if not goals:
            return None
        at = sc.s.battle.targets[0] if sc.s.battle else 0
        return max(goals, key=lambda g: g.points * exact.power(0.82, g.field[at] / 20)).field

    def finish(self, view: PggState, ask: Ask[Any]) -> Order:
        if ask.name == SOVIET_MOVEMENT:
            return compulsory(self._scene(view, ask)) or DONE
        return DONE

    def value(self, state: PggState, side: int) -> float:
        """What a position is worth to a side, in points of the margin."""
        return value(state, side)

    def judge(self, before: PggState | None, after: PggState, side: int) -> float:
        """What a try came to: how it ended, since haste leaves nothing out here."""
        return value(after, side)

    def styles(self, view: PggState, ask: Ask[Any]) -> list[Style]:
        """Other ways to play this phase, the most promising first."""
        sc = self._scene(view, ask)
        if ask.name in (GERMAN_COMBAT, SOVIET_COMBAT):
            strikes = battles.choose(sc, self._prize(sc))
        elif ask.name == SOVIET_MOVEMENT:
            strikes = Soviet(sc).strikes()
        else:
            strikes = German(sc, self._ideas).strikes() if ask.name == GERMAN_MOVEMENT else []
        return styles(sc, [strike.target for strike in strikes])
