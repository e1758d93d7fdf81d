"""Chapters 6.5 and 6.6: overruns, and the disruption they leave."""

import random
from collections.abc import Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Hexes, Units
from hexfront.games.pgg import setup
from hexfront.games.pgg.combat.results import alive, fight
from hexfront.games.pgg.counters import SOVIET, ending
from hexfront.games.pgg.leaders import can_attack, forget_entries
from hexfront.games.pgg.movement.ground import (
    arrive,
    check_movers,
    check_together,
    finished,
    mark_moving,
    moving_side,
    points_left,
)
from hexfront.games.pgg.state import Battle, PggState
from hexfront.grid import members
from hexfront.grid.bits import pick
from hexfront.mechanics.choices import may, subsets
from hexfront.mechanics.phases import Owed


class Overrun(Verb[PggState]):
    """6.5: for three points, units that began the phase together attack the next hex at half strength."""

    name = "overrun"
    form = Form(Units(), Hexes())
    rule = "6.5"

    def offers(self, s: PggState) -> Iterator[Order]:
        for place in members(self._origins(s)):
            for target in self._targets(s, place):
                for ready in self._together(s, place, target):
                    orders = (Order("overrun", units, at=(target,)) for units in subsets(ready, largest_first=True))
                    yield from (order for order in orders if may(self.check, s, order))

    def _together(self, s: PggState, place: int, target: int) -> list[list[int]]:
        """Who could overrun alone, by where it began, with the leaders who could go along."""
        found: dict[int, list[int]] = {}
        for unit in s.stacks[place]:
            if may(self.check, s, Order("overrun", (unit,), at=(target,))):
                found.setdefault(s.began[unit], []).append(unit)
        for unit in s.stacks[place]:
            fellows = found.get(s.began[unit], []) if s.edition.leader[unit] else []
            if fellows and may(self.check, s, Order("overrun", (fellows[0], unit), at=(target,))):
                fellows.append(unit)
        return list(found.values())

    def about(self, s: PggState, units: tuple[int, ...]) -> Iterator[Order]:
        if units and s.edition.side[units[0]] == moving_side(s) and s.where[units[0]] >= 0:
            orders = (Order("overrun", units, at=(target,)) for target in self._targets(s, s.where[units[0]]))
            yield from (order for order in orders if may(self.check, s, order))

    def _origins(self, s: PggState) -> int:
        side = moving_side(s)
        return s.held_by[side] & s.board.grid.around(s.held_by[1 - side])

    def _targets(self, s: PggState, place: int) -> list[int]:
        enemy = s.held_by[1 - moving_side(s)]
        return [near for near in s.board.neighbours[place] if near >= 0 and enemy >> near & 1]

    def sample(self, s: PggState, rng: random.Random) -> Order | None:
        """Some stack beside the enemy, all of it that can, or a part."""
        origins = self._origins(s)
        if not origins:
            return None
        place = pick(origins, rng)
        ready = [u for u in s.stacks[place] if not finished(s, u) and not s.disrupted >> u & 1]
        if not ready:
            return None
        units = tuple(ready) if rng.random() < 0.7 else (rng.choice(ready),)
        order = Order("overrun", units, at=(rng.choice(self._targets(s, place)),))
        spent = any(points_left(s, unit) < self._cost(s) for unit in units)
        return order if not spent and may(self.check, s, order) else None

    def _cost(self, s: PggState) -> int:
        """Half points that each unit pays."""
        return 2 * int(s.edition.charts["overrun"]["cost"])

    def check(self, s: PggState, order: Order) -> None:
        units = order.units
        if len({s.where[u] for u in units}) > 1:
            raise Refused("6.5", f"{s.names(units)} do not stand in one hex")
        place = check_together(s, units)
        for unit in units:
            if finished(s, unit):
                raise Refused("6.5", f"{s.name(unit)} has ended its move and does not overrun")
        check_movers(s, units)
        if len(order.at) != 1:
            raise Refused("6.5", "an overrun goes into one hex")
        target, label = order.at[0], s.board.grid.label(order.at[0])
        if s.board.grid.direction(place, target) < 0:
            raise Refused("6.5", f"{label} is not adjacent to {s.board.grid.label(place)}")
        if not s.held_by[1 - moving_side(s)] >> target & 1:
            raise Refused("6.5", f"there is no enemy in {label} to overrun")
        self._check_group(s, units)
        self._check_barred(s, units, target)

    def _check_group(self, s: PggState, units: tuple[int, ...]) -> None:
        if not any(can_attack(s, u) for u in units):
            raise Refused("6.5", f"{s.names(units)} cannot attack, and an overrun takes a unit that can")
        if len({s.began[u] for u in units}) > 1:
            raise Refused("6.5", f"{s.names(units)} did not begin the phase together")
        for unit in units:
            if not s.edition.leader[unit] and not can_attack(s, unit):
                raise Refused("12.3", f"{s.name(unit)} has no attack strength")
            if points_left(s, unit) < self._cost(s):
                left = points_left(s, unit) / 2
                raise Refused("6.5", f"an overrun costs 3 points and {s.name(unit)} has {left:g}")
            if s.edition.side[unit] == SOVIET and not s.led >> unit & 1:
                raise Refused("6.5", f"{s.name(unit)} did not begin the phase within a leader's radius")

    def _check_barred(self, s: PggState, units: tuple[int, ...], target: int) -> None:
        if setup.restricted(s, units):
            raise Refused("5.2", f"{s.names(units)} must march and cannot overrun on turn 1")
        if s.edition.side[units[0]] == SOVIET and s.turn <= 6 and s.board.barred >> target & 1:
            raise Refused("6.4", "columns 01 and 02 are closed to Soviet units until turn 7")

    def do(self, s: PggState, order: Order) -> None:
        mark_moving(s, order.units, [self._cost(s)] * len(order.units))
        s.say("6.5", f"{{units}} overrun{ending(order.units)} {{hex}}", units=order.units, hex=order.at[0])
        fight(s, order.units, order.at, overrun=True)


class Aftermath(Owed[PggState]):
    """The end of a battle. After an overrun the victors must go in, or stop where they are (6.5)."""

    name, rule, title, prompt = "aftermath", "6.5", "After the battle", ""

    def __init__(self) -> None:
        self.verbs: dict[str, Verb[PggState]] = {}

    def waits(self, s: PggState) -> bool:
        return False

    def end(self, s: PggState) -> None:
        s.owed.pop()
        battle, s.battle = s.battle, None
        assert battle
        if battle.overrun:
            self._go_in(s, battle)
        forget_entries(s)

    def _go_in(self, s: PggState, battle: Battle) -> None:
        units = alive(s, battle.attackers)
        if battle.attacker_hurt or battle.no_advance or not units:
            s.active = {}
            return
        target = battle.targets[0]
        if target not in s.stacks:
            arrive(s, units, (target,), s.where[units[0]])
            s.say("6.5", f"{{units}} move{ending(units)} into {{hex}}", units=units, hex=target)


def recover(s: PggState, side: int) -> None:
    """6.6: in its recovery phase a side's units shake off disruption."""
    s.disrupted &= ~s.edition.of_side[side]
