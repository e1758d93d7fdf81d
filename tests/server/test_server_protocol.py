"""What the server's own protocols turn away: attacks of tests/faults on a small scale, and what must go on as ever."""

import asyncio
import contextlib
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import websockets

sys.path.insert(0, str(Path(__file__).parents[1] / "faults"))

import attacks
from attacks import HOST, Outcome, hung_up, opened

from hexfront.server import bounds
from hexfront.server.gate import door
from hexfront.server.gate.door import Door
from hexfront.server.gate.protocol import BoundedHttp, BoundedSocket

BIG = 4_000_000
SOMEBODY_ELSE = "127.0.0.2"


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Says how much it was sent, much at /big, late at /late; its socket says hello and listens."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "hello"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    size, more = 0, scope["method"] == "POST"
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message.get("body", b"")), message.get("more_body", False)
    if scope["path"] == "/late":
        await asyncio.sleep(0.5)
    body = b"x" * BIG if scope["path"] == "/big" else str(size).encode()
    head = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": body})


class Running:
    """A uvicorn with our protocols."""

    def __init__(self, server: uvicorn.Server, port: int) -> None:
        self.server, self.port = server, port

    @property
    def door(self) -> Door:
        return door._DOORS[self.server.server_state]

    async def empty(self, seconds: float = 3) -> bool:
        """Does everybody go?"""
        end = asyncio.get_running_loop().time() + seconds
        while self.door.many and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)
        return not self.door.many

    async def asks(self, request: bytes = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", source: str = HOST) -> bytes:
        """What an honest request is answered, on a connection of its own."""
        reader, writer = await opened(self.port, source)
        try:
            writer.write(request)
            return await asyncio.wait_for(self._answer(reader), 3)
        finally:
            await hung_up(writer)

    async def _answer(self, reader: asyncio.StreamReader) -> bytes:
        head = await reader.readuntil(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        return head.split()[1] + b" " + await reader.readexactly(size)


@contextlib.asynccontextmanager
async def running(proxies: bool = False) -> AsyncIterator[Running]:
    """The server, for as long as the block."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, 0))
        config = uvicorn.Config(
            app,
            http=BoundedHttp,
            ws=BoundedSocket,
            lifespan="off",
            log_level="error",
            proxy_headers=proxies,
            timeout_keep_alive=bounds.IDLE,
            ws_max_size=bounds.MESSAGE,
            ws_per_message_deflate=False,
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([listener]))
        try:
            while not server.started:
                await asyncio.sleep(0.01)
            yield Running(server, listener.getsockname()[1])
        finally:
            server.should_exit = server.force_exit = True
            await serving


def against(test: Callable[[Running], Awaitable[None]], **given: bool) -> None:
    """Run a test against the server."""

    async def inside() -> None:
        async with running(**given) as found:
            await test(found)

    asyncio.run(inside())


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bounds, but shorter times."""
    short = {"HEAD_TIME": 0.4, "BODY_GRACE": 0.4, "LINGER": 0.3, "SWEEP": 0.05, "STALLED": 0.4, "IDLE": 1}
    for name, value in short.items():
        monkeypatch.setattr(bounds, name, value)
    monkeypatch.delenv("HEXFRONT_SETTINGS", raising=False)


# -- heads and bodies ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "status", "why"),
    [
        (attacks.many_headers, 431, "100 headers and 16 kB are the most"),
        (attacks.one_long_header, 431, "100 headers and 16 kB are the most"),
        (attacks.one_long_line, 414, "8,000 bytes are the most"),
        (attacks.one_long_trailer, 400, "too many pieces"),
        (attacks.tiny_chunks, 413, "too many pieces"),
    ],
)
def test_what_is_too_big_is_turned_away_in_one_sentence(
    attack: Callable[..., Awaitable[Outcome]], status: int, why: str
) -> None:
    async def look(server: Running) -> None:
        seen = await attack(server.port, 40, 10)
        assert seen.answers == {status: 1} and why in seen.words[0] and seen.sent < 40_000_000
        assert await server.asks() == b"200 0" and await server.empty()

    against(look)


def test_a_head_just_within_its_bounds_is_read() -> None:
    async def look(server: Running) -> None:
        lines = b"".join(b"x-%d: %s\r\n" % (number, b"y" * 120) for number in range(99))
        assert await server.asks(b"GET / HTTP/1.1\r\nHost: x\r\n" + lines + b"\r\n") == b"200 0"
        assert (await server.asks(b"GET / HTTP/1.1\r\nHost: x\r\n" + lines + b"z: z\r\n\r\n")).startswith(b"431")

    against(look)


def test_a_head_that_comes_in_two_halves_counts_as_one() -> None:
    async def look(server: Running) -> None:
        reader, writer = await opened(server.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nx: " + b"y" * 7_000 + b"\r\nz: ")
        await asyncio.sleep(0.1)
        writer.write(b"y" * 7_000 + b"\r\nz: " + b"y" * 7_000)
        assert (await asyncio.wait_for(reader.read(), 3)).startswith(b"HTTP/1.1 431")
        await hung_up(writer)

    against(look)


def test_a_body_may_be_long_and_come_in_chunks() -> None:
    async def look(server: Running) -> None:
        body = b"2000\r\n" + b"x" * 0x2000 + b"\r\n"
        head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        assert await server.asks(head + body * 250 + b"0\r\n\r\n") == b"200 2048000"
        head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n"
        assert await server.asks(head + b"x" * 2_000_000) == b"200 2000000"

    against(look)


@pytest.mark.parametrize("attack", [attacks.half_requests, attacks.half_bodies])
def test_what_never_comes_to_its_end_is_ended(attack: Callable[..., Awaitable[Outcome]]) -> None:
    async def look(server: Running) -> None:
        seen = await attack(server.port, 5, 1.5, pause=0.1)
        assert (seen.answers[408] >= 5 and "second" in seen.words[0]) or "slowly" in seen.words[0]
        assert await server.empty()

    against(look)


@pytest.mark.parametrize("attack", [attacks.silent_connections, attacks.blank_lines])
def test_who_asks_nothing_is_hung_up_on(attack: Callable[..., Awaitable[Outcome]]) -> None:
    async def look(server: Running) -> None:
        seen = await attack(server.port, 5, 1.5)
        assert seen.ended >= 5 and await server.empty()

    against(look)


def test_a_slow_sender_has_the_time_that_his_bytes_earn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "BODY_RATE", 1_000)

    async def look(server: Running) -> None:
        reader, writer = await opened(server.port)
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1200\r\n\r\n")
        for _ in range(6):  # twice the rate that is asked, and twice as long as the grace
            writer.write(b"x" * 200)
            await asyncio.sleep(0.1)
        assert await asyncio.wait_for(server._answer(reader), 3) == b"200 1200"
        await hung_up(writer)

    against(look)


def test_a_late_answer_is_waited_for_and_an_idle_connection_ends() -> None:
    async def look(server: Running) -> None:
        reader, writer = await opened(server.port)
        for _ in range(2):
            writer.write(b"GET /late HTTP/1.1\r\nHost: x\r\n\r\n")
            assert await asyncio.wait_for(server._answer(reader), 3) == b"200 0"
        assert await asyncio.wait_for(reader.read(), 3) == b""
        await hung_up(writer)

    against(look)


def test_some_requests_may_be_sent_in_one_breath_but_not_thousands() -> None:
    async def look(server: Running) -> None:
        reader, writer = await opened(server.port)
        one = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
        writer.write(b"".join(one % size + b"x" * size for size in (1, 2, 3)))
        for size in (1, 2, 3):
            assert await asyncio.wait_for(server._answer(reader), 3) == b"200 %d" % size
        await hung_up(writer)
        seen = await attacks.pipelined(server.port, 20, 10)
        assert seen.ended and seen.sent < 20_000_000 and await server.empty()

    against(look)


def test_who_takes_no_answer_is_hung_up_on() -> None:
    async def look(server: Running) -> None:
        attack = asyncio.create_task(attacks.deaf(server.port, "/big", 5, 10))
        while not server.server.server_state.connections:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        assert await server.empty()
        attack.cancel()
        await asyncio.gather(attack, return_exceptions=True)

    against(look)


# -- connections ---------------------------------------------------------------------------------------------


def test_half_requests_push_out_one_another_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "FROM_ONE_ADDRESS", 10)
    monkeypatch.setattr(bounds, "HEAD_TIME", 30.0)

    async def look(server: Running) -> None:
        attack = asyncio.create_task(attacks.half_requests(server.port, 60, 1.2))
        for source in (HOST, SOMEBODY_ELSE) * 10:
            await asyncio.sleep(0.05)
            assert await server.asks(source=source) == b"200 0"
            assert server.door.many <= 11
        assert (await attack).ended > 50 and await server.empty()

    against(look)


