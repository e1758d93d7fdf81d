"""Chapter 9.8: advance after combat."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from hexfront.engine.errors import Refused
from hexfront.engine.game import Done, Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Route, Units
from hexfront.games.pgg.combat.results import alive
from hexfront.games.pgg.counters import SOVIET, ending
from hexfront.games.pgg.leaders import has_company, remember_entry
from hexfront.games.pgg.movement.ground import BARRED_UNTIL, pass_through
from hexfront.games.pgg.stacking import fits
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.zones import zone
from hexfront.grid.bits import union
from hexfront.mechanics.choices import filled, may, subsets
from hexfront.mechanics.phases import Owed


def ways(s: PggState, place: int, side: int) -> list[tuple[int, ...]]:
    """9.81, 9.86: the paths open to victors who stand in a hex, that hex first.

    Along a path of retreat as far as it is vacant; where nobody got away, one hex further in any direction.
    """
    battle, grid = s.battle, s.board.grid
    assert battle
    found: list[tuple[int, ...]] = []
    for trail in battle.trails:
        if grid.direction(place, trail[0]) < 0:
            continue
        way: tuple[int, ...] = (place,)
        for there in trail:
            if s.held_by[1 - side] >> there & 1:
                break
            way = (*way, there)
            found.append(way)
        if len(trail) == 1 and len(way) == 2:
            found.extend((*way, there) for there in grid.neighbours[trail[0]] if there >= 0 and _empty(s, there))
    closed = s.board.barred if side == SOVIET and s.turn <= BARRED_UNTIL else 0  # 6.4
    return [way for way in dict.fromkeys(found) if not any(closed >> place & 1 for place in way[1:])]


def _empty(s: PggState, place: int) -> bool:
    """9.86: no unit of either side, and no lake."""
    return place not in s.stacks and bool(s.board.land >> place & 1)


def _off_the_emptied(s: PggState, way: tuple[int, ...], emptied: list[int]) -> str:
    """9.86: what is wrong with a way when all enemies of a hex beside it were destroyed."""
    label = s.board.grid.label
    if len(way) > 3:
        return "an advance goes two hexes at most"
    if len(way) < 2 or way[1] not in emptied:
        return f"the first hex of the advance must be {' or '.join(map(label, emptied))}, where the enemy was destroyed"
    if s.board.grid.direction(way[1], way[2]) < 0:
        return f"{label(way[1])} and {label(way[2])} do not touch"
    return f"the second hex of the advance must be an empty hex: {label(way[2])} is not"


class Advance(Verb[PggState]):
    """Units that fought and won follow into what the enemy left. Zones do not stop them (9.83)."""

    name = "advance"
    form = Form(Units(), Route())
    rule = "9.81"

    def offers(self, s: PggState) -> Iterator[Order]:
        duty = s.owed[-1]
        for place in dict.fromkeys(s.where[u] for u in duty.units):
            paths = ways(s, place, duty.side)
            for units in subsets(u for u in duty.units if s.where[u] == place):
                for way in paths:
                    order = Order("advance", units, way)
                    if may(self.check, s, order):
                        yield order

    def sample(self, s: PggState, rng: random.Random) -> Order | None:
        duty = s.owed[-1]
        unit = rng.choice(duty.units)
        units = tuple(u for u in duty.units if s.where[u] == s.where[unit]) if rng.random() < 0.5 else (unit,)
        paths = ways(s, s.where[unit], duty.side)
        order = Order("advance", units, rng.choice(paths)) if paths else None
        return order if order and may(self.check, s, order) else None

    def check(self, s: PggState, order: Order) -> None:
        duty, grid = s.owed[-1], s.board.grid
        if not order.units or not order.path or len(set(order.units)) != len(order.units):
            raise Refused("9.81", "name the units that advance and their way")
        for unit in order.units:
            if unit not in duty.units:
                raise Refused("9.81", f"{s.name(unit)} is not among the victors who may advance")
            if s.where[unit] != order.path[0]:
                raise Refused("9.81", f"{s.name(unit)} is not in {grid.label(order.path[0])}")
        if order.path not in ways(s, order.path[0], duty.side):
            self._explain(s, order.path)
        if not fits(s, order.path[-1], order.units):
            rule = ("7.2", "7.1")[duty.side]
            raise Refused(rule, f"{grid.label(order.path[-1])} cannot hold so many units")
        self._check_leaders(s, order)

    def _explain(self, s: PggState, way: tuple[int, ...]) -> None:
        """Why a way is not among those open."""
        battle, grid = s.battle, s.board.grid
        assert battle
        barred = s.board.barred if s.owed[-1].side == SOVIET and s.turn <= BARRED_UNTIL else 0
        closed = next((place for place in way[1:] if barred >> place & 1), None)
        if closed is not None:
            raise Refused("6.4", f"columns 01 and 02 are closed to Soviet units until turn 7: {grid.label(closed)}")
        near = [trail for trail in battle.trails if grid.direction(way[0], trail[0]) >= 0]
        emptied = [trail[0] for trail in near if len(trail) == 1]
        if emptied and not any(trail[0] in way for trail in near if len(trail) > 1):
            raise Refused("9.86", _off_the_emptied(s, way, emptied))
        raise Refused("9.84", f"{grid.label(way[-1])} is not on the path of retreat, as far as it is vacant")

    def _check_leaders(self, s: PggState, order: Order) -> None:
        """10.23, 10.26: a leader advances into an enemy zone with units that can attack."""
        place, side = order.path[-1], s.owed[-1].side
        leads = any(s.edition.leader[u] for u in order.units)
        if leads and zone(s, 1 - side) >> place & 1 and not has_company(s, order.units, place):
            raise Refused("10.23", "a leader advances into an enemy zone only with a unit that can attack")

    def do(self, s: PggState, order: Order) -> None:
        duty = s.owed[-1]
        place, came_from = order.path[-1], order.path[-2]
        for unit in order.units:
            s.put(unit, place)
            s.immune |= 1 << unit  # 9.85
            s.fought |= 1 << unit
        remember_entry(s, order.units, came_from)
        pass_through(s, order.units, union(order.path[1:]))
        left = tuple(u for u in duty.units if u not in order.units)
        s.owed[-1] = replace(duty, units=left)
        s.say("9.81", f"{{units}} advance{ending(order.units)} to {{hex}}", units=order.units, hex=place)

    def complete(self, s: PggState, order: Order) -> Order:
        """With only the last hex named, take a way there that is open."""
        if not order.units or order.units[0] not in s.owed[-1].units:
            return order
        place = s.where[order.units[0]]
        way = filled(s.board.grid, place, order.path, ways(s, place, s.owed[-1].side))
        return Order(order.verb, order.units, way)


class EndAdvance(Done[PggState]):
    """9.82, 9.85: nobody is forced to advance, and it is now or never."""

    def do(self, s: PggState, order: Order) -> None:
        s.owed[-1] = replace(s.owed[-1], units=())


class Advancing(Owed[PggState]):
    """The victors may follow. After a split result the attacker may only if he took his loss in steps (9.6)."""

    name, rule, title = "advance", "9.8", "Advance after combat"
    prompt = "advance with units that fought, or done"

    def __init__(self) -> None:
        self.verbs: dict[str, Verb[PggState]] = {"advance": Advance(), "done": EndAdvance()}

    def asks(self, s: PggState) -> str:
        return f"advance with {s.names(s.owed[-1].units)}, or done"

    def pending(self, s: PggState) -> bool:
        """Those who are gone or went back are no longer asked for."""
        duty, battle = s.owed[-1], s.battle
        assert battle
        units = tuple(u for u in alive(s, duty.units) if self._stayed(s, u))
        if units != duty.units:
            s.owed[-1] = replace(duty, units=units)
        return super().pending(s)

    def waits(self, s: PggState) -> bool:
        """While the enemy's way lies open they are asked, even if the hex has filled up meanwhile."""
        duty = s.owed[-1]
        return any(ways(s, s.where[u], duty.side) for u in duty.units)

    def _stayed(self, s: PggState, unit: int) -> bool:
        """Who retreated does not advance."""
        battle = s.battle
        assert battle
        if s.is_defender(s.edition.side[unit]):
            return s.where[unit] in battle.targets
        return s.where[unit] in battle.origin

    def end(self, s: PggState) -> None:
        s.owed.pop()
