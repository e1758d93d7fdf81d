"""The boards of all games, also of those whose rules are not written yet: their hexes, features and drawn layers."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from hexfront.engine.data import load
from hexfront.engine.errors import BadData
from hexfront.grid import Grid
from hexfront.grid.boards import BD, PGG, RB, TRC
from hexfront.mechanics.boardmap import BoardMap

BOARDS: dict[str, Grid] = {"pgg": PGG, "trc": TRC, "rb": RB, "bd": BD}


def board_file(game_id: str, name: str) -> Path:
    """Where a file of a board lies; BadData if no board has this id."""
    if game_id not in BOARDS:
        raise BadData(f"there is no board {game_id!r}; there are {', '.join(BOARDS)}")
    return Path(__file__).parent / game_id / "data" / name


@cache
def board_data(game_id: str) -> dict[str, Any]:
    """The board's file as it stands: what BoardMap does not keep, such as borders and the names of roads."""
    path = board_file(game_id, "board.toml")
    if not path.exists():
        raise BadData(f"the board of {game_id} is not drawn yet: {path.name} is missing; `make atlas` writes it")
    return load(path)


@cache
def board_map(game_id: str) -> BoardMap:
    """The features of a board; the same object each time."""
    return BoardMap(BOARDS[game_id], board_data(game_id), board_file(game_id, "board.toml"))


@cache
def layers(game_id: str) -> dict[str, Any]:
    """The drawn layers in board coordinates, as the atlas wrote them; empty if it wrote none."""
    path = board_file(game_id, "layers.json")
    if not path.exists():
        return {}
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadData(f"{path.name}: not readable as JSON: {error}") from None
    return found
