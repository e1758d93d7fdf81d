"""Chapter 7: stacking, and the divisions that are worth double when together."""

from collections.abc import Iterable, Iterator

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.engine.state import Duty
from hexfront.games.pgg.state import PggState
from hexfront.games.pgg.untried import eliminate
from hexfront.mechanics.phases import Owed

INDEPENDENT = frozenset({"GD", "Lehr"})  # 7.2: they may join a division of two regiments


def limit(s: PggState, units: Iterable[int]) -> int:
    """7.1, 7.2: how many units may stand together, if these do."""
    chart = s.edition.charts["stacking"]
    units = tuple(units)
    if units and s.edition.side[units[0]] == 0:
        return int(chart["german"])
    return int(chart["soviet_with_leader" if any(s.edition.leader[u] for u in units) else "soviet"])


def fits(s: PggState, place: int, coming: tuple[int, ...]) -> bool:
    """May these units end in a hex beside those that stay there?"""
    there = tuple(u for u in s.stacks.get(place, ()) if u not in coming) + coming
    return len(there) <= limit(s, there)


def overfull(s: PggState, side: int) -> list[int]:
    """The hexes in which a side has more units than may stay there."""
    return [
        place
        for place, units in s.stacks.items()
        if len(units) > 3 and s.edition.side[units[0]] == side and len(units) > limit(s, units)
    ]


def integrated(s: PggState, unit: int, group: tuple[int, ...]) -> bool:
    """7.3: all regiments of its division fight together, with nobody of another division in their hex.

    GD or Lehr beside a division of two regiments do not count as another division (reading).
    """
    members = s.edition.divisions.get(s.edition.division[unit], ())
    if len(members) < 2:
        return False
    place = s.where[unit]
    if any(s.where[m] != place or m not in group for m in members):
        return False
    others = [u for u in s.stacks[place] if u not in members]
    return not others or (len(members) == 2 and all(s.name(u) in INDEPENDENT for u in others))


class Remove(Verb[PggState]):
    """7.1, 7.2: the owner gives up units from a hex that holds too many."""

    name = "remove"
    form = Form(Units())
    rule = "7.1"

    def offers(self, s: PggState) -> Iterator[Order]:
        orders = (Order("remove", (unit,)) for unit in s.stacks.get(s.owed[-1].at[0], ()))
        yield from (order for order in orders if self.accepts(s, order))

    def check(self, s: PggState, order: Order) -> None:
        duty = s.owed[-1]
        here = s.stacks.get(duty.at[0], ())
        rule = ("7.2", "7.1")[duty.side]
        if len(here) <= limit(s, here):
            raise Refused(rule, f"{s.board.grid.label(duty.at[0])} holds no more units than may stay")
        if len(order.units) != 1:
            raise Refused(rule, "remove one unit at a time")
        if order.units[0] not in here:
            name, place = s.name(order.units[0]), s.board.grid.label(duty.at[0])
            raise Refused(rule, f"{name} is not in {place}, which holds more units than may stay")

    def do(self, s: PggState, order: Order) -> None:
        eliminate(s, order.units[0], ("7.2", "7.1")[s.owed[-1].side], "stacked too high")


class Excess(Owed[PggState]):
    """What is owed for a hex that is stacked too high when a movement phase ends."""

    name, rule, title = "excess", "7.1", "Too many units in a hex"
    prompt = "remove one unit from the hex that is stacked too high"

    def __init__(self) -> None:
        self.verbs = {"remove": Remove()}

    def asks(self, s: PggState) -> str:
        place = s.owed[-1].at[0]
        return f"{s.board.grid.label(place)} is stacked too high: remove one of {s.names(s.stacks[place])}"

    def waits(self, s: PggState) -> bool:
        return False

    def end(self, s: PggState) -> None:
        s.owed.pop()


def settle_excess(s: PggState, side: int) -> None:
    """At the end of a movement phase every hex must be within its limit."""
    for place in sorted(overfull(s, side), reverse=True):
        s.owe(Duty("excess", side, at=(place,)))
