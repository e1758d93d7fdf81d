"""Accounts at a real server: guessing passwords, another password, out everywhere, and away for good."""

import asyncio
import contextlib
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from argon2 import PasswordHasher
from live import Client, Postgres, Server, find_tools, hot_seat
from test_server_people import PASSWORD, first_order, name_of, sign_up, two_players, why

from hexfront.server.bounds import FREE_TRIES, SLOWEST, WRONG_TRIES
from hexfront.server.gate.limits import Limiter
from hexfront.server.people.passwords import Doorman, Try

OUT = {(4401, "you were signed out")}
NEW = "a better horse battery"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("accounts")) as server:
        yield server.url
        said = server.log.read_text()
        assert "Traceback" not in said, said


def account(url: str, what: str = "Anna") -> tuple[Client, str]:
    """Somebody with an account, signed in."""
    client, name = Client(url), name_of(what)
    assert sign_up(client, name).is_success
    client.sign_on()
    return client, name


def sign_in(client: Client, name: str, password: str = PASSWORD) -> httpx.Response:
    client.sign_on()
    answer = client.post("/api/login", json={"name": name, "password": password})
    if answer.is_success:
        client.sign_on()
    return answer


def who(client: Client) -> str:
    return str(client.get("/api/me").json()["person"]["name"])


# -- wrong passwords -----------------------------------------------------------------------------------------


def from_address(url: str, address: str) -> Client:
    return Client(url, transport=httpx.HTTPTransport(local_address=address))


def test_an_attacker_at_two_addresses_locks_nobody_out(tmp_path: Path) -> None:
    with Server(tmp_path, limits=True) as server:
        victim, name = account(server.url)
        assert victim.post("/api/logout").is_success
        victim.sign_on()
        ended = threading.Event()
        said: list[int] = []

        def attack(address: str) -> None:
            """One guess after the other, each as somebody new."""
            attacker = from_address(server.url, address)
            while not ended.is_set():
                guess = {"name": name, "password": "wrong guess"}
                said.append(attacker.post("/api/login", json=guess).status_code)
                time.sleep(0.05)

        threads = [threading.Thread(target=attack, args=(f"127.0.0.{2 + place % 2}",)) for place in range(6)]
        for thread in threads:
            thread.start()
        while said.count(429) < 20:
            time.sleep(0.05)
        waits = []
        strangers = [from_address(server.url, f"127.0.0.{9 + number}") for number in range(3)]
        try:
            for client in (*strangers, victim):
                client.sign_on()
                began = time.monotonic()
                assert client.post("/api/login", json={"name": name, "password": PASSWORD}).status_code == 200
                waits.append(time.monotonic() - began)
        finally:
            ended.set()
            for thread in threads:
                thread.join()
        assert max(waits) < 5, waits
        assert said.count(401) >= 20 and 200 not in said


def test_an_address_that_guesses_too_often_waits_and_a_known_browser_does_not() -> None:
    async def look() -> None:
        now = 0.0
        doorman = Doorman(Limiter(clock=lambda: now), clock=lambda: now)
        kept = PasswordHasher(1, 8, 1).hash(PASSWORD)  # quick, because many are tried
        for _ in range(FREE_TRIES):
            assert not await doorman.fits(Try("anna", "far"), kept, "wrong")
        with pytest.raises(Exception, match="too many sign-ins to one account"):
            await doorman.fits(Try("anna", "far"), kept, PASSWORD)
        assert doorman.delay("anna") == 0.0  # one address alone slows nobody else down
        for number in range(2 * WRONG_TRIES):
            await doorman.fits(Try("anna", f"far {number}", known="so that it is quick here"), kept, "wrong")
            now += 6.1
        assert doorman.delay("anna") == SLOWEST and doorman.delay("berta") == 0.0
        assert await timed(doorman.fits(Try("anna", "new"), kept, PASSWORD)) >= SLOWEST
        assert await timed(doorman.fits(Try("anna", "new"), kept, PASSWORD)) < SLOWEST  # it was right from there
        assert await timed(doorman.fits(Try("anna", "newer", known="a cookie"), kept, PASSWORD)) < SLOWEST
        now += 900
        assert doorman.delay("anna") == 0.0

    asyncio.run(look())


