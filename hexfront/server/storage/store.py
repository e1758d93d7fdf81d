"""Games in the database: created, read with the nearest snapshot, and changed by one transaction for each order."""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Select, and_, exists, select
from sqlalchemy import insert as insert_into
from sqlalchemy.ext.asyncio import AsyncConnection

from hexfront.server import clock
from hexfront.server.bounds import UNDONE
from hexfront.server.storage.db import Database
from hexfront.server.storage.models import game as game_table
from hexfront.server.storage.models import hook as hook_table
from hexfront.server.storage.models import line as line_table
from hexfront.server.storage.models import offer as offer_table
from hexfront.server.storage.models import person as person_table
from hexfront.server.storage.models import plan as plan_table
from hexfront.server.storage.models import seat as seat_table
from hexfront.server.storage.models import snapshot as snapshot_table
from hexfront.server.storage.models import undone as undone_table
from hexfront.server.storage.rows import (
    OVER,
    RUNNING,
    TAIL,
    Change,
    Game,
    Line,
    Loaded,
    NoGame,
    Offer,
    PlanLine,
    Seat,
    Snapshot,
    game_of,
    plain_of,
    seat_of,
)
from hexfront.server.storage.statements import (
    DROP_LINES,
    DROP_PLANS,
    DROP_SNAPSHOTS,
    FORGET,
    REMEMBER,
    SAME,
    change_row,
    insert,
    renew,
)
from hexfront.server.storage.writer import Statement, writer_for

Plain = TypeVar("Plain")


class Due(msgspec.Struct, frozen=True):
    """A game in which a robot must decide, who made it, and whether only robots play in it."""

    id: str
    creator: str
    unmanned: bool


