"""Whose request is worked on next: a few of each address at the same time, and its people in turn.

A thousand requests that come at once are all allowed, and all would stand in the event loop before whoever comes
next. So only some of one address are let in; of those that wait, everybody behind that address has one let in before
anybody has two. A request's turn is over when the first piece of its answer has gone out, and after a quarter of a
second: what still goes on then waits for a thread, a robot or news, and holds up nobody.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar.types import Message, Send

from hexfront.server.bounds import AT_ONCE, TURN

Turn = asyncio.Future[None]


class Rota:
    """Who is let in, who waits."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self.at_once = at_once
        self._inside: dict[str, int] = {}
        self._waiting: dict[str, OrderedDict[str, deque[Turn]]] = {}

    @asynccontextmanager
    async def taken(self, address: str, person: str, send: Send) -> AsyncIterator[Send]:
        """A turn, which ends when the first piece of the answer has gone out by the new `send`, or soon anyway."""
        await self.begin(address, person)
        over = False

        def end() -> None:
            nonlocal over
            if not over:
                over = True
                timer.cancel()
                self.end(address)

        timer = asyncio.get_running_loop().call_later(TURN, end)

        async def told(message: Message) -> None:
            await send(message)
            if message["type"] != "http.response.start":
                end()  # only now: to pack an answer may cost more than to make it

        try:
            yield told
        finally:
            end()

    async def begin(self, address: str, person: str) -> None:
        """Wait for a turn."""
        inside = self._inside.get(address, 0)
        if inside < self.at_once:
            self._inside[address] = inside + 1
            return
        turn: Turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, OrderedDict()).setdefault(person, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.end(address)  # it came just now, for nobody
            turn.cancel()
            raise

    def end(self, address: str) -> None:
        """Hand a turn on, to the next person who waits at this address."""
        turn = self._next(address)
        if turn is not None:
            turn.set_result(None)
            return
        left = self._inside.get(address, 0) - 1
        if left > 0:
            self._inside[address] = left
        else:
            self._inside.pop(address, None)

    def _next(self, address: str) -> Turn | None:
        people = self._waiting.get(address)
        while people:
            person, turns = people.popitem(last=False)
            turn = turns.popleft()
            if turns:
                people[person] = turns  # behind all others
            if not turn.done():
                return turn
        self._waiting.pop(address, None)
        return None
