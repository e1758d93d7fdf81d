"""Robots in the browser: levels to choose, seconds that count up, and plans, in the log and as arrows on the board."""

from __future__ import annotations

import re
from typing import Any

import live
import pytest
from plotters import SECRET, put_plan
from tablepage import TablePage
from test_looks import CONTRAST

ARROWS = [("0605", "0607", "move"), ("0607", "0708", "attack"), ("0810", "0810", "hold"), ("0512", "0713", "hold")]


def test_home_offers_the_levels_with_their_seconds(open_page: Any) -> None:
    page = open_page("/")
    page.test("home-card-pgg").wait_for()
    level = page.page.locator("select[name=robot]")
    assert level.locator("option").all_inner_texts() == [
        "Recruit",
        "Regular",
        "Veteran · 5 s a phase",
        "General · 20 s a phase",
    ]
    assert level.input_value() == "regular"
    assert page.test("level-about").inner_text().endswith("answers at once.")
    level.select_option("veteran")
    assert page.test("level-about").inner_text().endswith("thinks at most 5 s about a phase.")
    page.click("start")
    page.ready()
    seats = {seat["kind"]: seat["name"] for seat in page.view()["seats"]}
    assert seats["robot"] == "veteran"


def test_the_seconds_of_a_robot_count_up(open_page: Any) -> None:
    """A real veteran, who is held before he answers: how long it takes him by himself depends on the machine."""
    page = open_page("/")
    page.test("home-card-pgg").wait_for()
    seats = {"german": "veteran", "soviet": "me"}
    known, game = (page.new_game("pgg", seats, seed="seconds")["id"] for _ in range(2))
    page.open_game(known)
    page.send(known, "done")
    page.wait_view(lambda view: view["ask"]["yours"] and not view["thinking"])  # now his process has all that it needs
    page.open_game(game)
    with page.server.robots_held():
        page.send(game, "done")
        shown = [_seconds(page)]
        while shown[-1] < 3:
            shown.append(_seconds(page))
    assert shown == sorted(shown) and set(shown) >= {1, 2, 3}, shown
    page.page.locator(".topbar .move", has_text="Your move").wait_for()


SECONDS = r"Veteran thinks\s*(\d+) of at most 5 s"


def _seconds(page: TablePage) -> int:
    """How long the robot has been thinking, as it stands in the top bar."""
    text = page.page.locator(".topbar .move", has_text=re.compile(SECONDS)).inner_text()
    return int(re.findall(SECONDS, text)[0])


# -- plans in the log ----------------------------------------------------------------------------------------


def against_random(page: TablePage) -> str:
    """A game against a robot that has a plan; I am to decide. The table is not open yet."""
    page.test("home-card-pgg").wait_for()
    game: str = page.new_game("pgg", {"german": "me", "soviet": "random"}, seed="plans")["id"]
    page.goto(f"/#/g/{game}")
    page.wait_view(lambda view: view["ask"]["yours"])
    put_plan(page.server, game, 3, "soviet", f"{SECRET}: hold 0810 and strike at 0708, 3:1, 67 %.", ARROWS)
    page.open_game(game)
    return game


@pytest.fixture
def finished(open_page: Any) -> Any:
    """The table of a game that is over, in which the robot had a plan; in a browser as wanted."""

    def make(**given: Any) -> TablePage:
        page: TablePage = open_page("/", **given)
        page.resign(against_random(page))
        page.page.wait_for_function("() => document.querySelector('.move')?.dataset.state === 'over'")
        if page.page.viewport_size["width"] < 761:
            page.click("tab-log")
        page.test("plan-3").wait_for()
        return page

    return make


def arrows(page: TablePage) -> set[str]:
    """The arrows on the board."""
    found = page.page.locator(".layer-plan .arrow").evaluate_all("all => all.map(one => one.dataset.test)")
    return set(found)


DRAWN = {f"arrow-{kind}-{start}-{end}" for start, end, kind in ARROWS}


def test_a_plan_is_hidden_while_the_game_runs_and_comes_by_itself_when_it_is_over(open_page: Any) -> None:
    page = open_page("/")
    game = against_random(page)
    page.until(lambda: page.page.locator(".log .line").count() > 3)
    page.page.wait_for_timeout(500)
    assert not page.seen("plan-3")
    watcher = open_page(f"/#/g/{game}")
    watcher.ready()
    watcher.page.wait_for_timeout(500)
    for one in (page, watcher):
        assert SECRET not in one.source() and not [where for where, text in one.heard if SECRET in text]
    page.resign(game)
    for one in (page, watcher):
        one.test("plan-3").wait_for(timeout=10_000)
        row = one.test("plan-3")
        assert SECRET in row.inner_text()
        after = row.evaluate("row => row.nextElementSibling.dataset.number")
        assert after == "3", "a plan stands before the order that began it"
        row.get_by_role("button", name="0810").click()  # a hex in it can be looked at, as everywhere


