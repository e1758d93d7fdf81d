"""Who is the better player? Pairs of games with the same dice and the sides swapped.

A pair is won by the higher sum of victory margins over its two games, so that a scenario that favours one
side still measures skill.
"""

import os
from collections.abc import Callable
from typing import Any

from hexfront import games
from hexfront.engine.errors import BadData
from hexfront.engine.session import Lookup, check_options, check_scenario
from hexfront.lab.sim import LIMIT, Outcome, Task, run
from hexfront.robots import check_robot


def play_pairs(
    game_id: str,
    a: str,
    b: str,
    pairs: int,
    seed: object = 0,
    scenario: str = "",
    options: tuple[str, ...] | list[str] = (),
    jobs: int | None = None,
    tick: Callable[[], None] | None = None,
    lookup: Lookup | None = None,
) -> dict[str, Any]:
    """Pairs that A won, drew and lost against B; a pair with a failed game does not count."""
    lookup = lookup or games.game
    game = lookup(game_id)
    scenario = check_scenario(game, scenario)
    check_options(game, options)
    for name in (a, b):
        check_robot(name)
    if pairs < 1:
        raise BadData("a match needs at least one pair of games")
    tasks = [
        Task(game_id, players, f"{seed}-{n}", scenario, tuple(options), "", "failures", lookup, LIMIT)
        for n in range(1, pairs + 1)
        for players in ((a, b), (b, a))
    ]
    outcomes = list(run(tasks, jobs or os.cpu_count() or 1, tick))
    return {"a": a, "b": b, **score(list(zip(outcomes[::2], outcomes[1::2], strict=True)))}


def score(pairs: list[tuple[Outcome, Outcome]]) -> dict[str, Any]:
    """Count pairs and games from the view of A, who has the first side in the first game of each pair."""
    sums = [first.result.margin - second.result.margin for first, second in pairs if first.result and second.result]
    return {
        "pairs": len(pairs),
        "wins": sum(margin > 0 for margin in sums),
        "draws": sum(margin == 0 for margin in sums),
        "losses": sum(margin < 0 for margin in sums),
        "mean_margin": round(sum(sums) / len(sums) / 2, 3) if sums else 0.0,
        "margins": sums,
        "failures": sum(not outcome.result for pair in pairs for outcome in pair),
        "failed": [{"seed": o.seed, "why": o.why, "file": o.file} for pair in pairs for o in pair if o.why],
    }
