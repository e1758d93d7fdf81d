"""A page of the table, driven as a person drives it: by clicks on what is drawn, and by keys.

What the page must show is found by its `data-test` marks; what is true is asked of the server in the name of the same
person. Whatever the page hears and says (answers, socket messages) is kept for tests that search it.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import live
import pytest

WIDE = {"width": 1440, "height": 900}
NARROW = {"width": 390, "height": 844}
TOUR_SEEN = "try { localStorage.setItem('hexfront.tour', 'done') } catch {}"
HARMLESS = (
    "status of 409",  # the browser reports our refusals as failed loads
    "status of 422",
    "status of 403",
    "status of 400",
    "status of 413",
    "net::ERR_INTERNET_DISCONNECTED",
    "WebSocket connection to",
    "net::ERR_CONNECTION_REFUSED",
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


@contextmanager
def chromium() -> Iterator[Any]:
    """A Chromium; the test is skipped, with the reason, where there is none."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install -e '.[dev]'")
    tool = live.find_tools.chromium()
    if not tool:
        pytest.skip(tool.why)
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=str(tool.path), args=FLAGS)
        yield running
        running.close()


class TablePage:
    """One open page."""

    def __init__(self, page: Any, server: live.Server) -> None:
        self.page, self.server = page, server
        self.clicks = 0
        self.troubles: list[str] = []
        self.heard: list[tuple[str, str]] = []  # where from, and what
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.troubles.append(f"script failed: {error}"))
        page.on("response", self._response)
        page.on("websocket", self._socket)

    # -- watching ----------------------------------------------------------------------------------

    def _console(self, message: Any) -> None:
        if message.type == "error" and not any(word in message.text for word in HARMLESS):
            self.troubles.append(f"console: {message.text}")

    def _response(self, answer: Any) -> None:
        if answer.status >= 500 or (answer.status == 404 and "/api/" not in answer.url):
            self.troubles.append(f"{answer.status}: {answer.url}")
        if "/api/" in answer.url and answer.status < 300:
            self.heard.append((answer.url, _body(answer)))

    def _socket(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.heard.append((socket.url, _text(frame))))

    # -- going places ------------------------------------------------------------------------------

    def goto(self, path: str) -> None:
        """Open an address of the server; one that differs in its fragment only is loaded anew all the same."""
        if path.startswith(("#", "/#")):
            self.page.goto("about:blank")
        if path == "about:blank":
            return
        self.page.goto(self.server.url + "/" + path.lstrip("/"), wait_until="domcontentloaded")

    def open_game(self, game: str) -> None:
        """Open a game's table and wait until its board stands."""
        self.goto(f"/#/g/{game}")
        self.ready()

    def ready(self) -> None:
        """Wait until the board is drawn with its counters, and everything around it stands."""
        self.test("board").wait_for()
        self.page.locator("[data-test^=piece-]").first.wait_for(state="attached")
        self.page.locator("[data-state]").wait_for(state="attached")
        self.page.wait_for_timeout(100)

    @property
    def game(self) -> str:
        """The id of the open game."""
        found = re.search(r"#/g/([^/?]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    def test(self, name: str) -> Any:
        """What the page has marked with this name."""
        return self.page.locator(f'[data-test="{name}"]')

    def seen(self, name: str) -> bool:
        """Is it there and visible?"""
        found = self.test(name)
        return bool(found.count()) and bool(found.first.is_visible())

    # -- the truth ---------------------------------------------------------------------------------

    def api(self, path: str) -> Any:
        """What the server answers this person."""
        answer = self.page.context.request.get(f"{self.server.url}{path}")
        assert answer.ok, f"{path}: {answer.status} {answer.text()[:200]}"
        return answer.json()

    def view(self) -> live.Json:
        """The open game as this person may see it."""
        found: live.Json = self.api(f"/api/games/{self.game}")
        return found

    def new_game(self, game: str, seats: Mapping[str, str], **given: object) -> live.Json:
        """Set up a game in the name of this page's person, with things that the form does not offer (a seed)."""
        data = {"game": game, "seats": dict(seats), **given}
        answer = self._ask_for_game(data)
        if answer.status == 403:  # the page became a guest of its own meanwhile: ask again as that one, as pages do
            answer = self._ask_for_game(data)
        assert answer.ok, answer.text()
        made: live.Json = answer.json()
        return made

    def _ask_for_game(self, data: live.Json) -> Any:
        request = self.page.context.request
        sign = request.get(f"{self.server.url}/api/me").json()["csrf"]
        return request.post(f"{self.server.url}/api/games", data=data, headers={"X-CSRF-Token": sign})

    def send(self, game: str, *orders: str) -> None:
        """Play orders past the page, in its person's name."""
        request = self.page.context.request
        sign = request.get(f"{self.server.url}/api/me").json()["csrf"]
        number = request.get(f"{self.server.url}/api/games/{game}").json()["number"]
        for place, order in enumerate(orders, number):
            body = {"order": order, "seen": place, "key": f"past-the-page-{place}"}
            path = f"{self.server.url}/api/games/{game}/orders"
            answer = request.post(path, data=body, headers={"X-CSRF-Token": sign})
            assert answer.ok, f"{order}: {answer.text()}"

    def resign(self, game: str) -> None:
        """Give up past the page."""
        request = self.page.context.request
        sign = request.get(f"{self.server.url}/api/me").json()["csrf"]
        path = f"{self.server.url}/api/games/{game}/offers"
        assert request.post(path, data={"kind": "resign"}, headers={"X-CSRF-Token": sign}).ok

    def until(self, true: Callable[[], object], patience: float = 30.0) -> None:
        """Wait until something is so on the page; machines are slow at times."""
        end = time.monotonic() + patience
        while not true():
            assert time.monotonic() < end, "it did not come to pass on the page"
            self.page.wait_for_timeout(50)

    def wait_view(self, true: Callable[[live.Json], object], patience: float = 30.0) -> live.Json:
        """Wait until the server's view is as wanted."""
        end = time.monotonic() + patience
        while True:
            view = self.view()
            if true(view):
                return view
            assert time.monotonic() < end, f"it did not come to pass: {view['ask']} at {view['number']}"
            self.page.wait_for_timeout(100)

    def caught_up(self) -> live.Json:
        """Wait until the page shows what the server holds; the view."""
        view = self.view()
        if view["number"]:
            self.test("log").locator(f'[data-number="{view["number"]}"]').wait_for(state="attached")
        return view

    # -- hands -------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the whole board."""
        self.page.keyboard.press("0")
        self.page.wait_for_timeout(250)

    def click(self, name: str) -> None:
        """Click something marked."""
        self.clicks += 1
        self.test(name).first.click()

    def point(self, hex_: str) -> tuple[float, float]:
        """Where the middle of a hex lies in the window, once the board rests."""
        view = self.view()
        at = self.api(f"/api/boards/{view['game']}.json")["hexes"][hex_]
        before, now = None, self._project(at)
        while before != now:
            before, now = now, self._project(at)
        return now

    def _project(self, at: list[float]) -> tuple[float, float]:
        """A point of the map in the window."""
        x, y = self.page.evaluate(
            """async ([x, y]) => {
                for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
                const layer = document.querySelector("[data-test=board] [data-test^=piece-]").ownerSVGElement;
                const [box, map] = [layer.getBoundingClientRect(), layer.viewBox.baseVal];
                const scale = box.width / map.width;
                return [box.left + (x - map.x) * scale, box.top + (y - map.y) * scale];
            }""",
            at,
        )
        return float(x), float(y)

    def click_hex(self, hex_: str, **given: Any) -> None:
        """Click the middle of a hex."""
        self.clicks += 1
        x, y = self.point(hex_)
        self.page.mouse.click(x, y, **given)

    def alone(self) -> live.Json:
        """A unit that can act and shares its hex with no other."""
        pieces = self.view()["pieces"]
        hexes = [piece["hex"] for piece in pieces if piece["unit"]]
        found: live.Json = next(piece for piece in pieces if piece["moves"] and hexes.count(piece["hex"]) == 1)
        return found

    def click_piece(self, unit: str) -> None:
        """Click a counter; one within a stack after its stack has fanned out."""
        piece = next(one for one in self.view()["pieces"] if one["unit"] == unit)
        self.click_hex(piece["hex"])
        box = self.test(f"fan-{unit}").bounding_box() if self.test(f"fan-{unit}").count() else None
        if box:
            self.clicks += 1
            self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def click_reach(self, hex_: str) -> None:
        """Click a hex that is lit as a goal."""
        box = self.test(f"reach-{hex_}").bounding_box()
        self.clicks += 1
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def lit(self) -> list[str]:
        """The hexes that are lit as goals."""
        names = self.page.locator("[data-test^=reach-]").evaluate_all("all => all.map(one => one.dataset.test)")
        return [name.removeprefix("reach-") for name in names]

    def open_to_view(self, hex_: str) -> bool:
        """Does a hex lie on the visible part of the board, with nothing over it?"""
        inside = "at => Boolean(document.elementFromPoint(...at)?.closest('[data-test=board]'))"
        return bool(self.page.evaluate(inside, list(self.point(hex_))))

    def aimable(self, view: live.Json) -> str:
        """A hex at which an order that names no unit can aim now; "" if there is none."""
        if not any(verb["form"] == "hex" for verb in view["ask"]["verbs"]):
            return ""
        hexes = list(self.api(f"/api/boards/{view['game']}.json")["hexes"])
        for label in hexes[len(hexes) // 2 :: 37]:
            if self.open_to_view(label) and self.api(f"/api/games/{view['id']}/options?hex={label}")["orders"]:
                return str(label)
        return ""

    def waiting(self) -> list[str]:
        """Units that the page offers beside the board."""
        names = self.page.locator("button[data-test^=piece-]").evaluate_all("all => all.map(one => one.dataset.test)")
        return [name.removeprefix("piece-") for name in names]

    def wait_lit(self) -> list[str]:
        """Wait until something is lit."""
        self.page.locator("[data-test^=reach-]").first.wait_for(state="attached")
        return self.lit()

    def end_phase(self) -> None:
        """The main button, and the confirmation if something would be forgotten."""
        number = self.view()["number"]
        self.click("main-button")
        if self.asked_again(number):
            self.click("end-anyway")

    def asked_again(self, number: int) -> bool:
        """Does the page list what would be forgotten, rather than end the phase after that many orders?"""
        self.until(lambda: self.seen("end-list") or self.view()["number"] > number)
        return self.seen("end-list")

    def text(self) -> str:
        """All text of the page, hidden panels and drawings included."""
        return str(self.page.evaluate("document.documentElement.textContent"))

    def source(self) -> str:
        """The whole page as it stands, attributes included."""
        return str(self.page.content())


def _body(answer: Any) -> str:
    try:
        return str(answer.text())
    except Exception as error:  # a page that has gone on has thrown its answers away
        return f"(gone: {type(error).__name__})"


def _text(frame: Any) -> str:
    payload = getattr(frame, "payload", frame)
    return payload.decode(errors="replace") if isinstance(payload, bytes) else str(payload)


def every(found: Any) -> list[Any]:
    """All objects within some JSON."""
    if isinstance(found, dict):
        return [found, *(one for value in found.values() for one in every(value))]
    if isinstance(found, list):
        return [one for value in found for one in every(value)]
    return []


def parsed(text: str) -> Any:
    """JSON, or nothing."""
    try:
        return json.loads(text)
    except ValueError:
        return None
