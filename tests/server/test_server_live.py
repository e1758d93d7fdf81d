"""A real server on a free port: the HTTP API of games, sockets, streams, robots, and what it says when it cannot."""

import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from live import Client, Server, free_port, hot_seat, random_orders

from hexfront import games
from hexfront.robots import opponents, player

SECOND = 1.0  # within which the other side sees a move


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("live")) as running:
        yield running
        assert "Traceback" not in running.log.read_text(), running.tail()


@pytest.fixture
def me(server: Server) -> Iterator[Client]:
    client = Client(server.url)
    yield client
    client.close()


def cookie_of(client: Client) -> str:
    return "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)


def socket_of(client: Client, game: str) -> Any:
    url = f"{str(client.base_url).rstrip('/').replace('http', 'ws')}/api/games/{game}/ws"
    return websockets.connect(url, additional_headers={"Cookie": cookie_of(client)}, max_size=None)


def two_players(server: Server) -> tuple[Client, Client, str]:
    """A German and a Soviet player at one game."""
    german, soviet = Client(server.url), Client(server.url)
    made = german.new_game("pgg", {"german": "me", "soviet": "open"})
    answer = soviet.post(f"/api/games/{made['id']}/seats", json={"token": made["invites"]["soviet"]})
    assert answer.json() == {"side": "soviet"}, answer.text
    return german, soviet, made["id"]


# -- games -------------------------------------------------------------------------------------------------


def test_the_catalog_has_all_that_the_home_page_needs(me: Client) -> None:
    found = me.get("/api/catalog").json()["games"]
    assert [one["id"] for one in found] == ["pgg", "trc"]
    for one in found:
        assert len(one["sides"]) == 2 and one["scenarios"] and one["title"]
        rules = games.game(one["id"])
        told = rules.manifest
        assert (one["period"], one["about"], one["minutes"]) == (told.period, told.about, told.minutes)
        assert one["period"] and one["about"] and one["minutes"] > 0
        titles = {robot["id"]: robot["title"] for robot in one["robots"]}
        assert titles == {name: player(name, rules).title for name in opponents(rules)} and all(titles.values())
        assert one["robot"] in titles
        assert all(set(option) == {"rule", "title", "about", "excludes"} for option in one["options"])


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"game": "chess", "seats": {}}, "there is no game 'chess'"),
        ({"game": "pgg", "seats": {"german": "me"}}, "name a seat for each side: german and soviet"),
        ({"game": "pgg", "seats": {"german": "me", "soviet": "hal"}}, "'hal' cannot sit"),
        ({"game": "pgg", "seats": hot_seat("pgg"), "scenario": "x"}, "no scenario 'x'"),
        ({"game": "pgg", "seats": hot_seat("pgg"), "options": ["1.1"]}, "no optional rule '1.1'"),
        ({"game": "pgg", "seats": hot_seat("pgg"), "seed": " "}, "cannot be a seed"),
    ],
)
def test_a_game_that_cannot_be_made_is_refused_in_one_sentence(me: Client, wanted: dict[str, Any], why: str) -> None:
    answer = me.post("/api/games", json=wanted)
    assert answer.status_code == 422 and why in answer.json()["error"]["why"], answer.text


def test_a_view_holds_everything_that_the_contract_names(me: Client) -> None:
    game = me.new_game("pgg", hot_seat("pgg"))["id"]
    view = me.view(game)
    wanted = (
        "id game title scenario options sides seats you number turn turn_name facts heading phases over result ask "
        "pieces log commit thinking reminders offers clock"
    )
    assert set(wanted.split()) <= set(view)
    assert view["you"] == ["german", "soviet"] and view["ask"]["yours"] and view["number"] == 0
    assert [phase["name"] for phase in view["phases"] if phase["current"]] == ["soviet set-up"]
    piece = view["pieces"][0]
    assert set(piece) == {
        "unit",
        "hex",
        "side",
        "colour",
        "symbol",
        "size",
        "name",
        "figures",
        "marks",
        "moves",
        "fights",
    }
    usage = {verb["name"]: verb["usage"] for verb in view["ask"]["verbs"]}
    assert usage == {"place": "place UNITS HEX", "done": "done"}


