"""Passwords: kept as Argon2id, and tried the slower the more often a name was tried in vain.

Nobody is locked out by others: an address that has guessed too often waits (429), and a name at which many addresses
guess is answered some seconds later. A browser that has signed in with the account before, and an address from which
somebody has, do not even wait. The hashing is done beside the event loop, for one try of an address at a time.
"""

import asyncio
import math
import time
import unicodedata
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Annotated, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from litestar.exceptions import TooManyRequestsException

from hexfront.server.bounds import (
    FORGIVEN,
    FREE_TRIES,
    GUESSES,
    HASHERS,
    LONGEST,
    SHORTEST,
    SLOW_STEP,
    SLOWEST,
    TRIED_NAMES,
    TRIES_AT_ONCE,
    TRIES_OF_ADDRESS,
    TRIES_OF_NAME,
    WRONG_TRIES,
    Rate,
)
from hexfront.server.gate.limits import Limiter

ONE_PAIR = Rate("sign-ins to one account", *GUESSES)
_HASHER = PasswordHasher()  # Argon2id with the parameters of RFC 9106 for little memory
NOBODYS = _HASHER.hash("nobody has this password")  # so that an unknown name takes as long as a known one
_HASHING = ThreadPoolExecutor(HASHERS, "argon2")
Found = TypeVar("Found")
Password = Annotated[str, msgspec.Meta(min_length=SHORTEST, max_length=LONGEST)]  # a new one
Shown = Annotated[str, msgspec.Meta(max_length=LONGEST)]  # one that is tried


class Try(msgspec.Struct, frozen=True):
    """Whose password somebody tries, from where, and what shows that he has signed in with it before."""

    name: str
    address: str
    known: str = ""


class Doorman:
    """Lets people try passwords. Each process has its own and counts for itself, as the limits do."""

    def __init__(self, limiter: Limiter, clock: Callable[[], float] = time.monotonic) -> None:
        self.limiter, self._clock = limiter, clock
        self._busy: Counter[str] = Counter()  # tries under way, of each address and of each name
        self._turns: dict[str, asyncio.Lock] = {}
        self._wrong: OrderedDict[str, tuple[float, float]] = OrderedDict()  # wrong tries of a name, and when counted
        self._right: OrderedDict[tuple[str, str], None] = OrderedDict()  # names and where they were signed in from

    async def hash(self, address: str, password: str) -> str:
        """What the database keeps of a password."""
        async with self._turn(address):
            return await _beside(lambda: _HASHER.hash(_plain(password)))

    async def fits(self, one: Try, kept: str, password: str) -> bool:
        """Is this the password? The answer takes its time if the name was tried in vain too often."""
        self.limiter.need(ONE_PAIR, (one.known or f"{one.name}\n{one.address}", 1))
        async with self._turn(one.address, one.name, 0.0 if self._is_known(one) else self.delay(one.name)):
            fits = await _beside(lambda: _verify(kept, password))
        if fits:
            _remember(self._right, (one.name, one.address), None)
        else:
            _remember(self._wrong, one.name, (min(WRONG_TRIES, self._tries(one.name) + 1), self._clock()))
        return fits

    def delay(self, name: str) -> float:
        """Seconds that a stranger waits before his try counts; the same for a right password and a wrong one."""
        over = self._tries(name) - FREE_TRIES
        return min(SLOWEST, SLOW_STEP * 2**over) if over > 0 and self.limiter.factor else 0.0

    def _tries(self, name: str) -> float:
        """Wrong tries that are not forgiven yet."""
        many, when = self._wrong.get(name, (0.0, 0.0))
        return max(0.0, many - (self._clock() - when) / FORGIVEN)

    def _is_known(self, one: Try) -> bool:
        return bool(one.known) or (one.name, one.address) in self._right

    @asynccontextmanager
    async def _turn(self, address: str, name: str = "", delay: float = 0.0) -> AsyncIterator[None]:
        """Wait for one's turn: an address has one try in the threads, whoever waits there holds none of them."""
        keys = [f"address {address}", *([f"name {name}"] if name else [])]
        self._check_room(address, name)
        self._busy.update(keys)
        turn = self._turns.setdefault(address, asyncio.Lock())
        try:
            await asyncio.sleep(delay)
            async with turn:
                yield
        finally:
            self._busy.subtract(keys)
            self._busy += Counter()  # those at zero go
            if not self._busy[keys[0]]:
                self._turns.pop(address, None)

    def _check_room(self, address: str, name: str) -> None:
        of_address, of_name = self._busy[f"address {address}"], self._busy[f"name {name}"]
        full = of_address >= TRIES_OF_ADDRESS or of_name >= TRIES_OF_NAME
        if self.limiter.factor and (full or len(self._turns) >= TRIES_AT_ONCE):
            wait = str(math.ceil(SLOWEST))
            why = f"too many sign-ins wait for their turn: try again in {wait} s"
            raise TooManyRequestsException(detail=why, headers={"Retry-After": wait})


def needs_rehash(kept: str) -> bool:
    """Was it kept with other parameters than today's?"""
    return _HASHER.check_needs_rehash(kept)


def _plain(password: str) -> str:
    return unicodedata.normalize("NFC", password)


def _verify(kept: str, password: str) -> bool:
    try:
        return _HASHER.verify(kept, _plain(password))
    except (VerificationError, InvalidHashError):
        return False


async def _beside(work: Callable[[], Found]) -> Found:
    return await asyncio.get_running_loop().run_in_executor(_HASHING, work)


def _remember(kept: OrderedDict, key: object, value: object) -> None:  # type: ignore[type-arg]
    """Keep something, and forget what was not used for the longest time."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > TRIED_NAMES:
        kept.popitem(last=False)
