"""People at a real server: guests, accounts, sessions, tokens, seats, chat, offers, notifications."""

import json
import queue
import re
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from aiosmtpd.controller import Controller
from live import Client, Server, free_port, hot_seat

PASSWORD = "correct horse battery"


class Letters:
    """A mail server of our own: keeps what it is sent."""

    def __init__(self) -> None:
        self.letters: queue.Queue[tuple[list[str], str]] = queue.Queue()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take a mail."""
        self.letters.put((envelope.rcpt_tos, envelope.content.decode()))
        return "250 taken"


class Calls(ThreadingHTTPServer):
    """A web hook of our own: keeps what it is told."""

    daemon_threads = True

    def __init__(self) -> None:
        self.told: queue.Queue[dict[str, Any]] = queue.Queue()
        super().__init__(("127.0.0.1", 0), _Hook)


class _Hook(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.told.put(json.loads(body))  # type: ignore[attr-defined]
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Be quiet."""


@pytest.fixture(scope="module")
def post_office() -> Iterator[tuple[int, Letters]]:
    letters = Letters()
    controller = Controller(letters, hostname="127.0.0.1", port=free_port())
    controller.start()
    yield controller.port, letters
    controller.stop()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory, post_office: tuple[int, Letters]) -> Iterator[str]:
    env = {"HEXFRONT_SMTP": f"smtp://127.0.0.1:{post_office[0]}", "HEXFRONT_LOCAL_HOOKS": "1"}
    env["HEXFRONT_PUBLIC_URL"] = "http://games.example.org"
    with Server(tmp_path_factory.mktemp("people"), env=env) as server:
        yield server.url
        said = server.log.read_text()
        assert "Traceback" not in said, said


def name_of(what: str) -> str:
    """A name that nobody else has at this server."""
    return f"{what} {time.monotonic_ns()}"


def sign_up(client: Client, name: str, **more: str) -> httpx.Response:
    return client.post("/api/people", json={"name": name, "password": PASSWORD, **more})


def why(answer: httpx.Response, status: int) -> str:
    """The one sentence of a refusal."""
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["status"] == status and error["why"] and "\n" not in error["why"]
    return str(error["why"])


def two_players(url: str) -> tuple[Client, Client, str]:
    """Two people and their game; the second is the Soviet player, who begins."""
    german, soviet = Client(url), Client(url)
    made = german.new_game("pgg", {"german": "me", "soviet": "open"})
    taken = soviet.post(f"/api/games/{made['id']}/seats", json={"token": made["invites"]["soviet"]})
    assert taken.json() == {"side": "soviet"}
    return german, soviet, made["id"]


def first_order(client: Client, game: str) -> str:
    return str(client.get(f"/api/games/{game}/offered?limit=1").json()["orders"][0])


# -- guests and accounts -------------------------------------------------------------------------------------


def test_a_guest_stays_who_he_is(url: str) -> None:
    guest = Client(url)
    assert guest.person["guest"] and guest.person["name"].startswith("Guest ")
    again = guest.get("/api/me").json()
    assert again["person"] == guest.person and again["csrf"] == guest.headers["X-CSRF-Token"]


def test_cookies_are_kept_from_scripts_and_other_sites(url: str) -> None:
    with httpx.Client(base_url=url) as fresh:
        cookies = fresh.get("/api/me").headers.get_list("set-cookie")
        guest = next(one for one in cookies if one.startswith("hexfront_guest="))
        assert "HttpOnly" in guest and "SameSite=lax" in guest and "Path=/" in guest and "Secure" not in guest


def test_behind_https_cookies_are_secure(tmp_path: Path) -> None:
    with Server(tmp_path, env={"HEXFRONT_SECURE": "true"}) as server:
        cookies = httpx.get(f"{server.url}/api/me").headers.get_list("set-cookie")
        assert cookies and all("Secure" in one for one in cookies)


