"""Chapter 16: automatic victories, won during movement."""

import random
from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Hexes, Units
from hexfront.games.trc.aftermath import settled
from hexfront.games.trc.combat.air import fly, ready
from hexfront.games.trc.combat.attacks import attacks_of, check_attack, parted
from hexfront.games.trc.combat.losses import surrender
from hexfront.games.trc.combat.mandatory import spent_force, targets_of
from hexfront.games.trc.combat.strength import fighters, sums, sure
from hexfront.games.trc.movement.allowance import halt
from hexfront.games.trc.movement.paratroops import touch_down
from hexfront.games.trc.state import TrcState
from hexfront.grid import members
from hexfront.mechanics.choices import may


def allowed(s: TrcState, targets: tuple[int, ...]) -> bool:
    """16.4: the Russian from Jan/Feb 1943 on; against battlegroups alone at any time (26.4.3)."""
    if sure(s):
        return True
    return s.on("26.4") and all(s.edition.battlegroups >> u & 1 for place in targets for u in s.stacks.get(place, ()))


class Av(Verb[TrcState]):
    """16.1: units attacked at 10-1 surrender at once, while the others still move."""

    name = "av"
    form = Form(Units(), Hexes())
    rule = "16.1"
    partial = True

    def offers(self, s: TrcState) -> Iterator[Order]:
        for place in members(s.held_by[1 - s.mover] & s.board.grid.around(s.held_by[s.mover])):
            yield from self._against(s, place)

    def about(self, s: TrcState, units: tuple[int, ...]) -> Iterator[Order]:
        yield from attacks_of(self, s, units)

    def _against(self, s: TrcState, place: int) -> Iterator[Order]:
        """All who touch a hex, without and with a bomber; then as few as it takes, the strongest first."""
        units = self._ready(s, place)
        if not units or not allowed(s, (place,)):
            return
        bombers = ready(s)
        for extra in ((), bombers[:1]) if bombers else ((),):
            if may(self.check, s, Order("av", (*units, *extra), (), (place,))):
                fewest = self._fewest(s, units, extra, place)
                for group in dict.fromkeys((fewest, tuple(units))):
                    yield Order("av", (*group, *extra), (), (place,))
                return

    def _fewest(self, s: TrcState, units: list[int], extra: tuple[int, ...], place: int) -> tuple[int, ...]:
        for many in range(1, len(units)):
            group = tuple(units[:many])
            if may(self.check, s, Order("av", (*group, *extra), (), (place,))):
                return group
        return tuple(units)

    def _ready(self, s: TrcState, place: int) -> list[int]:
        near = s.board.near[place] & s.held_by[s.mover]
        units = [u for p in members(near) for u in s.stacks[p] if not spent_force(s, u) and place in targets_of(s, u)]
        return sorted(units, key=lambda u: -sums(s, (u,), (place,)).attack.total)

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        """Rarely looked for, as it rarely is there."""
        if rng.random() < 0.9:
            return None
        return next(self.offers(s), None)

    def check(self, s: TrcState, order: Order) -> None:
        if not allowed(s, order.at):
            raise Refused("16.4", "the Russian wins no automatic victory before January 1943")
        check_attack(s, order.units, order.at)
        found = sums(s, order.units, order.at)
        if found.odds < s.edition.best:
            raise Refused("16.1", f"the odds are {s.edition.columns.label(found.odds)}, and it takes 10-1")

    def do(self, s: TrcState, order: Order) -> None:
        ground, bombers = parted(s.edition, order.units)
        beaten = tuple(u for place in order.at for u in fighters(s, place))
        fly(s, bombers, order.at)
        for unit in ground:
            halt(s, unit)
            s.victors |= 1 << unit
        s.say("16.1", "automatic victory of {units} in {hexes}", code="AV", units=ground, hexes=order.at)
        for unit in beaten:
            surrender(s, unit, "16.1", "overwhelmed at 10-1")
        touch_down(s)
        settled(s)
