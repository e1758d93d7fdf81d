"""One guest must not stop the others: questions, games, sockets and robots in masses, against a real server."""

import asyncio
import contextlib
import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from litestar.exceptions import ClientException
from live import Client, Server, command_of, hot_seat, random_orders
from websockets.exceptions import ConnectionClosed

from hexfront.server.bounds import QUESTIONS_WAITING, SOCKETS_ADDRESS, SOCKETS_EACH
from hexfront.server.games.open_game import Lock
from hexfront.server.gate.lines import Lines
from hexfront.server.people.typed import folded, many_lines, one_line
from hexfront.server.turns import Turns

SLOW = 0.25  # seconds within which 99 of 100 orders of somebody else are answered, on an idle machine


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("crowds")) as running:
        yield running
        assert "Traceback" not in running.log.read_text(), running.tail()


def headers_of(client: Client) -> dict[str, str]:
    cookies = "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)
    return {"Cookie": cookies, "X-CSRF-Token": str(client.headers["X-CSRF-Token"])}


def socket_of(client: Client, game: str) -> Any:
    url = f"{str(client.base_url).rstrip('/').replace('http', 'ws')}/api/games/{game}/ws"
    return websockets.connect(url, additional_headers={"Cookie": headers_of(client)["Cookie"]}, max_size=None)


# -- turns ---------------------------------------------------------------------------------------------------


def order_of_turns(comers: list[tuple[tuple[str, ...], int]], places: int = 1, each: int = 0) -> list[tuple[str, ...]]:
    """Who gets a place one after the other, when all come at once while the places are taken."""

    async def play() -> list[tuple[str, ...]]:
        turns, served, gate = Turns(places, each), list[tuple[str, ...]](), asyncio.Event()

        async def come(owner: tuple[str, ...], rank: int) -> None:
            async with turns.turn(owner, lambda: rank):
                served.append(owner)
                await gate.wait()

        async with turns.turn(("first",)):
            tasks = [asyncio.create_task(come(*one)) for one in comers]
            await asyncio.sleep(0)
            gate.set()
        await asyncio.gather(*tasks)
        assert turns.free == places and not turns.crowd
        return served

    return asyncio.run(play())


def test_a_crowd_delays_another_by_one_turn() -> None:
    crowd = [(("far", "greedy"), 0)] * 30
    assert order_of_turns([*crowd, (("near", "honest"), 0)]).index(("near", "honest")) == 1
    guests = [(("far", f"guest {n}"), 0) for n in range(30)]
    assert order_of_turns([*guests, (("near", "honest"), 0)]).index(("near", "honest")) == 1
    assert order_of_turns([*guests, (("near", "late"), 1), (("far", "early"), -1)])[0] == ("far", "early")


def test_nobody_has_all_places_and_who_leaves_the_queue_takes_none() -> None:
    async def play() -> None:
        turns = Turns(2, 1)
        async with turns.turn(("one",)):
            second = asyncio.create_task(turns._come(("one",), lambda: 0))
            await asyncio.sleep(0)
            async with turns.turn(("two",)):
                assert not second.done() and turns.crowd == 3
            second.cancel()
            await asyncio.gather(second, return_exceptions=True)
            assert turns.crowd == 1
        async with turns.turn(("one",)):  # called and gone in the same moment
            third = asyncio.create_task(turns._come(("one",), lambda: 0))
            await asyncio.sleep(0)
        third.cancel()
        await asyncio.gather(third, return_exceptions=True)
        assert turns.free == 2 and not turns.crowd

    asyncio.run(play())


def test_many_who_leave_the_queue_in_the_same_moment_take_no_place() -> None:
    async def play() -> None:
        turns = Turns(1)
        async with turns.turn(("first",)):
            waiting = [asyncio.create_task(turns._come((str(n),), lambda: 0)) for n in range(5)]
            await asyncio.sleep(0)
            for one in waiting:
                one.cancel()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(one, asyncio.CancelledError) for one in found)
        assert turns.free == 1 and not turns.crowd

    asyncio.run(play())


def test_a_lock_knows_who_waits_for_it() -> None:
    async def play() -> None:
        lock = Lock()
        async with lock:
            waiting = asyncio.create_task(lock.acquire())
            await asyncio.sleep(0)
            assert lock.wanted == 2
        assert lock.wanted == 1  # nobody has it just now, and yet it is wanted
        await waiting
        lock.release()
        assert not lock.wanted
        async with lock:
            waiting = asyncio.create_task(lock.acquire())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        assert not lock.wanted

    asyncio.run(play())


