"""What a player asks for: to be told of his turn by web hook, and by mail where the server can send any.

Mail has links, and a link names the server. What a request calls us (its header Host) is whatever its sender likes, so
links are made of HEXFRONT_PUBLIC_URL, and where that is not set no mail is sent.
"""

import base64
import logging
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router, get, put
from litestar.exceptions import NotFoundException
from sqlalchemy import delete, select, update

from hexfront.server import clock
from hexfront.server.bounds import FIRST_MAILS, MAIL_DAYS, MAILS_ASKED
from hexfront.server.games.open_game import OpenGame
from hexfront.server.games.open_games import OpenGames
from hexfront.server.games.seats import need_seat
from hexfront.server.gate.limits import address_of
from hexfront.server.notices.hooks import hook_address
from hexfront.server.notices.senders import NotSent, mailbox
from hexfront.server.notices.your_turn import Notifier
from hexfront.server.people.identity import Person, insert_once
from hexfront.server.people.typed import bad, mail_address
from hexfront.server.settings import Settings
from hexfront.server.storage.db import Database
from hexfront.server.storage.models import hook, person, setting

LOG = logging.getLogger("hexfront.notify")

Ask = Request[Any, Any, Any]


class Hooks(msgspec.Struct, forbid_unknown_fields=True):
    """Where somebody wants to be told; what is left out stays, an empty text switches it off."""

    url: str | None = None
    mail: str | None = None


class HooksTold(msgspec.Struct):
    """Where somebody is told; `waiting` is an address whose owner has not yet followed the link in the mail."""

    url: str
    mail: str
    waiting: str = ""


@get("/games/{game_id:str}/hooks", summary="Where I am told of my turn", tags=["table"])
async def read_hooks(game_id: str, person: Person, database: Database, open_games: OpenGames) -> HooksTold:
    """My own wishes."""
    await need_seat(open_games, game_id, person)
    return await _wish(database, game_id, person.id)


@put("/games/{game_id:str}/hooks", summary="Be told of my turn by web hook or mail", tags=["table"])
async def set_hooks(
    request: Ask,
    game_id: str,
    data: Hooks,
    person: Person,
    database: Database,
    open_games: OpenGames,
    settings: Settings,
) -> HooksTold:
    """A mail address counts once its owner has followed the link that is sent there, so nobody is sent mail unasked."""
    game = await need_seat(open_games, game_id, person)
    known = await _wish(database, game_id, person.id)
    url = known.url if data.url is None else hook_address(data.url) if data.url else ""
    wanted = known.mail if data.mail is None else mail_address(data.mail) if data.mail else ""
    waiting = ""
    if wanted and wanted != known.mail:
        if not settings.sends_mail:
            raise bad("this server sends no mail; use a web hook")
        if not await _is_confirmed(database, person.id, wanted):
            await _ask_owner(request, settings, game_id, person.id, wanted)
            wanted, waiting = known.mail, wanted
    await _keep(database, open_games, game, person.id, url, wanted)
    return HooksTold(url, wanted, waiting)


@get("/mails/{signed:str}", summary="The link in a mail: this address is mine", tags=["table"])
async def confirm_mail(request: Ask, signed: str, database: Database, open_games: OpenGames) -> Response[str]:
    """Whoever can read the mail may have more of them."""
    text = request.app.state.signer.read("mail", signed)
    try:
        game_id, person_id, address, made = msgspec.json.decode(_unpacked(text or ""), type=tuple[str, str, str, float])
    except (msgspec.DecodeError, ValueError):
        raise NotFoundException(detail="this link is not one of ours") from None
    if made < clock.now() - MAIL_DAYS * 86_400:
        raise NotFoundException(detail="this link is too old: ask for a new one at the table")
    async with database.read() as db:
        asked = select(person.c.id).where(person.c.id == person_id, person.c.deleted.is_(None))
        here = (await db.execute(asked)).first()
    if here is None:
        raise NotFoundException(detail="whoever asked for this link is no longer here")
    game = await open_games.open(game_id)
    known = await _wish(database, game_id, person_id)
    await _keep(database, open_games, game, person_id, known.url, address)
    return Response(f"{address} will be told when it is your turn. You can close this page.\n", media_type="text/plain")


