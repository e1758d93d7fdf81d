"""The best set of attacks that can all be made: set packing over units, hexes and supports.

An offer uses up things (a unit, room in a hex, a bomber), of which there are so many. It may bring duties (an enemy
whose zone is entered must be attacked) and meet them. What has nothing in common is solved apart, so that the problems
stay small; each is then solved exactly, by branch and bound. All worths are whole numbers (`mechanics.exact`), so that
every machine finds the same set; of several that are worth the same it is the one that is come to first.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence

import msgspec

from hexfront.grid import members
from hexfront.mechanics.exact import grains

_NODES = 10_000  # of the search tree; counted, not timed. Beyond them the best set that was found will do


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
        taken += (part[n] for n in _Part([offers[n] for n in part], limits, owed).solve())
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


class _Part:
    """Offers that have to do with each other, in heaps: of one heap, only one can be taken.

    Heap after heap each of its offers is tried, or none. A branch is given up when not even the best that is left of
    every heap would make it better than the best set so far.
    """

    def __init__(self, offers: list[Offer], limits: Mapping[Hashable, int], owed: Mapping[Hashable, float]) -> None:
        self.offers = offers
        self.worth = [grains(offer.worth) for offer in offers]
        self.due = {duty: grains(owed[duty]) for offer in offers for duty in offer.meets if owed.get(duty, 0.0) > 0}
        self.room: dict[Hashable, int] = {}  # what is left of things that several offers can share
        self.rivals = [0] * len(offers)  # the offers beside which each cannot be taken
        self.heaps = self._heaps(self._contested(limits), self._useful(limits))
        self.best, self.nodes = 0, 0
        self.chosen: tuple[int, ...] = ()

    # -- before the search -------------------------------------------------------------------------

    def _useful(self, limits: Mapping[Hashable, int]) -> int:
        """The offers that there is enough for, and that are worth something or meet a duty."""
        found = 0
        for n, offer in enumerate(self.offers):
            if self.worth[n] > 0 or offer.meets:
                found |= all(amount <= limits.get(thing, 1) for thing, amount in offer.uses) << n
        return found

    def _contested(self, limits: Mapping[Hashable, int]) -> list[int]:
        """The things that only one can have, as masks of the offers that want them."""
        found = []
        for thing, users in _users(self.offers).items():
            limit, amounts = limits.get(thing, 1), sorted(users.values())
            if sum(amounts[:2]) > limit:
                found.append(sum(1 << n for n in users))
                for n in users:
                    self.rivals[n] |= found[-1]
            elif sum(amounts) > limit:
                self.room[thing] = limit
        return found

    def _heaps(self, contested: list[int], left: int) -> list[list[int]]:
        """As few heaps as one finds by taking the greatest first; in each, and among them, the dearest first."""
        found = []
        while left:
            most = max((mask & left for mask in contested), key=int.bit_count, default=0)
            heap = most or left & -left
            found.append(sorted(members(heap), key=lambda n: (-self.worth[n], n)))
            left &= ~heap
        return sorted(found, key=lambda heap: (-self.worth[heap[0]], heap))

    # -- the search --------------------------------------------------------------------------------

    def solve(self) -> tuple[int, ...]:
        """The numbers of the best set."""
        self._search(0, (1 << len(self.offers)) - 1, 0, ())
        return self.chosen

    def _search(self, depth: int, free: int, worth: int, taken: tuple[int, ...]) -> None:
        """All that can come of this beginning; `free` are the offers that it does not stand in the way of."""
        self.nodes += 1
        if worth > self.best and self._sound(taken):
            self.best, self.chosen = worth, taken
        through = depth == len(self.heaps) or self.nodes > _NODES
        if through or worth + self._hope(depth, free) <= self.best:
            return
        for n in self.heaps[depth]:
            if free >> n & 1 and self._roomy(n):
                self._use(n, 1)
                more = self.worth[n] + self._paid(n, taken)
                self._search(depth + 1, free & ~self.rivals[n], worth + more, (*taken, n))
                self._use(n, -1)
        self._search(depth + 1, free, worth, taken)

    def _hope(self, depth: int, free: int) -> int:
        """More than this the heaps that are left cannot bring."""
        found = sum(self.due.values())
        for heap in self.heaps[depth:]:
            for n in heap:
                if free >> n & 1:
                    found += max(0, self.worth[n])
                    break
        return found

    def _roomy(self, n: int) -> bool:
        return all(self.room.get(thing, amount) >= amount for thing, amount in self.offers[n].uses)

    def _use(self, n: int, times: int) -> None:
        for thing, amount in self.offers[n].uses:
            if thing in self.room:
                self.room[thing] -= times * amount

    def _paid(self, n: int, taken: Iterable[int]) -> int:
        """What it is worth that an offer meets duties which nobody has met before it."""
        if not self.due:
            return 0
        met = {duty for other in taken for duty in self.offers[other].meets}
        return sum(self.due.get(duty, 0) for duty in dict.fromkeys(self.offers[n].meets) if duty not in met)

    def _sound(self, taken: Iterable[int]) -> bool:
        """Is every duty met that these bring?"""
        brought = {duty for n in taken for duty in self.offers[n].brings}
        return not brought or brought <= {duty for n in taken for duty in self.offers[n].meets}


def _users(offers: Sequence[Offer]) -> dict[Hashable, dict[int, int]]:
    """Who uses how much of each thing."""
    found: dict[Hashable, dict[int, int]] = defaultdict(dict)
    for n, offer in enumerate(offers):
        for thing, amount in offer.uses:
            found[thing][n] = found[thing].get(n, 0) + amount
    return found
