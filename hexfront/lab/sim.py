"""Many games at once: the fuzzer, the statistics, and the floor under every measurement.

Game number i of a run has the seed "SEED-i", and nothing in it depends on the other games or on the number of
processes. A game that fails leaves a record that opens at the table just before the fault.
"""

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from hexfront import games
from hexfront.engine.errors import BadData, BadOrder, HexfrontError, Refused
from hexfront.engine.game import Ask, Game, Result
from hexfront.engine.order import Order
from hexfront.engine.session import Lookup, Session, make_folder, whereabouts
from hexfront.engine.state import State
from hexfront.lab.workers import spread
from hexfront.mechanics import exact
from hexfront.robots import Player, check_robot, decide, player

__all__ = ["LIMIT", "Outcome", "Task", "play_one", "run", "simulate", "spread", "summary"]

LIMIT = 200_000  # orders after which a game is given up


class Task(msgspec.Struct, frozen=True):
    """One game to be played, as it is sent to another process."""

    game: str
    players: tuple[str, ...]
    seed: str
    scenario: str
    options: tuple[str, ...]
    records: str = ""  # folder for the record, or "" for none
    failures: str = ""  # folder for the record of a game that fails
    lookup: Lookup = games.game
    limit: int = LIMIT


class Outcome(msgspec.Struct, frozen=True):
    """What came of one game. `why` is empty when it was played to its end."""

    seed: str
    orders: int
    result: Result | None = None
    hash: str = ""
    why: str = ""
    file: str = ""
    refused: bool = False  # was it an order against the rules that ended it?
    times: dict[str, list[float]] = {}  # seconds of thinking by "ROBOT PHASE", one for each phase played


class _Stopped(Exception):
    """A game could not be played on: why, and the order at which, if there was one."""

    def __init__(self, why: str, order: Order | None = None, refused: bool = False) -> None:
        self.why, self.order, self.refused = why, order, refused


# -- one game ----------------------------------------------------------------------------------------------


def play_one(task: Task) -> Outcome:
    """Play one game to its end, or tell why that could not be. Runs in any process."""
    game = task.lookup(task.game)
    seats = dict(zip(game.sides, task.players, strict=True))
    try:
        state = game.start(task.scenario, task.seed, task.options, game.sides)
        robots = {side: player(name, game, f"{task.seed} {side}") for side, name in seats.items()}
    except Exception as error:
        return Outcome(task.seed, 0, why=f"the game cannot begin: {_sentence(error)}")
    orders: list[Order] = []
    watch = _Watch(game)
    try:
        _play_out(game, state, robots, orders, task.limit, watch)
        result, final = _finish(game, state)
        file = _keep(task, game, orders, final) if task.records else ""
    except _Stopped as stopped:
        file = _keep_failure(task, game, orders, stopped)
        return Outcome(task.seed, len(orders), None, "", stopped.why, file, stopped.refused, watch.times(seats))
    return Outcome(task.seed, len(orders), result, final, "", file, False, watch.times(seats))