async def timed(work: Any) -> float:
    began = time.monotonic()
    assert await work
    return time.monotonic() - began


def test_one_address_has_one_try_at_work_and_some_waiting() -> None:
    """So it cannot keep both threads busy; and what waits is bounded."""

    async def look() -> None:
        doorman = Doorman(Limiter())
        kept = await doorman.hash("home", PASSWORD)
        done: list[str] = []

        async def attempt(name: str, address: str) -> None:
            await doorman.fits(Try(name, address), kept, PASSWORD)
            done.append(address)

        crowd = [asyncio.create_task(attempt(f"name {number}", "crowded")) for number in range(8)]
        await asyncio.sleep(0)
        with pytest.raises(Exception, match="try again in 2 s"):
            await attempt("another", "crowded")
        await attempt("anna", "home")
        assert done.count("crowded") <= 3
        await asyncio.gather(*crowd)
        await attempt("another", "crowded")

    asyncio.run(look())


# -- another password, out everywhere ------------------------------------------------------------------------


def test_a_new_password_needs_the_old_one_and_ends_the_other_sessions(url: str) -> None:
    here, name = account(url)
    there = Client(url)
    assert sign_in(there, name).is_success
    bot = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token(here)}"})
    assert "not the password" in why(here.put("/api/me/password", json={"old": NEW, "new": NEW}), 403)
    assert why(here.put("/api/me/password", json={"old": PASSWORD, "new": "short"}), 400)
    assert "not with a token" in why(bot.put("/api/me/password", json={"old": PASSWORD, "new": NEW}), 403)
    assert who(there) == name
    assert here.put("/api/me/password", json={"old": PASSWORD, "new": NEW}).json()["person"]["name"] == name
    assert who(here) == name and who(there) != name
    assert bot.get("/api/tokens").is_success
    assert here.put("/api/me/password", json={"old": NEW, "new": NEW, "tokens": True}).is_success
    assert why(bot.get("/api/tokens"), 401)
    assert why(sign_in(Client(url), name), 401) and sign_in(Client(url), name, NEW).is_success
    assert "no password" in why(Client(url).put("/api/me/password", json={"old": "", "new": NEW}), 409)


def token(client: Client) -> str:
    return str(client.post("/api/tokens", json={"title": "bot"}).json()["token"])


def cookies(client: Client) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)}


async def until_closed(url: str, game: str, headers: dict[str, str], act: Any, many: int = 1) -> set[tuple[int, str]]:
    """Listen at a game, do something, and say how the server ends the sockets."""
    address = f"{url.replace('http', 'ws')}/api/games/{game}/ws"

    async def listen(ready: asyncio.Barrier) -> tuple[int, str]:
        async with websockets.connect(address, additional_headers=headers, max_size=None) as socket:
            await socket.recv()
            await ready.wait()
            with contextlib.suppress(websockets.ConnectionClosed):
                async with asyncio.timeout(10):
                    async for _ in socket:
                        pass
            return socket.close_code or 0, socket.close_reason or ""

    async with asyncio.TaskGroup() as group:
        ready = asyncio.Barrier(many + 1)
        tasks = [group.create_task(listen(ready)) for _ in range(many)]
        await ready.wait()
        await asyncio.to_thread(act)
    return {task.result() for task in tasks}


def hears_the_end(url: str, game: str, headers: dict[str, str], act: Any) -> dict[str, Any]:
    """The last line of a bot's stream, after something was done."""
    end = time.monotonic() + 15
    with httpx.stream("GET", f"{url}/api/games/{game}/stream", headers=headers, timeout=20) as stream:
        lines = stream.iter_lines()
        next(lines)
        act()
        last: dict[str, Any] = {}
        for line in lines:
            last = json.loads(line)
            assert time.monotonic() < end, "the stream does not end"
    return last


def everywhere(client: Client, **more: bool) -> None:
    assert client.post("/api/logout/everywhere", json=more).json() == {"out": True}


