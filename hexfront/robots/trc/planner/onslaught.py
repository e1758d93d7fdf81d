"""The attacks of a movement phase, and the stages at which one could leave it at that."""

from collections.abc import Hashable, Iterator
from copy import copy
from typing import Self

import msgspec

from hexfront.games.trc.edition import TrcEdition
from hexfront.robots.planning.packing import Offer, pack
from hexfront.robots.trc.assault import Assault, Option
from hexfront.robots.trc.planner.aims import last_stands
from hexfront.robots.trc.planner.lookout import Lookout

_CAREFUL, _BOLD = 4.0, -1.5  # what an attack has to promise, beside what it always has to


class Party(msgspec.Struct, frozen=True):
    """Units that do not attack now because they will storm a city in the second impulse, and where they wait."""

    aim: int = -1
    places: dict[int, int] = {}


class Onslaught(Assault):
    """As the greedy assault, one attack after the other, or the best set of attacks that go together."""

    def __init__(self, look: Lookout, party: Party | None = None) -> None:
        super().__init__(look)
        self.look, self.party = look, party or Party()
        for unit, place in (self._staying() | self.party.places).items():
            self._commit(unit, place)
        self.offers: list[Option] = []  # everything that was thought of at first

    def _staying(self) -> dict[int, int]:
        """Who must not leave where he stands, as under siege; he may attack from there."""
        look, where = self.look, self.look.s.where
        stands = {*last_stands(look.s, look.side), *(h for h in look.keeps if look.zone >> h & 1)}
        return {unit: where[unit] for unit in self.free if where[unit] in stands}

    def _near(self) -> list[int]:
        """A style may leave targets alone."""
        return [t for t in super()._near() if t not in self.look.style.avoid]

    def _hopeful(self, option: Option) -> bool:
        """A sortie from a besieged city has to be made (12.1), and is the better the more come to its help."""
        return super()._hopeful(option) or any(self.trial.where[u] in self.look.keeps for u in option.there)

    def begin(self) -> None:
        """As always, but all attacks are kept, not only the best on each hex."""
        self.offers = []
        super().begin()

    def _judged(self, target: int) -> list[Option]:
        found = super()._judged(target)
        if not self.found:
            self.offers += found
        return found

    def idle(self) -> list[int]:
        """Who could still be sent somewhere."""
        return [unit for unit in self._left() if unit not in self.stuck]

    def stages(self) -> Iterator[Self]:
        """What is owed and no more, then the sure attacks with it, the good ones, the doubtful; then another set."""
        self.begin()
        first = self._twin()
        yield self._twin(True)
        size = 0
        for bar in (_CAREFUL, self.look.w.attack_from, _BOLD):
            self.seize(bar)
            if len(self.targets) > size:
                size = len(self.targets)
                yield self._twin(True)
        if size > 1 and first.packed():
            yield first._twin(True)

    def packed(self) -> bool:
        """All attacks at once: the best set by set packing over units and the room in hexes, then what still fits."""
        e = self.look.e
        useful = [option for option in self.offers if option.worth >= self.look.w.attack_from]
        there = {place: sum(e.space[u] for u in units) for place, units in self.trial.stacks.items()}
        rooms: dict[Hashable, int] = {("hex", p): e.room - there.get(p, 0) for o in useful for p in o.places.values()}
        for number in pack([_offer(e, option) for option in useful], rooms):
            option = useful[number]
            if self._take(option, self.look.w.attack_from):
                self.targets[option.target] = option
        self.found = {t: self._best(t) for t in self._near() if t not in self.targets}
        self.seize(self.look.w.attack_from)
        return bool(self.targets)

    def _twin(self, shut: bool = False) -> Self:
        """This stage for itself, with the enemy's ways out shut; the next one goes on from here without that."""
        twin = copy(self)
        twin.trial, twin.chosen, twin.targets = self.trial.copy(), dict(self.chosen), dict(self.targets)
        if shut:
            twin.close()
        return twin


def _offer(e: TrcEdition, option: Option) -> Offer:
    """An attack uses its units, and room in the hexes where they go; one attack on each hex."""
    rooms: dict[Hashable, int] = {}
    for unit, place in option.places.items():
        rooms["hex", place] = rooms.get(("hex", place), 0) + e.space[unit]
    units: list[tuple[Hashable, int]] = [(("unit", unit), 1) for unit in option.places]
    return Offer(option.worth, (*units, *rooms.items(), (("target", option.target), 1)))
