"""Chapter 21 with 26.1, 26.4.2, 26.6.2, V.1, V.3, V.5 and V.6: the replacements of the Axis.

What a turn allows is a list of slots, each for one unit of certain kinds. Whoever was taken in this turn must fit into
them together, each in a slot of its own; a slot takes a substitute only when nobody of its own kind is left (21.6).
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import msgspec

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.games.trc.battlegroups import KINDS
from hexfront.games.trc.control import held, refresh
from hexfront.games.trc.counters import (
    AXIS,
    BATTLEGROUPS,
    BY_NAME,
    HEADQUARTERS,
    MINORS,
    NAMES,
    NATION,
    OF_SIDE,
    SS,
    TYPE,
    UNITS,
    UNITS_OF,
    VALUE,
    month,
    names,
)
from hexfront.games.trc.data_files import charts, date, rides, season, year
from hexfront.games.trc.ground import check_named
from hexfront.games.trc.minors import closed
from hexfront.games.trc.offboard import check_arrivals
from hexfront.games.trc.slots import AtHex
from hexfront.games.trc.state import BOX, GONE, OFF, POOL, WAITING, TrcState
from hexfront.grid import members
from hexfront.mechanics.choices import may

_CHART = charts()["replacements"]["axis"]
_REPLENISHES = {BY_NAME[name]: entry for name, entry in charts()["ss_replenishment"].items() if name in BY_NAME}
ARDENNES_TURN = month("1944-11")[0]  # V.6: replacements once more
TUNIS_YEAR = 1943  # V.5: one more armoured corps
ARTILLERY_FROM = 1943  # 26.6.2
# 26.4.2: those of the SS and the Guards who are neither infantry nor armour take over a remnant that walks or rides
# as they do.
_MOBILE = ("armour", "motorized", "cavalry")


class Slot(msgspec.Struct, frozen=True):
    """Leave to take one unit: of these kinds, or of the others while nobody of its own is in the pool."""

    kinds: tuple[str, ...]
    instead: tuple[str, ...] = ()


# -- kinds and slots ----------------------------------------------------------------------------------


def _kind(unit: int) -> str:
    """What a unit counts as in 21.4: "" is never replaced, "all" always."""
    if NAMES[unit] in _CHART["never"] or TYPE[unit] in ("paratroop", "leader", "stuka", "battlegroup"):
        return ""
    if NATION[unit] in _CHART["all"] or TYPE[unit] in _CHART["all"]:
        return "all"
    if NATION[unit] in MINORS:
        return NATION[unit]
    return VALUE[unit] if TYPE[unit] == "infantry" else TYPE[unit]


KIND = {unit: _kind(unit) for unit in UNITS_OF[AXIS]}


def entitled(s: TrcState) -> bool:
    """21.2, V.6: is this a turn in which the Axis takes replacements?"""
    if season(s.turn) == _CHART["season"] and year(s.turn) in _CHART["years"]:
        return True
    return "V.6" in s.adopted and s.turn == ARDENNES_TURN


def oil_fields(s: TrcState) -> int:
    """21.4: the oil field hexes that count. V.1: not that of neutral Rumania, V.3: unless Italy was let go."""
    neutral = s.board.oil & s.board.countries.get("Rumania", 0) & closed(s) if "V.1" in s.adopted else 0
    ours = held(s, AXIS) & s.board.oil
    return ours | neutral if "V.3" in s.adopted else ours & ~neutral


def slots(s: TrcState) -> list[Slot]:
    """21.4: everything this turn allows, beside the units that always may come back."""
    now, other = year(s.turn), _CHART["substitutes"]
    armour = oil_fields(s).bit_count() * int(_CHART["armour_per_oil_field"])
    armour += "V.5" in s.adopted and now == TUNIS_YEAR
    found = [Slot(("armour",), tuple(other["armour"]))] * armour
    for kind in ("motorized", "mountain"):
        found += [Slot((kind,), tuple(other[kind]))] * int(_CHART[kind])
    found += [Slot((value,), tuple(other["infantry"])) for value in _CHART["infantry"]]
    found += [Slot((nation,)) for nation in _CHART["minors"] if not _barred(s, nation)]
    if s.on("26.6") and now >= ARTILLERY_FROM:
        found.append(Slot(("artillery",)))
    return found + _replenished(s) if s.on("26.1") else found


def _barred(s: TrcState, nation: str) -> bool:
    """21.5, 24.1: allies that get nobody back."""
    return nation in s.surrendered or (nation == "italian" and year(s.turn) in _CHART["no_italians"])


def _replenished(s: TrcState) -> list[Slot]:
    """26.1: one more for each of these SS units that was not lost when replacements began to be taken."""
    found = []
    for unit, entry in _REPLENISHES.items():
        lost = s.where[unit] in (POOL, GONE, OFF) or s.replaced >> unit & 1
        if year(s.turn) in entry["years"] and not lost:
            found.append(Slot(tuple(entry["kinds"])))
    return found


# -- fitting ------------------------------------------------------------------------------------------


def _pool(s: TrcState) -> list[int]:
    return [unit for unit in UNITS_OF[AXIS] if s.where[unit] == POOL]


def _takes(allowed: list[Slot], kinds: list[str]) -> list[tuple[str, ...]]:
    """21.6: what each slot takes. Units of its own kind, taken or still in the pool, keep one slot each to themselves;
    only what they cannot fill is open to a substitute."""
    kept = Counter(kinds)
    found = []
    for slot in allowed:
        own = next((kind for kind in slot.kinds if kept[kind] > 0), None)
        if slot.instead and own is not None:
            kept[own] -= 1
        found.append(slot.kinds if own is not None else slot.kinds + slot.instead)
    return found


def _fit(kinds: list[str], takes: list[tuple[str, ...]]) -> bool:
    """Can all these kinds have a slot each? Augmenting paths; both lists are short."""
    owner: dict[int, int] = {}

    def seat(i: int, tried: set[int]) -> bool:
        for j, take in enumerate(takes):
            if kinds[i] in take and j not in tried:
                tried.add(j)
                if j not in owner or seat(owner[j], tried):
                    owner[j] = i
                    return True
        return False

    return all(seat(i, set()) for i in range(len(kinds)))


def _check_slots(s: TrcState, unit: int) -> None:
    """21.4, 21.6: is there a slot for this unit beside those already taken?"""
    taken = [KIND[u] for u in (*members(s.replaced & OF_SIDE[AXIS]), unit) if KIND[u] not in ("", "all")]
    rest = [u for u in _pool(s) if u != unit]
    allowed = slots(s)
    takes = _takes(allowed, [*taken, *(KIND[u] for u in rest)])
    if _fit(taken, takes):
        return
    for i, slot in enumerate(allowed):
        those = names(u for u in rest if KIND[u] in slot.kinds)
        if those and slot.instead and _fit(taken, [*takes[:i], slot.kinds + slot.instead, *takes[i + 1 :]]):
            what = f"a {slot.kinds[0]} corps"
            raise Refused("21.6", f"{NAMES[unit]} is no substitute for {what} while the pool has any: {those}")
    raise Refused("21.4", f"no replacement is left for {NAMES[unit]} in this turn{_took(s, unit, allowed)}")


def _took(s: TrcState, unit: int, allowed: list[Slot]) -> str:
    """Who had the places that this unit could have had, as one of its kind or as a substitute."""
    open_to = [slot.kinds + slot.instead for slot in allowed if KIND[unit] in slot.kinds + slot.instead]
    took = [u for u in members(s.replaced & OF_SIDE[AXIS]) if any(KIND[u] in kinds for kinds in open_to)]
    return f": in its place came {names(took)}" if took else ""


# -- battlegroups -------------------------------------------------------------------------------------


@cache
def _rides(unit: int) -> bool | None:
    """26.4.2: does a unit belong to the mobile battlegroups, to those on foot, or to none of them?"""
    if BATTLEGROUPS >> unit & 1:
        return rides(UNITS[unit])
    if TYPE[unit] not in KINDS.get(NATION[unit], ()):
        return None
    return TYPE[unit] in _MOBILE


def relieved(s: TrcState, unit: int, place: int) -> int:
    """26.4.2: the battlegroup in a hex whose place this unit may take, or -1. Army, SS and Guards keep apart."""
    for group in s.stacks.get(place, ()) if s.on("26.4") else ():
        if BATTLEGROUPS >> group & 1 and NATION[group] == NATION[unit] and _rides(group) is _rides(unit):
            return group
    return -1


def relief_hexes(s: TrcState, unit: int, side: int) -> list[int]:
    """26.4.2: where this unit can take the place of a battlegroup."""
    if not s.on("26.4"):
        return []
    hexes = {s.where[group] for group in UNITS_OF[side] if BATTLEGROUPS >> group & 1 and s.where[group] >= 0}
    return sorted(place for place in hexes if relieved(s, unit, place) >= 0)


def settle(s: TrcState, unit: int, place: int) -> None:
    """A replacement stands on the board before anything moves: 9.2, it has a free train. A battlegroup makes way."""
    group = relieved(s, unit, place)
    if group >= 0:
        s.put(group, BOX)
    s.put(unit, place)
    s.spent[unit] = 0
    s.fresh |= 1 << unit
    refresh(s)


def one_unit(s: TrcState, order: Order) -> int:
    """Replacements are named one by one; returns the unit."""
    check_named(s, order.units)
    if len(order.units) != 1:
        raise Refused("21.2" if s.mover == AXIS else "22.5", "replacements are named one by one")
    return order.units[0]


# -- the order ----------------------------------------------------------------------------------------


class AxisReplace(Verb[TrcState]):
    """21: take a unit from the pool; it arrives in movement, or at once in the place of a battlegroup (26.4.2)."""

    name = "replace"
    form = Form(Units(), AtHex())
    rule = "21.4"

    def offers(self, s: TrcState) -> Iterator[Order]:
        for unit in _pool(s) if entitled(s) else ():
            if not may(self.check, s, Order("replace", (unit,))):
                continue
            yield Order("replace", (unit,))
            orders = (Order("replace", (unit,), (), (place,)) for place in relief_hexes(s, unit, AXIS))
            yield from (order for order in orders if may(self.check, s, order))

    def about(self, s: TrcState, units: tuple[int, ...]) -> Iterator[Order]:
        if len(units) == 1:
            targets = ((), *((place,) for place in relief_hexes(s, units[0], AXIS)))
            orders = (Order("replace", units, (), at) for at in targets)
            yield from (order for order in orders if may(self.check, s, order))

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        """Somebody from the pool, half of the time onto a battlegroup if there is one for him."""
        pool = _pool(s) if entitled(s) else []
        for _ in range(min(3, len(pool))):
            unit = rng.choice(pool)
            hexes = relief_hexes(s, unit, AXIS) if rng.random() < 0.5 else []
            order = Order("replace", (unit,), (), (rng.choice(hexes),) if hexes else ())
            if may(self.check, s, order):
                return order
        return None

    def check(self, s: TrcState, order: Order) -> None:
        unit = one_unit(s, order)
        if not entitled(s):
            raise Refused("21.2", f"the Axis takes no replacements in {date(s.turn)}")
        if s.owed_withdrawals:
            raise Refused("20.9.2", "the corps that go west are withdrawn before replacements are taken")
        self._check_pool(s, unit)
        if KIND[unit] != "all":
            _check_slots(s, unit)
        if order.at:
            self._check_relief(s, unit, order.at[0])

    def _check_pool(self, s: TrcState, unit: int) -> None:
        if not KIND[unit]:
            raise Refused("V.1" if TYPE[unit] == "paratroop" else "21.4", f"{NAMES[unit]} is never replaced")
        if NATION[unit] in s.surrendered:
            raise Refused("24.1", f"{NAMES[unit]} belongs to an ally that has surrendered")
        if s.where[unit] != POOL:
            why = (
                "has surrendered or left the game for good"
                if s.where[unit] == GONE
                else "is not in the replacement pool"
            )
            raise Refused("21.3", f"{NAMES[unit]} {why}")
        if _barred(s, NATION[unit]):
            raise Refused("21.5", f"{NAMES[unit]} stays away: no Italians are replaced in {year(s.turn)}")
        if TYPE[unit] == "artillery" and year(s.turn) < ARTILLERY_FROM:
            raise Refused("26.6.2", f"{NAMES[unit]} can be replaced from {ARTILLERY_FROM} on")

    def _check_relief(self, s: TrcState, unit: int, place: int) -> None:
        if relieved(s, unit, place) < 0:
            where = s.board.grid.label(place)
            army = "SS" if SS >> unit & 1 else "army"
            raise Refused("26.4.2", f"{where} has no {army} battlegroup whose place {NAMES[unit]} could take")
        if s.on("26.5"):
            check_arrivals(s, unit)

    def do(self, s: TrcState, order: Order) -> None:
        unit = order.units[0]
        s.replaced |= 1 << unit
        if order.at:
            settle(s, unit, order.at[0])
            s.say("26.4.2", "{unit} is replaced in {hex}, where a battlegroup stood", unit=unit, hex=order.at[0])
            return
        s.put(unit, WAITING)
        late = " and comes in the second impulse" if HEADQUARTERS >> unit & 1 else ""
        s.say("21.2" if late else "21.4", "{unit} is replaced" + late, unit=unit)
