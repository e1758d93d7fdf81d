"""Find the programs that the tests drive: a Chromium for the browser tests, a PostgreSQL for those of the server.

Run as a script (as `make test` does) it also installs what is missing, where that is possible without asking: as root
on a system with apt. Whatever it finds, does or cannot do it says in one line each. Tests only look; what is not there
they skip, with the reason given here. HEXFRONT_CHROMIUM and HEXFRONT_POSTGRES_BIN name programs that are elsewhere,
HEXFRONT_NO_INSTALL=1 keeps this from installing anything.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

APT_WAIT = 180  # seconds to wait for another apt that is at work
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CLUSTER_TOOLS = ("initdb", "postgres", "pg_ctl")


@dataclass(frozen=True)
class Tool:
    """A program: where it is, or why it is not here."""

    name: str
    path: Path | None = None
    why: str = ""

    def __bool__(self) -> bool:
        return self.path is not None


def chromium() -> Tool:
    """The browser that Playwright drives."""
    given = os.environ.get("HEXFRONT_CHROMIUM")
    if given:
        there = os.access(given, os.X_OK)
        return (
            Tool("Chromium", Path(given))
            if there
            else Tool("Chromium", None, f"HEXFRONT_CHROMIUM: {given} is not there")
        )
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found:
        return Tool("Chromium", Path(found))
    return Tool("Chromium", None, "no Chromium on the PATH; install it or name one with HEXFRONT_CHROMIUM")


def postgres() -> Tool:
    """The folder with the programs of a PostgreSQL server, the newest one if there are several."""
    given = os.environ.get("HEXFRONT_POSTGRES_BIN")
    beside = shutil.which("initdb")
    kept = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    folders = [Path(given)] if given else [*([Path(beside).resolve().parent] if beside else []), *kept]
    for folder in folders:
        if all(os.access(folder / name, os.X_OK) for name in CLUSTER_TOOLS):
            return Tool("PostgreSQL", folder)
    said = f"HEXFRONT_POSTGRES_BIN: no {' and '.join(CLUSTER_TOOLS)} in {given}" if given else ""
    return Tool("PostgreSQL", None, said or "no PostgreSQL server here; install it or set HEXFRONT_POSTGRES_BIN")


def _version(folder: Path) -> tuple[int, ...]:
    """The version in a path like /usr/lib/postgresql/15/bin."""
    return tuple(int(part) for part in folder.parent.name.split(".") if part.isdigit())


PACKAGES: dict[str, tuple[Callable[[], Tool], str]] = {
    "Chromium": (chromium, "chromium"),
    "PostgreSQL": (postgres, "postgresql"),
}


def get(name: str, say: Callable[[str], None] = print) -> Tool:
    """A tool, installed if it is not there and may be installed; what happened is said."""
    look, package = PACKAGES[name]
    found = look()
    if found:
        say(f"{name}: {found.path}")
        return found
    refused = _may_not_install()
    if refused:
        say(f"{name}: {found.why} ({refused}). The tests that need it are skipped.")
        return found
    say(f"{name}: not here, installing the package {package}")
    failed = _install(package)
    found = look()
    say(f"{name}: {found.path}, installed now" if found else f"{name}: could not be installed: {failed or found.why}")
    return found


def _may_not_install() -> str:
    """Why nothing can be installed here; empty if it can."""
    if os.environ.get("HEXFRONT_NO_INSTALL"):
        return "HEXFRONT_NO_INSTALL is set"
    if not shutil.which("apt-get"):
        return "no apt to install it with"
    return "" if os.geteuid() == 0 else "only root can install it"


def _install(package: str) -> str:
    """Install a package with apt; the last line of what went wrong, or nothing."""
    wait = ["-o", f"DPkg::Lock::Timeout={APT_WAIT}", "-o", "Acquire::Retries=2"]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *wait, package]
    last = ""
    for before in ([], ["apt-get", "update", *wait]):  # the lists of packages are renewed only if they must be
        if before:
            subprocess.run(before, env=quiet, capture_output=True, timeout=600)
        done = subprocess.run(command, env=quiet, capture_output=True, text=True, timeout=900)
        if done.returncode == 0:
            return ""
        last = (done.stderr.strip() or done.stdout.strip() or f"apt-get ended with {done.returncode}").splitlines()[-1]
    return last


def main() -> None:
    """Find or install everything. The tests run without it too, so this never fails."""
    for name in PACKAGES:
        try:
            get(name, lambda line: print(line, flush=True))
        except (OSError, subprocess.SubprocessError) as error:
            print(f"{name}: could not be installed: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
