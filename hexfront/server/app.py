"""The application: every module's routes, what handlers are given, and what an error looks like.

Handlers can ask for `person`, `database`, `store`, `open_games`, `robots`, `questions` and `settings`; outside of
handlers these are in `app.state` under the same names. A module of this package brings its routes as `router`
and, where it needs them, lists under the names `middleware`, `before_send`, `on_startup` and `on_shutdown`.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.static_files import create_static_files_router

import hexfront
from hexfront.engine.errors import HexfrontError, Refused
from hexfront.engine.session import Broken
from hexfront.server.games import games_api, questions, records_api, seats, sockets, talk
from hexfront.server.games.open_games import CannotClaim, Conflict, NotYours, OpenGames
from hexfront.server.games.views import encode
from hexfront.server.gate import csrf, headers, hosts, limits, lines
from hexfront.server.gate.buckets import Buckets
from hexfront.server.gate.limits import Limiter
from hexfront.server.gate.rota import Rota
from hexfront.server.library import boards_api, looks_api, rules_api
from hexfront.server.notices import wishes
from hexfront.server.people import accounts, leaving, signing_in, tokens
from hexfront.server.people.identity import provide_person
from hexfront.server.people.passwords import Doorman
from hexfront.server.settings import Settings
from hexfront.server.storage.db import Database, Unavailable
from hexfront.server.storage.rows import NoGame
from hexfront.server.storage.store import Store
from hexfront.server.thinking import plans
from hexfront.server.thinking.robots import Robots

LOG = logging.getLogger("hexfront.server")
WEB = Path(__file__).parents[1] / "web"
# The order counts: who is asked first turns away first.
MODULES = (
    headers,
    hosts,
    limits,
    csrf,
    signing_in,
    tokens,
    accounts,
    seats,
    talk,
    wishes,
    rules_api,
    boards_api,
    looks_api,
    records_api,
    plans,
    games_api,
    sockets,
)


def create_app(settings: Settings) -> Litestar:
    """The whole server, ready for uvicorn. The database must be up to date (see db.migrate)."""
    settings.check()
    return Litestar(
        route_handlers=[
            *_routers(),
            *([create_static_files_router("/", [WEB], html_mode=True)] if WEB.is_dir() else []),
        ],
        dependencies={"person": Provide(provide_person), **{name: _from_state(name) for name in _PARTS}},
        exception_handlers={HTTPException: _http_error, HexfrontError: _refusal, Exception: _fault},
        middleware=_brought("middleware"),
        before_send=_brought("before_send"),
        compression_config=CompressionConfig("gzip", minimum_size=1_000, gzip_compress_level=4, exclude=_UNCOMPRESSED),
        openapi_config=_described(),
        lifespan=[_running(settings)],
        on_startup=_brought("on_startup"),
        on_shutdown=_brought("on_shutdown"),
        state=State({"settings": settings}),
        request_max_body_size=None,  # the gate has counted already
        logging_config=None,
    )


def _described() -> OpenAPIConfig:
    """The description of the API, from the code and its docstrings."""
    return OpenAPIConfig(
        "hexfront", hexfront.__version__, path="/api/schema", render_plugins=[ApiPage()], use_handler_docstrings=True
    )


class ApiPage(OpenAPIRenderPlugin):
    """The description of the API for people: a page of our own, because those that come with Litestar load others'."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page, which reads the description itself."""
        return (WEB / "api.html").read_bytes()


def _routers() -> list[Router]:
    return [module.router for module in MODULES if hasattr(module, "router")]


def _brought(name: str) -> list[Any]:
    """What the modules bring under this name, in their order."""
    return [one for module in MODULES for one in getattr(module, name, ())]


_PARTS = ("database", "store", "open_games", "robots", "settings", "questions")
# Answers that every order waits for, and streams: to pack them would cost more than to send them. Boards are packed.
_UNCOMPRESSED = ["/orders$", "/stream$", "/ws$", "^/api/boards/", "^/api/looks"]


def _from_state(name: str) -> Provide:
    """A part of the server, for handlers that ask for it."""

    def part(state: State) -> Any:
        return state[name]

    return Provide(part, sync_to_thread=False)


def _running(settings: Settings) -> Any:
    """Open everything before the first request and close it after the last."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        state = app.state
        state.hosts, state.proxy_seen = settings.hosts, False
        state.database = Database(settings)
        buckets = None if settings.is_sqlite else Buckets(state.database)
        state.limiter = Limiter(1.0 if settings.limits else 0.0, workers=settings.workers, buckets=buckets)
        state.rota, state.doorman = Rota(), Doorman(state.limiter)
        state.store = Store(state.database)
        await state.store.start()
        await leaving.sweep(state.database)
        state.open_games = OpenGames(state.store, settings)
        state.robots = Robots(state.open_games, settings.thinkers)
        await state.robots.start()
        state.questions, state.checker = questions.Questions(), records_api.Checker()
        state.lines = lines.Lines(settings.limits)
        try:
            async with sockets.hear_workers(state.open_games):
                yield
        finally:
            state.questions.close()
            state.checker.close()
            await state.robots.close()
            await state.store.close()
            await state.database.close()

    return lifespan


# -- errors ------------------------------------------------------------------------------------------------

_STATUS: list[tuple[type[HexfrontError], int]] = [
    (NoGame, 404),
    (NotYours, 403),
    (Conflict, 409),
    (CannotClaim, 409),
    (Unavailable, 503),
    (Broken, 500),
    (HexfrontError, 422),
]


def error_answer(status: int, why: str, rule: str = "", more: dict[str, str] | None = None) -> Response[bytes]:
    """An error as all of them look."""
    body = encode({"error": {"rule": rule, "why": why, "status": status}})
    return Response(body, status_code=status, media_type=MediaType.JSON, headers=more)


def _refusal(_: Request[Any, Any, Any], error: HexfrontError) -> Response[bytes]:
    """What the engine or the server refuses, in one sentence; a stale order gets the fresh view."""
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    if isinstance(error, Conflict):
        told = encode({"rule": "", "why": str(error), "status": status})
        body = b'{"error":%b,"view":%b}' % (told, error.game.view_json(error.sides))
        return Response(body, status_code=status, media_type=MediaType.JSON)
    if status == 500:
        LOG.error("%s", error, exc_info=error)
    retry = {"Retry-After": "2"} if status == 503 else None
    if isinstance(error, Refused):
        return error_answer(status, error.why, error.rule)
    return error_answer(status, str(error), more=retry)


def _http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """What Litestar refuses; a body or a parameter that does not fit says which part of it."""
    why = error.detail or "the request cannot be answered"
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        why = "; ".join(f"{one.get('key', 'body')}: {one.get('message', '')}" for one in error.extra)
    return error_answer(error.status_code, why, more=dict(error.headers or {}))


def _fault(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A fault of ours: told plainly, and in the log with all that is known of it."""
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return error_answer(500, "something failed in the server; nothing was changed")
