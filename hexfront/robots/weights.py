"""The weights of a game's robots: one data file, which the game's manifest names.

Each kind of robot has a table in it: [greedy], [planner]. [ranges] gives the bounds within which the planner's may be
tuned, [exploits.NAME] other values of them for the sparring partners of the laboratory. A file with a table [planner],
as `hexfront tune` writes it, is played by `planner@FILE`.
"""

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from hexfront.engine.errors import BadData
from hexfront.engine.game import Game

T = TypeVar("T")


def load(game: Game[Any], path: str = "") -> dict[str, float]:
    """The weights of a game's planner, with those of another file over them."""
    found = dict(_numbers(_file(game)))
    if path:
        given = _given(Path(path))
        unknown = sorted(given.keys() - found.keys())
        if unknown:
            raise BadData(f"{path}: the planner of {game.id} has no weight {unknown[0]!r}")
        found |= given
    return found


def ranges(game: Game[Any]) -> dict[str, tuple[float, float]]:
    """Within which bounds each weight may be tuned."""
    return table(_file(game), "ranges", dict[str, tuple[float, float]])


def exploit(game: Game[Any], name: str) -> dict[str, float]:
    """The weights with which a game's planner plays one of the sparring partners."""
    return table(_file(game), "exploits", dict[str, dict[str, float]]).get(name, {})


def table(file: str, name: str, kind: type[T]) -> T:
    """A table of the file `package:file`, as an object of this kind; one that is not there is empty."""
    return msgspec.convert(_read(file).get(name, {}), kind)


def _file(game: Game[Any]) -> str:
    file = game.manifest.robots.get("weights")
    if not file:
        raise FileNotFoundError(game.id)
    return file


@cache
def _read(file: str) -> dict[str, Any]:
    package, _, name = file.partition(":")
    return tomllib.loads((files(package) / name).read_text(encoding="utf-8"))


@cache
def _numbers(file: str) -> dict[str, float]:
    return table(file, "planner", dict[str, float])


def _given(path: Path) -> dict[str, float]:
    """The weights of a file for people; up to version 0.2 their table was called [weights]."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(data.get("planner", data.get("weights")), dict[str, float])
    except OSError as error:
        raise BadData(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: {error}") from None
    except msgspec.ValidationError:
        raise BadData(f"{path}: it should have a table [planner] of numbers") from None
