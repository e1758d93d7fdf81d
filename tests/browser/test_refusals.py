"""What is not legal: one sentence, the rule's number, and behind it the rule with its cases drawn."""

from __future__ import annotations

from typing import Any

import live
import pytest


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


def test_a_refused_move_shows_the_rule_and_opens_it(moving: Any) -> None:
    page, before = moving, moving.view()["number"]
    unit = page.alone()
    page.click_piece(unit["unit"])
    lit = set(page.wait_lit())
    far = next(
        label
        for label in page.api("/api/boards/pgg.json")["hexes"]
        if label not in lit and label != unit["hex"] and not any(one["hex"] == label for one in page.view()["pieces"])
    )
    page.click_hex(far)
    page.test("refusal").wait_for()
    said, number = page.test("refusal").inner_text(), page.test("refusal-rule").inner_text()
    assert len(said) > 10 and any(char.isdigit() for char in number), (said, number)
    assert page.view()["number"] == before, "a refused order changed the game"
    page.click("refusal-rule")
    rule = number.replace("Rule", "").strip()
    panel, told = page.test("rules"), page.api(f"/api/rules/pgg/{rule}")
    panel.get_by_role("heading", name=f"{rule} {told['title']}").wait_for()
    if told["cases"]:
        panel.locator("figure img").first.wait_for(state="attached")
        wide = panel.locator("figure img").first.evaluate("one => one.decode().then(() => one.naturalWidth)")
        assert wide > 50, "the case is not drawn"


def test_the_same_refusal_as_on_the_command_line(moving: Any) -> None:
    """The browser judges nothing: what it is told is what the engine says to everybody."""
    from hexfront import games
    from hexfront.engine.errors import Refused
    from hexfront.engine.session import replay

    recorded = live.Recorded()
    session = replay(games.game, recorded.record, recorded.before("move", "german", 6))
    unit = next(piece["unit"] for piece in moving.view()["pieces"] if piece["moves"])
    with pytest.raises(Refused) as caught:
        session.play(f"move {unit} 5901")
    request = moving.page.context.request
    sign = request.get(f"{moving.server.url}/api/me").json()["csrf"]
    body = {"order": f"move {unit} 5901", "seen": moving.view()["number"], "key": "refused"}
    answer = request.post(
        f"{moving.server.url}/api/games/{moving.game}/orders", data=body, headers={"X-CSRF-Token": sign}
    )
    assert answer.status == 422
    error = answer.json()["error"]
    assert (error["rule"], error["why"]) == (caught.value.rule, caught.value.why)


def test_units_that_cannot_act_light_nothing(moving: Any) -> None:
    page = moving
    enemy = next(piece for piece in page.view()["pieces"] if piece["side"] == "soviet" and piece["unit"])
    page.click_hex(enemy["hex"])
    page.page.wait_for_timeout(300)
    assert page.lit() == []
