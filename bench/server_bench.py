"""The server under load: real processes, real sockets, every order committed before it is answered.

Games are played by scripts made beforehand, so that what is measured is the server and not the player. Client and
server share the cores of this machine; the client is plain asyncio, because a library's client costs more than the
server. The rows of PostgreSQL are left out where there is none.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bench import Bench, Row

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import live

GAMES = 200
PACE = 2.0  # seconds between two orders of one player
SPAN = 12.0  # seconds of the steady load
BEGUN = 30  # orders of each game before it: the set-up
RUSH = 5.0  # seconds of saturation
WATCHERS = 2000
SCRIPTS = 12  # different games; the tables share them
LENGTH = 260  # orders in a script


class Wire:
    """One kept connection that speaks just enough HTTP."""

    def __init__(self, server: live.Server, headers: dict[str, str]) -> None:
        self.server = server
        lines = [f"{name}: {value}\r\n" for name, value in headers.items()]
        self.head = f"Host: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n{''.join(lines)}"

    async def open(self) -> Wire:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        return self

    async def post(self, path: str, body: bytes) -> tuple[int, bytes]:
        """Send one request; status and body of the answer."""
        self.writer.write(f"POST {path} HTTP/1.1\r\n{self.head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        return int(head[9:12]), await self.reader.readexactly(int(length))


@dataclass
class Load:
    """What came of some load."""

    latencies: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Orders a second."""
        return len(self.latencies) / self.seconds

    def percentile(self, part: int) -> float:
        """The latency in milliseconds below which so many of a hundred orders stay."""
        return 1000 * statistics.quantiles(self.latencies, n=100)[part - 1]


@dataclass
class Table:
    """A game of one person on both sides, and how far its script is played."""

    id: str
    script: list[str]
    number: int = 0


@cache
def scripts() -> tuple[list[str], ...]:
    """Games to play."""
    return tuple(live.random_orders("pgg", f"bench-{number}", LENGTH) for number in range(SCRIPTS))


def set_up(client: live.Client, many: int) -> list[Table]:
    """So many games, each with the seed that its script was made with."""
    found = []
    for number in range(many):
        which = number % SCRIPTS
        made = client.new_game("pgg", live.hot_seat("pgg"), seed=f"bench-{which}")
        found.append(Table(made["id"], scripts()[which]))
    return found


