"""Chapters 10.1-10.6: ships, seas and the die, with 26.94 and the Black Sea of V.1. The orders are in `sea`."""

from typing import Any

from hexfront.engine.dice import roll
from hexfront.engine.errors import Refused
from hexfront.games.trc.aftermath import settled
from hexfront.games.trc.arrivals.dates import may_land
from hexfront.games.trc.board import SEAS
from hexfront.games.trc.combat.losses import eliminate
from hexfront.games.trc.control import held
from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.minors import neutral
from hexfront.games.trc.movement.allowance import check_free, halt
from hexfront.games.trc.movement.following import check_arrivals
from hexfront.games.trc.state import OFFMAP, WAITING, TrcState
from hexfront.mechanics.choices import may

BLACK, BALTIC = range(2)
WATERS = ("the Black Sea", "the Baltic")
HELSINKI = "Helsinki"
FACES = 6


def _chart(s: TrcState, sea: int) -> dict[str, Any]:
    """10.4, 10.5: what the die of a sea asks."""
    found: dict[str, Any] = s.edition.charts["sea"][SEAS[sea]]
    return found


# -- who may sail, and where ---------------------------------------------------------------------------


def coast(s: TrcState, sea: int) -> int:
    """The hexes on a sea."""
    return s.board.coastline[sea] | s.board.ports[sea]


def sea_of(s: TrcState, place: int) -> int:
    """Which sea a hex lies on, -1 if on none."""
    return next((sea for sea in (BLACK, BALTIC) if place >= 0 and coast(s, sea) >> place & 1), -1)


def friendly(s: TrcState, side: int, sea: int) -> int:
    """10.3.1, 10.4, 10.5: the ports a side controls at this moment. 24.5: Helsinki is Russian once Finland is out."""
    mine = held(s, side) & s.board.ports[sea]
    if s.finland_shut and HELSINKI in s.board.city:
        helsinki = s.board.hex_of(HELSINKI) & s.board.ports[sea]
        mine = mine & ~helsinki if side == AXIS else mine | helsinki
    return mine


def check_water(s: TrcState, side: int, sea: int) -> None:
    """May a side use a sea now? 10.3, 10.5, 26.94, V.1."""
    if s.sailed >> (side * 2 + sea) & 1:
        raise Refused("10.3", f"one unit a turn sails on {WATERS[sea]}, and one has")
    needed = _chart(s, sea).get("russian_needs", "") if side == RUSSIAN else ""
    if needed and not friendly(s, RUSSIAN, sea) >> s.board.city.get(needed, 0) & 1:
        raise Refused("10.5", f"the Russian sails on {WATERS[sea]} only while he controls {needed}")
    if sea == BLACK and side == AXIS and neutral(s):
        raise Refused("V.1", f"while Rumania is neutral no Axis unit sails on {WATERS[sea]}")
    if sea == BLACK and s.on("26.94") and s.beached >> side & 1:
        raise Refused("26.94", f"a unit was lost at sea: {WATERS[sea]} is closed to this side for good")


def open_seas(s: TrcState) -> list[int]:
    """The seas on which the moving side can still send somebody in this turn."""
    return [sea for sea in (BLACK, BALTIC) if may(check_water, s, s.mover, sea)]


def check_sailor(s: TrcState, unit: int) -> None:
    """May this unit go on board a ship now? 10.1, 10.3; 11.3 does not matter: it takes points, not ships."""
    if not s.edition.allowances[unit][s.weather][s.impulse - 1]:
        raise Refused(*_why_ashore(s.edition, unit))
    if s.moved & ~s.victors & 1 << unit:
        raise Refused("10.3", f"{s.name(unit)} has moved in this impulse; a voyage is a whole move")
    if s.where[unit] >= 0:
        check_free(s, unit)
    elif s.where[unit] not in (WAITING, OFFMAP):
        raise Refused("5.1", f"{s.name(unit)} is not on the board")
    elif not may_land(s, unit):
        raise Refused("20.2", f"{s.name(unit)} has a place of its own to arrive at and does not come by sea")
    if s.where[unit] < 0:
        check_arrivals(s, unit)


def _why_ashore(e: TrcEdition, unit: int) -> tuple[str, str]:
    name = e.name[unit]
    if e.headquarters >> unit & 1:
        return "11.1", f"{name} is a headquarters and sails in the second impulse only"
    if e.leaders >> unit & 1:
        return "11.2", f"{name} goes by rail or not at all"
    if e.workers >> unit & 1:
        return "22.2", f"{name} stay where they are"
    return "10.1", f"{name} has no movement in this impulse and weather, so it does not sail"


# -- the voyage ----------------------------------------------------------------------------------------


def modifier(s: TrcState, side: int, sea: int, evacuation: bool) -> int:
    """10.3.3, 10.4, 10.5: what is added to the die."""
    chart = _chart(s, sea)
    found = int(chart["port"]) * friendly(s, side, sea).bit_count()
    found += int(chart["evacuation"]) if evacuation else 0
    return found + (int(chart.get("russian", 0)) if side == RUSSIAN else 0)


def survives(s: TrcState, unit: int, sea: int, evacuation: bool) -> bool:
    """The one voyage of a turn is made; the die says whether the unit arrives. What cannot fail takes no die (X.5)."""
    side, rule = s.edition.side[unit], ("10.4", "10.5")[sea]
    added, safe = modifier(s, side, sea, evacuation), int(_chart(s, sea)["safe"])
    s.sailed |= 1 << (side * 2 + sea)
    halt(s, unit)
    if FACES + added <= safe or (sea == BLACK and side == RUSSIAN and neutral(s)):
        return True
    die = roll(s)
    lost = die + added > safe
    told = {"unit": unit, "die": die, "added": f"{added:+}", "sea": WATERS[sea]}
    s.say(rule, "{unit} sails on {sea}: {die} ({added})", code=f"sea:{die}:{'lost' if lost else 'safe'}", **told)
    if lost:
        _founder(s, unit)
    return not lost


def _founder(s: TrcState, unit: int) -> None:
    """10.6; 26.94: the first loss, on whichever sea, closes the Black Sea to this side."""
    eliminate(s, unit, "10.6", "lost at sea")
    if s.on("26.94"):
        s.beached |= 1 << s.edition.side[unit]
    settled(s)