class Store:
    """Reads and writes games. What it returns is plain data."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.writer = writer_for(database)

    async def start(self) -> None:
        """Open the connections that every order uses."""
        await self.writer.start()

    async def close(self) -> None:
        """Finish what waits and let go."""
        await self.writer.close()

    # -- creating and reading --------------------------------------------------------------------

    async def create(
        self, row: Game, seats: Sequence[Seat], lines: Sequence[Line] = (), snapshots: Sequence[Snapshot] = ()
    ) -> None:
        """A new game with its seats, and with lines and snapshots if it is an imported record or a branch."""
        async with self.database.write() as connection:
            await connection.execute(insert_into(game_table), plain_of(row))
            plain = [{"game_id": row.id, **msgspec.structs.asdict(seat)} for seat in seats]
            for one in plain:
                del one["name"], one["gone"]  # these are the person's
            await connection.execute(insert_into(seat_table), plain)
            for table, kept in ((line_table, lines), (snapshot_table, snapshots)):
                if kept:
                    told = [{"game_id": row.id, **msgspec.structs.asdict(one)} for one in kept]
                    await connection.execute(insert_into(table), told)

    async def load(self, game_id: str, upto: int | None = None, forms: Sequence[str] = ()) -> Loaded:
        """A game after its first `upto` lines, or after all.

        The snapshot is one before the last line, so that what the last order did to dice and hidden counters
        is known; lines of the tail before the snapshot come along for the log.
        """
        async with self.database.read() as connection:
            found = (await connection.execute(select(game_table).where(game_table.c.id == game_id))).mappings().first()
            if found is None:
                raise NoGame("there is no game with this address")
            row = game_of(found)
            number = row.lines if upto is None else max(0, min(upto, row.lines))
            wanted = and_(snapshot_table.c.number < number, snapshot_table.c.form.in_(forms))
            snaps = select(snapshot_table).where(snapshot_table.c.game_id == game_id, wanted)
            newest = snaps.order_by(snapshot_table.c.number.desc()).limit(1)
            shot = (await connection.execute(newest)).mappings().first()
            first = min(shot["number"] if shot else 0, number - TAIL)
            lines = await _rows(connection, Line, _lines_of(game_id, first, number))
            seats = await connection.execute(_seats_of(game_id))
            offers = await _rows(connection, Offer, select(offer_table).where(offer_table.c.game_id == game_id))
            undone = await connection.execute(select(undone_table.c.key).where(undone_table.c.game_id == game_id))
            hooked = await connection.execute(select(hook_table.c.person_id).where(hook_table.c.game_id == game_id))
            return Loaded(
                row,
                [seat_of(one) for one in seats.mappings()],
                offers,
                set(undone.scalars()),
                frozenset(hooked.scalars()),
                Snapshot(shot["number"], shot["form"], shot["state"]) if shot else None,
                lines,
            )

    async def header(self, game_id: str) -> Loaded:
        """The row and all that is around the board, without any line."""
        return await self.load(game_id, 0)

    async def lines(self, game_id: str, after: int, upto: int) -> list[Line]:
        """The lines after one number up to another."""
        return await self._found(Line, _lines_of(game_id, after, upto))

    async def snapshots(self, game_id: str, upto: int) -> list[Snapshot]:
        """All snapshots up to a line."""
        wanted = and_(snapshot_table.c.game_id == game_id, snapshot_table.c.number <= upto)
        return await self._found(Snapshot, select(snapshot_table).where(wanted).order_by(snapshot_table.c.number))

    async def plans(self, game_id: str, sides: Sequence[str], after: int = 0, most: int = 1) -> list[PlanLine]:
        """Plans of these sides that came after a line, the oldest first."""
        wanted = and_(plan_table.c.game_id == game_id, plan_table.c.side.in_(sides), plan_table.c.number > after)
        return await self._found(PlanLine, select(plan_table).where(wanted).order_by(plan_table.c.number).limit(most))

    async def last_plan(self, game_id: str, side: str) -> PlanLine | None:
        """The plan that a side made last."""
        wanted = select(plan_table).where(and_(plan_table.c.game_id == game_id, plan_table.c.side == side))
        found = await self._found(PlanLine, wanted.order_by(plan_table.c.number.desc()).limit(1))
        return found[0] if found else None

    async def line_with_key(self, game_id: str, key: str) -> Line | None:
        """The order that was sent with this key."""
        wanted = and_(line_table.c.game_id == game_id, line_table.c.key == key)
        found = await self._found(Line, select(line_table).where(wanted))
        return found[0] if found else None

    async def _found(self, kind: type[Plain], query: Select[Any]) -> list[Plain]:
        async with self.database.read() as connection:
            return await _rows(connection, kind, query)

    async def waiting_for_robots(self) -> list[Due]:
        """Running games in which a robot must decide, those first that have waited longest."""
        others = exists().where(and_(seat_table.c.game_id == game_table.c.id, seat_table.c.kind != "robot"))
        asked = seat_table.alias()
        async with self.database.read() as connection:
            found = await connection.execute(
                select(game_table.c.id, game_table.c.creator, others)
                .join(asked, and_(asked.c.game_id == game_table.c.id, asked.c.side == game_table.c.asks))
                .where(and_(game_table.c.status == RUNNING, asked.c.kind == "robot"))
                .order_by(game_table.c.updated)
            )
            return [Due(game_id, creator or "", not manned) for game_id, creator, manned in found]

    async def unfinished(self, person_id: str) -> tuple[int, int]:
        """How many running games somebody has made, and in how many of them only robots play."""
        mine = and_(game_table.c.status == RUNNING, game_table.c.creator == person_id)
        others = exists().where(and_(seat_table.c.game_id == game_table.c.id, seat_table.c.kind != "robot"))
        async with self.database.read() as connection:
            found = [manned for (manned,) in await connection.execute(select(others).where(mine))]
            return len(found), sum(not manned for manned in found)

    # -- changing --------------------------------------------------------------------------------

    async def append(
        self,
        game_id: str,
        line: Line,
        change: Change,
        snapshot: Snapshot | None = None,
        news: str = "",
        plan: PlanLine | None = None,
    ) -> None:
        """Keep an order, and the plan that it begins. When this returns it is on disk; else Stale or Twice."""
        work = [change_row(game_id, change, line.created), insert(game_id, line)]
        if change.status == OVER:
            work.append(_forget(game_id, change))
        if snapshot is not None:
            work += [insert(game_id, snapshot), _forget(game_id, change)]
        if plan is not None:
            work.append(insert(game_id, plan))
        await self.writer.write(work, news)

    async def take_back(self, game_id: str, change: Change, last: int, news: str = "") -> None:
        """Take lines back: those after `change.lines` go, and their keys are remembered for a while."""
        where = (game_id, change.lines)
        work = [
            change_row(game_id, change, clock.stamp()),
            _forget(game_id, change),
            Statement(REMEMBER, (*where, last - UNDONE)),
            Statement(DROP_LINES, where),
            Statement(DROP_SNAPSHOTS, where),
            Statement(DROP_PLANS, where),
        ]
        await self.writer.write(work, news)

    async def keep_snapshots(self, row: Game, snapshots: Sequence[Snapshot]) -> None:
        """Snapshots of a game that had none of this version; Stale if the game has gone on since it was read."""
        await self.writer.write([Statement(SAME, (row.id, row.version)), *(renew(row.id, one) for one in snapshots)])

    async def touch(self, game_id: str, change: Change, news: str = "") -> None:
        """Something else about a game has changed: its end by agreement, or only its version."""
        await self.writer.write([change_row(game_id, change, clock.stamp()), _forget(game_id, change)], news)


def _forget(game_id: str, change: Change) -> Statement:
    """Keys of orders that were taken back long ago go; when a game is over, which takes no more orders, all of them."""
    return Statement(FORGET, (game_id, change.version + 1 if change.status == OVER else change.version - UNDONE))


async def _rows(connection: AsyncConnection, kind: type[Plain], query: Select[Any]) -> list[Plain]:
    """The rows that a query finds, each as plain data of a kind: a field for a column of the same name."""
    return [msgspec.convert(one, kind, from_attributes=True) for one in await connection.execute(query)]


def _lines_of(game_id: str, after: int, upto: int) -> Select[Any]:
    wanted = and_(line_table.c.game_id == game_id, line_table.c.number.between(after + 1, upto))
    return select(line_table).where(wanted).order_by(line_table.c.number)


def _seats_of(game_id: str) -> Select[Any]:
    """The seats with the people on them."""
    return (
        select(seat_table, person_table.c.name, person_table.c.deleted)
        .outerjoin(person_table, person_table.c.id == seat_table.c.person_id)
        .where(seat_table.c.game_id == game_id)
    )
