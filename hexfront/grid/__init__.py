"""Hex boards: numbering, neighbours, distance, and sets of hexes as bit masks. Knows no game."""

from .bits import members, nth, pick
from .numbering import Grid, NoSuchHex, Numbering, Sides, grid_of

__all__ = ["Grid", "NoSuchHex", "Numbering", "Sides", "grid_of", "members", "nth", "pick"]
