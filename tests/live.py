"""Real processes for tests and benchmarks: a hexfront server, a PostgreSQL, and clients that play through the API.

Nothing here stands in for anything: the server is the one `hexfront serve` starts, on a free port of the loopback, and
it is ended the way servers end, by a signal.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import httpx

if TYPE_CHECKING:
    from hexfront.engine.session import LogLine

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import find_tools  # noqa: E402

PATIENCE = 30.0  # seconds for a server to begin or to end
Json = dict[str, Any]
Answer = TypeVar("Answer")


def free_port() -> int:
    """A port of the loopback that nobody listens on; below those from which systems take the ports of connections.

    A server may begin on it only later, or again: in between one of those could be some connection's own.
    """
    chance = random.SystemRandom()
    while True:
        port = chance.randrange(15_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


# -- the server ----------------------------------------------------------------------------------------------


class Server:
    """One `hexfront serve`, its port and its data kept over restarts."""

    def __init__(
        self,
        folder: Path,
        db: str = "",
        workers: int = 1,
        limits: bool = False,
        env: Mapping[str, str] | None = None,
        before: Sequence[str] = (),
        program: Sequence[str] = (sys.executable, "-m", "hexfront.cli"),
    ) -> None:
        self.folder, self.workers, self.command = folder, workers, [*before, *program]
        self.db = db or f"sqlite+aiosqlite:///{folder / 'hexfront.db'}"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self.env = {**os.environ, "XDG_DATA_HOME": str(folder), "HEXFRONT_LIMITS": str(limits).lower(), **(env or {})}
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self, ready: bool = True) -> Server:
        """Start it, and wait until it answers."""
        command = [*self.command, "serve", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--db", self.db, "--workers", str(self.workers)]
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                command, stdout=out, stderr=out, cwd=ROOT, env=self.env, start_new_session=True
            )
        if ready:
            self.wait_ready()
        return self

    def wait_ready(self) -> None:
        """Wait until the server answers."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/api/catalog", timeout=5).status_code == 200:
                    return
            if self.process is None or self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"the server does not answer:\n{self.tail()}")

    def stop(self) -> int:
        """Ask it to end, and wait; how it ended."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self._sweep()
        return code

    def kill(self) -> None:
        """kill -9, it and all its workers at once."""
        if self.process is not None:
            self._sweep()
            self.process.wait(PATIENCE)
            self.process = None

    def _sweep(self) -> None:
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    @property
    def pids(self) -> list[int]:
        """The process and all its children."""
        assert self.process is not None
        found = []
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError, ValueError):
                if entry.name.isdigit() and os.getpgid(int(entry.name)) == self.process.pid:
                    found.append(int(entry.name))
        return found

    def kill_alone(self, patience: float = 5.0) -> None:
        """kill -9, the process that was started and none of its children: they must end by themselves."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(PATIENCE)
        end = time.monotonic() + patience
        while left := {pid: cmd for pid in self.pids if (cmd := command_of(pid))}:
            assert time.monotonic() < end, left
            time.sleep(0.05)

    @contextlib.contextmanager
    def robots_held(self) -> Iterator[None]:
        """Robots stand still in the middle of a thought, so that there is time to look at it on any machine."""
        found = [pid for pid in self.pids if b"multiprocessing.spawn" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        assert found, "no robot has a process yet"
        for pid in found:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in found:
                with contextlib.suppress(ProcessLookupError):  # whoever held it too long was ended
                    os.kill(pid, signal.SIGCONT)

    def seed_of(self, game: str) -> str:
        """The secret of a game, from the database itself: no player of a game with others ever learns it."""
        query = "SELECT seed FROM game WHERE id = "
        if self.db.startswith("sqlite"):
            with contextlib.closing(sqlite3.connect(self.db.partition(":///")[2])) as db:
                return str(db.execute(f"{query}?", (game,)).fetchone()[0])
        return str(run(_fetch(self.db.replace("+asyncpg", ""), f"{query}$1", game)))

    def tail(self, lines: int = 40) -> str:
        """The last lines of what the server said."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:]) if self.log.exists() else ""


def command_of(pid: int) -> bytes:
    """How a process was started; nothing for one that has ended, buried or not."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def run(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run something asynchronous in a thread of its own: a browser's driver may hold the loop of this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def _fetch(url: str, query: str, value: str) -> object:
    import asyncpg

    db = await asyncpg.connect(url)
    try:
        return await db.fetchval(query, value)
    finally:
        await db.close()


async def put_back(url: str, revision: str) -> None:
    """Make a database what it was at an older revision, as the migrations themselves take back what they did."""
    from alembic import command
    from alembic.config import Config

    from hexfront.server.storage.db import MIGRATIONS, make_engine

    def down(connection: object) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.downgrade(config, revision)

    engine = make_engine(url)
    try:
        async with engine.connect() as connection:
            await connection.execution_options(hexfront_writes=True)
            async with connection.begin():
                await connection.run_sync(down)
    finally:
        await engine.dispose()


# -- PostgreSQL ----------------------------------------------------------------------------------------------


class Postgres:
    """A PostgreSQL of our own on the loopback, in a folder that goes when it does."""

    def __init__(self) -> None:
        tool = find_tools.postgres()
        assert tool.path, tool.why
        self.bin, self.port = tool.path, free_port()
        self.home = Path(tempfile.mkdtemp(prefix="hexfront-pg-"))
        self.user = _unprivileged()
        if self.user:
            os.chown(self.home, pwd.getpwnam(self.user).pw_uid, -1)
        self._run("initdb", "-D", self.home / "data", "-U", "hexfront", "-A", "trust", "-E", "UTF8", "--locale=C")

    def __enter__(self) -> Postgres:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, program: str, *args: object) -> None:
        """Run one of its programs; root may not, so it is run as somebody else then."""
        done = subprocess.run(
            [str(self.bin / program), *map(str, args)],
            user=self.user,
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
        )
        assert done.returncode == 0, done.stdout.decode(errors="replace")

    def start(self) -> Postgres:
        """Start it and wait until it takes connections."""
        options = f"-c listen_addresses=127.0.0.1 -p {self.port} -k {self.home} -c max_connections=60"
        self._run("pg_ctl", "-D", self.home / "data", "-w", "-l", self.home / "log", "-o", options, "start")
        return self

    def stop(self, mode: str = "immediate") -> None:
        """Stop it; "immediate" is the way a machine loses it."""
        self._run("pg_ctl", "-D", self.home / "data", "-w", "-m", mode, "stop")

    def database(self, name: str) -> str:
        """A new empty database; its URL for `--db`."""
        self._run(
            "psql",
            "-h",
            "127.0.0.1",
            "-p",
            self.port,
            "-U",
            "hexfront",
            "-d",
            "postgres",
            "-c",
            f"CREATE DATABASE {name}",
        )
        return f"postgresql+asyncpg://hexfront@127.0.0.1:{self.port}/{name}"

    def close(self) -> None:
        """Stop it and take its folder away."""
        with contextlib.suppress(AssertionError, subprocess.SubprocessError):
            self.stop()
        shutil.rmtree(self.home, ignore_errors=True)


