"""An attack's panel: the figures of the engine, to the last digit, and a fight that is played on the board."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import live
import pytest


@pytest.fixture
def attacking(open_page: Any) -> tuple[Any, str, live.Recorded]:
    """A table just before an attack of the German's, and that attack."""
    recorded = live.Recorded()
    number = recorded.before("attack", "german")
    page = open_page("/")
    game = page.new_game("pgg", live.hot_seat("pgg"), **recorded.setting)["id"]
    page.send(game, *recorded.orders(number))
    page.open_game(game)
    page.fit()
    return page, recorded.log[number].order, recorded


def on_the_command_line(recorded: live.Recorded, many: int, question: str, folder: Path) -> str:
    """What `hexfront play` answers to a question in the same position."""
    from hexfront import games
    from hexfront.engine.session import replay

    file = folder / "position.txt"
    replay(games.game, recorded.record, many).save(file)
    command = [sys.executable, "-m", "hexfront.cli", "play", "pgg", "--side", "both", "--load", str(file)]
    done = subprocess.run(
        command, input=f"{question}\nquit\n", capture_output=True, text=True, cwd=live.ROOT, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def open_attack(page: Any, order: str) -> None:
    """Click the target, then click attackers in or out until they are those of the order."""
    units, target = order.removeprefix("attack ").split(" > ")
    wanted = set(units.split())
    page.click_hex(target)
    page.test("panel-attack").wait_for()
    page.test("panel-odds").wait_for()
    for chip in page.page.locator("[data-test^=attacker-]").all():
        unit = chip.get_attribute("data-test").removeprefix("attacker-")
        if (chip.get_attribute("aria-pressed") == "true") != (unit in wanted):
            page.test(f"attacker-{unit}").click()
            page.until(lambda unit=unit: (unit in pressed(page)) == (unit in wanted))
    page.until(lambda: pressed(page) == wanted and chances(page))


def pressed(page: Any) -> set[str]:
    """The attackers that are pressed."""
    found = page.page.locator('[data-test^=attacker-][aria-pressed="true"]')
    return set(found.evaluate_all("all => all.map(one => one.dataset.test.replace('attacker-', ''))"))


def test_the_panel_shows_the_figures_of_the_command_line(
    attacking: tuple[Any, str, live.Recorded], tmp_path: Path
) -> None:
    page, order, recorded = attacking
    open_attack(page, order)
    said = on_the_command_line(recorded, page.view()["number"], f"odds {order.removeprefix('attack ')}", tmp_path)
    odds = page.test("panel-odds").inner_text().strip()
    assert odds and odds in said, (odds, said)
    told = dict(
        re.findall(r"([A-Za-z0-9/ ]+?) (\d+) ?%", said.rpartition("Result: ")[2].split(".")[0].replace(", ", ","))
    )
    shown = chances(page)
    assert len(shown) >= 3 and set(shown) == {code.strip(" ,") for code in told}, (shown, told)
    for code, share in told.items():
        assert abs(shown[code.strip(" ,")] - float(share)) <= 0.55, (code, shown, told)  # the text table rounds


def chances(page: Any) -> dict[str, float]:
    """The results in the panel, each with its share in percent."""
    rows = (
        page.test("panel-chances")
        .locator("li")
        .evaluate_all("all => all.map(one => [one.children[0].textContent, parseFloat(one.children[1].textContent)])")
    )
    return {code.strip(): float(share) for code, share in rows}


def test_the_chances_are_all_there(attacking: tuple[Any, str, live.Recorded]) -> None:
    page, order, _ = attacking
    open_attack(page, order)
    assert abs(sum(chances(page).values()) - 100) < 0.6


def test_an_attack_is_fought_on_the_board(attacking: tuple[Any, str, live.Recorded]) -> None:
    page, order, recorded = attacking
    number = page.view()["number"]
    open_attack(page, order)
    page.click("main-button")
    view = page.wait_view(lambda view: view["number"] == number + 1)
    line = view["log"][-1]
    assert line["order"].split(" > ")[1] == order.split(" > ")[1]
    assert line["dice"] == list(recorded.log[number].dice), "the same seed gives the same die"
    page.page.locator(".die").first.wait_for()
    assert line["proof"]["commit"] == view["commit"]


def test_an_attack_that_may_not_be_made_says_why(attacking: tuple[Any, str, live.Recorded]) -> None:
    page, order, _ = attacking
    target = order.split(" > ")[1]
    far = next(
        piece["hex"]
        for piece in page.view()["pieces"]
        if piece["side"] == "soviet" and piece["unit"] and piece["hex"] != target and int(piece["hex"][:2]) > 12
    )
    page.click_hex(far)
    page.page.wait_for_timeout(400)
    if page.seen("panel-attack"):
        assert page.test("main-button").is_disabled()
    page.page.keyboard.press("Escape")
    page.until(lambda: not page.seen("panel-attack"))


def test_who_can_attack_is_asked_once(attacking: tuple[Any, str, live.Recorded]) -> None:
    page, order, _ = attacking
    before = len(page.heard)
    page.click_hex(order.split(" > ")[1])
    page.test("panel-odds").wait_for()
    asked = [url for url, _ in page.heard[before:] if "/options?" in url and "hex=" in url]
    assert len(asked) == 1 and len(pressed(page)) >= 1, asked


def test_a_choice_of_the_panel_stands_where_the_game_wants_it(open_page: Any) -> None:
    recorded = live.Recorded(live.ROOT / "tests" / "records" / "trc-campaign-greedy.txt", 90)
    number = next(line.number for line in recorded.log if line.order.endswith("> 1519")) - 1
    page = open_page("/")
    game = page.new_game("trc", live.hot_seat("trc"), **recorded.setting)["id"]
    page.send(game, *recorded.orders(number))
    page.open_game(game)
    page.fit()
    open_attack(page, recorded.log[number].order)
    offered = page.page.locator('[data-test^="switch-at "]')
    words = offered.evaluate_all("all => all.map(one => one.dataset.test.replace('switch-', ''))")
    assert len(words) >= 2
    for word in words[:2]:
        page.click(f"switch-{word}")
        page.until(lambda word=word: page.test("panel-odds").inner_text() == word.removeprefix("at "))
    assert page.page.locator('[data-test^="switch-at "]:checked').count() == 1
    page.click("main-button")
    line = page.wait_view(lambda view: view["number"] == number + 1)["log"][-1]
    assert line["order"].endswith(f" > 1519 {words[1]}")
