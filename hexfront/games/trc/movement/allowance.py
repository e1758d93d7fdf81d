"""Chapters 5.4 and 8: who may move now, and how far. Every kind of movement asks here first."""

from hexfront.engine.errors import Refused
from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.counters import MINORS as ALLIES
from hexfront.games.trc.state import STOPPED, TrcState
from hexfront.games.trc.zones import halting


def allowance(s: TrcState, unit: int) -> int:
    """5.4: the points of a unit in this impulse and weather; none without its leader (11.3)."""
    e = s.edition
    if s.frozen and s.frozen >> e.side[unit] & 1 and e.nation[unit] not in ALLIES:
        return 0
    return e.allowances[unit][s.weather][e.impulses[s.step] - 1]


def points_left(s: TrcState, unit: int) -> int:
    """Points that a unit can still spend in this impulse."""
    left = allowance(s, unit) - s.spent[unit]
    return left if left > 0 else 0


def halt(s: TrcState, unit: int) -> None:
    """This unit moves no further in this impulse: it went by rail, sea or air, or has won (9.3, 10.3, 16.2)."""
    s.spent[unit] = STOPPED
    s.moved |= 1 << unit


def check_named(s: TrcState, units: tuple[int, ...]) -> None:
    """The units of an order are those of the moving side, each named once."""
    if not units:
        raise Refused("5.1", "no unit is named")
    if len(set(units)) != len(units):
        raise Refused("5.1", f"a unit is named twice: {s.names(units)}")
    for unit in units:
        if s.edition.side[unit] != s.mover:
            raise Refused("4.1" if s.mover == AXIS else "4.2", f"{s.name(unit)} is the enemy's")


def check_together(s: TrcState, units: tuple[int, ...]) -> int:
    """Units that move as one start from one hex; returns it."""
    check_named(s, units)
    place = s.where[units[0]]
    for unit in units:
        if s.where[unit] < 0:
            raise Refused("5.1", f"{s.name(unit)} is not on the board")
        if s.where[unit] != place:
            raise Refused("5.1", f"{s.names(units)} do not stand in one hex and cannot move together")
    return place


def check_free(s: TrcState, unit: int) -> None:
    """May this unit still move in this impulse, in whatever way? 8.4, 9.3, 10.3, 16.2."""
    if s.victors >> unit & 1:
        raise Refused("16.2", f"{s.name(unit)} took part in an automatic victory and moves no further in this impulse")
    if s.pinned >> unit & 1:
        raise Refused("8.4", f"{s.name(unit)} began the second impulse in an enemy zone and stays")
    if s.spent[unit] >= STOPPED:
        causes = (("9.3", s.rode), ("10.3", s.landed), ("18.3", s.dropped))
        rule = next((rule for rule, units in causes if units >> unit & 1), "") or _stop_rule(s, unit)
        raise Refused(rule, f"{s.name(unit)} has ended its movement")


def _stop_rule(s: TrcState, unit: int) -> str:
    """Why a unit has stopped: terrain, the strait, or an enemy zone in which it arrived in the second impulse."""
    place = s.where[unit]
    if place >= 0 and s.impulse == 2 and halting(s, s.mover) >> place & 1:
        return "20.3"
    if place >= 0 and s.edition.stop_terrain(unit, s.weather) >> place & 1:
        return "8.2"
    return "8.5.1" if place in s.board.across else "5.4"