def test_an_account_keeps_the_games_of_the_guest(url: str) -> None:
    guest = Client(url)
    game = guest.new_game("pgg", hot_seat("pgg"))["id"]
    number, cookie, name = guest.person["id"], guest.cookies["hexfront_guest"], name_of("Anna")
    made = sign_up(guest, name, mail="anna@example.org")
    assert made.status_code == 201 and made.json()["person"] == {"id": number, "name": name, "guest": False}
    guest.sign_on()
    assert game in [one["id"] for one in guest.get("/api/games?list=mine").json()["games"]]
    elsewhere = Client(url)
    signed = elsewhere.post("/api/login", json={"name": name.upper(), "password": PASSWORD})
    assert signed.json()["person"]["id"] == number
    old = httpx.get(f"{url}/api/games?list=mine", cookies={"hexfront_guest": cookie})
    assert "sign in" in why(old, 401)


def test_signing_out_ends_the_session(url: str) -> None:
    client = Client(url)
    sign_up(client, name_of("Boris"))
    client.sign_on()
    session = client.cookies["hexfront_session"]
    assert client.post("/api/logout").status_code == 200
    assert "hexfront_session" not in client.cookies
    old = httpx.get(f"{url}/api/games", cookies={"hexfront_session": session})
    assert "session has ended" in why(old, 401)
    client.sign_on()
    assert client.person["guest"]


def test_a_session_that_ended_leaves_the_guest_of_the_browser(url: str) -> None:
    name, client = name_of("Emil"), Client(url)
    sign_up(Client(url), name)
    guest = client.person
    client.post("/api/login", json={"name": name, "password": PASSWORD})
    client.sign_on()
    assert client.person["name"] == name
    client.cookies.set("hexfront_session", "ended", domain="127.0.0.1")
    client.sign_on()
    assert client.person == guest and "hexfront_session" not in client.cookies


def test_wrong_passwords_and_names_look_the_same(url: str) -> None:
    name = name_of("Clara")
    sign_up(Client(url), name)
    stranger = Client(url)
    wrong = why(stranger.post("/api/login", json={"name": name, "password": "something else"}), 401)
    assert why(stranger.post("/api/login", json={"name": "nobody", "password": PASSWORD}), 401) == wrong


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 41, "a\u202eb", "tab\there", "line\nend", "\u200d", "private\ue000", "null\u2028sep"]
)
def test_names_that_cannot_be(url: str, name: str) -> None:
    why(sign_up(Client(url), name), 422)


def test_names_are_compared_as_people_read_them(url: str) -> None:
    stem = name_of("Zoë")
    assert sign_up(Client(url), stem.replace("ë", "e\u0308")).json()["person"]["name"] == stem
    assert "belongs to somebody" in why(sign_up(Client(url), stem.upper()), 409)
    guest = Client(url)
    assert "belongs to somebody" in why(guest.put("/api/me", json={"name": stem}), 409)
    assert guest.put("/api/me", json={"name": "<script>alert(1)</script>"}).json()["person"]["guest"]


def test_passwords_are_kept_as_argon2id(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        sign_up(Client(server.url), "Dora")
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("hexfront.db*"))
    assert b"$argon2id$" in kept and PASSWORD.encode() not in kept


# -- tokens --------------------------------------------------------------------------------------------------


def test_a_bot_acts_for_its_owner_until_the_token_is_deleted(url: str) -> None:
    owner = Client(url)
    made = owner.post("/api/tokens", json={"title": "my bot"}).json()
    bot = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {made['token']}"})
    assert bot.get("/api/me").json()["person"]["id"] == owner.person["id"]
    seats = {"german": "me", "soviet": "open"}
    assert bot.post("/api/games", json={"game": "pgg", "seats": seats}).status_code == 201
    assert "not with a token" in why(bot.post("/api/tokens", json={}), 403)
    listed = owner.get("/api/tokens").json()["tokens"]
    assert [(one["title"], one["token"]) for one in listed] == [("my bot", "")]
    assert owner.delete(f"/api/tokens/{made['id']}").status_code == 200
    assert "no longer" in why(bot.get("/api/me"), 401)
    assert why(owner.delete(f"/api/tokens/{made['id']}"), 404)


# -- seats ---------------------------------------------------------------------------------------------------


