"""Hex boards: numbering, neighbours, distance, and sets of hexes as bit masks. Knows no game."""

from .bits import HexSet, bit, bits, count, first, members, nth, pick
from .numbering import Grid, NoSuchHex, Numbering, Sides, grid_of

__all__ = [
    "Grid",
    "HexSet",
    "NoSuchHex",
    "Numbering",
    "Sides",
    "bit",
    "bits",
    "count",
    "first",
    "grid_of",
    "members",
    "nth",
    "pick",
]
