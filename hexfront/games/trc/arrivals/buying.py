"""Chapters 22.5, 22.6, 22.8, 26.4.2 and 26.6.2: which units the Russian buys back, and where they come in."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.games.trc.arrivals.replacements import one_unit, relief_hexes, relieved, settle
from hexfront.games.trc.control import controls
from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.movement.following import check_arrivals
from hexfront.games.trc.slots import AtHex
from hexfront.games.trc.state import GONE, POOL, SIBERIA, WAITING, TrcState
from hexfront.grid import members
from hexfront.grid.bits import union
from hexfront.mechanics.choices import may

ARTILLERY_A_TURN, ARTILLERY_COST = 1, 1  # 26.6.2
# Nothing brings these back, by the rule that says so.
_NEVER = {"paratroop": "18.4", "worker": "22.2", "leader": "11.3", "partisan": "19.4", "sturmovik": "26.7.1"}
_NEVER["battlegroup"] = "26.4"


def _chart(e: TrcEdition) -> dict[str, Any]:
    found: dict[str, Any] = e.charts["replacements"]["russian"]
    return found


def cost(e: TrcEdition, unit: int) -> int:
    """22.5, 22.8, 26.6.2: the factors that a unit costs."""
    if unit == e.stavka:
        return int(_chart(e)["stavka_cost"])
    return ARTILLERY_COST if e.artillery >> unit & 1 else e.strength[unit]


class _Prices:
    """What a turn allows, and what each unit costs that is ever bought."""

    def __init__(self, e: TrcEdition) -> None:
        chart, russian = _chart(e), e.of_side[RUSSIAN]
        self.cost = {unit: cost(e, unit) for unit in e.units_of[RUSSIAN] if e.type[unit] not in _NEVER}
        # 22.5, 26.6.2: who shares a limit in a turn. "Guards infantry or cavalry" is read as Guards of both kinds.
        guards = e.guards & e.of_type("infantry", "cavalry")
        self.limits = (
            (e.of_type("armour") & russian, int(chart["armour"]), "22.5", "armoured unit"),
            (guards, int(chart["guards"]), "22.5", "unit of Guards infantry or cavalry"),
            (e.artillery & russian, ARTILLERY_A_TURN, "26.6.2", "artillery corps"),
        )


_prices = lru_cache(maxsize=16)(_Prices)


def factories(s: TrcState) -> int:
    """The hexes with workers."""
    return union(s.where[worker] for worker in s.edition.crews if s.where[worker] >= 0)


# -- who (22.5, 22.8) ---------------------------------------------------------------------------------


def _used_up(s: TrcState) -> Iterator[tuple[int, int, str, str]]:
    """The limits of a turn that allow nobody more; who is back from Siberia does not count (V.4)."""
    taken = s.replaced & ~s.recalled
    return (limit for limit in _prices(s.edition).limits if (taken & limit[0]).bit_count() >= limit[1])


def check_choice(s: TrcState, unit: int) -> None:
    """May this unit be replaced now, wherever it comes in?"""
    e = s.edition
    if e.type[unit] in _NEVER:
        raise Refused(_NEVER[e.type[unit]], f"{s.name(unit)} is never replaced")
    if s.where[unit] != POOL:
        why = "has surrendered" if s.where[unit] == GONE else "is not in the replacement pool"
        raise Refused("V.4" if s.where[unit] == SIBERIA else "22.5", f"{s.name(unit)} {why}")
    if unit == e.stavka:
        _check_stavka(s)
    for units, most, rule, what in _used_up(s):
        if units >> unit & 1:
            raise Refused(rule, f"{s.name(unit)} must wait: no more than {most} {what} is replaced in a turn")
    if cost(e, unit) > s.factors:
        raise Refused("22.5", f"{s.name(unit)} costs {cost(e, unit)} factors, {s.factors} are left")


def _check_stavka(s: TrcState) -> None:
    season = _chart(s.edition)["stavka_season"]
    if s.edition.calendar.season(s.turn) != season:
        raise Refused("22.8", f"STAVKA is replaced in {season} only")
    if "Moscow" in s.board.city and controls(s, AXIS, "Moscow"):
        raise Refused("22.8", "STAVKA is not replaced while the Axis controls Moscow")


def candidates(s: TrcState) -> list[int]:
    """All who pass `check_choice`, found with one look at the limits."""
    where, factors, barred, stavka = s.where, s.factors, 0, s.edition.stavka
    for limit in _used_up(s):
        barred |= limit[0]
    costs = _prices(s.edition).cost.items()
    found = [u for u, price in costs if where[u] == POOL and price <= factors and not barred >> u & 1]
    if stavka in found and not may(_check_stavka, s):
        found.remove(stavka)
    return found


# -- where (22.6, 26.4.2) -----------------------------------------------------------------------------


def check_place(s: TrcState, unit: int, place: int) -> None:
    """22.6, 26.4.2: a city with workers that had no replacement in this turn, or a battlegroup's hex."""
    if unit == s.edition.stavka:
        raise Refused("22.8", "STAVKA comes to Moscow in the second impulse: name no hex")
    if relieved(s, unit, place) < 0:
        label, bit = s.board.grid.label(place), 1 << place
        if s.evacuated and s.used_cities & bit and not factories(s) & bit:
            raise Refused("26.2.3", f"the workers of {label} are leaving, so {s.name(unit)} is not placed there")
        if not factories(s) & s.board.cities & bit:
            raise Refused("22.6", f"{label} is no city with workers, so {s.name(unit)} is not placed there")
        if s.used_cities & bit:
            raise Refused("22.6", f"{label} has had its replacement of this turn")
    if s.on("26.5"):
        check_arrivals(s, unit)


