"""Real browsers on a real server: a Chromium driven by Playwright, a `hexfront serve` on a free port.

Every page is watched: an error on its console, a script that fails, a file that is missing or anything the security
policy had to block fails the test that opened it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import live
import pytest
from tablepage import NARROW, TOUR_SEEN, WIDE, TablePage, chromium

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install -e '.[dev]'")

FAILED = pytest.StashKey[bool]()

Open = Callable[..., TablePage]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[live.Server]:
    """One server for all browser tests of this process."""
    with live.Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A Chromium; skipped, with the reason, where there is none.

    Its driver holds this thread's event loop, so it ends with the file: the next test here may need that loop.
    """
    with chromium() as running:
        yield running


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """Remember how the test itself went, for the pictures of pages that failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def open_page(server: live.Server, browser: Any, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens pages, each in a browser profile of its own unless one is given, and judges them at the end."""
    pages: list[TablePage] = []
    contexts: list[Any] = []

    def make(path: str = "/", profile: Any = None, tour: bool = False, **given: Any) -> TablePage:
        context = profile or browser.new_context(
            base_url=server.url, viewport=given.pop("viewport", WIDE), reduced_motion="reduce", **given
        )
        if profile is None:
            contexts.append(context)
            context.set_default_timeout(40_000)  # machines are slow at times, and waiting costs nothing
            if not tour:
                context.add_init_script(TOUR_SEEN)
        page = TablePage(context.new_page(), server)
        pages.append(page)
        page.goto(path)
        return page

    yield make
    if request.node.stash.get(FAILED, False):
        for number, page in enumerate(pages):
            with contextlib.suppress(sync_api.Error):
                page.page.screenshot(path=tmp_path / f"page-{number}.png")
                print(f"page {number} at the end: {tmp_path / f'page-{number}.png'}")
    troubles = [trouble for page in pages for trouble in page.troubles]
    for context in contexts:
        context.close()
    assert not troubles, "\n".join(troubles)


@pytest.fixture
def phone() -> dict[str, Any]:
    """What makes a page a telephone's."""
    return {"viewport": NARROW, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
