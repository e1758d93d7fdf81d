"""How a web hook is called: a POST to an address that comes from whoever plays.

So the server must not become his hand inside our network: the name is looked up once, every address behind it must be
a public one, and exactly that one is called. No redirect is followed, and of the answer only the first line is read.
And it must not become a way to hold us up: all of it, the name included, has so many seconds; only so many are called
at the same time, and of these only some at one address, so that the slow ones of one machine leave room for others.
"""

import asyncio
import os
import socket
import ssl
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from urllib.parse import SplitResult, urlsplit

from hexfront.server.bounds import HOOK_ADDRESS, HOOK_ANSWER, HOOK_TIME, HOOKS, HOOKS_TO_ONE, LOOKUPS
from hexfront.server.gate.addresses import is_public
from hexfront.server.notices.senders import NotSent
from hexfront.server.people.typed import bad

LOCAL = "HEXFRONT_LOCAL_HOOKS"  # set to 1: web hooks may lead to this machine and its neighbours


def hook_address(text: str) -> str:
    """The address of a web hook, or one sentence about what is wrong with it."""
    text = text.strip()
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise bad("this is no web address") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise bad("a web hook's address begins with https:// or http:// and a host")
    plain = text.isascii() and text.isprintable() and " " not in text
    if parts.username is not None or len(text) > HOOK_ADDRESS or not plain:
        raise bad(f"a web hook's address is plain, without a password, and has {HOOK_ADDRESS} characters at most")
    return text


def local_allowed() -> bool:
    """May web hooks lead into our own network? Only where whoever runs the server says so."""
    return os.environ.get(LOCAL, "") == "1"


class Caller:
    """Calls web hooks, a few at a time."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(HOOKS)
        self._each: dict[str, tuple[asyncio.Semaphore, int]] = {}  # for each address its turns and how many want one
        self._names = ThreadPoolExecutor(LOOKUPS, "names")

    def close(self) -> None:
        """Look up no more names."""
        self._names.shutdown(wait=False, cancel_futures=True)

    async def post(self, url: str, body: bytes, local: bool) -> int:
        """POST some JSON and return the answer's status; NotSent if that takes too long or nobody answers there."""
        parts = urlsplit(url)
        host, secure = parts.hostname or "", parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        loop = asyncio.get_running_loop()
        try:
            began = loop.time()
            async with asyncio.timeout(HOOK_TIME):
                address = await loop.run_in_executor(self._names, look_up, host, port, local)
            left = HOOK_TIME - (loop.time() - began)
            async with self._turn(address), asyncio.timeout(left):
                return await _call(address, port, parts, body)
        except TimeoutError:
            raise NotSent(f"the web hook at {host} took longer than {HOOK_TIME:g} seconds") from None
        except (OSError, ValueError, EOFError) as error:
            raise NotSent(f"the web hook at {host} does not answer: {error}") from error

    @asynccontextmanager
    async def _turn(self, address: str) -> AsyncIterator[None]:
        """Wait until there are few enough calls to this address, then until there are few enough in all."""
        turns, wanted = self._each.get(address, (asyncio.Semaphore(HOOKS_TO_ONE), 0))
        self._each[address] = turns, wanted + 1
        try:
            async with turns, self._all:
                yield
        finally:
            turns, wanted = self._each.pop(address)
            if wanted > 1:
                self._each[address] = turns, wanted - 1


def look_up(host: str, port: int, local: bool) -> str:
    """The address behind a name: the one that will be called, and no other. Blocks."""
    found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not local and not all(map(is_public, found)):
        raise NotSent(f"the web hook at {host} is inside a private network, and is not called")
    return found[0]


async def _call(address: str, port: int, parts: SplitResult, body: bytes) -> int:
    """The status of the answer; what follows is never read."""
    secure = parts.scheme == "https"
    reader, writer = await asyncio.open_connection(
        address,
        port,
        ssl=_tls() if secure else None,
        server_hostname=parts.hostname if secure else None,
        limit=HOOK_ANSWER,
    )
    try:
        writer.write(_head(parts, len(body)) + body)
        line = (await reader.readline()).split()
    finally:
        writer.transport.abort()
    if len(line) < 2 or not line[0].startswith(b"HTTP/") or not line[1].isdigit():
        raise ValueError("this is no answer that HTTP knows")
    return int(line[1])


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _head(parts: SplitResult, size: int) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = parts.netloc.rpartition("@")[2]
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}", "Content-Type: application/json", f"Content-Length: {size}"]
    return "\r\n".join([*lines, "User-Agent: hexfront", "Connection: close", "", ""]).encode("ascii")