def test_out_everywhere_ends_sessions_and_open_sockets_and_asked_the_bots_streams(url: str) -> None:
    here, name = account(url)
    there, third = Client(url), Client(url)
    assert sign_in(there, name).is_success and sign_in(third, name).is_success
    game = here.new_game("pgg", hot_seat("pgg"))["id"]
    bot = {"Authorization": f"Bearer {token(here)}"}
    closed = asyncio.run(until_closed(url, game, cookies(there), lambda: everywhere(here)))
    assert closed == OUT
    assert all(who(one) != name for one in (here, there, third))
    assert httpx.get(f"{url}/api/tokens", headers=bot).is_success
    assert sign_in(third, name).is_success
    last = hears_the_end(url, game, bot, lambda: everywhere(third, tokens=True))
    assert last == {"type": "ended", "code": 4401, "why": "you were signed out"}
    assert "guest" in why(Client(url).post("/api/logout/everywhere", json={}), 409)


def test_signing_out_closes_the_sockets_of_this_session_only(url: str) -> None:
    here, name = account(url)
    there = Client(url)
    assert sign_in(there, name).is_success
    game = here.new_game("pgg", hot_seat("pgg"))["id"]
    shown = cookies(here)

    async def both() -> tuple[set[tuple[int, str]], Any]:
        address = f"{url.replace('http', 'ws')}/api/games/{game}/ws"
        async with websockets.connect(address, additional_headers=cookies(there), max_size=None) as other:
            await other.recv()
            closed = await until_closed(url, game, shown, lambda: here.post("/api/logout"))
            await asyncio.to_thread(there.order, game, first_order(there, game), 0)
            return closed, json.loads(await asyncio.wait_for(other.recv(), 5))

    closed, heard = asyncio.run(both())
    assert closed == OUT and heard["type"] in ("line", "online")


def test_a_deleted_token_ends_its_stream(url: str) -> None:
    owner = Client(url)
    game = owner.new_game("pgg", hot_seat("pgg"))["id"]
    bot = {"Authorization": f"Bearer {token(owner)}"}
    number = owner.get("/api/tokens").json()["tokens"][0]["id"]
    last = hears_the_end(url, game, bot, lambda: owner.delete(f"/api/tokens/{number}"))
    assert last["code"] == 4401


# -- away for good -------------------------------------------------------------------------------------------


def delete(client: Client, password: str = PASSWORD) -> httpx.Response:
    return client.post("/api/me/delete", json={"password": password})


def left_in(server: Server, person: str, game: str) -> set[str]:
    """The tables in which anything still names a person or a game."""
    with contextlib.closing(sqlite3.connect(server.folder / "hexfront.db")) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            table
            for table in tables
            for row in db.execute(f"SELECT * FROM {table}")
            if any(person in str(value) or game in str(value) for value in row)
        }


