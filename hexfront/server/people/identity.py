"""Who is asking: an account by its session's cookie, a bot by its token, a guest by a signed cookie, or nobody.

A guest costs the database nothing until he does something: his cookie holds a number and our signature, and the row is
written with his first change. Whoever merely looks may be nobody at all. What was found out about a credential is
remembered for some seconds, because every order asks; when one ends, all workers are told before that is answered.
"""

import secrets
import time
from collections import OrderedDict
from typing import Any

import msgspec
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException
from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from hexfront.server import clock
from hexfront.server.gate.limits import SAFE, method_of
from hexfront.server.people.signatures import Signer, token_hash
from hexfront.server.storage.db import Database
from hexfront.server.storage.models import login, person, setting, token

SESSION, GUEST = "hexfront_session", "hexfront_guest"
KNOWN = "hexfront_known"  # the account that a browser was signed in with last; it opens nothing
DAY = 86_400.0
SESSION_DAYS, GUEST_DAYS = 30, 400
FRESH = 5.0  # seconds for which a credential is not looked up again
FRESH_SHARED = 1.0  # the same where other workers may have ended it while the line to them was down
KEPT = 20_000
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"

Connection = ASGIConnection[Any, Any, Any, Any]


class Person(msgspec.Struct, frozen=True):
    """Whoever asks. `id` is empty for nobody; `by` says how he showed who he is: session, token, guest."""

    id: str = ""
    name: str = ""
    guest: bool = True
    by: str = ""


NOBODY = Person()


class Faces:
    """The people that this process has just seen, by the hash of what they showed."""

    def __init__(self, fresh: float = FRESH) -> None:
        self.fresh = fresh
        self._known: OrderedDict[str, tuple[float, Person]] = OrderedDict()

    def get(self, key: str) -> Person | None:
        """Somebody seen a moment ago."""
        until, found = self._known.get(key, (0.0, NOBODY))
        return found if until > time.monotonic() else None

    def keep(self, key: str, found: Person) -> None:
        """Remember somebody for a moment."""
        self._known[key] = time.monotonic() + self.fresh, found
        self._known.move_to_end(key)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)

    def forget(self, person_id: str) -> None:
        """Look this person up again: a name was changed, or a session ended."""
        for key in [key for key, (_, one) in self._known.items() if one.id == person_id]:
            del self._known[key]


# -- finding out -------------------------------------------------------------------------------------------


async def provide_person(request: Connection) -> Person:
    """Who asks. Who changes something must be somebody; who shows something false is refused."""
    found = await identify(request)
    if not found.id and method_of(request.scope) not in SAFE:
        raise unknown("say who you are: GET /api/me gives a guest's cookie, and bots send a token")
    return found


async def identify(connection: Connection) -> Person:
    """Who a connection is from; 401 if what it shows is false, old or ended."""
    header = connection.headers.get("authorization")
    if header:
        kind, _, shown = header.partition(" ")
        if kind.lower() != "bearer" or not shown.strip():
            raise unknown("the header Authorization should read: Bearer TOKEN")
        return await _look_up(connection, "token", shown.strip())
    for by, name in (("session", SESSION), ("guest", GUEST)):
        if connection.cookies.get(name):
            return await _look_up(connection, by, connection.cookies[name])
    return NOBODY


async def old_guest(connection: Connection) -> Person:
    """The guest of this browser, when its session is no longer good; nobody if there is none."""
    shown = connection.cookies.get(GUEST, "")
    try:
        return await _look_up(connection, "guest", shown) if shown else NOBODY
    except NotAuthorizedException:
        return NOBODY


def unknown(why: str) -> NotAuthorizedException:
    """The refusal for whoever is not known."""
    return NotAuthorizedException(detail=why)


async def _look_up(connection: Connection, by: str, shown: str) -> Person:
    """The person behind a credential, remembered or found; a guest who changes something gets his row."""
    state = connection.app.state
    key = f"{by}:{token_hash(shown)}"
    faces: Faces = state.faces
    found = faces.get(key)
    writes = method_of(connection.scope) not in SAFE
    if found is not None and not (by == "guest" and writes and not found.by):
        return found
    if by == "guest":
        found = await _guest(state.database, state.signer, shown, writes)
    else:
        async with state.database.read() as db:
            found = await _account(db, by, shown)
    faces.keep(key, found)
    return found


