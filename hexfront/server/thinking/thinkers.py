"""The processes in which robots think: one thought at a time in each, and a way to end one that takes too long."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from hexfront.server.processes import end_at_once
from hexfront.server.thinking.thoughts import Thought, Thoughts, begin, think, warm_up
from hexfront.server.turns import Turns

PATIENCE = 120.0  # seconds for what has no limit of its own: a process that starts, a robot that answers at once


class Thinker:
    """One process. Whoever lets a robot think in it has its turn, so that the seconds of a robot are its own.

    `nice` is how far it stands behind others who want the same core, `patience` how much longer it may take for that.
    """

    def __init__(self, nice: int = 0, patience: float = 1.0) -> None:
        self.turns = Turns()
        self.nice, self.patience = nice, patience
        self.waiting = 0  # games whose robots think here or want to
        self._pool: Executor | None = None
        self._warm: set[tuple[str, str]] = set()

    async def warm(self, game: str, robot: str) -> None:
        """Start the process and let it read what a robot needs, once."""
        if (game, robot) not in self._warm:
            await self._run(PATIENCE, warm_up, game, robot)
            self._warm.add((game, robot))

    async def think(self, thought: Thought, patience: float = PATIENCE) -> Thoughts:
        """A robot's orders; TimeoutError if they do not come in time, BrokenProcessPool if the process dies."""
        found: Thoughts = await self._run(patience, think, thought)
        return found

    async def _run(self, patience: float, work: Callable[..., Any], *given: Any) -> Any:
        if self._pool is None:
            self._pool = self._start()
        done = asyncio.get_running_loop().run_in_executor(self._pool, work, *given)
        return await asyncio.wait_for(done, patience * self.patience)

    def _start(self) -> Executor:
        return ProcessPoolExecutor(1, get_context("spawn"), begin, (self.nice,))

    def drop(self) -> None:
        """End the process, also in the middle of a thought; the next thought starts another."""
        pool, self._pool = self._pool, None
        self._warm.clear()
        end_at_once(pool)