def test_orders_stale_ones_repeated_ones_refused_ones_and_foreign_ones(server: Server) -> None:
    german, soviet, game = two_players(server)
    played = soviet.order(game, "done", 0, "a").json()
    assert (played["number"], played["line"]["order"], played["view"]["you"]) == (1, "done", ["soviet"])
    assert soviet.order(game, "done", 0, "a").json()["number"] == 1
    stale = soviet.order(game, "done", 0, "b")
    assert stale.status_code == 409 and stale.json()["view"]["number"] == 1
    wrong = soviet.order(game, "done", 1)
    assert wrong.status_code == 422 and wrong.json()["error"]["rule"] == "4.2"
    unreadable = german.order(game, "dance 2216", 1)
    assert unreadable.status_code == 422 and "there is no order 'dance'" in unreadable.json()["error"]["why"]
    stranger = Client(server.url)
    assert stranger.order(game, "done", 1).status_code == 403
    assert stranger.post(f"/api/games/{game}/undo", json={"seen": 1}).status_code == 403
    assert stranger.get("/api/games/none").status_code == 404
    assert german.view(game)["number"] == 1


@pytest.mark.parametrize("body", ["[]", "{", '{"order": 1, "seen": 0}', '{"order": "done"}', '{"order":"x","seen":-1}'])
def test_a_body_that_does_not_fit_is_refused(me: Client, body: str) -> None:
    game = me.new_game("pgg", hot_seat("pgg"))["id"]
    headers = {"Content-Type": "application/json"}
    answer = me.post(f"/api/games/{game}/orders", content=body, headers=headers)
    assert answer.status_code == 400 and answer.json()["error"]["why"], answer.text


def test_the_engine_answers_questions(me: Client) -> None:
    game = me.new_game("pgg", hot_seat("pgg"), seed="asking")["id"]
    at = f"/api/games/{game}"
    unit = me.view(game)["pieces"][1]["unit"]
    offers = me.get(f"{at}/options", params={"units": unit}).json()["orders"]
    assert offers and all(one["order"].startswith(f"place {unit} ") and one["hex"] for one in offers)
    assert [one["order"] for one in me.get(f"{at}/options").json()["orders"]] == ["done"]
    assert me.get(f"{at}/options", params={"units": "Napoleon"}).status_code == 422
    assert me.get(f"{at}/options", params={"hex": "9999"}).status_code == 422
    zones = me.get(f"{at}/overlay/z").json()["shades"]
    assert zones and set(zones[0]) == {"hex", "tone", "label"}
    assert me.get(f"{at}/overlay/nothing").status_code == 404
    assert me.get(f"{at}/reminders").json()["reminders"]
    assert me.get(f"{at}/tables").json()["tables"][0]["columns"]
    assert me.get(f"{at}/forces").json()["forces"][0]["name"]
    assert me.post(f"{at}/panel", json={"order": "done"}).status_code == 422


def test_lists_show_mine_open_ones_and_those_to_watch(server: Server) -> None:
    german, soviet, game = two_players(server)
    waiting = german.new_game("pgg", {"german": "me", "soviet": "open"})["id"]

    def listed(client: Client, which: str) -> dict[str, dict[str, Any]]:
        return {one["id"]: one for one in client.get("/api/games", params={"list": which}).json()["games"]}

    assert listed(soviet, "mine")[game]["your_turn"] and not listed(german, "mine")[game]["your_turn"]
    assert waiting in listed(soviet, "open") and game not in listed(soviet, "open")
    soviet.order(game, "done", 0)
    watcher = Client(server.url)
    assert game in listed(watcher, "watch") and not listed(watcher, "watch")[game]["yours"]
    assert game not in listed(watcher, "mine")
    assert watcher.get("/api/games", params={"list": "others"}).status_code == 400


def test_the_log_goes_back_and_a_replay_shows_any_line(me: Client) -> None:
    orders = random_orders("pgg", "replay", 230)
    game = me.new_game("pgg", hot_seat("pgg"), seed="replay")["id"]
    me.play(game, orders)
    view = me.view(game)
    assert [line["number"] for line in view["log"]] == list(range(31, 231))
    older = me.get(f"/api/games/{game}/log", params={"before": 31}).json()["log"]
    assert [line["order"] for line in older] == orders[:30]
    rolled = next(line for line in view["log"] if line["dice"])
    assert rolled["proof"]["commit"] == view["commit"] and rolled["proof"]["index"] >= 0
    then = me.get(f"/api/games/{game}/replay/57").json()
    assert then["number"] == 57 and then["you"] == [] and then["log"][-1]["order"] == orders[56]
    assert me.get(f"/api/games/{game}/replay/231").status_code == 404


