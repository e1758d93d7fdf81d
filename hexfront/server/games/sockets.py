"""Whoever listens to a game: one WebSocket, or a stream of lines for a bot; and the line between the workers.

The first thing sent is the whole view, then every change. A listener who is too slow gets the whole view again instead
of what he missed. Every ten seconds without news an empty object goes out, so that dead connections are noticed.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractContextManager, AsyncExitStack
from functools import partial
from typing import Any

import asyncpg  # type: ignore[import-untyped]
from litestar import Request, Router, WebSocket, get, websocket
from litestar.exceptions import HTTPException, TooManyRequestsException, WebSocketDisconnect
from litestar.response import Stream

from hexfront.engine.errors import HexfrontError
from hexfront.server.games.open_game import GONE, Listener, OpenGame
from hexfront.server.games.open_games import OpenGames
from hexfront.server.games.views import encode
from hexfront.server.gate.limits import address_of
from hexfront.server.people.identity import Connection, Person, identify
from hexfront.server.storage.db import Unavailable
from hexfront.server.storage.writer import CHANNEL, PostgresWriter

LOG = logging.getLogger("hexfront.server")
KEEP_ALIVE = 10.0
REFUSED, TOO_MANY, NO_ROOM = 4403, 4429, 4503  # close codes of a socket, with those in table; ours to choose


async def messages(open_games: OpenGames, game: OpenGame, listener: Listener) -> AsyncIterator[bytes]:
    """The whole view, then what changes, and an empty object when nothing does."""
    yield b'{"type":"view","view":%b}' % game.view_json(game.sides_of(listener.person_id))
    while not listener.ended:
        if listener.lost:
            listener.lost = False
            yield b'{"type":"view","view":%b}' % game.view_json(game.sides_of(listener.person_id))
        elif listener.queue:
            yield listener.queue.popleft()
        else:
            listener.wake.clear()
            try:
                await asyncio.wait_for(listener.wake.wait(), KEEP_ALIVE)
            except TimeoutError:
                yield b"{}"
                await open_games.look(game)


async def still(connection: Connection, person: Person) -> bool:
    """Is a connection that stays open still this person's? Its session, its token or the person may have ended."""
    try:
        return (await identify(connection)).id == person.id
    except (HexfrontError, HTTPException):  # also when it cannot be found out: who is let in again may come again
        return False


# -- WebSocket ---------------------------------------------------------------------------------------------


@websocket("/{game_id:str}/ws")
async def socket(socket: WebSocket[Any, Any, Any], game_id: str, open_games: OpenGames) -> None:
    """The socket of one game."""
    async with AsyncExitStack() as held:
        try:
            person = await identify(socket)
            held.enter_context(socket.app.state.lines.hold(person.id, address_of(socket.scope)))
            game = await open_games.open(game_id)
        except (HexfrontError, HTTPException) as error:
            await socket.accept()
            await socket.close(_code(error), _reason(error))
            return
        listener = Listener(person.id, lambda: still(socket, person))
        held.push_async_callback(open_games.part, game, listener)
        await open_games.join(game, listener)  # at once: what others do from here on is told
        await socket.accept()
        await _talk(socket, open_games, game, listener)


