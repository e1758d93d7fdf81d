"""The database: one SQLite file or a PostgreSQL, opened, brought up to date, and never trusted to be there."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, event, func, make_url, select
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from hexfront.engine.errors import BadData, HexfrontError
from hexfront.server.settings import Settings
from hexfront.server.storage.files import file_of, make_room
from hexfront.server.storage.models import game

MIGRATIONS = Path(__file__).parents[1] / "migrations"
_LOCK = 0x68657866  # the advisory lock under which a PostgreSQL is migrated
# FULL: a commit returns when the disk has it. WAL: readers and the writer do not wait for each other.
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 5000", "foreign_keys = ON")


class Unavailable(HexfrontError):
    """The database cannot be used now; nothing was changed, and it can be tried again."""


class Torn(HexfrontError):
    """What was asked for cannot be read: the file of the database is damaged there."""

    def __init__(self) -> None:
        super().__init__("the file of the database is damaged here; whoever runs this server must restore it")


# What drivers raise when a database is away, full, locked or going down.
AWAY = (
    OperationalError,
    PoolTimeout,
    sqlite3.OperationalError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.exceptions.InsufficientResourcesError,
    asyncpg.exceptions.CannotConnectNowError,
    ConnectionError,
    TimeoutError,
    OSError,
)


def why_away(error: BaseException) -> str:
    """One sentence for people about a database that cannot be used."""
    text = str(error).lower()
    if "full" in text or "no space" in text or isinstance(error, asyncpg.exceptions.DiskFullError):
        return "the disk of the server is full; nothing was changed, and it can be tried again later"
    if "locked" in text:
        return "the database is busy; nothing was changed, please try again"
    if "readonly" in text or "unable to open" in text or "disk i/o" in text:
        return "the server cannot write its database; nothing was changed, and it can be tried again later"
    return "the database cannot be reached now; nothing was changed, and it can be tried again"


def is_torn(error: BaseException | None) -> bool:
    """Is it what SQLite says of a file whose bytes make no sense?"""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@contextmanager
def guarded() -> Iterator[None]:
    """Turn what a driver raises into Unavailable; errors of ours and broken constraints pass."""
    try:
        yield
    except HexfrontError:
        raise
    except AWAY as error:
        raise Unavailable(why_away(error)) from error
    except sqlite3.DatabaseError as error:
        if is_torn(error):
            raise Torn from error
        raise
    except DBAPIError as error:
        if is_torn(error.orig):
            raise Torn from error
        if error.connection_invalidated or isinstance(error.orig, AWAY):
            raise Unavailable(why_away(error)) from error
        raise


class Database:
    """Connections for reading and for writing. Statements that must be quick go by `writer` instead."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.is_sqlite = settings.is_sqlite
        self.engine = make_engine(settings.url)
        # SQLite has one writer at a time: who has his turn need not poll the file's lock. The writer sets this.
        self.turn: Callable[[], AbstractAsyncContextManager[None]] = contextlib.nullcontext

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection for looking things up."""
        with guarded():
            async with self.engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: all of it is on disk when the block has ended without an error, or nothing."""
        async with self.turn():
            with guarded():
                async with self.engine.connect() as connection:
                    await connection.execution_options(hexfront_writes=True)
                    async with connection.begin():
                        yield connection

    async def close(self) -> None:
        """Let go of all connections."""
        await self.engine.dispose()


def make_engine(url: str) -> AsyncEngine:
    """An engine with the pragmas of an SQLite file, or with a pool that notices dead connections."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_async_engine(
            url, hide_parameters=True, pool_pre_ping=True, pool_size=5, max_overflow=5, pool_timeout=5
        )
    path = file_of(url)
    if path is not None:
        make_room(path)
    engine = create_async_engine(url, hide_parameters=True, pool_size=4, max_overflow=4, pool_timeout=10)
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin when we say so, below
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A transaction that will write takes the lock at once: one that has read first could not get it any more."""
    writes = connection.get_execution_options().get("hexfront_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


# -- migrations --------------------------------------------------------------------------------------------


async def migrate(settings: Settings, to: str = "head") -> None:
    """Bring the database up to date. Several servers may start at once: one of them does it."""
    engine = make_engine(settings.url)
    try:
        with guarded():
            async with engine.connect() as connection:
                await connection.execution_options(hexfront_writes=True)
                async with connection.begin():
                    if not settings.is_sqlite:
                        await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
                    await connection.run_sync(_upgrade, to)
    finally:
        await engine.dispose()


async def newest(settings: Settings) -> float:
    """The time of the last change of any game."""
    engine = make_engine(settings.url)
    try:
        with guarded():
            async with engine.connect() as connection:
                return float((await connection.execute(select(func.max(game.c.updated)))).scalar() or 0.0)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection, to: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError as error:
        raise BadData(f"the database is not one that this version of hexfront can use: {error}") from None