class _Watch:
    """A stop watch for the robots. A phase is all that one side decides in one step of one turn, duties included."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.spent: dict[tuple[int, int, str], float] = {}

    def decide(self, state: State, ask: Ask[Any], robot: Player) -> Order:
        """What the robot decides, its time taken."""
        phase = state.turn, state.step, ask.side
        begin = time.perf_counter()
        try:
            return decide(self.game, state, ask, robot)
        finally:
            self.spent[phase] = self.spent.get(phase, 0.0) + time.perf_counter() - begin

    def times(self, seats: dict[str, str]) -> dict[str, list[float]]:
        """The seconds of every phase, by robot and name of the step."""
        told: dict[str, list[float]] = {}
        for (_, step, side), seconds in self.spent.items():
            told.setdefault(f"{seats[side]} {self.game.steps[step].name}", []).append(round(seconds, 6))
        return told


def _play_out(
    game: Game[Any], state: State, robots: dict[str, Player], orders: list[Order], limit: int, watch: _Watch
) -> None:
    """Play to the end, without a log: the record is made afterwards, if one is wanted."""
    while ask := game.ask(state):
        if len(orders) == limit:
            raise _Stopped(f"no end after {limit} orders")
        order = None
        try:
            order = watch.decide(state, ask, robots[ask.side])
            game.check(state, order, ask.side)
            game.do(state, order)
        except Exception as error:
            raise _Stopped(_sentence(error), order, isinstance(error, (Refused, BadOrder))) from error
        orders.append(order)


def _finish(game: Game[Any], state: State) -> tuple[Result, str]:
    """The result and the hash of the last state, which must be in order."""
    try:
        wrong = game.audit(state)
        result, final = game.result(state), state.hash()
    except Exception as error:
        raise _Stopped(f"at the end: {_sentence(error)}") from error
    if wrong:
        raise _Stopped(f"at the end: {'; '.join(wrong)}")
    return result, final


def _sentence(error: Exception) -> str:
    return str(error) if isinstance(error, HexfrontError) else whereabouts(error)


def _session(task: Task, game: Game[Any], orders: list[Order]) -> Session:
    """The game again, this time with its log."""
    seats = dict(zip(game.sides, task.players, strict=True))
    session = Session.start(game, task.scenario, task.seed, task.options, seats, robots=game.sides)
    for order in orders:
        session.play(order)
    return session


def _keep(task: Task, game: Game[Any], orders: list[Order], final: str) -> str:
    """Write the record of a whole game. A game that comes out otherwise the second time has failed."""
    try:
        session = _session(task, game, orders)
    except HexfrontError as error:
        raise _Stopped(f"the record cannot be played again: {error}") from error
    if session.state.hash() != final:
        raise _Stopped("played again, the same orders gave another state")
    return _save(session, Path(task.records), f"{task.game}-{task.seed}")


def _keep_failure(task: Task, game: Game[Any], orders: list[Order], stopped: _Stopped) -> str:
    """Write the record of a game that failed, up to the fault."""
    why = f"stopped: {stopped.why}"
    session = _session(task, game, [])
    try:
        for order in orders:
            session.play(order)
        if stopped.order is not None:
            why = f"stopped at: {game.write(stopped.order)} -- {stopped.why}"
    except Exception as error:  # the second fault must not hide the first
        why += f" (and again: {error})"
    session.remarks = (why,)
    return _save(session, Path(task.failures), f"{task.game}-{task.seed}-{'-'.join(task.players)}")


def _save(session: Session, folder: Path, name: str) -> str:
    path = make_folder(folder) / "".join(c if c.isalnum() or c in "-_." else "_" for c in f"{name}.txt")
    session.save(path)
    return str(path)


# -- many games --------------------------------------------------------------------------------------------


def run(
    tasks: list[Task], jobs: int | None, tick: Callable[[], None] | None = None, cluster: str = ""
) -> Generator[Outcome]:
    """Play all games, in as many processes; their outcomes come in the order of the tasks."""
    with closing(spread(play_one, tasks, jobs, cluster, _lost)) as outcomes:
        for outcome in outcomes:
            if tick:
                tick()
            yield outcome


def _lost(task: Task) -> Outcome:
    return Outcome(task.seed, 0, why="the process that played it was ended from outside, three times")


def simulate(
    game_id: str,
    players: tuple[str, ...] | list[str],
    games_wanted: int,
    seed: object = 0,
    scenario: str = "",
    options: tuple[str, ...] | list[str] = (),
    jobs: int | None = None,
    record_dir: str | Path | None = None,
    tick: Callable[[], None] | None = None,
    lookup: Lookup | None = None,
    limit: int = LIMIT,
    cluster: str = "",
) -> dict[str, Any]:
    """Play many games of robots and count what comes of them."""
    lookup = lookup or games.game
    game = lookup(game_id)
    scenario = game.known_scenario(scenario)
    game.check_options(options)
    options = tuple(dict.fromkeys(options))
    if len(players) != len(game.sides):
        raise BadData(f"{game_id} needs {len(game.sides)} players, for {' and '.join(game.sides)}, not {len(players)}")
    for name in players:
        check_robot(name)
    records = str(record_dir) if record_dir else ""
    failures = str(Path(record_dir) / "failures") if record_dir else "failures"
    tasks = [
        Task(game_id, tuple(players), f"{seed}-{n}", scenario, options, records, failures, lookup, limit)
        for n in range(1, games_wanted + 1)
    ]
    begin = time.perf_counter()
    outcomes = list(run(tasks, jobs, tick, cluster))
    return summary(game, outcomes, time.perf_counter() - begin)


def summary(game: Game[Any], outcomes: list[Outcome], seconds: float) -> dict[str, Any]:
    """The counts of a run. `digest` is equal whenever the same games were played."""
    results = [outcome.result for outcome in outcomes if outcome.result]
    orders = sum(outcome.orders for outcome in outcomes)
    wins = Counter(result.winner or "draw" for result in results)
    return {
        "games": len(outcomes),
        "finished": len(results),
        "failures": len(outcomes) - len(results),
        "orders": orders,
        "seconds": round(seconds, 3),
        "orders_per_second": round(orders / seconds) if seconds else 0,
        "results": dict(sorted(Counter(result.level or result.winner or "draw" for result in results).items())),
        "wins": {side: wins[side] for side in (*game.sides, "draw")},
        "mean_margin": _mean([result.margin for result in results]),
        "mean_points": {side: _mean([r.points.get(side, 0) for r in results]) for side in game.sides},
        "digest": hashlib.sha256("".join(o.hash or o.why for o in outcomes).encode()).hexdigest()[:16],
        "failed": [{"seed": o.seed, "orders": o.orders, "why": o.why, "file": o.file} for o in outcomes if o.why],
    }


def _mean(values: list[float]) -> float:
    return round(exact.total(values) / len(values), 3) if values else 0.0
