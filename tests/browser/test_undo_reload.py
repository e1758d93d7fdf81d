"""Taking back, reloading in mid-phase, two tabs, a connection that is lost and comes back."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from typing import Any

import live
import pytest
from tablepage import TOUR_SEEN, WIDE, TablePage


@pytest.fixture
def moving(open_page: Any) -> Any:
    """A table at which the German moves in his second turn."""
    recorded = live.Recorded()
    page = open_page("/")
    game = page.new_game("pgg", live.hot_seat("pgg"), **recorded.setting)["id"]
    page.send(game, *recorded.orders(recorded.before("move", "german", 6)))
    page.open_game(game)
    page.fit()
    return page


def move_one(page: Any) -> tuple[str, str, str]:
    """Move some unit one hex or more: its name, where it stood, where it stands."""
    view = page.caught_up()
    stacks = [piece["hex"] for piece in view["pieces"] if piece["unit"]]
    alone = [piece for piece in view["pieces"] if piece["moves"] and stacks.count(piece["hex"]) == 1]
    unit = alone[0] if alone else next(piece for piece in view["pieces"] if piece["moves"])
    page.click_piece(unit["unit"])
    empty = [label for label in page.wait_lit() if label not in stacks]
    page.click_reach(empty[0])
    after = page.wait_view(lambda now: now["number"] == view["number"] + 1)
    goal = next(piece["hex"] for piece in after["pieces"] if piece["unit"] == unit["unit"])
    assert goal == empty[0]
    page.caught_up()
    return unit["unit"], unit["hex"], goal


def place_of(page: Any, unit: str) -> str:
    """The hex in which the page draws a counter."""
    return str(page.test(f"piece-{unit}").get_attribute("data-hex"))


@pytest.mark.parametrize("how", ["button", "key"])
def test_undo(moving: Any, how: str) -> None:
    before = moving.view()
    unit, home, goal = move_one(moving)
    assert place_of(moving, unit) == goal
    if how == "button":
        moving.click("undo")
    else:
        moving.page.keyboard.press("u")
    after = moving.wait_view(lambda view: view["number"] == before["number"])
    moving.page.wait_for_function(
        '([unit, hex]) => document.querySelector(`[data-test="piece-${unit}"]`)?.dataset.hex === hex', arg=[unit, home]
    )
    assert after["pieces"] == before["pieces"]


def test_undo_stops_at_a_die(open_page: Any) -> None:
    recorded = live.Recorded()
    page = open_page("/")
    game = page.new_game("pgg", live.hot_seat("pgg"), **recorded.setting)["id"]
    page.send(game, *recorded.orders(recorded.before("attack", "german") + 1))
    page.open_game(game)
    number = page.view()["number"]
    page.page.keyboard.press("u")
    page.page.locator("[data-test=message], [data-test=refusal]").first.wait_for()
    assert page.view()["number"] == number


def test_reload_in_mid_phase(moving: Any) -> None:
    unit, _, goal = move_one(moving)
    view = moving.view()
    moving.page.reload()
    moving.ready()
    moving.caught_up()
    assert place_of(moving, unit) == goal
    assert moving.view() | {"seats": 0} == view | {"seats": 0}
    moving.fit()
    move_one(moving)


def test_two_tabs_never_disagree(moving: Any, open_page: Any) -> None:
    other = open_page(f"/#/g/{moving.game}", profile=moving.page.context)
    other.ready()
    unit, _, goal = move_one(moving)
    other.page.wait_for_function(
        '([unit, hex]) => document.querySelector(`[data-test="piece-${unit}"]`)?.dataset.hex === hex', arg=[unit, goal]
    )


def test_a_lost_connection_comes_back_by_itself(moving: Any) -> None:
    """The line is cut, the game goes on elsewhere, the line comes back: the page says so and catches up."""
    page = moving
    before = page.view()["number"]
    order = live.Recorded().log[before].order
    page.page.context.set_offline(True)
    page.page.evaluate("() => 0")
    page.page.wait_for_timeout(300)
    page.page.context.set_offline(False)
    page.send(page.game, order)
    page.test("log").locator(f'[data-number="{before + 1}"]').wait_for(state="attached", timeout=25_000)


@contextlib.contextmanager
def table_of_its_own(tmp_path: Any, browser: Any) -> Iterator[tuple[TablePage, str, Callable[[str], None]]]:
    """A server that may be hurt, a page at one of its games, the game, and how to wait for what the page says of it."""
    server = live.Server(tmp_path).start()
    context = browser.new_context(base_url=server.url, viewport=WIDE)
    try:
        context.add_init_script(TOUR_SEEN)
        page = TablePage(context.new_page(), server)
        page.page.clock.install()
        page.goto("/")
        page.test("home-card-pgg").wait_for()
        game = page.new_game("pgg", live.hot_seat("pgg"), seed="restart")["id"]
        page.open_game(game)

        def says(state: str) -> None:
            page.page.locator(f"[data-state={state}]").wait_for(timeout=60_000)

        says("yours")
        yield page, game, says
    finally:
        context.close()
        server.kill()


def plays_on(page: TablePage, game: str) -> None:
    """An order that is played elsewhere reaches the page."""
    page.send(game, live.random_orders("pgg", "restart", 1)[0])
    page.test("log").locator('[data-number="1"]').wait_for(state="attached", timeout=60_000)


def test_the_server_goes_and_comes_back(tmp_path: Any, browser: Any) -> None:
    """A restart of the server: the page notices, says so, and goes on without being touched."""
    with table_of_its_own(tmp_path, browser) as (page, game, says):
        page.server.kill()
        says("lost")
        page.server.start()
        says("yours")
        plays_on(page, game)


def test_a_server_that_hangs_is_noticed(tmp_path: Any, browser: Any) -> None:
    """The line stands, but nothing comes: after a while the page says so, and tries again until it is answered."""
    with table_of_its_own(tmp_path, browser) as (page, game, says):
        os.killpg(page.server.process.pid, signal.SIGSTOP)
        page.page.clock.fast_forward(40_000)
        says("lost")
        os.killpg(page.server.process.pid, signal.SIGCONT)
        says("yours")
        plays_on(page, game)


@pytest.mark.parametrize("name", ["charts", "forces"])
def test_a_panel_that_could_not_be_fetched_comes_later(open_page: Any, name: str) -> None:
    """The line is cut just when a panel is opened: it is there once the line is back."""
    page = open_page("/")
    page.open_game(page.new_game("pgg", live.hot_seat("pgg"))["id"])
    page.page.context.set_offline(True)
    page.click(f"tab-{name}")
    page.page.wait_for_timeout(1_500)
    assert page.test(name).inner_text() == ""
    page.page.context.set_offline(False)
    page.page.wait_for_function(f'() => document.querySelector("[data-test={name}]").innerText.length > 200')
    page.troubles.clear()  # the browser tells of every fetch that failed


def test_notes_that_could_not_be_fetched_are_not_wiped_out(open_page: Any) -> None:
    """Nothing can be written over notes that are not there yet."""
    page = open_page("/")
    page.open_game(page.new_game("pgg", live.hot_seat("pgg"))["id"])
    page.click("tab-notes")
    page.test("notes").locator("textarea").fill("Hold Smolensk")
    page.test("notes").get_by_text("Saved").wait_for()
    page.page.route("**/note", lambda route: route.abort("internetdisconnected"))
    page.page.reload()
    page.ready()  # the panel that was open opens again
    written = page.test("notes").locator("textarea")
    written.wait_for()
    assert (written.is_editable(), written.input_value()) == (False, "")
    page.page.unroute("**/note")
    page.page.wait_for_function('() => document.querySelector("[data-test=notes] textarea").value === "Hold Smolensk"')
    assert written.is_editable()
    page.troubles.clear()


def test_a_table_that_was_left_before_it_stood_is_not_listened_to(open_page: Any) -> None:
    """The game is still being fetched when the player goes home: no line to it is opened."""
    page = open_page("/")
    game = page.new_game("pgg", live.hot_seat("pgg"))["id"]
    lines: list[str] = []
    page.page.on("websocket", lambda line: lines.append(line.url))
    held: list[Any] = []
    page.page.route(f"**/api/games/{game}", lambda route: held.append(route))
    with page.page.expect_request(f"**/api/games/{game}"):
        page.page.evaluate("game => { location.hash = `#/g/${game}` }", game)
    page.page.evaluate("() => { location.hash = '#/' }")
    page.test("home-card-pgg").wait_for()
    held[0].continue_()
    page.page.wait_for_timeout(800)
    assert not lines
