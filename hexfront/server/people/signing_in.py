"""People: who am I, accounts, signing in and out.

A guest who makes an account stays the same person and keeps his games; from then on his guest's cookie is void.
"""

from typing import Any

import msgspec
from litestar import Response, Router, get, post, put
from litestar.exceptions import ClientException, NotAuthorizedException, PermissionDeniedException
from sqlalchemy import and_, insert, select, update
from sqlalchemy import delete as delete_from
from sqlalchemy.exc import IntegrityError

from hexfront.server import clock
from hexfront.server.bounds import GUESTS
from hexfront.server.gate import csrf
from hexfront.server.gate.limits import address_of
from hexfront.server.people import leaving
from hexfront.server.people.identity import (
    GUEST,
    GUEST_DAYS,
    SESSION,
    Person,
    identify,
    known_by,
    make_signer,
    new_guest,
    new_id,
    old_guest,
)
from hexfront.server.people.passwords import NOBODYS, Password, Shown, Try, needs_rehash
from hexfront.server.people.sessions import Ask, Me, answer, begin, cookie, face, signed_in, signed_out
from hexfront.server.people.signatures import token_hash
from hexfront.server.people.typed import NAME, bad, folded, mail_address, one_line
from hexfront.server.storage.db import Database
from hexfront.server.storage.models import login, person, token


class NewPerson(msgspec.Struct, forbid_unknown_fields=True):
    """An account to be made."""

    name: str
    password: Password
    mail: str = ""


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """A name and its password."""

    name: Shown
    password: Shown


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to be called."""

    name: str


# -- who am I ----------------------------------------------------------------------------------------------


@get("/me", summary="Who am I; gives a new guest his cookie", tags=["people"])
async def me(request: Ask) -> Response[Me]:
    """Whoever has no valid cookie is a new guest from here on; a false one is replaced, so nobody is locked out."""
    try:
        found = await identify(request)
    except NotAuthorizedException:
        if request.headers.get("authorization"):
            raise
        guest = await old_guest(request)
        told = answer(request, guest, request.cookies[GUEST]) if guest.id else await _welcome(request)
        told.delete_cookie(SESSION)
        return told
    if not found.id:
        return await _welcome(request)
    if found.by == "token":
        return Response(Me(face(found), ""))
    credential = request.cookies.get(SESSION) or request.cookies.get(GUEST, "")
    return answer(request, found, credential)


@put("/me", summary="Change my name", tags=["people"])
async def rename(request: Ask, data: Rename, person: Person, database: Database) -> Me:
    """A guest may take any name that no account has; an account may take one that no other has."""
    name = one_line(data.name, NAME, "a name")
    _check_free(name)
    await _set_name(database, person, name)
    await request.app.state.open_games.person_changed(person.id)
    return Me(face(Person(person.id, name, person.guest)), request.cookies.get(csrf.COOKIE, ""))


async def _set_name(database: Database, who: Person, name: str) -> None:
    async with database.write() as db:
        query = select(person.c.id).where(person.c.folded == folded(name), person.c.id != who.id)
        if (await db.execute(query)).first():
            raise _taken(name)
        values = {"name": name} if who.guest else {"name": name, "folded": folded(name)}
        await db.execute(update(person).where(person.c.id == who.id).values(values))


async def _welcome(request: Ask) -> Response[Me]:
    """A new guest with his cookie."""
    state = request.app.state
    await state.limiter.spend(GUESTS, (address_of(request.scope), GUESTS.crowd))
    guest, signed = new_guest(state.signer)
    told = answer(request, guest, signed)
    told.set_cookie(cookie(request, GUEST, signed, GUEST_DAYS))
    return told


# -- accounts and sessions ---------------------------------------------------------------------------------


@post("/people", summary="Make an account; a guest keeps his games", tags=["people"])
async def sign_up(request: Ask, data: NewPerson, database: Database) -> Response[Me]:
    """A new account, signed in at once."""
    who = await identify(request)
    if who.id and not who.guest:
        raise bad("you have an account already, and are signed in with it", 409)
    if who.by == "token":
        raise PermissionDeniedException(detail="a bot's token cannot make an account")
    name = one_line(data.name, NAME, "a name")
    mail = mail_address(data.mail) if data.mail else None
    _check_free(name)
    kept = await request.app.state.doorman.hash(address_of(request.scope), data.password)
    values = {"name": name, "folded": folded(name), "mail": mail, "password_hash": kept}
    number = who.id or new_id()
    try:
        secret = await _keep_account(database, number, values)
    except IntegrityError:
        raise _taken(name) from None
    await request.app.state.open_games.person_changed(number)
    return signed_in(request, Person(number, name, False, "session"), secret)


async def _keep_account(database: Database, number: str, values: dict[str, Any]) -> str:
    """Turn a guest's row into an account, or write a new one. His tokens as a guest end, as his cookie does."""
    async with database.write() as db:
        guest = and_(person.c.id == number, person.c.password_hash.is_(None), person.c.deleted.is_(None))
        done = await db.execute(update(person).where(guest).values(values))
        if not done.rowcount:
            await db.execute(insert(person).values(id=number, created=clock.now(), **values))
        await db.execute(delete_from(token).where(token.c.person_id == number))
        return await begin(db, number)


@post("/login", summary="Sign in", tags=["people"], status_code=200)
async def sign_in(request: Ask, data: SignIn, database: Database) -> Response[Me]:
    """Name and password for a session; a wrong name and a wrong password look the same."""
    key, doorman = folded(data.name.strip()), request.app.state.doorman
    async with database.read() as db:
        row = (await db.execute(select(person).where(person.c.folded == key))).first()
    one = Try(key, address_of(request.scope), known_by(request, row.id) if row else "")
    if not await doorman.fits(one, row.password_hash if row else NOBODYS, data.password) or row is None:
        raise NotAuthorizedException(detail="there is no account with this name and password")
    renewed = await doorman.hash(one.address, data.password) if needs_rehash(row.password_hash) else row.password_hash
    async with database.write() as db:
        same = and_(person.c.id == row.id, person.c.password_hash == row.password_hash)
        if not (await db.execute(update(person).where(same).values(password_hash=renewed))).rowcount:
            raise bad("the account was changed at the same moment: sign in again", 409)
        secret = await begin(db, row.id)
    return signed_in(request, Person(row.id, row.name, False, "session"), secret)


@post("/logout", summary="Sign out; the session ends everywhere", tags=["people"], status_code=200)
async def sign_out(request: Ask, person: Person, database: Database) -> Response[dict[str, bool]]:
    """End this session. A guest has none: he only loses his cookie when he deletes it."""
    shown = request.cookies.get(SESSION, "")
    if person.by == "session":
        async with database.write() as db:
            await db.execute(delete_from(login).where(login.c.token_hash == token_hash(shown)))
        await request.app.state.open_games.person_changed(person.id)
    return signed_out()


def _check_free(name: str) -> None:
    """Nobody may look like somebody who has left."""
    if folded(name) == folded(leaving.NAME):
        raise bad("this name stands for those who have left, and is nobody's", 409)


def _taken(name: str) -> ClientException:
    return bad(f"the name {name} belongs to somebody already", 409)


router = Router("/api", route_handlers=[me, rename, sign_up, sign_in, sign_out])
on_startup = [make_signer]
