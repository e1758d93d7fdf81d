"""How much one person or one address may ask for, and how big and how deep a request may be.

A bucket refills steadily and holds so many requests at most; who finds it empty gets 429 and is told when to come
again. People are told apart here by the credential they show, not by who they are: a forged one buys nothing, because
the address is counted too.

Several workers: the kernel gives a connection to whichever worker wakes first. Measured with two workers, new
connections 20 ms apart went to both (52 and 48 of a hundred), but the six that a browser keeps open all went to one.
So a bucket for each worker would let whoever opens connections have everything as many times as there are workers.
What is rare and dear (sign-ins, guests, uploads, new games, mails) is counted for all workers in the database, see
`buckets`. What is frequent is never held up by a database: each worker allows its share, which is enough for a person
whose connections all ended up at one of them; therefore never less than a quarter. Whose turn it is (`rota`), each
worker decides for itself, because what it shares out is its own time.
"""

import asyncio
import contextlib
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, cast

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.exceptions import ClientException, TooManyRequestsException
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPRequestEvent, Receive, Scope, Send

from hexfront.server.bounds import (
    ASKING,
    BODY,
    BUCKETS,
    DEEP,
    LEAST_SHARE,
    NEW_GAMES,
    ORDERS,
    PAGES,
    SIGN_IN,
    SWALLOW_TIME,
    SWALLOWED,
    TALKING,
    UPLOAD,
    UPLOADS,
    Rate,
)
from hexfront.server.gate.addresses import household
from hexfront.server.gate.buckets import Buckets
from hexfront.server.people.signatures import token_hash
from hexfront.server.storage.db import Unavailable

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")  # methods that change nothing
CREDENTIALS = ("hexfront_session", "hexfront_guest")


# The first line that fits says which rate counts.
RATES: list[tuple[str, re.Pattern[str], Rate]] = [
    ("POST", re.compile(r"/api/(login|people)"), SIGN_IN),
    ("POST", re.compile(r"/api/records|/api/games/[^/]+/branch"), UPLOADS),
    ("POST", re.compile(r"/api/games|/api/tokens"), NEW_GAMES),
    ("PUT", re.compile(r"/api/games/[^/]+/hooks"), TALKING),
    ("POST", re.compile(r"/api/games/[^/]+/(talk|offers|seats)"), TALKING),
    ("POST", re.compile(r"/api/games/[^/]+/(orders|undo)"), ORDERS),
]


class Limiter:
    """All buckets of one process. `factor` makes every rate so much larger; 0 switches them off.

    `workers` are as many as serve the same people, and `buckets` those that they have in common.
    """

    def __init__(
        self,
        factor: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        workers: int = 1,
        buckets: Buckets | None = None,
    ) -> None:
        self.factor, self._clock, self._buckets = factor, clock, buckets
        self._share = 1 / min(workers, LEAST_SHARE)
        self._full_at: OrderedDict[tuple[str, str], float] = OrderedDict()  # when each bucket will be full again

    def take(self, rate: Rate, who: str, times: int = 1) -> float:
        """Take one request out of a bucket; if it is empty, the seconds until it is not."""
        if not self.factor:
            return 0.0
        size = times * self.factor * (1.0 if rate.shared else self._share)
        each, burst = rate.each * size, rate.burst * size
        now, key = self._clock(), (rate.name, who)
        full_at = max(now, self._full_at.get(key, now)) + 1 / each
        wait = full_at - now - max(1.0, burst) / each
        if wait > 1e-9:
            return wait
        self._full_at[key] = full_at
        self._full_at.move_to_end(key)
        if len(self._full_at) > BUCKETS:
            self._full_at.popitem(last=False)
        return 0.0

    def need(self, rate: Rate, *buckets: tuple[str, int]) -> None:
        """Take a request out of each of these buckets of this worker, or refuse with 429."""
        self._refuse(rate, max(self.take(rate, who, times) for who, times in buckets))

    async def spend(self, rate: Rate, *buckets: tuple[str, int]) -> None:
        """Take a request out of each of these buckets, also of those that all workers share, or refuse with 429."""
        if not self.factor:
            return
        self.need(rate, *buckets)
        if not (self._buckets and rate.shared):
            return
        for who, times in buckets:
            self._refuse(rate, await self._of_all(rate, who, times))

    async def spare(self, rate: Rate, who: str) -> bool:
        """The same for what nobody asked for just now: is there enough left?"""
        if self.take(rate, who) > 0:
            return False
        return not (self._buckets and rate.shared and self.factor) or await self._of_all(rate, who, 1) <= 0

    async def _of_all(self, rate: Rate, who: str, times: int) -> float:
        """What all workers know; while the database is away, this one's own bucket must do."""
        assert self._buckets is not None
        size = times * self.factor
        try:
            return await self._buckets.take(f"{rate.name}:{who}", rate.each * size, max(1.0, rate.burst * size))
        except Unavailable:
            return 0.0

    @staticmethod
    def _refuse(rate: Rate, wait: float) -> None:
        if wait > 0:
            seconds = math.ceil(wait)
            raise TooManyRequestsException(
                detail=f"too many {rate.name} in a short time: try again in {seconds} s",
                headers={"Retry-After": str(seconds)},
            )

    async def count(self, rate: Rate, address: str, credential: str) -> None:
        """Count one request against its sender and his address."""
        if credential:
            await self.spend(rate, (address, rate.crowd), (token_hash(credential), 1))
        else:
            await self.spend(rate, (address, rate.crowd))