def test_an_invitation_counts_once(url: str) -> None:
    owner, friend, third = Client(url), Client(url), Client(url)
    made = owner.new_game("pgg", {"german": "me", "soviet": "open"})
    seats, token = f"/api/games/{made['id']}/seats", {"token": made["invites"]["soviet"]}
    assert "already" in why(owner.post(seats, json=token), 409)
    assert "not, or no longer, valid" in why(third.post(seats, json={"token": "x" * 43}), 403)
    assert friend.post(seats, json=token).json() == {"side": "soviet"}
    assert "no longer" in why(third.post(seats, json=token), 403)
    assert owner.view(made["id"])["seats"][1]["name"] == friend.person["name"]
    assert third.view(made["id"])["you"] == []


def test_an_open_game_is_joined_from_the_list(url: str) -> None:
    owner, friend = Client(url), Client(url)
    made = owner.new_game("pgg", {"german": "open", "soviet": "me"})
    assert made["id"] in [one["id"] for one in friend.get("/api/games?list=open").json()["games"]]
    seats = f"/api/games/{made['id']}/seats"
    assert "say which seat" in why(friend.post(seats, json={}), 422)
    assert "not open" in why(friend.post(seats, json={"side": "soviet"}), 403)
    assert friend.post(seats, json={"side": "german"}).json() == {"side": "german"}
    assert made["id"] not in [one["id"] for one in friend.get("/api/games?list=open").json()["games"]]


def test_orders_need_a_seat_and_the_right_one(url: str) -> None:
    german, soviet, game = two_players(url)
    order = first_order(soviet, game)
    why(Client(url).order(game, order, 0), 403)
    refused = german.order(game, order, 0)
    assert refused.status_code == 422 and refused.json()["error"]["rule"]
    assert soviet.order(game, order, 0).is_success
    assert german.get(f"/api/games/{game}/offered").json()["orders"] == []
    why(Client(url).get(f"/api/games/{game}/offered"), 403)


# -- chat and notes ------------------------------------------------------------------------------------------


def test_players_talk_and_watchers_read(url: str) -> None:
    german, soviet, game = two_players(url)
    watcher = Client(url)
    said = german.post(f"/api/games/{game}/talk", json={"text": "  <b>Hello</b>\u202e\x07 e\u0301 \r\n there  "})
    assert said.json()["text"] == "<b>Hello</b> é \n there" and said.json()["side"] == "german"
    assert [one["text"] for one in watcher.get(f"/api/games/{game}/talk").json()["talk"]] == [said.json()["text"]]
    assert "only those who play" in why(watcher.post(f"/api/games/{game}/talk", json={"text": "psst"}), 403)
    assert "empty" in why(soviet.post(f"/api/games/{game}/talk", json={"text": " \x00".replace("\x00", "\x01")}), 422)
    assert "2000" in why(soviet.post(f"/api/games/{game}/talk", json={"text": "x" * 2001}), 422)
    soviet.post(f"/api/games/{game}/offers", json={"kind": "resign"})
    assert watcher.post(f"/api/games/{game}/talk", json={"text": "well played"}).status_code == 201


def test_notes_are_private(url: str) -> None:
    german, soviet, game = two_players(url)
    german.put(f"/api/games/{game}/note", json={"text": "attack\tat dawn\n"})
    assert german.get(f"/api/games/{game}/note").json() == {"text": "attack\tat dawn"}
    assert soviet.get(f"/api/games/{game}/note").json() == {"text": ""}
    german.put(f"/api/games/{game}/note", json={"text": ""})
    assert german.get(f"/api/games/{game}/note").json() == {"text": ""}


# -- offers --------------------------------------------------------------------------------------------------


def offer(client: Client, game: str, kind: str, answer: bool | None = None) -> httpx.Response:
    return client.post(f"/api/games/{game}/offers", json={"kind": kind, "answer": answer})


def test_resigning_ends_the_game(url: str) -> None:
    german, soviet, game = two_players(url)
    why(offer(Client(url), game, "resign"), 403)
    assert offer(german, game, "resign").json()["result"] == "soviet, german resigned"
    assert soviet.view(game)["over"] and soviet.view(game)["ask"] is None
    assert "over" in why(offer(soviet, game, "resign"), 409)
    assert not soviet.order(game, "done", 0).is_success