def headers_of(client: live.Client) -> dict[str, str]:
    """What a request of this person carries."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)
    return {"Cookie": cookies, "X-CSRF-Token": str(client.headers["X-CSRF-Token"])}


async def send(wire: Wire, table: Table, load: Load) -> None:
    """The next order of a table."""
    body = json.dumps({"order": table.script[table.number], "seen": table.number, "key": f"{table.number}"}).encode()
    begin = time.perf_counter()
    status, answer = await wire.post(f"/api/games/{table.id}/orders", body)
    load.latencies.append(time.perf_counter() - begin)
    if status not in (200, 201):
        load.errors.append(f"{status} {answer[:200].decode(errors='replace')}")
    table.number += 1


async def steady(server: live.Server, client: live.Client, tables: list[Table]) -> Load:
    """Both players of every table move once every two seconds, each table at moments of its own."""
    load, chance = Load(), random.Random(1)
    headers = headers_of(client)

    async def play(table: Table) -> None:
        wire = await Wire(server, headers).open()
        await asyncio.sleep(chance.random() * PACE)
        end = time.perf_counter() + SPAN
        while time.perf_counter() < end and table.number < len(table.script):
            begin = time.perf_counter()
            await send(wire, table, load)
            await asyncio.sleep(max(0.0, PACE - (time.perf_counter() - begin)))

    begin = time.perf_counter()
    await asyncio.gather(*(play(table) for table in tables))
    load.seconds = time.perf_counter() - begin
    return load


async def rush(server: live.Server, client: live.Client, tables: list[Table], span: float, until: int = LENGTH) -> Load:
    """Every table sends its next order as soon as the last one is answered."""
    load, headers = Load(), headers_of(client)
    begin = time.perf_counter()

    async def play(table: Table) -> None:
        wire = await Wire(server, headers).open()
        while time.perf_counter() < begin + span and table.number < min(until, len(table.script)):
            await send(wire, table, load)

    await asyncio.gather(*(play(table) for table in tables))
    load.seconds = time.perf_counter() - begin
    return load


def served(work: Callable[[live.Server, live.Client], Load], db: str = "", workers: int = 1) -> Load:
    """Do some work against a server of its own."""
    with tempfile.TemporaryDirectory() as folder, live.Server(Path(folder), db=db, workers=workers) as server:
        with live.Client(server.url) as client:
            load = work(server, client)
        assert server.process is not None and server.process.poll() is None, server.tail()
        return load


@cache
def steady_load() -> Load:
    """200 games, both players every two seconds, on SQLite; they are past their set-up when the clock begins."""

    def work(server: live.Server, client: live.Client) -> Load:
        tables = set_up(client, GAMES)
        asyncio.run(rush(server, client, tables, 60.0, BEGUN))
        return asyncio.run(steady(server, client, tables))

    return served(work)


@cache
def rush_load(workers: int = 0) -> Load:
    """Saturation: with no number on SQLite, with one on PostgreSQL by so many workers."""

    def work(server: live.Server, client: live.Client) -> Load:
        return asyncio.run(rush(server, client, set_up(client, 64), RUSH))

    if not workers:
        return served(work)
    with live.Postgres() as postgres:
        return served(work, postgres.database("bench"), workers)


# -- the rows --------------------------------------------------------------------------------------------------


def order_p99() -> Row:
    """The slowest of a hundred orders in 200 games at 100 orders a second; a PostgreSQL is not needed."""
    load = steady_load()
    return Row("server: p99 of an order, 200 games, 100 orders/s, SQLite", load.percentile(99), "ms", 25, "lower")


def orders_steady() -> Row:
    """Whether the load was what it should be."""
    return Row("server: orders a second in that run", steady_load().rate, "/s", 80)


def errors() -> Row:
    """Answers other than success, in all runs."""
    runs = [steady_load(), rush_load(), *([rush_load(1), rush_load(2)] if live.find_tools.postgres() else [])]
    wrong = [error for run in runs for error in run.errors]
    if wrong:
        print(f"server: {len(wrong)} errors, the first: {wrong[0]}", file=sys.stderr)
    return Row("server: errors in all runs", len(wrong), "", 0, "lower")


def saturation() -> Row:
    """As many orders as one worker takes, each committed."""
    return Row("server: saturation, one worker, SQLite", rush_load().rate, "orders/s", 600)


def saturation_postgres() -> Row:
    """The same on PostgreSQL."""
    return Row("server: saturation, one worker, PostgreSQL", rush_load(1).rate, "orders/s", 600)


def growth() -> Row:
    """Two workers against one; client and database share the two cores of a small machine with them."""
    return Row("server: two workers against one, PostgreSQL", rush_load(2).rate / rush_load(1).rate, "x", 1.2)


@cache
def watched() -> tuple[float, float]:
    """Memory in kB that an idle watcher takes, and the seconds until all of them have heard of a move."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 2 * WATCHERS + 500)), hard))
    with (
        tempfile.TemporaryDirectory() as folder,
        live.Server(Path(folder)) as server,
        live.Client(server.url) as client,
    ):
        table = set_up(client, 1)[0]
        before = memory(server)
        return asyncio.run(_watch(server, client, table, before))


async def _watch(server: live.Server, client: live.Client, table: Table, before: float) -> tuple[float, float]:
    gate = asyncio.Semaphore(100)
    lines = await asyncio.gather(*(_socket(server, table.id, gate) for _ in range(WATCHERS)))
    await asyncio.sleep(1.0)
    each = (memory(server) - before) / WATCHERS
    load, wire = Load(), await Wire(server, headers_of(client)).open()
    begin = time.perf_counter()
    await send(wire, table, load)
    await asyncio.gather(*(asyncio.wait_for(_message(reader), 60) for reader, _ in lines))
    took = time.perf_counter() - begin
    for _, writer in lines:
        writer.close()
    return each, took


