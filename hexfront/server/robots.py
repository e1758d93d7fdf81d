"""Robots at the table. They think in processes of their own, so that nobody waits for them.

A robot is asked for as many orders as it finds in a moment; each is then played and kept as a person's order is. When
the server starts it looks for games in which a robot is to decide, so a turn that a crash cut short is taken up again.
With several workers a game's robot belongs to the worker that holds its claim in the database.
"""

import asyncio
import contextlib
import logging
import random
import signal
import time
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import msgspec

from hexfront import games
from hexfront.engine.errors import HexfrontError
from hexfront.robots import Player, decide, player
from hexfront.server.db import Unavailable
from hexfront.server.live import Conflict, Live
from hexfront.server.processes import end_at_once
from hexfront.server.store import Seat
from hexfront.server.table import OpenGame
from hexfront.server.writer import PostgresWriter

LOG = logging.getLogger("hexfront.server")
MOMENT = 0.15  # seconds after which a robot hands over the orders that it has
SWEEP = 5.0  # seconds between two looks for games that nobody plays on
TRIES = 3  # for a robot whose process dies


class Thought(msgspec.Struct, frozen=True):
    """A position to think about, as it is sent to another process."""

    game_id: str
    game: str
    side: str
    robot: str
    seed: str
    state: bytes
    moment: float = MOMENT


# -- in the robots' processes ------------------------------------------------------------------------------

_PLAYERS: OrderedDict[tuple[str, str, str], Player] = OrderedDict()


def _begin() -> None:
    """A robot's process leaves signals from the keyboard to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def think(thought: Thought) -> list[str]:
    """The orders that a robot gives next, as far as it comes in a moment; at least one.

    A robot that fails at a position plays any legal order there: the game goes on, and the log of the server says why.
    """
    game = games.game(thought.game)
    state = game.load(thought.state)
    robot = _player(thought)
    orders: list[str] = []
    until = time.monotonic() + thought.moment
    while (ask := game.ask(state)) and ask.side == thought.side:
        try:
            order = decide(game, state, ask, robot)
            game.check(state, order, ask.side)
        except Exception:
            LOG.exception("the robot %s failed in game %s", thought.robot, thought.game_id)
            order = ask.sample(random.Random(f"{thought.seed} {state.hash()}"))
        orders.append(game.write(order))
        game.do(state, order)
        if time.monotonic() > until:
            break
    return orders


def _player(thought: Thought) -> Player:
    """The robot of this seat; one that has plans keeps them from order to order."""
    key = (thought.game_id, thought.side, thought.robot)
    found = _PLAYERS.get(key)
    if found is None:
        found = _PLAYERS[key] = player(thought.robot, games.game(thought.game), f"{thought.seed} {thought.side}")
        if len(_PLAYERS) > 50:
            _PLAYERS.popitem(last=False)
    _PLAYERS.move_to_end(key)
    return found


# -- in the server -----------------------------------------------------------------------------------------


class Robots:
    """Who thinks about what. One task for each game in which a robot is to decide."""

    def __init__(self, live: Live, processes: int) -> None:
        self.live = live
        self.processes = processes
        self.claims = Claims(live)
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take up what was left unfinished, now and from time to time."""
        self.live.after.append(self.consider)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop thinking; whatever was not played is thought again by the next server."""
        tasks = [*self.tasks.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.claims.close()
        self._drop_pool()

    def consider(self, table: OpenGame) -> None:
        """Something has changed in a game: let its robot play if it is to decide."""
        if table.robot is not None and table.id not in self.tasks:
            task = asyncio.create_task(self._play(table.id))
            self.tasks[table.id] = task
            task.add_done_callback(lambda _: self._done(table.id))

    def _done(self, game_id: str) -> None:
        self.tasks.pop(game_id, None)
        table = self.live.tables.get(game_id)
        if table is not None:
            self._show(table, None)

    async def _sweep(self) -> None:
        """Look for games in which a robot is to decide and nobody lets it."""
        while True:
            with contextlib.suppress(HexfrontError):
                for game_id in await self.live.store.waiting_for_robots():
                    if game_id not in self.tasks:
                        with contextlib.suppress(HexfrontError):
                            self.consider(await self.live.open(game_id))
            await asyncio.sleep(SWEEP * random.uniform(0.7, 1.3))

    async def _play(self, game_id: str) -> None:
        """Let a robot play for as long as it is to decide."""
        try:
            if await self.claims.take(game_id):
                try:
                    await self._turn(game_id)
                finally:
                    await self.claims.give_up(game_id)
        except asyncio.CancelledError:
            raise
        except (Unavailable, Conflict) as error:
            LOG.warning("game %s: the robot's turn waits: %s", game_id, error)
        except Exception:
            LOG.exception("game %s: the robot's turn failed", game_id)

    async def _turn(self, game_id: str) -> None:
        given, began = 0, time.monotonic()
        table = await self.live.open(game_id)
        while (seat := table.robot) is not None:
            self._show(table, {"side": seat.side, "progress": given, "seconds": round(time.monotonic() - began, 1)})
            seen = table.number
            for order in await self._think(table, seat):
                await self.live.robot_order(table, order, seat.side, seen)
                seen, given = seen + 1, given + 1
                await asyncio.sleep(0)  # people first
            table = await self.live.open(game_id)

    def _show(self, table: OpenGame, thinking: dict[str, Any] | None) -> None:
        """Tell everybody at this worker how far a robot is."""
        if table.thinking == thinking:
            return
        table.thinking = thinking
        table.forget_views()
        message = {"type": "thinking", **(thinking or {"side": None, "progress": None})}
        for listener in table.listeners:
            listener.put(msgspec.json.encode(message))

    async def _think(self, table: OpenGame, seat: Seat) -> list[str]:
        """Orders from another process. Should that die, a new one is tried, and at last chance decides."""
        row, state = table.row, table.sitting.state
        thought = Thought(row.id, row.game, seat.side, seat.robot, row.seed, state.to_json())
        loop = asyncio.get_running_loop()
        for _ in range(TRIES):
            try:
                return await loop.run_in_executor(self._processes(), think, thought)
            except BrokenProcessPool:
                LOG.warning("game %s: the process of the robot %s died", row.id, seat.robot)
                self._drop_pool()
        ask = table.rules.ask(state)
        return [table.rules.write(ask.sample(random.Random(row.id)))] if ask else []

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.processes, get_context("spawn"), _begin)
        return self._pool

    def _drop_pool(self) -> None:
        pool, self._pool = self._pool, None
        end_at_once(pool)


class Claims:
    """Which worker lets which robot play: locks of a PostgreSQL connection, gone when the worker is gone."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self._connection: Any = None
        self._lock = asyncio.Lock()

    async def take(self, game_id: str) -> bool:
        """Try to get the claim. A worker alone has them all."""
        return not self.live.shared or bool(await self._ask("SELECT pg_try_advisory_lock(hashtext($1))", game_id))

    async def give_up(self, game_id: str) -> None:
        """Let go of the claim."""
        if self.live.shared:
            await self._ask("SELECT pg_advisory_unlock(hashtext($1))", game_id)

    async def close(self) -> None:
        """Let go of all."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def _ask(self, sql: str, game_id: str) -> Any:
        writer = self.live.store.writer
        assert isinstance(writer, PostgresWriter)
        async with self._lock:
            try:
                if self._connection is None or self._connection.is_closed():
                    self._connection = await asyncpg.connect(writer.dsn, timeout=5)
                return await self._connection.fetchval(sql, game_id, timeout=5)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
                await self.close()
                raise Unavailable(f"the claims of robots cannot be read: {error}") from error
