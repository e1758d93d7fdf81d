"""The commands of the laboratory that look closer: study, tune. As in `lab`, `how` is handed on."""

from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import click

from hexfront.cli.options import CLUSTER, JOBS, JSON, OPTION, SCENARIO, names, print_json, print_table, progress

if TYPE_CHECKING:
    from hexfront.lab.tune import Round


def _folder(words: str) -> Callable[..., Any]:
    return click.option("--out", "out", required=True, type=click.Path(path_type=Path), metavar="DIR", help=words)


@click.command("study")
@click.argument("game")
@click.option("--games", "count", default=100, show_default=True, type=click.IntRange(1), help="How many games.")
@_folder("The folder for tables, plots and report.")
@click.option("--players", default="", metavar="A,B", help="A robot for each side; the planner if not said.")
@SCENARIO
@OPTION
@click.option("--seed", default="0", help="Game i has the seed SEED-i.")
@JOBS
@CLUSTER
@click.option("--format", "form", default="parquet", show_default=True, help="Of the tables: parquet or csv.")
@JSON
def study_command(game: str, count: int, out: Path, players: str, as_json: bool, **how: Any) -> None:
    """Watch robots play many games of GAME: tables, plots, and a report."""
    from hexfront.lab.study import study

    with progress("games", count) as tick:
        found = study(game, count, out, names(players), tick=tick, **how)
    print_json(found) if as_json else _print_study(found)
    if found["failures"]:
        raise click.exceptions.Exit(1)


def _print_study(found: dict[str, Any]) -> None:
    wins = ", ".join(f"{side} {many}" for side, many in found["wins"].items())
    click.echo(f"{found['finished']} of {found['games']} games finished; wins: {wins}")
    for one in found["failed"]:
        click.echo(f"failed: seed {one['seed']} after {one['orders']} orders: {one['why']}")
    click.echo(f"{found['report']}: written, with {len(found['plots'])} plots and {len(found['tables'])} tables")


@click.command("tune")
@click.argument("game")
@click.option("--robot", default="planner", show_default=True, help="Whose weights; planner@FILE begins with those.")
@click.option("--against", default="planner", show_default=True, help="The robot that it plays.")
@click.option("--weights", default="", metavar="A,B,...", help="Which weights; all that have a range if not said.")
@click.option("--method", default="cma", show_default=True, help="The way to look for better ones: cma or spsa.")
@click.option(
    "--pairs", default=20, show_default=True, type=click.IntRange(1), help="Pairs a candidate plays in a round."
)
@click.option("--rounds", default=20, show_default=True, type=click.IntRange(1), help="Rounds in all.")
@_folder("The folder of the run: started again with it, a run goes on.")
@SCENARIO
@OPTION
@click.option("--seed", default="0", help="Of the dice and of the search.")
@JOBS
@JSON
def tune_command(
    game: str,
    robot: str,
    against: str,
    weights: str,
    method: str,
    pairs: int,
    rounds: int,
    out: Path,
    scenario: str,
    options: tuple[str, ...],
    seed: str,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Look for better weights of a robot for GAME, in pairs of games."""
    from hexfront.lab.tune import Wish, tune

    wish = Wish(game, scenario, tuple(dict.fromkeys(options)), robot, against, names(weights), method, pairs, seed)

    def told(number: int, one: "Round") -> None:
        mean = fmean(one.values)
        click.echo(f"round {number} of {rounds}: mean {mean:+.3f}, best {max(one.values):+.3f}", err=True)

    with progress("games", None) as tick:
        found = tune(wish, rounds, out, jobs, told, tick)
    print_json(found) if as_json else _print_tune(game, robot, against, found)


def _print_tune(game: str, robot: str, against: str, found: dict[str, Any]) -> None:
    print_table((name, f"{one['before']:g}", "->", f"{one['after']:g}") for name, one in found["weights"].items())
    click.echo(f"{found['file']}: written; rounds played: {found['rounds']}. Is it better? Ask")
    kind = robot.partition("@")[0]
    click.echo(f"  hexfront match {game} {kind}@{found['file']} {against} --pairs 400 --sprt 0,30")
