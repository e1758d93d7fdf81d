"""What several commands share: options, and the ways to print."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import click

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
OPTION = click.option("--option", "options", multiple=True, metavar="RULE", help="Play with this optional rule.")
SCENARIO = click.option("--scenario", default="", help="The scenario; the first one if not named.")
JOBS = click.option("--jobs", type=click.IntRange(1), help="Processes; as many as there are cores if not said.")
CLUSTER = click.option(
    "--cluster", default="", metavar="URL", help="Play on a cluster: dask://HOST:PORT or ray://HOST:PORT."
)


def print_json(data: Any) -> None:
    """Print data for programs."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


def print_table(rows: Iterable[tuple[str, ...]]) -> None:
    """Columns that line up; the last may be as long as it likes."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def names(text: str) -> tuple[str, ...]:
    """Names between commas."""
    return tuple(name.strip() for name in text.split(",")) if text.strip() else ()


@contextmanager
def progress(what: str, count: int | None) -> Iterator[Callable[..., None] | None]:
    """A bar on the terminal, one step on with each call, which may say how things stand; nothing on a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TextColumn

    columns = (*Progress.get_default_columns(), MofNCompleteColumn(), TextColumn("{task.fields[stands]}", markup=False))
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=count, stands="")
        yield lambda stands="": bar.update(task, advance=1, stands=stands)
