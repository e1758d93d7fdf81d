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
from hexfront.server.db import Unavailable
from hexfront.server.hall import Hall
from hexfront.server.rows import OVER, Change, PlanLine, line_of
from hexfront.server.table import OpenGame
from hexfront.server.writer import Stale, Twice

__all__ = ["CannotClaim", "Conflict", "Live", "NotYours", "OpenGame", "Played"]


class NotYours(HexfrontError):
    """Somebody without a seat wants to play."""


class Conflict(HexfrontError):
    """The sender did not know the last line; the answer is the game as it stands."""

    def __init__(self, table: OpenGame, sides: tuple[str, ...]) -> None:
        super().__init__("the game has gone on since you looked; here is how it stands now")
        self.table, self.sides = table, sides


class CannotClaim(HexfrontError):
    """The game cannot be ended in this way now, and the text says why."""


class Played(msgspec.Struct, frozen=True):
    """An order that is on disk: its number, what the log tells of it, and its line of the log as JSON."""

    number: int
    lines: list[str]
    line: bytes
    table: OpenGame


class Live(Hall):
    """The open games of this worker, and all that can be done with them."""

    # -- orders ------------------------------------------------------------------------------------

    async def order(self, game_id: str, person_id: str, order: str, seen: int, key: str | None = None) -> Played:
        """Play an order for a person. When this returns it is on disk."""
        table = self.tables.get(game_id) or await self.open(game_id, playing=True)
        self.tables.move_to_end(game_id)
        async with table.lock:
            sides = table.sides_of(person_id)
            if table.stale or seen != table.number or not sides:
                await self._look(table)
                sides = table.sides_of(person_id)
            if not sides:
                raise NotYours("you have no seat in this game")
            table.asked = table.played = time.monotonic()
            return await self._order(table, order, sides, seen, key)

    async def _look(self, table: OpenGame) -> None:
        """Whoever knows the last line that is known here need not wait for this: the version is compared on disk."""
        if table.stale or self.shared:
            await self._freshen(table)

    async def robot_order(
        self, table: OpenGame, order: str, side: str, seen: int, plan: PlanLine | None = None
    ) -> Played:
        """Play an order for a robot, and keep the plan that it begins; nobody is told of that here."""
        async with table.lock:
            if table.robot is None or table.robot.side != side:
                raise Conflict(table, (side,))
            return await self._order(table, order, (side,), seen, None, plan)

    async def _order(
        self,
        table: OpenGame,
        order: str,
        sides: tuple[str, ...],
        seen: int,
        key: str | None,
        plan: PlanLine | None = None,
    ) -> Played:
        if seen != table.number or key in table.undone:
            return await self._again(table, sides, key)
        if table.over:
            raise Refused(table.rules.order_rule, "the game is over")
        side = table.row.asks if table.row.asks in sides else sides[0]
        try:
            attempt = table.sitting.attempt(order, side)
        except HexfrontError:
            if self.shared and await self._freshen(table):
                raise Conflict(table, sides) from None
            raise
        line = line_of(attempt.line, key, attempt.roll, clock.stamp())
        change = table.change_for(attempt.state, line.number, line.created)
        try:
            news = self._news(table.id, "line", version=change.version + 1)
            await self.store.append(table.id, line, change, table.sitting.snapshot(attempt), news, plan)
        except (Stale, Twice):
            table.stale = True
            await self._freshen(table)
            return await self._again(table, sides, key)
        except Unavailable as error:
            table.stale = True  # it may have been written all the same: look before the next order
            if not self.shared:
                raise
            raise Unavailable(
                "the database was lost while the order was written: send it again with the same key, and it counts once"
            ) from error
        told = table.accept(attempt, line, change)
        self._tell_line(table, told)
        return Played(line.number, line.told, told, table)

    async def _again(self, table: OpenGame, sides: tuple[str, ...], key: str | None) -> Played:
        """An order that was sent twice is answered as the first time; any other did not know the last line."""
        line = await self.store.line_with_key(table.id, key) if key else None
        if line is None:
            raise Conflict(table, sides)
        return Played(line.number, line.told, table.log_json(line), table)

    # -- taking back -------------------------------------------------------------------------------

    async def undo(self, game_id: str, person_id: str, seen: int) -> OpenGame:
        """Take back a person's last order, unless a die fell or a counter was shown since."""
        table = await self.open(game_id)
        async with table.lock:
            sides = table.sides_of(person_id)
            if not sides:
                raise NotYours("you have no seat in this game")
            if seen != table.number:
                raise Conflict(table, sides)
            if table.over:
                raise CannotUndo("the game is over, and nothing is taken back any more")
            await self._check_last(table, sides)
            if not table.sitting.knows_way_back:
                table.fill(*await self._load(table.id))
            await self._rewind(table, sides, table.sitting.before(), table.number - 1)
        return table

    async def _check_last(self, table: OpenGame, sides: tuple[str, ...]) -> None:
        last = msgspec.json.decode(table.tail[-1]) if table.tail else None
        if last is None and table.number:
            last = {"side": (await self.store.lines(table.id, table.number - 1, table.number))[0].side, "order": ""}
        if last is not None and last["side"] not in sides:
            raise CannotUndo(f"the last order, {last['order']!r}, is the {last['side']} player's")

    async def rewind(self, game_id: str, number: int) -> OpenGame:
        """Go back to a line although dice fell since: both sides have agreed."""
        table = await self.open(game_id)
        async with table.lock:
            if not 0 <= number < table.number:
                raise BadData(f"the game cannot go back to line {number}")
            _, sitting = await self._load(game_id, number)
            await self._rewind(table, (), sitting.state, number)
        return table

    async def _rewind(self, table: OpenGame, sides: tuple[str, ...], state: Any, number: int) -> None:
        change = table.change_for(state, number, clock.stamp())
        try:
            news = self._news(table.id, "undo", version=change.version + 1)
            await self.store.take_back(table.id, change, table.number, news)
        except Stale:
            table.stale = True
            await self._freshen(table)
            raise Conflict(table, sides) from None
        table.fill(*await self._load(table.id))
        self.tell_views(table, {"undone": number + 1})

    # -- other changes -----------------------------------------------------------------------------

    async def changed(self, game_id: str, wind: bool = False) -> OpenGame:
        """Seats or offers were changed in the database: everybody gets a new view, here and at other workers.

        `wind` winds the clock up: somebody has just sat down, and has not had any time yet.
        """
        table = await self.open(game_id)
        async with table.lock:
            await self._touch(table, since=clock.stamp() if wind else table.row.since)
        return table

    async def finish(self, game_id: str, result: str, why_not: Callable[[OpenGame], str] = lambda _: "") -> OpenGame:
        """End a running game otherwise than by its rules: somebody resigned, or both agreed to a draw.

        `why_not` may still forbid it, as late as the moment before it is written.
        """
        table = await self.open(game_id)
        async with table.lock:
            await self._touch(table, why_not, status=OVER, result=result, asks="")
        return table

    async def _touch(self, table: OpenGame, why_not: Callable[[OpenGame], str] | None = None, **fields: Any) -> None:
        for _ in range(5):
            if why_not is not None:
                _check_end(table, why_not)
            row = table.row
            change = Change(row.version, row.lines, row.status, row.result, row.asks, row.turn_name, row.since)
            change = msgspec.structs.replace(change, **fields)
            try:
                await self.store.touch(table.id, change, self._news(table.id, "seats", version=row.version + 1))
            except Stale:
                table.stale = True
                await self._freshen(table)
                continue
            table.moved(change, clock.stamp())
            table.take_around(await self.store.header(table.id))
            self.tell_views(table)
            return
        raise Unavailable("the game is changed by too many at once; please try again")


def _check_end(table: OpenGame, why_not: Callable[[OpenGame], str]) -> None:
    """A game ends once, and not when there is a reason against it."""
    if table.over:
        raise Refused(table.rules.order_rule, "the game is over")
    if why := why_not(table):
        raise CannotClaim(why)
