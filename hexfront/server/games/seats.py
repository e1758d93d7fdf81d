"""Who sits where: secret invitations, seats that anybody may take, and who is only watching.

An invitation is a long random token of which the database keeps the hash. It counts once: whoever takes the seat with
it makes it void.
"""

from typing import Annotated

import msgspec
from litestar import Router, post
from litestar.exceptions import PermissionDeniedException
from sqlalchemy import Select, and_, select, update

from hexfront.server.games.open_game import OpenGame
from hexfront.server.games.open_games import OpenGames
from hexfront.server.people.identity import Person
from hexfront.server.people.signatures import token_hash
from hexfront.server.people.typed import bad
from hexfront.server.storage.db import Database
from hexfront.server.storage.models import game as game_table
from hexfront.server.storage.models import seat as seat_table
from hexfront.server.storage.rows import FREE


class TakeSeat(msgspec.Struct, forbid_unknown_fields=True):
    """The token of an invitation, or the side of a seat that stands open in the list."""

    token: Annotated[str, msgspec.Meta(max_length=200)] = ""
    side: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Seated(msgspec.Struct):
    """The side that somebody plays from now on."""

    side: str


async def need_seat(open_games: OpenGames, game_id: str, person: Person) -> OpenGame:
    """The game, for somebody who plays in it; 403 for everybody else."""
    game = await open_games.open(game_id)
    if not game.sides_of(person.id):
        raise PermissionDeniedException(detail="only those who play this game can do that, and you have no seat in it")
    return game


@post("/games/{game_id:str}/seats", summary="Take a seat", tags=["table"], status_code=200)
async def take_seat(game_id: str, data: TakeSeat, person: Person, database: Database, open_games: OpenGames) -> Seated:
    """By the link of an invitation, or from the list of open games."""
    if not (data.token or data.side):
        raise bad("say which seat: the token of an invitation, or the side of an open seat")
    game = await open_games.open(game_id)
    mine = game.sides_of(person.id)
    if mine:
        raise bad(f"you play the {mine[0]} side of this game already", 409)
    side = await _take(database, game_id, data, person.id)
    await open_games.changed(game_id, wind=True)
    return Seated(side)


async def _take(database: Database, game_id: str, data: TakeSeat, person_id: str) -> str:
    """Sit down if the seat is still free. One statement decides between two who want it at once."""
    async with database.write() as db:
        side = (await db.execute(_wanted(game_id, data))).scalar()
        if side is None:
            raise PermissionDeniedException(detail=_why_not(data))
        free = and_(seat_table.c.game_id == game_id, seat_table.c.side == side, seat_table.c.kind.in_(FREE))
        taken = update(seat_table).where(free).values(kind="person", person_id=person_id, invite_hash=None)
        if not (await db.execute(taken)).rowcount:
            raise bad("somebody else has just taken this seat", 409)
    return str(side)


def _wanted(game_id: str, data: TakeSeat) -> Select[tuple[str]]:
    """The free seat that is meant; nobody takes one by link, or joins a private game, without the link."""
    free = and_(seat_table.c.game_id == game_id, seat_table.c.kind.in_(FREE))
    query = select(seat_table.c.side).join(game_table, game_table.c.id == seat_table.c.game_id).where(free)
    if data.token:
        return query.where(seat_table.c.invite_hash == token_hash(data.token))
    listed = and_(seat_table.c.kind == "open", game_table.c.private.is_(False), game_table.c.status == "running")
    return query.where(seat_table.c.side == data.side, listed)


def _why_not(data: TakeSeat) -> str:
    if data.token:
        return "this invitation is not, or no longer, valid: the seat may have been taken"
    return "this seat is not open"


router = Router("/api", route_handlers=[take_seat])
