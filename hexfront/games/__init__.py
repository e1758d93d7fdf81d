"""The games that hexfront plays. One line each; nothing else in the project lists them."""

from functools import cache
from importlib import import_module
from typing import Any

from hexfront.engine.errors import BadData
from hexfront.engine.game import Game

GAMES = {"pgg": ("hexfront.games.pgg", "Pgg"), "trc": ("hexfront.games.trc", "Trc")}


@cache
def game(name: str) -> Game[Any]:
    """The game with this id."""
    if name not in GAMES:
        raise BadData(f"there is no game {name!r}; there is: {', '.join(GAMES)}")
    module, attribute = GAMES[name]
    made: Game[Any] = getattr(import_module(module), attribute)()
    return made