def test_an_address_has_so_many_connections_and_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "FROM_ONE_ADDRESS", 3)

    async def look(server: Running) -> None:
        url = f"ws://{HOST}:{server.port}/"
        async with websockets.connect(url), websockets.connect(url), websockets.connect(url):
            assert b"503 " in (told := await server.asks()) and b"3 connections from your address" in told
            assert await server.asks(source=SOMEBODY_ELSE) == b"200 0"
        assert await server.empty() and await server.asks() == b"200 0"

    against(look)


def test_all_together_have_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "CONNECTIONS", 2)

    async def look(server: Running) -> None:
        url = f"ws://{HOST}:{server.port}/"
        async with websockets.connect(url):
            _, half = await opened(server.port, "127.0.0.3")  # gives way
            await asyncio.sleep(0.05)
            async with websockets.connect(url):
                assert b"as many connections as it can hold" in await server.asks(source=SOMEBODY_ELSE)
            await hung_up(half)

    against(look)


def test_a_proxy_speaks_for_many_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "FROM_ONE_ADDRESS", 3)
    monkeypatch.setenv("HEXFRONT_PUBLIC_URL", "https://games.example.org")

    async def look(server: Running) -> None:
        url = f"ws://{HOST}:{server.port}/"
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(6):
                await stack.enter_async_context(websockets.connect(url))
            assert server.door.many == 6

    against(look, proxies=True)


