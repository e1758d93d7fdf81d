"""The attacks of a movement phase, chosen one after the other; none is taken that leaves a duty unmet."""

from hexfront.robots.trc.assault import Assault, Option
from hexfront.robots.trc.planner.lookout import Lookout

_TRIES = 40  # attacks that are thought of in a phase


class Onslaught(Assault):
    """As the greedy assault, but what has become illegal by other attacks is thought over again."""

    def __init__(self, look: Lookout) -> None:
        super().__init__(look)
        self.look = look
        self.sound = False  # can all duties of the position be met?

    def choose(self) -> None:
        """Take the best attack that can be made legal, then the next; targets that the style avoids are left alone."""
        self._mend()
        worth = self.gauge.worth(self.trial)
        self.base = worth or 0.0
        self.sound = worth is not None
        avoid = self.look.style.avoid
        found = {t: self._best(t) for t in self._near() if t not in avoid}
        for _ in range(_TRIES):
            best = max((o for o in found.values() if o), key=lambda o: (o.worth, o.target), default=None)
            if best is None or best.worth < self.sv.w.attack_from:
                return
            if not self._try(best):
                again = self._best(best.target)
                found[best.target] = again if again and again.places != best.places else None
                continue
            self.targets[best.target] = best
            found = {t: self._best(t) if self._touched(t, o, best) else o for t, o in found.items()}

    def _try(self, option: Option) -> bool:
        """Take an attack, unless it no longer can be made, or no longer is worth it."""
        trial, chosen = self.trial.copy(), dict(self.chosen)
        for unit, place in option.places.items():
            if unit in chosen:
                return False
            self._commit(unit, place)
        worth = self.gauge.worth(self.trial)
        if worth is None and self._soak():
            worth = self.gauge.worth(self.trial)
        new = {u: p for u, p in self.chosen.items() if u not in chosen}
        if worth is None or (self.sound and worth - self.base - self._cost(new) < self.sv.w.attack_from):
            self.trial, self.chosen = trial, chosen
            return False
        self.base, self.sound = worth, True
        return True
