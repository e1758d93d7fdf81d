"""Buckets that several workers have in common, in PostgreSQL: for what is rare and dear, see `limits`.

One statement takes a request out of a bucket if it is not empty. The time is the database's, so that workers on
several machines agree. Nothing is waited for but the statement: the table is not logged, and a crash empties it.
"""

import time

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from hexfront.server.bounds import BUCKETS_SWEEP
from hexfront.server.storage.db import Database
from hexfront.server.storage.models import bucket


class Buckets:
    """The buckets of one database."""

    def __init__(self, database: Database) -> None:
        self._database, self._swept = database, time.monotonic()

    async def take(self, name: str, each: float, burst: float) -> float:
        """Take one request out of a bucket; if it is empty, the seconds until it is not."""
        now = func.extract("epoch", func.clock_timestamp())
        full_at = func.greatest(bucket.c.full_at, now) + 1 / each
        put = insert(bucket).values(name=name, full_at=now + 1 / each)
        put = put.on_conflict_do_update(
            index_elements=[bucket.c.name], set_={"full_at": full_at}, where=full_at - now <= burst / each + 1e-6
        )
        async with self._database.write() as db:
            if (await db.execute(put.returning(bucket.c.full_at))).first():
                await self._sweep(db)
                return 0.0
            wait = select(full_at - now - burst / each).where(bucket.c.name == name)
            return max(0.001, float((await db.execute(wait)).scalar_one_or_none() or 0.0))

    async def _sweep(self, db: AsyncConnection) -> None:
        """Throw away what is full."""
        if time.monotonic() - self._swept > BUCKETS_SWEEP:
            self._swept = time.monotonic()
            now = func.extract("epoch", func.clock_timestamp())
            await db.execute(delete(bucket).where(bucket.c.full_at < now))
