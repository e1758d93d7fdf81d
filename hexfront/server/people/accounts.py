"""What somebody can do with his account: another password, out everywhere, away for good.

Each of these ends credentials: every worker is told before it is answered, and whoever listens by one is sent away.
"""

import msgspec
from litestar import Response, Router, post, put
from litestar.exceptions import PermissionDeniedException
from sqlalchemy import delete, select, update

from hexfront.server.games.open_games import OpenGames
from hexfront.server.gate.limits import address_of
from hexfront.server.people import leaving
from hexfront.server.people.identity import GUEST, KNOWN, SESSION, Person, is_of, provide_person
from hexfront.server.people.passwords import Password, Shown, Try
from hexfront.server.people.sessions import Ask, Me, answer, signed_out
from hexfront.server.people.signatures import token_hash
from hexfront.server.people.tokens import by_hand
from hexfront.server.people.typed import bad
from hexfront.server.storage.db import Database
from hexfront.server.storage.models import login, person, token


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """Another password; `tokens` ends those of bots as well."""

    old: Shown
    new: Password
    tokens: bool = False


class Everywhere(msgspec.Struct, forbid_unknown_fields=True):
    """Do the tokens of bots end as well?"""

    tokens: bool = False


class Farewell(msgspec.Struct, forbid_unknown_fields=True):
    """The password of the account that is to be deleted; a guest has none."""

    password: Shown = ""


@put("/me/password", summary="Change my password", tags=["people"])
async def change_password(request: Ask, data: NewPassword, database: Database, open_games: OpenGames) -> Response[Me]:
    """Needs the old one. This session stays, all others end."""
    who = await _account(request, "a guest has no password: make an account first")
    kept = await _prove(request, database, who, data.old)
    renewed = await request.app.state.doorman.hash(address_of(request.scope), data.new)
    shown = request.cookies[SESSION]
    async with database.write() as db:
        same = (person.c.id == who.id) & (person.c.password_hash == kept)
        done = await db.execute(update(person).where(same).values(password_hash=renewed))
        if not done.rowcount:
            raise bad("the password was changed by somebody else at the same moment", 409)
        await db.execute(delete(login).where(login.c.person_id == who.id, login.c.token_hash != token_hash(shown)))
        if data.tokens:
            await db.execute(delete(token).where(token.c.person_id == who.id))
    await open_games.person_changed(who.id)
    return answer(request, who, shown)


@post("/logout/everywhere", summary="Sign out at every browser", tags=["people"], status_code=200)
async def sign_out_everywhere(
    request: Ask, data: Everywhere, database: Database, open_games: OpenGames
) -> Response[dict[str, bool]]:
    """All sessions end, this one too, and whoever listens by one of them is sent away."""
    who = await _account(request, "a guest is known by his browser only: there is nowhere to sign out of")
    async with database.write() as db:
        await db.execute(delete(login).where(login.c.person_id == who.id))
        if data.tokens:
            await db.execute(delete(token).where(token.c.person_id == who.id))
    await open_games.person_changed(who.id)
    return signed_out()


@post("/me/delete", summary="Delete me", tags=["people"], status_code=200)
async def delete_me(
    request: Ask, data: Farewell, database: Database, open_games: OpenGames
) -> Response[dict[str, bool]]:
    """An account needs its password. In games with others the seat stays, as a deleted player's; the rest goes."""
    who = await provide_person(request)
    by_hand(who)
    if not who.guest:
        await _prove(request, database, who, data.password)
    await leaving.leave(database, who.id)
    await open_games.person_changed(who.id)
    await leaving.sweep(database, who.id)
    await open_games.person_changed(who.id, gone=True)
    his = is_of(request.app.state.signer, "guest", request.cookies.get(GUEST, ""), who.id)
    return signed_out(KNOWN, *([GUEST] if his else []))


async def _account(request: Ask, why_no_guest: str) -> Person:
    """Somebody who has an account and has signed in himself."""
    who = await provide_person(request)
    by_hand(who)
    if who.guest:
        raise bad(why_no_guest, 409)
    return who


async def _prove(request: Ask, database: Database, who: Person, password: str) -> str:
    """The hash that is kept, if this is the password. Guessing is as slow here as at the door."""
    async with database.read() as db:
        row = (await db.execute(select(person.c.folded, person.c.password_hash).where(person.c.id == who.id))).one()
    one = Try(row.folded, address_of(request.scope), token_hash(request.cookies[SESSION]))
    if not await request.app.state.doorman.fits(one, row.password_hash, password):
        raise PermissionDeniedException(detail="this is not the password of your account")
    return str(row.password_hash)


router = Router("/api", route_handlers=[change_password, sign_out_everywhere, delete_me])
