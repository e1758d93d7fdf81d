"""Lists of games: mine, those that wait for somebody, those that can be watched, those that have ended."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import get
from litestar.params import Parameter
from sqlalchemy import ColumnElement, and_, null, or_, select

from hexfront import games
from hexfront.server.people.identity import Person
from hexfront.server.storage.db import Database
from hexfront.server.storage.models import game as game_table
from hexfront.server.storage.models import person as person_table
from hexfront.server.storage.models import seat as seat_table
from hexfront.server.storage.rows import FREE, RUNNING

LISTED = 100  # games in a list
# Nothing that must be unpacked: what is damaged in one game is no reason to show none.
_PLAIN = ("id", "game", "scenario", "status", "result", "lines", "asks", "turn_name", "updated")
_SHOWN = (*(game_table.c[name] for name in _PLAIN), game_table.c.origin.is_not(null()).label("branch"))
ELSEWHERE = "of another version of hexfront"  # where the turn of a game would stand that is not known here


class Listed(msgspec.Struct):
    """A game in a list."""

    id: str
    game: str
    title: str
    scenario: str
    turn_name: str
    seats: list[dict[str, Any]]
    yours: list[str]
    your_turn: bool
    over: bool
    result: str
    updated: float
    lines: int
    branch: bool


@get("/", summary="Games: mine, open to join, to watch, or recently ended", tags=["games"])
async def listing(
    person: Person,
    database: Database,
    which: Annotated[Literal["mine", "open", "watch", "recent"], Parameter(query="list")] = "mine",
) -> dict[str, list[Listed]]:
    """The newest first; in my own those where I am to decide first of all."""
    mine = select(seat_table.c.game_id).where(seat_table.c.person_id == person.id)
    free = select(seat_table.c.game_id).where(seat_table.c.kind == "open")
    shown = game_table.c.private.is_(False)
    wanted: dict[str, ColumnElement[bool]] = {
        "mine": or_(game_table.c.id.in_(mine), and_(game_table.c.private, game_table.c.creator == person.id)),
        "open": and_(shown, game_table.c.status == RUNNING, game_table.c.id.in_(free)),
        "watch": and_(shown, game_table.c.status == RUNNING, game_table.c.lines > 0, game_table.c.id.not_in(mine)),
        "recent": and_(shown, game_table.c.status != RUNNING),
    }
    async with database.read() as db:
        query = select(*_SHOWN).where(wanted[which]).order_by(game_table.c.updated.desc()).limit(LISTED)
        rows = (await db.execute(query)).mappings().all()
        sat = select(seat_table, person_table.c.name).where(seat_table.c.game_id.in_([row["id"] for row in rows]))
        joined = sat.outerjoin(person_table, person_table.c.id == seat_table.c.person_id)
        seats = (await db.execute(joined)).mappings().all()
    by_game: dict[str, list[Any]] = {}
    for seat in seats:
        by_game.setdefault(seat["game_id"], []).append(seat)
    found = [_listed(row, by_game.get(row["id"], []), person) for row in rows]
    return {"games": sorted(found, key=lambda one: not one.your_turn) if which == "mine" else found}


def _listed(row: Any, seats: list[Any], person: Person) -> Listed:
    rules = games.find(row["game"])
    if rules is not None:
        seats = sorted(
            (one for one in seats if one["side"] in rules.sides), key=lambda one: rules.sides.index(one["side"])
        )
    yours = [seat["side"] for seat in seats if person.id and seat["person_id"] == person.id]
    over = row["status"] != RUNNING
    return Listed(
        row["id"],
        row["game"],
        rules.title if rules else row["game"],
        row["scenario"],
        row["turn_name"] if rules else ELSEWHERE,
        [_seat(one) for one in seats],
        yours,
        not over and row["asks"] in yours,
        over,
        row["result"],
        row["updated"],
        row["lines"],
        bool(row["branch"]),
    )


def _seat(row: Any) -> dict[str, Any]:
    """A seat in a list; who may take it, and how, is not told here."""
    kind = "open" if row["kind"] in FREE else row["kind"]
    return {"side": row["side"], "kind": kind, "name": row["robot"] or row["name"] or ""}
