"""A whole turn of pgg against a robot, once with the mouse and once with the keyboard alone.

The player here is no tactician: he brings in units, moves a few, fights where he can, settles what he owes, and ends
each phase. What counts is that every order he gives goes through the page, and that the page lets him get to the end.
"""

from __future__ import annotations

from typing import Any

import pytest

SEED = "a whole turn"
MOVES = 3  # in each phase of movement
DECISIONS = 80  # after so many the turn should have been over


class Mouse:
    """Gives orders by clicks."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def pick(self, unit: str, beside: bool) -> None:
        """Select a unit on the board, or one that waits beside it."""
        if beside:
            self.page.click(f"piece-{unit}")
        else:
            self.page.click_piece(unit)

    def goal(self, hex_: str) -> None:
        """Send what is selected to a lit hex."""
        self.page.click_reach(hex_)

    def at(self, hex_: str) -> None:
        """An order that aims at a hex."""
        self.page.click_hex(hex_)

    def press(self) -> None:
        """The main button."""
        self.page.click("main-button")

    def confirm(self) -> None:
        """End the phase although something would be forgotten."""
        self.page.click("end-anyway")

    def button(self, name: str) -> None:
        """Another button."""
        self.page.click(name)


class Keyboard:
    """Gives orders by keys; the mouse is never touched."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.keys = page.page.keyboard

    def pick(self, unit: str, beside: bool) -> None:
        """Tab to a button beside the board, or lead the cursor to a counter and take it."""
        if beside:
            self._to(f'button[data-test="piece-{unit}"]')
            self.keys.press("Enter")
            return
        piece = next(one for one in self.page.view()["pieces"] if one["unit"] == unit)
        self._cursor(piece["hex"])
        self.keys.press(" ")
        self.page.page.wait_for_timeout(150)
        fan = self.page.page.locator("[data-test^=fan-]").evaluate_all("all => all.map(one => one.dataset.unit)")
        if unit in fan and len(fan) <= 9:
            self.keys.press(str(fan.index(unit) + 1))

    def goal(self, hex_: str) -> None:
        """Lead the cursor to a lit hex, and Enter."""
        self._cursor(hex_)
        self.keys.press("Enter")

    at = goal

    def press(self) -> None:
        """Tab to the main button, and Enter."""
        self._to("[data-test=main-button]")
        self.keys.press("Enter")

    def confirm(self) -> None:
        """The dialog has the focus on what ends the phase."""
        self._to("[data-test=end-anyway]")
        self.keys.press("Enter")

    def button(self, name: str) -> None:
        """Tab to a button, and Enter."""
        self._to(f'[data-test="{name}"]')
        self.keys.press("Enter")

    def _focused(self, selector: str) -> bool:
        return bool(self.page.page.evaluate("what => Boolean(document.activeElement?.matches(what))", selector))

    def _to(self, selector: str) -> None:
        """Tab until something has the focus, once it is there. Esc lets Tab leave the board."""
        self.page.page.locator(selector).first.wait_for(state="attached")
        for _ in range(480):  # three times round: a button may be at rest while the server thinks
            if self._focused(selector):
                return
            if self._focused("[data-test=board], [data-test=board] *"):
                self.keys.press("Escape")
                self.keys.press("Escape")
            self.keys.press("Tab")
        raise AssertionError(f"the keyboard does not reach {selector}")

    def _cursor(self, hex_: str) -> None:
        """Lead the cursor to a hex by the arrow keys."""
        if not self._focused("[data-test=board]"):
            self._to("[data-test=board]")
        hexes = self.page.api("/api/boards/pgg.json")["hexes"]
        for _ in range(140):
            at = (
                self.page.page.locator("[data-test=cursor]").get_attribute("data-hex")
                if self.page.seen("cursor")
                else None
            )
            if at == hex_:
                return
            self.keys.press(_toward(hexes.get(at), hexes[hex_]))
        raise AssertionError(f"the cursor does not reach {hex_}")


