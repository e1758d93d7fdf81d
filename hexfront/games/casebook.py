"""Where the cases of the games are, and how to run them all."""

import tomllib
from pathlib import Path

from hexfront.engine.cases import Case, Outcome, read_cases, run_case
from hexfront.engine.errors import BadData
from hexfront.engine.manifest import Manifest
from hexfront.games import collection, game, manifest, playable

_HERE = Path(__file__).resolve().parent.parent


def folder(of: Manifest) -> Path:
    """Where the cases of a game are: those of the house lie in its package when it is installed, else beside it."""
    inside = _HERE / "cases"
    return of.cases or (inside if inside.is_dir() else _HERE.parent / "cases") / of.id


def _read(path: Path) -> tuple[str, list[Case]]:
    """The edition that a file is for, by its key `game` or its folder, and the file's cases."""
    try:
        text = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadData(f"{path.name}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path.name}: not readable as TOML: {error}") from None
    here = path.resolve().parent
    name = text.get("game") or next((one.id for one in collection().manifests.values() if folder(one) == here), "")
    if name not in playable():
        raise BadData(f"{path.name}: say which game it is for, with a first line such as: game = {playable()[0]!r}")
    return name, read_cases(path, text)


def load_cases(name: str) -> list[Case]:
    """All cases of an edition."""
    found = map(_read, sorted(folder(manifest(name)).glob("*.toml")))
    return [case for edition, cases in found for case in cases if edition == name]


def run_cases(name: str | None = None, file: Path | None = None) -> list[Outcome]:
    """Run the cases of a file, of a game, or of all games."""
    if file is not None:
        name, cases = _read(file)
        return [run_case(game(name), case) for case in cases]
    names = [name] if name else playable()
    return [run_case(game(one), case) for one in names for case in load_cases(one)]
