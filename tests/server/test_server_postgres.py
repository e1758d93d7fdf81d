"""The same server over a real PostgreSQL: migrations, orders, undo, and two workers that hear each other."""

import asyncio
import http.client
import json
import os
import signal
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import live as real
import msgspec
import pytest
import websockets
from live import Client, Postgres, Server, hot_seat, random_orders
from test_server_core import ME, live_in, new_game, play

from hexfront import games
from hexfront.engine.session import CannotUndo
from hexfront.server.bounds import GUESTS
from hexfront.server.games import sockets
from hexfront.server.games.open_game import Listener
from hexfront.server.games.open_games import Conflict, OpenGames
from hexfront.server.games.sitting import EVERY
from hexfront.server.games.sockets import Workers
from hexfront.server.gate.buckets import Buckets
from hexfront.server.settings import Settings
from hexfront.server.storage.db import Database, migrate

Test = Callable[[OpenGames, OpenGames], Coroutine[Any, Any, None]]


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    tool = real.find_tools.postgres()
    if not tool:
        pytest.skip(tool.why)
    with Postgres() as running:
        yield running


_NAMES = iter(range(1_000))


@pytest.fixture
def db(postgres: Postgres) -> str:
    return postgres.database(f"test{next(_NAMES)}")


def run(db: str, test: Test) -> None:
    """Two workers' memories over one database."""

    async def inside() -> None:
        async with live_in(Settings(db=db)) as one, live_in(Settings(db=db)) as two:
            await test(one, two)

    asyncio.run(inside())


def test_orders_and_undo_are_seen_by_the_other_worker(db: str) -> None:
    orders = random_orders("pgg", "core", EVERY + 10)

    async def look(one: OpenGames, two: OpenGames) -> None:
        game_id = await new_game(one)
        for number, order in enumerate(orders):
            worker = (one, two)[number % 2]  # each catches up with the other before it plays
            await worker.order(game_id, ME, order, number, f"k{number}")
        hashes = {(await worker.open(game_id)).sitting.state.hash() for worker in (one, two)}
        assert len(hashes) == 1
        assert (await two.order(game_id, ME, orders[3], 3, "k3")).number == 4  # sent twice, to another worker
        game = await one.rewind(game_id, 7)
        assert game.number == 7 and (await two.open(game_id)).number == 7
        for worker in (one, two):
            with pytest.raises(Conflict):
                await worker.order(game_id, ME, orders[7], 7, "k7")
        await two.order(game_id, ME, orders[7], 7, "fresh")
        assert (await one.open(game_id)).number == 8

    run(db, look)