def _unprivileged() -> str | None:
    """Whom to run PostgreSQL as: nobody else unless we are root."""
    if os.geteuid():
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


# -- clients -------------------------------------------------------------------------------------------------


class Client(httpx.Client):
    """Somebody with a browser: cookies, the CSRF token, and short names for what people do."""

    def __init__(self, url: str, **given: Any) -> None:
        super().__init__(base_url=url, timeout=20, **given)
        self.sign_on()

    def __enter__(self) -> Client:
        return self  # it has spoken already, which the library would not have

    def __exit__(self, *_: object) -> None:
        self.close()

    def sign_on(self) -> None:
        """Become a guest, or remain who the cookie says."""
        answer = self.get("/api/me")
        answer.raise_for_status()
        self.person = answer.json()["person"]
        self.headers["X-CSRF-Token"] = answer.json()["csrf"]

    def new_game(self, game: str, seats: Mapping[str, str], **given: object) -> Json:
        """Set up a game: its id and its invitations."""
        return _good(self.post("/api/games", json={"game": game, "seats": dict(seats), **given}))

    def view(self, game: str) -> Json:
        """The game as this person sees it."""
        return _good(self.get(f"/api/games/{game}"))

    def order(self, game: str, order: str, seen: int, key: str = "") -> httpx.Response:
        """Send an order."""
        body = {"order": order, "seen": seen, "key": key or f"{random.getrandbits(64):x}"}
        return self.post(f"/api/games/{game}/orders", json=body)

    def play(self, game: str, orders: Sequence[str], seen: int = 0) -> Json:
        """Send orders one after the other, each of which must be taken; the last answer."""
        answer: Json = {}
        for number, order in enumerate(orders, seen):
            answer = _good(self.order(game, order, number))
        return answer

    def record(self, game: str) -> str:
        """The record as far as it goes."""
        answer = self.get(f"/api/games/{game}/record")
        assert answer.status_code == 200, answer.text
        return answer.text


