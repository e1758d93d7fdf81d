"""The pictures of docs/table: every one is a photograph of the real page, in a real browser, in a real game.

`make pictures` runs this. The game is one of the recorded ones, so the pictures change only when the table does.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "browser"))

import live
from tablepage import NARROW, TOUR_SEEN, WIDE, TablePage

OUT = live.ROOT / "docs" / "table"
PHONE = {"viewport": NARROW, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


class Studio:
    """A server with one game in it, and a browser to look at it."""

    def __init__(self, server: live.Server, browser: Any) -> None:
        self.server, self.browser = server, browser
        self.recorded = live.Recorded()
        self.attack = self.recorded.before("attack", "german", 3)
        self._watched = ""
        self.owner = self.page()
        self.owner.test("home-card-pgg").wait_for()
        self.game = self._play(self.attack)
        self.moving = self._play(self.recorded.before("move", "german", 6))

    def _play(self, many: int) -> str:
        """A game of the owner's after some orders of the record."""
        game: str = self.owner.new_game("pgg", live.hot_seat("pgg"), **self.recorded.setting)["id"]
        self.owner.send(game, *self.recorded.orders(many))
        return game

    def against(self, robot: str) -> str:
        """A game of the owner's, as the Soviet side, against a robot."""
        made = self.owner.new_game("pgg", {"german": robot, "soviet": "me"}, seed="pictures")
        return str(made["id"])

    def let_robot_move(self, page: TablePage) -> None:
        """Play anything until the robot has a whole phase before it."""
        while not (page.view()["heading"].endswith("German movement (4.2)") and page.view()["thinking"]):
            if page.view()["ask"]["yours"]:
                page.send(page.game, page.api(f"/api/games/{page.game}/offered?limit=1&sample=true")["orders"][0])

    def watched(self) -> str:
        """A game of two robots that the owner let play to its end; the same for all pictures of it."""
        if not self._watched:
            made = self.owner.new_game("pgg", {"german": "regular", "soviet": "greedy"}, seed="pictures")
            self._watched = made["id"]
            self.owner.goto(f"/#/g/{self._watched}")
            self.owner.wait_view(lambda view: view["over"], 300)
        return self._watched

    def page(self, **given: Any) -> TablePage:
        """A page; all pages are the owner's, whatever browser they stand for."""
        given.setdefault("viewport", WIDE)
        context = self.browser.new_context(base_url=self.server.url, reduced_motion="reduce", **given)
        context.set_default_timeout(20_000)
        context.add_init_script(TOUR_SEEN)
        if hasattr(self, "owner"):
            context.add_cookies(self.owner.page.context.cookies())
        page = TablePage(context.new_page(), self.server)
        page.goto("/")
        return page

    def table(self, game: str, **given: Any) -> TablePage:
        """A page at a table."""
        page = self.page(**given)
        page.open_game(game)
        page.page.wait_for_timeout(800)
        return page


def shoot(page: TablePage, name: str) -> None:
    """Save a page as a picture."""
    page.page.wait_for_timeout(900)
    page.page.screenshot(path=OUT / f"{name}.png")
    assert not page.troubles, page.troubles
    print(OUT.relative_to(live.ROOT) / f"{name}.png", flush=True)
    page.page.context.close()


def home(studio: Studio) -> None:
    """The first page."""
    page = studio.page()
    page.test("home-card-pgg").wait_for()
    page.page.wait_for_load_state("networkidle")
    shoot(page, "home")


def board(studio: Studio) -> None:
    """A unit that is selected, with its reach."""
    page = studio.table(studio.moving)
    _reach(page)
    shoot(page, "board")


def _reach(page: TablePage) -> None:
    moving = [piece for piece in page.view()["pieces"] if piece["moves"] and page.open_to_view(piece["hex"])]
    middle = sorted(moving, key=lambda piece: abs(page.point(piece["hex"])[0] - 700))[0]
    page.click_hex(middle["hex"])
    page.wait_lit()


def attack(studio: Studio) -> None:
    """An attack before it is made."""
    page = studio.table(studio.game)
    target = studio.recorded.log[studio.attack].order.split(" > ")[1]
    page.click_hex(target)
    page.test("panel-odds").wait_for()
    shoot(page, "attack")


def overlay(studio: Studio) -> None:
    """Supply of both sides."""
    page = studio.table(studio.game)
    page.page.keyboard.press("s")
    page.page.locator(".shade").first.wait_for()
    shoot(page, "overlay")


def rules(studio: Studio) -> None:
    """A rule with its cases drawn."""
    page = studio.table(studio.game)
    page.click("tab-rules")
    page.page.get_by_role("button", name="9.72").first.click()
    page.page.wait_for_timeout(500)
    shoot(page, "rules")


