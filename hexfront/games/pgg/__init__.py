"""Panzergruppe Guderian: the drive on Smolensk, July 1941. One module for each chapter of its rulebook."""

import random
from collections import Counter as Tally
from itertools import chain
from typing import Any

from hexfront.engine.dice import shuffle
from hexfront.engine.game import Game
from hexfront.engine.lexicon import Lexicon
from hexfront.engine.sequence import steps_of
from hexfront.games.pgg import victory
from hexfront.games.pgg.cases import PggBench
from hexfront.games.pgg.combat.advance import Advancing
from hexfront.games.pgg.combat.results import Engaged, Losses
from hexfront.games.pgg.combat.retreat import Retreat
from hexfront.games.pgg.counters import SIDES
from hexfront.games.pgg.desk.facts import PggDesk, days
from hexfront.games.pgg.edition import PggEdition, read
from hexfront.games.pgg.manifest import MANIFEST
from hexfront.games.pgg.movement.overrun import Aftermath
from hexfront.games.pgg.questions import PggQuestions
from hexfront.games.pgg.sequence import PHASES
from hexfront.games.pgg.stacking import Excess, overfull
from hexfront.games.pgg.state import OFF, PggState
from hexfront.games.pgg.studies import PggStudies
from hexfront.games.pgg.untried import draw_division, untried

OPTIONS = {"10.4": "Soviet leaders who are surrounded can be evacuated"}
ABOUT = {"10.4": "Once a turn a leader cut off by the German may leave the board and come back a turn later."}


