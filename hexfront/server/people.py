"""People: who am I, accounts, sessions, and tokens for bots.

A guest who makes an account stays the same person and keeps his games; from then on his guest's cookie is void.
Passwords are kept as Argon2id; the work is done in two threads beside the event loop.
"""

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from litestar import Request, Response, Router, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.exceptions import ClientException, NotAuthorizedException, NotFoundException, PermissionDeniedException
from sqlalchemy import delete as delete_from
from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from hexfront.server import clock, csrf
from hexfront.server.db import Database
from hexfront.server.identity import (
    DAY,
    GUEST,
    GUEST_DAYS,
    SESSION,
    SESSION_DAYS,
    Person,
    identify,
    make_signer,
    new_guest,
    new_id,
    old_guest,
    provide_person,
)
from hexfront.server.limits import GUESTS, Rate, address_of
from hexfront.server.models import login, person, token
from hexfront.server.signing import new_token, token_hash
from hexfront.server.words import NAME, TITLE, bad, folded, mail_address, one_line

__all__ = ["Person", "on_startup", "provide_person", "router"]

Ask = Request[Any, Any, Any]
TOKENS = 20  # for one person
ONE_NAME = Rate("sign-ins to one account", 1 / 6, 20)
_HASHER = PasswordHasher()  # Argon2id with the parameters of RFC 9106 for little memory
_NOBODYS = _HASHER.hash("nobody has this password")  # so that an unknown name takes as long as a known one
_HASHING = ThreadPoolExecutor(2, "argon2")  # two at a time: each takes 64 MB for a moment

Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class NewPerson(msgspec.Struct, forbid_unknown_fields=True):
    """An account to be made."""

    name: str
    password: Password
    mail: str = ""


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """A name and its password."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    password: Annotated[str, msgspec.Meta(max_length=200)]


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to be called."""

    name: str


class Title(msgspec.Struct, forbid_unknown_fields=True):
    """What a token is for."""

    title: str = "bot"


class Face(msgspec.Struct):
    """A person as he sees himself."""

    id: str
    name: str
    guest: bool


class Me(msgspec.Struct):
    """Who I am, and the token that my changes must carry."""

    person: Face
    csrf: str


class TokenLine(msgspec.Struct):
    """A bot's token in the list of its owner; what it reads is told once, when it is made."""

    id: str
    title: str
    created: float
    token: str = ""


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
        answer = _answer(request, guest, request.cookies[GUEST]) if guest.id else _welcome(request)
        answer.delete_cookie(SESSION)
        return answer
    if not found.id:
        return _welcome(request)
    if found.by == "token":
        return Response(Me(_face(found), ""))
    credential = request.cookies.get(SESSION) or request.cookies.get(GUEST, "")
    return _answer(request, found, credential)


@put("/me", summary="Change my name", tags=["people"])
async def rename(request: Ask, data: Rename, person: Person, database: Database) -> Me:
    """A guest may take any name that no account has; an account may take one that no other has."""
    name = one_line(data.name, NAME, "a name")
    await _set_name(database, person, name)
    await request.app.state.live.person_changed(person.id)
    return Me(Face(person.id, name, person.guest), request.cookies.get(csrf.COOKIE, ""))


async def _set_name(database: Database, who: Person, name: str) -> None:
    async with database.write() as db:
        query = select(person.c.id).where(person.c.folded == folded(name), person.c.id != who.id)
        if (await db.execute(query)).first():
            raise _taken(name)
        values = {"name": name} if who.guest else {"name": name, "folded": folded(name)}
        await db.execute(update(person).where(person.c.id == who.id).values(values))


def _welcome(request: Ask) -> Response[Me]:
    """A new guest with his cookie."""
    state = request.app.state
    state.limiter.need(GUESTS, (address_of(request.scope), GUESTS.crowd))
    guest, cookie = new_guest(state.signer)
    answer = _answer(request, guest, cookie)
    answer.set_cookie(_cookie(request, GUEST, cookie, GUEST_DAYS))
    return answer


def _answer(request: Ask, who: Person, credential: str) -> Response[Me]:
    """Who somebody is, with a token that fits his cookie."""
    signer, kept = request.app.state.signer, request.cookies.get(csrf.COOKIE, "")
    sign = kept if kept and csrf.fits(signer, kept, credential) else csrf.token_for(signer, credential)
    answer = Response(Me(_face(who), sign))
    answer.set_cookie(csrf.cookie(sign, _secure(request)))
    return answer


def _face(who: Person) -> Face:
    return Face(who.id, who.name, who.guest)


def _secure(request: Ask) -> bool:
    return request.scope["scheme"] == "https" or bool(request.app.state.settings.secure)


