"""Who sits at the table: people and robots, one to a side."""

from collections.abc import Mapping
from typing import Any

import msgspec

from hexfront.engine.errors import BadData
from hexfront.engine.game import Game
from hexfront.robots import ROBOTS, Player, best_for, check_robot, player

BOTH = "both"
HUMAN = "human"


class Seats(msgspec.Struct):
    """The robots by side. Every other side is played by whoever types."""

    robots: dict[str, Player] = {}
    names: dict[str, str] = {}

    def humans(self, game: Game[Any]) -> list[str]:
        """The sides that people play."""
        return [side for side in game.sides if side not in self.robots]


def seats_for(
    game: Game[Any], side: str | None, against: str | None, recorded: Mapping[str, str] | None, seed: str
) -> Seats:
    """Who plays what: as said, else as in the record, else the first side against the best robot."""
    check_side(game, side)
    if against is not None:
        check_robot(against)
    names = _names(game, side, against, recorded)
    robots = {one: player(name, game, f"{seed} {one}") for one, name in names.items() if name in ROBOTS}
    for robot in robots.values():
        robot.clock = True  # a person waits: it keeps to its seconds
    return Seats(robots, names)


def check_side(game: Game[Any], side: str | None) -> None:
    """BadData, with all sides, unless this is one."""
    if side is not None and side not in (*game.sides, BOTH):
        raise BadData(f"{game.id} has no side {side!r}; it has {', '.join((*game.sides, BOTH))}")


def _names(
    game: Game[Any], side: str | None, against: str | None, recorded: Mapping[str, str] | None
) -> dict[str, str]:
    if side is None and recorded:
        names = {one: _opponent(recorded.get(one, ""), against) for one in game.sides}
        # A game of two robots is opened to look at it and to play it on, so nobody moves by himself.
        return names if HUMAN in names.values() else dict.fromkeys(game.sides, HUMAN)
    best = against or best_for(game)
    return {one: HUMAN if one in mine(game, side) else best for one in game.sides}


def mine(game: Game[Any], side: str | None) -> tuple[str, ...]:
    """The sides of whoever sits down at this side of a new game, the first one if he names none."""
    return game.sides if side == BOTH else (side or game.sides[0],)


def _opponent(name: str, against: str | None) -> str:
    return against or name if name in ROBOTS else HUMAN
