"""What untried divisions may be worth together: counters drawn from the cups without replacement, all ways counted.

A state of the count is one whole number that holds a polynomial: a field of bits for each combination of places still
empty and total so far, and in it the number of ways. One more counter is then a shift and a sum of such numbers,
whatever the number of ways. Where a leader adds as much as his hex has itself (10.36) the hex is counted apart, by
what he can still add.
"""

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from math import comb, perm, prod
from operator import mul
from random import Random
from typing import NamedTuple

from hexfront.games.pgg.supply import halved

WORK = 9_000_000_000  # bits that one question may shift, half a second; beyond that the counters are sampled
BIG = 40_000_000  # bits of one number
STEP = 400_000  # bits that take about as long as everything else about one state
SAMPLES = 3000


class Kind(NamedTuple):
    """How the strength of a counter counts: from which cup it comes, in supply or not, and how many times."""

    cup: int
    supplied: bool
    times: int = 1

    def worth(self, value: int) -> int:
        """What a counter of this strength adds."""
        return self.times * halved(value, self.supplied)


class Led(NamedTuple):
    """A hex whose leaders may add to it: the kinds of its divisions that have no counter yet, and how much at most."""

    kinds: tuple[Kind, ...]
    room: int

    def given(self, kind: Kind, value: int) -> tuple["Led", int]:
        """The hex after a counter of this value has gone to one of that kind, and what has come to the total."""
        worth = kind.worth(value)
        led = min(self.room, worth)
        place = self.kinds.index(kind)
        return Led(self.kinds[:place] + self.kinds[place + 1 :], self.room - led), worth + led


class TooMuch(Exception):
    """There is more to be counted than a question may take."""


Hexes = tuple[Led, ...]  # sorted, so that places that are alike are counted once


