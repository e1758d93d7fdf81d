"""Level 3: several plans, each tried against a scripted reply with common dice, the best kept.

At the start of a phase the layer proposes styles: other weights, other targets. Each is played out on copies, from the
robot's own phase to the end of the enemy's reply, and the worse half is dropped again and again while the rest gets
more tries. What is hidden is drawn anew for each try from what it can still be; the same draw and the same dice
serve all plans, so that they differ by what they are and not by their luck.

The work is counted in tries, not in seconds, so that the same seed plays the same game on every machine. Only at a
table, where somebody waits, does the clock end it as well.
"""

import time
from collections import Counter
from math import sqrt
from typing import Any

import msgspec

from hexfront.engine.dice import die, rng_for
from hexfront.engine.game import Ask, Game
from hexfront.engine.order import Order
from hexfront.engine.state import State
from hexfront.mechanics import exact
from hexfront.robots import Plan, Player, decide
from hexfront.robots.planner import Draft, PlannerPlayer, Style, layer_for

LIMIT = 3000  # orders after which a try is judged where it is
DOUBT = 0.5  # standard errors that a plan must be ahead of the plain one
DICE = 8  # more than any order throws
SPARE = 0.8  # part of the time that is given to the search; the rest is for carrying the plan out


class Luck:
    """The dice of one try. They belong to what is decided and not to when: a battle has the same luck in all plans.

    Otherwise one attack more would change all dice after it, and the plans would differ by that.
    """

    def __init__(self, seed: str) -> None:
        self.seed, self._times = seed, Counter[object]()

    def dictate(self, state: State, order: Order) -> None:
        """The dice that fall because of an order, should there be any."""
        what = (state.turn, state.step, order.verb, order.at)
        self._times[what] += 1
        state.dictated = [die(f"{self.seed} {what} {self._times[what]}", number) for number in range(DICE)]


class Trial(msgspec.Struct):
    """One style in the field, the plan that it makes, and what its tries came to."""

    style: Style
    draft: Draft
    scores: list[float] = []


def leads(trials: list[Trial]) -> list[float]:
    """How far each trial is ahead of the first, the plain plan, and how sure that is.

    Tries with the same dice are compared; the spread of all these differences tells how far to trust a mean of few.
    """
    plain = trials[0].scores
    apart = [[a - b for a, b in zip(trial.scores, plain, strict=False)] for trial in trials]
    every = [d for differences in apart[1:] for d in differences]
    spread = sqrt(exact.total(d * d for d in every) / len(every)) if every else 0.0
    return [0.0] + [exact.total(ds) / len(ds) - DOUBT * spread / sqrt(len(ds)) if ds else 0.0 for ds in apart[1:]]


