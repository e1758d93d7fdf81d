"""Games over HTTP: looked at and played; with what makes, lists and questions them, under one address."""

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from hexfront.server.bounds import ORDER
from hexfront.server.games.asking import GameId, forces, options, overlay, panel, reminders, tables
from hexfront.server.games.lists import listing
from hexfront.server.games.making import make
from hexfront.server.games.open_games import OpenGames
from hexfront.server.games.views import LogAnswer, OrderAnswer, UndoAnswer, WholeView, encode, scene_of, seen_by
from hexfront.server.library.catalog import catalog
from hexfront.server.people.identity import Person, provide_person
from hexfront.server.storage.rows import TAIL
from hexfront.server.storage.store import Store


class NewOrder(msgspec.Struct, forbid_unknown_fields=True):
    """An order, the number of the last line that its sender saw, and a key that makes it count once."""

    order: Annotated[str, msgspec.Meta(max_length=ORDER)]
    seen: Annotated[int, msgspec.Meta(ge=0, le=2**31)]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=64)] | None = None


class Seen(msgspec.Struct, forbid_unknown_fields=True):
    """The number of the last line that somebody saw."""

    seen: Annotated[int, msgspec.Meta(ge=0, le=2**31)]


def told(shape: type[Any], what: str) -> dict[int, ResponseSpec]:
    """What the description of the API says of an answer that is put together from ready JSON."""
    return {200: ResponseSpec(shape, generate_examples=False, description=what)}


def _json(body: bytes, status: int = 200) -> Response[bytes]:
    return Response(body, status_code=status, media_type=MediaType.JSON)


# -- making and listing ------------------------------------------------------------------------------------


@get("/catalog", summary="The games that can be played", tags=["games"], sync_to_thread=True)
def show_catalog() -> dict[str, list[dict[str, Any]]]:
    """Games, scenarios, optional rules, robots."""
    return catalog()


# -- looking -----------------------------------------------------------------------------------------------


@get("/{game_id:str}", summary="The game as I may see it", tags=["games"], responses=told(WholeView, "The view"))
async def view(game_id: GameId, person: Person, open_games: OpenGames) -> Response[bytes]:
    """The view of my seat or seats; whoever has none is a watcher."""
    game = await open_games.open(game_id)
    return _json(game.view_json(game.sides_of(person.id)))


@get("/{game_id:str}/log", summary="Older lines of the log", tags=["games"], responses=told(LogAnswer, "The lines"))
async def log(
    game_id: GameId, open_games: OpenGames, store: Store, before: Annotated[int, Parameter(ge=1, le=2**31)] = 2**31
) -> Response[bytes]:
    """At most 200 lines before a number."""
    game = await open_games.open(game_id)
    last = min(before - 1, game.number)
    lines = await store.lines(game_id, max(0, last - TAIL), last)
    return _json(b'{"log":[%b]}' % b",".join(map(game.log_json, lines)))


@get(
    "/{game_id:str}/replay/{number:int}",
    summary="The position after a line, for watchers",
    tags=["games"],
    responses=told(WholeView, "The view of that position"),
)
async def replay(game_id: GameId, number: int, open_games: OpenGames) -> Response[bytes]:
    """What both sides may know of that position; the log up to there comes with it."""
    game, loaded, sitting = await open_games.position(game_id, number)
    scene = scene_of(game.rules, seen_by(game.rules, sitting.state, ()))
    body = encode(game.view_of(scene, (), number))
    lines = [line for line in loaded.lines if line.number > number - TAIL]
    return _json(b'%b,"log":[%b]}' % (body[:-1], b",".join(map(game.log_json, lines))))


# -- playing -----------------------------------------------------------------------------------------------


@post(
    "/{game_id:str}/orders",
    summary="Give an order",
    tags=["games"],
    status_code=200,
    responses=told(OrderAnswer, "The order is on disk"),
)
async def order(request: Request[Any, Any, State], game_id: GameId, data: NewOrder) -> Response[bytes]:
    """The engine decides. The answer comes when the order is on disk; `view` is without the log, `line` is its line."""
    person = await provide_person(request)  # not injected: that would cost a task for each order
    open_games: OpenGames = request.app.state.open_games
    played = await open_games.order(game_id, person.id, data.order, data.seen, data.key)
    view = played.game.view_json(played.game.sides_of(person.id), log=False)
    lines = encode(played.lines)
    return _json(b'{"number":%d,"lines":%b,"line":%b,"view":%b}' % (played.number, lines, played.line, view))


@post(
    "/{game_id:str}/undo",
    summary="Take back my last order",
    tags=["games"],
    status_code=200,
    responses=told(UndoAnswer, "The order is taken back"),
)
async def undo(game_id: GameId, data: Seen, person: Person, open_games: OpenGames) -> Response[bytes]:
    """Back to the last die or shown counter, one order at a time."""
    game = await open_games.undo(game_id, person.id, data.seen)
    return _json(b'{"view":%b}' % game.view_json(game.sides_of(person.id)))


_GAMES = Router(
    "/games",
    route_handlers=[make, listing, view, log, replay, order, undo, options, panel, overlay, reminders, tables, forces],
)
router = Router("/api", route_handlers=[show_catalog, _GAMES])
