"""Your turn, for somebody who is not looking: by web hook, and by mail where the server can send any.

An order never waits for any of this. A change of a game puts a note into a queue, and a task of its own looks up who
wants to hear of it and sends from a thread. With several workers all of them hear of a change: the line after which a
person was told is kept in the database, and whoever writes it there first is the one who sends.
"""

import asyncio
import base64
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router, get, put
from litestar.exceptions import NotFoundException
from sqlalchemy import delete, select, update

from hexfront.engine.errors import HexfrontError
from hexfront.server import clock
from hexfront.server.db import Database
from hexfront.server.identity import Person, insert_once
from hexfront.server.limits import Limiter, Rate
from hexfront.server.live import Live
from hexfront.server.models import hook, setting
from hexfront.server.seats import need_seat
from hexfront.server.senders import NotSent, hook_address, local_allowed, mail, post
from hexfront.server.settings import Settings
from hexfront.server.table import OpenGame
from hexfront.server.words import bad, mail_address

LOG = logging.getLogger("hexfront.notify")
WAITING = 1_000  # notes in the queue; what comes then is forgotten
SENDERS = 4  # that work at the same time, so that a slow web hook holds up nobody else
TRIES = (0.0, 2.0, 10.0)  # seconds before each try
DAYS = 3.0  # for which the link in a mail is good
ONE_MAIL = Rate("mails to one address", 1 / 600, 3)

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


class Note(msgspec.Struct, frozen=True):
    """Something that a player should hear."""

    game: str
    person: str
    side: str
    number: int
    kind: str  # your-turn or over
    title: str
    turn: str
    result: str


class _Side(msgspec.Struct):
    side: str


def notes_of(table: OpenGame) -> list[Note]:
    """What a change gives to tell: to whom the decision has come, or to both that the game is over.

    Whoever gave the last order himself knows that it is still his turn. Most people want to be told nothing, and the
    game knows who does, so that an order costs no look at the database.
    """
    if not table.hooked:
        return []
    last = msgspec.json.decode(table.tail[-1], type=_Side).side if table.tail else ""
    told = [seat for seat in table.seats if seat.kind == "person" and seat.person_id in table.hooked]
    if not table.over:
        told = [seat for seat in told if seat.side == table.row.asks and seat.side != last]
    kind, row = "over" if table.over else "your-turn", table.row
    return [
        Note(row.id, seat.person_id or "", seat.side, row.lines, kind, table.rules.title, row.turn_name, row.result)
        for seat in told
    ]


