"""A full disk: one clear sentence, nothing half written, and the game goes on when there is room again."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import live
import pytest

SMALL = 6 * 1024 * 1024  # bytes of the small disk


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system of a few megabytes; skipped where none may be mounted."""
    place = folder / "disk"
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", place], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"no small disk can be mounted here: {done.stderr.strip() or 'mount refused'}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=True)


def fill(place: Path) -> Path:
    """Write until nothing more fits."""
    ballast = place / "ballast"
    with ballast.open("wb", buffering=0) as out:
        for size in (65536, 4096, 1):
            with contextlib.suppress(OSError):
                while True:
                    out.write(b"x" * size)
    return ballast


def test_a_full_disk_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        server = live.Server(tmp_path, db=f"sqlite+aiosqlite:///{disk / 'hexfront.db'}")
        with server:
            ballast: list[Path] = []
            _through_the_fault(server, lambda: ballast.append(fill(disk)), lambda: ballast[0].unlink())


def test_a_file_that_may_not_grow_is_told_too(tmp_path: Path) -> None:
    """The same by a limit on the size of files, which needs no rights: where quotas or the file system set one."""
    server = live.Server(tmp_path)
    with server:

        def limit(most: int) -> None:
            for pid in server.pids:
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

        def tight() -> None:
            largest = max(path.stat().st_size for path in tmp_path.glob("hexfront.db*"))
            limit(largest + 40_000)

        _through_the_fault(server, tight, lambda: limit(resource.RLIM_INFINITY))


def _through_the_fault(server: live.Server, fault: Callable[[], object], repair: Callable[[], object]) -> None:
    client = live.Client(server.url)
    script = live.random_orders("pgg", "disk", 400)
    game = client.new_game("pgg", live.hot_seat("pgg"), seed="disk")["id"]
    client.play(game, script[:20])
    fault()
    number, key, refusal = _until_refused(client, game, script, 20)
    _is_clear(refusal)
    assert client.view(game)["number"] == number  # what was refused did not count, and reading still works
    again = client.order(game, script[number], number, key)
    assert again.status_code in (503, 507), again.text
    repair()
    after = client.order(game, script[number], number, key)
    assert after.is_success, after.text
    assert after.json()["number"] == number + 1
    client.play(game, script[number + 1 : number + 10], number + 1)
    assert server.process is not None and server.process.poll() is None
    server.kill()
    server.start()
    assert [order for order, _ in live.entries(client.record(game))] == script[: number + 10]


def _until_refused(client: live.Client, game: str, script: list[str], number: int) -> tuple[int, str, live.Json]:
    """Play on until an order is refused: how many were taken, the key of the refused one, and the answer."""
    while number < len(script):
        answer = client.order(game, script[number], number, f"disk-{number}")
        if not answer.is_success:
            assert answer.status_code in (503, 507), answer.text
            found: live.Json = answer.json()
            return number, f"disk-{number}", found
        number += 1
    raise AssertionError(f"{number} orders were written to a full disk")


def _is_clear(answer: live.Json) -> None:
    """One sentence that a player understands, without a word of the machine's."""
    why = answer["error"]["why"]
    assert "disk" in why or "cannot write" in why, why
    assert "Traceback" not in why and "sqlite" not in why.lower() and why.count(".") <= 2, why


def test_a_server_that_cannot_write_at_its_start_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("in the way")
    server = live.Server(tmp_path, db=f"sqlite+aiosqlite:///{folder / 'hexfront.db'}")
    server.start(ready=False)
    assert server.process is not None
    try:
        assert server.process.wait(live.PATIENCE) != 0
    finally:
        server.kill()
    said = server.tail()
    assert "hexfront:" in said and "Traceback" not in said, said


def test_errno_of_a_full_disk_is_what_we_think(tmp_path: Path) -> None:
    """The small disk is really full when `fill` is done, or the test above shows nothing."""
    with small_disk(tmp_path) as disk:
        fill(disk)
        with pytest.raises(OSError) as caught, (disk / "more").open("wb", buffering=0) as out:
            os.write(out.fileno(), b"x" * 8192)
        assert caught.value.errno == errno.ENOSPC
