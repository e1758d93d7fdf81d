"""Robots at the table. They think in processes of their own, so that nobody waits for them.

A robot is asked for as many orders as it finds in a moment; each is then played and kept as a person's order is. When
the server starts it looks for games in which a robot is to decide, so a turn that a crash cut short is taken up again.
With several workers a game's robot belongs to the worker that holds its claim in the database.

People come first. Where one plays against a robot and is there, it thinks before all others; then who made the games
counts, one after the other. Robots that play among themselves do so in a process that stands behind everything else,
and of those games that nobody looks at only a few go on at a time; the others wait.

People are told how many seconds a robot may think about a phase, and that is kept: one that does not come to an end is
ended, and a quick robot plays the rest of its phase.
"""

import asyncio
import contextlib
import logging
import random
import time
from collections import Counter as Tally
from collections import OrderedDict
from concurrent.futures.process import BrokenProcessPool
from functools import partial

import msgspec

from hexfront.engine.errors import HexfrontError
from hexfront.robots import kind_of
from hexfront.server.bounds import IDLE_NICE, IDLE_PATIENCE, LATELY, UNWATCHED, UNWATCHED_EACH
from hexfront.server.games.open_game import OpenGame, Thinking
from hexfront.server.games.open_games import Conflict, OpenGames
from hexfront.server.library.catalog import quick_robot
from hexfront.server.storage.db import Unavailable
from hexfront.server.storage.rows import NoGame, PlanLine, Seat
from hexfront.server.thinking.claims import Claims
from hexfront.server.thinking.plans import plan_line
from hexfront.server.thinking.thinkers import PATIENCE, Thinker
from hexfront.server.thinking.thoughts import Meant, Thought, Thoughts

LOG = logging.getLogger("hexfront.server")
SWEEP = 5.0  # seconds between two looks for games that nobody plays on
TRIES = 3  # for a robot whose process dies
GRACE = 3.0  # seconds that a robot may take beyond those that people are told
MINDS = 1_000  # games of which is remembered where their robots think


class Mind:
    """How far a game's robot is in a phase, and the process in which it remembers its plan."""

    def __init__(self, thinker: Thinker) -> None:
        self.thinker = thinker
        self.phase: tuple[str, int, int] = ("", 0, 0)
        self.used = 0.0  # seconds of this phase
        self.late = False  # it did not come to an end in this phase

    def enter(self, phase: tuple[str, int, int]) -> None:
        """A new phase has its own seconds."""
        if phase != self.phase:
            self.phase, self.used, self.late = phase, 0.0, False


