"""The quick way to disk: an order is one small transaction, and is acknowledged when that is durable.

SQLite: one thread owns one connection. Orders of several games that wait at the same time share one commit, so the
disk is asked once for all of them; each keeps its own savepoint, and none is answered before the commit has returned.
PostgreSQL: every order is one statement of its own on a small pool, and the server groups the commits itself.
"""

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Protocol

import asyncpg  # type: ignore[import-untyped]
import msgspec
from sqlalchemy import make_url

from hexfront.engine.errors import HexfrontError
from hexfront.server.storage.db import AWAY, PRAGMAS, Database, Torn, Unavailable, guarded, is_torn, why_away

LOG = logging.getLogger("hexfront.server")
CHANNEL = "hexfront"  # on which workers tell each other what has changed
GROUP = 64  # transactions that share a commit at most


class Stale(HexfrontError):
    """Somebody else has changed the game since it was read."""


class Twice(HexfrontError):
    """An order with this key is there already."""


class Statement(msgspec.Struct, frozen=True):
    """SQL with `?` for its values. The first of a transaction must touch exactly one row, or the game is stale.

    Those after it say by {from_first} (after INSERT ... SELECT) or {and_first} (after WHERE) that they depend on it.
    """

    sql: str
    values: tuple[Any, ...]


class Writer(Protocol):
    """Carries out transactions. When `write` returns, it is on disk."""

    async def start(self) -> None:
        """Open what is needed."""

    async def write(self, work: Sequence[Statement], news: str = "") -> None:
        """One transaction; `news` is told to all workers if and only if it is committed."""

    async def version(self, game_id: str) -> int | None:
        """The version of a game, if other workers may have changed it; None if none can have."""

    async def tell(self, news: str) -> None:
        """Tell all workers something that is not kept."""

    async def close(self) -> None:
        """Let go of everything."""


def writer_for(database: Database) -> Writer:
    """The writer that fits the database."""
    return SqliteWriter(database) if database.is_sqlite else PostgresWriter(database)


# -- SQLite ------------------------------------------------------------------------------------------------


class _Job:
    """A transaction that waits, or (without statements) somebody else who wants to write."""

    __slots__ = ("done", "error", "over", "work")

    def __init__(self, work: Sequence[Statement] | None, done: "asyncio.Future[None]") -> None:
        self.work, self.done = work, done
        self.error: Exception | None = None
        self.over = threading.Event() if work is None else None  # set when the other writer has finished


class SqliteWriter:
    """A queue, a thread, a connection. The thread takes all that waits and commits it at once."""

    def __init__(self, database: Database) -> None:
        self.path = make_url(database.settings.url).database or ":memory:"
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._connection: sqlite3.Connection | None = None
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        database.turn = self.turn

    async def start(self) -> None:
        """The connection opens with the first write."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="hexfront-writer", daemon=True)
        self._thread.start()

    async def write(self, work: Sequence[Statement], news: str = "") -> None:
        """Queue a transaction and wait until it is durable. There are no other workers to be told."""
        await self._wait(_Job(work, asyncio.get_running_loop().create_future()))

    async def _wait(self, job: _Job) -> None:
        if self._thread is None:
            raise Unavailable("the server is about to end; nothing was changed")
        self._queue.put(job)
        await job.done

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Nobody writes by the thread meanwhile, so that nobody has to poll the file's lock."""
        job = _Job(None, asyncio.get_running_loop().create_future())
        assert job.over is not None
        try:
            await self._wait(job)
            yield
        finally:
            job.over.set()

    async def version(self, game_id: str) -> int | None:
        """Nobody else writes."""
        return None

    async def tell(self, news: str) -> None:
        """There is nobody to tell."""

    async def close(self) -> None:
        """Finish what waits, then let go of the file."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._queue.put(None)
            await asyncio.to_thread(thread.join)

    # In the thread from here on.

    def _run(self) -> None:
        """Take what waits, commit it, say so; until nothing will come any more."""
        group: list[_Job] = []
        while True:
            job = self._queue.get()
            while job is not None and job.work is not None and len(group) < GROUP:
                group.append(job)
                try:
                    job = self._queue.get_nowait()
                except queue.Empty:
                    break
            if group:
                self._commit(group)
                self._answer(group)
            if job is None:
                self._hang_up()
                return
            if job.over is not None:
                self._answer([job])
                job.over.wait()
            elif job not in group:  # the group was full
                self._commit([job])
                self._answer([job])
            group = []

    def _answer(self, group: list[_Job]) -> None:
        assert self._loop is not None
        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits any more
            self._loop.call_soon_threadsafe(_resolve, group)

    def _commit(self, group: list[_Job]) -> None:
        """One commit for all; what fails alone is rolled back alone."""
        try:
            connection = self._connected()
            connection.execute("BEGIN IMMEDIATE")
            _carry_out(connection, group)
            connection.execute("COMMIT")
        except Exception as error:
            LOG.warning("the database cannot be written: %s", error)
            self._hang_up()
            for job in group:
                job.error = _told(error)

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            for pragma in PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")
            self._connection = connection
        return self._connection

    def _hang_up(self) -> None:
        """Close the connection, which rolls back whatever it had begun."""
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None


def _told(error: Exception) -> Exception:
    """What is said of a commit that failed."""
    if is_torn(error):
        return Torn()
    return Unavailable(why_away(error)) if isinstance(error, AWAY) else error


def _resolve(group: list[_Job]) -> None:
    """Wake those who wait, in the loop."""
    for job in group:
        if job.done.done():
            continue
        if job.error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(job.error)


def _carry_out(connection: sqlite3.Connection, group: list[_Job]) -> None:
    """All transactions of a group, as if none could fail; if one does, all again, each with a savepoint of its own."""
    if len(group) > 1:
        try:
            for job in group:
                _statements(connection, job.work or ())
            return
        except (Stale, sqlite3.IntegrityError):
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
    for job in group:
        job.error = _savepoint(connection, job.work or ())


def _statements(connection: sqlite3.Connection, work: Sequence[Statement]) -> None:
    for place, statement in enumerate(work):
        found = connection.execute(_alone(statement.sql), statement.values)
        if place == 0 and found.rowcount != 1:
            raise Stale("the game has gone on since")


def _savepoint(connection: sqlite3.Connection, work: Sequence[Statement]) -> Exception | None:
    """One transaction of a group: all of its statements or none. A full disk is the whole group's trouble."""
    connection.execute("SAVEPOINT one")
    try:
        _statements(connection, work)
    except (Stale, sqlite3.IntegrityError) as error:
        connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return error if isinstance(error, Stale) else Twice(str(error))
    connection.execute("RELEASE one")
    return None


