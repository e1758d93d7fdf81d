"""The raw rows of a study as tables, for whoever wants to count for himself: Parquet, or CSV."""

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from hexfront.engine.errors import BadData
from hexfront.engine.game import Game
from hexfront.lab.findings import Findings
from hexfront.lab.rows import GameRows

FORMATS = ("parquet", "csv")
_NEEDED = "Parquet needs the package pyarrow: install it with pip install 'hexfront[study]', or write --format csv"


class Export(msgspec.Struct):
    """A table: its name, its columns with the type of each, and its rows."""

    name: str
    columns: dict[str, type]
    rows: list[tuple[Any, ...]]


def exports(game: Game[Any], players: tuple[str, ...], games: list[GameRows], findings: Findings) -> list[Export]:
    """Games, cities, front, losses and battles. The front is counted over all games, the others are a row a fact."""
    return [
        _games(game, players, games),
        _facts("cities", {"turn": int, "city": str, "holder": str}, ((g, g.cities) for g in games)),
        _front(game, findings),
        _facts(
            "losses", {"turn": int, "side": str, "unit": str, "how": str, "rule": str}, ((g, g.losses) for g in games)
        ),
        _facts(
            "battles",
            {"turn": int, "side": str, "phase": str, "order": str, "column": str, "result": str},
            ((g, g.battles) for g in games),
        ),
    ]


def _games(game: Game[Any], players: tuple[str, ...], games: list[GameRows]) -> Export:
    columns: dict[str, type] = {"seed": str}
    columns |= {f"{side}_player": str for side in game.sides}
    columns |= {"winner": str, "level": str, "margin": float}
    columns |= {f"{side}_points": float for side in game.sides}
    columns |= {"first_turn": int, "last_turn": int, "orders": int, "seconds": float, "failure": str}
    return Export("games", columns, [_game(game, players, rows) for rows in games])


def _game(game: Game[Any], players: tuple[str, ...], rows: GameRows) -> tuple[Any, ...]:
    result = rows.result
    points = [float(result.points.get(side, 0)) if result else None for side in game.sides]
    told = (result.winner or "draw", result.level, float(result.margin)) if result else (None, None, None)
    length = (rows.first, rows.last, rows.orders, round(rows.seconds, 3))
    return (rows.seed, *players, *told, *points, *length, rows.why)


def _facts(name: str, columns: dict[str, type], found: Iterable[tuple[GameRows, list[Any]]]) -> Export:
    rows = [(game.seed, *msgspec.structs.astuple(fact)) for game, facts in found for fact in facts]
    return Export(name, {"seed": str} | columns, rows)


def _front(game: Game[Any], findings: Findings) -> Export:
    """For each turn and hex in how many games each side had units there, and the ground."""
    columns: dict[str, type] = {"turn": int, "hex": str, "games": int}
    columns |= {f"{side}_{what}": int for side in game.sides for what in ("occupies", "controls")}
    rows = []
    for turn, seen in findings.front.items():
        for place in findings.places:
            counts = (int(layer[side][place]) for side in (0, 1) for layer in (seen.units, seen.ground))
            row = (turn, game.grid.label(place), seen.games, *counts)
            if any(row[3:]):
                rows.append(row)
    return Export("front", columns, rows)


# -- writing -----------------------------------------------------------------------------------------------


def check_format(form: str) -> None:
    """BadData unless tables can be written in this form: told before any game is played."""
    if form not in FORMATS:
        raise BadData(f"there is no format {form!r}; there are {' and '.join(FORMATS)}")
    if form == "parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise BadData(_NEEDED) from None


def write(export: Export, folder: Path, form: str) -> Path:
    """Write a table into a folder and return its file."""
    path = folder / f"{export.name}.{form}"
    try:
        _parquet(export, path) if form == "parquet" else _csv(export, path)
    except OSError as error:
        raise BadData(f"{path}: {error.strerror}") from None
    return path


def _csv(export: Export, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(export.columns)
        writer.writerows(export.rows)


def _parquet(export: Export, path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    kinds = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
    columns = list(zip(*export.rows, strict=True)) or [()] * len(export.columns)
    arrays = [pyarrow.array(c, kinds[kind]) for c, kind in zip(columns, export.columns.values(), strict=True)]
    parquet.write_table(pyarrow.table(arrays, names=list(export.columns)), path)
