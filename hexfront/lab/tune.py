"""Tuning: better weights for a robot, found by pairs of games with the same dice and the sides swapped.

All candidates of a round play the same pairs against the same opponent; every round has new ones. What a candidate is
worth is the mean of its pairs, each squashed to between -1 and 1, so that one rout does not outweigh ten victories.
After every round all that was measured is in DIR/state.json, and a run that was stopped goes on from there as if it had
not been.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

from hexfront import games
from hexfront.engine.errors import BadData
from hexfront.engine.game import Game
from hexfront.engine.session import Lookup, make_folder, read_file, write_file
from hexfront.lab.optimise import Point, Search, search
from hexfront.lab.sim import Outcome, Task, play_one, spread
from hexfront.mechanics import exact
from hexfront.robots import check_robot, weights

FORMAT = 1
Weights = dict[str, float]
Measure = Callable[[int, list[Weights]], list[float]]  # number of the round and its candidates to their values
Told = Callable[[int, "Round"], None]


class Wish(msgspec.Struct, frozen=True):
    """What is to be tuned and how. Two runs with the same wish measure the same games."""

    game: str
    scenario: str
    options: tuple[str, ...]
    robot: str
    against: str
    names: tuple[str, ...]
    method: str
    pairs: int
    seed: str


class Round(msgspec.Struct, frozen=True):
    """The candidates of a round, in the box of ones, and what they were worth."""

    points: list[Point]
    values: list[float]


class Progress(msgspec.Struct):
    """A run so far, as state.json keeps it."""

    format: int
    wish: Wish
    start: Weights
    ranges: dict[str, tuple[float, float]]
    rounds: list[Round] = []


def tune(
    wish: Wish,
    rounds: int,
    out: Path,
    jobs: int | None = None,
    told: Told | None = None,
    tick: Callable[[], None] | None = None,
    lookup: Lookup | None = None,
    measure: Measure | None = None,
) -> dict[str, Any]:
    """Play so many rounds, those of an earlier run in the same folder included, and write the weights found."""
    lookup = lookup or games.game
    wish = _checked(wish, rounds, lookup)
    run = _open(wish, lookup(wish.game), out)
    found = search(wish.method, [_part(run, name) for name in run.wish.names], wish.seed)
    _tell_over(found, run, out)
    measure = measure or _Games(wish, out, jobs or os.cpu_count() or 1, tick, lookup)
    while len(run.rounds) < rounds:
        points = found.ask()
        values = measure(len(run.rounds) + 1, [_weights(run, point) for point in points])
        found.tell(points, values)
        run.rounds.append(Round(points, values))
        _keep(run, out)
        if told:
            told(len(run.rounds), run.rounds[-1])
    best = run.start | _weights(run, found.best())
    path = out / "weights.toml"
    write_file(path, _toml(run, best))
    tuned = {name: {"before": run.start[name], "after": best[name]} for name in run.wish.names}
    last = run.rounds[-1].values if run.rounds else []
    return {"rounds": len(run.rounds), "weights": tuned, "last_values": last, "file": str(path)}


def _checked(wish: Wish, rounds: int, lookup: Lookup) -> Wish:
    """The wish with its scenario; whatever can be wrong is told before the first game."""
    game = lookup(wish.game)
    game.check_options(wish.options)
    check_robot(wish.robot if "@" in wish.robot else f"{wish.robot}@")
    check_robot(wish.against)
    if wish.pairs < 1 or rounds < 1:
        raise BadData("tuning needs at least one round of one pair of games")
    return msgspec.structs.replace(wish, scenario=game.known_scenario(wish.scenario))


# -- weights in a box of ones ------------------------------------------------------------------------------------


def _part(run: Progress, name: str) -> float:
    low, high = run.ranges[name]
    return min(1.0, max(0.0, (run.start[name] - low) / (high - low)))


def _weights(run: Progress, point: Point) -> Weights:
    """A point as weights, in as many figures as a file for people needs."""
    found = {}
    for name, part in zip(run.wish.names, point, strict=True):
        low, high = run.ranges[name]
        found[name] = float(f"{low + part * (high - low):.6g}")
    return found


def _range(name: str, value: float, known: dict[str, tuple[float, float]]) -> tuple[float, float]:
    """Where a weight may be looked for: in its range, or else between a third and three times what it is."""
    low, high = known.get(name) or (sorted((value / 3, value * 3)) if value else (-1.0, 1.0))
    if not low < high:
        raise BadData(f"the range of {name} is empty: {low:g} to {high:g}")
    return low, high


# -- the folder --------------------------------------------------------------------------------------------------


def _open(wish: Wish, game: Game[Any], out: Path) -> Progress:
    """The run that a folder keeps, or a new one."""
    make_folder(out / "candidates")
    fresh = _fresh(wish, game)
    path = out / "state.json"
    if not path.exists():
        return fresh
    try:
        run = msgspec.json.decode(read_file(path), type=Progress)
    except msgspec.DecodeError as error:
        raise BadData(f"{path}: {error}") from None
    if (run.format, run.wish, run.start, run.ranges) != (FORMAT, fresh.wish, fresh.start, fresh.ranges):
        raise BadData(f"{path}: this is another tuning ({_differ(run, fresh)}); take another folder")
    return run


def _fresh(wish: Wish, game: Game[Any]) -> Progress:
    start, known = _start(wish, game)
    unknown = [name for name in wish.names if name not in start]
    if unknown:
        raise BadData(f"{wish.robot} has no weight {unknown[0]!r} in {wish.game}; it has {', '.join(start)}")
    names = wish.names or tuple(known) or tuple(start)
    ranges = {name: _range(name, start[name], known) for name in names}
    return Progress(FORMAT, msgspec.structs.replace(wish, names=names), start, ranges)


def _start(wish: Wish, game: Game[Any]) -> tuple[Weights, dict[str, tuple[float, float]]]:
    """The weights from which it begins, those of `robot@FILE` if one is named, and all ranges."""
    try:
        return weights.load(game, wish.robot.partition("@")[2]), weights.ranges(game)
    except FileNotFoundError:
        raise BadData(f"{wish.robot} has no weights for {wish.game} that could be tuned") from None


def _differ(run: Progress, fresh: Progress) -> str:
    """In what an old run differs from the one that is wanted."""
    old, new = (msgspec.to_builtins(one.wish) for one in (run, fresh))
    changed = [key for key in new if old.get(key) != new[key]]
    return ", ".join(changed) or "its weights or ranges began otherwise"


def _tell_over(found: Search, run: Progress, out: Path) -> None:
    """Bring a search to where the kept rounds had brought it."""
    for number, kept in enumerate(run.rounds, 1):
        points = found.ask()
        if points != kept.points:
            raise BadData(f"{out / 'state.json'}: round {number} cannot be taken up by this version; begin anew")
        found.tell(points, kept.values)


def _keep(run: Progress, out: Path) -> None:
    write_file(out / "state.json", msgspec.json.format(msgspec.json.encode(run), indent=1).decode() + "\n")


def _toml(run: Progress, values: Weights) -> str:
    """A file of weights, with where they come from."""
    wish = run.wish
    lines = [
        f"# {wish.robot} for {wish.game} ({wish.scenario}), tuned by hexfront tune: {wish.method}, "
        f"rounds: {len(run.rounds)}, pairs of a candidate in a round: {wish.pairs},",
        f"# against {wish.against}, seed {wish.seed}: {', '.join(wish.names)}.",
        "",
        "[planner]",
        *(f"{name} = {value!r}" for name, value in values.items()),
        "",
        "[ranges]",
        *(f"{name} = [{low!r}, {high!r}]" for name, (low, high) in run.ranges.items()),
    ]
    return "\n".join(lines) + "\n"


# -- measuring ---------------------------------------------------------------------------------------------------


class _Games:
    """Measures candidates by playing."""

    def __init__(self, wish: Wish, out: Path, jobs: int, tick: Callable[[], None] | None, lookup: Lookup) -> None:
        self.wish, self.out, self.jobs, self.tick, self.lookup = wish, out, jobs, tick, lookup

    def __call__(self, number: int, candidates: list[Weights]) -> list[float]:
        robots = [self._write(number, place, values) for place, values in enumerate(candidates, 1)]
        tasks = [task for robot in robots for task in self._tasks(number, robot)]
        outcomes = list(self._play(tasks))
        each = 2 * self.wish.pairs
        return [worth(outcomes[first : first + each]) for first in range(0, len(outcomes), each)]

    def _write(self, number: int, place: int, values: Weights) -> str:
        """The name of the robot that plays with these weights."""
        path = (self.out / "candidates" / f"round-{number}-{place}.toml").resolve()
        whole = weights.load(self.lookup(self.wish.game), self.wish.robot.partition("@")[2]) | values
        write_file(path, "\n".join(["[planner]", *(f"{name} = {value!r}" for name, value in whole.items())]) + "\n")
        return f"{self.wish.robot.partition('@')[0]}@{path}"

    def _tasks(self, number: int, robot: str) -> list[Task]:
        wish = self.wish
        failures = str(self.out / "failures")
        return [
            Task(wish.game, two, f"{wish.seed}-{number}-{n}", wish.scenario, wish.options, "", failures, self.lookup)
            for n in range(1, wish.pairs + 1)
            for two in ((robot, wish.against), (wish.against, robot))
        ]

    def _play(self, tasks: list[Task]) -> Iterator[Outcome]:
        for outcome in spread(play_one, tasks, self.jobs, "", _lost):
            if self.tick:
                self.tick()
            yield outcome


def _lost(task: Task) -> Outcome:
    return Outcome(task.seed, 0, why="tried three times, and its process was ended every time")


SCALE = 40.0  # points of both games together at which a pair counts three quarters


def worth(outcomes: list[Outcome]) -> float:
    """What a candidate is worth by its pairs, from -1 to 1; a pair with a game that failed is lost."""
    pairs = zip(outcomes[::2], outcomes[1::2], strict=True)
    return fmean(
        exact.tanh((first.result.margin - second.result.margin) / SCALE) if first.result and second.result else -1.0
        for first, second in pairs
    )