async def _socket(
    server: live.Server, game: str, gate: asyncio.Semaphore
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A watcher's socket that has heard the whole view."""
    async with gate:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        head = f"GET /api/games/{game}/ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        key = "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: aGV4ZnJvbnQgYmVuY2ghIQ==\r\n\r\n"
        writer.write((head + key).encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in answer.splitlines()[0], answer
        await _message(reader)
        return reader, writer


async def _message(reader: asyncio.StreamReader) -> bytes:
    """One message of a server's socket; pings are passed over."""
    while True:
        kind, size = await reader.readexactly(2)
        length = size & 127
        if length > 125:
            length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
        body = await reader.readexactly(length)
        if kind & 15 in (0, 1, 2):
            return body


def memory(server: live.Server) -> float:
    """The memory of a server and its processes in kB, each page counted once."""
    found = 0.0
    for pid in server.pids:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        found += sum(float(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return found


def watcher_memory() -> Row:
    """Memory of a watcher who only looks."""
    return Row(f"server: memory of a watcher ({WATCHERS:,} at once)", watched()[0], "kB", 50, "lower")


def watcher_news() -> Row:
    """How long until the last of them knows of a move."""
    return Row(f"server: {WATCHERS:,} watchers told of a move", watched()[1], "s", 2.0, "lower")


@cache
def _opened() -> float:
    """Milliseconds to open a long game on a server that has just started."""
    orders = live.random_orders("pgg", "bench-long", 1250)
    with (
        tempfile.TemporaryDirectory() as folder,
        live.Server(Path(folder)) as server,
        live.Client(server.url) as client,
    ):
        game = client.new_game("pgg", live.hot_seat("pgg"), seed="bench-long")["id"]
        client.play(game, orders)
        server.kill()
        server.start()
        client.get("/api/me")
        begin = time.perf_counter()
        assert client.view(game)["number"] == len(orders)
        return 1000 * (time.perf_counter() - begin)


def open_long() -> Row:
    """A campaign of some 1,250 orders, opened for the first time after a restart."""
    return Row("server: a game of 1,250 orders opened after a restart", _opened(), "ms", 300, "lower")


@cache
def _page() -> tuple[float, float]:
    """Seconds until a board can be played after its page was asked for, and the kB that came over the line."""
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
    path = str(live.find_tools.chromium().path)
    with tempfile.TemporaryDirectory() as folder, live.Server(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        with live.Client(server.url) as client:
            game = set_up(client, 1)[0].id
        tries = [_load(browser, f"{server.url}/#/g/{game}") for _ in range(3)]
        browser.close()
    return min(tries)


def _load(browser: Any, address: str) -> tuple[float, float]:
    """Open a page in a fresh profile, with nothing in its cache."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page, sizes = context.new_page(), list[float]()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    begin = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator("[data-test=board] [data-test^=piece-]").first.wait_for(state="attached")
    page.locator("[data-test=main-button]").wait_for()
    took = time.perf_counter() - begin
    page.wait_for_load_state("networkidle")
    context.close()
    return took, sum(sizes) / 1024


def page_usable() -> Row:
    """A table opened in a browser that has never seen it."""
    return Row("browser: a board can be played", _page()[0], "s", 1.0, "lower")


def page_size() -> Row:
    """Everything that this took over the line, the board included."""
    return Row("browser: page with its board", _page()[1], "kB", 300, "lower")


BENCHES: list[Bench] = [order_p99, orders_steady, saturation, open_long, watcher_memory, watcher_news]
if live.find_tools.postgres():
    BENCHES += [saturation_postgres, growth]
if live.find_tools.chromium():
    BENCHES += [page_usable, page_size]
BENCHES.append(errors)
