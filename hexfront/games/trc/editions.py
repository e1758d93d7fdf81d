"""Editions of The Russian Campaign, read from their files."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from hexfront.engine.sequence import Phase
from hexfront.games.trc.board import read_board
from hexfront.games.trc.counters import read_counters
from hexfront.games.trc.data_files import SCENARIOS, read_charts, read_scenario
from hexfront.games.trc.edition import DATA, Calendar, TrcEdition
from hexfront.games.trc.sequence import phases

Table = Callable[[dict[str, Any]], tuple[Phase, ...]]  # the phases of an edition, by its charts


def read(id: str, title: str, *folders: Path, table: Table = phases) -> TrcEdition:
    """An edition: its files each from the first of the folders that has it, its phases; else as in the 4th edition."""

    def file(name: str) -> Path:
        return next((folder / name for folder in folders if (folder / name).exists()), DATA / name)

    charts = read_charts(file("charts.toml"))
    calendar = Calendar.of(charts["calendar"])
    counters = read_counters(file("counters.toml"), calendar.month)
    names = {unit.name for unit in counters.units}
    scenarios = {each: read_scenario(file(path), each, names) for each, path in SCENARIOS.items()}
    board = read_board(file("board.toml"))
    return TrcEdition(id, title, board, counters, charts, calendar, scenarios, phases=table(charts))


@cache
def first() -> TrcEdition:
    """The 4th edition."""
    return read("trc", "The Russian Campaign")
