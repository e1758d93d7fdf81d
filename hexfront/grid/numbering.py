"""A board of hexes with its bit operations: neighbours of whole sets, floods, discs and edges."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property

from .bits import members, union
from .layout import Layout, NoSuchHex, Numbering

__all__ = ["Grid", "NoSuchHex", "Numbering", "Sides", "grid_of"]

# One mask per direction: the hexes that have the thing (a river, a road, an open side) on their side d.
Sides = tuple[int, int, int, int, int, int]


class Grid(Layout):
    """A board: names and places of its hexes, and operations on sets of hexes written as masks."""

    def __init__(self, numbering: Numbering) -> None:
        super().__init__(numbering)
        full = (1 << self.stride) - 1
        shifted = sum(full << n * self.stride for n in range(self.lines) if self._shifted(n))
        plain = sum(full << n * self.stride for n in range(self.lines) if not self._shifted(n))
        # A hex of a `back` line touches positions p-1 and p of the next lines, of a `fore` line p and p+1.
        self.back, self.fore = (plain, shifted) if self._half > 0 else (shifted, plain)
        # Directions in the order of the shifts below: up and down the line, the next line, the one before.
        self.ways = tuple(self.moves.index(m) for m in ((2, 0), (-2, 0), (-1, 1), (1, 1), (-1, -1), (1, -1)))
        self._discs: dict[tuple[int, int], int] = {}
        self._movers = tuple(self._mover(d) for d in range(6))

    def __reduce__(self) -> tuple[Callable[[Numbering], Grid], tuple[Numbering]]:
        return grid_of, (self.numbering,)

    def __deepcopy__(self, memo: object) -> Grid:
        return self

    def __repr__(self) -> str:
        return f"<Grid {self.numbering.columns}x{self.numbering.rows} {self.numbering.shape}>"

    def _mover(self, d: int) -> Callable[[int], int]:
        """Make the function that moves a set in direction d: plain and shifted lines move differently."""
        along, lines = self.moves[d]
        everything, back, fore = self.all, self.back, self.fore
        if lines == 0:
            return (lambda m: m << 1 & everything) if along > 0 else (lambda m: m >> 1 & everything)
        b, f = (lines * self.stride + k for k in ((-1, 0) if along < 0 else (0, 1)))
        if lines > 0:
            return lambda m: ((m & back) << b | (m & fore) << f) & everything
        return lambda m: ((m & back) >> -b | (m & fore) >> -f) & everything

    def shift(self, mask: int, d: int) -> int:
        """Move the whole set one step in direction d; what leaves the board falls away."""
        return self._movers[d](mask)

    def around(self, mask: int) -> int:
        """Return all hexes that touch a hex of the set; its own members too if they touch another."""
        v = mask | (mask & self.back) >> 1 | (mask & self.fore) << 1
        stride = self.stride
        return (v << stride | v >> stride | mask << 1 | mask >> 1) & self.all

    def spread(self, mask: int, open: Sides) -> int:
        """Return the hexes entered in one step from the set, where open[d] may be left in direction d."""
        up, down, low_next, high_next, low_last, high_last = self.ways
        back, fore, stride = self.back, self.fore, self.stride
        low, high = mask & open[low_next], mask & open[high_next]
        after = (low & back) >> 1 | low & fore | high & back | (high & fore) << 1
        low, high = mask & open[low_last], mask & open[high_last]
        before = (low & back) >> 1 | low & fore | high & back | (high & fore) << 1
        along = (mask & open[up]) << 1 | (mask & open[down]) >> 1
        return (after << stride | before >> stride | along) & self.all

    def arrivals(self, open: Sides) -> Sides:
        """Turn sides by departure into sides by arrival: [d] then holds the hexes entered by a step in d."""
        a, b, c, d, e, f = (self.shift(open[d], d) for d in range(6))
        return a, b, c, d, e, f

    def flood(self, seed: int, within: int, open: Sides | None = None) -> int:
        """Return all hexes of `within` connected to the seed inside `within`, by open sides if given.

        Seeds outside `within` do not count; add them to `within` when they should.
        """
        if open is not None:
            return self._flood_sides(seed, within, self.arrivals(open))
        back, fore, stride = self.back, self.fore, self.stride
        within &= self.all
        new = seed & within
        left = within ^ new
        while new:
            v = new | (new & back) >> 1 | (new & fore) << 1
            new = (v << stride | v >> stride | new << 1 | new >> 1) & left
            left ^= new
        return within ^ left

    def _flood_sides(self, seed: int, within: int, arrivals: Sides) -> int:
        # The wave is split once for all six ways, so filtering on arrival is quicker than `spread`.
        g, h, i, j, k, m = (arrivals[d] for d in self.ways)
        back, fore, stride = self.back, self.fore, self.stride
        within &= self.all
        new = seed & within
        left = within ^ new
        while new:
            b, f = new & back, new & fore
            low, high = b >> 1 | f, b | f << 1
            new = (
                new << 1 & g
                | new >> 1 & h
                | low << stride & i
                | high << stride & j
                | low >> stride & k
                | high >> stride & m
            ) & left
            left ^= new
        return within ^ left

    def disc(self, h: int, radius: int) -> int:
        """Return all hexes at most `radius` from h, with h itself."""
        key = h, radius
        found = self._discs.get(key)
        if found is None:
            found = 1 << h
            for _ in range(radius):
                found |= self.around(found)
            self._discs[key] = found
        return found

    def _edge(self, point: str) -> int:
        names = self.directions
        ways = [d for d, name in enumerate(names) if (name == point if point in names else point in name)]
        return union(i for i in members(self.all) if all(self.neighbours[i][d] < 0 for d in ways))

    @cached_property
    def north(self) -> int:
        """The hexes at the northern edge of the board."""
        return self._edge("N")

    @cached_property
    def south(self) -> int:
        """The hexes at the southern edge of the board."""
        return self._edge("S")

    @cached_property
    def east(self) -> int:
        """The hexes at the eastern edge of the board."""
        return self._edge("E")

    @cached_property
    def west(self) -> int:
        """The hexes at the western edge of the board."""
        return self._edge("W")


@cache
def grid_of(numbering: Numbering) -> Grid:
    """Return the board with this numbering; the same one each time."""
    return Grid(numbering)
