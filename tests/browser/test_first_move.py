"""From the first page to the first order: three clicks, a second, and few bytes."""

from __future__ import annotations

import time
from typing import Any

import live
import pytest

KILOBYTES = 300


def test_the_first_order_against_a_robot_takes_three_clicks(open_page: Any) -> None:
    page = open_page("/", tour=True)
    page.test("home-card-pgg").wait_for()
    page.click("start")
    page.ready()
    view = page.wait_view(lambda view: view["ask"] and view["ask"]["yours"])
    assert {seat["kind"] for seat in view["seats"]} == {"person", "robot"}
    before = view["number"]
    page.page.wait_for_timeout(300)
    page.fit()
    _give_any_order(page, view)
    view = page.wait_view(lambda view: view["number"] > before)
    assert view["log"][-1]["side"] == view["you"][0]
    assert page.clicks <= 3, page.clicks


def _give_any_order(page: Any, view: dict[str, Any]) -> None:
    """A hex that is lit at once, or a unit that can act and then a lit hex."""
    aimed = page.aimable(view)
    if aimed:
        page.click_hex(aimed)
        return
    unit = next(piece["unit"] for piece in view["pieces"] if piece["moves"])
    page.click_piece(unit)
    page.click_reach(page.wait_lit()[0])


def test_no_account_is_asked_for(open_page: Any) -> None:
    page = open_page("/")
    page.test("home-card-pgg").wait_for()
    assert page.api("/api/me")["person"]["guest"] is True
    assert page.page.locator("input[type=password]:visible").count() == 0


@pytest.mark.parametrize("game", ["pgg", "trc"])
def test_every_game_of_the_catalogue_opens(open_page: Any, game: str) -> None:
    page = open_page("/")
    page.click(f"home-card-{game}")
    page.click("start")
    page.ready()
    assert page.view()["game"] == game
    numbers = page.page.locator("#numbers text")
    assert numbers.count() == len(page.api(f"/api/boards/{game}.json")["hexes"])


def test_page_and_board_are_small_and_quick(open_page: Any) -> None:
    """Under 300 kB over the line with the board, and a board that can be played soon after the page is asked for."""
    first = open_page("/")
    game = first.new_game("pgg", {"german": "me", "soviet": "local"}, seed="quick")["id"]
    page = open_page("about:blank", profile=first.page.context)
    wire = page.page.context.new_cdp_session(page.page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[float] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    begin = time.monotonic()
    page.open_game(game)
    took = time.monotonic() - begin
    page.page.wait_for_load_state("networkidle")
    assert sum(sizes) < KILOBYTES * 1024, f"{sum(sizes) / 1024:.0f} kB"
    assert took < 4.0, f"{took:.1f} s"  # make bench holds it to one second; a machine that runs tests is busy


def test_the_tour_shows_once_and_can_be_skipped(open_page: Any) -> None:
    page = open_page("/", tour=True)
    page.test("home-card-pgg").wait_for()
    game = page.new_game("pgg", {"german": "me", "soviet": "local"}, seed="tour")["id"]
    page.open_game(game)
    page.test("tour").wait_for()
    page.click("tour-skip")
    page.test("tour").wait_for(state="detached")
    page.open_game(game)
    page.page.wait_for_timeout(400)
    assert not page.seen("tour")


def test_the_tour_says_what_is_wanted_now_and_escape_ends_it(open_page: Any) -> None:
    page = open_page("/", tour=True)
    page.test("home-card-trc").wait_for()
    game = page.new_game("trc", live.hot_seat("trc"), seed="tour")["id"]
    page.open_game(game)
    card = page.test("tour")
    card.get_by_text("units are still to be placed").wait_for()
    before = card.inner_text()
    page.send(game, "default")
    card.get_by_text("(0 units are still to be placed)").wait_for()
    assert card.inner_text() != before
    for _ in range(2):
        card.get_by_role("button", name="Next").click()
    card.get_by_text("Pick a unit").wait_for()
    page.page.keyboard.press("Escape")
    card.wait_for(state="detached")
    page.send(game, "done")
    page.page.wait_for_timeout(300)
    assert page.page.locator(".toured").count() == 0


def test_the_tour_waits_while_the_other_side_decides_and_is_over_with_the_game(open_page: Any) -> None:
    """A German who takes his time: a robot might be done before the page has drawn that it thinks."""
    page = open_page("/", tour=True)
    page.test("home-card-pgg").wait_for()
    made = page.new_game("pgg", {"german": "open", "soviet": "me"}, seed="tour")
    game = made["id"]
    german = open_page(f"/#/g/{game}?seat={made['invites']['german']}")
    german.page.get_by_role("button", name="Take the seat").click()
    german.wait_view(lambda view: view["you"] == ["german"])
    page.open_game(game)
    card = page.test("tour")
    card.get_by_text("then done").wait_for()
    page.send(game, "done")
    card.get_by_text("wait for the other side").wait_for()
    page.resign(game)
    card.wait_for(state="detached")
    assert page.page.locator(".toured").count() == 0