def _good(answer: httpx.Response) -> Json:
    assert answer.is_success, (
        f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text[:400]}"
    )
    found: Json = answer.json()
    return found


# -- games to play -------------------------------------------------------------------------------------------


def scripted(game: str, seed: str, many: int, robot: str = "random", scenario: str = "") -> list[LogLine]:
    """The first lines of a game between two robots; with the same seed the server throws the same dice."""
    from hexfront import games
    from hexfront.engine.session import Session
    from hexfront.robots import decide, player

    rules = games.game(game)
    session = Session.start(rules, scenario, seed)
    players = {side: player(robot, rules, f"{seed} {side}") for side in rules.sides}
    while len(session.log) < many and (ask := session.ask()):
        session.play(decide(rules, session.state, ask, players[ask.side]))
    return session.log


def random_orders(game: str, seed: str, many: int) -> list[str]:
    """The first orders of a game between two players who do anything legal."""
    return [line.order for line in scripted(game, seed, many)]


def entries(record: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The orders of a record with their dice."""
    from hexfront.engine.records.record import read

    yield from ((entry.order, entry.dice) for entry in read(record).entries)


def hot_seat(game: str) -> dict[str, str]:
    """Seats for one person who plays both sides."""
    from hexfront import games

    first, second = games.game(game).sides
    return {first: "me", second: "local"}


RECORD = ROOT / "tests" / "records" / "pgg-soviet-marginal-0.2.txt"


class Recorded:
    """A game that was played once, or its beginning: its seed, and every order with the side that gave it."""

    def __init__(self, path: Path = RECORD, upto: int | None = None) -> None:
        from hexfront import games
        from hexfront.engine.records.record import read
        from hexfront.engine.session import replay

        self.record = read(path.read_text())
        self.log = replay(games.game, self.record, upto).log

    @property
    def setting(self) -> dict[str, Any]:
        """What a new game must be told to go the same way."""
        return {"scenario": self.record.scenario, "options": list(self.record.options), "seed": self.record.seed}

    def before(self, verb: str, side: str, nth: int = 1) -> int:
        """How many orders there are before a side's first, second ... order of a kind."""
        found = [line.number for line in self.log if line.order.split()[0] == verb and line.side == side]
        return found[nth - 1] - 1

    def orders(self, many: int) -> list[str]:
        """The first orders."""
        return [line.order for line in self.log[:many]]

    def play(self, game: str, clients: Mapping[str, Client], many: int, seen: int = 0) -> None:
        """Play orders up to a number, each by the one who sits at its side."""
        for line in self.log[seen:many]:
            _good(clients[line.side].order(game, line.order, line.number - 1))
