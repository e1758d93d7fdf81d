"""Attacks on one hex: who could come, from where, and the few sets of attackers worth thinking about."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from hexfront.grid import members
from hexfront.mechanics import exact

MOST = 12  # attacks on one hex that are looked at
_WIDTH = 8  # groups in one attack


class Candidate(msgspec.Struct, frozen=True):
    """A group that could attack: its strength at a glance, what it costs to bind it, the hexes it can get to."""

    units: tuple[int, ...]
    strength: float
    price: float
    span: int
    size: int = 1  # the room that it takes in a hex


class Muster(msgspec.Struct, frozen=True):
    """One set of attackers: each group with the hex it attacks from."""

    parts: tuple[tuple[Candidate, int], ...]

    @property
    def units(self) -> tuple[int, ...]:
        """Everybody in it."""
        return tuple(u for candidate, _ in self.parts for u in candidate.units)

    @property
    def places(self) -> frozenset[int]:
        """The hexes from which it is made."""
        return frozenset(place for _, place in self.parts)

    @property
    def price(self) -> float:
        """What it costs to bind all of them."""
        return exact.total(candidate.price for candidate, _ in self.parts)


def musters(
    candidates: Sequence[Candidate],
    ring: int,
    room: Callable[[Candidate, int, int], bool],
    liking: Callable[[Candidate, int], float],
    column: Callable[[Muster], float],
    fitting: Callable[[int, Mapping[int, int]], float] | None = None,
) -> list[Muster]:
    """Sets of attackers, none worse than another in both the column that it gets and the price that it costs.

    `ring` are the hexes beside the target; `room(candidate, place, taken)` tells whether it can still stand there when
    so much room is taken; `liking` orders the places for one candidate; `column` is the column of a whole muster.
    `fitting(place, taken)` is what a place is liked more for beside those that are taken already: it closes a ring.
    """
    found: dict[float, Muster] = {}
    near = [c for c in candidates if c.span & ring]
    for order in _orders(near):
        taken: dict[int, int] = {}
        parts: tuple[tuple[Candidate, int], ...] = ()
        for candidate in order:
            places = [p for p in members(candidate.span & ring) if room(candidate, p, taken.get(p, 0))]
            if not places:
                continue
            if fitting:
                place = max(places, key=lambda p, c=candidate: (liking(c, p) + fitting(p, taken), -p))  # type: ignore[misc]
            else:
                place = max(places, key=lambda p, c=candidate: (liking(c, p), -p))  # type: ignore[misc]
            taken[place] = taken.get(place, 0) + candidate.size
            parts = (*parts, (candidate, place))
            muster = Muster(parts)
            got = column(muster)
            if got not in found or muster.price < found[got].price:
                found[got] = muster
            if len(parts) == _WIDTH:
                break
    return _pareto(found)


def _orders(near: list[Candidate]) -> list[list[Candidate]]:
    """In which order groups are called: the strongest, the cheapest for their strength, the least missed."""
    strongest = sorted(near, key=lambda c: (-c.strength, c.price, c.units))
    thrifty = sorted(near, key=lambda c: (c.price / max(c.strength, 0.1), -c.strength, c.units))
    spare = sorted(near, key=lambda c: (c.price, -c.strength, c.units))
    return [strongest, thrifty, spare]


def _pareto(found: dict[float, Muster]) -> list[Muster]:
    """From the best column down, each only if it is cheaper than all better ones."""
    kept: list[Muster] = []
    for column in sorted(found, reverse=True):
        if not kept or found[column].price < kept[-1].price:
            kept.append(found[column])
    return kept[:MOST]
