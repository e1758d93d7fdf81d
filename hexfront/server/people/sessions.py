"""Sessions: what a browser keeps of who sits before it, and what it is told."""

from typing import Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import Cookie
from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from hexfront.server import clock
from hexfront.server.gate import csrf
from hexfront.server.people.identity import DAY, GUEST_DAYS, KNOWN, SESSION, SESSION_DAYS, Person, new_id, sign_known
from hexfront.server.people.signatures import new_token, token_hash
from hexfront.server.storage.models import login

Ask = Request[Any, Any, Any]


class Face(msgspec.Struct):
    """A person as he sees himself."""

    id: str
    name: str
    guest: bool


class Me(msgspec.Struct):
    """Who I am, and the token that my changes must carry."""

    person: Face
    csrf: str


def face(who: Person) -> Face:
    """Somebody as he sees himself."""
    return Face(who.id, who.name, who.guest)


def answer(request: Ask, who: Person, credential: str) -> Response[Me]:
    """Who somebody is, with a token that fits his cookie."""
    signer, kept = request.app.state.signer, request.cookies.get(csrf.COOKIE, "")
    sign = kept if kept and csrf.fits(signer, kept, credential) else csrf.token_for(signer, credential)
    told = Response(Me(face(who), sign))
    told.set_cookie(csrf.cookie(sign, _secure(request)))
    return told


def _secure(request: Ask) -> bool:
    return request.scope["scheme"] == "https" or bool(request.app.state.settings.encrypted)


def cookie(request: Ask, name: str, value: str, days: int) -> Cookie:
    """A cookie that no script reads and no other site's form sends."""
    age = int(days * DAY)
    return Cookie(key=name, value=value, path="/", max_age=age, httponly=True, samesite="lax", secure=_secure(request))


async def begin(db: AsyncConnection, person_id: str) -> str:
    """A new session, and the secret that goes into its cookie; sessions long ended are swept out on the way."""
    secret, now = new_token(), clock.now()
    values = {"id": new_id(), "person_id": person_id, "token_hash": token_hash(secret), "created": now}
    await db.execute(delete(login).where(login.c.expires < now))
    await db.execute(insert(login).values(**values, expires=now + SESSION_DAYS * DAY))
    return secret


def signed_in(request: Ask, who: Person, secret: str) -> Response[Me]:
    """Somebody with his new session. The browser is known from now on, also after he has signed out."""
    told = answer(request, who, secret)
    told.set_cookie(cookie(request, SESSION, secret, SESSION_DAYS))
    told.set_cookie(cookie(request, KNOWN, sign_known(request.app.state.signer, who.id), GUEST_DAYS))
    return told


def signed_out(*names: str) -> Response[dict[str, bool]]:
    """Nobody any more: the browser forgets its session, and what else is named."""
    told = Response({"out": True})
    for name in (SESSION, csrf.COOKIE, *names):
        told.delete_cookie(name)
    return told
