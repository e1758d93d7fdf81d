"""Settings, migrations, and how the database is opened."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from live import random_orders
from test_server_core import live_in, new_game, play, run, settings_in

from hexfront.engine.errors import BadData
from hexfront.server.games.open_games import OpenGames
from hexfront.server.settings import Settings, from_environment, to_environment
from hexfront.server.storage import models
from hexfront.server.storage.db import make_engine, migrate


def test_settings_go_through_the_environment_and_back() -> None:
    settings = Settings(db="sqlite+aiosqlite:////nowhere/x.db", port=9, smtp="smtp://x")
    assert from_environment(to_environment(settings)) == settings
    assert from_environment({"HEXFRONT_LIMITS": "false", "HEXFRONT_GAMES": "7"}) == Settings(limits=False, games=7)


@pytest.mark.parametrize(
    ("environ", "why"),
    [
        ({"HEXFRONT_DB": "mysql://x"}, "--db takes"),
        ({"HEXFRONT_GAMES": "many"}, "cannot be used"),
        (to_environment(Settings(db="sqlite+aiosqlite:///x", workers=2)), "served by one worker"),
    ],
)
def test_settings_that_cannot_be_used_are_told_in_one_sentence(environ: dict[str, str], why: str) -> None:
    with pytest.raises(BadData, match=why):
        from_environment(environ)


def test_migrations_make_exactly_the_tables_of_the_models(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)

    async def differences() -> list[Any]:
        await migrate(settings)
        await migrate(settings)  # a second start finds everything done
        engine = make_engine(settings.url)
        async with engine.connect() as connection:
            found: list[Any] = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), models.metadata)
            )
        await engine.dispose()
        return found

    assert asyncio.run(differences()) == []


def test_a_database_of_the_first_revision_is_brought_up_to_date_with_its_games(tmp_path: Path) -> None:
    settings, orders = settings_in(tmp_path), random_orders("pgg", "core", 5)

    async def old_and_new() -> None:
        await migrate(settings, "0001")
        async with live_in(settings) as open_games:
            game_id = await new_game(open_games)
            await play(open_games, game_id, orders)
        async with live_in(settings) as open_games:
            assert (await open_games.open(game_id)).number == 5

    asyncio.run(old_and_new())


def test_a_database_from_the_future_is_refused(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    asyncio.run(migrate(settings))
    with sqlite3.connect(tmp_path / "hexfront.db") as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadData, match="not one that this version of hexfront can use"):
        asyncio.run(migrate(settings))


def test_every_connection_is_durable(tmp_path: Path) -> None:
    async def look(open_games: OpenGames) -> None:
        async with open_games.store.database.read() as db:
            pragmas = {
                name: (await db.exec_driver_sql(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")
            }
        assert pragmas == {"journal_mode": "wal", "synchronous": 2}

    run(tmp_path, look)