def test_coming_and_going_leaves_nothing_behind() -> None:
    async def look(server: Running) -> None:
        seen = await attacks.coming_and_going(server.port, 0.5)
        assert seen.opened > 20 and await server.empty() and not server.door.lines
        assert await server.asks() == b"200 0"

    against(look)


# -- sockets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attack", [attacks.ping_flood, attacks.tiny_fragments, attacks.talkative])
def test_a_socket_that_says_too_much_is_closed_and_told_why(attack: Callable[..., Awaitable[Outcome]]) -> None:
    async def look(server: Running) -> None:
        seen = await attack(server.port, "/", 0.5)
        assert seen.answers[1008] and "for listening" in seen.words[0]
        assert await server.empty()

    against(look)


def test_frames_are_counted_however_small() -> None:
    async def look(server: Running) -> None:
        async with websockets.connect(f"ws://{HOST}:{server.port}/") as line:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                for _ in range(300):
                    await line.ping()
                    await asyncio.sleep(0.001)
            assert closed.value.rcvd and closed.value.rcvd.code == 1008 and "frames" in closed.value.rcvd.reason

    against(look)


def test_bytes_are_counted_however_few_the_frames() -> None:
    async def look(server: Running) -> None:
        async with websockets.connect(f"ws://{HOST}:{server.port}/") as line:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                for _ in range(20):
                    await line.send("x" * 16_000)
                    await asyncio.sleep(0.001)
            assert closed.value.rcvd and closed.value.rcvd.code == 1008 and "bytes" in closed.value.rcvd.reason

    against(look)


def test_a_socket_that_listens_and_speaks_now_and_then_stays() -> None:
    async def look(server: Running) -> None:
        async with websockets.connect(f"ws://{HOST}:{server.port}/") as line:
            assert await line.recv() == "hello"
            for _ in range(50):
                await line.send("here I am")
            for _ in range(5):
                await asyncio.wait_for(await line.ping(), 1)
            await line.send(b"\xff" * 10)
            await asyncio.wait_for(await line.ping(), 1)

    against(look)


def test_what_is_no_frame_and_no_handshake_breaks_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async def look(server: Running) -> None:
        head = b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        for more in (b"", b"Sec-WebSocket-Version: 7\r\n", b"Sec-WebSocket-Key: " + b"x" * 7_900 + b"\r\n"):
            reader, writer = await opened(server.port)
            writer.write(head + more + b"\r\n")
            assert (await asyncio.wait_for(reader.read(), 3)).startswith(b"HTTP/1.1 4")
            await hung_up(writer)
        for odd in (head.replace(b"GET", b"POST"), head.replace(b"/ ", b"/\xff "), head + b"Content-Length: 5\r\n"):
            reader, writer = await opened(server.port)
            writer.write(odd + b"\r\n")
            assert (await asyncio.wait_for(reader.read(), 3)).startswith(b"HTTP/1.1 4")
            await hung_up(writer)
        reader, writer = await attacks._socket(server.port, "/", "", HOST)
        writer.write(b"\xff" * 500)
        await asyncio.wait_for(reader.read(), 3)
        await hung_up(writer)
        for nonsense in (
            b"\x16\x03\x01" + b"\0" * 60,
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            b"\r\n" * 100 + b"GET\r\n\r\n",
        ):
            assert (await server.asks(nonsense)).startswith(b"400")
        assert await server.empty()

    against(look)
    assert not [one for one in caplog.records if one.exc_info]
