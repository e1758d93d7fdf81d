"""Watches that the engine passes no decision over: a phase, or a duty, that is skipped had no order to give.

By hand, over as many games as wanted: `python tests/passed_over.py pgg random --games 3000` (`make passed-over`).
"""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from hexfront import games
from hexfront.engine.game import Game, Step
from hexfront.engine.order import Order
from hexfront.lab.sim import Outcome, Task, play_one
from hexfront.lab.workers import spread


class PassedOver(AssertionError):
    """Somebody had an order to give, and was not asked."""


@contextmanager
def watching(game: Game[Any]) -> Iterator[None]:
    """Every step of a game is looked at whenever it says that there is nothing to decide."""
    steps = {id(step): step for step in (*game.steps, *game.duties.values())}
    for step in steps.values():
        step.pending = _watched(game, step)  # type: ignore[method-assign]
    try:
        yield
    finally:
        for step in steps.values():
            del step.pending


def _watched(game: Game[Any], step: Step[Any]) -> Any:
    asked = step.pending

    def pending(state: Any) -> bool:
        if asked(state):
            return True
        if step.played(state) and (left := open_orders(step, state)):
            texts = ", ".join(game.write(order) for order in left)
            raise PassedOver(f"turn {state.turn}: '{step.name}' is passed over, although there is {texts}")
        return False

    return pending


def open_orders(step: Step[Any], state: Any) -> list[Order]:
    """What somebody could have decided, some of it. One order without `done` is no decision: it happens by itself."""
    offered = list(islice((order for order in step.offers(state) if order.verb != "done"), 3))
    return [] if len(offered) == 1 and "done" not in step.verbs else offered


def play_watched(task: Task) -> Outcome:
    """One game, looked at all the time. Runs in any process."""
    with watching(task.lookup(task.game)):
        return play_one(task)


def main() -> None:
    """Play many games, and tell of each that was not played to its end why that is so."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("player")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="passed-over")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    found = list(spread(play_watched, list(_tasks(given)), given.jobs))
    for one in found:
        if one.why:
            print(f"{one.seed}: {one.why} {one.file}")
    failed = sum(bool(one.why) for one in found)
    print(
        f"{given.game}, {given.player}: {len(found)} games, {sum(one.orders for one in found)} orders, {failed} failed"
    )
    raise SystemExit(failed > 0)


def _tasks(given: argparse.Namespace) -> Iterator[Task]:
    """All scenarios in turn, every second time with all optional rules."""
    game = games.game(given.game)
    scenarios = [str(one["id"]) for one in game.scenarios()]
    for number in range(given.games):
        options = all_options(game) if number % 2 else ()
        scenario = scenarios[number // 2 % len(scenarios)]
        players = (given.player, given.player)
        yield Task(given.game, players, f"{given.seed}-{number}", scenario, options, "", "failures", games.game)


def all_options(game: Game[Any]) -> tuple[str, ...]:
    """Every optional rule at once; of those that exclude each other the first."""
    chosen: list[str] = []
    for option in game.options():
        if not set(option.get("excludes", "").split()) & set(chosen):
            chosen.append(option["rule"])
    return tuple(chosen)


if __name__ == "__main__":
    main()
