"""What becomes of somebody who deletes himself.

His name, mail, password, sessions, tokens, hooks and notes go, and what he wrote in chats. Games in which nobody else
who is still here has a seat go with all that belongs to them. In the games of others he keeps his seat as a deleted
player: their records need the other side. So his row stays, with nothing in it, and its number lets nobody in.
"""

from typing import Any

from sqlalchemy import ColumnElement, Select, Table, and_, delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from hexfront.server import clock
from hexfront.server.storage.db import Database
from hexfront.server.storage.models import game, hook, login, note, offer, person, seat, setting, talk, token

NAME = "Deleted player"  # nobody else may take it
SAID = "(deleted)"  # in the place of what he said, so that the answers of others stand where they stood
_HIS: tuple[Table, ...] = (login, token, hook, note)


async def leave(database: Database, person_id: str) -> None:
    """All that is his own goes at once, or nothing; his games then go one by one, so that nobody waits for them."""
    async with database.write() as db:
        await db.execute(
            update(person)
            .where(person.c.id == person_id)
            .values(name=NAME, folded=None, mail=None, password_hash=None, deleted=clock.now())
        )
        for table in _HIS:
            await db.execute(delete(table).where(table.c.person_id == person_id))
        await db.execute(delete(setting).where(setting.c.name.like(f"told:%:{person_id}")))
        await db.execute(update(talk).where(talk.c.person_id == person_id).values(text=SAID))
        sat = and_(seat.c.game_id == offer.c.game_id, seat.c.side == offer.c.side, seat.c.person_id == person_id)
        await db.execute(delete(offer).where(exists().where(sat)))
        his = select(seat.c.game_id).where(seat.c.person_id == person_id)
        await db.execute(update(game).where(game.c.id.in_(his)).values(version=game.c.version + 1))


async def sweep(database: Database, *people: str) -> None:
    """Delete the games that nobody is left to play: those of these people, or of everybody who has gone.

    A server that was stopped in the middle of this goes on with it, before anybody, or a robot, opens a game.
    """
    async with database.read() as db:
        found = (await db.execute(_left(people))).scalars().all()
    for game_id in found:
        async with database.write() as db:
            await _delete(db, game_id)


async def _delete(db: AsyncConnection, game_id: str) -> None:
    """A game with all that belongs to it, unless somebody has sat down at it meanwhile."""
    await db.execute(select(seat.c.side).where(seat.c.game_id == game_id).with_for_update())
    await db.execute(delete(game).where(game.c.id == game_id, ~_played()))


def _left(people: tuple[str, ...]) -> Select[Any]:
    """The games of people who have gone, in which nobody sits who is still here."""
    gone: Any = people or select(person.c.id).where(person.c.deleted.is_not(None))
    sat = select(seat.c.game_id).where(seat.c.person_id.in_(gone))
    return select(game.c.id).where(or_(game.c.creator.in_(gone), game.c.id.in_(sat)), ~_played())


def _played() -> ColumnElement[bool]:
    """Has anybody who is still here a seat in the game?"""
    here = and_(person.c.id == seat.c.person_id, person.c.deleted.is_(None))
    return exists().where(seat.c.game_id == game.c.id, here)
