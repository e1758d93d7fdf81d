"""The robots by name, weakest first. A robot's module is read only when the robot is wanted."""

from abc import ABC, abstractmethod
from importlib import import_module
from typing import Any, ClassVar

from hexfront.engine.errors import BadData
from hexfront.engine.game import Ask, Game
from hexfront.engine.order import Order
from hexfront.engine.state import State

ROBOTS: dict[str, str] = {
    "random": "hexfront.robots.random:RandomPlayer",
    "greedy": "hexfront.robots.greedy:GreedyPlayer",
}


class Player(ABC):
    """Somebody who decides for one side. It sees the view of its side and what is asked of that view.

    A `blind` player looks at nothing but the ask, and is handed that of the true state: that saves a view.
    """

    blind: ClassVar[bool] = False
    title: ClassVar[str] = ""  # for people who choose an opponent

    def __init__(self, game: Game[Any], seed: str) -> None:
        self.game = game

    @classmethod
    def knows(cls, game: Game[Any]) -> bool:
        """Can it play this game?"""
        return True

    @abstractmethod
    def choose(self, view: State, ask: Ask[Any]) -> Order:
        """One of the orders that `ask` offers."""


def player(name: str, game: Game[Any], seed: str = "0") -> Player:
    """A robot that plays one side of one game; the same seed makes it play the same."""
    check_robot(name)
    return _kind(name)(game, seed)


def best_for(game: Game[Any]) -> str:
    """The strongest robot that knows a game."""
    return next(name for name in reversed(ROBOTS) if _kind(name).knows(game))


def _kind(name: str) -> type[Player]:
    module, _, kind = ROBOTS[name].partition(":")
    found: type[Player] = getattr(import_module(module), kind)
    return found


def check_robot(name: str) -> None:
    """BadData, with all robots, unless there is one of this name."""
    if name not in ROBOTS:
        raise BadData(f"there is no player {name!r}; there are {', '.join(ROBOTS)}")


def decide(game: Game[Any], state: State, ask: Ask[Any], robot: Player) -> Order:
    """What a robot orders: it is shown its side's view, and nothing else leaves the engine."""
    if robot.blind:
        return robot.choose(state, ask)
    view = game.view(state, ask.side)
    seen = game.ask(view)
    assert seen is not None, "the view of a running game is of a running game"
    return robot.choose(view, seen)
