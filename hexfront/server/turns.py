"""Fair queues: who comes next where many wait for few places, a robot's process or a thread that answers questions.

An owner is named from the large to the small, as an address and a person behind it. Among those who wait, the lowest
rank comes first; then whose address, and then who himself, has waited longest for his last turn. So a crowd sent by one
delays another by one turn, however large it is.
"""

import asyncio
from collections import Counter as Tally
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

Owner = tuple[str, ...]
KEPT = 10_000  # owners of whom is remembered when they had their last turn


class _Waiting:
    """Somebody in the queue."""

    def __init__(self, owner: Owner, rank: Callable[[], int], number: int) -> None:
        self.owner, self.rank, self.number = owner, rank, number
        self.called: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Turns:
    """So many places, of which one owner has at most `each`."""

    def __init__(self, places: int = 1, each: int = 0) -> None:
        self.free, self.each = places, each or places
        self._waiting: list[_Waiting] = []
        self._inside: Tally[Owner] = Tally()
        self._last: OrderedDict[Owner, int] = OrderedDict()  # the number of the last turn of an owner
        self._number = 0

    @property
    def crowd(self) -> int:
        """How many wait or have a place in all."""
        return self._inside.total() + len(self._waiting)

    @asynccontextmanager
    async def turn(self, owner: Owner, rank: Callable[[], int] = lambda: 0) -> AsyncIterator[None]:
        """A place, as soon as it is this owner's turn. Ranks are asked when a place becomes free."""
        await self._come(owner, rank)
        try:
            yield
        finally:
            self._leave(owner)

    async def _come(self, owner: Owner, rank: Callable[[], int]) -> None:
        self._number += 1
        one = _Waiting(owner, rank, self._number)
        self._waiting.append(one)
        self._call()
        try:
            await one.called
        except asyncio.CancelledError:
            if one in self._waiting:
                self._waiting.remove(one)
            else:
                self._leave(owner)  # it was called and went away in the same moment
            raise

    def _leave(self, owner: Owner) -> None:
        self.free += 1
        self._inside -= Tally([owner])
        self._call()

    def _call(self) -> None:
        """Give the free places to whom they belong now."""
        while self.free:
            here = (one for one in self._waiting if not one.called.done())  # who has just gone away is still in the row
            ready = [one for one in here if self._inside[one.owner] < self.each]
            if not ready:
                return
            one = min(ready, key=self._place_of)
            self._waiting.remove(one)
            self._remember(one.owner)
            self.free -= 1
            self._inside[one.owner] += 1
            one.called.set_result(None)

    def _place_of(self, one: _Waiting) -> tuple[int, ...]:
        parts = (self._last.get(one.owner[: n + 1], 0) for n in range(len(one.owner)))
        return one.rank(), *parts, one.number

    def _remember(self, owner: Owner) -> None:
        self._number += 1
        for n in range(len(owner)):
            self._last[owner[: n + 1]] = self._number
            self._last.move_to_end(owner[: n + 1])
        while len(self._last) > KEPT:
            self._last.popitem(last=False)