def eye(page: TablePage, on: bool) -> Any:
    """The eye of the plan, once it says that its arrows are shown, or not."""
    found = page.page.locator(f'[data-test="plan-eye-3"][aria-pressed="{str(on).lower()}"]')
    found.wait_for()
    return found


def test_the_eye_draws_the_arrows_and_takes_them_away(finished: Any) -> None:
    page = finished()
    assert not arrows(page)
    eye(page, False).click()
    assert arrows(page) == DRAWN
    legend = page.test("plan-legend")
    assert [legend.inner_text().count(word) for word in ("Soviet plan", "move", "attack", "hold")] == [1] * 4
    for label in {label for start, end, _ in ARROWS for label in (start, end)}:
        assert page.open_to_view(label), label
    eye(page, True).click()
    assert not arrows(page) and not legend.is_visible()
    eye(page, False).click()
    legend.get_by_role("button").click()
    assert not arrows(page) and eye(page, False)


def test_a_game_that_is_over_tells_how_it_ended(finished: Any) -> None:
    page = finished()
    assert page.page.locator(".topbar .move").inner_text().startswith("Game over: Soviet, German resigned")
    page.goto("/")
    for name in ("mine", "recent"):
        page.page.locator(f".list.{name}", has_text="Soviet, German resigned").wait_for()


def test_a_game_that_is_over_offers_no_undo(finished: Any) -> None:
    page = finished()
    page.until(lambda: page.test("main-button").inner_text() == "Replay")
    assert page.test("undo").is_disabled()


def test_arrows_are_in_nobody_s_way(finished: Any) -> None:
    """They lie over the counters, and a click goes through them to the hex."""
    page = finished()
    page.test("plan-eye-3").click()
    page.page.wait_for_timeout(300)
    hit = page.page.evaluate("at => document.elementFromPoint(...at)?.closest('.layer-plan')", list(page.point("0607")))
    assert hit is None


def test_the_words_of_a_plan_are_found(finished: Any) -> None:
    page = finished()
    page.page.get_by_label("Search the log").fill(SECRET)
    page.until(lambda: page.seen("plan-3") and page.page.locator(".log .line").count() == 1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_plan_can_be_read_and_seen_everywhere(finished: Any, phone: dict[str, Any], scheme: str, size: str) -> None:
    page = finished(color_scheme=scheme, **(phone if size == "phone" else {}))
    assert page.page.evaluate(CONTRAST) == []
    page.test("plan-eye-3").click()
    page.until(lambda: arrows(page) == DRAWN)
    page.page.wait_for_timeout(400)  # colours fade in
    assert page.page.evaluate(CONTRAST) == []
    wide = page.page.viewport_size["width"]
    assert page.page.evaluate("document.documentElement.scrollWidth") <= wide
    assert not page.seen("log") or size == "desk", "on a telephone the log makes room for the board"
    for label in {label for start, end, _ in ARROWS for label in (start, end)}:
        assert page.open_to_view(label), label


def test_whoever_watches_his_own_robots_reads_along(open_page: Any) -> None:
    page = open_page("/")
    page.test("home-card-pgg").wait_for()
    game = page.new_game("pgg", {"german": "regular", "soviet": "regular"}, seed="watch")["id"]
    page.open_game(game)
    page.page.locator(".log .plan").first.wait_for(timeout=30_000)
    watcher = open_page(f"/#/g/{game}")
    watcher.ready()
    watcher.page.wait_for_timeout(1500)
    assert watcher.view()["over"] or not watcher.page.locator(".log .plan").count()


# -- plans in a replay -----------------------------------------------------------------------------------------


def test_a_replay_shows_the_plan_of_each_phase_and_can_hide_it(finished: Any) -> None:
    page = finished()
    page.goto(f"/#/g/{page.game}/replay")
    page.ready()
    page.test("replay-plan").wait_for()
    board = page.test("board")
    page.test("replay-slider").fill("0")
    page.page.wait_for_timeout(400)
    board.focus()
    seen = []
    for _ in range(4):
        seen.append(arrows(page))
        page.page.keyboard.press("ArrowRight")
        page.page.wait_for_timeout(250)
    assert seen == [set(), set(), set(), DRAWN], "the plan came before the third order"
    page.page.keyboard.press("p")
    assert not arrows(page) and page.test("replay-plan").get_attribute("aria-pressed") == "false"
    page.click("replay-plan")
    assert arrows(page) == DRAWN
    page.page.keyboard.press("End")
    page.page.wait_for_timeout(400)
    assert page.api(f"/api/games/{page.game}")["number"] > 10
    heading = {line["number"]: line["heading"] for line in page.view()["log"]}
    assert bool(arrows(page)) == (heading[3] == heading[max(heading)]), "another phase, another plan"


def test_a_replay_without_plans_has_no_switch(open_page: Any) -> None:
    page = open_page("/")
    page.test("import").set_input_files(str(live.RECORD))
    page.page.wait_for_url("**/replay", timeout=30_000)
    page.ready()
    page.page.wait_for_function("() => Number(document.querySelector('[data-test=replay-slider]')?.max) > 10")
    assert not page.seen("replay-plan")