async def _account(db: AsyncConnection, by: str, shown: str) -> Person:
    """The person behind a session or a bot's token."""
    query = select(person.c.id, person.c.name, person.c.password_hash)
    if by == "session":
        query = query.join(login, login.c.person_id == person.c.id)
        query = query.where(login.c.token_hash == token_hash(shown), login.c.expires > clock.now())
    else:
        query = query.join(token, token.c.person_id == person.c.id).where(token.c.hash == token_hash(shown))
    row = (await db.execute(query.where(person.c.deleted.is_(None)))).first()
    if row is None:
        what = "session has ended: sign in again" if by == "session" else "token is not, or no longer, valid"
        raise unknown(f"this {what}")
    return Person(row.id, row.name, row.password_hash is None, by)


async def _guest(database: Database, signer: Signer, shown: str, writes: bool) -> Person:
    """A guest by his cookie. `by` stays empty while he has no row."""
    number, fresh = read_guest(signer, shown)
    if not number:
        raise unknown("this guest's cookie is not one of ours: GET /api/me gives a new one")
    async with database.read() as db:
        row = (await db.execute(select(person).where(person.c.id == number))).first()
    if row is None and not fresh:  # whoever has games keeps them, whatever the clock says
        raise unknown("this guest's cookie is too old, and nothing is kept under it: GET /api/me gives a new one")
    if row is None and writes:
        async with database.write() as db:
            values = {"id": number, "name": guest_name(number), "created": clock.now()}
            await insert_once(db, person, values)
        return Person(number, guest_name(number), True, "guest")
    if row is None:
        return Person(number, guest_name(number), True)
    if row.deleted is not None:
        raise unknown("this guest has deleted himself: GET /api/me gives a new cookie")
    if row.password_hash is not None:
        raise unknown("this guest has an account now: sign in")
    return Person(number, row.name, True, "guest")


def read_guest(signer: Signer, shown: str) -> tuple[str, bool]:
    """The number in a guest's cookie, if we signed it, and whether it is not too old."""
    text = signer.read("guest", shown)
    number, _, made = (text or "").partition("~")
    if not number or not made.isdigit():
        return "", False
    return number, int(made) >= clock.now() - GUEST_DAYS * DAY


def new_guest(signer: Signer) -> tuple[Person, str]:
    """Somebody new, and his cookie."""
    number = new_id()
    return Person(number, guest_name(number), True), signer.sign("guest", f"{number}~{int(clock.now())}")


def sign_known(signer: Signer, number: str) -> str:
    """What tells later that a browser was signed in with this account."""
    return signer.sign("known", number)


def is_of(signer: Signer, purpose: str, shown: str, person_id: str) -> bool:
    """Did we sign this for this person, however long ago?"""
    return (signer.read(purpose, shown) or "").partition("~")[0] == person_id


def known_by(connection: Connection, person_id: str) -> str:
    """What a browser shows to say that it was this person's before, as guest or with the account; empty if nothing."""
    signer = connection.app.state.signer
    shown = {"known": connection.cookies.get(KNOWN, ""), "guest": connection.cookies.get(GUEST, "")}
    return next((token_hash(text) for name, text in shown.items() if is_of(signer, name, text, person_id)), "")


def new_id() -> str:
    """The number of a person, a session or a token: short, and never the same twice."""
    return "".join(secrets.choice(_LETTERS) for _ in range(16))


def guest_name(number: str) -> str:
    """What others call a guest who has not said his name."""
    return f"Guest {number[:4]}"


async def insert_once(db: AsyncConnection, table: Any, values: dict[str, Any]) -> None:
    """Insert a row unless it is there already."""
    dialect = postgresql if db.dialect.name == "postgresql" else sqlite
    await db.execute(dialect.insert(table).values(values).on_conflict_do_nothing())


# -- at the start ------------------------------------------------------------------------------------------


async def make_signer(app: Litestar) -> None:
    """The signer with the secret of the settings, or with the one drawn for this database when it was new."""
    secret = app.state.settings.secret
    if not secret:
        async with app.state.database.write() as db:
            await insert_once(db, setting, {"name": "secret", "value": secrets.token_hex(32)})
            secret = (await db.execute(select(setting.c.value).where(setting.c.name == "secret"))).scalar_one()
    app.state.signer = Signer(secret)
    app.state.faces = Faces(FRESH if app.state.settings.is_sqlite else FRESH_SHARED)
    app.state.open_games.forget.append(app.state.faces.forget)
