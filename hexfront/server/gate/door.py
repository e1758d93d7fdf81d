"""The door of a worker: how many connections there are, from where, and who gives way when there are too many.

When one address or all together have too many, the oldest that has not yet said what it wants gives way to the new
one: whoever holds a thousand half requests open pushes out his own. Proxies that we trust speak for many people, and
are not counted; how many connections one person may open through them is their business.
"""

import asyncio
import ipaddress
from typing import Protocol
from weakref import WeakKeyDictionary

from uvicorn.server import ServerState

from hexfront.server import bounds
from hexfront.server.gate.addresses import household
from hexfront.server.settings import Settings, from_environment

# What a connection is about.
HEAD, BODY, BUSY, IDLE, REFUSED = "head", "body", "busy", "idle", "refused"


class Line(Protocol):
    """A connection as the door sees it."""

    about: str

    def late(self, now: float) -> None:
        """End, if the other side is too slow."""

    def give_way(self) -> None:
        """End at once, so that somebody else may come in."""


class Door:
    """The connections of one worker: how many there are, from where, and who of them keeps us waiting."""

    def __init__(self, settings: Settings, loop: asyncio.AbstractEventLoop) -> None:
        self.loop, self.room = loop, room_for_connections()
        self.each = bounds.FROM_ONE_ADDRESS if settings.limits else self.room
        self.proxies = settings.networks if settings.public_url else ()
        self.lines: dict[str, dict[Line, None]] = {}  # of each address, the oldest first
        self.many = 0
        self._sweeping: asyncio.TimerHandle | None = None

    def enter(self, line: Line, host: str) -> str:
        """Let a connection in; if that cannot be, why."""
        address = self.group(host)
        there = self.lines.get(address, {})
        if len(there) >= self.each and address and not _give_way(there):
            return f"there are {self.each} connections from your address already; close one first"
        if self.many >= self.room and not any(map(_give_way, [there, *self.lines.values()])):
            return "the server has as many connections as it can hold; try again later"
        self.lines.setdefault(address, {})[line] = None
        self.many += 1
        if self._sweeping is None:
            self._sweeping = self.loop.call_later(bounds.SWEEP, self._sweep)
        return ""

    def leave(self, line: Line, host: str) -> None:
        """A connection has ended."""
        address = self.group(host)
        there = self.lines.get(address, {})
        if line in there:
            del there[line]
            self.many -= 1
        if not there:
            self.lines.pop(address, None)

    def turn_into(self, old: Line, new: Line, host: str) -> None:
        """A request has become a socket; the connection is the same."""
        there = self.lines.get(self.group(host), {})
        if old in there:
            del there[old]
            there[new] = None

    def group(self, host: str) -> str:
        """Whose connections are counted together; those of our proxies, and of nobody known, are not."""
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return ""
        return "" if any(address in network for network in self.proxies) else household(host)

    def _sweep(self) -> None:
        now, self._sweeping = self.loop.time(), None
        for line in [line for there in self.lines.values() for line in there]:
            line.late(now)
        if self.many:
            self._sweeping = self.loop.call_later(bounds.SWEEP, self._sweep)


def _give_way(there: dict[Line, None]) -> bool:
    """The oldest connection that is over, or that waits for somebody's words, ends; False if there is none."""
    for about in (REFUSED, HEAD, IDLE, BODY):
        found = next((line for line in there if line.about == about), None)
        if found is not None:
            found.give_way()
            return True
    return False


def room_for_connections() -> int:
    """How many connections a worker may have, with the files that the system lets it open."""
    try:
        import resource
    except ImportError:  # a system without such a bound
        return bounds.CONNECTIONS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return bounds.CONNECTIONS
    return min(bounds.CONNECTIONS, max(soft - bounds.RESERVE, soft // 2))


_DOORS: WeakKeyDictionary[ServerState, Door] = WeakKeyDictionary()


def door_of(state: ServerState, loop: asyncio.AbstractEventLoop) -> Door:
    """The one door of a running server."""
    if state not in _DOORS:
        _DOORS[state] = Door(from_environment(), loop)
    return _DOORS[state]
