"""Chat, private notes, and what one side offers the other: a draw, to take back, or to give up.

While a game runs only those who play it can write, so that no watcher whispers to a player; everybody can read. A
take-back that the other side grants goes back to before the asker's last order, also behind dice: the dice are a fixed
row, and the same ones will fall again.
"""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Router, get, post, put
from litestar.exceptions import PermissionDeniedException
from litestar.params import Parameter
from sqlalchemy import and_, delete, func, insert, select, update

from hexfront.server import clock
from hexfront.server.games.open_game import OpenGame
from hexfront.server.games.open_games import OpenGames
from hexfront.server.games.orders_api import offered
from hexfront.server.games.seats import need_seat
from hexfront.server.people.identity import Person, insert_once
from hexfront.server.people.typed import NOTE, TALK, bad, many_lines
from hexfront.server.storage.db import Database
from hexfront.server.storage.models import line as line_table
from hexfront.server.storage.models import note, offer
from hexfront.server.storage.models import person as person_table
from hexfront.server.storage.models import talk as talk_table
from hexfront.server.storage.rows import FREE

PAGE = 200  # lines of chat in one answer


class Text(msgspec.Struct, forbid_unknown_fields=True):
    """Something written."""

    text: Annotated[str, msgspec.Meta(max_length=60_000)]


class TalkLine(msgspec.Struct):
    """A line of chat; `side` is empty for whoever only watched."""

    id: int
    name: str
    side: str
    text: str
    created: float


class OfferIn(msgspec.Struct, forbid_unknown_fields=True):
    """An offer, or the answer to one: no answer is an offer, False declines or withdraws.

    To resign, and to claim the game when the other side's time has run out, takes effect at once.
    """

    kind: Literal["resign", "draw", "takeback", "claim"]
    answer: bool | None = None


class OfferOut(msgspec.Struct):
    """How things stand after an offer or an answer."""

    over: bool
    result: str
    number: int
    offers: list[dict[str, Any]]


# -- chat ----------------------------------------------------------------------------------------------------


@post("/games/{game_id:str}/talk", summary="Write to the table", tags=["table"])
async def say(game_id: str, data: Text, person: Person, database: Database, open_games: OpenGames) -> TalkLine:
    """One line of chat, kept and told to everybody at the table."""
    game = await open_games.open(game_id)
    sides = game.sides_of(person.id)
    if not sides and not game.over:
        raise PermissionDeniedException(detail="while a game runs, only those who play it can write here")
    text = many_lines(data.text, TALK, "a line of chat").strip()
    if not text:
        raise bad("there is nothing to say in an empty line")
    side = _speaker(game, sides)
    now = clock.stamp()
    row = {"game_id": game_id, "person_id": person.id, "side": side, "text": text, "created": now}
    async with database.write() as db:
        done = await db.execute(insert(talk_table).values(**row, public=True).returning(talk_table.c.id))
        told = TalkLine(done.scalar_one(), person.name, side, text, now)
    await open_games.tell(game_id, {"type": "talk", "talk": msgspec.to_builtins(told)})
    return told


@get("/games/{game_id:str}/talk", summary="What was said at the table", tags=["table"])
async def read_talk(
    game_id: str,
    person: Person,
    database: Database,
    open_games: OpenGames,
    before: Annotated[int | None, Parameter(ge=1, le=2**53)] = None,
) -> dict[str, list[TalkLine]]:
    """The last lines, or those before one, the oldest first."""
    game = await open_games.open(game_id)
    query = select(talk_table, person_table.c.name).outerjoin(person_table, person_table.c.id == talk_table.c.person_id)
    query = query.where(talk_table.c.game_id == game_id)
    if not game.sides_of(person.id):
        query = query.where(talk_table.c.public.is_(True))
    if before is not None:
        query = query.where(talk_table.c.id < before)
    async with database.read() as db:
        rows = (await db.execute(query.order_by(talk_table.c.id.desc()).limit(PAGE))).all()
    return {"talk": [TalkLine(row.id, row.name or "", row.side, row.text, row.created) for row in reversed(rows)]}


def _speaker(game: OpenGame, sides: tuple[str, ...]) -> str:
    """As whom somebody writes or offers; at a shared screen as the side that decides."""
    if len(sides) < 2:
        return sides[0] if sides else ""
    return game.row.asks if game.row.asks in sides else sides[0]


# -- notes ---------------------------------------------------------------------------------------------------


@get("/games/{game_id:str}/note", summary="My notes on a game", tags=["table"])
async def read_note(game_id: str, person: Person, database: Database, open_games: OpenGames) -> Text:
    """Nobody else reads them."""
    await open_games.open(game_id)
    query = select(note.c.text).where(note.c.game_id == game_id, note.c.person_id == person.id)
    async with database.read() as db:
        return Text((await db.execute(query)).scalar() or "")


@put("/games/{game_id:str}/note", summary="Keep my notes on a game", tags=["table"])
async def keep_note(game_id: str, data: Text, person: Person, database: Database, open_games: OpenGames) -> Text:
    """The whole text takes the place of the old one."""
    await open_games.open(game_id)
    text = many_lines(data.text, NOTE, "the notes on a game")
    mine = and_(note.c.game_id == game_id, note.c.person_id == person.id)
    async with database.write() as db:
        if text:
            await insert_once(db, note, {"game_id": game_id, "person_id": person.id, "text": ""})
            await db.execute(update(note).where(mine).values(text=text))
        else:
            await db.execute(delete(note).where(mine))
    return Text(text)


