"""kill -9 under load, again and again: what was acknowledged is there afterwards, and every game goes on."""

import asyncio
import random
import time
from pathlib import Path

import crowd
import live

TABLES = 6
PAUSE = 0.02  # seconds between a player's orders, on average


def test_an_acknowledged_order_is_never_lost(tmp_path: Path, often: int) -> None:
    server = live.Server(tmp_path)
    try:
        server.start()
        client = live.Client(server.url)
        tables = crowd.set_up(client, TABLES, 60 + 30 * often)
        for turn in range(often):
            alive = live.run(_load(server, client, tables, random.Random(turn).uniform(0.05, 0.6)))
            assert alive, server.tail()
            server.start()
            assert client.get("/api/me").json()["person"]["id"] == client.person["id"]  # the cookie is still good
            for table in tables:
                crowd.check(client, table)
        live.run(_finish(server, client, tables))
        for table in tables:
            crowd.check(client, table, dice=True)
    finally:
        server.kill()


async def _load(server: live.Server, client: live.Client, tables: list[crowd.Table], wait: float) -> bool:
    """Play until the server is killed after some seconds; whether it lived until then."""
    before = sum(table.acknowledged for table in tables)
    playing = asyncio.create_task(_players(server, client, tables))
    end = time.monotonic() + 20
    while sum(table.acknowledged for table in tables) < before + 3 and time.monotonic() < end:
        await asyncio.sleep(0.005)  # under load means that orders are being answered
    await asyncio.sleep(wait)
    assert server.process is not None
    alive = server.process.poll() is None
    server.kill()
    await playing
    return alive


async def _players(server: live.Server, client: live.Client, tables: list[crowd.Table]) -> None:
    cookies = {cookie.name: cookie.value or "" for cookie in client.cookies.jar}
    await crowd.play_on(server.url, cookies, str(client.headers["X-CSRF-Token"]), tables, PAUSE)


async def _finish(server: live.Server, client: live.Client, tables: list[crowd.Table]) -> None:
    """A few more orders for everybody: the order that broke off is sent again with its key, and counts once."""
    for table in tables:
        table.script = table.script[: table.acknowledged + 5]
    await _players(server, client, tables)
    assert all(table.finished for table in tables), [table.errors for table in tables]


def test_a_robot_s_turn_goes_on_after_kill(tmp_path: Path) -> None:
    """A robot that was thinking when the server died thinks on when it is back, without anybody asking."""
    with live.Server(tmp_path) as server:
        client = live.Client(server.url)
        made = client.new_game("pgg", {"german": "random", "soviet": "random"}, seed="robots")
        _until(lambda: client.view(made["id"])["number"] > 20)
        server.kill()
        server.start()
        number = client.view(made["id"])["number"]
        assert number > 20
        _until(lambda: client.view(made["id"])["number"] > number + 20)
        found = [order for order, _ in live.entries(client.record(made["id"]))]
        assert len(found) >= number + 20


def _until(true: object, patience: float = 30.0) -> None:
    end = time.monotonic() + patience
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.1)