def test_an_order_asks_the_database_nothing_before_it_is_written(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    orders = random_orders("pgg", "core", 5)

    async def look(one: OpenGames, two: OpenGames) -> None:
        game_id = await new_game(one)
        await one.open(game_id)
        asked: list[str] = []
        version = one.store.writer.version

        async def counted(of: str) -> int | None:
            asked.append(of)
            return await version(of)

        monkeypatch.setattr(one.store.writer, "version", counted)
        for number, order in enumerate(orders):
            await one.order(game_id, ME, order, number)
        assert not asked
        await two.order(game_id, ME, "done", len(orders))
        with pytest.raises(Conflict) as stale:  # the other worker was first, and the database says so
            await one.order(game_id, ME, "done", len(orders))
        assert asked and stale.value.game.number == len(orders) + 1

    run(db, look)


def test_snapshots_are_made_anew_here_too(db: str) -> None:
    async def look(one: OpenGames, two: OpenGames) -> None:
        game_id = await new_game(one)
        await play(one, game_id, random_orders("pgg", "core", EVERY + 3))
        right = await one.store.snapshots(game_id, EVERY)
        async with one.store.database.write() as connection:
            await connection.exec_driver_sql("UPDATE snapshot SET form = 'older'")
        await two.open(game_id)
        assert await one.store.snapshots(game_id, EVERY) == right

    run(db, look)


def test_of_two_orders_at_two_workers_one_wins(db: str) -> None:
    orders = random_orders("pgg", "core", 25)

    async def look(one: OpenGames, two: OpenGames) -> None:
        game_id = await new_game(one)
        for number, order in enumerate(orders):
            found = await asyncio.gather(
                *(
                    worker.order(game_id, ME, order, number, f"{place} {number}")
                    for place, worker in enumerate((one, two))
                ),
                return_exceptions=True,
            )
            assert sorted(type(each).__name__ for each in found) == ["Conflict", "Played"]

    run(db, look)


def test_undo_semantics_are_those_of_sqlite(db: str) -> None:
    async def look(one: OpenGames, two: OpenGames) -> None:
        game_id = await new_game(one)
        await play(one, game_id, ["done"])
        assert (await two.undo(game_id, ME, 1)).number == 0
        with pytest.raises(CannotUndo):
            await one.undo(game_id, ME, 0)

    run(db, look)


def test_what_one_worker_does_the_others_listeners_hear(db: str) -> None:
    german = games.game("pgg").sides[0]

    async def look(one: OpenGames, two: OpenGames) -> None:
        workers = Workers(two.store.writer.dsn, lambda _: True)  # type: ignore[attr-defined]
        await workers.start()
        game_id = await new_game(one)
        listener = Listener(ME)
        await two.join(await two.open(game_id), listener)

        async def next_message() -> Any:
            while not listener.queue:
                await two.hear(await asyncio.wait_for(workers.next(), 5))
            return msgspec.json.decode(listener.queue.popleft())

        await one.order(game_id, ME, "done", 0)
        message = await next_message()
        assert (message["type"], message["number"], message["view"]["number"]) == ("line", 1, 1)
        await one.tell(game_id, {"type": "talk", "text": "Grüße"}, only=(german,))
        assert await next_message() == {"type": "talk", "text": "Grüße"}
        await one.undo(game_id, ME, 1)
        assert (await next_message())["view"]["number"] == 0
        await workers.stop()

    run(db, look)


def test_news_that_were_lost_are_found_after_a_silence(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody tells the second worker anything; its listener gets the line all the same, and nothing twice."""
    monkeypatch.setattr(sockets, "KEEP_ALIVE", 0.05)

    async def look(one: OpenGames, two: OpenGames) -> None:
        game_id = await new_game(one)
        listener = Listener(ME)
        game = await two.open(game_id)
        await two.join(game, listener)
        heard = sockets.messages(two, game, listener)
        assert msgspec.json.decode(await anext(heard))["view"]["number"] == 0
        await one.order(game_id, ME, "done", 0)
        said = [await asyncio.wait_for(anext(heard), 5) for _ in range(6)]
        assert [msgspec.json.decode(text)["view"]["number"] for text in said if text != b"{}"] == [1]

    run(db, look)


def test_who_opens_a_game_before_the_news_come_tells_those_who_listen(db: str) -> None:
    """Otherwise the news would find nothing new, and who listens would wait for the next line."""

    async def look(one: OpenGames, two: OpenGames) -> None:
        game_id = await new_game(one)
        listener = Listener(ME)
        await two.join(await two.open(game_id), listener)
        await one.order(game_id, ME, "done", 0)
        await two.open(game_id)
        await two.hear(one._news(game_id, "line", version=2).encode())
        said = [msgspec.json.decode(text) for text in listener.queue]
        assert [(message["type"], message["view"]["number"]) for message in said] == [("line", 1)]

    run(db, look)


def test_news_that_concern_nobody_here_go_no_further(db: str) -> None:
    async def look(one: OpenGames, two: OpenGames) -> None:
        game_id = await new_game(one)
        await one.open(game_id)
        news = two._news(game_id, "line", version=2)
        assert one.concerns(news) and not two.concerns(news)  # its own, and not open there
        assert not one.concerns(two._news("elsewhere", "line", version=2))
        assert two.concerns(two._news("", "person", person=ME, echo="x"))  # its echo

    run(db, look)


def test_two_workers_a_socket_and_a_robot(db: str, tmp_path: Path) -> None:
    with Server(tmp_path, db=db, workers=2) as server:
        me = Client(server.url)
        game = me.new_game("pgg", {"german": "me", "soviet": "random"})["id"]
        url = f"{server.url.replace('http', 'ws')}/api/games/{game}/ws"
        cookie = "; ".join(f"{one.name}={one.value}" for one in me.cookies.jar)

        async def listen() -> list[list[int]]:
            """Several sockets, which the kernel spreads over the workers, until the robot has done its set-up."""

            async def one() -> list[int]:
                numbers: list[int] = []
                async with websockets.connect(url, additional_headers={"Cookie": cookie}, max_size=None) as socket:
                    async for text in socket:
                        view = json.loads(text).get("view")
                        if view:
                            numbers.append(view["number"])
                            if view["ask"]["side"] == "german":
                                return numbers
                return numbers

            return await asyncio.wait_for(asyncio.gather(*(one() for _ in range(6))), 60)

        found = asyncio.run(listen())
        assert len({numbers[-1] for numbers in found}) == 1
        for numbers in found:
            assert numbers == sorted(numbers)
        assert "Traceback" not in server.log.read_text(), server.tail()


def test_a_credential_that_ended_at_one_worker_is_refused_by_all_at_once(db: str, tmp_path: Path) -> None:
    with Server(tmp_path, db=db, workers=2) as server:
        me = Client(server.url)

        def everywhere(headers: dict[str, str]) -> set[int]:
            """The answers of both workers: the kernel spreads new connections over them."""
            return {httpx.get(f"{server.url}/api/tokens", headers=headers).status_code for _ in range(12)}

        for _ in range(4):
            made = me.post("/api/tokens", json={"title": "bot"}).json()
            bot = {"Authorization": f"Bearer {made['token']}"}
            assert everywhere(bot) == {200}
            assert me.delete(f"/api/tokens/{made['id']}").is_success
            assert everywhere(bot) == {401}
        me.post("/api/people", json={"name": "Somebody", "password": "correct horse"})
        me.sign_on()
        session = {"Cookie": f"hexfront_session={me.cookies['hexfront_session']}"}
        assert everywhere(session) == {200}
        assert me.post("/api/logout").is_success
        assert everywhere(session) == {401}
        assert "Traceback" not in server.log.read_text(), server.tail()


def test_a_worker_that_dies_is_replaced_and_nothing_acknowledged_is_lost(db: str, tmp_path: Path) -> None:
    orders = random_orders("pgg", "core", 30)
    with Server(tmp_path, db=db, workers=2) as server:
        me = Client(server.url)
        game = me.new_game("pgg", hot_seat("pgg"), seed="core")["id"]
        me.play(game, orders[:15])
        assert server.process is not None
        workers = [pid for pid in server.pids if pid != server.process.pid]
        for pid in workers:
            os.kill(pid, signal.SIGKILL)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                again = Client(server.url, cookies=me.cookies)
                break
            except Exception:
                time.sleep(0.2)
        assert again.view(game)["number"] == 15
        again.play(game, orders[15:], 15)


def test_two_workers_count_what_is_rare_together(db: str, tmp_path: Path) -> None:
    """Without the database in between, each worker would allow all of it: the kernel spreads connections over both."""
    with Server(tmp_path, db=db, workers=2, limits=True) as server:
        began = time.monotonic()
        statuses = [_asked(server.port, "/api/me") for _ in range(2 * GUESTS.burst)]
        allowed = GUESTS.burst + (time.monotonic() - began) * GUESTS.each + 1
        assert set(statuses) == {200, 429} and GUESTS.burst <= statuses.count(200) <= allowed
        assert "Traceback" not in server.log.read_text(), server.tail()


def _asked(port: int, path: str) -> int:
    """The status of an answer on a connection of its own."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    line.request("GET", path, headers={"Connection": "close"})
    try:
        return line.getresponse().status
    finally:
        line.close()


def test_a_shared_bucket_empties_and_fills_again(db: str) -> None:
    async def look() -> None:
        await migrate(Settings(db=db))
        databases = [Database(Settings(db=db)) for _ in range(2)]
        try:
            both = [Buckets(database) for database in databases]
            waits = await asyncio.gather(*(both[number % 2].take("a", 2.0, 5) for number in range(8)))
            assert sum(wait == 0 for wait in waits) == 5 and 0.3 < max(waits) <= 0.5
            assert await both[1].take("b", 2.0, 5) == 0
            await asyncio.sleep(0.6)
            assert await both[0].take("a", 2.0, 5) == 0 < await both[1].take("a", 2.0, 5)
        finally:
            for database in databases:
                await database.close()

    asyncio.run(look())
