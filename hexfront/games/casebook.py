"""Where the cases of the games are, and how to run them all."""

import tomllib
from pathlib import Path

from hexfront.engine.cases import Case, Outcome, read_cases, run_case
from hexfront.engine.errors import BadData
from hexfront.games import GAMES, game

_HERE = Path(__file__).resolve().parent.parent


def folder() -> Path:
    """The cases inside the package when it is installed, beside it in a checkout."""
    inside = _HERE / "cases"
    return inside if inside.is_dir() else _HERE.parent / "cases"


def _read(path: Path) -> tuple[str, list[Case]]:
    """The game a file belongs to, by its key `game` or its folder, and the file's cases."""
    try:
        text = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadData(f"{path.name}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path.name}: not readable as TOML: {error}") from None
    name = text.get("game", path.resolve().parent.name)
    if name not in GAMES:
        raise BadData(f"{path.name}: say which game it is for, with a first line such as: game = {next(iter(GAMES))!r}")
    return name, read_cases(path, text)


def load_cases(name: str) -> list[Case]:
    """All cases of a game."""
    game(name)
    return [case for path in sorted((folder() / name).glob("*.toml")) for case in _read(path)[1]]


def run_cases(name: str | None = None, file: Path | None = None) -> list[Outcome]:
    """Run the cases of a file, of a game, or of all games."""
    if file is not None:
        name, cases = _read(file)
        return [run_case(game(name), case) for case in cases]
    names = [name] if name else list(GAMES)
    return [run_case(game(one), case) for one in names for case in load_cases(one)]
