"""The same games on a real Dask cluster and on a real Ray cluster, each started here with two workers.

Both listen on this machine only as long as the tests run; Ray's asks for a token that nobody else has.
"""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import errands
import pytest
import tiny

from hexfront import cli
from hexfront.engine.errors import BadData, HexfrontError
from hexfront.lab.cluster import check_cluster, pool
from hexfront.lab.match import play_match
from hexfront.lab.sim import Task, run, simulate, spread

HERE = Path(__file__).parents[1]
TOKEN = secrets.token_hex(16)
NEEDS = {"dask": ("distributed",), "ray": ("ray", "grpc")}


# -- clusters ----------------------------------------------------------------------------------------------


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def process(*args: str, log: Path, env: dict[str, str] | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A program in a session of its own, which is ended with all that it started."""
    ours = (HERE, HERE / "lab", HERE.parent / "examples" / "tiny")
    paths = os.pathsep.join(filter(None, [*map(str, ours), os.environ.get("PYTHONPATH", "")]))
    with log.open("wb") as out:
        started = subprocess.Popen(
            [sys.executable, "-m", *args], stdout=out, stderr=out, start_new_session=True,
            env={**os.environ, "PYTHONPATH": paths, **(env or {})},
        )  # fmt: skip
    try:
        yield started
    finally:
        end(started)


def end(started: "subprocess.Popen[bytes]", sign: signal.Signals = signal.SIGTERM) -> None:
    """End a program and whatever it started; in earnest if it does not hear."""
    for each in (sign, signal.SIGKILL):
        try:
            os.killpg(started.pid, each)
            started.wait(5)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue


def listening(port: int, started: "subprocess.Popen[bytes]", log: Path) -> None:
    """Wait until somebody listens at a port; skip with what the log says if nobody ever does."""
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if started.poll() is not None:
            break
        time.sleep(0.1)
    pytest.skip(f"no cluster could be started here: {log.read_text(errors='replace')[-300:]}")


def dask_worker(port: int, folder: Path, name: str) -> Any:
    """A worker of one thread, with the nanny that starts it again when it dies."""
    line = f"dask worker tcp://127.0.0.1:{port} --nthreads 1 --nworkers 1 --no-dashboard --name {name}"
    return process(*line.split(), "--local-directory", str(folder / name), log=folder / f"{name}.log")


@contextmanager
def dask_scheduler(folder: Path) -> Iterator[tuple[int, "subprocess.Popen[bytes]"]]:
    port = free_port()
    line = f"dask scheduler --host 127.0.0.1 --port {port} --no-dashboard"
    with process(*line.split(), log=folder / "scheduler.log") as scheduler:
        listening(port, scheduler, folder / "scheduler.log")
        yield port, scheduler


@contextmanager
def dask_cluster(folder: Path) -> Iterator[str]:
    with dask_scheduler(folder) as (port, _), ExitStack() as workers:
        for name in ("one", "two"):
            workers.enter_context(dask_worker(port, folder, name))
        yield f"dask://127.0.0.1:{port}"


@contextmanager
def ray_cluster(folder: Path) -> Iterator[str]:
    port = free_port()
    home = tempfile.mkdtemp(prefix="ray-")  # short: the names of its sockets may have a hundred letters
    auth = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": TOKEN}
    env = auth | {
        "RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S": "120"
    }  # Ray is large, and its first start from disk slow
    line = (
        f"ray.scripts.scripts start --head --block --num-cpus 2 --node-ip-address 127.0.0.1 --port {free_port()} "
        f"--ray-client-server-port {port} --min-worker-port 0 --max-worker-port 0 --include-dashboard false "
        f"--disable-usage-stats --object-store-memory 100000000 --temp-dir {home}"
    )
    with pytest.MonkeyPatch.context() as patch, process(*line.split(), log=folder / "ray.log", env=env) as head:
        for name, value in auth.items():
            patch.setenv(name, value)
        listening(port, head, folder / "ray.log")
        yield f"ray://127.0.0.1:{port}"
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="module", params=["dask", "ray"])
def cluster(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster of two workers."""
    for package in NEEDS[request.param]:
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed: pip install -e '.[{request.param}]'")
    start = {"dask": dask_cluster, "ray": ray_cluster}[request.param]
    with start(tmp_path_factory.mktemp(request.param)) as address:
        yield address


# -- the same everywhere -----------------------------------------------------------------------------------


def plain(found: dict[str, Any]) -> dict[str, Any]:
    """A summary without what depends on the clock."""
    return {key: value for key, value in found.items() if "second" not in key and key != "time"}


@pytest.mark.parametrize(
    ("game", "players", "count"),
    [("tiny", ("random", "random"), 12), ("pgg", ("random", "random"), 4), ("pgg", ("greedy", "random"), 2)],
)
def test_the_same_games_on_every_backend(cluster: str, game: str, players: tuple[str, str], count: int) -> None:
    def play(**where: Any) -> dict[str, Any]:
        lookup = tiny.lookup if game == "tiny" else None
        return plain(simulate(game, players, count, "everywhere", lookup=lookup, **where))

    here = play(jobs=1)
    assert here["finished"] == count and not here["failures"]
    assert play(jobs=2) == here
    assert play(cluster=cluster) == here


def test_a_match_on_a_cluster(cluster: str) -> None:
    def play(**where: Any) -> dict[str, Any]:
        return plain(play_match("tiny", "random", "random", 5, "cluster", lookup=tiny.lookup, **where))

    assert play(cluster=cluster) == play(jobs=1)


def test_the_command_line_on_a_cluster(
    cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    line = "sim pgg --players random,random --games 2 --seed cli --json"
    args = line.split()
    assert cli.run([*args, "--cluster", cluster]) == 0
    there = capfd.readouterr()
    assert there.err == ""
    assert cli.run([*args, "--jobs", "1"]) == 0
    assert plain(json.loads(there.out)) == plain(json.loads(capfd.readouterr().out))


# -- streaming and faults ----------------------------------------------------------------------------------


def test_results_stream_in_order(cluster: str) -> None:
    assert list(spread(errands.slow_first, range(5), None, cluster)) == [0, 1, 2, 3, 4]
    coming = spread(errands.stamp, range(10), None, cluster)
    next(coming)
    in_hand = time.time()
    assert in_hand < list(coming)[-1]


def test_who_stops_early_waits_for_nobody(cluster: str, capfd: pytest.CaptureFixture[str]) -> None:
    coming = spread(errands.stamp, range(100), None, cluster)
    next(coming)
    begin = time.time()
    coming.close()
    assert time.time() - begin < 10
    assert capfd.readouterr().err == ""


def test_a_worker_that_is_killed_costs_nothing(cluster: str, tmp_path: Path) -> None:
    tasks = [(str(tmp_path), number) for number in range(8)]
    assert list(spread(errands.dies_once, tasks, None, cluster)) == list(range(8))
    assert (tmp_path / "died").exists()


def test_a_task_that_kills_every_worker_is_given_up_and_no_other(cluster: str, tmp_path: Path) -> None:
    tasks = [(str(tmp_path), number) for number in range(6)]
    found = list(spread(errands.dies_always, tasks, None, cluster, lost=lambda task: -task[1]))
    assert found == [0, 1, 2, -3, 4, 5]
    assert len((tmp_path / "deaths").read_text()) >= 3


def test_an_error_of_the_task_itself_comes_through(cluster: str) -> None:
    with pytest.raises(ValueError, match="three is too much"):
        list(spread(errands.fails, range(5), None, cluster))


def test_a_dask_worker_killed_in_the_middle(tmp_path: Path) -> None:
    """One of two machines goes, with all that it had; the run ends as it would have."""
    pytest.importorskip("distributed", reason="distributed is not installed: pip install -e '.[dask]'")
    tasks = [Task("pgg", ("random", "random"), f"kill-{n}", "campaign", (), "", "failures", _game) for n in range(14)]
    wanted = [outcome.hash for outcome in run(tasks, 1)]
    with (
        dask_scheduler(tmp_path) as (port, _),
        dask_worker(port, tmp_path, "safe"),
        dask_worker(port, tmp_path, "doomed") as doomed,
    ):
        _wait_for_two(port)
        coming = run(tasks, None, None, f"dask://127.0.0.1:{port}")
        found = [next(coming).hash]
        end(doomed, signal.SIGKILL)
        found += [outcome.hash for outcome in coming]
    assert found == wanted and all(wanted)


def _game(name: str) -> Any:
    from hexfront import games

    return games.game(name)


def _wait_for_two(port: int) -> None:
    with pool(None, f"dask://127.0.0.1:{port}") as found:
        found.settings["client"].wait_for_workers(2, timeout=30)


def test_a_dask_scheduler_that_dies_ends_the_run_with_a_sentence(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="distributed is not installed: pip install -e '.[dask]'")
    with dask_scheduler(tmp_path) as (port, scheduler), dask_worker(port, tmp_path, "one"):
        coming = spread(errands.stamp, range(200), None, f"dask://127.0.0.1:{port}")
        next(coming)
        end(scheduler, signal.SIGKILL)
        with pytest.raises(HexfrontError, match=r"the Dask cluster at .* is gone"):
            list(coming)


# -- addresses ---------------------------------------------------------------------------------------------


@contextmanager
def mute() -> Iterator[int]:
    """A port at which somebody listens, and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        held = []
        thread = threading.Thread(target=lambda: held.extend(iter_connections(server)), daemon=True)
        thread.start()
        yield int(server.getsockname()[1])


def iter_connections(server: socket.socket) -> Iterator[socket.socket]:
    while True:
        try:
            yield server.accept()[0]
        except OSError:
            return


@pytest.mark.parametrize("kind", ["dask", "ray"])
@pytest.mark.parametrize("where", ["nobody", "mute"])
def test_an_address_without_a_cluster(kind: str, where: str, capfd: pytest.CaptureFixture[str]) -> None:
    for package in NEEDS[kind]:
        pytest.importorskip(package, reason=f"{package} is not installed: pip install -e '.[{kind}]'")
    with mute() as port:
        if where == "nobody":
            port = free_port()
        begin = time.time()
        code = cli.run(["sim", "pgg", "--players", "random,random", "--cluster", f"{kind}://127.0.0.1:{port}"])
    out, err = capfd.readouterr()
    assert code == 2 and out == "" and err.count("\n") == 1, err
    assert err.startswith(f"hexfront: there is no {kind.capitalize()} cluster at 127.0.0.1:{port}: ")
    assert time.time() - begin < 15


def test_a_dask_cluster_without_workers(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="distributed is not installed: pip install -e '.[dask]'")
    begin = time.time()
    with dask_scheduler(tmp_path) as (port, _), pytest.raises(BadData, match="has no workers"):
        begin = time.time()
        list(spread(errands.square, range(3), None, f"dask://127.0.0.1:{port}"))
    assert time.time() - begin < 15


@pytest.mark.parametrize(("kind", "package"), [("dask", "distributed"), ("ray", "ray"), ("ray", "grpc")])
def test_a_missing_package_is_named_with_its_extra(kind: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if package == "ray":
        pytest.importorskip("grpc", reason="grpc is not installed: pip install -e '.[ray]'")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(BadData, match=rf"{package}.*pip install 'hexfront\[{kind}\]'"):
        list(spread(errands.square, range(3), None, f"{kind}://127.0.0.1:1"))


@pytest.mark.parametrize(
    "address", ["", "dask", "dask://", "tcp://a:1", "ray://a", "dask://a:0", "ray://a:1/x", "ray://a:99999"]
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(BadData, match="write dask://HOST:PORT or ray://HOST:PORT"):
        check_cluster(address)
