"""The weights of the planners: a data file that the game's manifest names. `hexfront tune` writes it.

[weights] gives each weight its value, [ranges] the bounds within which it may be tuned, [exploits.NAME] other values
for the sparring partners of the laboratory.
"""

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from hexfront.engine.errors import BadData
from hexfront.games import manifest


def load(game_id: str, path: str = "") -> dict[str, float]:
    """The weights of a game's planner, with those of another file over them."""
    found = dict(_own(game_id)["weights"])
    if path:
        given = _table(_read(Path(path)), "weights", path)
        unknown = sorted(given.keys() - found.keys())
        if unknown:
            raise BadData(f"{path}: the planner of {game_id} has no weight {unknown[0]!r}")
        found |= given
    return found


def ranges(game_id: str) -> dict[str, tuple[float, float]]:
    """Within which bounds each weight may be tuned."""
    return {name: (float(low), float(high)) for name, (low, high) in _own(game_id)["ranges"].items()}


def exploit(game_id: str, name: str) -> dict[str, float]:
    """The weights with which a game's planner plays one of the sparring partners."""
    return dict(_own(game_id)["exploits"].get(name, {}))


@cache
def _own(game_id: str) -> dict[str, Any]:
    package, _, name = manifest(game_id).robots.get("weights", "").partition(":")
    if not name:
        raise FileNotFoundError(game_id)
    data = tomllib.loads((files(package) / name).read_text(encoding="utf-8"))
    return {
        "weights": _table(data, "weights", game_id),
        "ranges": data.get("ranges", {}),
        "exploits": data.get("exploits", {}),
    }


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadData(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: {error}") from None


def _table(data: dict[str, Any], name: str, path: str) -> dict[str, float]:
    found = data.get(name)
    if not isinstance(found, dict) or not all(isinstance(v, int | float) for v in found.values()):
        raise BadData(f"{path}: it should have a table [{name}] of numbers")
    return {str(key): float(value) for key, value in found.items()}
