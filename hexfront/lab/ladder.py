"""All robots of a game on one scale: everybody against everybody, rated by Bradley and Terry, `random` at 0.

The table stands in a page between two marks, so that the text around it stays; the command, the seeds and the number of
games stand under it.
"""

import shlex
from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

from hexfront import games
from hexfront.engine.errors import BadData
from hexfront.engine.game import Game
from hexfront.engine.session import Lookup, read_file, write_file
from hexfront.lab.ledger import Ledger, Pair, Setting
from hexfront.lab.match import Tally, play_out, setting, times
from hexfront.lab.stats import Elo, bradley_terry
from hexfront.robots import kind_of

ROBOTS = ("random", "greedy", "recruit", "planner", "searcher")
END = "<!-- end -->"


def robots_for(game: Game[Any], named: Iterable[str] = ()) -> list[str]:
    """The robots of a ladder: those named, or of the usual ones all that know the game."""
    chosen = list(dict.fromkeys(named))
    if not chosen:
        chosen = [name for name in ROBOTS if kind_of(name).knows(game)]
    if len(chosen) < 2:
        raise BadData(f"a ladder needs at least two robots, not {', '.join(chosen) or 'none'}")
    return chosen


def play_ladder(
    game_id: str,
    pairs: int,
    robots: Iterable[str] = (),
    seed: object = 0,
    scenario: str = "",
    options: Iterable[str] = (),
    jobs: int | None = None,
    cluster: str = "",
    results: Path | None = None,
    tell: Callable[[Pair], None] | None = None,
    lookup: Lookup | None = None,
) -> dict[str, Any]:
    """Everybody against everybody, and what is told of it."""
    game = (lookup or games.game)(game_id)
    if pairs < 1:
        raise BadData("a ladder needs at least one pair of games for each two robots")
    chosen = robots_for(game, robots)
    matches = [setting(game, a, b, seed, scenario, options) for a, b in combinations(chosen, 2)]
    wanted = [(match, number) for match in matches for number in range(1, pairs + 1)]
    played = []
    for pair in play_out(wanted, Ledger(results), jobs, cluster, lookup):
        played.append(pair)
        if tell:
            tell(pair)
    return rate(chosen, matches[0], played, pairs)


def rate(robots: list[str], match: Setting, pairs: list[Pair], each: int) -> dict[str, Any]:
    """The ratings of robots, strongest first, from all pairs that they played."""
    tallies: dict[tuple[str, str], Tally] = defaultdict(Tally)
    for pair in pairs:
        tallies[pair.match.a, pair.match.b].add(pair)
    ratings = bradley_terry({two: tally.counts for two, tally in tallies.items()})
    outcomes = [outcome for pair in pairs for outcome in (pair.first, pair.second)]
    spent = times(outcomes)
    rows = [_row(name, ratings[name], tallies, spent.get(name, {})) for name in robots]
    return {
        "game": match.game,
        "scenario": match.scenario,
        "options": list(match.options),
        "seed": match.seed,
        "pairs": each,
        "games": len(outcomes),
        "failures": sum(outcome.result is None for outcome in outcomes),
        "refused": sum(outcome.refused for outcome in outcomes),
        "robots": sorted(rows, key=lambda row: -row["elo"]),
        "order": robots,
        "results": {f"{a} - {b}": list(tally.counts) for (a, b), tally in tallies.items()},
    }


def _row(name: str, rating: Elo, tallies: dict[tuple[str, str], Tally], spent: dict[str, Any]) -> dict[str, Any]:
    """One robot: its rating, and its score over all pairs."""
    own = [tally.counts if a == name else tally.counts[::-1] for (a, b), tally in tallies.items() if name in (a, b)]
    wins, draws, losses = (sum(column) for column in zip(*own, strict=True))
    count = wins + draws + losses
    return {
        "robot": name,
        "elo": round(rating.value, 1) + 0.0,
        "elo_low": round(rating.low, 1),
        "elo_high": round(rating.high, 1),
        "pairs": count,
        "score": round((wins + draws / 2) / count, 4) if count else 0.5,
        "mean": spent.get("mean", 0.0),
        "p95": spent.get("p95", 0.0),
    }


# -- the page ----------------------------------------------------------------------------------------------


def command(found: dict[str, Any]) -> str:
    """The command that plays the same ladder."""
    options = [word for option in found["options"] for word in ("--option", option)]
    words = ["hexfront", "ladder", found["game"], "--scenario", found["scenario"], *options]
    words += ["--robots", ",".join(found["order"]), "--pairs", str(found["pairs"]), "--seed", found["seed"]]
    return shlex.join(words)


def table(found: dict[str, Any]) -> str:
    """The ladder as a table for a page, with what was played."""
    lines = ["| robot | Elo | 95 % | pairs | score | seconds a phase, mean | p95 |", "| --- " * 7 + "|"]
    for row in found["robots"]:
        bounds = (
            "by definition" if row["elo_low"] == row["elo_high"] else f"{row['elo_low']:+.0f} to {row['elo_high']:+.0f}"
        )
        lines.append(
            f"| `{row['robot']}` | {row['elo']:+.0f} | {bounds} | {row['pairs']} | {row['score']:.1%} "
            f"| {row['mean']:.3f} | {row['p95']:.3f} |"
        )
    seeds = f"{found['seed']}-1 to {found['seed']}-{found['pairs']}"
    return "\n".join(
        [
            *lines,
            "",
            f"{found['games']} games: {found['pairs']} pairs for each two robots, seeds {seeds}; "
            f"{found['failures']} failed, {found['refused']} orders refused.",
            "",
            f"    {command(found)}",
        ]
    )


def write_page(path: Path, found: dict[str, Any]) -> None:
    """Put the table into a page, in place of the older one of the same game and scenario, or at the end."""
    mark = f"<!-- ladder {found['game']} {found['scenario']} -->"
    text = read_file(path) if path.exists() else "# The ladder\n"
    block = f"{mark}\n\n{table(found)}\n\n{END}"
    before, marked, rest = text.partition(mark)
    if not marked:
        write_file(path, f"{text.rstrip()}\n\n{block}\n")
        return
    _, closed, after = rest.partition(END)
    if not closed or "<!-- ladder " in rest.partition(END)[0]:
        raise BadData(f"{path}: {mark} is not followed by {END}")
    write_file(path, before + block + after)