def test_a_draw_needs_both(url: str) -> None:
    german, soviet, game = two_players(url)
    assert "no such offer" in why(offer(german, game, "draw", True), 409)
    assert offer(german, game, "draw").json()["offers"] == [{"side": "german", "kind": "draw", "line": 0}]
    assert "no such offer" in why(offer(german, game, "draw", True), 409)
    assert offer(soviet, game, "draw", False).json()["offers"] == []
    assert offer(soviet, game, "draw").json()["offers"][0]["side"] == "soviet"
    assert offer(soviet, game, "draw", False).json()["offers"] == []  # withdrawn
    offer(soviet, game, "draw")
    assert offer(german, game, "draw", True).json() == {
        "over": True,
        "result": "draw, agreed",
        "number": 0,
        "offers": [],
    }


def test_a_take_back_goes_behind_the_askers_last_order(url: str) -> None:
    german, soviet, game = two_players(url)
    assert "no order yet" in why(offer(german, game, "takeback"), 409)
    for number in range(3):
        assert soviet.order(game, first_order(soviet, game), number).is_success
    assert offer(soviet, game, "takeback").json()["number"] == 3
    assert german.view(game)["offers"] == [{"side": "soviet", "kind": "takeback", "line": 3}]
    assert offer(german, game, "takeback", True).json() == {"over": False, "result": "", "number": 2, "offers": []}
    assert soviet.view(game)["number"] == 2


def test_robots_take_no_draw_and_nobody_answers_for_an_empty_seat(url: str) -> None:
    client = Client(url)
    robot = client.new_game("pgg", {"german": "random", "soviet": "me"})["id"]
    assert "robot" in why(offer(client, robot, "draw"), 409)
    assert client.order(robot, first_order(client, robot), 0).is_success
    assert offer(client, robot, "takeback").json()["number"] == 0
    empty = client.new_game("pgg", {"german": "open", "soviet": "me"})["id"]
    assert "nobody plays" in why(offer(client, empty, "draw"), 409)
    alone = client.new_game("pgg", hot_seat("pgg"))["id"]
    assert offer(client, alone, "draw").json()["over"]


# -- notifications -------------------------------------------------------------------------------------------


def play_set_up(soviet: Client, game: str) -> int:
    """Play the set-up until the decision is the German's; the number of the last line."""
    view = soviet.view(game)
    while view["ask"]["side"] == "soviet":
        order = first_order(soviet, game)
        view = soviet.order(game, order, view["number"]).json()["view"]
    return int(view["number"])


