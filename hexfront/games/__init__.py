"""The games that there are: each folder here, and what other packages bring by the entry point `hexfront.games`.

Their manifests tell all that is to be known of them before one is played; nothing else in the project lists them.
"""

import sys
from functools import cache
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hexfront.engine.errors import BadData, HexfrontError
from hexfront.engine.game import Game
from hexfront.engine.manifest import Collection, Manifest, named


@cache
def collection() -> Collection:
    """All games, those of this package first; another one that cannot be read keeps nobody from playing the rest."""
    found = [_ours(path) for path in sorted(Path(__file__).parent.glob("*/manifest.py"))]
    broken = []
    for point in sorted(entry_points(group=__name__), key=str):
        try:
            found.append(_checked(point.load()))
        except Exception as error:
            broken.append(f"the game {point.name!r} of {point.value} cannot be read: {error}")
    return Collection({id(one): one for one in found}.values(), broken)  # named twice, it is still one


def _ours(path: Path) -> Manifest:
    """A manifest alone: the package around it, which brings the rules, is read when somebody plays the game."""
    name = f"{__name__}.{path.parent.name}.manifest"
    module = sys.modules.get(name)
    if module is None:
        spec = spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
    return _checked(module.MANIFEST)


def _checked(found: object) -> Manifest:
    if not isinstance(found, Manifest):
        raise BadData("it is no Manifest")
    return found


def playable() -> list[str]:
    """The ids of all editions of all games that can be played."""
    return collection().playable


def manifest(name: str) -> Manifest:
    """What the game with this id, or with an edition of this id, says of itself."""
    found = collection().owners.get(name)
    if found is None:
        raise BadData(f"there is no game {name!r}; there is: {', '.join(playable())}")
    return found


def game(name: str) -> Game[Any]:
    """The game with this id: an edition of one."""
    known = collection()
    if name not in known.playable:
        there = f"there is no game {name!r}; there is: {', '.join(known.playable)}"
        raise BadData("; ".join((there, *known.broken)))
    return _made(name, known.owners[name].edition(name).make)


def find(name: str) -> Game[Any] | None:
    """The game with this id, if there is one that can be played."""
    try:
        return game(name)
    except BadData:
        return None


def every() -> tuple[list[Game[Any]], list[str]]:
    """All games, and a sentence for each that cannot be played."""
    made, broken = [], list(collection().broken)
    for name in playable():
        try:
            made.append(game(name))
        except BadData as error:
            broken.append(str(error))
    return made, broken


@cache
def _made(name: str, make: str) -> Game[Any]:
    try:
        made: Game[Any] = named(make)()
    except HexfrontError:
        raise
    except Exception as error:
        raise BadData(f"the game {name!r} cannot be played: {make}: {error}") from error
    if made.id != name:
        raise BadData(f"the game {name!r} cannot be played: what {make} makes calls itself {made.id!r}")
    return made
