"""Chapter 7: zones of control."""

from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.state import TrcState


def zone(s: TrcState, side: int) -> int:
    """7.1: the hexes in the zones of a side: its own and those next to it, not over coasts or the strait (8.5.2).

    7.3, 26.6.6: leaders and artillery only have the hex they are in. Partisans are left out (19.2): see `halting`.
    """
    armed, known = s.armed[side], s.zones[side]
    if known[0] != armed:  # who moves changes his own zones only
        known = s.zones[side] = armed, s.board.grid.spread(armed, s.board.zones)
    return known[1] | s.held_by[side]


def halting(s: TrcState, side: int) -> int:
    """7.2, 19.2: the hexes in which units of this side must stop: enemy zones, and for the Axis partisans."""
    found = zone(s, 1 - side)
    return found | s.bands if side == AXIS else found


def halting_rule(s: TrcState, side: int, place: int) -> str:
    """The rule by which units of this side stop in a hex: 19.2 where only partisans are."""
    return "7.2" if zone(s, 1 - side) >> place & 1 else "19.2"
