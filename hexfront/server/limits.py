"""How much one person or one address may ask for, and how big and how deep a request may be.

A bucket refills steadily and holds so many requests at most; who finds it empty gets 429 and is told when to come
again. Buckets are kept by each process for itself: with several workers everybody has that much more, which does no
harm, and no request waits for a database to be counted. People are told apart here by the credential they show, not
by who they are: a forged one buys nothing, because the address is counted too.
"""

import asyncio
import contextlib
import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, cast

import msgspec
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.exceptions import ClientException, TooManyRequestsException
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPRequestEvent, Receive, Scope, Send

from hexfront.server.addresses import household
from hexfront.server.bounds import BODY, BUCKETS, DEEP, SWALLOW_TIME, SWALLOWED, UPLOAD
from hexfront.server.signing import token_hash

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")  # methods that change nothing
CREDENTIALS = ("hexfront_session", "hexfront_guest")


class Rate(msgspec.Struct, frozen=True):
    """So many requests a second for each person, so many at once; an address may have several people behind it."""

    name: str
    each: float
    burst: int
    crowd: int = 5


SIGN_IN = Rate("sign-in", 1 / 6, 10, 2)
GUESTS = Rate("guests", 1 / 2, 60, 1)
UPLOADS = Rate("uploads", 1 / 6, 10)
NEW_GAMES = Rate("new games", 1 / 2, 30)
TALKING = Rate("messages", 1, 20)
ORDERS = Rate("orders", 50, 200)
ASKING = Rate("requests", 60, 400)

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
    """All buckets of one process. `factor` makes every rate so much larger; 0 switches them off."""

    def __init__(self, factor: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.factor, self._clock = factor, clock
        self._full_at: OrderedDict[tuple[str, str], float] = OrderedDict()  # when each bucket will be full again

    def take(self, rate: Rate, who: str, times: int = 1) -> float:
        """Take one request out of a bucket; if it is empty, the seconds until it is not."""
        if not self.factor:
            return 0.0
        each, burst = rate.each * times * self.factor, rate.burst * times * self.factor
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
        """Take a request out of each of these buckets, or refuse with 429."""
        wait = max(self.take(rate, who, times) for who, times in buckets)
        if wait > 0:
            seconds = math.ceil(wait)
            raise TooManyRequestsException(
                detail=f"too many {rate.name} in a short time: try again in {seconds} s",
                headers={"Retry-After": str(seconds)},
            )

    def count(self, scope: Scope) -> None:
        """Count one request to the API against its sender and his address."""
        if not self.factor:
            return
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        rate = rate_of(method_of(scope), scope["path"])
        buckets = [(address_of(scope), rate.crowd)]
        credential = credential_of(connection)
        if credential:
            buckets.append((token_hash(credential), 1))
        self.need(rate, *buckets)


def method_of(scope: Scope) -> str:
    """The method of a request; a socket has none and counts as one that reads."""
    return str(scope.get("method", "GET"))


def rate_of(method: str, path: str) -> Rate:
    """Which rate counts for a request."""
    fits = (rate for verb, pattern, rate in RATES if verb == method and pattern.fullmatch(path.rstrip("/")))
    return next(fits, ASKING)


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
    """A middleware that counts requests to the API and turns away what is too big, too deep or no text."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        _check_address(scope)
        if scope["path"].startswith("/api/"):
            Litestar.from_scope(scope).state.limiter.count(scope)
        if method_of(scope) not in SAFE:
            receive = await _read(scope, receive)
        await app(scope, receive, send)

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


def make_limiter(app: Litestar) -> None:
    """One limiter for each process, in `app.state.limiter`."""
    app.state.limiter = Limiter(1.0 if app.state.settings.limits else 0.0)


middleware = [gate]
on_startup = [make_limiter]