# -- words ---------------------------------------------------------------------------------------------------


def test_heaps_of_marks_are_refused_before_they_are_sorted() -> None:
    heap = "a" + "\u0301\u0316" * 32_000
    for work in (
        lambda: many_lines(heap, 20_000, "the notes"),
        lambda: many_lines(heap[:19_000], 20_000, "the notes"),
        lambda: one_line(heap, 40, "a name"),
        lambda: one_line(heap[:100], 40, "a name"),
        lambda: folded(heap),
    ):
        began = time.process_time()
        with pytest.raises(ClientException):
            work()
        assert time.process_time() - began < 0.05
    name = "Nguye\u0302\u0303n"
    assert one_line(name, 40, "a name") == "Nguy\u1ec5n"
    assert len(many_lines(name * 3_000, 20_000, "the notes")) == 18_000


# -- questions -----------------------------------------------------------------------------------------------


def heavy_board(client: Client) -> tuple[str, str]:
    """A game under way, and an attack in it by all divisions that nobody knows, with their leaders."""
    game = client.new_game("pgg", hot_seat("pgg"), seed="heavy")["id"]
    client.play(game, random_orders("pgg", "heavy", 150))
    pieces = [one for one in client.view(game)["pieces"] if one["unit"]]
    soviets = [one["unit"] for one in pieces if one["side"] == "soviet"]
    german = next(one["hex"] for one in pieces if one["side"] == "german")
    assert len(soviets) > 30
    return game, f"attack {' '.join(soviets)} > {german}"


async def post(client: httpx.AsyncClient, path: str, body: dict[str, Any]) -> tuple[int, float]:
    began = time.perf_counter()
    try:
        return (await client.post(path, json=body)).status_code, time.perf_counter() - began
    except httpx.TransportError:
        return 0, time.perf_counter() - began


async def honest(url: str, headers: dict[str, str], game: str, orders: list[str], over: asyncio.Event) -> list[float]:
    """Somebody who plays his game; how long each of his orders took."""
    took, limits = [], httpx.Limits(max_connections=1)
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=60, limits=limits) as client:
        for seen, order in enumerate(orders):
            status, seconds = await post(client, f"/api/games/{game}/orders", {"order": order, "seen": seen})
            assert status == 200
            took.append(seconds)
            if over.is_set() and len(took) > 300:
                break
            await asyncio.sleep(0.02)
    return took


def test_forty_heavy_questions_of_one_guest_do_not_delay_another(server: Server) -> None:
    guest, player = Client(server.url), Client(server.url)
    game, attack = heavy_board(guest)
    mine, before = (player.new_game("pgg", hot_seat("pgg"), seed="honest")["id"] for _ in range(2))
    orders = random_orders("pgg", "honest", 400)

    async def play() -> tuple[list[float], list[float], list[tuple[int, float]], float]:
        over = asyncio.Event()
        quiet = await honest(server.url, headers_of(player), before, orders[:120], over)
        playing = asyncio.create_task(honest(server.url, headers_of(player), mine, orders, over))
        limits = httpx.Limits(max_connections=60)
        async with (
            httpx.AsyncClient(base_url=server.url, headers=headers_of(guest), timeout=90, limits=limits) as many,
            httpx.AsyncClient(base_url=server.url, headers=headers_of(player), timeout=90) as one,
        ):
            asked = [asyncio.create_task(post(many, f"/api/games/{game}/panel", {"order": attack})) for _ in range(40)]
            await asyncio.sleep(0.3)
            _, waited = await post(one, f"/api/games/{mine}/panel", {"order": "attack 1 > 2216"})
            answers = await asyncio.gather(*asked)
        over.set()
        return quiet, await playing, answers, waited

    quiet, took, answers, waited = asyncio.run(play())
    assert {status for status, _ in answers} == {200}
    usual, slow = (statistics.quantiles(one, n=100)[98] for one in (quiet, took))
    longest = max(seconds for _, seconds in answers)
    print(f"p99 of {len(took)} orders {1000 * slow:.0f} ms ({1000 * usual:.0f} before), 40 panels in {longest:.1f} s")
    assert slow < max(SLOW, 4 * usual) and waited < 2 + 4 * usual


