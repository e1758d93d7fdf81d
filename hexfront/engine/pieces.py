"""Counters as they lie on a board, for everybody who draws them. They tell nothing that a view does not know."""

import msgspec

# Symbols of small markers; all others are drawn as counters.
MARKERS = frozenset({"air", "interdiction", "cut", "control"})


class Piece(msgspec.Struct, frozen=True):
    """One counter or marker: where it lies and what is printed on it."""

    place: int  # index of its hex
    side: str
    colour: str  # class of its colours: german, german-ss, soviet, soviet-guards, finnish, rumanian ...
    symbol: str  # infantry, motorized, panzer, panzergrenadier, cavalry, leader, headquarters ... or a marker
    size: str = ""  # II, III, X, XX, XXX, XXXX
    name: str = ""
    figures: str = ""  # as printed: 9-7
    marks: tuple[str, ...] = ()  # untried, disrupted, out-of-supply, moved, fought, step

    @property
    def is_marker(self) -> bool:
        """Is it a small marker, not a unit?"""
        return self.symbol in MARKERS