class Notifier:
    """The queue and those who work on it."""

    def __init__(self, database: Database, settings: Settings, limiter: Limiter) -> None:
        self.database, self.settings, self.limiter = database, settings, limiter
        self.queue: asyncio.Queue[Note] = asyncio.Queue(WAITING)
        self.tasks: list[asyncio.Task[None]] = []
        self._threads = ThreadPoolExecutor(2 * SENDERS, "notify")

    def start(self) -> None:
        """Begin to send."""
        self.tasks = [asyncio.create_task(self._work()) for _ in range(SENDERS)]

    async def stop(self) -> None:
        """Stop at once; what waits is forgotten."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def hear(self, table: OpenGame) -> None:
        """A game has changed. Costs nothing that an order would feel."""
        for note in notes_of(table):
            try:
                self.queue.put_nowait(note)
            except asyncio.QueueFull:
                LOG.warning("too many notifications wait: game %s is passed over", note.game)

    async def _work(self) -> None:
        while True:
            note = await self.queue.get()
            try:
                await self.send(note)
            except HexfrontError as error:
                LOG.warning("game %s: %s", note.game, error)
            except Exception:
                LOG.exception("game %s: a notification failed", note.game)
            finally:
                self.queue.task_done()

    async def send(self, note: Note) -> None:
        """Tell somebody, if he wants it and nobody else has told him."""
        where = (hook.c.game_id == note.game) & (hook.c.person_id == note.person)
        async with self.database.read() as db:
            wish = (await db.execute(select(hook.c.url, hook.c.mail).where(where))).first()
        if wish is None or not (wish.url or wish.mail) or not await claim(self.database, note):
            return
        ways = []
        if wish.url:
            ways.append(self._try(post, wish.url, self._json(note), local_allowed()))
        if wish.mail and self.settings.smtp and not self.limiter.take(ONE_MAIL, wish.mail):
            ways.append(self._try(mail, self.settings, wish.mail, *self._letter(note)))
        await asyncio.gather(*ways)

    async def in_thread(self, way: Any, *given: Any) -> None:
        """Do something that may hang, in a thread that nobody else needs."""
        await asyncio.get_running_loop().run_in_executor(self._threads, way, *given)

    async def _try(self, way: Any, *given: Any) -> None:
        """Send in a thread, a few times if need be."""
        for wait in TRIES:
            await asyncio.sleep(wait)
            try:
                await self.in_thread(way, *given)
                return
            except NotSent as error:
                LOG.info("%s", error)

    def _link(self, game_id: str) -> str:
        return f"{self.settings.public_url.rstrip('/')}/#/g/{game_id}"

    def _json(self, note: Note) -> bytes:
        told = {"type": note.kind, "game": note.game, "title": note.title, "side": note.side, "turn": note.turn}
        more = {"number": note.number, "result": note.result, "url": self._link(note.game)}
        return msgspec.json.encode({**told, **more})

    def _letter(self, note: Note) -> tuple[str, str]:
        """Subject and text of a mail."""
        if note.kind == "over":
            return f"{note.title} is over", f"{note.title} is over: {note.result}.\n\n{self._link(note.game)}\n"
        subject = f"Your turn: {note.title}, {note.turn}"
        return subject, f"It is your turn ({note.side}) in {note.title}, {note.turn}.\n\n{self._link(note.game)}\n"


async def claim(database: Database, note: Note) -> bool:
    """Write down that a person is told of this line; False if that was written before, here or at another worker."""
    name, value = f"told:{note.game}:{note.person}", f"{note.number:010d}{'~' if note.kind == 'over' else ''}"
    async with database.write() as db:
        await insert_once(db, setting, {"name": name, "value": ""})
        done = await db.execute(
            update(setting).where(setting.c.name == name, setting.c.value < value).values(value=value)
        )
        return bool(done.rowcount)


# -- what a player asks for ----------------------------------------------------------------------------------


@get("/games/{game_id:str}/hooks", summary="Where I am told of my turn", tags=["table"])
async def read_hooks(game_id: str, person: Person, database: Database, live: Live) -> HooksTold:
    """My own wishes."""
    await need_seat(live, game_id, person)
    return await _wish(database, game_id, person.id)


@put("/games/{game_id:str}/hooks", summary="Be told of my turn by web hook or mail", tags=["table"])
async def set_hooks(
    request: Ask, game_id: str, data: Hooks, person: Person, database: Database, live: Live, settings: Settings
) -> HooksTold:
    """A mail address counts once its owner has followed the link that is sent there, so nobody is sent mail unasked."""
    table = await need_seat(live, game_id, person)
    known = await _wish(database, game_id, person.id)
    url = known.url if data.url is None else hook_address(data.url) if data.url else ""
    wanted = known.mail if data.mail is None else mail_address(data.mail) if data.mail else ""
    waiting = ""
    if wanted and wanted != known.mail:
        if not settings.smtp:
            raise bad("this server cannot send mail; use a web hook")
        if not await _is_confirmed(database, person.id, wanted):
            await _ask_owner(request, settings, game_id, person.id, wanted)
            wanted, waiting = known.mail, wanted
    await _keep(database, live, table, person.id, url, wanted)
    return HooksTold(url, wanted, waiting)


@get("/mails/{signed:str}", summary="The link in a mail: this address is mine", tags=["table"])
async def confirm_mail(request: Ask, signed: str, database: Database, live: Live) -> Response[str]:
    """Whoever can read the mail may have more of them."""
    text = request.app.state.signer.read("mail", signed)
    try:
        game_id, person_id, address, made = msgspec.json.decode(_unpacked(text or ""), type=tuple[str, str, str, float])
    except (msgspec.DecodeError, ValueError):
        raise NotFoundException(detail="this link is not one of ours") from None
    if made < clock.now() - DAYS * 86_400:
        raise NotFoundException(detail="this link is too old: ask for a new one at the table")
    table = await live.open(game_id)
    known = await _wish(database, game_id, person_id)
    await _keep(database, live, table, person_id, known.url, address)
    return Response(f"{address} will be told when it is your turn. You can close this page.\n", media_type="text/plain")


def _unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


async def _ask_owner(request: Ask, settings: Settings, game_id: str, person_id: str, address: str) -> None:
    """Send the link; a mail server that does not take it is told to whoever asked."""
    state = request.app.state
    state.limiter.need(ONE_MAIL, (f"confirm:{address}", 1))
    plain = msgspec.json.encode((game_id, person_id, address, clock.now()))
    signed = state.signer.sign("mail", base64.urlsafe_b64encode(plain).rstrip(b"=").decode())
    base = settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")
    text = (
        "Somebody at hexfront, probably you, wants to be told at this address when it is his turn.\n"
        f"If it was you, open this link within three days:\n\n{base}/api/mails/{signed}\n\nIf not, do nothing.\n"
    )
    try:
        await state.notifier.in_thread(mail, settings, address, "Is this your address?", text)
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


async def _keep(database: Database, live: Live, table: OpenGame, person_id: str, url: str, address: str) -> None:
    """Keep the wishes, and let every worker know whose they are."""
    await _write(database, table, person_id, url, address)
    if (person_id in table.hooked) != bool(url or address):
        await live.changed(table.id)


async def _write(database: Database, table: OpenGame, person_id: str, url: str, address: str) -> None:
    """What has been played so far, the person has seen himself."""
    where = (hook.c.game_id == table.id) & (hook.c.person_id == person_id)
    name = f"told:{table.id}:{person_id}"
    async with database.write() as db:
        if not (url or address):
            await db.execute(delete(hook).where(where))
            await db.execute(delete(setting).where(setting.c.name == name))
            return
        await insert_once(db, hook, {"game_id": table.id, "person_id": person_id, "url": "", "mail": ""})
        await db.execute(update(hook).where(where).values(url=url, mail=address))
        await insert_once(db, setting, {"name": name, "value": f"{table.number:010d}"})


# -- at the start and the end ------------------------------------------------------------------------------


async def start(app: Litestar) -> None:
    """Listen to all changes of games."""
    state = app.state
    state.notifier = Notifier(state.database, state.settings, state.limiter)
    state.live.after.append(state.notifier.hear)
    state.notifier.start()


async def stop(app: Litestar) -> None:
    """Send nothing more."""
    notifier = app.state.get("notifier")  # not there if the start failed
    if notifier is not None:
        await notifier.stop()


router = Router("/api", route_handlers=[read_hooks, set_hooks, confirm_mail])
on_startup = [start]
on_shutdown = [stop]
