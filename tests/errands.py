"""Errands that tests of the laboratory send to other processes. Light to import, since every worker does."""

import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    """A piece of work."""
    return number * number


def slow_first(number: int) -> int:
    """The first task is the last to be done."""
    time.sleep(0.0 if number else 1.0)
    return number


def stamp(number: int) -> float:
    """When it was done: each takes a while."""
    time.sleep(0.3)
    return time.time()


def dies_once(task: tuple[str, int]) -> int:
    """Ends its own process the first time it meets number 3, as the system does with who takes too much memory."""
    folder, number = task
    mark = Path(folder) / "died"
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.05)
    return number


def dies_always(task: tuple[str, int]) -> int:
    """Ends its own process whenever it meets number 3, and keeps count."""
    folder, number = task
    if number == 3:
        with (Path(folder) / "deaths").open("a") as file:
            file.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.05)
    return number


def stays(task: tuple[str, int]) -> int:
    """Is at work for minutes, and says so all the time."""
    folder, number = task
    for _ in range(3000):
        (Path(folder) / str(number)).touch()
        time.sleep(0.1)
    return number


def fails(number: int) -> int:
    """Raises an error of its own."""
    if number == 3:
        raise ValueError("three is too much")
    return number
