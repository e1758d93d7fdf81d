"""Work spread over many processes. Results come in the order of the tasks, as soon as they can.

A task must be picklable, and its result may depend on nothing but the task: then it does not matter where it is
worked out, nor how often it was begun.
"""

import os
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any, TypeVar

from hexfront.engine.errors import HexfrontError
from hexfront.lab.cluster import Pool, born_deaf, last_will, pool

T = TypeVar("T")
R = TypeVar("R")

_ALONE = threading.Lock()


def spread(
    function: Callable[[T], R],
    tasks: Iterable[T],
    jobs: int | None = None,
    cluster: str = "",
    lost: Callable[[T], R] | None = None,
) -> Generator[R]:
    """The function of every task, worked out here or on a cluster; results come in the order of the tasks.

    A task whose worker is killed is given out again; after three times `lost` says what its result is, and
    without `lost` the run ends with one sentence.
    """
    waiting = list(tasks)
    jobs = jobs if cluster else min(jobs or os.cpu_count() or 1, max(len(waiting), 1))
    if not cluster and jobs == 1:
        yield from map(function, waiting)
        return
    with last_will(), pool(jobs, cluster) as found, closing(_sorted(_all(function, waiting, found, lost))) as results:
        try:
            yield from results
        except found.gone as error:
            raise HexfrontError(f"{found.name} is gone ({type(error).__name__})") from None


def _sorted(results: Generator[tuple[int, R]]) -> Generator[R]:
    """Numbered results in their order; those that come too early wait."""
    early: dict[int, R] = {}
    due = 0
    with closing(results):
        for number, result in results:
            early[number] = result
            while due in early:
                yield early.pop(due)
                due += 1


def _all(
    function: Callable[[T], R], tasks: Sequence[T], pool: Pool, lost: Callable[[T], R] | None
) -> Generator[tuple[int, R]]:
    """Every result with its number, as they come.

    When a worker is lost all that was given out and not come back is suspected, and tried again each on its own: so
    one task that kills its worker every time is found, and the others are not blamed for it.
    """
    waiting = set(range(len(tasks)))
    suspects: Counter[int] = Counter()
    while waiting:
        given: set[int] = set()
        chosen = sorted(suspects)[:1] or sorted(waiting)
        try:
            for number, result in _round(function, tasks, chosen, given, pool):
                waiting.discard(number)
                given.discard(number)
                suspects.pop(number, None)
                yield number, result
        except pool.lost:
            suspects.update(given)
        for number in [number for number, tries in suspects.items() if tries >= pool.tries]:
            waiting.discard(number)
            del suspects[number]
            yield number, _give_up(tasks[number], pool, lost)


def _give_up(task: T, pool: Pool, lost: Callable[[T], R] | None) -> R:
    if lost is None:
        raise HexfrontError(f"a task was tried three times on {pool.name}, and its process was ended every time")
    return lost(task)


def _round(
    function: Callable[[T], R], tasks: Sequence[T], numbers: list[int], given: set[int], pool: Pool
) -> Generator[tuple[int, R]]:
    """Work through some tasks once, and keep account of what is given out."""
    import joblib

    def handed_out() -> Iterator[Any]:
        for number in numbers:
            given.add(number)
            # In a tuple: joblib's Dask backend scatters larger objects, and what is scattered dies with its worker.
            yield joblib.delayed(_one)((function, number, tasks[number]))

    with joblib.parallel_config(**pool.settings), born_deaf():
        # Unordered, so that no finished result is lost when a worker dies; one at a time, so that each streams.
        results = joblib.Parallel(return_as="generator_unordered", batch_size=1)(handed_out())
    try:
        for result in results:  # noqa: UP028  # not `yield from`, which would close them first, with a warning
            yield result
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # who stops early knows that work is thrown away
            results.close()


def _one(call: tuple[Callable[[T], R], int, T]) -> tuple[int, R]:
    """One task, in whatever process. A Dask worker has threads: they would only take time from each other."""
    function, number, task = call
    with _ALONE:
        return number, function(task)