def test_who_hangs_up_gives_up_what_he_asked(server: Server) -> None:
    guest = Client(server.url)
    game, attack = heavy_board(guest)

    async def play() -> float:
        limits = httpx.Limits(max_connections=60)
        async with httpx.AsyncClient(
            base_url=server.url, headers=headers_of(guest), timeout=0.5, limits=limits
        ) as client:
            for _ in range(3):
                path = f"/api/games/{game}/panel"
                assert {
                    status
                    for status, _ in await asyncio.gather(*(post(client, path, {"order": attack}) for _ in range(40)))
                } & {0}  # they hung up
        began = time.perf_counter()
        async with httpx.AsyncClient(base_url=server.url, headers=headers_of(guest), timeout=60) as client:
            assert (await client.get(f"/api/games/{game}/forces")).status_code == 200
        return time.perf_counter() - began

    assert asyncio.run(play()) < 3  # 120 panels would take a minute


def test_who_asks_too_much_at_once_is_told(server: Server) -> None:
    guest = Client(server.url)
    game, attack = heavy_board(guest)

    async def play() -> list[httpx.Response | BaseException]:
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(
            base_url=server.url, headers=headers_of(guest), timeout=6, limits=limits
        ) as client:
            path = f"/api/games/{game}/panel"
            work = (client.post(path, json={"order": attack}) for _ in range(2 * QUESTIONS_WAITING))
            return await asyncio.gather(*work, return_exceptions=True)

    told = [one for one in asyncio.run(play()) if isinstance(one, httpx.Response) and one.status_code == 429]
    assert len(told) >= 10 and "questions wait" in told[0].json()["error"]["why"]
    assert told[0].headers["retry-after"] == "1"


# -- games and sockets ---------------------------------------------------------------------------------------


def test_a_game_that_is_followed_is_never_let_go_of(tmp_path: Path) -> None:
    """With room for four games, five are followed: the fifth is told that there is no room, the four go on."""
    with Server(tmp_path, env={"HEXFRONT_GAMES": "4"}) as server:
        me, other = Client(server.url), Client(server.url)
        games = [me.new_game("pgg", hot_seat("pgg"))["id"] for _ in range(6)]

        async def play() -> None:
            async with contextlib.AsyncExitStack() as open_sockets:
                held = [await open_sockets.enter_async_context(socket_of(me, game)) for game in games[:4]]
                for socket in held:
                    await socket.recv()
                async with socket_of(me, games[4]) as fifth:
                    with pytest.raises(ConnectionClosed):
                        await fifth.recv()
                    assert fifth.close_code == 4503 and "as there is room for" in fifth.close_reason
                answer = await asyncio.to_thread(other.get, f"/api/games/{games[5]}")
                assert answer.status_code == 503 and "as there is room for" in answer.json()["error"]["why"]
                assert (
                    await asyncio.to_thread(me.order, games[4], "done", 0)
                ).status_code == 200  # who plays is let in
                answer = await asyncio.to_thread(other.get, f"/api/games/{games[5]}")
                assert answer.status_code == 503  # and stays in
                assert (await asyncio.to_thread(me.get, f"/api/games/{games[4]}")).status_code == 200
                for game, socket in zip(games, held, strict=False):
                    assert (await asyncio.to_thread(me.order, game, "done", 0)).status_code == 200
                    assert json.loads(await asyncio.wait_for(socket.recv(), 5))["type"] == "line"

        asyncio.run(play())
        assert me.order(games[5], "done", 0).status_code == 200
        assert "Traceback" not in server.log.read_text(), server.tail()


def test_many_games_through_little_room(tmp_path: Path) -> None:
    """Everybody touches another game at the same time, and nobody's is let go of while he has it in hand."""
    with Server(tmp_path, env={"HEXFRONT_GAMES": "4"}) as server:
        me = Client(server.url)
        games = [me.new_game("pgg", hot_seat("pgg"))["id"] for _ in range(12)]

        async def play() -> set[int]:
            async with httpx.AsyncClient(base_url=server.url, headers=headers_of(me), timeout=30) as client:
                work = (post(client, f"/api/games/{game}/orders", {"order": "done", "seen": 0}) for game in games)
                return {status for status, _ in await asyncio.gather(*work)}

        assert asyncio.run(play()) <= {200, 503}
        assert all(me.order(game, "done", 0).status_code in (200, 409) for game in games)
        assert "Traceback" not in server.log.read_text(), server.tail()


