"""No other page makes a browser act for the person who sits before it.

Signed double submit: a cookie that scripts of our own pages can read must come back as a header, and its signature
ties it to the credential it was made for, so that a cookie planted by a neighbouring host is worth nothing. Bots with
a bearer token need none of this: no browser adds such a header by itself. The browser's own word about where a
request comes from (Sec-Fetch-Site, Origin) is believed when it speaks against the request, and sockets have only that.
"""

import hmac
import secrets
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import PermissionDeniedException
from litestar.types import ASGIApp, Receive, Scope, Send

from hexfront.server.gate.limits import CREDENTIALS, SAFE, method_of
from hexfront.server.people.signatures import Signer, token_hash

COOKIE = "hexfront_csrf"
HEADER = "x-csrf-token"

Connection = ASGIConnection[Any, Any, Any, Any]


def token_for(signer: Signer, credential: str) -> str:
    """A new token for whoever shows this cookie."""
    nonce = secrets.token_urlsafe(12)
    return f"{nonce}.{signer.mark('csrf', _bound(nonce, credential))}"


def fits(signer: Signer, token: str, credential: str) -> bool:
    """Was this token made by us for this cookie?"""
    nonce, _, mark = token.partition(".")
    return mark.isascii() and hmac.compare_digest(mark, signer.mark("csrf", _bound(nonce, credential)))


def _bound(nonce: str, credential: str) -> str:
    return f"{nonce}|{token_hash(credential)}"


def cookie(token: str, secure: bool) -> Cookie:
    """The cookie that our own scripts read and send back."""
    return Cookie(key=COOKIE, value=token, path="/", httponly=False, samesite="lax", secure=secure)


def csrf_guard(app: ASGIApp) -> ASGIApp:
    """A middleware that turns away what another site's page sends."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if is_socket(scope) or method_of(scope) not in SAFE:
            check(ASGIConnection(scope))
        await app(scope, receive, send)

    return guarded


def is_socket(scope: Scope) -> bool:
    """Is this a WebSocket?"""
    return str(scope["type"]) == "websocket"


def check(connection: Connection) -> None:
    """Refuse with 403 unless the request comes from our own page, or from no browser."""
    if connection.headers.get("authorization"):
        return
    if foreign(connection):
        raise PermissionDeniedException(detail="this request comes from another site's page")
    credential = next((connection.cookies[name] for name in CREDENTIALS if connection.cookies.get(name)), "")
    if not credential or is_socket(connection.scope):
        return
    sent, kept = connection.headers.get(HEADER, ""), connection.cookies.get(COOKIE, "")
    same = sent.isascii() and kept.isascii() and hmac.compare_digest(sent, kept)
    if not (sent and same and fits(connection.app.state.signer, sent, credential)):
        raise PermissionDeniedException(
            detail=f"the header {HEADER} must carry the token that GET /api/me gives; ask for it again"
        )


def foreign(connection: Connection) -> bool:
    """Does the browser itself say that another site's page sends this?"""
    if connection.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return True
    origin = connection.headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc.lower() != connection.headers.get("host", "").lower()
    except ValueError:
        return True


middleware = [csrf_guard]