def method_of(scope: Scope) -> str:
    """The method of a request; a socket has none and counts as one that reads."""
    return str(scope.get("method", "GET"))


def rate_of(method: str, path: str) -> Rate:
    """Which rate counts for a request."""
    fits = (rate for verb, pattern, rate in RATES if verb == method and pattern.fullmatch(path.rstrip("/")))
    return next(fits, ASKING if path.startswith("/api/") else PAGES)


def address_of(scope: Scope) -> str:
    """The sender's address; of a long one the half that belongs to one household."""
    return household((scope.get("client") or ("unknown", 0))[0])


def credential_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """What the sender shows to say who he is: a bot's token, or one of our cookies."""
    shown = connection.headers.get("authorization", "")
    cookies = connection.cookies
    return shown or next((cookies[name] for name in CREDENTIALS if cookies.get(name)), "")


# -- the gate: what is turned away before anything looks at it -----------------------------------------------


def gate(app: ASGIApp) -> ASGIApp:
    """A middleware that counts requests, turns away what is too big or no text, and lets the rest take turns."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        _check_address(scope)
        state = Litestar.from_scope(scope).state
        address, credential = address_of(scope), credential_of(ASGIConnection(scope))
        await state.limiter.count(rate_of(method_of(scope), scope["path"]), address, credential)
        if method_of(scope) not in SAFE:
            receive = await _read(scope, receive)
        if not state.settings.limits:
            await app(scope, receive, send)
            return
        async with state.rota.taken(address, credential, send) as told:
            await app(scope, receive, told)

    return guarded


def _check_address(scope: Scope) -> None:
    if "\0" in scope["path"] or b"%00" in scope.get("query_string", b"") or b"\0" in scope.get("query_string", b""):
        raise ClientException(detail="no address holds the character NUL")


async def _read(scope: Scope, receive: Receive) -> Receive:
    """Read the whole body within its limit, look at it, and hand it on as one message."""
    upload = scope["path"].rstrip("/") == "/api/records"
    limit = UPLOAD if upload else BODY
    stated = next((value for name, value in scope["headers"] if name.lower() == b"content-length"), b"0")
    if not stated.isdigit() or len(stated) > 12 or int(stated) > limit:
        await _swallow(receive)
        raise _too_big(limit)
    body, told = await _whole(receive, limit), False
    if not upload:
        check_json(body)

    async def once() -> HTTPReceiveMessage:
        nonlocal told
        if told:
            return cast(HTTPReceiveMessage, await receive())
        told = True
        return HTTPRequestEvent(type="http.request", body=body, more_body=False)

    return once


async def _whole(receive: Receive, limit: int) -> bytes:
    found = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientException(detail="the request broke off before its end")
        found += message.get("body", b"")
        if len(found) > limit:
            await _swallow(receive)
            raise _too_big(limit)
        if not message.get("more_body", False):
            return bytes(found)


async def _swallow(receive: Receive) -> None:
    """Let a sender finish what will be refused, within reason: who is cut off never reads why."""
    left = SWALLOWED
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SWALLOW_TIME):
            while left > 0:
                message = await receive()
                if message["type"] != "http.request" or not message.get("more_body", False):
                    return
                left -= len(message.get("body", b""))


def _too_big(limit: int) -> ClientException:
    return ClientException(detail=f"this is too big: {limit // 1024} kB are the most", status_code=413)


_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
_OTHER = re.compile(rb"[^][{}]+")


def check_json(body: bytes) -> None:
    """Refuse what would make a reader of JSON or a database stumble: deep nesting, NUL, and what is no text."""
    try:
        body.decode()
    except UnicodeDecodeError:
        raise ClientException(detail="this is not text in UTF-8") from None
    if _NUL.search(body) or b"\0" in body:
        raise ClientException(detail="no text holds the character NUL")
    depth = 0
    for char in _OTHER.sub(b"", _STRING.sub(b"", body)):
        depth += 1 if char in b"[{" else -1
        if depth > DEEP:
            raise ClientException(detail=f"this is nested too deeply: {DEEP} levels are the most")


middleware = [gate]
