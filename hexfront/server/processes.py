"""Worker processes that may have to be ended in the middle of their work, and that never outlive who started them."""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import Executor

_PR_SET_PDEATHSIG = 1  # of prctl(2), Linux only


def follow_parent() -> None:
    """From here on this process ends when its parent does, however that ended: also by kill -9.

    Linux sees to it by itself; anywhere, and where the parent is gone already, a thread waits for it.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def end_at_once(pool: Executor | None) -> None:
    """Let go of a pool without waiting for what it is doing."""
    if pool is not None:
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
