"""How a message leaves the server: a POST to somebody's web hook, a mail by SMTP. Both block, and run in threads.

A web hook's address comes from whoever plays, so the server must not become his hand inside our network: the name is
resolved once, every address behind it must be a public one, and exactly that one is called. No redirect is followed.
"""

import http.client
import os
import smtplib
import socket
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import SplitResult, unquote, urlsplit

from hexfront.engine.errors import HexfrontError
from hexfront.server.addresses import is_public
from hexfront.server.settings import Settings
from hexfront.server.words import bad

PATIENCE = 5.0  # seconds for each step of a delivery
LONG = 500  # characters of a web hook's address
LOCAL = "HEXFRONT_LOCAL_HOOKS"  # set to 1: web hooks may lead to this machine and its neighbours


class NotSent(HexfrontError):
    """A message did not arrive, and why."""


# -- web hooks ---------------------------------------------------------------------------------------------


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
    if parts.username is not None or len(text) > LONG or not text.isascii() or not text.isprintable() or " " in text:
        raise bad(f"a web hook's address is plain, without a password, and has {LONG} characters at most")
    return text


def local_allowed() -> bool:
    """May web hooks lead into our own network? Only where whoever runs the server says so."""
    return os.environ.get(LOCAL, "") == "1"


def post(url: str, body: bytes, local: bool) -> int:
    """POST some JSON and return the answer's status; NotSent if nobody answers there."""
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    try:
        line = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        line.sock = _connect(host, port, secure, local)
        try:
            line.request("POST", _path(parts), body, _headers(parts))
            return line.getresponse().status
        finally:
            line.close()
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        raise NotSent(f"the web hook at {host} does not answer: {error}") from error


def _connect(host: str, port: int, secure: bool, local: bool) -> socket.socket:
    """A connection to the address that was looked at, and to no other."""
    found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not local and not all(map(is_public, found)):
        raise NotSent(f"the web hook at {host} is inside a private network, and is not called")
    plain = socket.create_connection((found[0], port), PATIENCE)
    return ssl.create_default_context().wrap_socket(plain, server_hostname=host) if secure else plain


def _path(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _headers(parts: SplitResult) -> dict[str, str]:
    host = parts.netloc.rpartition("@")[2]
    return {"Host": host, "Content-Type": "application/json", "User-Agent": "hexfront", "Connection": "close"}


# -- mail --------------------------------------------------------------------------------------------------


def mail(settings: Settings, to: str, subject: str, text: str) -> None:
    """Send one mail by the server of the settings; NotSent if it is not taken there."""
    parts = urlsplit(settings.smtp)
    secure = parts.scheme == "smtps"
    try:
        kind = smtplib.SMTP_SSL if secure else smtplib.SMTP
        with kind(parts.hostname or "", parts.port or (465 if secure else 25), timeout=PATIENCE) as server:
            server.ehlo()
            if not secure and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
                server.ehlo()
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(_message(settings, to, subject, text))
    except (OSError, smtplib.SMTPException, ValueError) as error:
        raise NotSent(f"the mail to {to} was not taken: {error}") from error


def _message(settings: Settings, to: str, subject: str, text: str) -> EmailMessage:
    message = EmailMessage()
    sender = settings.mail_from or f"hexfront@{urlsplit(settings.smtp).hostname}"
    message["From"], message["To"], message["Subject"] = sender, to, " ".join(subject.split())
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="hexfront.invalid")
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message
