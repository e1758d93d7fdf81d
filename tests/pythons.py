"""The other Pythons of this machine, each with what the robots need; for tests that must come out alike on all of them.

They are looked for on the PATH and among those of pyenv, one for each version from 3.11 on. Each gets an environment
of its own beside the project's, made once and kept (`.venv/pythons`); with HEXFRONT_NO_INSTALL=1 none is made.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".venv" / "pythons"
NEEDS = ("msgspec", "numpy", "scipy")
OLDEST, NEWEST = 11, 20  # of Python 3
PATIENCE = 240  # seconds for an environment to be made
_WHO = "import json, sys; print(json.dumps([sys.implementation.name, *sys.version_info[:3]]))"


def others() -> dict[str, Path]:
    """By version, the oldest first: the newest Python of each minor version but the one that runs this."""
    found: dict[int, tuple[tuple[int, ...], Path]] = {}
    for path in _candidates():
        version = _version(path)
        if version and version[1] >= OLDEST and version[1] != sys.version_info[1]:
            found[version[1]] = max(found.get(version[1], (version, path)), (version, path))
    return {".".join(map(str, version)): path for version, path in sorted(found.values())}


def _candidates() -> list[Path]:
    named = (shutil.which(f"python3.{minor}") for minor in range(OLDEST, NEWEST))
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    return [Path(path) for path in named if path] + sorted(pyenv.glob("3.*/bin/python3"))


def _version(python: Path) -> tuple[int, ...]:
    """What it says it is; nothing if it does not start, or is no CPython."""
    try:
        said = subprocess.run([python, "-c", _WHO], capture_output=True, text=True, timeout=30)
        name, *version = json.loads(said.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return ()
    return tuple(version) if name == "cpython" else ()


def furnished(version: str, python: Path) -> Path:
    """The Python of an environment with the packages of `constraints.txt`; OSError with a sentence if there is none."""
    home = KEPT / version
    mark, pins = home / "ready", _pins()
    own = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    if mark.is_file() and mark.read_text(encoding="utf-8") == pins:
        return own
    if os.environ.get("HEXFRONT_NO_INSTALL"):
        raise OSError(f"Python {version} has no environment yet, and HEXFRONT_NO_INSTALL is set")
    shutil.rmtree(home, ignore_errors=True)
    _run(version, [str(python), "-m", "venv", str(home)])
    _run(version, [str(own), "-m", "pip", "install", "--quiet", "--only-binary", ":all:", *pins.split()])
    mark.write_text(pins, encoding="utf-8")
    return own


def _pins() -> str:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if line.partition("==")[0] in NEEDS)


def _run(version: str, command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise OSError(f"Python {version} could not be furnished within {PATIENCE} s") from None
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "no word why").splitlines()[-1]
        raise OSError(f"Python {version} could not be furnished: {last}")
