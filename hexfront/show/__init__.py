"""Boards drawn as maps, for documents and for looking at: plain SVG text, or PNG by way of it."""

from pathlib import Path

from hexfront.engine.errors import BadData
from hexfront.engine.session import write_file
from hexfront.show.draw import WIDTH, draw
from hexfront.show.position import scene_of

__all__ = ["draw", "save", "scene_of"]


def save(
    game: str,
    out: Path,
    scenario: str = "",
    record: Path | None = None,
    turn: int | None = None,
    width: int = WIDTH,
    counters: bool = True,
    grey: bool = False,
) -> None:
    """Draw a position of a game into a file; the end of its name says in which form."""
    if out.suffix not in (".svg", ".png"):
        raise BadData(f"{out}: a map is written as .svg or .png; give the file such a name")
    text = draw(scene_of(game, scenario, record, turn, counters), width, grey)
    if out.suffix == ".svg":
        write_file(out, text)
        return
    from hexfront.show.png import png_of

    picture = png_of(text, width)
    try:
        out.write_bytes(picture)
    except OSError as error:
        raise BadData(f"{out}: {error.strerror}") from None
