"""Which worker lets which robot play: locks of a PostgreSQL connection, gone when the worker is gone."""

import asyncio
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from hexfront.server.games.open_games import OpenGames
from hexfront.server.storage.db import Unavailable
from hexfront.server.storage.writer import PostgresWriter


class Claims:
    """The claims of this worker. One that has the database for itself has them all."""

    def __init__(self, open_games: OpenGames) -> None:
        self.open_games = open_games
        self._connection: Any = None
        self._lock = asyncio.Lock()

    async def take(self, game_id: str) -> bool:
        """Try to get the claim. A worker alone has them all."""
        return not self.open_games.shared or bool(await self._ask("SELECT pg_try_advisory_lock(hashtext($1))", game_id))

    async def give_up(self, game_id: str) -> None:
        """Let go of the claim."""
        if self.open_games.shared:
            await self._ask("SELECT pg_advisory_unlock(hashtext($1))", game_id)

    async def close(self) -> None:
        """Let go of all."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def _ask(self, sql: str, game_id: str) -> Any:
        writer = self.open_games.store.writer
        assert isinstance(writer, PostgresWriter)
        async with self._lock:
            try:
                if self._connection is None or self._connection.is_closed():
                    self._connection = await asyncpg.connect(writer.dsn, timeout=5)
                return await self._connection.fetchval(sql, game_id, timeout=5)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
                await self.close()
                raise Unavailable(f"the claims of robots cannot be read: {error}") from error
