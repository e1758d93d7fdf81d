"""What is done with open games: orders, taking back, other changes; one at a time, and told to everybody who listens.

One lock for each game makes its changes wait for each other. Several workers may have the same game open: the version
in the database decides whose order came first, and whoever lost reads the game again and answers that the order was
stale. What one worker has changed it tells the others, together with the commit.
"""

import time
from collections.abc import Callable
from typing import Any

import msgspec

from hexfront.engine.errors import BadData, HexfrontError, Refused
from hexfront.engine.session import CannotUndo
from hexfront.server import clock
from hexfront.server.games.audience import WatchedGames
from hexfront.server.games.open_game import OpenGame
from hexfront.server.storage.db import Unavailable
from hexfront.server.storage.rows import OVER, Change, PlanLine, line_of
from hexfront.server.storage.writer import Stale, Twice

__all__ = ["CannotClaim", "Conflict", "NotYours", "OpenGame", "OpenGames", "Played"]


class NotYours(HexfrontError):
    """Somebody without a seat wants to play."""


class Conflict(HexfrontError):
    """The sender did not know the last line; the answer is the game as it stands."""

    def __init__(self, game: OpenGame, sides: tuple[str, ...]) -> None:
        super().__init__("the game has gone on since you looked; here is how it stands now")
        self.game, self.sides = game, sides


class CannotClaim(HexfrontError):
    """The game cannot be ended in this way now, and the text says why."""


class Played(msgspec.Struct, frozen=True):
    """An order that is on disk: its number, what the log tells of it, and its line of the log as JSON."""

    number: int
    lines: list[str]
    line: bytes
    game: OpenGame


