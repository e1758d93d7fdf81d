"""Run all benchmarks, print them as a table and keep them as JSON."""

from __future__ import annotations

import json
import pkgutil
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

import bench
from bench import Bench, Row

HERE = Path(__file__).parent


def collect() -> list[Bench]:
    """Return the benchmarks of all modules of this package, in the order of their names."""
    names = sorted(m.name for m in pkgutil.iter_modules(bench.__path__) if m.name.endswith("_bench"))
    return [one for name in names for one in import_module(f"bench.{name}").BENCHES]


def number(value: float) -> str:
    """Write a number with three figures or so."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(rows: list[Row]) -> Table:
    """Return the table to print."""
    result = Table("what", "ours", "target", "ok", title="hexfront benchmarks")
    for row in rows:
        sign = "≥" if row.better == "higher" else "≤"
        ok = "[green]yes[/]" if row.ok else "[red]no[/]"
        result.add_row(row.name, f"{number(row.value)} {row.unit}", f"{sign} {number(row.target)} {row.unit}", ok)
    return result


@click.command()
@click.option("--json", "file", type=click.Path(path_type=Path), default=HERE / "latest.json", show_default=True)
@click.option("--only", default="", help="Run only the benchmarks with this text in the function's name.")
@click.option("--strict", is_flag=True, help="End with an error when a target is missed.")
def main(file: Path, only: str, strict: bool) -> None:
    """Measure hexfront on this machine."""
    rows = [one() for one in collect() if only in getattr(one, "__name__", "")]
    Console().print(table(rows))
    file.write_text(json.dumps([{**asdict(row), "ok": row.ok} for row in rows], indent=1) + "\n")
    if strict and not all(row.ok for row in rows):
        sys.exit(1)


if __name__ == "__main__":
    main()