# -- listening ---------------------------------------------------------------------------------------------


def test_two_sockets_see_moves_at_once_and_undo_too(server: Server) -> None:
    german, soviet, game = two_players(server)

    async def listen() -> None:
        async with socket_of(german, game) as mine, socket_of(soviet, game) as his:
            first = json.loads(await mine.recv())
            assert first["type"] == "view" and first["view"]["you"] == ["german"]
            assert json.loads(await his.recv())["view"]["you"] == ["soviet"]
            assert json.loads(await mine.recv()) == {"type": "online", "side": "soviet", "online": True}
            began = time.monotonic()
            await asyncio.to_thread(soviet.order, game, "done", 0)
            message = json.loads(await asyncio.wait_for(mine.recv(), SECOND))
            assert time.monotonic() - began < SECOND
            assert (message["type"], message["number"], message["line"]["side"]) == ("line", 1, "soviet")
            assert message["view"]["ask"]["yours"] and "log" not in message["view"]
            await mine.send('{"type":"ping"}')
            await asyncio.to_thread(soviet.post, f"/api/games/{game}/undo", json={"seen": 1})
            message = json.loads(await asyncio.wait_for(mine.recv(), SECOND))
            assert message["type"] == "view" and message["undone"] == 1 and message["view"]["log"] == []
            seats = {seat["side"]: seat["online"] for seat in message["view"]["seats"]}
            assert seats == {"german": True, "soviet": True}

    asyncio.run(listen())


def test_a_socket_to_no_game_or_with_a_forged_cookie_is_closed_with_a_reason(server: Server, me: Client) -> None:
    async def knock(game: str, cookie: str) -> tuple[int, str]:
        url = f"{server.url.replace('http', 'ws')}/api/games/{game}/ws"
        async with websockets.connect(url, additional_headers={"Cookie": cookie}) as socket:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await socket.recv()
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code, closed.value.rcvd.reason

    game = me.new_game("pgg", hot_seat("pgg"))["id"]
    assert asyncio.run(knock("nowhere", "")) == (4404, "there is no game with this address")
    code, why = asyncio.run(knock(game, "hexfront_guest=forged~1.abc"))
    assert code == 4403 and "cookie" in why


def test_the_stream_sends_the_whole_view_and_then_lines(me: Client) -> None:
    game = me.new_game("pgg", hot_seat("pgg"))["id"]
    with me.stream("GET", f"/api/games/{game}/stream") as answer:
        lines = answer.iter_lines()
        assert json.loads(next(lines))["id"] == game
        other = Client(str(me.base_url), cookies=me.cookies)
        other.order(game, "done", 0)
        line = json.loads(next(lines))
        assert line["line"]["order"] == "done" and line["view"]["number"] == 1


# -- robots ------------------------------------------------------------------------------------------------


def until(check: Any, seconds: float = 30.0) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = check()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("it did not happen")


def test_a_robot_answers_and_shows_that_it_thinks(me: Client) -> None:
    game = me.new_game("pgg", {"german": "me", "soviet": "random"})["id"]

    async def listen() -> list[dict[str, Any]]:
        found = []
        async with socket_of(me, game) as socket:
            async for text in socket:
                message = json.loads(text)
                found.append(message)
                ask = message.get("view", {}).get("ask")
                if ask and ask["side"] == "german":
                    return found
        return found

    found = asyncio.run(asyncio.wait_for(listen(), 40))
    assert found[-1]["view"]["ask"]["yours"] and found[-1]["view"]["number"] > 0
    assert until(lambda: me.view(game)["thinking"] is None)
    seat = next(one for one in me.view(game)["seats"] if one["side"] == "soviet")
    assert (seat["kind"], seat["name"]) == ("robot", "random")


