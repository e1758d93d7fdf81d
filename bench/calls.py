"""How many functions of ours one order runs through, from the server's entry to its answer: `python bench/calls.py`.

Calls of hexfront's functions are counted, and among them those that go from one of its packages to another. Whole
recorded games are played; the table tells of the orders that are given most. Waiting for the disk is not counted.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

import hexfront
from hexfront.engine.records.record import read

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / name) for name in ("tests/server", "tests", "examples/tiny")]

import test_server_core as core  # noqa: E402

PACKAGE = str(Path(hexfront.__file__).parent) + "/"
RECORDS = {"pgg": "pgg-soviet-decisive-0.2.txt", "trc": "trc-campaign-greedy.txt"}
ORDERS = 1100  # of each record
VERBS = ("move", "attack", "any")


class Counter:
    """Counts calls while it is switched on. A coroutine or a generator that goes on is a call as well."""

    def __init__(self) -> None:
        self.calls = self.changes = 0

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event != "call" or not file.startswith(PACKAGE):
            return
        self.calls += 1
        before = frame.f_back.f_code.co_filename if frame.f_back else ""
        if before.startswith(PACKAGE) and _package(before) != _package(file):
            self.changes += 1

    async def count(self, live: Any, game_id: str, order: str, number: int) -> tuple[int, int]:
        """The calls and changes of one order."""
        self.calls = self.changes = 0
        sys.setprofile(self)
        try:
            await live.order(game_id, core.ME, order, number, f"key {number}")
        finally:
            sys.setprofile(None)
        return self.calls, self.changes


def _package(file: str) -> str:
    return file[len(PACKAGE) :].partition("/")[0]


async def play(game: str, folder: Path) -> dict[str, list[tuple[int, int]]]:
    """The counts of each order of a record, by verb."""
    record = read((ROOT / "tests" / "records" / RECORDS[game]).read_text(encoding="utf-8"))
    found: dict[str, list[tuple[int, int]]] = {}
    counter = Counter()
    async with core.live_in(core.settings_in(folder)) as live:
        game_id = await core.new_game(live, seed=str(record.seed), game=game, options=record.options)
        for number, entry in enumerate(record.entries[:ORDERS]):
            counts = await counter.count(live, game_id, entry.order, number)
            found.setdefault(entry.order.split()[0], []).append(counts)
    return found


def main() -> None:
    """Count, and print the medians."""
    for game in RECORDS:
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(play(game, Path(folder)))
        found["any"] = [one for counts in found.values() for one in counts]
        for verb in VERBS:
            calls, changes = (statistics.median(one[part] for one in found[verb]) for part in (0, 1))
            print(f"{game} {verb:6} {len(found[verb]):5} orders {calls:6.0f} calls {changes:5.0f} changes of layer")


if __name__ == "__main__":
    main()
