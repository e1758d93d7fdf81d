"""The time by which the server counts days, sessions and links: nobody loses a game because a clock was set.

It is that of the machine when the server began; from then on it goes by a clock that nobody can set, so that a jump
changes nothing until the next start. Should the machine's clock stand behind what the database has seen by then, what
happens is written down as later than all that: a game's time rather ends too late than too early.
"""

import os
import time

from hexfront.server.bounds import AWAY, GRACE, SET_BACK

EARLIEST = 1_767_225_600.0  # 2026: a clock that shows an older time has not been set at all
_TOLD = "HEXFRONT_CLOCK"  # how the workers of a server learn of its clock, so that all have the same


class Clock:
    """Seconds since 1970 as the server counts them, and how far behind the database its machine was at the start."""

    def __init__(self, wall: float, steady: float, last: float = 0.0) -> None:
        self.ahead = wall - steady
        behind = max(0.0, last - wall)
        # A row from a far future is some old error, unless it is our own clock that cannot be right.
        self.behind = behind if behind <= SET_BACK or wall < EARLIEST else 0.0
        away = wall - last if last else 0.0
        self.spare = wall + min(away, GRACE) if away > AWAY else 0.0  # until then nobody's days run out

    def now(self) -> float:
        """The time now: to see what has run out."""
        return time.monotonic() + self.ahead

    def stamp(self) -> float:
        """The time of what happens now: to be written down."""
        return self.now() + self.behind

    def until(self, since: float, seconds: float) -> float:
        """When a time runs out; not at once after a start, when perhaps only a clock was put forward."""
        return max(since + seconds, self.spare)

    def told(self, at: float) -> float:
        """A time as other clocks show it now, should the machine's have been set meanwhile."""
        drift = time.time() - self.now()
        return at + drift if abs(drift) > 1 else at


def begin(last: float) -> Clock:
    """Wind the clock up, for this process and its workers; `last` is the newest time in the database."""
    global _clock
    _clock = Clock(time.time(), time.monotonic(), last)
    os.environ[_TOLD] = f"{_clock.ahead!r} {_clock.behind!r} {_clock.spare!r}"
    return _clock


def _found() -> Clock:
    clock = Clock(time.time(), time.monotonic())
    told = os.environ.get(_TOLD, "").split()
    if len(told) == 3:
        clock.ahead, clock.behind, clock.spare = map(float, told)
    return clock


_clock = _found()


def now() -> float:
    """The time now: to see what has run out."""
    return _clock.now()


def stamp() -> float:
    """The time of what happens now: to be written down."""
    return _clock.stamp()


def until(since: float, seconds: float) -> float:
    """When a time runs out."""
    return _clock.until(since, seconds)


def told(at: float) -> float:
    """A time for people whose clocks are right."""
    return _clock.told(at)
