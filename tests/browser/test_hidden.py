"""What a side may not know never reaches its browser: not the page, not the socket, not any answer of the API.

Soviet divisions are untried until they fight. The German's browser sits through the first turns of a game, then it
opens every panel and overlay and asks everything the API answers; then all that it received is searched. The truth
comes from the seed, which the test takes from the database and the browser must never see either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import live
import pytest
from tablepage import TablePage, every, parsed
from test_two_browsers import script_of, sit_down

UNTIL = 150  # orders: set-up, the first turn with overruns and an attack, and part of the second
ASKED = [
    "",
    "/log",
    "/reminders",
    "/tables",
    "/forces",
    "/record",
    "/options",
    *(f"/overlay/{key}" for key in "ZSCTOR"),
]


# What differs between any two games: the commitment, check signs, times, who is here, how often something was written.
OWN = re.compile(r'[0-9a-f]{64}|#[0-9a-f]{4}|"(updated|created)":[\d.]+|"online":\w+|"version":\d+')


class Truth:
    """The true position after some orders, and the strengths that nobody may know yet."""

    def __init__(self, seed: str, lines: list[Any]) -> None:
        from hexfront import games
        from hexfront.engine.session import Session

        self.seed, self.session = seed, Session.start(games.game("pgg"), "", seed)
        self.shown = 0  # units that were face up at any time
        for line in lines:
            self.session.play(line.order)
            self.shown |= self._state.tried

    @property
    def _state(self) -> Any:
        return self.session.state

    def hidden(self) -> dict[str, str]:
        """The divisions on the board that were never turned up, with the figures that stand on their counters."""
        from hexfront.games.pgg.untried import untried

        state = self._state
        return {
            unit.name: f"{state.edition.counters[state.counter[unit.number]].name}-{unit.move // 2}"
            for unit in state.edition.units
            if state.where[unit.number] >= 0 and untried(state, unit.number) and not self.shown >> unit.number & 1
        }


def heard_by(page: TablePage) -> Iterator[tuple[str, str]]:
    """Everything that reached a browser: answers, socket messages, and the page as it stands."""
    yield from page.heard
    yield "the page", page.source()
    yield "its text", page.text()
    yield (
        "its storage",
        str(page.page.evaluate("JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})")),
    )


def ask_everything(page: TablePage) -> None:
    """Open every panel and overlay, hover and select, and ask the API for all it has."""
    for panel in ("forces", "charts", "rules", "log", "talk", "notes"):
        page.click(f"tab-{panel}")
        page.page.wait_for_timeout(80)
    for key in "zsctor":
        page.test("board").focus()
        page.page.keyboard.press(key)
        page.page.wait_for_timeout(80)
    for path in ASKED:
        answer = page.page.context.request.get(f"{page.server.url}/api/games/{page.game}{path}")
        page.heard.append((path, answer.text()))
    for number in range(0, page.view()["number"], 7):
        answer = page.page.context.request.get(f"{page.server.url}/api/games/{page.game}/replay/{number}")
        page.heard.append((f"replay {number}", answer.text()))
    for piece in page.view()["pieces"]:
        if piece["unit"]:
            query = f"/api/games/{page.game}/options?units={piece['unit']}"
            page.heard.append((query, page.page.context.request.get(page.server.url + query).text()))


def nothing_hidden(page: TablePage, truth: Truth, hidden: dict[str, str]) -> None:
    """Search all that a browser received."""
    assert hidden, "nothing is hidden here, so this would show nothing"
    for where, text in heard_by(page):
        assert truth.seed not in text, f"the seed is in {where}"
        for found in every(parsed(text)):
            name = found.get("unit") or found.get("name")
            if name in hidden and found.get("figures"):
                shown = str(found["figures"])
                assert shown != hidden[name] and shown.startswith("?"), f"{name} is shown as {shown} in {where}"
        for name, figures in hidden.items():
            near = re.search(rf"\b{re.escape(name)}\b[^A-Za-z0-9]{{1,6}}{re.escape(figures)}\b", text)
            assert not near, f"{near[0]!r} is in {where}"


@pytest.fixture
def seated(open_page: Any) -> tuple[Any, Any, Truth]:
    """German and Soviet in the middle of a game."""
    german, soviet = sit_down(open_page)
    pages, lines = {"german": german, "soviet": soviet}, script_of(german, UNTIL)
    for side, some in groupby(lines, key=lambda line: str(line.side)):
        pages[side].send(german.game, *(line.order for line in some))
    german.caught_up()
    return german, soviet, Truth(german.server.seed_of(german.game), lines)


def test_the_german_s_page_never_holds_a_hidden_strength(seated: tuple[Any, Any, Truth]) -> None:
    german, _, truth = seated
    ask_everything(german)
    nothing_hidden(german, truth, truth.hidden())


def test_a_watcher_s_page_never_holds_one_either(seated: tuple[Any, Any, Truth], open_page: Any) -> None:
    german, _, truth = seated
    watcher = open_page(f"/#/g/{german.game}")
    watcher.ready()
    assert watcher.view()["you"] == []
    ask_everything(watcher)
    nothing_hidden(watcher, truth, truth.hidden())


def test_two_games_that_look_the_same_send_the_same(open_page: Any) -> None:
    """Whatever is hidden, the German hears the same: two seeds, one set-up, not one byte of difference that tells."""
    german, soviet = sit_down(open_page)
    set_up = [line.order for line in script_of(german, 60) if "set-up" in line.heading]
    other = german.new_game("pgg", {"german": "me", "soviet": "open"})
    request = soviet.page.context.request
    sign = request.get(f"{soviet.server.url}/api/me").json()["csrf"]
    path = f"{soviet.server.url}/api/games/{other['id']}/seats"
    assert request.post(path, data={"token": other["invites"]["soviet"]}, headers={"X-CSRF-Token": sign}).ok
    for game in (german.game, other["id"]):
        soviet.send(game, *set_up)
    for asked in ASKED:
        answers = []
        for game in (german.game, other["id"]):
            text = german.page.context.request.get(f"{german.server.url}/api/games/{game}{asked}").text()
            text = text.replace(game, "GAME")
            answers.append(
                re.sub(
                    r'[0-9a-f]{64}|#[0-9a-f]{4}|"updated":[\d.]+|"created":[\d.]+|"online":\w+|"version":\d+', "", text
                )
            )
        assert answers[0] == answers[1], asked


def test_after_the_end_everything_may_be_seen(open_page: Any) -> None:
    page = open_page("/")
    request = page.page.context.request
    sign = request.get(f"{page.server.url}/api/me").json()["csrf"]
    headers = {"X-CSRF-Token": sign, "Content-Type": "text/plain"}
    answer = request.post(f"{page.server.url}/api/records", data=live.RECORD.read_text(), headers=headers)
    assert answer.ok, answer.text()
    record = request.get(f"{page.server.url}/api/games/{answer.json()['id']}/record").text()
    assert f"seed: {live.Recorded().record.seed}" in record