# -- offers --------------------------------------------------------------------------------------------------


@post("/games/{game_id:str}/offers", summary="Resign, offer, ask, claim", tags=["table"], status_code=200)
async def make_offer(
    game_id: str, data: OfferIn, person: Person, database: Database, open_games: OpenGames
) -> OfferOut:
    """Resign, offer a draw, ask to take back, or claim a game in which the other side's time has run out.

    An offer waits until the other side answers or its maker withdraws it.
    """
    game = await need_seat(open_games, game_id, person)
    if game.over:
        raise bad("the game is over", 409)
    desk = _Desk(database, open_games, game, data.kind, _speaker(game, game.sides_of(person.id)))
    if data.kind in ("resign", "claim"):
        if data.answer is not None:
            raise bad(f"nobody is asked about this ({data.kind}), so there is nothing to answer")
        await (desk.resign() if data.kind == "resign" else desk.claim())
    elif data.answer is None:
        await desk.offer(game.sides_of(person.id))
    else:
        await desk.answer(data.answer, game.sides_of(person.id))
    game = await open_games.open(game_id)
    waiting = [{"side": one.side, "kind": one.kind, "line": one.line} for one in game.offers]
    return OfferOut(game.over, game.row.result, game.number, waiting)


class _Desk:
    """One offer or answer of one side."""

    def __init__(self, database: Database, open_games: OpenGames, game: OpenGame, kind: str, side: str) -> None:
        self.database, self.open_games, self.game = database, open_games, game
        self.kind, self.side = kind, side
        self.other = next(one for one in game.rules.sides if one != side)

    async def resign(self) -> None:
        """Give the game up."""
        await self.end(f"{self.other}, {self.side} resigned")

    async def claim(self) -> None:
        """Win because the other side did not decide in the days that were agreed, or never will.

        An order that came first counts.
        """
        how = "left the game" if self.game.left_by(self.side) else "ran out of time"
        result = f"{self.side}, {self.other} {how}"
        await self.open_games.finish(self.game.id, result, lambda now: now.why_no_claim(self.side))
        await self._clear()

    async def offer(self, mine: tuple[str, ...]) -> None:
        """Offer something. Who plays both sides agrees with himself, and a robot grants every take-back."""
        seat = self.game.seat(self.other)
        against = "robot" if seat and seat.kind == "robot" else "nobody" if not seat or seat.kind in FREE else "person"
        if against == "robot" and self.kind == "draw":
            raise bad("a robot plays to the end: it takes no draw", 409)
        if self.game.left_by(self.side):
            raise bad(
                f"whoever played the {self.other} side has left for good and answers nothing: claim the game", 409
            )
        if against == "nobody":
            raise bad(f"nobody plays the {self.other} side yet, so nobody can answer", 409)
        if self.kind == "takeback":
            await self._last_order(self.side, self.game.number)
        if against == "robot" or self.other in mine:
            await self._agreed(self.side, self.game.number)
            return
        row = {"game_id": self.game.id, "side": self.side, "kind": self.kind, "line": self.game.number}
        async with self.database.write() as db:
            await insert_once(db, offer, row)
        await self._tell(None)

    async def answer(self, yes: bool, mine: tuple[str, ...]) -> None:
        """Answer the other side's offer, or withdraw one's own."""
        async with self.database.write() as db:
            such = and_(offer.c.game_id == self.game.id, offer.c.kind == self.kind)
            rows = (await db.execute(select(offer).where(such))).all()
            theirs = next((row for row in rows if row.side not in mine or len(mine) > 1), None)
            chosen = theirs or (rows[0] if rows and not yes else None)
            if chosen is None:
                raise bad(f"the other side has made no such offer ({self.kind})", 409)
            await db.execute(delete(offer).where(such, offer.c.side == chosen.side))
        if yes:
            await self._agreed(chosen.side, chosen.line)
        else:
            await self._tell(False)

    async def _agreed(self, asker: str, line: int) -> None:
        """Both sides want it: end the game, or go back."""
        if self.kind == "draw":
            await self.end("draw, agreed")
            return
        number = await self._last_order(asker, line)
        await self._clear()
        await self.open_games.rewind(self.game.id, number - 1)
        await self._tell(True)

    async def _last_order(self, side: str, line: int) -> int:
        """The number of the last order of a side up to a line."""
        own = and_(line_table.c.game_id == self.game.id, line_table.c.side == side, line_table.c.number <= line)
        async with self.database.read() as db:
            number = (await db.execute(select(func.max(line_table.c.number)).where(own))).scalar()
        if number is None:
            raise bad(f"the {side} side has given no order yet, so nothing can be taken back", 409)
        return int(number)

    async def end(self, result: str) -> None:
        """End the game; whatever was offered is void."""
        await self._clear()
        await self.open_games.finish(self.game.id, result)

    async def _clear(self) -> None:
        async with self.database.write() as db:
            await db.execute(delete(offer).where(offer.c.game_id == self.game.id))

    async def _tell(self, answer: bool | None) -> None:
        """Everybody sees that something is offered, or how it was answered."""
        await self.open_games.changed(self.game.id)
        await self.open_games.tell(
            self.game.id, {"type": "offer", "side": self.side, "kind": self.kind, "answer": answer}
        )


router = Router("/api", route_handlers=[say, read_talk, read_note, keep_note, make_offer, offered])
