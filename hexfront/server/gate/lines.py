"""How many sockets and streams people hold."""

from collections import Counter as Tally
from collections.abc import Iterator
from contextlib import contextmanager

from litestar.exceptions import TooManyRequestsException

from hexfront.server.bounds import SOCKETS_ADDRESS, SOCKETS_EACH


class Lines:
    """The sockets and streams of this worker, by person and by address."""

    def __init__(self, counting: bool = True) -> None:
        self.counting = counting
        self._people: Tally[str] = Tally()
        self._addresses: Tally[str] = Tally()

    @contextmanager
    def hold(self, person_id: str, address: str) -> Iterator[None]:
        """One more, for as long as it is open; 429 where there are enough."""
        if self.counting and person_id and self._people[person_id] >= SOCKETS_EACH:
            raise _too_many(f"you follow {SOCKETS_EACH} games at once already: close one of them first")
        if self.counting and self._addresses[address] >= SOCKETS_ADDRESS:
            raise _too_many(f"{SOCKETS_ADDRESS} games are followed from your address already: close one of them first")
        self._people[person_id] += 1
        self._addresses[address] += 1
        try:
            yield
        finally:
            self._people -= Tally([person_id])  # whoever has none left is forgotten
            self._addresses -= Tally([address])


def _too_many(why: str) -> TooManyRequestsException:
    return TooManyRequestsException(detail=why, headers={"Retry-After": "10"})
