"""Tokens, with which bots act for the person who made them."""

import msgspec
from litestar import Router, delete, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from sqlalchemy import delete as delete_from
from sqlalchemy import func, insert, select

from hexfront.server import clock
from hexfront.server.bounds import TOKENS
from hexfront.server.games.open_games import OpenGames
from hexfront.server.people.identity import Person, new_id
from hexfront.server.people.signatures import new_token, token_hash
from hexfront.server.people.typed import TITLE, bad, one_line
from hexfront.server.storage.db import Database
from hexfront.server.storage.models import token


class Title(msgspec.Struct, forbid_unknown_fields=True):
    """What a token is for."""

    title: str = "bot"


class TokenLine(msgspec.Struct):
    """A bot's token in the list of its owner; what it reads is told once, when it is made."""

    id: str
    title: str
    created: float
    token: str = ""


@post("/tokens", summary="Make a token for a bot", tags=["people"])
async def make_token(data: Title, person: Person, database: Database) -> TokenLine:
    """A token that acts for me until I delete it; what it reads is told only now."""
    by_hand(person)
    line = TokenLine(new_id(), one_line(data.title, TITLE, "a title"), clock.now(), new_token())
    async with database.write() as db:
        many = await db.execute(select(func.count()).select_from(token).where(token.c.person_id == person.id))
        if many.scalar_one() >= TOKENS:
            raise bad(f"you have {TOKENS} tokens already; delete one first", 409)
        row = {"id": line.id, "person_id": person.id, "title": line.title, "created": line.created}
        await db.execute(insert(token).values(hash=token_hash(line.token), **row))
    return line


@get("/tokens", summary="My bots' tokens", tags=["people"])
async def list_tokens(person: Person, database: Database) -> dict[str, list[TokenLine]]:
    """Titles only."""
    query = select(token).where(token.c.person_id == person.id).order_by(token.c.created)
    async with database.read() as db:
        rows = (await db.execute(query)).all()
    return {"tokens": [TokenLine(row.id, row.title, row.created) for row in rows]}


@delete("/tokens/{number:str}", summary="Delete a bot's token", tags=["people"], status_code=200)
async def end_token(number: str, person: Person, database: Database, open_games: OpenGames) -> dict[str, bool]:
    """It is worth nothing from now on, and whoever listens with it hears nothing more."""
    by_hand(person)
    async with database.write() as db:
        found = await db.execute(delete_from(token).where(token.c.id == number, token.c.person_id == person.id))
    if not found.rowcount:
        raise NotFoundException(detail="you have no such token")
    await open_games.person_changed(person.id)
    return {"deleted": True}


def by_hand(who: Person) -> None:
    """A token that got into wrong hands must not make others, nor delete them, nor its owner."""
    if who.by == "token":
        raise PermissionDeniedException(detail="this is done by a person who has signed in, not with a token")


router = Router("/api", route_handlers=[make_token, list_tokens, end_token])
