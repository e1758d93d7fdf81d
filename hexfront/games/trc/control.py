"""Chapters 9.7, 17.2.1 and 21.4: who holds a city, an oil field or a rail junction.

What is remembered is the last holder: who occupied the place, or had it in his zone when the enemy did not. An empty
place in the zones of both sides is held by nobody for as long as that lasts.
"""

from hexfront.games.trc.counters import AXIS
from hexfront.games.trc.state import TrcState
from hexfront.games.trc.zones import zone


def refresh(s: TrcState) -> None:
    """Bring the last holders up to date with where everybody stands; call it whenever units have moved or gone."""
    keys, (mine, theirs) = s.board.keys, s.held_by
    axis, russian = zone(s, 0) & keys, zone(s, 1) & keys
    gained = (mine & keys | axis & ~russian) & ~theirs
    lost = (theirs & keys | russian & ~axis) & ~mine
    places = (s.axis_places | gained) & ~lost
    if s.finland_shut:  # 24.5: from then on Helsinki is the Russian's, whoever is still in it
        places &= ~s.board.hex_of("Helsinki")
    if places != s.axis_places:
        s.axis_places = places
        s.forget()


def pass_by(s: TrcState, side: int, hexes: int, projects: bool) -> None:
    """A unit goes through these hexes: it takes what it enters, and what its zone finds free of the enemy's."""
    board = s.board
    swept = hexes | (board.grid.spread(hexes, board.zones) if projects else 0)
    taken = board.keys & swept & ~s.held_by[1 - side]
    taken &= ~zone(s, 1 - side) | hexes & ~s.held_by[1 - side]
    if taken:
        s.axis_places = s.axis_places | taken if side == AXIS else s.axis_places & ~taken
        s.forget()


def contested(s: TrcState) -> int:
    """Empty places in the zones of both sides: nobody's (9.7, 17.2.1)."""
    return s.board.keys & zone(s, 0) & zone(s, 1) & ~s.held_by[0] & ~s.held_by[1]


def held(s: TrcState, side: int) -> int:
    """The cities, oil fields and junctions that a side controls now."""
    mine = s.axis_places if side == AXIS else s.board.keys & ~s.axis_places
    return mine & ~contested(s)


def controls(s: TrcState, side: int, name: str) -> bool:
    """Does a side control this city or oil field?"""
    return bool(held(s, side) & s.board.hex_of(name))
