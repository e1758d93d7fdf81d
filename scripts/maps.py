"""Draw the boards for the browser once and keep them as files: hexfront/web/boards/GAME.svg and GAME.json.

A board takes seconds to draw and changes only with the program, so the server sends these files and draws nothing. A
test compares them with what the code draws now; `make maps` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from hexfront import games
from hexfront.games import boards
from hexfront.show.web import base_map, geometry

FOLDER = Path(__file__).resolve().parent.parent / "hexfront" / "web" / "boards"


def drawn(game: str) -> Iterator[tuple[str, bytes]]:
    """The files of one game: their names and what they hold."""
    yield f"{game}.svg", base_map(game).encode()
    yield f"{game}.json", msgspec.json.encode(geometry(game)) + b"\n"


def main() -> None:
    """Write all of them, and say what has changed."""
    FOLDER.mkdir(exist_ok=True)
    for game in sorted({boards.name_of(one) for one in games.playable()}):
        for name, data in drawn(game):
            path = FOLDER / name
            before = path.read_bytes() if path.exists() else b""
            path.write_bytes(data)
            print(f"{path.relative_to(FOLDER.parents[2])}: {'as it was' if data == before else f'{len(data):,} bytes'}")


if __name__ == "__main__":
    main()
