"""Chapters 20.1 and 20.5-20.8, with V.2, V.5 and V.6: when and where units come, and what sets off the special ones."""

from functools import lru_cache
from typing import Any

from hexfront.games.trc.arrivals.mobilization import TRIGGERS as EXCHANGES
from hexfront.games.trc.counters import RUSSIAN
from hexfront.games.trc.edition import TrcEdition
from hexfront.games.trc.state import DUE, OFFMAP, RESERVE, WAITING, WITHDRAWN, TrcState

EDGES = ("west edge", "east edge")  # by side
NORTH = "exit-north"  # 20.6
CAPITALS = {"finnish": "Helsinki", "rumanian": "Bucharest", "hungarian": "hungarian-rail"}  # 20.5, 21.1
HG_COMES = {"V.5": "1943-01", "V.6": "1944-10"}  # instead of waiting for 20.8
BULGE = "1944-10"  # V.6: the month in which the SS comes back instead of January 1945
_WORDS = {"hungarian-rail": "the Hungarian railway", NORTH: "a rail hex of the north edge"}
CAPTURES = {"helsinki-falls": "Helsinki", "archangel-falls": "Archangel"}  # 20.6: what the side of the units takes


def due(s: TrcState, unit: int) -> tuple[int, int] | None:
    """20.1: the turn and impulse in which a unit arrives; None if no month brings it. V.2: the east a turn sooner."""
    e = s.edition
    card = e.units[unit]
    if unit == e.goering:
        return min((e.calendar.month(when) for rule, when in HG_COMES.items() if rule in s.adopted), default=None)
    if not card.turn or card.trigger in EXCHANGES:
        return None
    sooner = "V.2" in s.adopted and card.at == EDGES[RUSSIAN] and e.calendar.year(card.turn) == 1941
    return card.turn - sooner, card.impulse


def returns(s: TrcState) -> tuple[int, int]:
    """20.9.2, V.6: the turn and impulse in which the withdrawn armour comes back."""
    e = s.edition
    if "V.6" in s.adopted:
        return e.calendar.month(BULGE)
    return e.calendar.month(next(entry["returns"] for entry in e.counters.withdrawals if "returns" in entry))


def comes(s: TrcState, unit: int) -> bool:
    """Does this unit arrive in this impulse? One whose day has passed while it could not come does so now."""
    now = (s.turn, s.impulse)
    if s.where[unit] == WITHDRAWN:
        return unit in s.withdrawn and returns(s) <= now  # 20.9.2
    option = s.edition.units[unit].option
    if s.where[unit] != DUE or (option.startswith("V.") and option not in s.adopted):
        return False
    when = due(s, unit)
    if when is not None and when <= now:
        return True
    return s.edition.units[unit].trigger in s.triggered and s.impulse == 1  # 20.6-20.8: the next first impulse


def cause(s: TrcState, unit: int) -> str:
    """The rule that brings a unit."""
    e = s.edition
    if s.where[unit] == WITHDRAWN:
        return "V.6" if "V.6" in s.adopted else "20.9.2"
    card = e.units[unit]
    if card.trigger in s.triggered:
        return str(e.counters.triggers[card.trigger]["rule"])
    if unit == e.goering:
        return "V.5" if "V.5" in s.adopted else "V.6"
    when = due(s, unit)
    return card.option or ("V.2" if when and when[0] < card.turn else "20.1")


def entrance(s: TrcState, unit: int) -> str:
    """Where a unit that is off the board is to come in: a city, an edge, or an area of the board.

    Reinforcements come where the card says. Replacements, and who comes out of a box, come as their nation does:
    what is off the map has to come from its edge, as 18.2 says of the paratroops.
    """
    e = s.edition
    usual = CAPITALS.get(e.nation[unit], EDGES[e.side[unit]])
    if s.where[unit] != WAITING or unit in s.withdrawn:
        return usual
    if s.replaced >> unit & 1:
        return "Moscow" if unit == e.stavka else usual  # 22.8
    if unit == e.goering and e.units[e.goering].trigger not in s.triggered:
        return usual  # V.5 and V.6 name no city
    return e.units[unit].at or usual


def described(s: TrcState, unit: int) -> str:
    """The same in words."""
    at = entrance(s, unit)
    return at if at in s.board.city else _WORDS.get(at, f"the {at}")


def only_there(s: TrcState, unit: int) -> bool:
    """Who has no other way in: 18.2 paratroops Moscow, 22.8 STAVKA Moscow, 20.6 the north."""
    if s.where[unit] != WAITING:
        return False
    return bool(s.edition.paratroops >> unit & 1) or unit == s.edition.stavka or entrance(s, unit) == NORTH


def may_land(s: TrcState, unit: int) -> bool:
    """20.2, 10.3: may this arrival use the sea? Not if a city or the north is its place, nor from the reserve."""
    if s.where[unit] in (OFFMAP, RESERVE):
        return s.where[unit] == OFFMAP
    at = entrance(s, unit)
    return s.where[unit] == WAITING and at not in s.board.city and at != NORTH


# -- triggers (20.6-20.8) -----------------------------------------------------------------------------


class _Trigger:
    """One special arrival, as an edition sees it: the hexes that count, and from which turn on."""

    def __init__(self, name: str, facts: dict[str, Any], e: TrcEdition) -> None:
        board = e.board
        self.name, self.rule, self.title = name, facts["rule"], facts["title"]
        self.capture = name in CAPTURES
        self.russian = facts["side"] == "russian"
        self.since = e.calendar.month(facts["since"])[0] if "since" in facts else 0
        if self.capture:
            self.hexes = 1 << board.city[CAPTURES[name]] if CAPTURES[name] in board.city else 0
        else:
            self.hexes = board.grid.disc(board.grid.hex(facts["hex"]), int(facts["range"]))

    def fires(self, s: TrcState) -> bool:
        """20.6: the city is taken (24.5 hands Helsinki over untaken). 20.7, 20.8: a Russian is near."""
        if not self.capture:
            return bool(s.held_by[RUSSIAN] & self.hexes)
        if self.russian:
            return bool(self.hexes & ~s.axis_places) and not s.finland_shut
        return bool(self.hexes & s.axis_places)


@lru_cache(maxsize=8)
def _triggers(e: TrcEdition) -> tuple[_Trigger, ...]:
    found = e.counters.triggers.items()
    return tuple(_Trigger(name, facts, e) for name, facts in found if name not in EXCHANGES)


def watch(s: TrcState) -> None:
    """20.6-20.8: note what has been set off; the units come in the next first impulse of their side."""
    for trigger in _triggers(s.edition):
        if s.turn >= trigger.since and trigger.name not in s.triggered and trigger.fires(s):
            s.triggered += (trigger.name,)
            s.say(trigger.rule, "special arrivals: {why}", why=trigger.title)
