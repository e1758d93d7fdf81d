"""Worker processes that may have to be ended in the middle of their work."""

from concurrent.futures import Executor


def end_at_once(pool: Executor | None) -> None:
    """Let go of a pool without waiting for what it is doing."""
    if pool is not None:
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