def replay(studio: Studio) -> None:
    """A finished game in the middle of its replay."""
    page = studio.page()
    page.test("import").set_input_files(str(live.RECORD))
    page.page.wait_for_url("**/replay", timeout=60_000)
    page.ready()
    page.page.locator(".plots svg").first.wait_for(timeout=60_000)
    page.page.wait_for_timeout(2500)
    page.test("replay-slider").fill("40")
    page.page.wait_for_timeout(1200)
    shoot(page, "replay")


def phone(studio: Studio) -> None:
    """The table on a telephone."""
    shoot(studio.table(studio.moving, **PHONE), "phone")


def phone_attack(studio: Studio) -> None:
    """An attack on a telephone."""
    page = studio.table(studio.game, **PHONE)
    target = studio.recorded.log[studio.attack].order.split(" > ")[1]
    if page.open_to_view(target):
        page.page.touchscreen.tap(*page.point(target))
        page.page.wait_for_timeout(800)
    shoot(page, "phone-attack")


def dark(studio: Studio) -> None:
    """The table at night."""
    page = studio.table(studio.moving, color_scheme="dark")
    _reach(page)
    shoot(page, "dark")


def plan(studio: Studio) -> None:
    """What the robot meant to do, in a replay: its sentences in the log, its arrows on the board."""
    page, number = _planned(studio)
    _eye(page, number)
    shoot(page, "plan")


def phone_plan(studio: Studio) -> None:
    """The same on a telephone at night."""
    page, number = _planned(studio, color_scheme="dark", **PHONE)
    _eye(page, number)
    shoot(page, "phone-plan")


def _planned(studio: Studio, **given: Any) -> tuple[TablePage, int]:
    """A replay at the largest plan with which a phase began, and the number of that plan."""
    game = studio.watched()
    page = studio.page(**given)
    page.goto(f"/#/g/{game}/replay")
    page.ready()
    page.test("replay-plan").wait_for(timeout=60_000)
    page.page.locator(".plots svg").first.wait_for(timeout=60_000)
    lines = page.api(f"/api/games/{game}/log?before=200")["log"]  # the first turns
    starts = [one["number"] for one, before in zip(lines, [None, *lines], strict=False) if _opens(one, before)]
    plans = [one for one in page.api(f"/api/games/{game}/plans")["plans"] if one["number"] in starts]
    number = int(max(plans, key=lambda one: len(one["arrows"]))["number"])
    page.test("replay-slider").fill(str(starts.index(number)))
    page.page.wait_for_timeout(500)
    page.page.keyboard.press("ArrowRight")
    page.page.locator(".layer-plan .arrow").first.wait_for(state="attached", timeout=60_000)
    return page, number


def _opens(line: live.Json, before: live.Json | None) -> bool:
    """Does a phase begin with this line?"""
    return before is None or before["heading"] != line["heading"]


def _eye(page: TablePage, number: int) -> None:
    """Off and on again: that brings all arrows into sight."""
    for on in ("true", "false"):
        if not page.seen("log"):
            page.click("tab-log")
        key = page.page.locator(f'[data-test="plan-eye-{number}"][aria-pressed="{on}"]')
        key.scroll_into_view_if_needed()
        key.click()
    page.page.wait_for_timeout(6_000)  # until the dice have gone


def thinking(studio: Studio) -> None:
    """Somebody waits for `veteran`, and sees for how long."""
    page = studio.table(studio.against("veteran"))
    studio.let_robot_move(page)
    seconds = page.page.locator("[data-test=thinking]", has_text=re.compile("[1-4] of at most 5 s"))
    with studio.server.robots_held():  # a quick one would not wait for the picture
        seconds.wait_for(timeout=60_000)
        page.page.screenshot(path=OUT / "thinking.png")
    print(OUT.relative_to(live.ROOT) / "thinking.png", flush=True)
    page.page.context.close()


PICTURES: list[Callable[[Studio], None]] = [
    home,
    board,
    attack,
    overlay,
    rules,
    replay,
    phone,
    phone_attack,
    dark,
    plan,
    phone_plan,
    thinking,
]


def main() -> None:
    """Take all pictures, or those that are named."""
    tool = live.find_tools.get("Chromium")
    if not tool:
        sys.exit(f"no pictures without a browser: {tool.why}")
    OUT.mkdir(parents=True, exist_ok=True)
    wanted = [take for take in PICTURES if not sys.argv[1:] or take.__name__ in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder, live.Server(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(tool.path), args=FLAGS)
        studio = Studio(server, browser)
        for take in wanted:
            take(studio)
        browser.close()


if __name__ == "__main__":
    main()
