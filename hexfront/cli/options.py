"""What several commands share: options, and the ways to print."""

import json
from collections.abc import Iterable
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
