"""Somebody who plays on, whatever others do to the server, and writes down how each of his requests was answered.

test_attacks runs this as a process of its own, so that nothing but the server can hold him up: he begins when he has
printed a line, ends when his standard input is closed, and then prints what he saw.
"""

from __future__ import annotations

import json
import select
import sys
import time
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import live

PACE = 0.05  # seconds between two of his requests: ten orders a second is a quick player
SCRIPT = 2_000


class Honest:
    """One person who plays both sides of a game at one screen, by a script."""

    def __init__(self, url: str) -> None:
        self.client = live.Client(url)
        self.script = live.random_orders("pgg", "honest", SCRIPT)
        self.game, self.number = "", len(self.script)
        self.seen: list[tuple[str, float, int]] = []  # what he asked for, seconds, status

    def step(self) -> None:
        """An order; now and then he looks at the board and at what can be ordered. After a game he begins another."""
        if self.number >= len(self.script):
            self.game, self.number = self._new_game(), 0
        body = {"order": self.script[self.number], "seen": self.number, "key": f"{self.number}"}
        if self._timed("order", "POST", "/orders", json=body) == 200:
            self.number += 1
        if self.number % 8 == 0:
            self._timed("view", "GET", "")
        if self.number % 8 == 4:
            self._timed("options", "GET", "/options")

    def _new_game(self) -> str:
        return str(self.client.new_game("pgg", live.hot_seat("pgg"), seed="honest")["id"])

    def _timed(self, what: str, method: str, path: str, **more: object) -> int:
        begin = time.perf_counter()
        try:
            status = self.client.request(method, f"/api/games/{self.game}{path}", **more).status_code  # type: ignore[arg-type]
        except httpx.TransportError:
            status = 0  # not answered at all
        self.seen.append((what, time.perf_counter() - begin, status))
        time.sleep(PACE)
        return status


def main() -> None:
    """Play until whoever started this has heard enough."""
    honest = Honest(sys.argv[1])
    honest.step()
    print("playing", flush=True)
    while not select.select([sys.stdin], [], [], 0)[0]:
        honest.step()
    print(json.dumps(honest.seen), flush=True)


if __name__ == "__main__":
    main()
