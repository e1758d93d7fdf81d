"""The robots by name, weakest first. A robot's module is read only when the robot is wanted."""

from abc import ABC, abstractmethod
from importlib import import_module
from typing import Any, ClassVar

import msgspec

from hexfront.engine.errors import BadData
from hexfront.engine.game import Ask, Game
from hexfront.engine.order import Order
from hexfront.engine.state import State

ROBOTS: dict[str, str] = {
    "random": "hexfront.robots.random:RandomPlayer",
    "greedy": "hexfront.robots.greedy:GreedyPlayer",
    "planner": "hexfront.robots.planner:PlannerPlayer",
    "searcher": "hexfront.robots.searcher:SearcherPlayer",
    # the levels of the table
    "recruit": "hexfront.robots.levels:Recruit",
    "regular": "hexfront.robots.levels:Regular",
    "veteran": "hexfront.robots.levels:Veteran",
    "general": "hexfront.robots.levels:General",
    # sparring partners of the laboratory: ways to play that a good robot must punish
    "passive": "hexfront.robots.exploits:Passive",
    "all-out": "hexfront.robots.exploits:AllOut",
    "runner": "hexfront.robots.exploits:Runner",
}
LEVELS = ("recruit", "regular", "veteran", "general")  # what people choose from, weakest first
WEIGHED = ("planner", "searcher")  # who can be given other weights: planner@FILE
_FALLBACK = ("random", "greedy")  # for a game that the levels do not know yet


class Arrow(msgspec.Struct, frozen=True):
    """A line of a plan on the board: from a hex to a hex."""

    start: int
    end: int
    kind: str  # move, attack or hold


class Plan(msgspec.Struct, frozen=True):
    """What a robot means to do in a phase, for people: short sentences, and arrows."""

    side: str
    turn: int
    step: str  # name of the step that asked
    words: tuple[str, ...]
    arrows: tuple[Arrow, ...] = ()

    def covers(self, other: "Plan") -> bool:
        """Is the other one what is left of this plan, so that nobody needs to be told again?"""
        same = (self.side, self.turn, self.step) == (other.side, other.turn, other.step)
        return same and set(other.words) <= set(self.words) and set(other.arrows) <= set(self.arrows)


class Player(ABC):
    """Somebody who decides for one side. It sees the view of its side and what is asked of that view.

    A `blind` player looks at nothing but the ask, and is handed that of the true state: that saves a view.
    """

    blind: ClassVar[bool] = False
    title: ClassVar[str] = ""  # for people who choose an opponent
    seconds: ClassVar[float] = 0.0  # what it may think about a phase at the table; 0 for a moment

    def __init__(self, game: Game[Any], seed: str) -> None:
        self.game = game
        self.plan: Plan | None = None  # the plan of the phase under way, if it is one who plans
        self.clock = False  # at a table: keep to `seconds`; in the laboratory the work is counted instead

    @classmethod
    def knows(cls, game: Game[Any]) -> bool:
        """Can it play this game?"""
        return True

    @abstractmethod
    def choose(self, view: State, ask: Ask[Any]) -> Order:
        """One of the orders that `ask` offers."""


def player(name: str, game: Game[Any], seed: str = "0") -> Player:
    """A robot that plays one side of one game; the same seed makes it play the same.

    `planner@FILE` plays with the weights of a file.
    """
    kind, weights = kind_of(name), name.partition("@")[2]
    return kind(game, seed, weights=weights) if weights else kind(game, seed)  # type: ignore[call-arg]


def opponents(game: Game[Any]) -> tuple[str, ...]:
    """The robots that people can choose against, weakest first."""
    levels = tuple(name for name in LEVELS if kind_of(name).knows(game))
    return levels or tuple(name for name in _FALLBACK if kind_of(name).knows(game))


def best_for(game: Game[Any]) -> str:
    """The robot that one plays against if one does not choose: the strongest that answers at once."""
    return max(opponents(game), key=lambda name: (not kind_of(name).seconds, opponents(game).index(name)))


def kind_of(name: str) -> type[Player]:
    """What a robot is, for whoever only asks: what it thinks with is read when one is made."""
    check_robot(name)
    module, _, kind = ROBOTS[name.partition("@")[0]].partition(":")
    found: type[Player] = getattr(import_module(module), kind)
    return found


def check_robot(name: str) -> None:
    """BadData, with all robots, unless there is one of this name."""
    kind, at, _ = name.partition("@")
    if at and kind in ROBOTS and kind not in WEIGHED:
        raise BadData(f"the player {kind!r} has no weights that a file could give")
    if kind not in ROBOTS:
        raise BadData(f"there is no player {name!r}; there are {', '.join(ROBOTS)}")


def decide(game: Game[Any], state: State, ask: Ask[Any], robot: Player) -> Order:
    """What a robot orders: it is shown its side's view, and nothing else leaves the engine."""
    if robot.blind:
        return robot.choose(state, ask)
    view = game.view(state, ask.side)
    seen = game.ask(view)
    assert seen is not None, "the view of a running game is of a running game"
    return robot.choose(view, seen)
