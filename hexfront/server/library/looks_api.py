"""What the browser draws counters with, from the manifests of all games: their colours, and the signs of all kinds.

It is made once, at the start; a browser asks each time whether what it has is still the newest.
"""

from functools import cache
from typing import Any

import msgspec
from litestar import Request, Response, Router, get

from hexfront.engine.signs import PLAIN, Paint
from hexfront.games import collection
from hexfront.server.library.boards_api import Sheet, answer, sheet_of

KEPT = "no-cache"


@get("/looks.css", summary="The colours of counters, as classes of a stylesheet", tags=["rules"])
async def colours(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A class for each colour of a counter: `c-` and its name."""
    return answer(request, _colours(), KEPT)


@get("/looks.js", summary="The symbols, markers and marks of counters, as a module", tags=["rules"])
async def signs(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Three constants: symbols and markers by name, each a path, and where each mark stands on a counter."""
    return answer(request, _signs(), KEPT)


@cache
def _colours() -> Sheet:
    known = sorted(collection().colours.items())  # those of a side before those of its guards
    rules = [_rule(".counter, .marker", PLAIN), *(_rule(f".c-{name}", paint) for name, paint in known)]
    return sheet_of("".join(rules).encode(), "text/css")


def _rule(which: str, paint: Paint) -> str:
    return f"{which} {{ --face: {paint.face}; --print: {paint.ink}; --box: {paint.box}; --edge: {paint.edge}; }}\n"


@cache
def _signs() -> Sheet:
    known = collection()
    parts = {"symbols": known.symbols, "markers": known.markers, "marks": known.marks}
    text = "".join(f"export const {name} = {msgspec.json.encode(one).decode()};\n" for name, one in parts.items())
    return sheet_of(text.encode(), "text/javascript")


router = Router("/api", route_handlers=[colours, signs])
on_startup = [_colours, _signs]  # made before the first who asks