def places(s: TrcState, unit: int) -> list[tuple[int, ...]]:
    """All ways to bring a replacement: later over the east edge, or into these hexes now."""
    hexes = set(members(factories(s) & s.board.cities & ~s.used_cities)) | set(relief_hexes(s, unit, RUSSIAN))
    return [(), *((place,) for place in sorted(hexes) if may(check_place, s, unit, place))]


def bring(s: TrcState, unit: int, at: tuple[int, ...]) -> None:
    """A replacement is put into its hex, or waits for its entry. Where it can relieve a battlegroup it does, and
    the city keeps its own replacement (26.4.2, 22.6).
    """
    s.replaced |= 1 << unit
    if not at:
        s.put(unit, WAITING)
        return
    if relieved(s, unit, at[0]) < 0:
        s.used_cities |= 1 << at[0]
    settle(s, unit, at[0])


class RussianReplace(Verb[TrcState]):
    """22.5, 22.6: buy a unit back, into a city with workers, onto a battlegroup, or for the east edge."""

    name = "replace"
    form = Form(Units(), AtHex())
    rule = "22.5"

    def offers(self, s: TrcState) -> Iterator[Order]:
        for unit in candidates(s):
            yield from (Order("replace", (unit,), (), at) for at in places(s, unit))

    def about(self, s: TrcState, units: tuple[int, ...]) -> Iterator[Order]:
        if len(units) == 1 and may(self.check, s, Order("replace", units)):
            yield from (Order("replace", units, (), at) for at in places(s, units[0]))

    def sample(self, s: TrcState, rng: random.Random) -> Order | None:
        """Anybody who can be paid for, anywhere."""
        units = candidates(s) if s.factors else []
        if not units:
            return None
        unit = rng.choice(units)
        return Order("replace", (unit,), (), rng.choice(places(s, unit)))

    def check(self, s: TrcState, order: Order) -> None:
        unit = one_unit(s, order)
        check_choice(s, unit)
        if order.at:
            check_place(s, unit, order.at[0])

    def do(self, s: TrcState, order: Order) -> None:
        unit = order.units[0]
        s.factors -= cost(s.edition, unit)
        bring(s, unit, order.at)
        if order.at:
            s.say(
                "22.6", "{unit} is replaced in {hex}, {left} factors left", unit=unit, hex=order.at[0], left=s.factors
            )
        else:
            s.say("22.5", "{unit} is replaced, {left} factors left", unit=unit, left=s.factors)
