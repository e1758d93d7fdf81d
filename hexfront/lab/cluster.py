"""Where work is done: the cores of this machine, a Dask cluster or a Ray cluster, each as a backend of joblib.

Every machine of a cluster needs the same hexfront. Dask workers play one game at a time in each process, so start
them with one thread each (`dask worker --nthreads 1 --nworkers N`).
"""

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib import import_module
from typing import Any, NoReturn
from urllib.parse import urlsplit

import msgspec

from hexfront.engine.errors import BadData

PATIENCE = 10  # seconds in which a cluster must answer when we come
JOINS = 3  # how often a Ray cluster that answers is asked for a server
KINDS = ("dask", "ray")


class Pool(msgspec.Struct, frozen=True):
    """Workers to be had: how joblib is told of them, and what it says when one is lost or all are."""

    settings: dict[str, Any]  # for joblib.parallel_config
    lost: tuple[type[BaseException], ...]  # a task took its worker with it, or the worker was taken away
    gone: tuple[type[BaseException], ...] = ()  # nothing can be done there any more
    tries: int = 3  # how often a task is given out that loses its worker
    name: str = "this machine"


@contextmanager
def pool(jobs: int | None = None, cluster: str = "") -> Iterator[Pool]:
    """The workers for a run: processes of this machine, or those of the cluster at an address."""
    if not cluster:
        yield _local(jobs)
        return
    kind, host, port = check_cluster(cluster)
    with _knocking(kind, cluster), {"dask": _dask, "ray": _ray}[kind](host, port, jobs) as found:
        yield found


def check_cluster(cluster: str) -> tuple[str, str, int]:
    """The kind, host and port of a cluster's address; BadData unless it is one."""
    try:
        parts = urlsplit(cluster)
        kind, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        kind, host, port = "", None, None
    if kind not in KINDS or not host or not port or parts.path.strip("/") or parts.query:
        raise BadData(f"{cluster!r} is no address of a cluster; write dask://HOST:PORT or ray://HOST:PORT")
    return kind, host, port


@contextmanager
def _knocking(kind: str, cluster: str) -> Iterator[None]:
    """A missing package is told with the extra that brings it."""
    try:
        yield
    except ImportError as error:
        raise BadData(f"{cluster} needs what is not installed ({error.name}); pip install 'hexfront[{kind}]'") from None


def _knock(kind: str, host: str, port: int) -> None:
    """See that somebody listens there, before a library waits for long or fills the screen."""
    try:
        with socket.create_connection((host, port), PATIENCE / 2) as line:
            if kind == "dask":
                line.recv(1)  # its scheduler speaks first; for one who never does, Dask's client would wait for ever
    except OSError as error:
        raise _silent(kind, host, port, error.strerror or "no answer") from None


def _silent(kind: str, host: str, port: int, why: str) -> BadData:
    return BadData(f"there is no {kind.capitalize()} cluster at {host}:{port}: {' '.join(why.split())}")


# -- this machine ------------------------------------------------------------------------------------------


def _local(jobs: int | None) -> Pool:
    from concurrent.futures.process import BrokenProcessPool

    settings = {"backend": "loky", "n_jobs": jobs, "inner_max_num_threads": 1, "initializer": _deaf}
    return Pool(settings, (BrokenProcessPool,))


