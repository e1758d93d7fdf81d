"""Under which name this server is asked, and whether a proxy stands before it of which it was not told.

Where HEXFRONT_PUBLIC_URL is set, nothing is answered under another name: a page that lets its own name lead here (DNS
rebinding) gets nothing, and no link is ever made with a name that a stranger chose. Whoever sits at this very machine
may call it localhost, for instance to see whether it is alive; a request that a proxy passed on comes from elsewhere.
"""

import logging

from litestar import Litestar
from litestar.exceptions import ClientException
from litestar.types import ASGIApp, Receive, Scope, Send

from hexfront.server.gate.addresses import is_loopback

LOG = logging.getLogger("hexfront.server")
MISDIRECTED = 421
FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto", b"forwarded")


def doorplate(app: ASGIApp) -> ASGIApp:
    """A middleware that answers to its name only."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        state = Litestar.from_scope(scope).state
        if state.hosts:
            _check(scope, state.hosts)
        elif not state.proxy_seen and any(name in FORWARDED for name, _ in scope["headers"]):
            state.proxy_seen = True
            LOG.warning(
                "a proxy passes requests on, and HEXFRONT_PUBLIC_URL is not set: all people behind it share one "
                "address and its limits, and cookies are not kept to HTTPS (see docs/hosting.md)"
            )
        await app(scope, receive, send)

    return guarded


def _check(scope: Scope, hosts: frozenset[str]) -> None:
    told = next((value for name, value in scope["headers"] if name == b"host"), b"")
    host = told.decode("latin-1").lower()
    if host in hosts:
        return
    client = (scope.get("client") or ("", 0))[0]
    if is_loopback(client) and (not host or is_loopback(_without_port(host))):
        return
    raise ClientException(detail=f"this server is called {min(hosts, key=len)}", status_code=MISDIRECTED)


def _without_port(host: str) -> str:
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host


middleware = [doorplate]