class SearcherPlayer(Player):
    """Plays the phase in the style that did best. Everything else its planner answers."""

    title = "Searcher: tries several plans against a reply"
    seconds = 5.0
    tries = 16  # games to the end of the reply, for each phase
    field = 6  # styles that are looked at

    def __init__(self, game: Game[Any], seed: str, weights: str = "") -> None:
        super().__init__(game, seed)
        self.seed, self.weights = seed, weights
        self.planner = PlannerPlayer(game, seed, weights=weights)
        self.best = Trial(Style(), Draft([]))
        self._key: tuple[int, int] = (-1, -1)
        self._heard: Plan | None = None  # the planner's plan that was told last

    @classmethod
    def knows(cls, game: Game[Any]) -> bool:
        return PlannerPlayer.knows(game)

    def choose(self, view: State, ask: Ask[Any]) -> Order:
        """The next order of the best plan; at the start of a phase it looks for that plan first."""
        if ask.name in self.planner.layer.phases and self._due(view):
            self._key = view.turn, view.step
            self._settle(view, self._search(view, ask))
        order = self.planner.choose(view, ask)
        self._explain()
        return order

    def _due(self, view: State) -> bool:
        """Is it time to compare plans: at the start of a phase, or when that with which all of them begin is over?"""
        return (view.turn, view.step) != self._key or (self.best.draft.prelude and self.planner.idle)

    def _settle(self, view: State, best: Trial) -> None:
        self.planner = PlannerPlayer(self.game, self.seed, best.style, self.weights)
        self.planner.begin(view, best.draft)
        self.best = best

    def _explain(self) -> None:
        """The plan of the planner, with the style that won."""
        plan = self.planner.plan
        if plan is not None and plan is not self._heard:
            self._heard = plan
            told = f"Of the plans that were tried, this one did best: {self.best.style.name}."
            self.plan = msgspec.structs.replace(plan, words=(*plan.words, told)) if self.best.scores else plan

    # -- the search ------------------------------------------------------------------------------------

    def _search(self, view: State, ask: Ask[Any]) -> Trial:
        """Halve the field until one is left beside the plain plan; each round has as many tries as the others."""
        self._begin = time.perf_counter()
        trials = self._field(view, ask)
        rounds, number = (len(trials) - 1).bit_length(), 0
        for _ in range(rounds):
            for _ in range(max(1, self.tries // rounds // len(trials))):
                self._try_all(trials, view, ask, number)
                number += 1
                if self._late(number):
                    return _best(trials)
            trials = _better_half(trials)
        return _best(trials)

    def _field(self, view: State, ask: Ask[Any]) -> list[Trial]:
        """The styles whose plans differ, the plain one first."""
        found: dict[object, Trial] = {}
        for style in [Style(), *self.planner.layer.styles(view, ask)]:
            draft = layer_for(self.game, self.seed, style, self.weights).draft(view, ask)
            # A plan that is not at its end with these orders may yet become another one.
            found.setdefault(style.name if draft.again else tuple(draft.orders), Trial(style, draft, []))
            if draft.prelude or len(found) == self.field or self._hurried():
                break
        return list(found.values())

    def _hurried(self) -> bool:
        """At a table: is half of the time gone before anything was tried?"""
        return self.clock and time.perf_counter() - self._begin > SPARE * self.seconds / 2

    def _late(self, rounds: int) -> bool:
        """At a table: would another round over the field take longer than there is time?"""
        used = time.perf_counter() - self._begin
        return self.clock and used * (rounds + 1) / rounds > SPARE * self.seconds

    def _try_all(self, trials: list[Trial], view: State, ask: Ask[Any], number: int) -> None:
        """One more try for everybody, in one world that looks like the view, with its own dice and hidden counters."""
        rng = rng_for(self.seed, f"search {view.turn} {view.step} {number}")
        world = self.game.shuffle_hidden(view, ask.side, rng)
        seed = str(rng.getrandbits(64))
        for trial in trials:
            trial.scores.append(self._try(world.copy(), ask.side, trial, Luck(seed)))

    def _try(self, state: State, mine: str, trial: Trial, luck: Luck) -> float:
        """Play on until it is our turn again, and judge that."""
        game = self.game
        me = PlannerPlayer(game, self.seed, msgspec.structs.replace(trial.style, hasty=True), self.weights)
        me.begin(state, trial.draft)
        foe = PlannerPlayer(game, self.seed, Style(hasty=True), self.weights)
        phases, before = me.layer.phases, None
        for _ in range(LIMIT):
            ask = game.ask(state)
            if ask is None or (before is not None and ask.side == mine and ask.name in phases):
                break
            if before is None and ask.side != mine and ask.name in phases:
                before = state.copy()
            order = decide(game, state, ask, me if ask.side == mine else foe)
            luck.dictate(state, order)
            game.do(state, order)
        return me.layer.judge(before, state, game.sides.index(mine))


def _best(trials: list[Trial]) -> Trial:
    """The one that is furthest ahead of the plain plan, or the plain plan."""
    ahead = leads(trials)
    return trials[max(range(len(trials)), key=lambda n: (ahead[n], -n))]


def _better_half(trials: list[Trial]) -> list[Trial]:
    """The plain plan and the better half of the others: a change has to show that it is one for the better."""
    ahead = leads(trials)
    others = sorted(range(1, len(trials)), key=lambda n: (-ahead[n], n))
    return [trials[n] for n in (0, *others[: (len(others) + 1) // 2])]
