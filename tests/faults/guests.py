"""What a guest can do to others with nothing but requests that anybody may send, each with a bound of its own.

Every attack is told the server and how many seconds it has; guests come from addresses of their own of the loopback.
What they are refused does not matter here: only that others do not feel it.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import attacks
import httpx
import live

Attack = Callable[[live.Server, float], Awaitable[list[int]]]
ELSEWHERE = "127.0.0.2"
_ADDRESSES = itertools.cycle(range(3, 250))


@contextlib.asynccontextmanager
async def guest(server: live.Server, timeout: float = 30.0) -> AsyncIterator[httpx.AsyncClient]:
    """A new guest, at an address where nobody else is."""
    way = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{next(_ADDRESSES)}", limits=httpx.Limits(max_connections=60))
    async with httpx.AsyncClient(base_url=server.url, transport=way, timeout=timeout) as client:
        answer = await client.get("/api/me")
        client.headers["X-CSRF-Token"] = answer.json()["csrf"]
        yield client


async def flood(seconds: float, at_once: int, send: Callable[[int], Awaitable[httpx.Response]]) -> list[int]:
    """Requests without a pause, so many at the same time; the status of each, 0 for one that was not answered."""
    end, numbers, seen = time.monotonic() + seconds, itertools.count(), []

    async def one() -> None:
        while time.monotonic() < end:
            try:
                seen.append((await send(next(numbers))).status_code)
            except httpx.TransportError:
                seen.append(0)
            if seen[-1] in (0, 429, 503):
                await asyncio.sleep(0.05)

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds + 5):
            await asyncio.gather(*(one() for _ in range(at_once)))
    return seen


async def new_game(client: httpx.AsyncClient, seats: dict[str, str], **more: Any) -> str:
    """A game of this guest; empty if he was refused one."""
    answer = await client.post("/api/games", json={"game": "pgg", "seats": seats, **more})
    return str(answer.json()["id"]) if answer.is_success else ""


async def played(client: httpx.AsyncClient, orders: list[str]) -> str:
    """A game that has come so far, as fast as one person may play."""
    game = await new_game(client, live.hot_seat("pgg"), seed="combat")
    for number, order in enumerate(orders):
        body = {"order": order, "seen": number}
        while (answer := await client.post(f"/api/games/{game}/orders", json=body)).status_code == 429:
            await asyncio.sleep(0.2)
        assert answer.is_success, answer.text
    return game


@functools.cache
def soviet_combat() -> tuple[list[str], list[str], str]:
    """Orders that lead to a Soviet combat phase, the divisions on the board then, and a hex with Germans in it."""
    from hexfront import games
    from hexfront.engine.session import Session

    rules, rng = games.game("pgg"), random.Random(7)
    session = Session.start(rules, seed="combat")
    while (ask := session.ask()) and ask.name != "soviet combat":
        session.play(ask.sample(rng))
    pieces = rules.desk.pieces(session.state)
    german = next(rules.grid.label(one.place) for one in pieces if one.side == "german" and not one.is_marker)
    divisions = [one.name for one in pieces if one.side == "soviet" and one.name[0] == "R"]
    return [line.order for line in session.log], divisions, german


# -- the attacks ---------------------------------------------------------------------------------------------


async def great_panels(server: live.Server, seconds: float) -> list[int]:
    """The odds of forty divisions and their leaders against one hex, eight times at once, and again."""
    async with guest(server) as client:
        orders, divisions, german = soviet_combat()
        game = await played(client, orders)
        body = {"order": f"attack {' '.join(divisions[-40:])} > {german}"}
        return await flood(seconds, 8, lambda _: client.post(f"/api/games/{game}/panel", json=body))


async def great_groups(server: live.Server, seconds: float) -> list[int]:
    """What whole armies can be ordered to do, asked without end, and hung up on."""
    async with guest(server, 1.0) as client:
        orders, divisions, _ = soviet_combat()
        game, names = await played(client, orders), ",".join(divisions)

        async def ask(number: int) -> httpx.Response:
            if number % 2:
                return await client.get(f"/api/games/{game}/offered", params={"limit": 200})
            return await client.get(f"/api/games/{game}/options", params={"units": names})

        return await flood(seconds, 8, ask)


async def combining_marks(server: live.Server, seconds: float) -> list[int]:
    """Texts of nothing but marks that go on top of each other, as names, as chat, as orders, as records."""
    marks = "a" + "\u0301\u0323" * 15_000
    async with guest(server) as client:
        game = await new_game(client, live.hot_seat("pgg"))
        ways: list[tuple[str, str, Any]] = [
            ("PUT", "/api/me", {"name": marks}),
            ("POST", f"/api/games/{game}/talk", {"text": marks}),
            ("POST", f"/api/games/{game}/orders", {"order": marks[:1_900], "seen": 0}),
            ("POST", "/api/people", {"name": marks, "password": "long enough"}),
            ("POST", "/api/login", {"name": marks[:190], "password": "long enough"}),
            ("POST", f"/api/games/{game}/branch", {"number": 0, "side": marks, "robot": marks}),
        ]

        async def send(number: int) -> httpx.Response:
            method, path, body = ways[number % len(ways)]
            return await client.request(method, path, json=body)

        return await flood(seconds, 4, send)


async def false_records(server: live.Server, seconds: float) -> list[int]:
    """Records of two megabytes that are not true."""
    text = "game: pgg\n" + "move R1 2216-2215\n" * 100_000
    async with guest(server) as client:
        return await flood(seconds, 4, lambda _: client.post("/api/records", content=text.encode()))


async def wrong_passwords(server: live.Server, seconds: float) -> list[int]:
    """Wrong passwords for one name, from several addresses at once."""
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(guest(server)) for _ in range(4)]
        body = {"name": "Victim", "password": "not this one"}
        return await flood(seconds, 16, lambda n: clients[n % len(clients)].post("/api/login", json=body))


async def many_robots(server: live.Server, seconds: float) -> list[int]:
    """As many games of robots against each other as one guest gets."""
    async with guest(server) as client:
        body = {"game": "pgg", "seats": {"german": "general", "soviet": "general"}}
        seen = [(await client.post("/api/games", json=body)).status_code for _ in range(30)]
        await asyncio.sleep(seconds)
        return seen


async def held_games(server: live.Server, seconds: float, games: int = 520) -> list[int]:
    """More games than a server keeps, each held by a socket, by several guests."""
    writers: list[asyncio.StreamWriter] = []
    seen: list[int] = []
    end = time.monotonic() + seconds
    async with contextlib.AsyncExitStack() as stack:
        while len(seen) < games and time.monotonic() < end:
            client = await stack.enter_async_context(guest(server))
            for _ in range(25):
                body = {"game": "pgg", "seats": live.hot_seat("pgg")}
                answer = await client.post("/api/games", json=body)
                seen.append(answer.status_code)
                if answer.is_success:
                    writers.append(await socket(server, client, answer.json()["id"]))
        await asyncio.sleep(max(0.0, end - time.monotonic()))
    for writer in writers:
        writer.close()
    return seen


async def socket(server: live.Server, client: httpx.AsyncClient, game: str) -> asyncio.StreamWriter:
    """A socket of this guest, from his own address."""
    address = client._transport._pool._local_address  # type: ignore[attr-defined]  # there is no other way to ask
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)
    _, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0))
    head = f"GET /api/games/{game}/ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
    key = "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: aGV4ZnJvbnQgYmVuY2ghIQ==\r\n"
    writer.write(f"{head}{key}Cookie: {cookies}\r\n\r\n".encode())
    await writer.drain()
    return writer


async def deep_bodies(server: live.Server, seconds: float) -> list[int]:
    """Bodies of nothing but brackets, and bodies that are as big as they may be."""
    bodies = [b"[" * 60_000, b'{"order":"' + b"\\u0061" * 10_000 + b'"}', b"\xff" * 64_000]
    async with guest(server) as client:
        return await flood(
            seconds,
            8,
            lambda n: client.post("/api/games", content=bodies[n % 3], headers={"Content-Type": "application/json"}),
        )


async def stubborn_hooks(server: live.Server, seconds: float) -> list[int]:
    """Ten games whose web hooks answer a byte at a time. The server must have been told to call its own machine."""
    async with guest(server) as client, attacks.dripping_hook() as (port, seen):
        for number in range(10):
            game = await new_game(client, {"german": "random", "soviet": "me"}, seed=f"hook {number}")
            await client.put(f"/api/games/{game}/hooks", json={"url": f"http://127.0.0.1:{port}/"})
            await client.post(f"/api/games/{game}/orders", json={"order": "done", "seen": 0})
        await asyncio.sleep(seconds)
        return [200] * seen.opened


async def busy_sockets(server: live.Server, seconds: float) -> list[int]:
    """Sockets that ping without end, and others whose messages come in pieces of one byte."""
    async with guest(server) as client:
        path = f"/api/games/{await new_game(client, live.hot_seat('pgg'))}/ws"
        both = await asyncio.gather(
            attacks.ping_flood(server.port, path, seconds, count=3, source=ELSEWHERE),
            attacks.tiny_fragments(server.port, path, seconds, count=3, source=ELSEWHERE),
        )
        return [code for outcome in both for code in outcome.answers.elements()]


def on_the_wire(name: str, *more: Any) -> Attack:
    """An attack on the protocol itself, from elsewhere."""

    async def attack(server: live.Server, seconds: float) -> list[int]:
        given = {"seconds": seconds, "source": ELSEWHERE}
        outcome: attacks.Outcome = await getattr(attacks, name)(server.port, *more, **given)
        return list(outcome.answers.elements()) or [0] * outcome.opened

    attack.__name__ = name
    return attack


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        great_panels,
        great_groups,
        combining_marks,
        false_records,
        deep_bodies,
        wrong_passwords,
        many_robots,
        held_games,
        stubborn_hooks,
        busy_sockets,
        on_the_wire("many_headers", 150),
        on_the_wire("one_long_line", 150),
        on_the_wire("half_requests", 1_100),
        on_the_wire("half_bodies", 600),
        on_the_wire("tiny_chunks", 20),
        on_the_wire("pipelined", 20),
        on_the_wire("deaf", "/api/boards/pgg.svg", 200),
        on_the_wire("request_flood", "/api/catalog", 200),
        on_the_wire("coming_and_going"),
    )
}
