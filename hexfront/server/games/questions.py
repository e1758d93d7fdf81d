"""Questions to the engine are answered in a few threads of their own, fairly, and only while somebody waits for them.

One person has one thread at a time, and his address comes round before his turn does again. Who hangs up gives up what
he waits for; what a thread is doing for him stops at its next step, and until then it counts as his.
"""

import asyncio
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Any, TypeVar

from litestar import Request
from litestar.exceptions import ClientException, TooManyRequestsException

from hexfront.server.bounds import QUESTIONS_AT_ONCE, QUESTIONS_EACH, QUESTIONS_WAITING
from hexfront.server.gate.limits import address_of
from hexfront.server.people.identity import Person
from hexfront.server.turns import Owner, Turns

Answer = TypeVar("Answer")
Item = TypeVar("Item")
GONE = 499  # the status of an answer that nobody reads


class Stop(Event):
    """Set when nobody waits for an answer any more."""

    def among(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items, until there is nobody to give them to."""
        for item in items:
            if self.is_set():
                return
            yield item


class Questions:
    """The threads of this worker, and who waits for them."""

    def __init__(self) -> None:
        self.turns = Turns(QUESTIONS_AT_ONCE, QUESTIONS_EACH)
        self._threads = ThreadPoolExecutor(QUESTIONS_AT_ONCE, "questions")
        self._asked: Tally[Owner] = Tally()  # questions that are not done with
        self._tasks: set[asyncio.Task[Any]] = set()  # those that nobody waits for are kept here until they stop

    async def ask(
        self, request: Request[Any, Any, Any], person: Person, work: Callable[..., Answer], *given: Any
    ) -> Answer:
        """What `work(stop, *given)` finds. 429 for somebody who waits for too much already."""
        owner = (address_of(request.scope), person.id)
        if self._asked[owner] >= QUESTIONS_WAITING:
            raise TooManyRequestsException(
                detail=f"{QUESTIONS_WAITING} of your questions wait for their answers: ask again when they have come",
                headers={"Retry-After": "1"},
            )
        answer = asyncio.create_task(self._answer(owner, work, given))
        self._asked[owner] += 1
        self._tasks.add(answer)
        answer.add_done_callback(partial(self._done, owner))
        gone = asyncio.create_task(_hung_up(request))
        try:
            await asyncio.wait((answer, gone), return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
            raise ClientException(detail="whoever asked this has gone", status_code=GONE)
        finally:
            answer.cancel()
            gone.cancel()

    def _done(self, owner: Owner, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        self._asked -= Tally([owner])  # whoever waits for nothing is forgotten

    async def _answer(self, owner: Owner, work: Callable[..., Answer], given: tuple[Any, ...]) -> Answer:
        async with self.turns.turn(owner):
            stop = Stop()
            found = asyncio.get_running_loop().run_in_executor(self._threads, work, stop, *given)
            try:
                return await asyncio.shield(found)
            except asyncio.CancelledError:
                stop.set()
                await asyncio.wait((found,))  # a thread cannot be ended: the place is free when it is
                raise

    def close(self) -> None:
        """Answer nobody any more."""
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)


async def _hung_up(request: Request[Any, Any, Any]) -> None:
    """Return when the sender is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