def farewell(server: Server) -> None:
    """Somebody goes: what was his alone is gone, and what he played with others stays without him."""
    url = server.url
    anna, name = account(url)
    friend = Client(url)
    anna.put("/api/me", json={"name": name})
    made = anna.new_game("pgg", {"german": "me", "soviet": "link"})
    friend.post(f"/api/games/{made['id']}/seats", json={"token": made["invites"]["soviet"]})
    theirs = made["id"]
    assert friend.order(theirs, first_order(friend, theirs), 0).is_success
    anna.post(f"/api/games/{theirs}/talk", json={"text": "my bitter words"})
    friend.post(f"/api/games/{theirs}/talk", json={"text": "yours are safe"})
    anna.post(f"/api/games/{theirs}/offers", json={"kind": "draw"})
    anna.put(f"/api/games/{theirs}/note", json={"text": "my bitter plans"})
    own = anna.new_game("pgg", hot_seat("pgg"))["id"]
    anna.order(own, first_order(anna, own), 0)
    anna.post(f"/api/games/{own}/talk", json={"text": "to myself"})
    waiting = anna.new_game("trc", {"axis": "me", "russian": "open"})["id"]
    robot = anna.new_game("pgg", {"german": "me", "soviet": "random"})["id"]
    bot = {"Authorization": f"Bearer {token(anna)}"}
    shown = cookies(anna)
    assert "not the password" in why(delete(anna, NEW), 403)
    assert "not with a token" in why(httpx.post(f"{url}/api/me/delete", json={}, headers=bot), 403)

    closed = asyncio.run(until_closed(url, own, shown, lambda: delete(anna)))
    assert closed == OUT
    for game in (own, waiting, robot):
        assert "no game" in why(friend.get(f"/api/games/{game}"), 404)
    assert why(httpx.get(f"{url}/api/tokens", headers=bot), 401)
    assert why(httpx.get(f"{url}/api/tokens", headers=shown), 401)
    assert why(sign_in(Client(url), name), 401)

    view = friend.view(theirs)
    assert [seat["name"] for seat in view["seats"]] == ["Deleted player", friend.person["name"]]
    assert view["offers"] == [] and view["clock"]["claim"] == "soviet" and view["clock"]["gone"] == "german"
    said = friend.get(f"/api/games/{theirs}/talk").json()["talk"]
    assert [(one["name"], one["text"]) for one in said] == [
        ("Deleted player", "(deleted)"),
        (friend.person["name"], "yours are safe"),
    ]
    offers = f"/api/games/{theirs}/offers"
    assert "left for good" in why(friend.post(offers, json={"kind": "draw"}), 409)
    assert friend.order(theirs, first_order(friend, theirs), 1).is_success
    assert friend.post(offers, json={"kind": "claim"}).json()["result"] == "soviet, german left the game"
    assert "Deleted player" in friend.record(theirs)

    again = Client(url)  # the name is free, and the games are not his
    assert sign_up(again, name).is_success
    again.sign_on()
    assert again.get("/api/games?list=mine").json()["games"] == []
    assert "stands for those who have left" in why(Client(url).put("/api/me", json={"name": "deleted PLAYER"}), 409)


def test_who_deletes_himself_leaves_nothing_of_his_own(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        farewell(server)
        with contextlib.closing(sqlite3.connect(tmp_path / "hexfront.db")) as db:
            dump = "\n".join(db.iterdump())
        assert "bitter" not in dump and "to myself" not in dump
        assert dump.count("Deleted player") == 1
        assert "Traceback" not in server.log.read_text(), server.tail()


def test_the_same_with_postgresql_and_two_workers(tmp_path: Path) -> None:
    tool = find_tools.postgres()
    if not tool:
        pytest.skip(tool.why)
    with Postgres() as postgres, Server(tmp_path, db=postgres.database("farewell"), workers=2) as server:
        farewell(server)
        here, name = account(server.url)
        there = Client(server.url)
        assert sign_in(there, name).is_success
        game = here.new_game("pgg", hot_seat("pgg"))["id"]

        closed = until_closed(server.url, game, cookies(there), lambda: everywhere(here), many=8)  # some at each worker
        assert asyncio.run(closed) == OUT
        assert "Traceback" not in server.log.read_text(), server.tail()


def test_a_guest_can_delete_himself_and_his_cookie_is_void(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        guest = Client(server.url)
        game = guest.new_game("pgg", hot_seat("pgg"))["id"]
        shown, person = cookies(guest), guest.person["id"]
        assert delete(guest, "").json() == {"out": True}
        assert "hexfront_guest" not in guest.cookies
        assert left_in(server, person, game) == {"person"}
        assert httpx.get(f"{server.url}/api/me", headers=shown).json()["person"]["id"] != person
        assert "has deleted himself" in why(httpx.get(f"{server.url}/api/tokens", headers=shown), 401)


def test_a_server_that_was_killed_while_somebody_left_goes_on_with_it(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        german, soviet, theirs = two_players(server.url)
        own = german.new_game("pgg", {"german": "random", "soviet": "random"})["id"]
        server.kill()
        with contextlib.closing(sqlite3.connect(tmp_path / "hexfront.db")) as db, db:
            db.execute("UPDATE person SET deleted = 1 WHERE id = ?", (german.person["id"],))
        server.start()
        assert why(soviet.get(f"/api/games/{own}"), 404)
        assert soviet.view(theirs)["clock"]["claim"] == "soviet"
