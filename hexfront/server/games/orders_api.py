"""What can be ordered now, all of it: for bots, which have no eyes to click with."""

import random
import time
from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import Request, get
from litestar.params import Parameter

from hexfront.engine.game import Game
from hexfront.server.bounds import OFFERED, OFFERED_TIME
from hexfront.server.games.open_games import OpenGames
from hexfront.server.games.questions import Questions, Stop
from hexfront.server.games.seats import need_seat
from hexfront.server.people.identity import Person


class Offered(msgspec.Struct):
    """Orders ready to send; `more` if there are others. `number` is the last line, for `seen`."""

    number: int
    side: str
    orders: list[str]
    more: bool


@get("/games/{game_id:str}/offered", summary="What I can order now", tags=["games"])
async def offered(
    request: Request[Any, Any, Any],
    game_id: str,
    person: Person,
    open_games: OpenGames,
    questions: Questions,
    limit: Annotated[int, Parameter(ge=1, le=OFFERED)] = 200,
    sample: bool = False,
) -> Offered:
    """The first orders in the game's own order, or so many drawn by chance; nothing when it is not my turn."""
    game = await need_seat(open_games, game_id, person)
    sides = game.sides_of(person.id)
    if game.over or game.row.asks not in sides:
        return Offered(game.number, game.row.asks, [], False)
    number, asks, seen = game.number, game.row.asks, game.seen(sides)
    found, more = await questions.ask(request, person, _drawn if sample else _listed, game.rules, seen, limit)
    return Offered(number, asks, found, more)


def _listed(stop: Stop, rules: Game[Any], seen: Any, limit: int) -> tuple[list[str], bool]:
    """The first legal orders, as many as can be found in a moment."""
    ask = rules.ask(seen)
    until, found = time.monotonic() + OFFERED_TIME, []
    for order in stop.among(islice(ask.orders() if ask else (), limit + 1)):
        found.append(rules.write(order))
        if time.monotonic() > until:
            return found[:limit], True
    return found[:limit], len(found) > limit


def _drawn(stop: Stop, rules: Game[Any], seen: Any, limit: int) -> tuple[list[str], bool]:
    """Some legal orders by chance, each once."""
    ask, rng, until = rules.ask(seen), random.Random(), time.monotonic() + OFFERED_TIME
    found: dict[str, None] = {}
    for _ in stop.among(range(limit)):
        if ask is None or time.monotonic() > until:
            break
        found[rules.write(ask.sample(rng))] = None
    return list(found), True
