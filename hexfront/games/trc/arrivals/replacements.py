"""Chapter 21 with 26.1, 26.4.2, 26.6.2, V.1, V.3, V.5 and V.6: the replacements of the Axis.

What a turn allows is a list of slots, each for one unit of certain kinds. Whoever was taken in this turn must fit into
them together, each in a slot of its own; a slot takes a substitute only when nobody of its own kind is left (21.6).
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.games.trc.combat.battlegroups import KINDS
from hexfront.games.trc.control import held, refresh
from hexfront.games.trc.counters import AXIS, MINORS
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.minors import closed
from hexfront.games.trc.movement.allowance import check_named
from hexfront.games.trc.movement.following import check_arrivals
from hexfront.games.trc.slots import AtHex
from hexfront.games.trc.state import BOX, GONE, OFF, POOL, WAITING, TrcState
from hexfront.grid import members
from hexfront.mechanics.choices import may

ARDENNES = "1944-11"  # V.6: replacements once more
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


def _kind(e: TrcEdition, unit: int) -> str:
    """What a unit counts as in 21.4: "" is never replaced, "all" always."""
    chart, type_ = e.charts["replacements"]["axis"], e.type[unit]
    if e.name[unit] in chart["never"] or type_ in ("paratroop", "leader", "stuka", "battlegroup"):
        return ""
    if e.nation[unit] in chart["all"] or type_ in chart["all"]:
        return "all"
    if e.nation[unit] in MINORS:
        return e.nation[unit]
    return e.value[unit] if type_ == "infantry" else type_


@lru_cache(maxsize=16)
def _kinds(e: TrcEdition) -> dict[int, str]:
    return {unit: _kind(e, unit) for unit in e.units_of[AXIS]}


def entitled(s: TrcState) -> bool:
    """21.2, V.6: is this a turn in which the Axis takes replacements?"""
    e = s.edition
    chart = e.charts["replacements"]["axis"]
    if e.calendar.season(s.turn) == chart["season"] and e.calendar.year(s.turn) in chart["years"]:
        return True
    return "V.6" in s.adopted and s.turn == e.calendar.month(ARDENNES)[0]


def oil_fields(s: TrcState) -> int:
    """21.4: the oil field hexes that count. V.1: not that of neutral Rumania, V.3: unless Italy was let go."""
    neutral = s.board.oil & s.board.countries.get("Rumania", 0) & closed(s) if "V.1" in s.adopted else 0
    ours = held(s, AXIS) & s.board.oil
    return ours | neutral if "V.3" in s.adopted else ours & ~neutral


def slots(s: TrcState) -> list[Slot]:
    """21.4: everything this turn allows, beside the units that always may come back."""
    chart = s.edition.charts["replacements"]["axis"]
    now, other = s.edition.calendar.year(s.turn), chart["substitutes"]
    armour = oil_fields(s).bit_count() * int(chart["armour_per_oil_field"])
    armour += "V.5" in s.adopted and now == TUNIS_YEAR
    found = [Slot(("armour",), tuple(other["armour"]))] * armour
    for kind in ("motorized", "mountain"):
        found += [Slot((kind,), tuple(other[kind]))] * int(chart[kind])
    found += [Slot((value,), tuple(other["infantry"])) for value in chart["infantry"]]
    found += [Slot((nation,)) for nation in chart["minors"] if not _barred(s, nation)]
    if s.on("26.6") and now >= ARTILLERY_FROM:
        found.append(Slot(("artillery",)))
    return found + _replenished(s) if s.on("26.1") else found


def _barred(s: TrcState, nation: str) -> bool:
    """21.5, 24.1: allies that get nobody back."""
    away = s.edition.charts["replacements"]["axis"]["no_italians"]
    return nation in s.surrendered or (nation == "italian" and s.edition.calendar.year(s.turn) in away)


def _replenished(s: TrcState) -> list[Slot]:
    """26.1: one more for each of these SS units that was not lost when replacements began to be taken."""
    e = s.edition
    found = []
    for name, entry in e.charts["ss_replenishment"].items():
        unit = e.by_name.get(name, -1)
        if unit < 0:
            continue
        lost = s.where[unit] in (POOL, GONE, OFF) or s.replaced >> unit & 1
        if e.calendar.year(s.turn) in entry["years"] and not lost:
            found.append(Slot(tuple(entry["kinds"])))
    return found


# -- fitting ------------------------------------------------------------------------------------------


def _pool(s: TrcState) -> list[int]:
    return [unit for unit in s.edition.units_of[AXIS] if s.where[unit] == POOL]


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
    e = s.edition
    kind = _kinds(e)
    taken = [kind[u] for u in (*members(s.replaced & e.of_side[AXIS]), unit) if kind[u] not in ("", "all")]
    rest = [u for u in _pool(s) if u != unit]
    allowed = slots(s)
    takes = _takes(allowed, [*taken, *(kind[u] for u in rest)])
    if _fit(taken, takes):
        return
    for i, slot in enumerate(allowed):
        those = s.names(u for u in rest if kind[u] in slot.kinds)
        if those and slot.instead and _fit(taken, [*takes[:i], slot.kinds + slot.instead, *takes[i + 1 :]]):
            what = f"a {slot.kinds[0]} corps"
            raise Refused("21.6", f"{s.name(unit)} is no substitute for {what} while the pool has any: {those}")
    raise Refused("21.4", f"no replacement is left for {s.name(unit)} in this turn{_took(s, unit, allowed)}")


def _took(s: TrcState, unit: int, allowed: list[Slot]) -> str:
    """Who had the places that this unit could have had, as one of its kind or as a substitute."""
    e = s.edition
    kind = _kinds(e)
    open_to = [slot.kinds + slot.instead for slot in allowed if kind[unit] in slot.kinds + slot.instead]
    took = [u for u in members(s.replaced & e.of_side[AXIS]) if any(kind[u] in kinds for kinds in open_to)]
    return f": in its place came {s.names(took)}" if took else ""


# -- battlegroups -------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _rides(e: TrcEdition, unit: int) -> bool | None:
    """26.4.2: does a unit belong to the mobile battlegroups, to those on foot, or to none of them?"""
    if e.battlegroups >> unit & 1:
        return e.rides(e.units[unit])
    if e.type[unit] not in KINDS.get(e.nation[unit], ()):
        return None
    return e.type[unit] in _MOBILE


def relieved(s: TrcState, unit: int, place: int) -> int:
    """26.4.2: the battlegroup in a hex whose place this unit may take, or -1. Army, SS and Guards keep apart."""
    e = s.edition
    for group in s.stacks.get(place, ()) if s.on("26.4") else ():
        if e.battlegroups >> group & 1 and e.nation[group] == e.nation[unit] and _rides(e, group) is _rides(e, unit):
            return group
    return -1


def relief_hexes(s: TrcState, unit: int, side: int) -> list[int]:
    """26.4.2: where this unit can take the place of a battlegroup."""
    e = s.edition
    if not s.on("26.4"):
        return []
    hexes = {s.where[group] for group in e.units_of[side] if e.battlegroups >> group & 1 and s.where[group] >= 0}
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
            raise Refused("21.2", f"the Axis takes no replacements in {s.edition.calendar.date(s.turn)}")
        if s.owed_withdrawals:
            raise Refused("20.9.2", "the corps that go west are withdrawn before replacements are taken")
        self._check_pool(s, unit)
        if _kinds(s.edition)[unit] != "all":
            _check_slots(s, unit)
        if order.at:
            self._check_relief(s, unit, order.at[0])

    def _check_pool(self, s: TrcState, unit: int) -> None:
        e = s.edition
        if not _kinds(s.edition)[unit]:
            raise Refused("V.1" if e.type[unit] == "paratroop" else "21.4", f"{s.name(unit)} is never replaced")
        if e.nation[unit] in s.surrendered:
            raise Refused("24.1", f"{s.name(unit)} belongs to an ally that has surrendered")
        if s.where[unit] != POOL:
            why = (
                "has surrendered or left the game for good"
                if s.where[unit] == GONE
                else "is not in the replacement pool"
            )
            raise Refused("21.3", f"{s.name(unit)} {why}")
        if _barred(s, e.nation[unit]):
            raise Refused("21.5", f"{s.name(unit)} stays away: no Italians are replaced in {e.calendar.year(s.turn)}")
        if e.type[unit] == "artillery" and e.calendar.year(s.turn) < ARTILLERY_FROM:
            raise Refused("26.6.2", f"{s.name(unit)} can be replaced from {ARTILLERY_FROM} on")

    def _check_relief(self, s: TrcState, unit: int, place: int) -> None:
        if relieved(s, unit, place) < 0:
            where = s.board.grid.label(place)
            army = "SS" if s.edition.ss >> unit & 1 else "army"
            raise Refused("26.4.2", f"{where} has no {army} battlegroup whose place {s.name(unit)} could take")
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
        late = " and comes in the second impulse" if s.edition.headquarters >> unit & 1 else ""
        s.say("21.2" if late else "21.4", "{unit} is replaced" + late, unit=unit)
