"""Data files: TOML with a format number, read with errors that name the file and the place."""

import tomllib
from pathlib import Path
from typing import Any

from hexfront.engine.errors import BadData

FORMAT = 1


def load(path: Path) -> dict[str, Any]:
    """A data file, or BadData with one sentence that names it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadData(f"{path.name}: there is no such file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path.name}: not readable as TOML: {error}") from None
    except OSError as error:
        raise BadData(f"{path.name}: {error.strerror}") from None
    if data.get("format") != FORMAT:
        raise BadData(f"{path.name}: format {data.get('format')!r} is not one this version reads ({FORMAT})")
    return data


def line_of(path: Path, text: str) -> int:
    """The first line of a file that holds this text, for an error message; 0 if none does."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if text in line:
            return number
    return 0


def wrong(path: Path, why: str, near: str) -> BadData:
    """The error for a file, with the line where `near` stands."""
    line = line_of(path, near)
    return BadData(f"{path.name}{f' line {line}' if line else ''}: {why}")
