"""The browser is opened on the table: on the one that begins now, or on the one that is there already."""

import socket
import time
import webbrowser
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

import msgspec

from hexfront.server.settings import Settings

TRIES, PAUSE = 100, 0.1  # for how long a server is waited for, in seconds
LONGEST = 2**20  # bytes that are read from whoever has our port


def open_when_ready(address: str) -> None:
    """Open the browser as soon as somebody answers."""
    there = urlsplit(address)
    for _ in range(TRIES):
        with suppress(OSError), socket.create_connection((there.hostname or "", there.port or 80), timeout=1):
            webbrowser.open(address)
            return
        time.sleep(PAUSE)


def runs_already(settings: Settings) -> bool:
    """Is the table there that somebody wants who said nothing but perhaps a port? Then he need not start another."""
    return settings == Settings(port=settings.port) and _is_hexfront(settings.host, settings.port)


def _is_hexfront(host: str, port: int) -> bool:
    there = HTTPConnection(host, port, timeout=2)
    try:
        there.request("GET", "/api/catalog")
        return "games" in msgspec.json.decode(there.getresponse().read(LONGEST), type=dict[str, Any])
    except (OSError, HTTPException, msgspec.MsgspecError):
        return False
    finally:
        there.close()