def _unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


async def _ask_owner(request: Ask, settings: Settings, game_id: str, person_id: str, address: str) -> None:
    """Send the link; a mail server that does not take it is told to whoever asked.

    The one who gets this mail may not have asked for it: so few go to one address, whoever asks, and few are to be had
    by one person and by all who share his address in the net.
    """
    state = request.app.state
    await state.limiter.spend(MAILS_ASKED, (person_id, 1), (address_of(request.scope), MAILS_ASKED.crowd))
    await state.limiter.spend(FIRST_MAILS, (mailbox(address), 1))
    plain = msgspec.json.encode((game_id, person_id, address, clock.now()))
    signed = state.signer.sign("mail", base64.urlsafe_b64encode(plain).rstrip(b"=").decode())
    link = f"{settings.public_url.rstrip('/')}/api/mails/{signed}"
    text = (
        "Somebody at hexfront, probably you, wants to be told at this address when it is his turn.\n"
        f"If it was you, open this link within three days:\n\n{link}\n\nIf not, do nothing.\n"
    )
    try:
        await state.notifier.mail(address, "Is this your address?", text)
    except NotSent as error:
        LOG.warning("%s", error)
        raise bad("the mail server did not take a mail to this address", 422) from None


async def _is_confirmed(database: Database, person_id: str, address: str) -> bool:
    """Has this person shown before, in another game, that the address is his?"""
    query = select(hook.c.mail).where(hook.c.person_id == person_id, hook.c.mail == address)
    async with database.read() as db:
        return (await db.execute(query.limit(1))).first() is not None


async def _wish(database: Database, game_id: str, person_id: str) -> HooksTold:
    query = select(hook.c.url, hook.c.mail).where(hook.c.game_id == game_id, hook.c.person_id == person_id)
    async with database.read() as db:
        row = (await db.execute(query)).first()
    return HooksTold(row.url, row.mail) if row else HooksTold("", "")


async def _keep(
    database: Database, open_games: OpenGames, game: OpenGame, person_id: str, url: str, address: str
) -> None:
    """Keep the wishes, and let every worker know whose they are."""
    await _write(database, game, person_id, url, address)
    if (person_id in game.hooked) != bool(url or address):
        await open_games.changed(game.id)


async def _write(database: Database, game: OpenGame, person_id: str, url: str, address: str) -> None:
    """What has been played so far, the person has seen himself."""
    where = (hook.c.game_id == game.id) & (hook.c.person_id == person_id)
    name = f"told:{game.id}:{person_id}"
    async with database.write() as db:
        if not (url or address):
            await db.execute(delete(hook).where(where))
            await db.execute(delete(setting).where(setting.c.name == name))
            return
        await insert_once(db, hook, {"game_id": game.id, "person_id": person_id, "url": "", "mail": ""})
        await db.execute(update(hook).where(where).values(url=url, mail=address))
        await insert_once(db, setting, {"name": name, "value": f"{game.number:010d}"})


# -- at the start and the end ------------------------------------------------------------------------------


async def start(app: Litestar) -> None:
    """Listen to all changes of games."""
    state = app.state
    state.notifier = Notifier(state.database, state.settings, state.limiter)
    state.open_games.after.append(state.notifier.hear)


async def stop(app: Litestar) -> None:
    """Send nothing more."""
    notifier = app.state.get("notifier")  # not there if the start failed
    if notifier is not None:
        await notifier.stop()


router = Router("/api", route_handlers=[read_hooks, set_hooks, confirm_mail])
on_startup = [start]
on_shutdown = [stop]
