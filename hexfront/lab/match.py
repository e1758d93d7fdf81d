"""Who is the better player? Pairs of games with the same dice and the sides swapped.

A pair is won by the higher sum of victory margins over its two games, so that a scenario that favours one
side still measures skill.
"""

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from hexfront import games
from hexfront.engine.errors import BadData
from hexfront.engine.game import Game
from hexfront.engine.session import Lookup
from hexfront.lab.ledger import Ledger, Pair, Setting
from hexfront.lab.sim import Outcome, Task, run
from hexfront.lab.stats import Elo, Sprt, elo_of, score_of
from hexfront.mechanics import exact
from hexfront.robots import check_robot


class Tally(msgspec.Struct):
    """The pairs so far, from the view of A."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    failed: int = 0

    def add(self, pair: Pair) -> None:
        """Count a pair; one with a failed game counts for nobody."""
        if not pair.finished:
            self.failed += 1
        elif pair.margin > 0:
            self.wins += 1
        elif pair.margin < 0:
            self.losses += 1
        else:
            self.draws += 1

    @property
    def counts(self) -> tuple[int, int, int]:
        """Wins, draws and losses."""
        return self.wins, self.draws, self.losses

    @property
    def score(self) -> float:
        """Of A, between 0 and 1."""
        return score_of(*self.counts)

    @property
    def elo(self) -> Elo:
        """Of A over B."""
        return elo_of(*self.counts)


# -- playing -----------------------------------------------------------------------------------------------


def setting(
    game: Game[Any], a: str, b: str, seed: object = 0, scenario: str = "", options: Iterable[str] = ()
) -> Setting:
    """A match that can be played, or BadData."""
    options = tuple(dict.fromkeys(options))
    game.check_options(options)
    for name in (a, b):
        check_robot(name)
    return Setting(game.id, game.known_scenario(scenario), options, a, b, str(seed))


def play_out(
    matches: Iterable[tuple[Setting, int]],
    ledger: Ledger,
    jobs: int | None = None,
    cluster: str = "",
    lookup: Lookup | None = None,
) -> Generator[Pair]:
    """All pairs, by match and number, in their order; those in the ledger are not played again."""
    wanted = list(matches)
    tasks = [
        task
        for match, number in wanted
        if not ledger.get(match, number)
        for task in tasks_of(match, number, lookup or games.game)
    ]
    # The generators are closed when the caller stops early: then no game goes on for nothing.
    with closing(run(tasks, jobs, None, cluster)) as outcomes:
        for match, number in wanted:
            pair = ledger.get(match, number)
            if pair is None:
                pair = Pair(match, number, next(outcomes), next(outcomes))
                ledger.keep(pair)
            yield pair


def tasks_of(match: Setting, number: int, lookup: Lookup) -> list[Task]:
    """The two games of a pair."""
    seats = (match.a, match.b), (match.b, match.a)
    seed = f"{match.seed}-{number}"
    return [Task(match.game, two, seed, match.scenario, match.options, "", "failures", lookup) for two in seats]


def play_match(
    game_id: str,
    a: str,
    b: str,
    pairs: int,
    seed: object = 0,
    scenario: str = "",
    options: Iterable[str] = (),
    sprt: Sprt | None = None,
    jobs: int | None = None,
    cluster: str = "",
    out: Path | None = None,
    tell: Callable[[Tally], None] | None = None,
    lookup: Lookup | None = None,
) -> dict[str, Any]:
    """Play A against B, until the test is decided if there is one, and tell all about it."""
    game = (lookup or games.game)(game_id)
    match = setting(game, a, b, seed, scenario, options)
    if pairs < 1:
        raise BadData("a match needs at least one pair of games")
    tally, played = Tally(), []
    numbered = [(match, number) for number in range(1, pairs + 1)]
    with closing(play_out(numbered, Ledger(out), jobs, cluster, lookup)) as coming:
        for pair in coming:
            tally.add(pair)
            played.append(pair)
            if tell:
                tell(tally)
            if sprt and sprt.verdict(*tally.counts) != "open":
                break
    return report(game, match, played, sprt)


# -- telling -----------------------------------------------------------------------------------------------


def score(pairs: list[tuple[Outcome, Outcome]]) -> dict[str, Any]:
    """Count pairs and games from the view of A, who has the first side in the first game of each pair."""
    sums = [first.result.margin - second.result.margin for first, second in pairs if first.result and second.result]
    return {
        "pairs": len(pairs),
        "wins": sum(margin > 0 for margin in sums),
        "draws": sum(margin == 0 for margin in sums),
        "losses": sum(margin < 0 for margin in sums),
        "mean_margin": round(exact.total(sums) / len(sums) / 2, 3) if sums else 0.0,
        "margins": sums,
        "failures": sum(not outcome.result for pair in pairs for outcome in pair),
        "failed": [{"seed": o.seed, "why": o.why, "file": o.file} for pair in pairs for o in pair if o.why],
    }


def report(game: Game[Any], match: Setting, pairs: list[Pair], sprt: Sprt | None = None) -> dict[str, Any]:
    """All that a match tells, as plain data."""
    outcomes = [(pair.first, pair.second) for pair in pairs]
    counted = score(outcomes)
    counts = counted["wins"], counted["draws"], counted["losses"]
    difference = elo_of(*counts)
    told = {
        **msgspec.to_builtins(match),
        **counted,
        "score": round(score_of(*counts), 4),
        "elo": round(difference.value, 1),
        "elo_low": round(difference.low, 1),
        "elo_high": round(difference.high, 1),
        "verdict": sprt.verdict(*counts) if sprt else _opinion(difference),
        "sprt": _tested(sprt, counts) if sprt else None,
        "games_won": _games_won(game, match, outcomes),
        "seeds": [f"{match.seed}-{pair.number}" for pair in pairs],
        "refused": sum(outcome.refused for pair in outcomes for outcome in pair),
        "time": times(outcome for pair in outcomes for outcome in pair),
    }
    return {**told, "line": line(told)}


def _opinion(difference: Elo) -> str:
    """What the interval alone says, where no test was asked for."""
    return "better" if difference.low > 0 else "worse" if difference.high < 0 else "open"


def _tested(sprt: Sprt, counts: tuple[int, int, int]) -> dict[str, float]:
    low, high = sprt.bounds
    numbers = {"elo0": sprt.elo0, "elo1": sprt.elo1, "llr": sprt.llr(*counts), "lower": low, "upper": high}
    return {name: round(number, 3) for name, number in numbers.items()}


def _games_won(game: Game[Any], match: Setting, pairs: list[tuple[Outcome, Outcome]]) -> dict[str, dict[str, int]]:
    """Single games won, by each robot as each side, and drawn."""
    first, second = game.sides
    won = {who: dict.fromkeys((first, second), 0) for who in ("a", "b")}
    draws = 0
    for swapped, outcome in ((swapped, outcome) for pair in pairs for swapped, outcome in enumerate(pair)):
        if outcome.result and outcome.result.winner:
            a_won = (outcome.result.winner == first) != bool(swapped)
            won["a" if a_won else "b"][outcome.result.winner] += 1
        elif outcome.result:
            draws += 1
    return {**won, "drawn": {"games": draws}}


def times(outcomes: Iterable[Outcome]) -> dict[str, dict[str, Any]]:
    """Seconds a phase, of each robot: over all phases, and by the name of the phase."""
    spent: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for outcome in outcomes:
        for key, seconds in outcome.times.items():
            robot, _, phase = key.partition(" ")
            spent[robot][phase] += seconds
    return {
        robot: {
            **_spread_of([one for seconds in phases.values() for one in seconds]),
            "by_phase": {phase: _spread_of(seconds) for phase, seconds in phases.items()},
        }
        for robot, phases in sorted(spent.items())
    }


def _spread_of(seconds: list[float]) -> dict[str, float]:
    p50, p95 = np.percentile(seconds, [50, 95])
    numbers = {"mean": np.mean(seconds), "p50": p50, "p95": p95, "max": max(seconds)}
    return {"phases": len(seconds), **{name: round(float(number), 5) for name, number in numbers.items()}}


def line(told: dict[str, Any]) -> str:
    """The verdict in one line."""
    verb = "beats" if told["elo_low"] > 0 else "loses to" if told["elo_high"] < 0 else "is level with"
    counted = told["wins"] + told["draws"] + told["losses"]
    text = (
        f"{told['a']} {verb} {told['b']}: {told['wins'] + told['draws'] / 2:.1f} of {counted} pairs, "
        f"Elo {told['elo']:+.0f} [{told['elo_low']:+.0f}, {told['elo_high']:+.0f}]"
    )
    if test := told["sprt"]:
        bounds = f"LLR {test['llr']:.2f} of {test['lower']:.2f}..{test['upper']:.2f}"
        text += f"; SPRT {test['elo0']:g},{test['elo1']:g}: {told['verdict']} ({bounds})"
    return text + (f"; {told['failures']} games failed" if told["failures"] else "")