def _cookie(request: Ask, name: str, value: str, days: int) -> Cookie:
    """A cookie that no script reads and no other site's form sends."""
    age = int(days * DAY)
    return Cookie(key=name, value=value, path="/", max_age=age, httponly=True, samesite="lax", secure=_secure(request))


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
    values = {"name": name, "folded": folded(name), "mail": mail, "password_hash": await _hash(data.password)}
    number = who.id or new_id()
    try:
        await _keep_account(database, number, values)
    except IntegrityError:
        raise _taken(name) from None
    await request.app.state.live.person_changed(number)
    return await _sign_in(request, database, Person(number, name, False, "session"))


async def _keep_account(database: Database, number: str, values: dict[str, Any]) -> None:
    """Turn a guest's row into an account, or write a new one. His tokens as a guest end, as his cookie does."""
    async with database.write() as db:
        done = await db.execute(
            update(person).where(person.c.id == number, person.c.password_hash.is_(None)).values(values)
        )
        if not done.rowcount:
            await db.execute(insert(person).values(id=number, created=clock.now(), **values))
        await db.execute(delete_from(token).where(token.c.person_id == number))


@post("/login", summary="Sign in", tags=["people"], status_code=200)
async def sign_in(request: Ask, data: SignIn, database: Database) -> Response[Me]:
    """Name and password for a session; a wrong name and a wrong password look the same."""
    key = folded(data.name.strip())
    request.app.state.limiter.need(ONE_NAME, (f"name:{token_hash(key)}", 1))
    async with database.read() as db:
        row = (await db.execute(select(person).where(person.c.folded == key))).first()
    if not await _fits(row.password_hash if row else _NOBODYS, data.password) or row is None:
        raise NotAuthorizedException(detail="there is no account with this name and password")
    if _HASHER.check_needs_rehash(row.password_hash):
        async with database.write() as db:
            renewed = await _hash(data.password)
            await db.execute(update(person).where(person.c.id == row.id).values(password_hash=renewed))
    return await _sign_in(request, database, Person(row.id, row.name, False, "session"))


async def _sign_in(request: Ask, database: Database, who: Person) -> Response[Me]:
    """A new session and its cookie; sessions long ended are swept out on the way."""
    secret, now = new_token(), clock.now()
    values = {"id": new_id(), "person_id": who.id, "token_hash": token_hash(secret), "created": now}
    async with database.write() as db:
        await db.execute(delete_from(login).where(login.c.expires < now))
        await db.execute(insert(login).values(**values, expires=now + SESSION_DAYS * DAY))
    answer = _answer(request, who, secret)
    answer.set_cookie(_cookie(request, SESSION, secret, SESSION_DAYS))
    return answer


@post("/logout", summary="Sign out; the session ends everywhere", tags=["people"], status_code=200)
async def sign_out(request: Ask, person: Person, database: Database) -> Response[dict[str, bool]]:
    """End this session. A guest has none: he only loses his cookie when he deletes it."""
    shown = request.cookies.get(SESSION, "")
    if person.by == "session":
        async with database.write() as db:
            await db.execute(delete_from(login).where(login.c.token_hash == token_hash(shown)))
        await request.app.state.live.person_changed(person.id)
    answer = Response({"out": True})
    for name in (SESSION, csrf.COOKIE):
        answer.delete_cookie(name)
    return answer


def _taken(name: str) -> ClientException:
    return bad(f"the name {name} belongs to somebody already", 409)


async def _hash(password: str) -> str:
    plain = unicodedata.normalize("NFC", password)
    return await asyncio.get_running_loop().run_in_executor(_HASHING, _HASHER.hash, plain)


async def _fits(kept: str, password: str) -> bool:
    def verify() -> bool:
        try:
            return _HASHER.verify(kept, unicodedata.normalize("NFC", password))
        except (VerificationError, InvalidHashError):
            return False

    return await asyncio.get_running_loop().run_in_executor(_HASHING, verify)


# -- tokens for bots ---------------------------------------------------------------------------------------


@post("/tokens", summary="Make a token for a bot", tags=["people"])
async def make_token(data: Title, person: Person, database: Database) -> TokenLine:
    """A token that acts for me until I delete it; what it reads is told only now."""
    _by_hand(person)
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
async def end_token(request: Ask, number: str, person: Person, database: Database) -> dict[str, bool]:
    """It is worth nothing from now on."""
    _by_hand(person)
    async with database.write() as db:
        found = await db.execute(delete_from(token).where(token.c.id == number, token.c.person_id == person.id))
    if not found.rowcount:
        raise NotFoundException(detail="you have no such token")
    await request.app.state.live.person_changed(person.id)
    return {"deleted": True}


def _by_hand(who: Person) -> None:
    """A token that got into wrong hands must not make others, nor delete them."""
    if who.by == "token":
        raise PermissionDeniedException(detail="tokens are made and deleted by a person, not with a token")


router = Router("/api", route_handlers=[me, rename, sign_up, sign_in, sign_out, make_token, list_tokens, end_token])
on_startup = [make_signer]