@cache
def _alone(sql: str) -> str:
    """A statement that is carried out after the first one, not together with it."""
    return sql.format(from_first="", and_first="")


# -- PostgreSQL --------------------------------------------------------------------------------------------


class PostgresWriter:
    """A pool of driver connections of its own; a statement is prepared once for each."""

    def __init__(self, database: Database) -> None:
        url = make_url(database.settings.url).set(drivername="postgresql")
        self.dsn = url.render_as_string(hide_password=False)
        self.pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._sql: dict[tuple[str, ...], str] = {}

    async def start(self) -> None:
        """Open the pool; it opens connections anew when the database comes back."""
        if self.pool is None:
            self.pool = await asyncpg.create_pool(self.dsn, min_size=1, max_size=6, command_timeout=10, timeout=5)

    async def write(self, work: Sequence[Statement], news: str = "") -> None:
        """All statements as one, in one round trip: each works only if the first has touched its row."""
        key = tuple(statement.sql for statement in work)
        sql = self._sql.get(key) or self._sql.setdefault(key, chain(work))
        values = [value for statement in work for value in statement.values]
        with guarded():
            try:
                touched = await self._fetch(sql, *values, CHANNEL, news)
            except asyncpg.UniqueViolationError as error:
                raise Twice(str(error)) from error
        if not touched:
            raise Stale("the game has gone on since")

    async def version(self, game_id: str) -> int | None:
        """What the database says now."""
        with guarded():
            found: int | None = await self._fetch("SELECT version FROM game WHERE id = $1", game_id)
            return found if found is not None else 0

    async def tell(self, news: str) -> None:
        """NOTIFY, outside of any transaction."""
        with guarded():
            await self._fetch("SELECT pg_notify($1, $2)", CHANNEL, news)

    async def close(self) -> None:
        """Close the pool; if the database is away, without waiting for it."""
        if self.pool is not None:
            try:
                await asyncio.wait_for(self.pool.close(), 3)
            except Exception:
                self.pool.terminate()
            self.pool = None

    async def _fetch(self, sql: str, *values: Any) -> Any:
        if self.pool is None:
            await self.start()
        assert self.pool is not None
        return await self.pool.fetchval(sql, *values)


def chain(work: Sequence[Statement]) -> str:
    """One statement out of several, with the values numbered through; it returns a row if the first touched one."""
    parts, number = [], 0
    for place, statement in enumerate(work):
        sql = statement.sql.format(from_first="FROM a0", and_first="AND EXISTS (SELECT 1 FROM a0)")
        first, *pieces = sql.split("?")
        text = first
        for piece in pieces:
            number += 1
            text += f"${number}{piece}"
        parts.append(f"a{place} AS ({text} RETURNING 1)")
    return f"WITH {', '.join(parts)} SELECT 1, pg_notify(${number + 1}, ${number + 2}) FROM a0"
