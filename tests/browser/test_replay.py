"""Replay, branches, export, and records that come from outside: good ones open, bad ones say what is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import live
import pytest


@pytest.fixture
def imported(open_page: Any) -> Any:
    """The replay of a finished game that was imported on the first page."""
    page = open_page("/")
    page.test("import").set_input_files(str(live.RECORD))
    page.page.wait_for_url("**/replay", timeout=30_000)
    page.ready()
    page.page.wait_for_function("() => Number(document.querySelector('[data-test=replay-slider]')?.max) > 10")
    return page


def test_how_it_ended_is_read_whole_on_a_narrow_telephone(imported: Any) -> None:
    imported.page.set_viewport_size({"width": 360, "height": 740})
    imported.open_game(imported.game)
    move = imported.page.locator(".topbar .move", has_text="Game over")
    assert move.inner_text().startswith("Game over: Soviet marginal, 50 - 14")
    link = move.locator("a")
    assert link.evaluate("link => link.getBoundingClientRect().right") <= 360


def pieces(page: Any) -> dict[str, str]:
    """The counters on the page and their hexes."""
    found = page.page.locator("[data-test^=piece-][data-hex]").evaluate_all(
        "all => all.map(one => [one.dataset.unit, one.dataset.hex])"
    )
    return dict(found)


def after(page: Any, number: int) -> dict[str, str]:
    """The counters after an order and their hexes, as the server has them."""
    view = page.api(f"/api/games/{page.game}/replay/{number}")
    return {one["unit"]: one["hex"] for one in view["pieces"] if one["unit"]}


def test_a_replay_shows_each_position(imported: Any) -> None:
    page = imported
    start = after(page, 0)
    page.test("replay-slider").fill("0")
    page.until(lambda: pieces(page) == start)
    page.test("replay-slider").fill("6")
    page.until(lambda: pieces(page) != start)


def test_a_wish_that_comes_while_the_game_is_read_is_kept(imported: Any) -> None:
    """Home is pressed while the plans are still to come: the start stays on the board."""
    page = imported
    held: list[Any] = []
    free: list[bool] = []
    page.page.route(re.compile(r"/plans\?after"), lambda route: route.continue_() if free else held.append(route))
    page.page.reload()
    page.ready()
    page.until(lambda: held)
    page.test("replay-slider").wait_for()  # by now its keys are heard
    page.test("board").focus()
    page.page.keyboard.press("Home")
    page.until(lambda: pieces(page) == after(page, 0))
    free.append(True)  # also for those that are asked for from now on
    for one in held:
        one.continue_()
    page.page.wait_for_function("() => Number(document.querySelector('[data-test=replay-slider]')?.max) > 10")
    page.page.wait_for_timeout(300)
    assert pieces(page) == after(page, 0)


def test_arrows_step_and_space_plays(imported: Any) -> None:
    page = imported
    page.test("replay-slider").fill("0")
    page.test("board").focus()
    for _ in range(3):
        page.page.keyboard.press("ArrowRight")
    third = after(page, 3)
    page.until(lambda: pieces(page) == third)
    page.page.keyboard.press(" ")
    page.until(lambda: pieces(page) != third)
    page.page.keyboard.press(" ")


def test_plots_of_how_it_went(imported: Any) -> None:
    imported.page.locator(".plots svg polyline").first.wait_for(state="attached", timeout=30_000)


def test_what_if(imported: Any) -> None:
    page = imported
    old = page.game
    page.test("replay-slider").fill("8")
    page.click("branch")
    page.page.get_by_role("button", name="Play from here").click()
    page.page.wait_for_function("old => !location.hash.includes(old)", arg=old)
    page.ready()
    assert page.game != old
    view = page.view()
    assert not view["over"] and view["you"] and view["branch"]["game"] == old
    told = page.test("branch-of")
    told.wait_for()
    assert f"after order {view['branch']['line']} of another game" in told.inner_text()
    told.locator("a").click()
    page.page.wait_for_url(f"**/g/{old}/replay")
    page.ready()
    page.page.goto(page.server.url)
    page.page.locator(".list.mine em.branch", has_text="What if").wait_for()


def test_the_record_comes_out_as_it_went_in(imported: Any) -> None:
    text = imported.page.context.request.get(f"{imported.server.url}/api/games/{imported.game}/record").text()
    from hexfront import games
    from hexfront.engine.records.verify import verify

    assert verify(games.game, text).ok
    assert list(live.entries(text)) == list(live.entries(live.RECORD.read_text()))


@pytest.mark.parametrize("what", ["Record", "SVG", "PNG"])
def test_export(imported: Any, what: str, tmp_path: Path) -> None:
    page = imported
    page.page.get_by_role("button", name="Export").click()
    with page.page.expect_download(timeout=30_000) as waiting:
        page.page.get_by_role("button", name=what, exact=True).click()
    file = tmp_path / "export"
    waiting.value.save_as(file)
    data = file.read_bytes()
    assert data.startswith({"Record": b"hexfront 2", "SVG": b"<svg", "PNG": b"\x89PNG"}[what]), data[:60]
    assert len(data) > 1000


@pytest.mark.parametrize("fault", ["a die", "an order", "no record", "empty", "binary", "seed", "too big"])
def test_a_bad_record_is_refused_with_its_line(open_page: Any, tmp_path: Path, fault: str) -> None:
    page = open_page("/")
    good = live.RECORD.read_text()
    bad: dict[str, bytes] = {
        "a die": good.replace("dice 1", "dice 6", 1).encode(),
        "an order": good.replace("attack 25/7Pz", "attack 6/7Pz 25/7Pz", 1).encode(),
        "no record": json.dumps({"not": "a record"}).encode(),
        "empty": b"",
        "binary": bytes(range(256)) * 40,
        "seed": good.replace("seed: ", "seed: x", 1).encode(),
        "too big": good.encode() + b"# " + b"x" * 3_000_000,
    }
    file = tmp_path / "bad.txt"
    file.write_bytes(bad[fault])
    page.test("import").set_input_files(str(file))
    said = page.test("import-error")
    said.wait_for()
    page.page.wait_for_function("() => document.querySelector('[data-test=import-error]').textContent.length > 20")
    text = said.inner_text()
    assert "Traceback" not in text and "undefined" not in text and "[object" not in text, text
    if fault in ("a die", "an order", "seed"):
        assert "line" in text, text
    assert page.page.url.endswith("/") or page.page.url.endswith("#/")
