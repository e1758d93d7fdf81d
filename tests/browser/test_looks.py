"""Sizes and colours: 360 px to 4K, dark and light, touch, overlays, and contrast that can be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import live
import pytest

SIZES = {"phone": (390, 844), "small": (360, 640), "tablet": (820, 1180), "desk": (1440, 900), "4K": (3840, 2160)}

CONTRAST = (Path(__file__).parent / "contrast.js").read_text().partition("\n")[2].rstrip().removesuffix(";")


@pytest.fixture
def table(open_page: Any) -> Any:
    """Opens a table in the middle of a game, in a browser as wanted."""
    recorded = live.Recorded()

    def make(**given: Any) -> Any:
        page = open_page("/", **given)
        page.test("home-card-pgg").wait_for()
        game = page.new_game("pgg", live.hot_seat("pgg"), **recorded.setting)["id"]
        page.send(game, *recorded.orders(recorded.before("move", "german", 6)))
        page.open_game(game)
        page.page.wait_for_timeout(300)
        return page

    return make


@pytest.mark.parametrize("name", SIZES)
def test_nothing_is_cut_off(table: Any, name: str) -> None:
    wide, high = SIZES[name]
    page = table(viewport={"width": wide, "height": high})
    assert page.page.evaluate("document.documentElement.scrollWidth") <= wide
    button = page.test("main-button").bounding_box()
    assert button["x"] >= 0 and button["x"] + button["width"] <= wide + 0.5
    assert button["y"] + button["height"] <= high + 0.5 and button["height"] >= 24
    board = page.test("board").bounding_box()
    assert board["width"] * board["height"] > 0.35 * wide * high, board
    assert page.page.locator(".topbar .facts").evaluate("facts => facts.scrollWidth <= facts.clientWidth")


@pytest.mark.parametrize("name", ["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_home_fits_and_can_be_read(open_page: Any, name: str, scheme: str) -> None:
    wide, high = SIZES[name]
    page = open_page("/", viewport={"width": wide, "height": high}, color_scheme=scheme)
    page.test("home-card-pgg").wait_for()
    page.page.wait_for_timeout(300)
    assert page.page.evaluate("document.documentElement.scrollWidth") <= wide
    assert page.test("start").is_visible()
    assert page.page.evaluate(CONTRAST) == []


NAMES_FIT = """select => {
    const style = getComputedStyle(select);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const widest = Math.max(...[...select.options].map(option => pen.measureText(option.text).width));
    const arrow = 20;
    return widest + arrow <= select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
}"""


@pytest.mark.parametrize("name", ["small", "desk"])
def test_scenarios_are_read_whole_with_their_dates_and_turns(open_page: Any, name: str) -> None:
    wide, high = SIZES[name]
    page = open_page("/", viewport={"width": wide, "height": high})
    for game, first in (("pgg", "July 1941 · 12 turns"), ("trc", "June 1941 to December 1942 · 10 turns")):
        page.click(f"home-card-{game}")
        scenario = page.page.locator("select[name=scenario]")
        assert page.test("scenario-about").inner_text() == first
        assert scenario.evaluate(NAMES_FIT)
    scenario.select_option("fall-blau")
    assert page.test("scenario-about").inner_text() == "May 1942 to August 1943 · 8 turns"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_can_be_read(table: Any, scheme: str) -> None:
    page = table(color_scheme=scheme)
    back = page.page.evaluate("getComputedStyle(document.body).backgroundColor")
    shade = sum(map(float, back.removeprefix("rgb(").removesuffix(")").split(",")[:3])) / 3
    assert (shade < 90) == (scheme == "dark"), back
    for panel in ("forces", "charts", "rules", "talk", "notes", "log"):
        page.click(f"tab-{panel}")
        page.page.wait_for_timeout(150)
        assert page.page.evaluate(CONTRAST) == [], panel


def test_a_finger_moves_a_unit_on_a_telephone(table: Any, phone: dict[str, Any]) -> None:
    page = table(**phone)
    view = page.view()
    stacks = [piece["hex"] for piece in view["pieces"] if piece["unit"]]
    unit = next(piece for piece in view["pieces"] if piece["moves"] and page.open_to_view(piece["hex"]))
    page.page.touchscreen.tap(*page.point(unit["hex"]))
    goal = next(label for label in page.wait_lit() if label not in stacks and page.open_to_view(label))
    page.page.touchscreen.tap(*page.point(goal))
    after = page.wait_view(lambda now: now["number"] == view["number"] + 1)
    assert next(piece["hex"] for piece in after["pieces"] if piece["unit"] == unit["unit"]) == goal


def test_two_fingers_zoom(table: Any, phone: dict[str, Any]) -> None:
    page = table(**phone)
    hexes = [piece["hex"] for piece in page.view()["pieces"] if piece["unit"]]
    a, b = hexes[0], hexes[-1]
    before = _apart(page, a, b)
    wire = page.page.context.new_cdp_session(page.page)
    box = page.test("board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, gap in (("touchStart", 30), ("touchMove", 60), ("touchMove", 100), ("touchEnd", 0)):
        points = [] if kind == "touchEnd" else [{"x": x - gap, "y": y, "id": 1}, {"x": x + gap, "y": y, "id": 2}]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.until(lambda: _apart(page, a, b) > before * 1.5)


def _apart(page: Any, a: str, b: str) -> float:
    (x, y), (p, q) = page.point(a), page.point(b)
    return float(((x - p) ** 2 + (y - q) ** 2) ** 0.5)


@pytest.mark.parametrize("key", list("ZSCTOR"))
def test_an_overlay_by_its_key_and_by_its_button(table: Any, key: str) -> None:
    page = table()
    told = page.api(f"/api/games/{page.game}/overlay/{key}")["shades"]
    page.test("board").focus()
    page.page.keyboard.press(key.lower())
    if told:
        page.page.wait_for_function("many => document.querySelectorAll('.shade').length === many", arg=len(told))
    assert page.test(f"overlay-{key}").get_attribute("aria-pressed") == "true"
    page.click(f"overlay-{key}")
    page.page.wait_for_function("() => document.querySelectorAll('.shade').length === 0")


def test_the_whole_board_and_back(table: Any) -> None:
    page = table()
    page.test("board").focus()
    first = _apart(page, "0101", "5931")
    page.fit()
    all_ = _apart(page, "0101", "5931")
    assert all_ <= first
    page.page.keyboard.press("+")
    page.until(lambda: _apart(page, "0101", "5931") > all_)
    x, y = page.point("3015")
    page.page.mouse.move(x, y)
    page.page.mouse.wheel(0, -300)
    page.page.wait_for_timeout(300)
    moved = page.point("3015")
    assert abs(moved[0] - x) < 3 and abs(moved[1] - y) < 3, "the wheel zooms to the pointer"


def test_alt_hides_the_counters(table: Any) -> None:
    page = table()
    page.test("board").focus()
    layer = page.page.locator("[data-test^=piece-]").first
    page.page.keyboard.down("Alt")
    page.until(lambda: not layer.is_visible())
    page.page.keyboard.up("Alt")
    page.until(layer.is_visible)
