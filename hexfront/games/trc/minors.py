"""Chapters 24 and V.1.2: when the minor allies leave the war, and when Rumania and Hungary join it."""

from functools import cache
from typing import Any

from hexfront.games.trc.board import Board
from hexfront.games.trc.combat.losses import eliminate, surrender
from hexfront.games.trc.control import controls, refresh
from hexfront.games.trc.counters import AXIS, RUSSIAN
from hexfront.games.trc.state import GONE, OFF, TrcState

JOINED = "balkans-join"  # V.1.2: kept among the triggers once Rumania and Hungary have entered the war
COUNTRY = {"finnish": "Finland", "italian": "Italy", "rumanian": "Rumania", "hungarian": "Hungary"}
NEUTRALS = ("rumanian", "hungarian")


def _holds(s: TrcState, side: int, city: str) -> bool:
    """Does a side control a city? On a drawn board without it nobody does."""
    return city in s.board.city and controls(s, side, city)


# -- surrender (24) -----------------------------------------------------------------------------------


def surrender_nation(s: TrcState, nation: str, rule: str, why: str) -> None:
    """24.1: all units of a minor ally are out of the game, wherever they are."""
    s.surrendered = (*s.surrendered, nation)
    s.say(rule, "{country} surrenders: {why}", country=COUNTRY[nation], why=why)
    for unit in s.edition.units:
        if unit.nation == nation and s.where[unit.number] >= 0:
            surrender(s, unit.number, "24.1", f"{COUNTRY[nation]} has surrendered")
    dismiss(s, nation)
    refresh(s)


def dismiss(s: TrcState, nation: str) -> None:
    """Put every unit of a nation that is in this game, on the board or off it, out of it for good."""
    units = [u.number for u in s.edition.units if u.nation == nation and s.where[u.number] not in (OFF, GONE)]
    seen = any(s.where[unit] >= 0 for unit in units)
    for unit in units:
        s.put(unit, GONE)
    if seen:
        refresh(s)


def axis_begin(s: TrcState) -> None:
    """24.4, 24.5: what happens when the Axis player turn begins."""
    terms = s.edition.charts["minor_allies"]
    if s.turn >= terms["italy"]["turn"] and "italian" not in s.surrendered and _any_left(s, "italian"):
        surrender_nation(s, "italian", "24.4", "it changes sides")
    finland = terms["finland"]
    if s.turn >= finland["turn"] and "finnish" not in s.surrendered and not _holds(s, AXIS, finland["unless"]):
        _finland_shuts(s, finland)


def _any_left(s: TrcState, nation: str) -> bool:
    """What-ifs may have taken a nation out already (V.1.3, V.3.4, V.5.2): then nothing is left to surrender."""
    return any(u.nation == nation and s.where[u.number] not in (OFF, GONE) for u in s.edition.units)


def _finland_shuts(s: TrcState, terms: dict[str, Any]) -> None:
    """24.5: Finland makes peace, its capital counts as Russian, and nobody enters the country any more."""
    surrender_nation(s, "finnish", "24.5", f"{terms['unless']} is not in Axis hands")
    s.finland_shut = s.turn
    _give_up(s, terms["capital"])


def _give_up(s: TrcState, city: str) -> None:
    if city in s.board.city:
        s.axis_places &= ~s.board.hex_of(city)


def russian_end(s: TrcState) -> None:
    """24.2, 24.3: judged in the Russian end phase, after supply. A neutral (V.1.2) has nothing to surrender."""
    terms = s.edition.charts["minor_allies"]
    _capital(s, "finnish", terms["finland"]["capital"])
    if neutral(s):
        return
    _capital(s, "rumanian", terms["rumania"]["capital"])
    there = russians_in(s, "Hungary")
    if "hungarian" not in s.surrendered and there >= terms["hungary"]["units"]:
        surrender_nation(s, "hungarian", "24.2", f"{there} Russian units are in the country")


def _capital(s: TrcState, nation: str, capital: str) -> None:
    if nation not in s.surrendered and _holds(s, RUSSIAN, capital):
        surrender_nation(s, nation, "24.3", f"{capital} is in Russian hands")


def russians_in(s: TrcState, country: str) -> int:
    """24.2: how many Russian units of any kind stand in a country."""
    e = s.edition
    land = s.board.countries.get(country, 0)
    return sum(len(units) for place, units in s.stacks.items() if land >> place & 1 and e.side[units[0]] == RUSSIAN)


def turn_end(s: TrcState) -> None:
    """24.5: what of the Axis is still in Finland when the turn of its surrender ends is lost."""
    e = s.edition
    if not s.finland_shut or s.finland_shut != s.turn:
        return
    land = s.board.countries.get("Finland", 0)
    for place, units in sorted(s.stacks.items()):
        if land >> place & 1 and e.side[units[0]] == AXIS:
            for unit in units:
                eliminate(s, unit, "24.5", "it did not leave Finland in time")
    refresh(s)
    _give_up(s, e.charts["minor_allies"]["finland"]["capital"])


# -- closed countries (24.5, V.1.2) -------------------------------------------------------------------


def neutral(s: TrcState) -> bool:
    """V.1.2: are Rumania and Hungary still out of the war?"""
    return "V.1" in s.adopted and JOINED not in s.triggered


def closed(s: TrcState) -> int:
    """Hexes that nobody may enter: Finland after 24.5, Rumania and Hungary while they are neutral (V.1.2)."""
    countries = s.board.countries
    found = countries.get("Finland", 0) if s.finland_shut else 0
    if s.adopted and neutral(s):
        found |= countries.get("Rumania", 0) | countries.get("Hungary", 0)
    return found


def closed_to(s: TrcState, unit: int) -> int:
    """Hexes that this unit may not enter: who is in Finland already does not enter it, and neutrals are at home."""
    if not s.finland_shut and not s.adopted:
        return 0
    found, place, land = closed(s), s.where[unit], s.board.countries.get("Finland", 0)
    if s.finland_shut and place >= 0 and land >> place & 1:
        found &= ~land
    home = bound(s, unit)
    return s.board.land & ~home if home else found


def bound(s: TrcState, unit: int) -> int:
    """V.1.2: the hexes in which a unit of a neutral must stay, at least one away from any border; 0 if it is free."""
    if s.edition.nation[unit] not in NEUTRALS or not s.adopted or not neutral(s):
        return 0
    return inland(s.board, COUNTRY[s.edition.nation[unit]])


@cache
def inland(board: Board, country: str) -> int:
    """The hexes of a country that touch no other. Neither a coast nor the edge of the board is a border."""
    abroad = 0
    for name, land in board.countries.items():
        abroad |= land if name != country else 0
    return board.countries.get(country, 0) & board.land & ~board.grid.around(abroad)


def join_war(s: TrcState) -> None:
    """V.1.2: with the three Black Sea ports in Axis hands Rumania and Hungary enter the war at once."""
    if not s.adopted or not neutral(s):
        return
    ports: list[str] = s.edition.charts["sea"]["black"]["ports"]
    if all(_holds(s, AXIS, port) for port in ports):
        s.triggered = (*s.triggered, JOINED)
        s.say("V.1", "{ports} are in Axis hands: Rumania and Hungary enter the war", ports=", ".join(ports))