def test_sockets_of_a_person_and_of_an_address_are_counted() -> None:
    lines = Lines()
    with contextlib.ExitStack() as held:
        for _ in range(SOCKETS_EACH):
            held.enter_context(lines.hold("anna", "1.1.1.1"))
        with pytest.raises(ClientException, match="close one of them first"):
            held.enter_context(lines.hold("anna", "2.2.2.2"))
        for n in range(SOCKETS_ADDRESS - SOCKETS_EACH):
            held.enter_context(lines.hold("" if n % 2 else f"guest {n}", "1.1.1.1"))
        with pytest.raises(ClientException, match="from your address"):
            held.enter_context(lines.hold("boris", "1.1.1.1"))
        held.enter_context(lines.hold("boris", "2.2.2.2"))
    assert not lines._people and not lines._addresses
    with lines.hold("anna", "1.1.1.1"):
        pass


def test_caps_of_sockets_and_games_hold_and_are_told(tmp_path: Path) -> None:
    with Server(tmp_path, limits=True) as server:
        me = Client(server.url)
        game = me.new_game("pgg", hot_seat("pgg"))["id"]

        async def play() -> None:
            async with contextlib.AsyncExitStack() as held:
                for _ in range(SOCKETS_EACH):
                    socket = await held.enter_async_context(socket_of(me, game))
                    await socket.recv()
                async with socket_of(me, game) as last:
                    with pytest.raises(ConnectionClosed):
                        await last.recv()
                    assert last.close_code == 4429 and str(SOCKETS_EACH) in last.close_reason
                stream = await asyncio.to_thread(me.get, f"/api/games/{game}/stream")
                assert stream.status_code == 429 and str(SOCKETS_EACH) in stream.json()["error"]["why"]
            async with socket_of(me, game) as again:
                assert json.loads(await again.recv())["type"] == "view"

        asyncio.run(play())
        made = [me.post("/api/games", json={"game": "pgg", "seats": {"german": "random", "soviet": "random"}})]
        assert made[0].status_code == 201


# -- robots --------------------------------------------------------------------------------------------------


def test_a_recruit_answers_while_thirty_games_of_robots_wait(tmp_path: Path) -> None:
    with Server(tmp_path, limits=True) as server:
        guest, player = Client(server.url), Client(server.url)
        among = {"german": "general", "soviet": "general"}
        games = [guest.new_game("pgg", among)["id"] for _ in range(29)]
        time.sleep(6)  # they think
        game = player.new_game("pgg", {"german": "me", "soviet": "recruit"})["id"]
        began = time.monotonic()
        while not player.view(game)["number"]:
            assert time.monotonic() - began < 20
            time.sleep(0.1)
        print(f"the first order of the recruit took {time.monotonic() - began:.1f} s")
        assert time.monotonic() - began < 8  # its process starts, and reads its weights
        running = [one for one in games if guest.view(one)["number"]]
        assert len(running) <= 3, running


def test_a_game_of_robots_goes_on_when_somebody_looks_at_it(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        guest = Client(server.url)
        games = [guest.new_game("pgg", {"german": "general", "soviet": "general"})["id"] for _ in range(4)]
        time.sleep(1)
        last = games[-1]

        async def look() -> int:
            async with socket_of(guest, last) as socket:
                async with asyncio.timeout(60):
                    async for text in socket:
                        message = json.loads(text)
                        if message.get("type") == "line":
                            return int(message["number"])
            return 0

        assert not guest.view(last)["number"] and asyncio.run(look()) == 1


def test_children_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    """kill -9, the server alone: robots in the middle of a thought and the checker of records go too."""
    with Server(tmp_path) as server:
        me = Client(server.url)
        me.new_game("pgg", {"german": "me", "soviet": "general"})
        me.new_game("pgg", {"german": "general", "soviet": "general"})
        me.post("/api/records", content="hexfront 1", headers={"Content-Type": "text/plain"})
        end = time.monotonic() + 30
        while sum(b"spawn_main" in command_of(pid) for pid in server.pids) < 3:
            assert time.monotonic() < end
            time.sleep(0.1)
        server.kill_alone()
