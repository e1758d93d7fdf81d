"""What a battle leaves to be decided, for whoever can tell what a step and a hex are worth to him."""

from collections.abc import Callable, Iterable, Iterator

from hexfront.engine.order import DONE, Order
from hexfront.games.pgg.combat.advance import Advance, ways
from hexfront.games.pgg.combat.results import casualties, steps_left
from hexfront.games.pgg.combat.retreat import retreats
from hexfront.games.pgg.counters import GERMAN
from hexfront.games.pgg.state import PggState
from hexfront.mechanics import exact
from hexfront.mechanics.choices import may
from hexfront.robots.pgg.divisions import Units

Price = Callable[[int, int], float]  # what a unit's next step is worth, when so many are to be lost before it
HexValue = Callable[[Units, int], float]


def cheapest_steps(s: PggState, units: Iterable[int], many: int, price: Price) -> tuple[float, Units]:
    """The price of losing so many steps, and who should lose them; all there are if there are not so many."""
    total, chosen = 0.0, []
    for worth, unit in _dearer_and_dearer(s, units, many, price):
        total += worth
        chosen.append(unit)
    return total, tuple(sorted(chosen))


def one_or_two(s: PggState, units: Iterable[int], price: Price) -> tuple[float, float]:
    """The price of losing one step, and that of losing two."""
    first, second = ([worth for worth, _ in _dearer_and_dearer(s, units, 2, price)] + [0.0, 0.0])[:2]
    return first, first + second


def _dearer_and_dearer(s: PggState, units: Iterable[int], many: int, price: Price) -> Iterator[tuple[float, int]]:
    """Step after step, the cheapest of those that are left, with who loses it."""
    left, taken = {u: steps_left(s, u) for u in units}, dict[int, int]()
    for _ in range(many):
        if not left:
            return
        worth, unit = min((price(u, taken.get(u, 0)), u) for u in left)
        yield worth, unit
        taken[unit] = taken.get(unit, 0) + 1
        if taken[unit] == left[unit]:
            del left[unit]


def engaged(s: PggState, price: Price) -> Order:
    """The step that is missed least."""
    return Order("lose", cheapest_steps(s, casualties(s, s.owed[-1].units), 1, price)[1])


def withdrawal(s: PggState, units: Units, distance: int, step: float, price: Price) -> float:
    """What it costs to go back so far, each step of the way, with the end of all who have no way."""
    cost = 0.0
    for unit in units:
        if retreats(s, unit, distance):
            cost += step * distance
        else:
            cost += exact.total(price(unit, lost) for lost in range(steps_left(s, unit)))
    return cost


def lead(s: PggState, value: Callable[[int, int], float]) -> Order:
    """Lead the enemy to where it is worst for him, the worst off first; `value` of a unit and a hex tells how bad."""
    duty = s.owed[-1]
    found = [(value(unit, way[-1]), unit, way) for unit in duty.units for way in retreats(s, unit, duty.number)]
    _, unit, way = max(found)
    return Order("lead", (unit,), way)


def advance(s: PggState, value: HexValue, least: float = 0.3) -> Order:
    """Follow with whole groups where that is better than to stay."""
    duty, verb = s.owed[-1], Advance()
    best, order = least, DONE
    for group in _victors(s, duty.units):
        here = value(group, s.where[group[0]])
        for way in ways(s, s.where[group[0]], duty.side):
            worth = value(group, way[-1]) - here
            found = Order("advance", group, way)
            if worth > best and may(verb.check, s, found):
                best, order = worth, found
    return order


def _victors(s: PggState, units: Units) -> list[Units]:
    """Those who stand in one hex and belong together: a German division, a Soviet stack."""
    found: dict[tuple[int, str], list[int]] = {}
    for unit in units:
        name = (s.edition.division[unit] or str(unit)) if s.edition.side[unit] == GERMAN else ""
        found.setdefault((s.where[unit], name), []).append(unit)
    return [tuple(group) for group in found.values()]


def excess(s: PggState, price: Price) -> Order:
    """Give up the least."""
    units = s.stacks[s.owed[-1].at[0]]
    return Order("remove", (min(units, key=lambda u: price(u, 0) + 9 * s.edition.leader[u]),))
