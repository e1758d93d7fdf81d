"""Play a little of each game with each kind of robot and print what came of it, as JSON: for any Python to be run with.

Whoever adds floats with the builtin `sum` is stopped: it rounds otherwise since Python 3.12 (mechanics/exact.py).
"""

import builtins
import hashlib
import json
import sys
from collections.abc import Iterable
from typing import Any

from hexfront import games
from hexfront.engine.game import Game
from hexfront.lab.optimise import Spsa
from hexfront.lab.stats import Sprt, interval
from hexfront.robots import Player, decide, player
from hexfront.robots.planner import Style, layer_for

SEED = "1-2"
# Orders that are played by each kind of robot.
PLAYED = {
    "pgg": {"random": 1200, "greedy": 200, "planner": 260, "recruit": 120, "searcher": 6},
    "trc": {"random": 700, "greedy": 150, "planner": 200, "searcher": 100},
}
JUDGED = 40  # every so many orders of random play the position is judged
_sum = builtins.sum


def careful(values: Iterable[Any], /, start: Any = 0) -> Any:
    """The builtin, but not for floats of ours."""
    values = list(values)
    if sys._getframe(1).f_globals.get("__name__", "").startswith("hexfront."):
        assert not any(isinstance(value, float) for value in (start, *values)), "floats are added with exact.total"
    return _sum(values, start)


class Digest:
    """What is told one after the other, in a few letters."""

    def __init__(self) -> None:
        self.told = hashlib.sha256()

    def tell(self, *what: object) -> None:
        self.told.update(repr(what).encode())

    def __str__(self) -> str:
        return self.told.hexdigest()[:12]


def plays(game: Game[Any], name: str, orders: int) -> str:
    """Every order, every plan in its words, and for random play what a planner thinks of the position."""
    digest, state = Digest(), game.start(game.scenarios()[0]["id"], SEED)
    robots = {side: seated(game, name, side) for side in game.sides}
    layer = layer_for(game, SEED, Style())
    for number in range(orders):
        ask = game.ask(state)
        if ask is None:
            break
        order = decide(game, state, ask, robots[ask.side])
        game.play(state, order)
        digest.tell(game.write(order))
        digest.tell(robots[ask.side].plan)
        if name == "random" and number % JUDGED == 0:
            digest.tell([layer.value(state, side) for side in range(2)])
    digest.tell(state.hash())
    return str(digest)


def seated(game: Game[Any], name: str, side: str) -> Player:
    """A robot for a side; a searcher looks at few plans, and often enough to compare them."""
    robot = player(name, game, f"{SEED} {side}")
    if name == "searcher":
        robot.tries, robot.field = 4, 2  # type: ignore[attr-defined]
    return robot


def laboratory() -> str:
    """What decides when a match is over and where tuning goes."""
    digest, search = Digest(), Spsa([0.3, 0.6, 0.5], SEED)
    for wins in range(1, 40):
        digest.tell(Sprt(0, 30).llr(wins, 7, 12), interval(wins, 7, 12))
        search.tell(search.ask(), [wins / 40, 0.3])
    digest.tell(search.best())
    return str(digest)


def main() -> None:
    builtins.sum = careful
    found = {f"{id} {name}": plays(games.game(id), name, n) for id, each in PLAYED.items() for name, n in each.items()}
    print(json.dumps(found | {"laboratory": laboratory()}))


if __name__ == "__main__":
    main()
