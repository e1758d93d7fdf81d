"""One guest must not stop the others: each attack is made on a real server while an honest player plays on.

Under `make faults` each lasts ten seconds at full strength and the bounds are those that are promised; among other
tests, which take the machine's time themselves, each is short, and only what cannot be blamed on them is asked.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import guests
import live
import pytest

P99 = 0.250  # seconds that one honest request in a hundred may take
P99_BUSY = 1.5  # the same while other tests are run on the same cores
MEMORY = 600.0  # MB of the server with all its processes
ANSWERED = 8.0  # seconds for a recruit whose process begins anew, while others keep the cores busy
HONEST = Path(__file__).parent / "honest.py"


@dataclass
class Seen:
    """What the honest player saw, and how much memory the server took at most."""

    answers: list[tuple[str, float, int]] = field(default_factory=list)
    memory: float = 0.0

    def p99(self) -> float:
        """The seconds within which ninety-nine of a hundred of his requests were answered."""
        return statistics.quantiles([seconds for _, seconds, _ in self.answers], n=100)[98]

    def bad(self) -> Counter[tuple[str, int]]:
        """What was not answered, or by a fault of the server."""
        return Counter((what, status) for what, _, status in self.answers if status == 0 or status >= 500)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[live.Server]:
    """One server for all attacks, with its limits on: what one attack leaves behind, the next one finds."""
    calls_home = {"HEXFRONT_LOCAL_HOOKS": "1"}
    with live.Server(tmp_path_factory.mktemp("attacks"), limits=True, env=calls_home) as running:
        yield running


@contextmanager
def honest(server: live.Server) -> Iterator[Seen]:
    """The honest player, in a process of his own, for as long as this lasts."""
    seen, over = Seen(), threading.Event()
    player = subprocess.Popen([sys.executable, str(HONEST), server.url], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert player.stdin and player.stdout
    assert player.stdout.readline().strip() == b"playing", server.tail()
    scale = threading.Thread(target=_weigh, args=(server, seen, over))
    scale.start()
    try:
        yield seen
    finally:
        over.set()
        told, _ = player.communicate(timeout=60)
        scale.join()
    seen.answers = [(what, seconds, status) for what, seconds, status in json.loads(told)]


def _weigh(server: live.Server, seen: Seen, over: threading.Event) -> None:
    while not over.wait(0.25):
        seen.memory = max(seen.memory, memory(server))


def memory(server: live.Server) -> float:
    """MB of a server and all its processes, each page counted once."""
    found = 0.0
    for pid in server.pids:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        found += sum(float(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return found / 1024


@pytest.mark.parametrize("name", list(guests.ATTACKS))
def test_an_honest_player_feels_nothing(server: live.Server, name: str, often: int) -> None:
    alone = often >= 100
    with honest(server) as seen:
        statuses = live.run(guests.ATTACKS[name](server, 10.0 if alone else 4.0))
        time.sleep(0.5)
    told = f"{name}: p99 {1000 * seen.p99():.0f} ms of {len(seen.answers)}, {seen.memory:.0f} MB, {Counter(statuses)}"
    print(told)
    assert statuses, "the attack did not take place"
    assert not seen.bad(), f"{told}: {seen.bad()}\n{server.tail()}"
    assert 500 not in statuses, f"{told}\n{server.tail()}"
    assert seen.memory < MEMORY, told
    assert seen.p99() < (P99 if alone else P99_BUSY), told
    assert server.process is not None and server.process.poll() is None, server.tail()


def test_a_recruit_answers_while_thirty_games_of_robots_are_played(server: live.Server) -> None:
    """People first: whoever waits for a robot does not wait for those that play each other."""
    robots = threading.Thread(target=lambda: live.run(guests.many_robots(server, ANSWERED + 5.0)))
    robots.start()
    try:
        time.sleep(5.0)
        with live.Client(server.url) as client:
            game = client.new_game("pgg", {"german": "recruit", "soviet": "me"}, seed="recruit")["id"]
            client.play(game, ["done"])  # the set-up; then it is the German who interdicts
            begin = time.monotonic()
            while not client.view(game)["ask"]["yours"]:
                assert time.monotonic() < begin + ANSWERED, "the recruit has not answered"
                time.sleep(0.1)
        print(f"the recruit answered after {time.monotonic() - begin:.1f} s")
    finally:
        robots.join()