def _deaf() -> None:
    """Ctrl-C reaches every process of a terminal: the workers leave it to their parent, who ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def born_deaf() -> AbstractContextManager[None]:
    """Processes that are started in here do not hear Ctrl-C, not even before they come to `_deaf`."""
    return _hearing(signal.SIGINT, signal.SIG_IGN)


def last_will() -> AbstractContextManager[None]:
    """Who is killed in here, with the signal that asks for it, takes his workers with him."""
    return _hearing(signal.SIGTERM, _die)


def _die(number: int, frame: object) -> NoReturn:
    raise SystemExit(128 + number)


@contextmanager
def _hearing(number: signal.Signals, answer: Any) -> Iterator[None]:
    """For a while a signal is answered otherwise."""
    if threading.current_thread() is not threading.main_thread():  # only that one hears anything
        yield
        return
    before = signal.signal(number, answer)
    try:
        yield
    finally:
        signal.signal(number, before)


# -- Dask --------------------------------------------------------------------------------------------------


@contextmanager
def _dask(host: str, port: int, jobs: int | None) -> Iterator[Pool]:
    from concurrent.futures import CancelledError

    import distributed
    from distributed.comm.core import CommClosedError
    from joblib import register_parallel_backend

    connect: Any = distributed.Client  # untyped
    _knock("dask", host, port)
    with _hushed("distributed"):
        try:
            client = connect(f"tcp://{host}:{port}", timeout=PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise _silent("dask", host, port, f"it answers otherwise ({type(error).__name__})") from None
        register_parallel_backend("hexfront-dask", _dask_backend())
        try:
            _wait_for_workers(client, host, port)
            # The scheduler itself gives a task out again when its worker dies, several times; so one more try will do.
            settings = {"backend": "hexfront-dask", "client": client, "n_jobs": jobs or -1, "pure": False}
            gone = (CancelledError, distributed.client.FutureCancelledError, CommClosedError)
            yield Pool(settings, (distributed.KilledWorker,), gone, 2, f"the Dask cluster at {host}:{port}")
        finally:
            client.close(timeout=2)


def _wait_for_workers(client: Any, host: str, port: int) -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE / 2)
    except TimeoutError:
        raise BadData(f"the Dask cluster at {host}:{port} has no workers") from None


def _dask_backend() -> Callable[..., Any]:
    from joblib._dask import DaskDistributedBackend

    class DaskBackend(DaskDistributedBackend):  # type: ignore[misc]  # joblib has no types
        """joblib's backend, but it does not wait for ever for a task that Dask has given up.

        joblib's own tells `Parallel` of results only; for a task whose workers were killed again and again no callback
        comes. And with a single core it would play in this process.
        """

        def submit(self, func: Any, callback: Any = None) -> Any:
            future = super().submit(func, callback)
            future.add_done_callback(lambda done: (why := done.exception()) and callback(why))
            return future

        def effective_n_jobs(self, n_jobs: int) -> int:
            found = int(super().effective_n_jobs(n_jobs))
            return max(2, found if n_jobs < 1 else min(n_jobs, found))

    return DaskBackend


# -- Ray ---------------------------------------------------------------------------------------------------


@contextmanager
def _ray(host: str, port: int, jobs: int | None) -> Iterator[Pool]:
    grpc: Any = import_module("grpc")  # Ray's client needs it, and says so at length
    import ray
    from joblib import register_parallel_backend

    _knock("ray", host, port)
    if not os.environ.get("RAY_USE_TLS"):
        _knock_twice(grpc, host, port)
    with _hushed("ray"):
        _join(ray, host, port)
        register_parallel_backend("hexfront-ray", _ray_backend())
        try:
            lost = (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.OutOfMemoryError)
            gone = (ConnectionError, ray.exceptions.RaySystemError)
            settings = {"backend": "hexfront-ray", "n_jobs": jobs or -1}
            yield Pool(settings, lost, gone, 2, f"the Ray cluster at {host}:{port}")
        finally:
            ray.shutdown()


def _join(ray: Any, host: str, port: int) -> None:
    """Become a client. For each a server of its own is started there, which on a cold machine may come too late."""
    for again in reversed(range(JOINS)):
        try:
            ray.init(f"ray://{host}:{port}", logging_level=logging.CRITICAL, log_to_driver=False)
            return
        except Exception as error:  # Ray raises whatever its gRPC, its versions and its servers raise
            if not again or not isinstance(error, ConnectionAbortedError):
                raise _silent("ray", host, port, _gist(error)) from None


def _gist(error: Exception) -> str:
    """The first line of an error and its last: in between is another machine's traceback."""
    lines = [line for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return " ".join(line[:200] for line in dict.fromkeys((lines[0], lines[-1])))


def _knock_twice(grpc: Any, host: str, port: int) -> None:
    """Does it speak gRPC? Ray itself would ask for half a minute."""
    with grpc.insecure_channel(f"{host}:{port}") as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=PATIENCE / 2)
        except grpc.FutureTimeoutError:
            raise _silent("ray", host, port, "it answers otherwise") from None


def _ray_backend() -> Callable[..., Any]:
    from concurrent.futures import ThreadPoolExecutor

    import ray
    from joblib.parallel import ParallelBackendBase

    resources: Any = ray.cluster_resources  # untyped
    # Ray retries by itself what a dying worker left undone (max_retries), and gives a task to whoever is free.
    play = ray.remote(num_cpus=1, max_retries=2)(_call)

    class RayBackend(ParallelBackendBase):  # type: ignore[misc]  # joblib has no types
        """A backend by joblib's own interface, of Ray tasks.

        Ray's own backend for joblib (`ray.util.joblib`) cannot return a generator (it descends from that of
        multiprocessing, where joblib forbids it), and deals tasks out in turn, whoever is busy.
        """

        supports_retrieve_callback = True
        default_n_jobs = -1

        def effective_n_jobs(self, n_jobs: int) -> int:
            cores = int(resources().get("CPU", 1))
            return max(2, cores if n_jobs < 1 else min(n_jobs, cores))  # 1 would mean: in this process

        def start_call(self) -> None:
            self.refs: set[Any] = set()
            self.teller = ThreadPoolExecutor(1)

        def stop_call(self) -> None:
            self.teller.shutdown(wait=False)

        def submit(self, func: Any, callback: Any = None) -> Any:
            ref = play.remote(func)
            self.refs.add(ref)
            future = ref.future()
            # Ray tells of results in the thread that also sends our calls, and the callback sends the next task: in
            # that thread it would wait for itself.
            future.add_done_callback(lambda done: self._tell(ref, done, callback))
            return future

        def _tell(self, ref: Any, done: Any, callback: Any) -> None:
            self.refs.discard(ref)
            with suppress(RuntimeError):  # the run is over, and nobody listens any more
                self.teller.submit(callback, done)

        def retrieve_result_callback(self, future: Any) -> Any:
            try:
                return future.result()
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None  # what the task itself raised

        def abort_everything(self, ensure_ready: bool = True) -> None:
            for ref in list(self.refs):
                ray.cancel(ref, force=True)

    return RayBackend


def _call(batch: Callable[[], Any]) -> Any:
    return batch()


@contextmanager
def _hushed(name: str) -> Iterator[None]:
    """Keep a library's log from the terminal: what matters is told in a sentence."""
    known = [log for log in logging.root.manager.loggerDict if log.split(".")[0] == name]
    before = {log: logging.getLogger(log).level for log in (name, *known)}  # children may have a level of their own
    for log in before:
        logging.getLogger(log).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for log, level in before.items():
            logging.getLogger(log).setLevel(level)