def test_a_robots_turn_is_taken_up_again_after_kill_minus_9(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        me = Client(server.url)
        game = me.new_game("pgg", {"german": "random", "soviet": "random"})["id"]
        number = until(lambda: me.view(game)["number"])
        server.kill()
        server.start()
        assert until(lambda: me.view(game)["number"] > number + 5)


# -- starting ----------------------------------------------------------------------------------------------


def serve(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hexfront.cli", "serve", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_server_that_cannot_begin_says_why_in_one_sentence(server: Server, tmp_path: Path) -> None:
    file = f"sqlite+aiosqlite:///{tmp_path / 'x.db'}"
    no_database = f"postgresql+asyncpg://nobody@127.0.0.1:{free_port()}/none"
    for args, why in (
        (("--db", file, "--workers", "2"), "an SQLite file is served by one worker"),
        (("--db", "oracle://x"), "--db takes"),
        (("--db", file, "--port", str(server.port)), f"port {server.port} of 127.0.0.1 cannot be used"),
        (("--db", no_database, "--port", str(free_port())), "the database cannot be opened"),
        (("--db", "sqlite+aiosqlite:////proc/none/x.db", "--port", str(free_port())), "/proc/none"),
    ):
        done = serve(*args)
        assert done.returncode == 2 and why in done.stderr, done.stderr
        assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr, done.stderr


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the browser of these tests writes down what it is to open; nobody has set anything for the server."""
    browser, pages = tmp_path / "browser", tmp_path / "pages"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {pages}\n')
    browser.chmod(0o755)
    pages.touch()
    monkeypatch.setenv("BROWSER", str(browser))
    for name in [name for name in os.environ if name.startswith("HEXFRONT_")]:
        monkeypatch.delenv(name)
    return pages


def test_the_browser_is_opened_on_the_table_that_begins(opened: Path, tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "hexfront.cli", "serve", "--open", "--port", str(port)]
    with subprocess.Popen([*command, "--db", f"sqlite+aiosqlite:///{tmp_path / 'x.db'}"]) as begun:
        assert until(opened.read_text) == f"http://127.0.0.1:{port}/\n"
        begun.terminate()


def test_the_browser_is_opened_on_the_table_that_is_there(server: Server, opened: Path) -> None:
    done = serve("--open", "--port", str(server.port))
    assert done.returncode == 0 and done.stderr == f"INFO hexfront is running already, at {server.url}/\n"
    assert opened.read_text() == f"{server.url}/\n"


def test_whoever_wants_another_server_or_meets_another_program_is_told(
    server: Server, opened: Path, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for args in (
            ("--db", f"sqlite+aiosqlite:///{tmp_path / 'other.db'}", "--port", server.port),
            ("--port", silent.getsockname()[1]),
        ):
            done = serve("--open", *map(str, args))
            assert done.returncode == 2 and "cannot be used" in done.stderr and done.stderr.count("\n") == 1
    assert not opened.read_text()


def test_it_ends_when_it_is_asked_to_and_nothing_stays_behind(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    me = Client(server.url)
    me.new_game("pgg", {"german": "random", "soviet": "random"})
    time.sleep(0.5)
    pids = server.pids
    assert server.stop() in (0, -15)
    with contextlib.suppress(httpx.HTTPError):
        httpx.get(server.url, timeout=1)
        raise AssertionError("somebody still answers")
    assert not [pid for pid in pids if Path(f"/proc/{pid}/cmdline").exists() and _alive(pid)]
    assert "Traceback" not in server.log.read_text(), server.tail()


def _alive(pid: int) -> bool:
    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return state != "Z"


def test_the_api_describes_itself(me: Client) -> None:
    schema = me.get("/api/schema/openapi.json").json()
    assert "/api/games/{game_id}/orders" in schema["paths"]
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            assert operation.get("tags") and operation.get("summary"), f"{method} {path}"
            assert operation.get("description"), f"{method} {path}"
    told = schema["paths"]["/api/games/{game_id}/orders"]["post"]["responses"]["200"]["content"]["application/json"]
    shape = schema["components"]["schemas"][told["schema"]["$ref"].rpartition("/")[2]]
    game = me.new_game("pgg", hot_seat("pgg"))["id"]
    assert set(shape["properties"]) == set(me.order(game, "done", 0).json())
    whole = schema["components"]["schemas"]["WholeView"]["properties"]
    assert set(whole) == set(me.view(game))


def test_the_page_of_the_api_loads_nothing_from_elsewhere(me: Client) -> None:
    page = me.get("/api/schema")
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    parts = re.findall(r'(?:href|src)="([^"]+)"', page.text)
    assert "/js/apidoc.js" in parts and all(part.startswith("/") and me.get(part).is_success for part in parts)
    assert "http" not in page.text and "style=" not in page.text and not re.search(r"<script[^>]*>[^<]", page.text)
