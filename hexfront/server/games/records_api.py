"""Records in and out, and branches of a game from any point on.

A record that somebody brings is played again from its first order in a process of its own, and counts only if every
line of it is true. A branch has a seed of its own, and what its maker did not know is dealt anew (`records/branch`):
neither its dice nor its counters tell those of its game.
"""

import asyncio
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.exceptions import PermissionDeniedException

from hexfront import games
from hexfront.engine.dice import commitment
from hexfront.engine.errors import BadData
from hexfront.engine.records.branch import branch_off
from hexfront.engine.records.record import Entry, Record, clean, read, write
from hexfront.engine.records.verify import verify
from hexfront.engine.session import LogLine, Session, open_record, result_of, whereabouts
from hexfront.server import clock
from hexfront.server.games.making import check_allowance, row_of
from hexfront.server.games.open_game import OpenGame
from hexfront.server.games.open_games import OpenGames
from hexfront.server.games.sitting import is_due, snapshot_of
from hexfront.server.games.views import scene_of
from hexfront.server.library.catalog import robots_for
from hexfront.server.people.identity import Person
from hexfront.server.people.typed import bad
from hexfront.server.processes import end_at_once, follow_parent
from hexfront.server.settings import Settings
from hexfront.server.storage.db import Unavailable
from hexfront.server.storage.rows import Game, Line, Seat, Snapshot, line_of
from hexfront.server.storage.store import Store

PATIENCE = 60.0  # seconds in which a record must be checked; a campaign takes one or two

Ask = Request[Any, Any, Any]


class Made(msgspec.Struct):
    """The address of a new game."""

    id: str


class Branch(msgspec.Struct, forbid_unknown_fields=True):
    """A branch after so many lines, in which I play a side against a robot; without a robot I play both."""

    number: Annotated[int, msgspec.Meta(ge=0, le=2**31)]
    side: Annotated[str, msgspec.Meta(max_length=40)]
    robot: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Played(msgspec.Struct, frozen=True):
    """A record that is true, played to its end."""

    row: Game
    lines: list[LogLine]
    rolls: list[int]  # the number of the first die of each line
    snapshots: list[Snapshot]


# -- out -----------------------------------------------------------------------------------------------------


@get("/games/{game_id:str}/record", summary="The record of a game", tags=["records"], media_type="text/plain")
async def export(game_id: str, open_games: OpenGames, store: Store) -> Response[str]:
    """As text that every version opens; the seed of the dice stands in it when the game is over."""
    game = await open_games.open(game_id)
    text = write(record_of(game, await store.lines(game_id, 0, game.number)))
    name = f'attachment; filename="{game.row.game}-{game_id}.txt"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"content-disposition": name})


def record_of(game: OpenGame, lines: list[Line]) -> Record:
    """The record of a game from its rows. An end that the rules do not know of is a remark."""
    row = game.row
    state: Any = game.sitting.state
    by_rules = result_of(game.rules, state) if game.over else ""
    remark = (clean(f"ended otherwise than by the rules: {row.result}"),) if game.over and not by_rules else ()
    return Record(
        row.game,
        row.scenario,
        row.options,
        commitment(row.seed),
        {seat.side: clean(seat.robot or seat.name) or "human" for seat in game.seats},
        row.seed if game.over else None,
        [Entry(line.text, tuple(line.dice), tuple(line.codes), line.heading) for line in lines],
        by_rules,
        remark,
        row.origin,
        game.rules.ruling,
        row.robots,
    )


# -- in ------------------------------------------------------------------------------------------------------


@post("/records", summary="Bring a record: it is verified, and becomes a game of mine", tags=["records"])
async def bring(request: Ask, person: Person, store: Store, open_games: OpenGames, settings: Settings) -> Made:
    """A record as text, 2 MB at most. A game that is not over can be played on, both sides by me."""
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise bad("this is not a text file") from None
    if "\0" in text:
        raise bad("this is not a text file")
    played = await request.app.state.checker.check(text)
    if played.row.asks:
        await check_allowance(store, settings, person, [])
    now = clock.stamp()
    lines = [line_of(line, None, roll, now) for line, roll in zip(played.lines, played.rolls, strict=True)]
    row = msgspec.structs.replace(played.row, created=now, updated=now, creator=person.id)
    seats = [Seat(side, "local", person.id) for side in games.game(row.game).sides]
    await store.create(row, seats, lines, played.snapshots)
    await open_games.open(row.id)
    return Made(row.id)


