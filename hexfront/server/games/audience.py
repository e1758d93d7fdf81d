"""Who listens to the games of this worker, and what the workers tell each other."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from hexfront.engine.errors import HexfrontError
from hexfront.server.games.memory import GamesInMemory
from hexfront.server.games.open_game import GONE, SIGNED_OUT, Listener, OpenGame
from hexfront.server.games.views import encode
from hexfront.server.settings import Settings
from hexfront.server.storage.rows import NoGame
from hexfront.server.storage.store import Store

LOG = logging.getLogger("hexfront.server")
ECHO = 1.0  # seconds to wait for news of our own to come back


class _News(msgspec.Struct):
    """What all news of a worker have in common."""

    worker: str
    game: str
    kind: str


class WatchedGames(GamesInMemory):
    """The open games with everybody who listens to them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.forget: list[Callable[[str], None]] = []  # told of a person whose credentials have changed
        self.joined: list[Callable[[OpenGame], None]] = []  # told of a game to which somebody has begun to listen
        self._echoes: dict[str, asyncio.Event] = {}  # what was told to all workers and has not come back yet

    # -- telling -----------------------------------------------------------------------------------

    def _tell_line(self, game: OpenGame, told: bytes) -> None:
        """One line to all listeners; each with the view of his own seat, drawn once for each."""
        messages: dict[tuple[str, ...], bytes] = {}
        for listener in game.listeners:
            sides = game.sides_of(listener.person_id)
            message = messages.get(sides)
            if message is None:
                view = game.view_json(sides, log=False)
                message = b'{"type":"line","number":%d,"line":%b,"view":%b}' % (game.number, told, view)
                messages[sides] = message
            listener.put(message)
        self._changed(game)

    def tell_views(self, game: OpenGame, more: dict[str, Any] | None = None) -> None:
        """The whole view to all listeners: something other than a new line has changed."""
        extra = b"," + encode(more)[1:-1] if more else b""
        for listener in game.listeners:
            view = game.view_json(game.sides_of(listener.person_id))
            listener.put(b'{"type":"view","view":%b%b}' % (view, extra))
        self._changed(game)

    async def tell(self, game_id: str, message: dict[str, Any], only: tuple[str, ...] | None = None) -> None:
        """A message ({"type": "talk", ...}) to all listeners, or only to those who play one of these sides."""
        self._deliver(game_id, message, only)
        await self.tell_others(game_id, message, only)

    async def tell_others(self, game_id: str, message: dict[str, Any], only: tuple[str, ...] | None = None) -> None:
        """The same to those who listen at other workers only."""
        if self.shared:
            await self.store.writer.tell(self._news(game_id, "tell", message=message, only=only))

    def _deliver(self, game_id: str, message: dict[str, Any], only: tuple[str, ...] | None) -> None:
        game = self.games.get(game_id)
        if game is None or not game.listeners:
            return
        data = encode(message)
        for listener in game.listeners:
            if only is None or set(only) & set(game.sides_of(listener.person_id)):
                listener.put(data)

    # -- between workers ---------------------------------------------------------------------------

    def _news(self, game_id: str, kind: str, **more: Any) -> str:
        """What other workers are told. PostgreSQL carries 8,000 bytes; what is longer is only announced."""
        if not self.shared:
            return ""
        text = encode({"worker": self.worker, "game": game_id, "kind": kind, **more}).decode()
        if len(text.encode()) < 7_900:
            return text
        return encode({"worker": self.worker, "game": game_id, "kind": "seats"}).decode()

    def concerns(self, news: str) -> bool:
        """Must somebody here hear of this? What we told ourselves we know, and most games are not open here."""
        told = msgspec.json.decode(news, type=_News)
        return told.kind == "person" or (told.worker != self.worker and told.game in self.games)

    async def hear(self, news: bytes) -> None:
        """Something that a worker tells; what we told ourselves is known already."""
        told = msgspec.json.decode(news)
        if told["kind"] == "person":
            await self._hear_person(told)
            return
        game = self.games.get(told["game"])
        if told["worker"] == self.worker or game is None:
            return
        if told["kind"] == "tell":
            self._deliver(game.id, told["message"], told["only"])
        elif told["kind"] == "here":
            self._hear_presence(game, told)
        elif game.listeners:
            await self._refresh(game)
        # otherwise the next who opens the game asks for its version

    async def _refresh(self, game: OpenGame) -> None:
        async with game.lock:
            await self._freshen(game)

    async def _freshen(self, game: OpenGame) -> bool:
        """Whoever reads what others have changed tells everybody here: news that come later find nothing new."""
        version, number = game.row.version, game.number
        if not await super()._freshen(game):
            return False
        if (game.row.version, game.number) == (version + 1, number + 1) and game.tail:
            self._tell_line(game, game.tail[-1])
        else:
            self.tell_views(game)
        return True

    async def look_again(self) -> None:
        """The line between the workers was down: whatever was told meanwhile is read from the database."""
        for game in list(self.games.values()):
            if game.listeners:
                await self.look(game)

    async def look(self, game: OpenGame) -> None:
        """Nothing was heard of a game for a while: news may have been lost on the way, or could not be used."""
        if self.shared:
            try:
                await self._refresh(game)
            except HexfrontError as error:
                LOG.warning("game %s cannot be looked at: %s", game.id, error)

    # -- people: what one worker has ended, no other may believe any more ----------------------------

    async def person_changed(self, person_id: str, gone: bool = False) -> None:
        """A name was changed, or a session or token ended: when this returns, every worker looks it up again.

        The database hands news to all workers at once, so what has come back to us has reached the others too.
        Whoever listens by what has ended is sent away; with `gone` the games of somebody who was deleted are read anew.
        """
        self._forget(person_id)
        await self._look_after(person_id, gone)
        if not self.shared:
            return
        echo = secrets.token_hex(8)
        heard = self._echoes[echo] = asyncio.Event()
        try:
            await self.store.writer.tell(self._news("", "person", person=person_id, gone=gone, echo=echo))
            async with asyncio.timeout(ECHO):
                await heard.wait()
        except TimeoutError:  # the line is down: what others remember, they forget by themselves after a second
            LOG.warning("the other workers were not told in time that a person has changed")
        finally:
            del self._echoes[echo]

    async def _hear_person(self, told: dict[str, Any]) -> None:
        self._forget(told["person"])
        heard = self._echoes.get(told["echo"])
        if heard is not None:
            heard.set()
        if told["worker"] != self.worker:
            await self._look_after(told["person"], told["gone"])

    def _forget(self, person_id: str) -> None:
        for one in self.forget:
            one(person_id)

    async def _look_after(self, person_id: str, gone: bool) -> None:
        """Ask this person's listeners again who they are, and read the games anew that he has left for good."""
        for game in list(self.games.values()):
            for listener in [one for one in game.listeners if one.person_id == person_id]:
                if listener.good is not None and not await listener.good():
                    listener.end(SIGNED_OUT, "you were signed out")
            if gone and person_id in (game.row.creator, *(seat.person_id for seat in game.seats)):
                await self._read_anew(game)

    async def _read_anew(self, game: OpenGame) -> None:
        """Something has changed of which the version may say nothing, or the game is there no more."""
        game.stale = True
        try:
            await self._refresh(game)
        except NoGame:
            self.games.pop(game.id, None)
            for listener in game.listeners:
                listener.end(GONE, "this game was deleted by whoever played it")
        except HexfrontError as error:
            LOG.warning("game %s cannot be read anew: %s", game.id, error)

    # -- who is here -------------------------------------------------------------------------------

    async def join(self, game: OpenGame, listener: Listener) -> None:
        """Somebody listens from now on."""
        known = game.is_online(listener.person_id)
        game.listeners.add(listener)
        for told in self.joined:
            told(game)
        if not known:
            await self._presence(game, listener.person_id)

    async def part(self, game: OpenGame, listener: Listener) -> None:
        """Somebody has left."""
        game.listeners.discard(listener)
        if not game.is_online(listener.person_id):
            await self._presence(game, listener.person_id)

    async def _presence(self, game: OpenGame, person_id: str) -> None:
        """A player came or went: tell those who play with him. Watchers come and go unseen."""
        sides = game.sides_of(person_id)
        if not sides:
            return
        self._show_presence(game, sides, game.is_online(person_id))
        if self.shared:
            await self._announce(game)

    async def _announce(self, game: OpenGame, answer: bool = True) -> None:
        """Tell the other workers which players are here; the first time they answer in kind."""
        here = sorted({one.person_id for one in game.listeners if game.sides_of(one.person_id)})
        await self.store.writer.tell(self._news(game.id, "here", people=here, answer=answer))

    def _hear_presence(self, game: OpenGame, told: dict[str, Any]) -> None:
        before = {seat.side: game.is_online(seat.person_id) for seat in game.seats}
        game.away[told["worker"]] = set(told["people"])
        for seat in game.seats:
            now = game.is_online(seat.person_id)
            if now != before[seat.side]:
                self._show_presence(game, (seat.side,), now)
        if told["answer"] and game.listeners:
            task = asyncio.ensure_future(self._announce(game, answer=False))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _show_presence(self, game: OpenGame, sides: tuple[str, ...], online: bool) -> None:
        """Tell the others; who came or went knows it himself."""
        game.forget_views()
        for side in sides:
            data = encode({"type": "online", "side": side, "online": online})
            for listener in game.listeners:
                if side not in game.sides_of(listener.person_id):
                    listener.put(data)