def test_a_web_hook_is_told_of_the_turn(url: str) -> None:
    german, soviet, game = two_players(url)
    calls = Calls()
    threading.Thread(target=calls.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{calls.server_port}/your-turn?who=me"
    assert german.put(f"/api/games/{game}/hooks", json={"url": address}).json()["url"] == address
    number = play_set_up(soviet, game)
    told = calls.told.get(timeout=10)
    assert (told["type"], told["game"], told["side"], told["number"]) == ("your-turn", game, "german", number)
    offer(soviet, game, "resign")
    told = calls.told.get(timeout=10)
    assert (told["type"], told["result"]) == ("over", "german, soviet resigned")
    assert calls.told.empty()
    calls.shutdown()


def test_no_order_waits_for_a_web_hook(url: str) -> None:
    german, soviet, game = two_players(url)
    with socket.create_server(("127.0.0.1", 0)) as deaf:  # takes the call and never answers
        german.put(f"/api/games/{game}/hooks", json={"url": f"http://127.0.0.1:{deaf.getsockname()[1]}/"})
        play_set_up(soviet, game)
        began = time.monotonic()
        assert german.get(f"/api/games/{game}/offered?limit=5").json()["orders"]
        assert german.order(game, first_order(german, game), german.view(game)["number"]).is_success
        assert time.monotonic() - began < 3


def test_mail_goes_to_whoever_says_that_the_address_is_his(url: str, post_office: tuple[int, Letters]) -> None:
    german, soviet, game = two_players(url)
    _, letters = post_office[0], post_office[1].letters
    asked = german.put(f"/api/games/{game}/hooks", json={"mail": "g@example.org"}).json()
    assert asked == {"url": "", "mail": "", "waiting": "g@example.org"}
    to, text = letters.get(timeout=10)
    link = re.search(r"(?<=http://games.example.org)/api/mails/\S+", text.replace("=\r\n", "").replace("=3D", "="))
    assert to == ["g@example.org"] and link
    assert why(httpx.get(url + link[0][:-2] + "xx"), 404)
    assert httpx.get(url + link[0]).status_code == 200
    assert german.get(f"/api/games/{game}/hooks").json()["mail"] == "g@example.org"
    play_set_up(soviet, game)
    to, text = letters.get(timeout=10)
    assert to == ["g@example.org"] and "Your turn: Panzergruppe Guderian" in text and game in text
    german.put(f"/api/games/{game}/hooks", json={"mail": ""})
    assert german.get(f"/api/games/{game}/hooks").json() == {"url": "", "mail": "", "waiting": ""}


@pytest.mark.parametrize(
    "wish",
    [
        {"url": "ftp://example.org/"},
        {"url": "javascript:alert(1)"},
        {"url": "http://me:secret@example.org/"},
        {"url": "http://[::1"},
        {"url": "http://example.org:99999/"},
        {"url": "http://example.org/" + "x" * 500},
        {"url": "https://exa mple.org/"},
        {"mail": "nobody"},
        {"mail": "a@b.c\r\nBcc: everybody@example.org"},
        {"mail": "x" * 300 + "@example.org"},
    ],
)
def test_addresses_that_cannot_be(url: str, wish: dict[str, str]) -> None:
    client = Client(url)
    game = client.new_game("pgg", hot_seat("pgg"))["id"]
    why(client.put(f"/api/games/{game}/hooks", json=wish), 422)
    why(Client(url).put(f"/api/games/{game}/hooks", json=wish), 403)


# -- seats by link, and the clock ----------------------------------------------------------------------------


def test_a_seat_by_link_stands_in_no_list(url: str) -> None:
    german, friend, stranger = Client(url), Client(url), Client(url)
    made = german.new_game("pgg", {"german": "me", "soviet": "link"})
    at = f"/api/games/{made['id']}"
    listed = stranger.get("/api/games", params={"list": "open"}).json()["games"]
    assert made["id"] not in [one["id"] for one in listed]
    assert [seat["kind"] for seat in german.view(made["id"])["seats"]] == ["person", "open"]
    assert "not open" in why(stranger.post(f"{at}/seats", json={"side": "soviet"}), 403)
    assert friend.post(f"{at}/seats", json={"token": made["invites"]["soviet"]}).json() == {"side": "soviet"}
    assert "no longer" in why(stranger.post(f"{at}/seats", json={"token": made["invites"]["soviet"]}), 403)


def test_a_game_is_claimed_when_the_other_sides_days_have_run_out(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        german, soviet = Client(server.url), Client(server.url)
        made = german.new_game("pgg", {"german": "me", "soviet": "link"}, days=2)
        soviet.post(f"/api/games/{made['id']}/seats", json={"token": made["invites"]["soviet"]})
        offers = f"/api/games/{made['id']}/offers"
        clock = german.view(made["id"])["clock"]
        assert (clock["days"], clock["side"], clock["claim"]) == (2, "soviet", None)
        assert "left to decide" in why(german.post(offers, json={"kind": "claim"}), 409)
        server.kill()
        with sqlite3.connect(tmp_path / "hexfront.db") as file:
            file.execute("UPDATE game SET since = since - 3 * 86400")
        server.start()
        assert german.view(made["id"])["clock"]["claim"] == "german"
        assert "you who must decide" in why(soviet.post(offers, json={"kind": "claim"}), 409)
        assert "nothing to answer" in why(german.post(offers, json={"kind": "claim", "answer": True}), 422)
        told = german.post(offers, json={"kind": "claim"}).json()
        assert told["over"] and told["result"] == "german, soviet ran out of time"
        assert soviet.view(made["id"])["result"] == told["result"]
        assert "ran out of time" in german.record(made["id"])
        assert soviet.order(made["id"], "done", 0).status_code == 422
