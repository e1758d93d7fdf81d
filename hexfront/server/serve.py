"""`hexfront serve`: bring the database up to date, then let one worker or several answer."""

import asyncio
import contextlib
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser

import uvicorn
from litestar import Litestar
from sqlalchemy import make_url

from hexfront.engine.errors import BadData
from hexfront.server import bounds, clock
from hexfront.server.app import create_app
from hexfront.server.browser import open_when_ready, runs_already
from hexfront.server.gate.addresses import is_loopback
from hexfront.server.logs import log_plainly
from hexfront.server.processes import follow_parent
from hexfront.server.settings import Settings, from_environment, to_environment
from hexfront.server.storage.db import Unavailable, migrate, newest
from hexfront.server.storage.files import file_of, hold, tighten

LOG = logging.getLogger("hexfront.server")


def run_server(settings: Settings, open_browser: bool = False) -> None:
    """Serve until somebody stops it. BadData, with one sentence, if it cannot begin."""
    settings.check()
    log_plainly()
    address = address_of(settings)
    if open_browser and runs_already(settings):
        LOG.info("hexfront is running already, at %s", address)
        webbrowser.open(address)
        return
    hold(settings, address)
    _check_free(settings)
    _prepare(settings)
    LOG.info("hexfront is at %s (database: %s)", address, make_url(settings.url).set(query={}).render_as_string())
    for warning in warnings_of(settings):
        LOG.warning("%s", warning)
    ask_for_files()
    if open_browser:
        threading.Thread(target=open_when_ready, args=(address,), daemon=True).start()
    os.environ.update(to_environment(settings))
    uvicorn.run(
        "hexfront.server.serve:worker",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        backlog=bounds.BACKLOG,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.public_url),
        forwarded_allow_ips=settings.proxies,
        http="hexfront.server.gate.protocol:BoundedHttp",
        ws="hexfront.server.gate.protocol:BoundedSocket",
        ws_per_message_deflate=False,  # it would cost every watcher more memory than all the rest
        ws_max_size=bounds.MESSAGE,
        timeout_keep_alive=bounds.IDLE,
        timeout_graceful_shutdown=3,
        timeout_worker_healthcheck=30,
    )


def worker() -> Litestar:
    """The application of one worker process; its settings come by the environment."""
    follow_parent()
    log_plainly()
    settings = from_environment()
    hold(settings, "")  # ours already, unless somebody else has started this worker
    app = create_app(settings)
    _tune()
    return app


def _tune() -> None:
    """Two habits of Python that would make an order wait now and then.

    What is there from the start is never garbage, so that nobody need look through it again and again; and the thread
    that writes gets its turn after one millisecond, not after five, when the event loop has much to do.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    sys.setswitchinterval(0.001)


def warnings_of(settings: Settings) -> list[str]:
    """What whoever runs this server should know, a sentence each."""
    found = []
    if not is_loopback(settings.host) and not settings.public_url:
        found.append(
            "others can reach this server, and HEXFRONT_PUBLIC_URL is not set: behind a proxy all people would share "
            "one address and its limits, and cookies would not be kept to HTTPS"
        )
    if any(made.startswith("--db=") or made == "--db" for made in sys.argv) and make_url(settings.url).password:
        found.append("everybody on this machine can read the password in --db: use HEXFRONT_DB or --db-file")
    if settings.smtp and not settings.public_url:
        found.append("no mail will be sent: HEXFRONT_PUBLIC_URL must say where the links in mails lead")
    if settings.public_url.startswith("http://"):
        found.append("HEXFRONT_PUBLIC_URL begins with http://: what people say to this server can be read on the way")
    if not settings.limits:
        found.append("HEXFRONT_LIMITS is off: one guest can stop this server for all others")
    return found


def ask_for_files() -> None:
    """As many open files as the system gives; every connection is one."""
    try:
        import resource
    except ImportError:  # a system without such a bound
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = bounds.FILES if hard == resource.RLIM_INFINITY else min(hard, bounds.FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    if soft != resource.RLIM_INFINITY and soft < bounds.CONNECTIONS + bounds.RESERVE:
        LOG.warning("the system allows %d open files: connections beyond that wait (ulimit -n)", soft)


def address_of(settings: Settings) -> str:
    """Where a browser on this machine finds the server."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "") else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}/"


def _prepare(settings: Settings) -> None:
    path = file_of(settings.url)
    if path is not None:
        tighten(path)
    try:
        asyncio.run(migrate(settings))
        behind = clock.begin(asyncio.run(newest(settings))).behind
    except Unavailable as error:
        cause = error.__cause__
        raise BadData(f"the database cannot be opened: {' '.join(str(cause or error).split())}") from None
    if behind > 60:
        LOG.warning("the clock of this machine stands %.0f s behind the last change in the database", behind)


def _check_free(settings: Settings) -> None:
    """One sentence when somebody else has the port, before anything is begun."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            why = f"port {settings.port} of {settings.host} cannot be used: {error.strerror}"
            raise BadData(f"{why}; hexfront serve --port takes another") from None
