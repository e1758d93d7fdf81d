"""Your turn, for somebody who is not looking: who is to be told, and the telling.

An order never waits for any of this. A change of a game puts a note into the line of whoever is to hear of it, and a
task for each such person looks up what he wants and sends one after the other: who has slow web hooks waits for his
own. With several workers all of them hear of a change: the number of the last order of which a person was told is kept
in the database, and whoever writes it there first is the one who sends.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
from sqlalchemy import select, update

from hexfront.engine.errors import HexfrontError
from hexfront.server.bounds import MAILERS, NOTES, NOTES_OF_ONE, ONE_MAIL, TRIES
from hexfront.server.games.open_game import OpenGame
from hexfront.server.gate.limits import Limiter
from hexfront.server.notices.hooks import Caller, local_allowed
from hexfront.server.notices.senders import NotSent, mail, mailbox
from hexfront.server.people.identity import insert_once
from hexfront.server.settings import Settings
from hexfront.server.storage.db import Database
from hexfront.server.storage.models import hook, setting

LOG = logging.getLogger("hexfront.notify")


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


def notes_of(game: OpenGame) -> list[Note]:
    """What a change gives to tell: to whom the decision has come, or to both that the game is over.

    Whoever gave the last order himself knows that it is still his turn. Most people want to be told nothing, and the
    game knows who does, so that an order costs no look at the database.
    """
    if not game.hooked:
        return []
    last = msgspec.json.decode(game.tail[-1], type=_Side).side if game.tail else ""
    told = [seat for seat in game.seats if seat.kind == "person" and seat.person_id in game.hooked]
    if not game.over:
        told = [seat for seat in told if seat.side == game.row.asks and seat.side != last]
    kind, row = "over" if game.over else "your-turn", game.row
    return [
        Note(row.id, seat.person_id or "", seat.side, row.lines, kind, game.rules.title, row.turn_name, row.result)
        for seat in told
    ]


class Notifier:
    """The lines of notes, one for each person, and those who work on them."""

    def __init__(self, database: Database, settings: Settings, limiter: Limiter) -> None:
        self.database, self.settings, self.limiter = database, settings, limiter
        self.lines: dict[str, deque[Note]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self._waiting = 0
        self._caller = Caller()
        self._threads = ThreadPoolExecutor(MAILERS, "mail")

    async def stop(self) -> None:
        """Stop at once; what waits is forgotten."""
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._caller.close()

    def hear(self, game: OpenGame) -> None:
        """A game has changed. Costs nothing that an order would feel."""
        for note in notes_of(game):
            line = self.lines.get(note.person, ())
            if self._waiting >= NOTES or len(line) >= NOTES_OF_ONE:
                LOG.warning("too many notifications wait: game %s is passed over", note.game)
            else:
                self._add(note)

    def _add(self, note: Note) -> None:
        self._waiting += 1
        if note.person in self.lines:
            self.lines[note.person].append(note)
            return
        self.lines[note.person] = deque([note])
        task = asyncio.create_task(self._serve(note.person))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _serve(self, person_id: str) -> None:
        """Send what waits for one person, one after the other."""
        line = self.lines[person_id]
        while line:
            note = line[0]
            try:
                await self.send(note)
            except HexfrontError as error:
                LOG.warning("game %s: %s", note.game, error)
            except Exception:
                LOG.exception("game %s: a notification failed", note.game)
            finally:
                line.popleft()
                self._waiting -= 1
        del self.lines[person_id]

    async def send(self, note: Note) -> None:
        """Tell somebody, if he wants it and nobody else has told him."""
        where = (hook.c.game_id == note.game) & (hook.c.person_id == note.person)
        async with self.database.read() as db:
            wish = (await db.execute(select(hook.c.url, hook.c.mail).where(where))).first()
        if wish is None or not (wish.url or wish.mail) or not await claim(self.database, note):
            return
        await asyncio.gather(
            *([self._call(wish.url, note)] if wish.url else []),
            *([self._write(wish.mail, note)] if wish.mail and self.settings.sends_mail else []),
        )

    async def _call(self, url: str, note: Note) -> None:
        body = self._json(note)
        await self._try(lambda: self._caller.post(url, body, local_allowed()))

    async def _write(self, address: str, note: Note) -> None:
        if await self.limiter.spare(ONE_MAIL, mailbox(address)):
            await self._try(lambda: self.mail(address, *self._letter(note)))

    async def mail(self, address: str, subject: str, text: str) -> None:
        """Send one mail, in a thread that nobody else needs."""
        await asyncio.get_running_loop().run_in_executor(self._threads, mail, self.settings, address, subject, text)

    async def _try(self, way: Callable[[], Awaitable[object]]) -> None:
        """Do something a few times, if need be."""
        for wait in TRIES:
            await asyncio.sleep(wait)
            try:
                await way()
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
        older = (setting.c.name == name) & (setting.c.value < value)
        return bool((await db.execute(update(setting).where(older).values(value=value))).rowcount)