class Robots:
    """Who thinks about what. One task for each game in which a robot is to decide."""

    def __init__(self, open_games: OpenGames, processes: int) -> None:
        self.open_games = open_games
        self.thinkers = [Thinker() for _ in range(max(1, processes))]
        self.idle = Thinker(IDLE_NICE, IDLE_PATIENCE)  # for games in which no person plays
        self.claims = Claims(open_games)
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._minds: OrderedDict[str, Mind] = OrderedDict()
        self._unwatched: dict[str, str] = {}  # games that go on although nobody looks at them, and who made them
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take up what was left unfinished, now and from time to time."""
        self.open_games.after.append(self.consider)
        self.open_games.joined.append(self.consider)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop thinking; whatever was not played is thought again by the next server."""
        tasks = [*self.tasks.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.claims.close()
        for thinker in (*self.thinkers, self.idle):
            thinker.drop()

    def consider(self, game: OpenGame) -> None:
        """Something has changed in a game: let its robot play if it is to decide."""
        if game.robot is not None and game.id not in self.tasks and self._may_go_on(game):
            task = asyncio.create_task(self._play(game.id))
            self.tasks[game.id] = task
            task.add_done_callback(lambda _: self._done(game.id))

    def _done(self, game_id: str) -> None:
        self.tasks.pop(game_id, None)
        self._unwatched.pop(game_id, None)
        game = self.open_games.games.get(game_id)
        if game is not None:
            self._show(game, None)

    async def _sweep(self) -> None:
        """Look for games in which a robot is to decide and nobody lets it."""
        while True:
            with contextlib.suppress(HexfrontError):
                for due in await self.open_games.store.waiting_for_robots():
                    known = due.id in self.tasks or (due.unmanned and not self._has_room(due.creator))
                    if not known:
                        with contextlib.suppress(HexfrontError):
                            self.consider(await self.open_games.open(due.id))
            if not self.idle.waiting:
                self.idle.drop()  # its memory is worth more to others
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
        except NoGame:
            return  # whoever played it has deleted it
        except (Unavailable, Conflict) as error:
            LOG.warning("game %s: the robot's turn waits: %s", game_id, error)
        except Exception:
            LOG.exception("game %s: the robot's turn failed", game_id)

    # -- whose turn it is --------------------------------------------------------------------------

    def _may_go_on(self, game: OpenGame) -> bool:
        """Is a game played on now? One of robots alone that nobody looks at only if there is room for it."""
        if game.watched or not game.unmanned:
            self._unwatched.pop(game.id, None)
            return True
        if game.id not in self._unwatched and self._has_room(game.row.creator or ""):
            self._unwatched[game.id] = game.row.creator or ""
        return game.id in self._unwatched

    def _has_room(self, creator: str) -> bool:
        """May one more of his games go on that nobody looks at?"""
        many = Tally(self._unwatched.values())
        return many[creator] < UNWATCHED_EACH and many.total() < UNWATCHED

    def _rank(self, game_id: str) -> int:
        """People who wait come first, then games that a person plays or looks at."""
        game = self.open_games.games.get(game_id)
        if game is None:
            return 2
        here = any(game.is_online(seat.person_id) for seat in game.seats)
        if not game.unmanned and (here or time.monotonic() - game.asked < LATELY):
            return 0
        return 1 if game.watched or not game.unmanned else 2

    # -- a turn ------------------------------------------------------------------------------------

    async def _turn(self, game_id: str) -> None:
        given, game = 0, await self.open_games.open(game_id)
        mind, owner = self._mind(game), (game.row.creator or "",)
        mind.thinker.waiting += 1
        try:
            while game.robot is not None and self._may_go_on(game):
                async with mind.thinker.turns.turn(owner, partial(self._rank, game_id)):  # others may be thinking there
                    game = await self.open_games.open(game_id)
                    seat, seen = game.robot, game.number
                    if seat is None:
                        return
                    thoughts = await self._think(game, seat, mind, given)
                given += await self._carry_out(game, seat, thoughts, seen)
                game = await self.open_games.open(game_id)
        finally:
            mind.thinker.waiting -= 1

    async def _carry_out(self, game: OpenGame, seat: Seat, thoughts: Thoughts, seen: int) -> int:
        """Play what a robot ordered; returns how many orders that were."""
        planned = any(one.plan for one in thoughts.orders)
        last = await self.open_games.store.last_plan(game.id, seat.side) if planned else None
        for number, meant in enumerate(thoughts.orders, seen + 1):
            plan = _new_plan(game, meant, number, last)
            await self.open_games.robot_order(game, meant.order, seat.side, number - 1, plan)
            last = plan or last
            await asyncio.sleep(0)  # people first
        return len(thoughts.orders)

    def _mind(self, game: OpenGame) -> Mind:
        """Where a game's robot thinks: always in the same process, in which it remembers what it wants."""
        mind = self._minds.get(game.id)
        if mind is None:
            thinker = self.idle if game.unmanned else min(self.thinkers, key=lambda thinker: thinker.waiting)
            mind = self._minds[game.id] = Mind(thinker)
            if len(self._minds) > MINDS:
                self._minds.popitem(last=False)
        self._minds.move_to_end(game.id)
        return mind

    async def _think(self, game: OpenGame, seat: Seat, mind: Mind, given: int) -> Thoughts:
        """Orders from another process. Should that die, a new one is tried, and at last chance decides."""
        row, state = game.row, game.sitting.state
        mind.enter((seat.side, state.turn, state.step))
        robot = quick_robot(game.rules) if mind.late else seat.robot
        limit = kind_of(seat.robot).seconds
        patience = limit - mind.used + GRACE if limit and not mind.late else PATIENCE
        thought = Thought(row.id, row.game, seat.side, robot, row.seed, state.to_json())
        for _ in range(TRIES):
            began = time.monotonic()
            try:
                await mind.thinker.warm(row.game, robot)
                began = time.monotonic()
                now = Thinking(seat.side, seat.robot, given, mind.used, limit, began)
                await self._announce(game, now)
                thoughts = await mind.thinker.think(thought, max(GRACE, patience))
                mind.used += thoughts.seconds
                game.thinking = msgspec.structs.replace(now, used=mind.used, since=None)
                return thoughts
            except BrokenProcessPool:
                LOG.warning("game %s: the process of the robot %s died", row.id, robot)
                mind.thinker.drop()
            except TimeoutError:
                LOG.warning("game %s: the robot %s was ended after %.1f s", row.id, robot, time.monotonic() - began)
                mind.thinker.drop()
                mind.used += time.monotonic() - began
                if not mind.late:
                    mind.late = True
                    return Thoughts([], 0.0)
        return _by_chance(game)

    # -- telling -----------------------------------------------------------------------------------

    async def _announce(self, game: OpenGame, thinking: Thinking) -> None:
        """Tell everybody who thinks. Who takes seconds is announced at other workers too; lines end it there."""
        self._show(game, thinking)
        if self.open_games.shared and thinking.limit:
            await self.open_games.tell_others(game.id, {"type": "thinking", **thinking.told()})

    def _show(self, game: OpenGame, thinking: Thinking | None) -> None:
        """Tell everybody at this worker how far a robot is."""
        if game.thinking == thinking:
            return
        game.thinking = thinking
        game.forget_views()
        message = {"type": "thinking", **(thinking.told() if thinking else {"side": None, "progress": None})}
        for listener in game.listeners:
            listener.put(msgspec.json.encode(message))


def _new_plan(game: OpenGame, meant: Meant, number: int, last: PlanLine | None) -> PlanLine | None:
    """The plan that comes before an order, unless it is the one that was kept last."""
    if meant.plan is None:
        return None
    plan = plan_line(game.rules, meant.plan, number)
    return None if last and msgspec.structs.replace(plan, number=last.number) == last else plan


def _by_chance(game: OpenGame) -> Thoughts:
    ask = game.rules.ask(game.sitting.state)
    return Thoughts([Meant(game.rules.write(ask.sample(random.Random(game.id))))] if ask else [], 0.0)
