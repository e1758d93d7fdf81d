"""Two workers over PostgreSQL, two browsers on slow and uneven lines: both pages show the same game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import live
import pytest
from tablepage import TOUR_SEEN, WIDE, TablePage

ORDERS = 90


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[live.Server]:
    """A server with two workers."""
    tool = live.find_tools.postgres()
    if not tool:
        pytest.skip(tool.why)
    with live.Postgres() as postgres, live.Server(tmp_path, db=postgres.database("browsers"), workers=2) as server:
        yield server


def slow_page(browser: Any, server: live.Server, seed: str) -> TablePage:
    """A page whose requests are held up by a random time each."""
    chance = random.Random(seed)
    context = browser.new_context(base_url=server.url, viewport=WIDE, reduced_motion="reduce")
    context.set_default_timeout(180_000)  # the lines are slow, and so may the machine be
    context.add_init_script(TOUR_SEEN)
    page = TablePage(context.new_page(), server)

    def hold_up(route: Any) -> None:
        page.page.wait_for_timeout(chance.random() * 60)
        route.continue_()

    context.route("**/api/games/**", hold_up)
    page.goto("/")
    page.test("home-card-pgg").wait_for()
    return page


def shown(page: TablePage) -> dict[str, str]:
    """The counters on a page and where they lie."""
    all_ = page.page.locator("[data-test=board] [data-test^=piece-]")
    return dict(all_.evaluate_all("all => all.map(one => [one.dataset.unit, one.dataset.hex])"))


def test_two_browsers_on_two_workers_show_the_same(browser: Any, workers: live.Server) -> None:
    german, soviet = slow_page(browser, workers, "german"), slow_page(browser, workers, "soviet")
    made = german.new_game("pgg", {"german": "me", "soviet": "open"})
    german.open_game(made["id"])
    soviet.goto(f"/#/g/{made['id']}?seat={made['invites']['soviet']}")
    soviet.page.get_by_role("button", name="Take the seat").click()
    soviet.wait_view(lambda view: view["you"] == ["soviet"])
    soviet.ready()
    pages = {"german": german, "soviet": soviet}
    lines = live.scripted("pgg", workers.seed_of(made["id"]), ORDERS, "greedy")
    for side, some in groupby(lines, key=lambda line: str(line.side)):
        pages[side].send(made["id"], *(line.order for line in some))
    for page in pages.values():
        page.test("log").locator(f'[data-number="{ORDERS}"]').wait_for(state="attached")
    page_wide = [shown(page) for page in pages.values()]
    true = {piece["unit"]: piece["hex"] for piece in german.view()["pieces"] if piece["unit"]}
    assert page_wide[0] == page_wide[1] == true
    assert not german.troubles + soviet.troubles
    for page in pages.values():
        page.page.context.close()