def play_record(text: str) -> Played | str:
    """Check a record and play it; what is wrong with it comes back as a sentence. Runs in another process.

    A branch brings a position with it, by whatever hand: one that cannot even be drawn is no use to anybody.
    """
    try:
        return _play_record(text)
    except Exception as error:
        return f"it cannot be played: {whereabouts(error)}"


def _play_record(text: str) -> Played | str:
    verdict = verify(games.game, text)
    if not verdict.ok:
        return f"line {verdict.line}: {verdict.why}"
    record = read(text)
    session = open_record(games.game, record)
    rolls, snapshots = [], []
    for number, entry in enumerate(record.entries, 1):
        rolls.append(session.state.rolls)
        session.play(entry.order)
        if is_due(number):
            snapshots.append(snapshot_of(session.game, session.state, number))
    for side in session.game.sides if record.origin else ():
        scene_of(session.game, session.game.view(session.state, side))
    row = row_of(session, "", private=True, since=None)
    return Played(row, session.log, rolls, snapshots)


class Checker:
    """One process that checks records, one after the other; it is started when it is first needed."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None

    async def check(self, text: str) -> Played:
        """The game of a record that is true; BadData with its first line that is not."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._turn.acquire()
        except TimeoutError:
            raise Unavailable("other records are being checked; please try again in a minute") from None
        try:
            found = await self._play(text)
        finally:
            self._turn.release()
        if isinstance(found, str):
            raise BadData(f"this record is not true: {found}")
        return found

    async def _play(self, text: str) -> Played | str:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), follow_parent)
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.get_running_loop().run_in_executor(self._pool, play_record, text)
        except (TimeoutError, BrokenProcessPool):
            self.close()
            raise bad("this record takes too long to check") from None

    def close(self) -> None:
        """End the process, also in the middle of its work."""
        pool, self._pool = self._pool, None
        end_at_once(pool)


# -- what if -------------------------------------------------------------------------------------------------


@post("/games/{game_id:str}/branch", summary="A branch: what if, from a line on", tags=["records"])
async def branch(
    game_id: str, data: Branch, person: Person, store: Store, open_games: OpenGames, settings: Settings
) -> Made:
    """What if: a private game from the position after so many lines, with new dice, against a robot.

    Counters that its maker had not seen are dealt anew, and its lines begin with 1.
    """
    game = await open_games.open(game_id)
    check_branch(game, person)
    seats = _seats(game, data, person)
    await check_allowance(store, settings, person, seats)
    _, _, sitting = await open_games.position(game_id, data.number)
    rules = game.rules
    if rules.ask(sitting.state) is None:
        raise bad("the game is over after this line; go back to an earlier one", 409)
    origin = branch_off(rules, sitting.state, knower(game, data.side, person), data.number)
    begun = Session.start(rules, game.row.scenario, secrets.token_hex(16), game.row.options, origin=origin)
    row = row_of(begun, person.id, private=True, parent=game_id, robots=game.row.robots)
    await store.create(row, seats)
    await open_games.open(row.id)
    return Made(row.id)


def knower(game: OpenGame, side: str, person: Person) -> str:
    """From whose view a branch is dealt: from that of the side he takes in it, unless the game runs and is not his."""
    mine = game.sides_of(person.id)
    return side if game.over or side in mine else mine[0]


def check_branch(game: OpenGame, person: Person) -> None:
    """A game that is over is everybody's; one that runs only his who plays it alone."""
    alone = all(seat.kind == "robot" or seat.person_id == person.id for seat in game.seats)
    if not game.over and not (alone and game.sides_of(person.id)):
        why = "while others play this game, nobody tries its orders out beside it; it can be branched when it is over"
        raise PermissionDeniedException(detail=why)


def _seats(game: OpenGame, data: Branch, person: Person) -> list[Seat]:
    sides = game.rules.sides
    if data.side not in sides:
        raise bad(f"there is no side of this name; there are {' and '.join(sides)}")
    if data.robot and data.robot not in robots_for(game.rules):
        raise bad(f"no robot of this name plays this game; there are {', '.join(robots_for(game.rules))}")
    other = Seat("", "robot", robot=data.robot) if data.robot else Seat("", "local", person.id)
    mine = Seat(data.side, "person", person.id)
    return [mine if side == data.side else msgspec.structs.replace(other, side=side) for side in sides]


router = Router("/api", route_handlers=[export, bring, branch])
