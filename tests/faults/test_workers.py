"""Two workers over one PostgreSQL, two players with slow and uneven lines: everybody sees one and the same game."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import live
import pytest
import websockets

ORDERS = 120
OMITTED = {"log": None, "seats": None}  # changes bring a line instead of the log; who is online has changed since
HELPERS = 3  # connections of each player: the kernel spreads them over the workers


@dataclass
class Player:
    """One person at one side, with several connections and one socket."""

    side: str
    client: live.Client
    chance: random.Random
    heard: list[dict[str, Any]] = field(default_factory=list)
    stale: int = 0

    @property
    def cookie(self) -> str:
        return "; ".join(f"{one.name}={one.value}" for one in self.client.cookies.jar)

    async def pause(self, most: float = 0.03) -> None:
        await asyncio.sleep(self.chance.random() * most)


@pytest.fixture
def two_workers(tmp_path: Path, postgres: live.Postgres) -> live.Server:
    """A server with two workers and a database of its own."""
    return live.Server(tmp_path, db=postgres.database(f"workers_{time.time_ns()}"), workers=2)


def test_two_players_on_two_workers_see_the_same_game(two_workers: live.Server) -> None:
    with two_workers as server:
        game, players = _sit_down(server)
        script = live.random_orders("pgg", server.seed_of(game), ORDERS)
        live.run(_play(server, game, players, script))
        records = {player.client.record(game) for player in players for _ in range(4)}
        assert len(records) == 1
        assert [order for order, _ in live.entries(records.pop())] == script
        for player in players:
            numbers = [message["number"] for message in player.heard]
            assert numbers == sorted(set(numbers)) and numbers[-1] == ORDERS, f"{player.side} heard {numbers[-5:]}"
            last, now = player.heard[-1]["view"], player.client.view(game)
            assert last | OMITTED == now | OMITTED
        assert sum(player.stale for player in players) > 0  # the race was a race


def _sit_down(server: live.Server) -> tuple[str, list[Player]]:
    first, second = live.Client(server.url), live.Client(server.url)
    made = first.new_game("pgg", {"german": "me", "soviet": "open"})
    taken = second.post(f"/api/games/{made['id']}/seats", json={"token": made["invites"]["soviet"]})
    assert taken.is_success and taken.json()["side"] == "soviet", taken.text
    return made["id"], [
        Player("german", first, random.Random("german")),
        Player("soviet", second, random.Random("soviet")),
    ]


async def _play(server: live.Server, game: str, players: list[Player], script: list[str]) -> None:
    ready, done = asyncio.Barrier(len(players) + 1), asyncio.Event()
    listeners = [asyncio.create_task(_listen(server, game, player, ready, done)) for player in players]
    await ready.wait()
    await asyncio.gather(*(_send(server, game, player, script) for player in players))
    await asyncio.wait_for(asyncio.gather(*listeners), 20)


async def _listen(server: live.Server, game: str, player: Player, ready: asyncio.Barrier, done: asyncio.Event) -> None:
    """Hear every message, a little late at times, until the last order."""
    url = f"{server.url.replace('http', 'ws')}/api/games/{game}/ws"
    async with websockets.connect(url, additional_headers={"Cookie": player.cookie}, origin=server.url) as socket:
        first = json.loads(await socket.recv())
        assert first["type"] == "view" and first["view"]["number"] == 0
        await ready.wait()
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "line":
                await player.pause()
                player.heard.append(message)
                if message["number"] == ORDERS:
                    return


async def _send(server: live.Server, game: str, player: Player, script: list[str]) -> None:
    """Send what is one's own to send, also too early and twice, over connections that change."""
    headers = {"X-CSRF-Token": str(player.client.headers["X-CSRF-Token"]), "Cookie": player.cookie}
    clients = [httpx.AsyncClient(base_url=server.url, headers=headers, timeout=20) for _ in range(HELPERS)]
    number = 0
    while number < len(script):
        await player.pause()
        client = player.chance.choice(clients)
        body = {"order": script[number], "seen": number, "key": f"{player.side}-{number}"}
        answer = await client.post(f"/api/games/{game}/orders", json=body)
        if answer.is_success:
            twice = await player.chance.choice(clients).post(f"/api/games/{game}/orders", json=body)
            assert twice.is_success and twice.json()["number"] == number + 1, twice.text
            number += 1
        elif answer.status_code == 409:
            player.stale += 1
            number = answer.json()["view"]["number"]
        else:
            assert answer.status_code in (403, 422), answer.text  # the other side decides
            view = (await client.get(f"/api/games/{game}")).json()
            number = max(number, view["number"])
    for client in clients:
        await client.aclose()


def test_both_workers_take_orders(two_workers: live.Server) -> None:
    """Connections really land on different processes, or the test above shows nothing."""
    with two_workers as server:
        held = [httpx.Client(base_url=server.url) for _ in range(40)]
        for client in held:
            assert client.get("/api/catalog").status_code == 200
        busy = [pid for pid in server.pids if _sockets(pid) > 5]
        assert len(busy) >= 2, busy
        for client in held:
            client.close()


def _sockets(pid: int) -> int:
    """How many sockets a process holds."""
    links = (entry for entry in Path(f"/proc/{pid}/fd").iterdir())
    return sum("socket:" in str(link.readlink()) for link in links if link.is_symlink())


def test_workers_end_with_their_supervisor(two_workers: live.Server) -> None:
    """kill -9 of the process that started them: nobody is left who would answer for a server that is gone."""
    with two_workers as server:
        client = live.Client(server.url)
        client.new_game("pgg", {"german": "random", "soviet": "random"})
        time.sleep(1)
        assert sum(b"spawn_main" in live.command_of(pid) for pid in server.pids) >= 2
        server.kill_alone()
