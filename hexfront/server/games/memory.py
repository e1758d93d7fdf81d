"""The games in memory: opened by snapshot and replay, and brought up to what other workers have written."""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from itertools import islice

from hexfront import games
from hexfront.engine.errors import BadData, HexfrontError
from hexfront.engine.session import other_rules
from hexfront.server.bounds import GAMES_PLAYED, PLAYING
from hexfront.server.games.open_game import OpenGame
from hexfront.server.games.sitting import Sitting, form_of, is_due, restore, snapshot_of
from hexfront.server.games.wrecks import Wrecks, known_here
from hexfront.server.settings import Settings
from hexfront.server.storage.db import Unavailable
from hexfront.server.storage.rows import Line, Loaded, NoGame, Snapshot
from hexfront.server.storage.store import Store

LOG = logging.getLogger("hexfront.server")


class GamesInMemory:
    """All open games of this worker."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.worker = secrets.token_hex(4)
        self.shared = not settings.is_sqlite  # may other workers change our games?
        self.games: OrderedDict[str, OpenGame] = OrderedDict()
        self.wrecks = Wrecks()
        self._opening: dict[str, asyncio.Task[OpenGame]] = {}
        self.after: list[Callable[[OpenGame], None]] = []  # told of every change: robots, notifications

    # -- opening -----------------------------------------------------------------------------------

    async def open(self, game_id: str, playing: bool = False) -> OpenGame:
        """A game as it stands in the database; NoGame if there is none. For whoever is `playing` there is more room."""
        game = self.games.get(game_id)
        if game is None:
            return await self._open_once(game_id, playing)
        self.games.move_to_end(game_id)
        if game.stale or self.shared:
            async with game.lock:
                await self._freshen(game)
        return game

    async def _open_once(self, game_id: str, playing: bool) -> OpenGame:
        """Two who want the same game at the same time wait for the same reading."""
        task = self._opening.get(game_id)
        if task is None:
            task = self._opening[game_id] = asyncio.create_task(self._read(game_id, playing))
            task.add_done_callback(lambda _: self._opening.pop(game_id, None))
        read = await asyncio.shield(task)
        game = self.games.setdefault(game_id, read)  # by now it may have been let go of, or opened once more
        self.games.move_to_end(game_id)
        return game

    async def _read(self, game_id: str, playing: bool) -> OpenGame:
        self._make_room(playing)  # who finds none need not wait for the reading
        loaded, sitting = await self._load(game_id)
        game = OpenGame(games.game(loaded.row.game), loaded, sitting)
        self._make_room(playing)
        self.games[game_id] = game
        self._changed(game)
        return game

    async def _load(self, game_id: str, upto: int | None = None) -> tuple[Loaded, Sitting]:
        """The rows of a game and its position; Damaged, in one sentence, if nothing can be made of them."""
        self.wrecks.check(game_id)
        try:
            return await self._piece_together(game_id, upto)
        except (NoGame, Unavailable):
            raise
        except Exception as error:
            raise self.wrecks.found(game_id, error) from error

    async def _piece_together(self, game_id: str, upto: int | None) -> tuple[Loaded, Sitting]:
        """A snapshot that cannot be read is passed over."""
        loaded = await self.store.load(game_id, upto, _forms())
        row = loaded.row
        rules = known_here(loaded)
        try:
            sitting = restore(rules, row, loaded.snapshot)
        except Exception as error:
            if loaded.snapshot is None:
                raise
            LOG.warning("game %s: the snapshot after line %s is no use: %s", game_id, loaded.snapshot.number, error)
            loaded = await self.store.load(game_id, upto)
            sitting = restore(rules, row, None)
        try:
            made = await _play_again(sitting, [line for line in loaded.lines if line.number > sitting.number])
        except BadData as error:
            raise BadData(f"{error}{other_rules(rules, row.rules)}") from error
        if made:
            await self._keep_snapshots(loaded, made)
        return loaded, sitting

    async def _keep_snapshots(self, loaded: Loaded, made: list[Snapshot]) -> None:
        """Whoever opens the game next need not play so much again. It does not matter if that fails."""
        try:
            await self.store.keep_snapshots(loaded.row, made)
        except HexfrontError as error:
            LOG.info("game %s: its snapshots could not be kept: %s", loaded.row.id, error)

    def _make_room(self, playing: bool) -> None:
        """For one game more: let go of those that nobody has touched for the longest time, never of one in use.

        One that was played a moment ago goes only for somebody who plays, and none for somebody who cannot be let in.
        """
        spare, lately = len(self.games) + 1 - self.settings.games, time.monotonic() - PLAYING
        idle = (one for one, game in self.games.items() if not game.in_use and (playing or game.played < lately))
        gone = list(islice(idle, spare)) if spare > 0 else []
        if spare - len(gone) > (GAMES_PLAYED if playing else 0):
            raise Unavailable("as many games are being played here as there is room for; try again in a while")
        for game_id in gone:
            del self.games[game_id]

    async def _freshen(self, game: OpenGame) -> bool:
        """Read what others have changed. Returns whether there was anything. The caller holds the lock."""
        version = await self.store.writer.version(game.id)
        if version == 0:
            raise NoGame("there is no game with this address")
        if not game.stale and version in (None, game.row.version):
            return False
        await self._catch_up(game)
        return True

    async def _catch_up(self, game: OpenGame) -> None:
        """Play the lines that are new; if there was anything else, read the game anew."""
        header = await self.store.header(game.id)
        row = header.row
        missing = row.lines - game.number
        if not game.stale and 0 < missing == row.version - game.row.version and row.status == "running":
            lines = await self.store.lines(game.id, game.number, row.lines)
            if len(lines) == missing:
                for line in lines:
                    game.sitting.again(line)
                    game.tail.append(game.log_json(line))
                game.row = row
                game.take_around(header)
                return
        game.fill(*await self._load(game.id))

    async def position(self, game_id: str, number: int) -> tuple[OpenGame, Loaded, Sitting]:
        """A game as it stood after one of its lines, for replays and branches."""
        game = await self.open(game_id)
        if not 0 <= number <= game.number:
            raise NoGame(f"this game has no line {number}; its last one is {game.number}")
        loaded, sitting = await self._load(game_id, number)
        return game, loaded, sitting

    def _changed(self, game: OpenGame) -> None:
        for told in self.after:
            told(game)


async def _play_again(sitting: Sitting, lines: list[Line]) -> list[Snapshot]:
    """Play lines of the database; other games get their turn in between. Returns the snapshots that were missing."""
    made = []
    for place, line in enumerate(lines, 1):
        sitting.again(line)
        if is_due(line.number) and place < len(lines):
            made.append(snapshot_of(sitting.game, sitting.state, line.number))
        if place % 20 == 0:
            await asyncio.sleep(0)
    return made


def _forms() -> list[str]:
    """The forms of snapshots that the games of this version can read."""
    return [form_of(game) for game in games.every()[0]]
