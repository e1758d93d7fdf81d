"""The commands of the laboratory that play robots against robots: sim, match, ladder.

`how` is what all of them are told alike and hand on: scenario, options, seed, jobs, cluster.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hexfront.cli.options import CLUSTER, JOBS, JSON, OPTION, SCENARIO, names, print_json, print_table, progress

if TYPE_CHECKING:
    from hexfront.lab.match import Tally
    from hexfront.lab.stats import Sprt


@click.command("sim")
@click.argument("game")
@click.option("--players", required=True, metavar="A,B", help="A robot for each side, in the order of the sides.")
@click.option("--games", "count", default=1, type=click.IntRange(1), help="How many games.")
@click.option("--seed", default="0", help="Game i has the seed SEED-i.")
@SCENARIO
@OPTION
@JOBS
@CLUSTER
@click.option("--record", "folder", type=click.Path(path_type=Path), help="Keep the records in this folder.")
@JSON
def sim_command(game: str, players: str, count: int, folder: Path | None, as_json: bool, **how: Any) -> None:
    """Let robots play many games of GAME against each other."""
    from hexfront.lab.sim import simulate

    with progress("games", count) as tell:
        found = simulate(game, names(players), count, record_dir=folder, tick=tell, **how)
    print_json(found) if as_json else _print_sim(found)
    if found["failures"]:
        raise click.exceptions.Exit(1)


def _print_sim(found: dict[str, Any]) -> None:
    click.echo(
        f"{found['finished']} of {found['games']} games finished, {found['orders']} orders "
        f"in {found['seconds']:g} s ({found['orders_per_second']} a second)"
    )
    for name in ("wins", "results", "mean_points"):
        told = ", ".join(f"{key} {value:g}" for key, value in found[name].items())
        click.echo(f"{name.replace('_', ' ')}: {told}")
    click.echo(f"mean margin: {found['mean_margin']:g}; digest of all results: {found['digest']}")
    for one in found["failed"]:
        click.echo(f"failed: seed {one['seed']} after {one['orders']} orders: {one['why']}{_see(one)}")


def _see(failed: dict[str, Any]) -> str:
    """Where the record of a failed game is; a game whose process was lost has none."""
    return f" (see {failed['file']})" if failed["file"] else ""


@click.command("match")
@click.argument("game")
@click.argument("a")
@click.argument("b")
@click.option("--pairs", required=True, type=click.IntRange(1), help="How many pairs, at most.")
@click.option("--seed", default="0", help="Both games of pair i have the seed SEED-i.")
@SCENARIO
@OPTION
@click.option("--sprt", default="", metavar="E0,E1", help="Stop when it is clear whether A is E1 Elo better, or E0.")
@JOBS
@CLUSTER
@click.option("--out", "out", type=click.Path(path_type=Path), help="Keep finished pairs here, and go on from them.")
@JSON
def match_command(
    game: str, a: str, b: str, pairs: int, sprt: str, out: Path | None, as_json: bool, **how: Any
) -> None:
    """Robot A against robot B at GAME: pairs of games with the same dice and the sides swapped.

    The verdict is the test's (accepted, rejected, open); without --sprt it is the interval's (better, worse, open).
    """
    from hexfront.lab.match import play_match
    from hexfront.lab.stats import read_sprt

    test = read_sprt(sprt) if sprt else None
    with progress("pairs", pairs) as tell:
        telling = (lambda tally: tell(_running(tally, test))) if tell else None
        found = play_match(game, a, b, pairs, sprt=test, out=out, tell=telling, **how)
    print_json(found) if as_json else _print_match(found)
    if found["failures"]:
        raise click.exceptions.Exit(1)


def _running(tally: "Tally", test: "Sprt | None") -> str:
    """How a match stands."""
    elo = tally.elo
    text = f"{tally.wins}-{tally.draws}-{tally.losses}  Elo {elo.value:+.0f} [{elo.low:+.0f}, {elo.high:+.0f}]"
    return f"{text}  LLR {test.llr(*tally.counts):.2f} to {test.bounds[1]:.2f}" if test else text


def _print_match(found: dict[str, Any]) -> None:
    for who in ("a", "b"):
        won = ", ".join(f"{count} as {side}" for side, count in found["games_won"][who].items())
        click.echo(f"{found[who]} won {won}")
    click.echo(f"mean margin: {found['mean_margin']:g}; orders refused: {found['refused']}")
    for robot, time in found["time"].items():
        click.echo(f"{robot}: {time['mean']:.3f} s a phase, p95 {time['p95']:.3f} s, at most {time['max']:.3f} s")
    for one in found["failed"]:
        click.echo(f"failed: seed {one['seed']}: {one['why']}{_see(one)}")
    click.echo(found["line"])


@click.command("ladder")
@click.argument("game")
@click.option("--robots", default="", metavar="A,B,...", help="Who plays; the usual robots that know GAME if not said.")
@click.option(
    "--pairs", default=10, show_default=True, type=click.IntRange(1), help="How many pairs each two robots play."
)
@click.option("--seed", default="0", help="Both games of pair i have the seed SEED-i.")
@SCENARIO
@OPTION
@JOBS
@CLUSTER
@click.option(
    "--out",
    "out",
    default=Path("docs", "ladder.md"),
    show_default=True,
    type=click.Path(path_type=Path),
    help="Write the table into this page; what else stands in it stays.",
)
@click.option("--results", type=click.Path(path_type=Path), help="Keep finished pairs here, and go on from them.")
@JSON
def ladder_command(
    game: str, robots: str, pairs: int, out: Path, results: Path | None, as_json: bool, **how: Any
) -> None:
    """All robots of GAME on one scale: everybody against everybody, `random` at 0."""
    from hexfront import games
    from hexfront.engine.session import make_folder
    from hexfront.lab.ladder import play_ladder, robots_for, write_page

    chosen = robots_for(games.game(game), names(robots))
    make_folder(out.parent)  # that it cannot be made is better told now than after hours of play
    with progress("pairs", pairs * len(chosen) * (len(chosen) - 1) // 2) as tell:
        telling = (lambda pair: tell(f"{pair.match.a} - {pair.match.b}")) if tell else None
        found = play_ladder(game, pairs, chosen, results=results, tell=telling, **how)
    print_json(found) if as_json else _print_ladder(found)
    write_page(out, found)  # last, so that a page that cannot be written loses nothing
    if found["failures"]:
        raise click.exceptions.Exit(1)


def _print_ladder(found: dict[str, Any]) -> None:
    print_table(
        (
            row["robot"],
            f"{row['elo']:+.0f}",
            f"[{row['elo_low']:+.0f}, {row['elo_high']:+.0f}]",
            f"{row['score']:.1%} of {row['pairs']} pairs",
            f"{row['mean']:.3f} s a phase, p95 {row['p95']:.3f} s",
        )
        for row in found["robots"]
    )
    click.echo(f"{found['games']} games, {found['failures']} failed, {found['refused']} orders refused")
