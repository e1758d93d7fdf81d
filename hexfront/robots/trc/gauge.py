"""What a planned position promises: the best battles that can be fought from it, and whom it cuts off."""

from hexfront.games.trc.combat.air import leaders_in_reach, matched, ready
from hexfront.games.trc.combat.mandatory import Part, standing
from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.supply import supplied_hexes
from hexfront.games.trc.zones import zone
from hexfront.mechanics import exact
from hexfront.robots.trc.battles import fought, wanted
from hexfront.robots.trc.chances import Values
from hexfront.robots.trc.survey import Survey


class Gauge:
    """Judges positions of one phase; parts of the front that do not change are judged once."""

    def __init__(self, sv: Survey, values: Values) -> None:
        self.sv, self.values = sv, values
        self.bombers = len(ready(sv.s))
        self._parts: dict[tuple[Part, int], tuple[float, list[tuple[float, int]]]] = {}

    def worth(self, trial: TrcState) -> float | None:
        """What the position is worth, or None if its duties cannot all be met."""
        duties = standing(trial)
        if not duties.possible:
            return None
        shut = trial.held_by[self.sv.side] | zone(trial, self.sv.side)
        total, lifts = 0.0, []
        for part in duties.parts:
            if wanted(self.values, part):
                value, gains = self._part(part, trial, shut)
                total += value
                lifts += gains
        return total + self._air(lifts) + self._cut(trial) + self._entered(trial)

    def _entered(self, trial: TrcState) -> float:
        """Empty places in which somebody stands then; what a battle may lose of that again it counts itself."""
        taken = trial.held_by[self.sv.side]
        return exact.total(worth for h, worth in self.sv.spoils.items() if taken >> h & 1)

    def _part(self, part: Part, trial: TrcState, shut: int) -> tuple[float, list[tuple[float, int]]]:
        near = 0
        for defender in part.problem.defenders:
            near |= self.sv.grid.disc(int(defender.id), 2)
        key = (part, near & shut)
        if key not in self._parts:
            melee = fought(self.values, part, trial.where, shut)
            fights = melee.fights.items() if self.bombers else ()
            self._parts[key] = melee.total(), [(melee.lift(f, self.sv.e.shifts[self.sv.side]), f[0][0]) for f in fights]
        return self._parts[key]

    def _air(self, lifts: list[tuple[float, int]]) -> float:
        """The bombers where they bring most."""
        total, sorties = 0.0, list(self.sv.s.sorties)
        left = self.bombers
        for gain, target in sorted(lifts, reverse=True):
            if left <= 0 or gain <= 0:
                break
            chiefs = leaders_in_reach(self.sv.s, (target,))
            if chiefs and (self.sv.side != AXIS or matched([*sorties, chiefs])):
                sorties.append(chiefs)
                total += gain
                left -= 1
        return total

    def _cut(self, trial: TrcState) -> float:
        """Enemies out of supply may get out of it in their turn, or die."""
        e = trial.edition
        fed = supplied_hexes(trial, self.sv.foe)
        starving = 0.0
        for unit in e.units_of[self.sv.foe]:
            place = trial.where[unit]
            if place >= 0 and not fed >> place & 1 and not e.civilians >> unit & 1:
                starving += self.sv.value[unit]
        return self.sv.w.cut * starving * (1.0 if self.sv.foe == RUSSIAN else 1.2)