class Draws:
    """All ways in which the cups can be dealt to divisions; `alone` stand where no leader adds anything."""

    def __init__(self, cups: Mapping[int, Tally[int]], alone: list[Kind], led: list[Led]) -> None:
        self.cups, self.led = cups, _joined(led)
        self.alone = Tally(alone)
        self.kinds = [*alone, *(kind for one in self.led for kind in one.kinds)]
        self._known: dict[tuple[Hexes, int, int], list[tuple[Hexes, int, int]]] = {}

    def totals(self) -> dict[int, float]:
        """The chance of each total. TooMuch if it cannot be counted within `WORK`."""
        found = self._unpacked(self._counted())
        everything = sum(found.values())
        return {total: ways / everything for total, ways in sorted(found.items())}

    def sampled(self) -> dict[int, float]:
        """The totals of some deals, always the same ones."""
        rng, found = Random(SAMPLES), Tally[int]()
        counters = {cup: sorted(values.elements()) for cup, values in self.cups.items()}
        many = Tally(kind.cup for kind in self.kinds)
        for _ in range(SAMPLES):
            dealt = {cup: iter(rng.sample(counters[cup], number)) for cup, number in many.items()}
            total = sum(kind.worth(next(dealt[kind.cup])) for kind in self.alone.elements())
            for room, kinds in ((one.room, one.kinds) for one in self.led):
                here = sum(kind.worth(next(dealt[kind.cup])) for kind in kinds)
                total += here + min(room, here)
            found[total] += 1
        return {total: ways / SAMPLES for total, ways in sorted(found.items())}

    # -- counting ----------------------------------------------------------------------------------

    def _counted(self) -> int:
        """The polynomial in which all places are taken, counter by counter; the strong ones first."""
        if self._sizes[-1] > BIG:
            raise TooMuch
        states: dict[Hexes, int] = {self.led: 1}
        work = 0
        for cup, values in sorted(self.cups.items()):
            deck = sorted(values.elements(), reverse=True)
            for left, value in zip(range(len(deck) - 1, -1, -1), deck, strict=True):
                work += sum(STEP + ways.bit_length() * (1 + len(self.strides)) for ways in states.values())
                if work > WORK:
                    raise TooMuch
                states = self._after(states, cup, value)
                states = {hexes: ways for hexes, ways in states.items() if _open(hexes, cup) <= left}
        return states[()]

    def _after(self, states: dict[Hexes, int], cup: int, value: int) -> dict[Hexes, int]:
        """One more counter: it stays in the cup, or goes to any place that is open to it."""
        after: dict[Hexes, int] = {}
        moves = [stride + kind.worth(value) * self.field for kind, stride in self.strides.items() if kind.cup == cup]
        for hexes, ways in states.items():
            more = ways + sum(ways << move for move in moves)
            after[hexes] = after.get(hexes, 0) + (more & self.mask)
            for to, times, worth in self._ways_on(hexes, cup, value):
                after[to] = after.get(to, 0) + ((times * ways) << worth * self.field)
        return after

    def _ways_on(self, hexes: Hexes, cup: int, value: int) -> list[tuple[Hexes, int, int]]:
        """Where a counter can go among the led hexes; many counters have the same value."""
        key = hexes, cup, value
        if key not in self._known:
            self._known[key] = list(_to_led(hexes, cup, value))
        return self._known[key]

    def _unpacked(self, ways: int) -> dict[int, int]:
        full = ways >> sum(many * self.strides[kind] for kind, many in self.alone.items())
        each = (1 << self.field) - 1
        fields = (full >> total * self.field & each for total in range(self.totals_there_are))
        return {total: number for total, number in enumerate(fields) if number}

    # -- how a polynomial lies in a number -----------------------------------------------------------

    @cached_property
    def field(self) -> int:
        """The bits that hold any number of ways: of choosing the counters of each kind, one too many among them."""
        led, ways = Tally(kind.cup for one in self.led for kind in one.kinds), 1
        for cup, values in self.cups.items():
            many = values.total()
            ways *= perm(many, led[cup])
            ways *= prod(comb(many, min(n + 1, many // 2)) for kind, n in self.alone.items() if kind.cup == cup)
        return ways.bit_length() + 1

    @cached_property
    def totals_there_are(self) -> int:
        """From nothing to the highest; a counter too many is taken away by the mask, but needs its room till then."""
        most = sum(one.room for one in self.led)
        for cup, values in self.cups.items():
            times = sorted((kind.times for kind in self.kinds if kind.cup == cup), reverse=True)
            best = sorted(values.elements(), reverse=True)
            most += sum(n * value for n, value in zip([*times[:1], *times], best, strict=False))
        return most + 1

    @cached_property
    def strides(self) -> dict[Kind, int]:
        """The bits from one number of places taken to the next, for each kind; one more than there are overflows."""
        return dict(zip(self.alone, self._sizes, strict=False))

    @cached_property
    def _sizes(self) -> list[int]:
        sizes = [self.totals_there_are * self.field, *(many + 2 for many in self.alone.values())]
        return list(accumulate(sizes, mul))

    @cached_property
    def mask(self) -> int:
        """All fields in which no kind has more counters than places."""
        found = (1 << self.totals_there_are * self.field) - 1
        for kind, many in self.alone.items():
            found *= sum(1 << number * self.strides[kind] for number in range(many + 1))
        return found


def _to_led(hexes: Hexes, cup: int, value: int) -> Iterator[tuple[Hexes, int, int]]:
    """The hexes after a counter has gone to one of them, in how many ways, and what has come to the total."""
    for one, alike in Tally(hexes).items():
        others = list(hexes)
        others.remove(one)
        for kind, many in Tally(one.kinds).items():
            if kind.cup == cup:
                left, worth = one.given(kind, value)
                yield _joined([*others, left]), alike * many, worth


def _open(hexes: Hexes, cup: int) -> int:
    """How many divisions of led hexes still wait for a counter of this cup."""
    return sum(kind.cup == cup for one in hexes for kind in one.kinds)


def _joined(hexes: list[Led]) -> Hexes:
    """Hexes where nothing more can be added are one; those whose divisions all have counters are none."""
    full = tuple(sorted(kind for one in hexes if not one.room for kind in one.kinds))
    return tuple(sorted([*(one for one in hexes if one.room and one.kinds), *([Led(full, 0)] if full else [])]))
