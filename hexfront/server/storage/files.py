"""The file of an SQLite database: nobody else's to read, and one server's at a time.

Two servers on one file would each trust what it remembers of its games. The lock is the kernel's: it ends with the
process that holds it, however that ends.
"""

import contextlib
import logging
import os
import stat
import sys
from pathlib import Path

from sqlalchemy import make_url

from hexfront.engine.errors import BadData
from hexfront.server.bounds import ADDRESS_NOTE
from hexfront.server.settings import Settings, data_folder

LOG = logging.getLogger("hexfront.server")
BESIDE = ("", "-wal", "-shm", "-journal", ".lock")  # what lies beside a database, and holds the same secrets
OURS, OURS_FOLDER = 0o600, 0o700
_HELD: dict[Path, int] = {}  # the locks of this process; a file is closed, and so unlocked, by its end only


class InUse(BadData):
    """Another server has the database."""

    exit_code = 1  # of a command that was right, and came too late


def file_of(url: str) -> Path | None:
    """The file of a database; None where there is none, in memory or at a server."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        return None
    return Path(parsed.database).resolve()  # one file has one lock, by whatever way it is reached


# -- whose they are ----------------------------------------------------------------------------------------


def make_room(path: Path) -> None:
    """The folder and the empty file of a new database, for nobody else whatever the umask says."""
    try:
        _make_folder(path.parent)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OURS))
    except OSError as error:
        raise BadData(f"{error.filename or path}: {error.strerror}") from None


def _make_folder(folder: Path) -> None:
    """A folder that we make is ours alone; one that is there stays as it is."""
    for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
        with contextlib.suppress(FileExistsError):
            missing.mkdir(OURS_FOLDER)


def tighten(path: Path) -> None:
    """Take from others what an older version, or a copy, has left open to them.

    A folder is tightened only if it is hexfront's own: one that somebody named may hold what others need.
    """
    if sys.platform == "win32":  # there the folders of a user are his by themselves
        return
    folder = data_folder()
    if path.parent == folder.resolve():
        _tighten(path.parent, OURS_FOLDER)
    for end in BESIDE:
        with contextlib.suppress(FileNotFoundError):
            _tighten(path.with_name(path.name + end), OURS)


def _tighten(path: Path, mode: int) -> None:
    now = stat.S_IMODE(path.stat().st_mode)
    if not now & ~mode:
        return
    try:
        path.chmod(now & mode)
    except OSError as error:
        LOG.warning("%s can be read by others and is not ours to change: %s", path, error.strerror)
    else:
        LOG.info("%s could be read by others; now it is for its owner only", path)


# -- one server at a time ----------------------------------------------------------------------------------


def hold(settings: Settings, address: str) -> None:
    """Take the database for this process until it ends. InUse, with one sentence, if another server has it."""
    path = file_of(settings.url)
    if path is None or path in _HELD:
        return
    make_room(path)
    beside = path.with_name(path.name + ".lock")
    try:
        lock = os.open(beside, os.O_RDWR | os.O_CREAT, OURS)
    except OSError as error:
        raise BadData(f"{beside}: {error.strerror}") from None
    if not _locked(lock):
        where = os.pread(lock, ADDRESS_NOTE, 0).decode(errors="replace").strip() if hasattr(os, "pread") else ""
        os.close(lock)
        at = f", at {where}" if where else ""
        raise InUse(f"another hexfront serves {path} already{at}: use that one, end it, or name another file by --db")
    _HELD[path] = lock
    os.truncate(lock, 0)
    os.write(lock, address.encode())


def _locked(lock: int) -> bool:
    """Try to get the lock. No child of ours inherits it: robots are processes that begin anew."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(lock, ADDRESS_NOTE, os.SEEK_SET)  # beyond the address, which others may read
            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
            os.lseek(lock, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
