"""The headers that make a browser careful: what a page of ours may load, and who may show it.

A hook before sending (`before_send` of the app) and not a middleware, because every answer must have them, also one
to an address that leads to no route.
"""

from litestar.types import Message, Scope

# Everything comes from this server and nothing is inline. Pictures may also be made by the page itself (export of
# the board), and a page that somebody frames cannot be clicked by a stranger's trick.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
YEAR = 31_536_000

_ALWAYS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_ENCRYPTED = (b"strict-transport-security", f"max-age={YEAR}".encode())
_PRIVATE = (b"cache-control", b"no-store")  # an answer of the API depends on who asks


async def secure_headers(message: Message, scope: Scope) -> None:
    """Add the headers to an answer that begins; what it sets itself stays."""
    if message["type"] != "http.response.start":
        return
    wanted = list(_ALWAYS)
    if scope["scheme"] == "https":
        wanted.append(_ENCRYPTED)
    if scope["path"].startswith("/api/"):
        wanted.append(_PRIVATE)
    headers = list(message.get("headers", ()))
    there = {name.lower() for name, _ in headers}
    message["headers"] = [*headers, *(header for header in wanted if header[0] not in there)]


before_send = [secure_headers]
