"""The best set of attacks that can all be made: set packing over units, hexes and supports.

An offer uses up things (a unit, room in a hex, a bomber), of which there are so many. It may bring duties (an enemy
whose zone is entered must be attacked) and meet them. What has nothing in common is solved apart, so that the problems
stay small; each is then solved exactly.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence

import msgspec
import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

_NODES = 100  # of the search tree; counted, not timed, so that every machine finds the same
_GAP = 0.01  # as near to the best as need be


class Offer(msgspec.Struct, frozen=True):
    """Something that can be taken or left, and what it is worth."""

    worth: float
    uses: tuple[tuple[Hashable, int], ...]  # what it needs, and how much of it
    brings: tuple[Hashable, ...] = ()  # duties that it brings
    meets: tuple[Hashable, ...] = ()  # duties that it meets


def pack(
    offers: Sequence[Offer], limits: Mapping[Hashable, int] | None = None, owed: Mapping[Hashable, float] | None = None
) -> list[int]:
    """The numbers of the offers to take. `limits` tells how much there is of a thing, one if it is not named.

    `owed` are duties that stand anyway, with what it costs to leave them unmet.
    """
    limits, owed = limits or {}, owed or {}
    taken: list[int] = []
    for part in _parts(offers):
        taken += _solve([offers[n] for n in part], part, limits, owed)
    return sorted(taken)


def _parts(offers: Sequence[Offer]) -> list[list[int]]:
    """Offers that have a thing or a duty in common belong together, directly or through others."""
    root = list(range(len(offers)))

    def find(n: int) -> int:
        while root[n] != n:
            root[n] = root[root[n]]
            n = root[n]
        return n

    first: dict[Hashable, int] = {}
    for n, offer in enumerate(offers):
        for key in (*(("thing", k) for k, _ in offer.uses), *(("duty", d) for d in (*offer.brings, *offer.meets))):
            a, b = find(n), find(first.setdefault(key, n))
            root[max(a, b)] = min(a, b)
    found: dict[int, list[int]] = defaultdict(list)
    for n in range(len(offers)):
        found[find(n)].append(n)
    return list(found.values())


def _solve(
    offers: list[Offer], numbers: list[int], limits: Mapping[Hashable, int], owed: Mapping[Hashable, float]
) -> list[int]:
    """One part, as a problem of whole numbers: a column for each offer, then one for each duty left unmet."""
    due = [d for d in dict.fromkeys(d for offer in offers for d in offer.meets) if owed.get(d, 0.0) > 0]
    if len(offers) == 1 and not due and not offers[0].brings:
        fits = all(amount <= limits.get(thing, 1) for thing, amount in offers[0].uses)
        return numbers if fits and offers[0].worth > 0 else []
    worths = [-offer.worth for offer in offers] + [owed[d] for d in due]
    rows = _Rows(len(worths))
    for thing, parts in _users(offers).items():
        if sum(amount for _, amount in parts) > limits.get(thing, 1):
            rows.add(parts, -np.inf, limits.get(thing, 1))
    for n, offer in enumerate(offers):
        for duty in offer.brings:
            if duty not in offer.meets:
                helpers = [(m, -1) for m, other in enumerate(offers) if duty in other.meets]
                rows.add([(n, 1), *helpers], -np.inf, 0)
    for k, duty in enumerate(due):
        rows.add([(n, 1) for n, o in enumerate(offers) if duty in o.meets] + [(len(offers) + k, 1)], 1, np.inf)
    return [numbers[n] for n in rows.solve(worths) if n < len(offers)]


def _users(offers: list[Offer]) -> dict[Hashable, list[tuple[int, int]]]:
    found: dict[Hashable, list[tuple[int, int]]] = defaultdict(list)
    for n, offer in enumerate(offers):
        for thing, amount in offer.uses:
            found[thing].append((n, amount))
    return found


class _Rows:
    """The constraints of a problem, row by row."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.cells: list[tuple[int, int, float]] = []
        self.bounds: list[tuple[float, float]] = []

    def add(self, cells: list[tuple[int, int]], low: float, high: float) -> None:
        self.cells += [(len(self.bounds), column, value) for column, value in cells]
        self.bounds.append((low, high))

    def solve(self, worths: list[float]) -> list[int]:
        """The columns that are 1 in the best solution; the best alone if the solver gives up."""
        if not self.bounds:
            return [n for n, worth in enumerate(worths) if worth < 0]
        rows, columns, values = zip(*self.cells, strict=True)
        matrix = csr_array((values, (rows, columns)), shape=(len(self.bounds), self.width))
        low, high = zip(*self.bounds, strict=True)
        found = milp(
            np.array(worths),
            constraints=LinearConstraint(matrix, low, high),
            integrality=np.ones(self.width),
            bounds=Bounds(0, 1),
            options={"node_limit": _NODES, "mip_rel_gap": _GAP},
        )
        return [n for n, value in enumerate(found.x) if value > 0.5] if found.x is not None else []
