"""A study: many games of robots watched, their rows kept, their plots drawn, and one report for people."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from hexfront import games
from hexfront.engine.errors import BadData
from hexfront.engine.game import Game
from hexfront.engine.session import Lookup, make_folder
from hexfront.lab import exports, look, plots
from hexfront.lab.findings import Findings
from hexfront.lab.report import Setting, write_report
from hexfront.lab.rows import GameRows, watch
from hexfront.lab.sim import Task, spread
from hexfront.robots import check_robot, opponents


def default_players(game: Game[Any]) -> tuple[str, ...]:
    """The planner on both sides where it knows the game, else the best robot that does."""
    known = opponents(game)
    return ("planner" if "regular" in known else known[-1],) * len(game.sides)


def study(
    game_id: str,
    count: int,
    out: Path,
    players: Iterable[str] = (),
    scenario: str = "",
    options: Iterable[str] = (),
    seed: object = 0,
    jobs: int | None = None,
    cluster: str = "",
    form: str = "parquet",
    tick: Callable[[], None] | None = None,
    lookup: Lookup | None = None,
) -> dict[str, Any]:
    """Play the games, write tables, plots and report into a folder, and return what was found in a few figures."""
    lookup = lookup or games.game
    game = lookup(game_id)
    setting = Setting(
        game.title,
        game_id,
        game.known_scenario(scenario),
        tuple(dict.fromkeys(options)),
        tuple(players) or default_players(game),
        str(seed),
        count,
    )
    _check(game, setting, form)
    folder = make_folder(out / "plots").parent
    watched = _play(setting, lookup, jobs or os.cpu_count() or 1, cluster, tick)
    return _tell(game, setting, watched, folder, form)


def _check(game: Game[Any], setting: Setting, form: str) -> None:
    """Whatever can be wrong is told before the first game."""
    game.check_options(setting.options)
    if setting.games < 1:
        raise BadData("a study needs at least one game")
    if len(setting.players) != len(game.sides):
        raise BadData(f"{game.id} needs {len(game.sides)} players, for {' and '.join(game.sides)}")
    for name in setting.players:
        check_robot(name)
    exports.check_format(form)
    look.check_plots()


def _play(setting: Setting, lookup: Lookup, jobs: int, cluster: str, tick: Callable[[], None] | None) -> list[GameRows]:
    tasks = [
        Task(setting.game, setting.players, f"{setting.seed}-{n}", setting.scenario, setting.options, lookup=lookup)
        for n in range(1, setting.games + 1)
    ]
    found = []
    for rows in spread(watch, tasks, jobs, cluster, _lost):
        found.append(rows)
        if tick:
            tick()
    return found


def _lost(task: Task) -> GameRows:
    return GameRows(task.seed, why="tried three times, and its process was ended every time")


def _tell(game: Game[Any], setting: Setting, watched: list[GameRows], folder: Path, form: str) -> dict[str, Any]:
    """Tables, plots and report; what is returned names them."""
    findings = Findings(game, watched)
    written = [
        exports.write(export, folder, form) for export in exports.exports(game, setting.players, watched, findings)
    ]
    drawn = plots.draw_all(findings, folder / "plots")
    report = write_report(setting, findings, drawn, folder / "report.html")
    return {
        "games": setting.games,
        "finished": len(findings.games),
        "failures": len(findings.failed),
        "wins": findings.wins(),
        "levels": {f"{winner or 'draw'}: {level}": many for level, winner, many in findings.levels()},
        "falls": {fall.city: {"games": fall.games, "median_turn": fall.usual} for fall in findings.falls()},
        "report": str(report),
        "tables": [str(path) for path in written],
        "plots": [str(plot.path) for plot in drawn],
        "failed": [{"seed": rows.seed, "orders": rows.orders, "why": rows.why} for rows in findings.failed],
    }
