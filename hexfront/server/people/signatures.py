"""What the server signs so that it knows it again: guests' cookies, CSRF tokens, links in mails.

HMAC-SHA256 of the standard library under one secret; every purpose has a key of its own, so that what was signed for
one thing is worth nothing for another. Long random tokens (sessions, bots, invitations) are not signed but kept in
the database as their SHA-256: whoever reads the database cannot use them.
"""

import base64
import hashlib
import hmac
import secrets


class Signer:
    """Signs short texts. Two servers with the same secret know each other's signatures."""

    def __init__(self, secret: str | bytes) -> None:
        self._secret = secret.encode() if isinstance(secret, str) else secret
        self._keys: dict[str, bytes] = {}  # one for each purpose

    def sign(self, purpose: str, text: str) -> str:
        """The text with its signature: `text.signature`."""
        return f"{text}.{self.mark(purpose, text)}"

    def mark(self, purpose: str, text: str) -> str:
        """The signature alone, of 43 letters that can stand in a cookie or an address."""
        key = self._keys.get(purpose)
        if key is None:
            key = self._keys[purpose] = hmac.digest(self._secret, purpose.encode(), "sha256")
        return _plain(hmac.digest(key, text.encode(), "sha256"))

    def read(self, purpose: str, signed: str) -> str | None:
        """The text of something signed; None if anything about it is not ours."""
        text, _, mark = signed.rpartition(".")
        if not text or not mark.isascii():
            return None
        return text if hmac.compare_digest(mark, self.mark(purpose, text)) else None


def new_token() -> str:
    """A secret that nobody guesses: 32 random bytes."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What the database keeps of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
