"""What an attack may bring, as far as both players can know: exact chances, over the dice and over untried counters.

Only Soviet divisions are untried, and they are all on one side of a battle; so what is unknown is one strength for
each of them, drawn without replacement from what the cup can still hold (Appendix B). What they are worth together is
counted in `draws`; where that is too much, as for crowds that no rule lets attack together, it is sampled.
"""

from collections import Counter as Tally
from collections.abc import Iterator
from math import sqrt

import msgspec

from hexfront.games.pgg.combat.draws import SAMPLES, Draws, Kind, Led, TooMuch
from hexfront.games.pgg.combat.strength import Sums, column, multiple, outcome, sums
from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.supply import Lines
from hexfront.games.pgg.untried import unknown_mix, untried

NO_DIE = NO_DEFENCE, NO_ATTACK = "no defence", "no attack"  # columns, and results, of a battle that needs no die


class Forecast(msgspec.Struct):
    """Sums (with average strengths where something is untried), and the chance of each column and result."""

    sums: Sums
    unknown: tuple[int, ...]
    columns: dict[str, float]
    results: dict[str, float]
    error: float = 0.0  # the standard error of a chance, where they are sampled


def forecast(s: PggState, attackers: tuple[int, ...], targets: tuple[int, ...], overrun: bool = False) -> Forecast:
    """Everything that can be said about an attack before it is made."""
    return _Battle(s, attackers, targets, overrun).forecast()


class _Battle:
    """One attack, and the divisions in it that are untried."""

    def __init__(self, s: PggState, attackers: tuple[int, ...], targets: tuple[int, ...], overrun: bool) -> None:
        self.s, self.attackers, self.targets, self.overrun = s, attackers, targets, overrun
        self.lines = Lines(s)
        self.attacking = s.edition.side[attackers[0]] != GERMAN
        defenders = tuple(u for place in targets for u in s.stacks.get(place, ()))
        self.unknown = tuple(u for u in (*attackers, *defenders) if untried(s, u))
        # who fled into the hex does not count (9.75), and what nobody counts changes no chance
        self.counting = [u for u in self.unknown if self.attacking or not s.refuge >> u & 1]
        self.values = {
            cup: Tally(a if self.attacking else d for a, d in unknown_mix(s, cup))
            for cup in dict.fromkeys(s.edition.cup[u] for u in self.unknown)
        }

    def forecast(self) -> Forecast:
        """The chances of columns and results over all totals to which the untried can come."""
        totals, error = self._totals()
        columns: Tally[str] = Tally()
        results: Tally[str] = Tally()
        for found, chance in self._columns(totals):
            columns[found] += chance  # type: ignore[assignment]
            for die in range(1, 7):
                result = found if found in NO_DIE else outcome(self.s, found, die)
                results[result] += chance / 6  # type: ignore[assignment]
        average = {u: self._average(self.s.edition.cup[u]) for u in self.unknown}
        return Forecast(self._with(average), self.unknown, dict(columns), dict(results), error)

    def _with(self, known: dict[int, int]) -> Sums:
        return sums(self.s, self.attackers, self.targets, self.overrun, known, self.lines)

    def _average(self, cup: int) -> int:
        values = self.values[cup]
        return round(sum(v * n for v, n in values.items()) / max(1, values.total()))

    def _totals(self) -> tuple[dict[int, float], float]:
        """The chance of all that the untried may add, and its error."""
        draws = Draws(self.values, *self._places())
        try:
            return draws.totals(), 0.0
        except TooMuch:
            return draws.sampled(), sqrt(0.25 / SAMPLES)

    def _places(self) -> tuple[list[Kind], list[Led]]:
        """The divisions that wait for a counter: alone, or in a hex whose leaders add as much as it has (10.36)."""
        alone: list[Kind] = []
        led: dict[int, list[Kind]] = {}
        room = self._room()
        for unit in self.counting:
            place = self.s.where[unit]
            times = 1 if self.attacking else multiple(self.s.edition, place, {self.s.where[u] for u in self.attackers})
            kind = Kind(self.s.edition.cup[unit], self.lines.supplied(unit), times)
            (led.setdefault(place, []) if room.get(place) else alone).append(kind)
        return alone, [Led(tuple(sorted(kinds)), room[place]) for place, kinds in led.items()]

    def _room(self) -> dict[int, int]:
        """What the leaders of each attacking hex can add beyond what its known units let them."""
        if not self.attacking or self.overrun:
            return {}
        room: Tally[int] = Tally()
        for unit in self.attackers:
            if self.s.edition.leader[unit] and not self.s.disrupted >> unit & 1:
                room[self.s.where[unit]] += self.s.edition.rating[unit]
        for unit, item in zip(self._fighters(), self._with(dict.fromkeys(self.unknown, 0)).attack, strict=False):
            room[self.s.where[unit]] -= item.value
        return +room

    def _fighters(self) -> list[int]:
        return [u for u in self.attackers if not self.s.edition.leader[u]]

    def _columns(self, totals: dict[int, float]) -> Iterator[tuple[str, float]]:
        """The column with each total. Only an overrun makes something else of it than adding (6.5)."""
        nothing = dict.fromkeys(self.unknown, 0)
        base = self._with(nothing)
        for total, chance in totals.items():
            if self.attacking and self.overrun and self.counting:
                made = self._with(nothing | {self.counting[0]: self._before_halving(total)})
                attack, defence, found = made.attack.total, made.defence.total, made.odds
            else:
                attack = base.attack.total + (total if self.attacking else 0)
                defence = base.defence.total + (0 if self.attacking else total)
                found = column(self.s.edition, attack, defence, base.least)
            yield found or (NO_DEFENCE if defence <= 0 else NO_ATTACK), chance

    def _before_halving(self, total: int) -> int:
        """A strength of the first of them that counts as this much; out of supply it will be halved."""
        return total if self.lines.supplied(self.counting[0]) else 2 * total
