"""A loss is said before the phase ends, apart from what is merely left undone."""

from __future__ import annotations

from typing import Any

import live

CROWD = [f"move {corps}Inf 0721-0821-0920-1020-1119" for corps in (1, 2, 26)] + ["move 10Inf 0922-0921-0920-1020-1119"]


def test_a_loss_stands_first_and_looks_like_one(open_page: Any) -> None:
    page = open_page("/")
    game = page.new_game("trc", live.hot_seat("trc"), scenario="barbarossa", seed="losses")["id"]
    page.send(game, "default", "done", "default", "done", *CROWD)
    page.open_game(game)
    before = page.view()["number"]
    page.click("main-button")
    told = page.test("end-list")
    told.wait_for()
    first, second = told.locator("li").nth(0), told.locator("li").nth(1)
    assert "some must be given up" in first.inner_text()
    edge = "one => getComputedStyle(one).borderLeftWidth"
    assert first.evaluate(edge) != second.evaluate(edge), "a loss looks like any other reminder"
    assert page.test("end-anyway").inner_text() == "End the phase and lose this"
    page.page.keyboard.press("Escape")
    assert page.view()["number"] == before
    page.click("main-button")
    page.click("end-anyway")
    page.until(lambda: page.view()["ask"]["name"] == "excess")
