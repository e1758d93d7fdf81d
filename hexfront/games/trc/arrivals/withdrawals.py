"""Chapter 20.9, with V.3, V.5 and V.6: corps that have to go to the west.

What a turn asks for is set when the Axis preparation begins. Who cannot send enough armour has lost then and there
(20.9.2, V.3); the single corps of 1945 are waived where there is none (20.9.3).
"""

from collections.abc import Iterator

import msgspec

from hexfront.engine.errors import Refused
from hexfront.engine.game import Verb
from hexfront.engine.order import Order
from hexfront.engine.slots import Form, Units
from hexfront.games.trc.aftermath import settled
from hexfront.games.trc.counters import RUSSIAN
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.movement.allowance import check_named
from hexfront.games.trc.state import OFFMAP, WITHDRAWN, TrcState
from hexfront.games.trc.victory import decide

LEVEL = "armour not withdrawn"  # how a game lost by 20.9.2 is called
SLEDGEHAMMER = {"month": "1942-05", "count": 2, "type": "armour", "else": "the German player has lost"}  # V.3
ROUNDUP = "1943-05"  # V.5: the month in which the SS goes instead of May 1944
_GERMAN = ("german", "ss")


class Levy(msgspec.Struct, frozen=True):
    """What one turn takes from the Axis."""

    rule: str
    count: int
    armour: bool
    prefer: str  # the nation that goes first
    fatal: bool  # too few lose the game
    back: bool  # they return


def levy(s: TrcState) -> Levy | None:
    """20.9.2, 20.9.3, V.3, V.5: the withdrawal of this turn, if it has one."""
    e = s.edition
    for entry in [*e.counters.withdrawals, *([SLEDGEHAMMER] if "V.3" in s.adopted else [])]:
        early = "V.5" in s.adopted and "returns" in entry
        if e.calendar.month(ROUNDUP if early else entry["month"])[0] != s.turn:
            continue
        rule = "V.3" if entry is SLEDGEHAMMER else "V.5" if early else "20.9.2" if "returns" in entry else "20.9.3"
        armour, prefer = entry["type"] == "armour", str(entry.get("prefer", ""))
        return Levy(rule, int(entry["count"]), armour, prefer, "else" in entry, "returns" in entry)
    return None


def eligible(s: TrcState, wanted: Levy) -> list[int]:
    """20.9.1: German corps in play that would do: on the board, or in the Off-Map box beside it."""
    e = s.edition
    found = [u for u in e.units_of[0] if s.where[u] >= 0 or s.where[u] == OFFMAP]
    return [u for u in found if _is_corps(e, u) and (e.type[u] == "armour" or not wanted.armour)]


def _is_corps(e: TrcEdition, unit: int) -> bool:
    """20.9.3 asks for German corps, SS among them; a battlegroup is what is left of one."""
    return e.nation[unit] in _GERMAN and e.size[unit] == "corps" and not e.battlegroups >> unit & 1


def begin_withdrawals(s: TrcState) -> None:
    """20.9: what the preparation of this turn owes; known at once if it cannot be had."""
    wanted = levy(s)
    s.owed_withdrawals = wanted.count if wanted else 0
    if wanted and len(eligible(s, wanted)) < wanted.count:
        forfeit(s)


def owed(s: TrcState) -> int:
    """How many corps the Axis must withdraw before its preparation can end."""
    wanted = levy(s) if s.owed_withdrawals else None
    return min(s.owed_withdrawals, len(eligible(s, wanted))) if wanted else 0


def check_done(s: TrcState) -> None:
    """20.9.2, 20.9.3: the preparation is not over while corps that could go have not gone."""
    wanted = levy(s)
    if wanted and owed(s):
        kind = "armour corps" if wanted.armour else "German corps"
        raise Refused(wanted.rule, f"{owed(s)} {kind} must still be withdrawn: {s.names(candidates(s, wanted))} can go")


def forfeit(s: TrcState) -> None:
    """What is still owed cannot be had: 20.9.2 and V.3 lose the game, 20.9.3 lets it pass."""
    wanted = levy(s)
    if not wanted or s.owed_withdrawals <= 0:
        return
    s.owed_withdrawals = 0
    if wanted.fatal:
        decide(s, RUSSIAN, LEVEL, wanted.rule, f"the Axis cannot withdraw {wanted.count} armour corps")
    else:
        s.say(wanted.rule, "no German corps is in play that could be withdrawn")


def candidates(s: TrcState, wanted: Levy) -> list[int]:
    """20.9.2: who may go now: SS armour while there is any, else all that would do."""
    found = eligible(s, wanted)
    first = [u for u in found if s.edition.nation[u] == wanted.prefer]
    return first or found


class Withdraw(Verb[TrcState]):
    """20.9.1: corps leave the board for the west."""

    name = "withdraw"
    form = Form(Units())
    rule = "20.9.1"

    def offers(self, s: TrcState) -> Iterator[Order]:
        wanted = levy(s) if s.owed_withdrawals else None
        if wanted and owed(s):
            yield from (Order("withdraw", (unit,)) for unit in candidates(s, wanted))

    def check(self, s: TrcState, order: Order) -> None:
        e = s.edition
        check_named(s, order.units)
        wanted = levy(s)
        if not wanted or not owed(s):
            raise Refused("20.9.1", "no withdrawal is owed now")
        if len(order.units) > owed(s):
            raise Refused(wanted.rule, f"only {owed(s)} more must go, not {len(order.units)}")
        fit = eligible(s, wanted)
        for unit in order.units:
            if unit not in fit:
                raise Refused(*_why_not(s, unit, wanted))
        first = [u for u in fit if e.nation[u] == wanted.prefer and u not in order.units]
        if first and any(e.nation[u] != wanted.prefer for u in order.units):
            raise Refused(wanted.rule, f"SS armour goes first: {s.names(first)}")

    def do(self, s: TrcState, order: Order) -> None:
        wanted = levy(s)
        assert wanted
        for unit in order.units:
            s.put(unit, WITHDRAWN)
            s.withdrawn = tuple(u for u in s.withdrawn if u != unit) + ((unit,) if wanted.back else ())
        s.owed_withdrawals -= len(order.units)
        s.say(wanted.rule, "{units} withdrawn to the west", units=order.units)
        settled(s)


def _why_not(s: TrcState, unit: int, wanted: Levy) -> tuple[str, str]:
    """Why a unit cannot be withdrawn."""
    if s.where[unit] < 0 and s.where[unit] != OFFMAP:
        return "20.9.1", f"{s.name(unit)} is not in play and cannot be withdrawn"
    if not _is_corps(s.edition, unit):
        return wanted.rule, f"{s.name(unit)} is not a German corps"
    return wanted.rule, f"{s.name(unit)} is not an armour corps"
