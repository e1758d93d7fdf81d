"""The boards: files that `make maps` has drawn, packed once and sent as they are.

They are the same for everybody and change only with the program, so a browser may keep them and asks only whether what
it has is still the newest.
"""

import gzip
import hashlib
import logging
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response, Router, get
from litestar.exceptions import NotFoundException

from hexfront import games
from hexfront.engine.errors import BadData
from hexfront.games import boards
from hexfront.show.web import base_map, geometry

LOG = logging.getLogger("hexfront.server")
FOLDER = Path(__file__).parents[2] / "web" / "boards"
KINDS = {".svg": "image/svg+xml", ".json": "application/json"}
KEPT = "public, max-age=3600"


class Sheet(msgspec.Struct, frozen=True):
    """A file in memory: plain and packed, and the mark by which a browser knows it again."""

    plain: bytes
    packed: bytes
    mark: str
    kind: str


@cache
def sheets() -> dict[str, Sheet]:
    """All boards by the names of their files: one that `make maps` did not draw, of another package, is drawn now."""
    found: dict[str, Sheet] = {}
    for game in games.playable():
        try:
            found |= {f"{game}{end}": sheet_of(_drawn(boards.name_of(game), end), kind) for end, kind in KINDS.items()}
        except BadData as error:
            LOG.warning("%s cannot be played in the browser: %s", game, error)
    return found


def _drawn(board: str, end: str) -> bytes:
    kept = FOLDER / f"{board}{end}"
    if kept.exists():
        return kept.read_bytes()
    return base_map(board).encode() if end == ".svg" else msgspec.json.encode(geometry(board))


def sheet_of(plain: bytes, kind: str) -> Sheet:
    """A file of these bytes."""
    return Sheet(plain, gzip.compress(plain, 9, mtime=0), hashlib.sha256(plain).hexdigest()[:20], kind)


@get("/boards/{name:str}", summary="A board: GAME.svg is the map, GAME.json where its hexes lie", tags=["rules"])
async def board(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """The map or its geometry; it is not sent again to whoever has it."""
    sheet = sheets().get(name)
    if sheet is None:
        raise NotFoundException(detail=f"there is no such board; there are: {', '.join(sheets())}")
    return answer(request, sheet, KEPT)


def answer(request: Request[Any, Any, Any], sheet: Sheet, kept: str) -> Response[bytes]:
    """A file in memory, unless whoever asks has it already."""
    packed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"etag": f'"{sheet.mark}{"-gzip" if packed else ""}"', "cache-control": kept, "vary": "Accept-Encoding"}
    if sheet.mark in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=sheet.kind)
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(sheet.packed if packed else sheet.plain, headers=headers, media_type=sheet.kind)


router = Router("/api", route_handlers=[board])
on_startup = [sheets]  # read and packed before the first who asks
