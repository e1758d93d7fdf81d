"""Chapter 26.8: how far from home the minor allies fight. (Voyages to Helsinki: sea. Stacking: stacking.)

What becomes of those who stand where they may not is in `conformity`.
"""

from functools import cache

from hexfront.games.trc.counters import MINORS
from hexfront.games.trc.state import TrcState
from hexfront.grid import Grid, members
from hexfront.grid.bits import union

OPTION = "26.8"
FINNS_SOUTH = 7  # 26.81: the last row for Finns; Riga lies north of it, so nothing in those rows is closed to them
ALLIES_NORTH = 12  # 26.82: the row of Vitebsk


@cache
def _rows(grid: Grid, first: int, last: int) -> int:
    """All hexes of some rows; the row is the first half of a hex number and grows southwards."""
    return union(place for place in members(grid.all) if first <= row_of(grid, place) <= last)


def row_of(grid: Grid, place: int) -> int:
    """The row in which a hex lies: the first half of its number."""
    return int(grid.label(place)[:2])


def forbidden(s: TrcState, unit: int) -> int:
    """26.81, 26.82: the hexes an ally may not enter; who is too far off already may still come back, row by row."""
    if not s.on(OPTION) or s.edition.nation[unit] not in MINORS:
        return 0
    grid, place = s.board.grid, s.where[unit]
    if s.edition.nation[unit] == "finnish":
        return _rows(grid, max(FINNS_SOUTH, row_of(grid, place) if place >= 0 else 0) + 1, 99)
    return _rows(grid, 0, min(ALLIES_NORTH, row_of(grid, place) if place >= 0 else 99) - 1)


def avoid(s: TrcState, unit: int) -> int:
    """26.83: hexes into which the enemy leads no retreat while there is another way.

    The country of another ally is none of them: it matters at the end of the German turn, which is not over. That
    nations do not mix is for `stacking.fits` to say, and only of the hex where a retreat ends.
    """
    return forbidden(s, unit)