def _toward(here: list[float] | None, there: list[float]) -> str:
    """The arrow key that leads nearer."""
    if here is None:
        return "ArrowRight"
    dx, dy = there[0] - here[0], there[1] - here[1]
    if abs(dx) > 40:
        return "ArrowRight" if dx > 0 else "ArrowLeft"
    return "ArrowDown" if dy > 0 else "ArrowUp"


class Player:
    """Decides what to do, and lets the hands do it."""

    def __init__(self, page: Any, hands: Any) -> None:
        self.page, self.hands = page, hands
        self.phase, self.done = "", 0
        self.given: list[str] = []

    def turn(self) -> None:
        """Play until the second turn."""
        for _ in range(DECISIONS):
            view = self.page.wait_view(lambda view: view["over"] or view["turn"] > 1 or view["ask"]["yours"])
            if view["over"] or (view["turn"] > 1 and view["ask"]["yours"]):
                return
            self.page.caught_up()
            self.page.page.wait_for_timeout(120)
            self._decide(view)
            after = self.page.wait_view(lambda now, before=view["number"]: now["number"] > before)
            self.given.append(after["log"][view["number"] - after["number"]]["order"])
        raise AssertionError(f"no end of the turn: {self.given}")

    def _decide(self, view: Any) -> None:
        ask = view["ask"]
        if (ask["name"], view["heading"]) != self.phase:
            self.phase, self.done = (ask["name"], view["heading"]), 0
        may_end = any(verb["name"] == "done" for verb in ask["verbs"])
        if may_end and self.done >= MOVES:
            return self._end()
        self.done += 1
        if not self._some_order(view) and may_end:
            self._end()
        return None

    def _end(self) -> None:
        number = self.page.view()["number"]
        self.hands.press()
        if self.page.asked_again(number):
            self.hands.confirm()

    def _some_order(self, view: Any) -> bool:
        """Give one order of those on offer; whether there was one."""
        aimed = self.page.aimable(view)
        if aimed:
            self.hands.at(aimed)
            return True
        here = {piece["unit"]: piece["hex"] for piece in view["pieces"] if piece["unit"]}
        able = self.page.page.locator(".piece.able").evaluate_all("all => all.map(one => one.dataset.unit)")
        for unit in [*self.page.waiting()[:4], *sorted(able)[:12]]:
            offers = self.page.api(f"/api/games/{self.page.game}/options?units={unit}")["orders"]
            goals = [one for one in offers if one.get("hex") and " > " not in one["order"]]
            if goals or any(not one.get("hex") for one in offers):
                self._order(unit, unit not in here, goals)
                return True
        return False

    def _order(self, unit: str, beside: bool, goals: list[Any]) -> None:
        self.hands.pick(unit, beside)
        if not goals:
            self.page.page.wait_for_timeout(300)
            return self._plain()
        lit = self.page.wait_lit()
        wanted = [one["hex"] for one in goals if one["hex"] in lit]
        self.hands.goal(wanted[len(wanted) // 2])
        return None

    def _plain(self) -> None:
        """An order that needs no hex: the main button's, or the first one offered beside it."""
        others = self.page.page.locator("[data-test^=order-]")
        if others.count():
            self.hands.button(others.first.get_attribute("data-test"))
        else:
            self.hands.press()


@pytest.mark.parametrize("hands", [Mouse, Keyboard], ids=["mouse", "keyboard"])
def test_a_whole_turn(open_page: Any, hands: Any) -> None:
    page = open_page("/")
    page.test("home-card-pgg").wait_for()
    game = page.new_game("pgg", {"german": "me", "soviet": "random"}, seed=SEED)["id"]
    page.open_game(game)
    page.wait_view(lambda view: view["ask"]["yours"])
    page.fit()
    player = Player(page, hands(page))
    player.turn()
    verbs = {order.split()[0] for order in player.given}
    assert {"interdict", "enter", "move", "done"} <= verbs, player.given
    assert page.view()["turn"] == 2
    if hands is Keyboard:
        assert page.clicks == 0