class Pgg(Game[PggState]):
    """The game in one of its editions; a case may bring an edition with a board of its own."""

    manifest = MANIFEST
    sides = SIDES
    ruling = 2  # 0.2: combat phases open (10.26), retreats (9.72, 9.73), overruns (11.32), the line of Smolensk (13.2)
    order_rule = "4.2"

    edition: PggEdition

    def __init__(self, edition: PggEdition | None = None) -> None:
        self.edition = edition or read(PHASES)
        self.id, self.board = self.edition.id, self.edition.board
        self.grid = self.board.grid
        self.scenario = self.edition.scenario
        self.turns = self.edition.turns
        several = {name: units for name, units in self.edition.divisions.items() if len(units) > 1}
        self.lexicon = Lexicon(self.edition.name, several)
        self.prelude, self.sequence = steps_of(PHASES, True), steps_of(PHASES, False)
        duties = (Losses(), Engaged(), Retreat(), Advancing(), Excess(), Aftermath())
        self.duties = {duty.name: duty for duty in duties}
        self.prepare(PggDesk, PggQuestions, PggStudies, PggBench)

    def scenarios(self) -> list[dict[str, Any]]:
        return [{"id": self.scenario["id"], "title": self.scenario["title"], "turns": self.turns}]

    def options(self) -> list[dict[str, str]]:
        return [{"rule": rule, "title": title, "about": ABOUT[rule]} for rule, title in OPTIONS.items()]

    def blank(self, scenario: str = "campaign", seed: object = 0, options: tuple[str, ...] = ()) -> PggState:
        """A state with all counters in the cup and nothing on the board."""
        many = len(self.edition.units)
        s = PggState(scenario=scenario, options=tuple(sorted(options)), seed=str(seed))
        s.where, s.lost, s.army = [OFF] * many, [0] * many, [0] * many
        s.counter, s.entered = [-1] * many, [-1] * many
        s.began = s.where.copy()
        s.cup = [[counter.number for counter in cup] for cup in self.edition.cups]
        s.pile, s.owed = [[], []], []
        s.finish(self.edition)
        return s

    def deal(self, state: PggState) -> None:
        for cup in state.cup:
            shuffle(state, cup)
        for army in self.scenario["army"]:
            self._set_up(state, army)

    def _set_up(self, s: PggState, army: dict[str, Any]) -> None:
        """5.1, 12.1: divisions are drawn unseen and stand in the default place of their army."""
        places = iter(army["default"])
        for cup, kind in ((0, "rifle"), (1, "armoured")):
            for _ in range(army[kind]):
                unit = draw_division(s, cup)
                s.put(unit, self.grid.hex(next(places)))
                s.army[unit] = army["id"]
        leader = self.edition.by_name[army["leader"]]
        s.put(leader, self.grid.hex(next(places)))
        s.army[leader] = army["id"]

    def load(self, data: bytes) -> PggState:
        return PggState.from_json(data, lambda s: s.finish(self.edition))

    def over(self, state: PggState) -> bool:
        return state.turn > self.turns

    result = staticmethod(victory.result)

    # -- what may be known (12) ------------------------------------------------------------------

    def view(self, state: PggState, side: str) -> PggState:
        """Neither side knows more than the other: untried counters, the cup and the pile are hidden from both."""
        new = state.copy()
        new.seed = ""
        for unit in chain(*self.edition.of_cup):
            if untried(new, unit):
                new.counter[unit] = -1
        new.cup = [[-1] * len(cup) for cup in new.cup]
        new.pile = [[-1] * len(pile) for pile in new.pile]
        return new

    def shuffle_hidden(self, state: PggState, side: str, rng: random.Random) -> PggState:
        """Deal all counters that nobody has seen anew, among the untried units, the cup and the unseen dead."""
        new = state.copy()
        for cup, units in enumerate(self.edition.of_cup):
            hidden = [u for u in units if self._in_play(new, u) and untried(new, u)]
            unseen = [i for i, c in enumerate(new.pile[cup]) if c < 0 or not new.seen >> c & 1]
            deal = self._unseen_counters(new, cup)
            rng.shuffle(deal)
            for unit in hidden:
                new.counter[unit] = deal.pop()
            if -1 in new.pile[cup]:  # from a view: put the seen dead back first, then the rest
                known = [c.number for c in self.edition.cups[cup] if new.seen >> c.number & 1]
                new.pile[cup] = known + [deal.pop() for _ in range(len(unseen) - len(known))]
            else:
                for i in unseen:
                    new.pile[cup][i] = deal.pop()
            new.cup[cup] = deal
        new.seed = f"guess {rng.getrandbits(64)}" if not state.seed else state.seed
        return new

    def _unseen_counters(self, s: PggState, cup: int) -> list[int]:
        known = s.seen
        for unit in self.edition.of_cup[cup]:
            if s.tried >> unit & 1:
                known |= 1 << s.counter[unit]
        return [c.number for c in self.edition.cups[cup] if not known >> c.number & 1]

    def _in_play(self, s: PggState, unit: int) -> bool:
        return s.where[unit] >= 0 or s.where[unit] <= -10

    # -- names -----------------------------------------------------------------------------------

    def days(self, turn: int) -> str:
        """The days of a turn."""
        return days(self.scenario["dates"], turn)

    def present(self, state: PggState, units: tuple[int, ...], verb: str) -> tuple[int, ...]:
        """A division's name means its regiments on the board, or those that wait for an order to enter."""
        if verb == "enter":
            return tuple(u for u in units if state.where[u] <= -10) or units
        return tuple(u for u in units if state.where[u] >= 0) or units

    # -- conservation ----------------------------------------------------------------------------

    def audit(self, state: PggState) -> list[str]:
        """No counter lost or doubled, places and stacks agree, no hex shared by both sides, none too full."""
        return [*_audit_counters(state), *_audit_places(self, state)]


def _audit_counters(s: PggState) -> list[str]:
    seen = Tally(c for line in (*s.cup, *s.pile) for c in line)
    seen.update(c for c in s.counter if c >= 0)
    wrong = [f"counter {c.number} is there {seen[c.number]} times" for c in s.edition.counters if seen[c.number] != 1]
    for unit in chain(*s.edition.of_cup):
        in_play = s.where[unit] >= 0 or s.where[unit] <= -10
        if in_play != (s.counter[unit] >= 0):
            wrong.append(f"{s.name(unit)} and its counter do not agree")
    return wrong


def _audit_places(game: Pgg, s: PggState) -> list[str]:
    wrong = []
    fresh = s.copy()
    fresh.finish(s.edition)
    if fresh.stacks != s.stacks or fresh.held_by != s.held_by:
        wrong.append("the stacks do not agree with the places")
    if s.held_by[0] & s.held_by[1]:
        wrong.append(f"both sides are in {game.grid.labels(s.held_by[0] & s.held_by[1])}")
    if (s.held_by[0] | s.held_by[1]) & s.board.lake:
        wrong.append("a unit is in a lake")
    if not s.phase.moves and not s.phase.prelude:
        wrong.extend(f"{game.grid.label(place)} is too full" for side in (0, 1) for place in overfull(s, side))
    return wrong
