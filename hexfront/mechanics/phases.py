"""The steps that most games are made of: a phase that its player ends, one that nobody plays, and duties."""

import random
from typing import Generic, TypeVar

from hexfront.engine.game import Step, Verb
from hexfront.engine.order import DONE, Order
from hexfront.engine.sequence import Phase
from hexfront.engine.state import State

S = TypeVar("S", bound=State)
LINGER = 0.99  # how often a random player goes on with a phase while it has something to do


class Played(Step[S], Generic[S]):
    """A phase of the table (engine/sequence.py) with its verbs; where one of them is `done`, its player ends it."""

    linger = LINGER

    def __init__(self, phase: Phase) -> None:
        self.phase = phase
        self.name, self.rule, self.title, self.prompt = phase.name, phase.rule, phase.title, phase.prompt
        verbs: list[Verb[S]] = [make() for make in phase.verbs]
        self.verbs = {verb.name: verb for verb in verbs}
        self._busy = [verb for verb in verbs if verb.name != DONE.verb]

    def side(self, s: S) -> int:
        return self.phase.side

    def muster(self, s: S) -> None:
        """The bookkeeping at the start of the phase, without its dice and arrivals: a case may begin after these."""

    def sample(self, s: S, rng: random.Random) -> Order:
        if self._busy and rng.random() < self.linger:
            start = int(rng.random() * len(self._busy))
            for verb in (*self._busy[start:], *self._busy[:start]):
                order = verb.sample(s, rng)
                if order is not None:
                    return order
        return self._done(s, rng)

    def _done(self, s: S, rng: random.Random) -> Order:
        """Done if that is allowed; else something that must be done first."""
        if self.verbs[DONE.verb].accepts(s, DONE):
            return DONE
        return super().sample(s, rng)


class Unplayed(Played[S], Generic[S]):
    """A phase in which nobody decides anything."""

    def waits(self, s: S) -> bool:
        return False


class Owed(Step[S], Generic[S]):
    """A duty: whoever owes it decides."""

    def side(self, s: S) -> int:
        return s.owed[-1].side


class Consequence(Owed[S], Generic[S]):
    """A duty that leaves nobody a choice."""

    prompt = ""

    def __init__(self) -> None:
        self.verbs = {}

    def waits(self, s: S) -> bool:
        return False