async def _talk(socket: WebSocket[Any, Any, Any], open_games: OpenGames, game: OpenGame, listener: Listener) -> None:
    """Listen and speak until one of both ends."""
    ears = asyncio.create_task(_listen(socket))
    voice = asyncio.create_task(_speak(socket, open_games, game, listener))
    try:
        await asyncio.wait((ears, voice), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (ears, voice):
            task.cancel()
        await asyncio.gather(ears, voice, return_exceptions=True)


def _code(error: Exception) -> int:
    """Whether it is of any use to come again: a game that is not there will not be, a database may be back soon."""
    if isinstance(error, HTTPException):
        return TOO_MANY if error.status_code == 429 else REFUSED
    return NO_ROOM if isinstance(error, Unavailable) else GONE


def _reason(error: Exception) -> str:
    """One sentence, as short as a closing frame must be."""
    why = error.detail if isinstance(error, HTTPException) else str(error)
    return why.encode()[:120].decode(errors="ignore")


async def _listen(socket: WebSocket[Any, Any, Any]) -> None:
    """Whatever a browser sends is only a sign of life; it ends when he leaves."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await socket.receive_data(mode="text")


async def _speak(socket: WebSocket[Any, Any, Any], open_games: OpenGames, game: OpenGame, listener: Listener) -> None:
    async for message in messages(open_games, game, listener):
        await socket.send_text(message.decode())
    if listener.ended:
        await socket.close(*listener.ended)


# -- NDJSON ------------------------------------------------------------------------------------------------


@get("/{game_id:str}/stream", media_type="application/x-ndjson", summary="The game as lines of JSON", tags=["games"])
async def stream(request: Request[Any, Any, Any], game_id: str, person: Person, open_games: OpenGames) -> Stream:
    """The whole view as the first line, then a line for each change; an empty object every ten seconds of silence.

    Whoever is signed out, or whose game is deleted, is told that in a last line of the type `ended`.
    """
    await open_games.open(game_id)  # who asks for a game that is not there is told so
    listener = Listener(person.id, lambda: still(request, person))
    hold = partial(request.app.state.lines.hold, person.id, address_of(request.scope))
    with hold():  # who has too many is told so before the answer begins
        return Stream(_lines(open_games, game_id, listener, hold), media_type="application/x-ndjson")


async def _lines(
    open_games: OpenGames, game_id: str, listener: Listener, hold: Callable[[], AbstractContextManager[None]]
) -> AsyncGenerator[bytes, None]:
    async with AsyncExitStack() as held:
        try:
            held.enter_context(hold())
        except TooManyRequestsException:  # others of his came in between
            return
        game = await open_games.open(game_id)
        held.push_async_callback(open_games.part, game, listener)
        await open_games.join(game, listener)
        first = True
        async for message in messages(open_games, game, listener):
            # the first line is the view itself
            yield (message[len(b'{"type":"view","view":') : -1] if first else message) + b"\n"
            first = False
        if listener.ended:
            yield encode({"type": "ended", "code": listener.ended[0], "why": listener.ended[1]}) + b"\n"


router = Router("/api/games", route_handlers=[socket, stream])


# -- between workers ---------------------------------------------------------------------------------------


class Workers:
    """The news of all workers, by LISTEN of PostgreSQL, on a connection that comes back when it was lost.

    News that belong to a change are notified by the transaction itself (see writer).
    """

    def __init__(self, dsn: str, wanted: Callable[[str], bool]) -> None:
        self.dsn = dsn
        self.wanted = wanted  # most news concern nobody here, and go no further
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._keeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect, now and whenever the connection is lost."""
        ready = asyncio.Event()
        self._keeper = asyncio.create_task(self._keep(ready))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), 5)

    async def stop(self) -> None:
        """Hang up."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)

    async def _keep(self, ready: asyncio.Event) -> None:
        again = False
        while True:
            try:
                connection = await asyncpg.connect(self.dsn, timeout=5)
            except (OSError, asyncpg.PostgresError, TimeoutError) as error:
                LOG.warning("the other workers cannot be heard: %s", error)
                await asyncio.sleep(1)
                continue
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _, gone=lost: gone.set())
            try:
                await connection.add_listener(CHANNEL, self._hear)
                ready.set()
                if again:
                    self._queue.put_nowait(b"")  # something may have been missed
                again = True
                await self._watch(connection, lost)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
                LOG.warning("the other workers cannot be heard: %s", error)
            finally:
                connection.terminate()

    async def _watch(self, connection: Any, lost: asyncio.Event) -> None:
        """Return when the connection is gone, also when the network does not say so."""
        while not lost.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(lost.wait(), 15)
                return
            await connection.execute("SELECT 1", timeout=5)

    def _hear(self, connection: Any, pid: int, channel: str, payload: object) -> None:
        news = str(payload)
        if self.wanted(news):
            self._queue.put_nowait(news.encode())

    async def next(self) -> bytes:
        """What was heard, in order; nothing where something may have been missed."""
        return await self._queue.get()


@contextlib.asynccontextmanager
async def hear_workers(open_games: OpenGames) -> AsyncIterator[None]:
    """Hand on what other workers tell, for as long as the server runs; one worker alone has nobody to hear."""
    if not open_games.shared:
        yield
        return
    writer = open_games.store.writer
    assert isinstance(writer, PostgresWriter)
    workers = Workers(writer.dsn, open_games.concerns)
    await workers.start()
    ears = asyncio.create_task(_hear(workers, open_games))
    try:
        yield
    finally:
        ears.cancel()
        await asyncio.gather(ears, return_exceptions=True)
        await workers.stop()


async def _hear(workers: Workers, open_games: OpenGames) -> None:
    while True:
        news = await workers.next()
        try:
            await (open_games.hear(news) if news else open_games.look_again())
        except Exception:
            LOG.exception("news of another worker could not be used")