class OpenGames(WatchedGames):
    """The open games of this worker, and all that can be done with them."""

    # -- orders ------------------------------------------------------------------------------------

    async def order(self, game_id: str, person_id: str, order: str, seen: int, key: str | None = None) -> Played:
        """Play an order for a person. When this returns it is on disk."""
        game = self.games.get(game_id) or await self.open(game_id, playing=True)
        self.games.move_to_end(game_id)
        async with game.lock:
            sides = game.sides_of(person_id)
            if game.stale or seen != game.number or not sides:
                await self._look(game)
                sides = game.sides_of(person_id)
            if not sides:
                raise NotYours("you have no seat in this game")
            game.asked = game.played = time.monotonic()
            return await self._order(game, order, sides, seen, key)

    async def _look(self, game: OpenGame) -> None:
        """Whoever knows the last line that is known here need not wait for this: the version is compared on disk."""
        if game.stale or self.shared:
            await self._freshen(game)

    async def robot_order(
        self, game: OpenGame, order: str, side: str, seen: int, plan: PlanLine | None = None
    ) -> Played:
        """Play an order for a robot, and keep the plan that it begins; nobody is told of that here."""
        async with game.lock:
            if game.robot is None or game.robot.side != side:
                raise Conflict(game, (side,))
            return await self._order(game, order, (side,), seen, None, plan)

    async def _order(
        self,
        game: OpenGame,
        order: str,
        sides: tuple[str, ...],
        seen: int,
        key: str | None,
        plan: PlanLine | None = None,
    ) -> Played:
        if seen != game.number or key in game.undone:
            return await self._again(game, sides, key)
        if game.over:
            raise Refused(game.rules.order_rule, "the game is over")
        side = game.row.asks if game.row.asks in sides else sides[0]
        try:
            attempt = game.sitting.attempt(order, side)
        except HexfrontError:
            if self.shared and await self._freshen(game):
                raise Conflict(game, sides) from None
            raise
        line = line_of(attempt.line, key, attempt.roll, clock.stamp())
        change = game.change_for(attempt.state, line.number, line.created)
        try:
            news = self._news(game.id, "line", version=change.version + 1)
            await self.store.append(game.id, line, change, game.sitting.snapshot(attempt), news, plan)
        except (Stale, Twice):
            game.stale = True
            await self._freshen(game)
            return await self._again(game, sides, key)
        except Unavailable as error:
            game.stale = True  # it may have been written all the same: look before the next order
            if not self.shared:
                raise
            raise Unavailable(
                "the database was lost while the order was written: send it again with the same key, and it counts once"
            ) from error
        told = game.accept(attempt, line, change)
        self._tell_line(game, told)
        return Played(line.number, line.told, told, game)

    async def _again(self, game: OpenGame, sides: tuple[str, ...], key: str | None) -> Played:
        """An order that was sent twice is answered as the first time; any other did not know the last line."""
        line = await self.store.line_with_key(game.id, key) if key else None
        if line is None:
            raise Conflict(game, sides)
        return Played(line.number, line.told, game.log_json(line), game)

    # -- taking back -------------------------------------------------------------------------------

    async def undo(self, game_id: str, person_id: str, seen: int) -> OpenGame:
        """Take back a person's last order, unless a die fell or a counter was shown since."""
        game = await self.open(game_id)
        async with game.lock:
            sides = game.sides_of(person_id)
            if not sides:
                raise NotYours("you have no seat in this game")
            if seen != game.number:
                raise Conflict(game, sides)
            if game.over:
                raise CannotUndo("the game is over, and nothing is taken back any more")
            await self._check_last(game, sides)
            if not game.sitting.knows_way_back:
                game.fill(*await self._load(game.id))
            await self._rewind(game, sides, game.sitting.before(), game.number - 1)
        return game

    async def _check_last(self, game: OpenGame, sides: tuple[str, ...]) -> None:
        last = msgspec.json.decode(game.tail[-1]) if game.tail else None
        if last is None and game.number:
            last = {"side": (await self.store.lines(game.id, game.number - 1, game.number))[0].side, "order": ""}
        if last is not None and last["side"] not in sides:
            raise CannotUndo(f"the last order, {last['order']!r}, is the {last['side']} player's")

    async def rewind(self, game_id: str, number: int) -> OpenGame:
        """Go back to a line although dice fell since: both sides have agreed."""
        game = await self.open(game_id)
        async with game.lock:
            if not 0 <= number < game.number:
                raise BadData(f"the game cannot go back to line {number}")
            _, sitting = await self._load(game_id, number)
            await self._rewind(game, (), sitting.state, number)
        return game

    async def _rewind(self, game: OpenGame, sides: tuple[str, ...], state: Any, number: int) -> None:
        change = game.change_for(state, number, clock.stamp())
        try:
            news = self._news(game.id, "undo", version=change.version + 1)
            await self.store.take_back(game.id, change, game.number, news)
        except Stale:
            game.stale = True
            await self._freshen(game)
            raise Conflict(game, sides) from None
        game.fill(*await self._load(game.id))
        self.tell_views(game, {"undone": number + 1})

    # -- other changes -----------------------------------------------------------------------------

    async def changed(self, game_id: str, wind: bool = False) -> OpenGame:
        """Seats or offers were changed in the database: everybody gets a new view, here and at other workers.

        `wind` winds the clock up: somebody has just sat down, and has not had any time yet.
        """
        game = await self.open(game_id)
        async with game.lock:
            await self._touch(game, since=clock.stamp() if wind else game.row.since)
        return game

    async def finish(self, game_id: str, result: str, why_not: Callable[[OpenGame], str] = lambda _: "") -> OpenGame:
        """End a running game otherwise than by its rules: somebody resigned, or both agreed to a draw.

        `why_not` may still forbid it, as late as the moment before it is written.
        """
        game = await self.open(game_id)
        async with game.lock:
            await self._touch(game, why_not, status=OVER, result=result, asks="")
        return game

    async def _touch(self, game: OpenGame, why_not: Callable[[OpenGame], str] | None = None, **fields: Any) -> None:
        for _ in range(5):
            if why_not is not None:
                _check_end(game, why_not)
            row = game.row
            change = Change(row.version, row.lines, row.status, row.result, row.asks, row.turn_name, row.since)
            change = msgspec.structs.replace(change, **fields)
            try:
                await self.store.touch(game.id, change, self._news(game.id, "seats", version=row.version + 1))
            except Stale:
                game.stale = True
                await self._freshen(game)
                continue
            game.moved(change, clock.stamp())
            game.take_around(await self.store.header(game.id))
            self.tell_views(game)
            return
        raise Unavailable("the game is changed by too many at once; please try again")


def _check_end(game: OpenGame, why_not: Callable[[OpenGame], str]) -> None:
    """A game ends once, and not when there is a reason against it."""
    if game.over:
        raise Refused(game.rules.order_rule, "the game is over")
    if why := why_not(game):
        raise CannotClaim(why)
