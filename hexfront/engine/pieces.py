"""Counters as they lie on a board, for everybody who draws them. They tell nothing that a view does not know."""

import msgspec


class Piece(msgspec.Struct, frozen=True):
    """One counter or marker: where it lies, what is printed on it, and what it has done in this phase."""

    place: int  # index of its hex
    side: str
    colour: str  # class of its colours, one of those in the game's manifest
    symbol: str  # one of the house (engine/signs.py) or of the game; a leader has no box around it
    size: str = ""  # II, III, X, XX, XXX, XXXX
    name: str = ""
    figures: str = ""  # as printed: 9-7
    marks: tuple[str, ...] = ()  # what its counter shows besides: disrupted, out-of-supply, moved ...
    moved: bool = False
    fought: bool = False
    is_marker: bool = False  # a small round one, not a unit
