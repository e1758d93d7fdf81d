"""The file of an SQLite database: whose it is to read, and which server has it."""

import contextlib
import logging
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from live import ROOT, Client, Server, free_port, hot_seat

from hexfront.engine.errors import BadData
from hexfront.server.settings import Settings
from hexfront.server.storage import files

posix = pytest.mark.skipif(os.name == "nt", reason="on Windows a user's folders are his by themselves")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@contextlib.contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def default_server(folder: Path) -> Server:
    """A server on the database in the data folder, as `hexfront serve` alone would have it."""
    return Server(folder, db=f"sqlite+aiosqlite:///{folder / 'hexfront' / 'hexfront.db'}")


@posix
def test_a_new_database_is_for_its_owner_only_whatever_the_umask(tmp_path: Path) -> None:
    with umask(0), default_server(tmp_path) as server:
        Client(server.url).new_game("pgg", hot_seat("pgg"))
        folder = tmp_path / "hexfront"
        assert mode(folder) == 0o700
        found = {path.name: mode(path) for path in folder.iterdir()}
        assert set(found) == {"hexfront.db", "hexfront.db-wal", "hexfront.db-shm", "hexfront.db.lock"}
        assert set(found.values()) == {0o600}, found


@posix
def test_what_an_older_version_left_open_is_tightened_and_told_once(tmp_path: Path) -> None:
    with default_server(tmp_path) as server:
        server.stop()
        server.process = None
        folder = tmp_path / "hexfront"
        folder.chmod(0o755)
        (folder / "hexfront.db").chmod(0o644)
        for _ in range(2):
            server.start()
            server.stop()
            server.process = None
        assert (mode(folder), mode(folder / "hexfront.db")) == (0o700, 0o600)
        assert server.log.read_text().count("could be read by others") == 2  # the folder and the file


@posix
def test_a_folder_that_somebody_named_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o755)
    with umask(0):
        files.make_room(shared / "games.db")
    (shared / "games.db").chmod(0o664)
    files.tighten(shared / "games.db")
    assert (mode(shared), mode(shared / "games.db")) == (0o755, 0o600)


@posix
def test_what_is_not_ours_to_change_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    path = tmp_path / "games.db"
    path.touch()
    path.chmod(0o644)
    monkeypatch.setattr(Path, "chmod", forbidden)
    with caplog.at_level(logging.INFO):
        files.tighten(path)
    assert [one.levelname for one in caplog.records] == ["WARNING"] and "not ours" in caplog.text


# -- one server at a time ------------------------------------------------------------------------------------


def second(server: Server, db: str) -> subprocess.CompletedProcess[str]:
    """Another `hexfront serve`; it should end by itself."""
    command = [sys.executable, "-m", "hexfront.cli", "serve", "--port", str(free_port()), "--db", db]
    return subprocess.run(command, cwd=ROOT, env=server.env, capture_output=True, text=True, timeout=60)


def test_the_second_server_on_a_file_says_where_the_first_is(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        link = tmp_path / "other.db"
        link.symlink_to(tmp_path / "hexfront.db")
        for db in (server.db, f"sqlite+aiosqlite:///{link}"):
            done = second(server, db)
            assert done.returncode == 1, done.stderr
            assert "another hexfront serves" in done.stderr and f", at {server.url}/:" in done.stderr
            assert done.stderr.strip().count("\n") == 0
        me = Client(server.url)
        game = me.new_game("pgg", {"german": "random", "soviet": "random"})["id"]
        while not me.view(game)["number"]:
            time.sleep(0.05)
        first = server.process
        assert first is not None
        first.kill()  # with -9, and only the server: the kernel lets go of the lock, and no robot holds it
        first.wait()
        try:
            server.start()
            assert Client(server.url).get(f"/api/games/{game}").is_success
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(first.pid, signal.SIGKILL)


def test_the_lock_is_of_one_process_and_of_no_memory(tmp_path: Path) -> None:
    files.hold(Settings(db="sqlite+aiosqlite:///:memory:"), "")
    settings = Settings(db=f"sqlite+aiosqlite:///{tmp_path / 'a.db'}")
    files.hold(settings, "http://here/")
    files.hold(settings, "http://there/")  # a worker in the same process
    assert (tmp_path / "a.db.lock").read_text() == "http://here/"
    (tmp_path / "b.db.lock").mkdir()
    with pytest.raises(BadData, match=r"b\.db\.lock: Is a directory"):
        files.hold(Settings(db=f"sqlite+aiosqlite:///{tmp_path / 'b.db'}"), "")
