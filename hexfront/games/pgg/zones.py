"""Chapter 8: zones of control."""

from hexfront.games.pgg.state import PggState
from hexfront.grid import members


def zone(s: PggState, side: int) -> int:
    """The hexes in the zones of a side: all six around each unit that is not disrupted (6.6), none over a lake."""
    found: int | None = s.zones[side].get(s.disrupted)
    if found is None:
        held = s.held_by[side]
        if s.disrupted:
            held = _awake(s, held)
        found = s.zones[side][s.disrupted] = s.board.grid.around(held) & s.board.land
    return found


def _awake(s: PggState, held: int) -> int:
    """The hexes of `held` in which at least one unit is not disrupted."""
    for unit in members(s.disrupted):
        place = s.where[unit]
        if place >= 0 and held >> place & 1 and all(s.disrupted >> u & 1 for u in s.stacks[place]):
            held ^= 1 << place
    return held


def barred(s: PggState, side: int) -> int:
    """Where a side traces no line: enemy units and enemy zones, unless its own unit stands there (11.11, 11.21)."""
    own, enemy = s.held_by[side], s.held_by[1 - side]
    return enemy | zone(s, 1 - side) & ~own
