"""The boards of all games, also of those whose rules are not written yet: their hexes, features and drawn layers."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from hexfront.engine.data import load
from hexfront.engine.errors import BadData
from hexfront.engine.manifest import BoardSheet
from hexfront.games import collection
from hexfront.grid import Grid
from hexfront.mechanics.boardmap import BoardMap


def drawn() -> list[str]:
    """The ids of all games that have a board, also of those that cannot be played yet."""
    return list(collection().manifests)


def sheet(game_id: str) -> BoardSheet:
    """The board of a game or of an edition; BadData if there is none with this id."""
    manifest = collection().owners.get(game_id)
    if manifest is None:
        raise BadData(f"there is no board {game_id!r}; there are {', '.join(drawn())}")
    own = next((one.board for one in manifest.editions if one.id == game_id), None)
    return own or manifest.board


def name_of(game_id: str) -> str:
    """Whose board an edition is played on: its own, or that of its game."""
    manifest = collection().owners[game_id]
    return manifest.id if sheet(game_id) == manifest.board else game_id


def grid(game_id: str) -> Grid:
    """The hexes of a board."""
    return sheet(game_id).grid


def board_file(game_id: str, name: str) -> Path:
    """Where a file of a board lies; BadData if no board has this id."""
    return sheet(game_id).folder / name


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
    return BoardMap(grid(game_id), board_data(game_id), board_file(game_id, "board.toml"))


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
