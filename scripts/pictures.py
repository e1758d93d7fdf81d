"""The pictures of docs/table: every one is a photograph of the real page, in a real browser, in a real game.

`make pictures` runs this. The game is one of the recorded ones, so the pictures change only when the table does.
"""

from __future__ import annotations

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
        self.owner = self.page()
        self.owner.test("home-card-pgg").wait_for()
        self.game = self._play(self.attack)
        self.moving = self._play(self.recorded.before("move", "german", 6))

    def _play(self, many: int) -> str:
        """A game of the owner's after some orders of the record."""
        game: str = self.owner.new_game("pgg", live.hot_seat("pgg"), **self.recorded.setting)["id"]
        self.owner.send(game, *self.recorded.orders(many))
        return game

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


PICTURES: list[Callable[[Studio], None]] = [home, board, attack, overlay, rules, replay, phone, phone_attack, dark]


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
