"""What hosts set: the public name, proxies, secrets from files; and what leaves the server: web hooks and mails."""

import asyncio
import queue
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import websockets
from aiosmtpd.controller import Controller
from live import ROOT, Client, Server, free_port, hot_seat
from websockets.exceptions import InvalidStatus

sys.path.insert(0, str(Path(__file__).parents[1] / "faults"))

import attacks

from hexfront.engine.errors import BadData
from hexfront.server import bounds
from hexfront.server.bounds import Rate
from hexfront.server.gate.addresses import household, is_public
from hexfront.server.gate.limits import Limiter
from hexfront.server.gate.rota import Rota
from hexfront.server.notices import hooks
from hexfront.server.notices.hooks import Caller
from hexfront.server.notices.senders import NotSent, mailbox
from hexfront.server.notices.your_turn import Note, Notifier
from hexfront.server.serve import warnings_of
from hexfront.server.settings import Settings, from_environment, from_file

PUBLIC = "https://games.example.org"


def why(answer: httpx.Response, status: int) -> str:
    """The one sentence of a refusal."""
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["status"] == status and error["why"] and "\n" not in error["why"]
    return str(error["why"])


# -- settings ------------------------------------------------------------------------------------------------


def test_secrets_may_stand_in_files(tmp_path: Path) -> None:
    file = tmp_path / "db"
    file.write_text("postgresql+asyncpg://me:secret@host/name\n\n")
    assert from_environment({"HEXFRONT_DB_FILE": str(file)}).db == "postgresql+asyncpg://me:secret@host/name"
    assert from_environment({"HEXFRONT_SMTP_FILE": str(file)}).smtp == from_file(file)
    with pytest.raises(BadData, match="No such file"):
        from_environment({"HEXFRONT_DB_FILE": str(tmp_path / "none")})


@pytest.mark.parametrize(
    ("environ", "why"),
    [
        ({"HEXFRONT_DB": "postgresql+asyncpg://me:sec@ret/x@host:9/name"}, "write %40 for @"),
        ({"HEXFRONT_PUBLIC_URL": "games.example.org"}, "is a web address such as"),
        ({"HEXFRONT_PUBLIC_URL": "https://games.example.org/hexfront"}, "is a web address such as"),
        ({"HEXFRONT_PUBLIC_URL": "https://[x"}, "is a web address such as"),
        ({"HEXFRONT_PROXIES": "10.0.0.1, everybody"}, "takes addresses or networks"),
    ],
)
def test_what_hosts_write_wrongly_is_told_without_its_secrets(environ: dict[str, str], why: str) -> None:
    with pytest.raises(BadData, match=why) as told:
        from_environment(environ)
    assert "sec" not in str(told.value)


@pytest.mark.parametrize(
    ("url", "hosts"),
    [
        ("", set()),
        ("https://Games.example.org/", {"games.example.org", "games.example.org:443"}),
        ("http://games.example.org:8041", {"games.example.org:8041"}),
        ("http://[2001:db8::1]", {"[2001:db8::1]", "[2001:db8::1]:80"}),
    ],
)
def test_which_hosts_a_public_address_means(url: str, hosts: set[str]) -> None:
    assert Settings(public_url=url).check().hosts == hosts


def test_a_host_is_warned_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not warnings_of(Settings()) and not warnings_of(Settings(host="0.0.0.0", public_url=PUBLIC))
    (warning,) = warnings_of(Settings(host="0.0.0.0"))
    assert "HEXFRONT_PUBLIC_URL is not set" in warning and "\n" not in warning
    (warning,) = warnings_of(Settings(smtp="smtp://x"))
    assert "no mail will be sent" in warning
    assert "can be read on the way" in warnings_of(Settings(public_url="http://x.example.org"))[0]
    url = "postgresql+asyncpg://me:secret@host/name"
    assert not warnings_of(Settings(db=url))
    monkeypatch.setattr(sys, "argv", ["hexfront", "serve", "--db", url])
    assert "can read the password in --db" in warnings_of(Settings(db=url))[0]
    assert Settings(public_url=PUBLIC).encrypted and not Settings(public_url="http://x.example.org").encrypted


# -- names and proxies ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("public")
    file = folder / "db.url"
    file.write_text(f"sqlite+aiosqlite:///{folder / 'other.db'}")
    env = {"HEXFRONT_PUBLIC_URL": PUBLIC, "HEXFRONT_PROXIES": "127.0.0.1", "HEXFRONT_SMTP": "smtp://127.0.0.1:9"}
    with Server(folder, limits=True, env=env) as server:
        yield server
        said = server.log.read_text()
        assert "Traceback" not in said, said


def asked(server: Server, host: str, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.get(f"{server.url}/api/me", headers={"Host": host, **named})


def test_nothing_is_answered_under_a_foreign_name(public: Server) -> None:
    for host in ("games.example.org", "GAMES.example.org:443", f"127.0.0.1:{public.port}", "localhost", "[::1]:80"):
        assert asked(public, host).status_code == 200, host
    for host in ("evil.example", "games.example.org:8041", "games.example.org.evil.example", "x@localhost", "10.0.0.1"):
        assert why(asked(public, host), 421) == "this server is called games.example.org"
    assert asked(public, "127.0.0.1", x_forwarded_for="203.0.113.7").status_code == 421  # his proxy hides the name
    assert httpx.get(f"{public.url}/", headers={"Host": "evil.example"}).status_code == 421
    with pytest.raises(InvalidStatus, match="403"):  # a socket knows no other refusal
        asyncio.run(_socket_as(public, "evil.example"))


async def _socket_as(server: Server, host: str) -> None:
    url = f"ws://{host}:80/api/games/x/ws"
    async with websockets.connect(url, host="127.0.0.1", port=server.port):
        pass


def test_behind_a_proxy_people_are_told_apart_and_cookies_kept_to_https(public: Server) -> None:
    passed = {"Host": "games.example.org", "X-Forwarded-Proto": "https"}
    answer = httpx.get(f"{public.url}/api/me", headers={**passed, "X-Forwarded-For": "203.0.113.7"})
    assert all("Secure" in one for one in answer.headers.get_list("set-cookie"))
    assert "strict-transport-security" in answer.headers
    told = {**passed, "X-Forwarded-For": "203.0.113.8"}
    statuses = [200]
    while statuses[-1] != 429:
        statuses.append(httpx.get(f"{public.url}/api/me", headers=told).status_code)
        assert len(statuses) < 200
    other = httpx.get(f"{public.url}/api/me", headers={**passed, "X-Forwarded-For": "203.0.113.9"})
    assert other.status_code == 200
    forged = {**passed, "X-Forwarded-For": "203.0.113.9, 203.0.113.8"}  # what a sender says himself comes first
    assert httpx.get(f"{public.url}/api/me", headers=forged).status_code == 429


def test_a_proxy_of_which_the_server_was_not_told_is_told_of_once(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        for address in ("203.0.113.7", "203.0.113.8"):
            assert httpx.get(f"{server.url}/api/me", headers={"X-Forwarded-For": address}).status_code == 200
        said = server.log.read_text()
        assert said.count("a proxy passes requests on, and HEXFRONT_PUBLIC_URL is not set") == 1


def test_the_url_of_the_database_is_read_from_a_file_and_its_password_not_told(tmp_path: Path) -> None:
    file = tmp_path / "db.url"
    file.write_text(f"postgresql+asyncpg://me:correcthorse@127.0.0.1:{free_port()}/nothing")
    command = [sys.executable, "-m", "hexfront.cli", "serve", "--port", str(free_port()), "--db-file", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    said = done.stdout + done.stderr
    assert done.returncode != 0 and "the database cannot be opened" in said and "correcthorse" not in said
    file.write_text("postgresql+asyncpg://me:correct@horse/x@127.0.0.1/nothing")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert "%40" in done.stdout + done.stderr and "horse" not in done.stdout + done.stderr
    done = subprocess.run([*command, "--db", "x"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert "use one of them" in done.stdout + done.stderr


# -- open files ----------------------------------------------------------------------------------------------


def limited(soft: int, hard: str) -> list[str]:
    """A command that starts another with so many open files."""
    return ["bash", "-c", f'ulimit -S -n {soft}; ulimit -H -n {hard}; exec "$@"', "limited"]


def test_as_many_files_are_opened_as_the_system_gives(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with Server(tmp_path, before=limited(256, "$(ulimit -H -n)")) as server:
        assert server.process is not None
        limits = Path(f"/proc/{server.process.pid}/limits").read_text()
        wanted = bounds.FILES if hard == resource.RLIM_INFINITY else min(hard, bounds.FILES)
        assert re.search(rf"Max open files +{wanted} ", limits)


def test_a_server_with_few_files_is_not_stopped_by_those_who_take_them(tmp_path: Path) -> None:
    with Server(tmp_path, limits=True, before=limited(300, "300")) as server:
        assert "the system allows 300 open files" in server.log.read_text()
        client = Client(server.url)
        game = client.new_game("pgg", hot_seat("pgg"))["id"]

        async def look() -> None:
            crowd = [attacks.half_requests(server.port, 140, 3, f"127.0.0.{number}") for number in (2, 3, 4)]
            attack = asyncio.gather(*crowd)
            await asyncio.sleep(0.5)
            for _ in range(10):
                assert (await asyncio.to_thread(client.view, game))["number"] == 0
                assert (await asyncio.to_thread(httpx.get, f"{server.url}/api/catalog", timeout=5)).status_code == 200
            assert sum(one.opened for one in await attack) > 400

        asyncio.run(look())
        assert "Too many open files" not in server.log.read_text()


# -- fair shares ---------------------------------------------------------------------------------------------


def test_workers_share_what_is_frequent_and_leave_a_quarter_at_least() -> None:
    rate = Rate("tries", 8.0, 80)
    for workers, left in ((1, 80), (2, 40), (4, 20), (16, 20)):
        limiter = Limiter(1.0, lambda: 1000.0, workers)
        assert sum(limiter.take(rate, "a") == 0 for _ in range(100)) == left
    shared = msgspec.structs.replace(rate, shared=True)  # these are counted by the database for all
    assert sum(limiter.take(shared, "b") == 0 for _ in range(100)) == 80


def test_who_asks_much_waits_for_his_own_and_his_neighbours_go_between() -> None:
    async def look() -> None:
        rota, order = Rota(2), []

        async def one(address: str, person: str) -> None:
            async def send(message: Any) -> None:
                order.append(person)
                await asyncio.sleep(0)

            async with rota.taken(address, person, send) as told:
                await asyncio.sleep(0)
                await told({"type": "http.response.body", "body": b"", "more_body": False})

        await asyncio.gather(
            *(one("10.0.0.1", "loud") for _ in range(20)), one("10.0.0.1", "quiet"), one("10.0.0.2", "far")
        )
        assert order.index("far") <= 2 and order.index("quiet") <= 6 and len(order) == 22
        assert not rota._inside and not rota._waiting

    asyncio.run(look())


def test_a_turn_ends_when_its_answer_begins_or_soon_or_when_its_owner_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexfront.server.gate.rota.TURN", 0.1)

    async def look() -> None:
        rota = Rota(1)

        async def send(message: Any) -> None:
            pass

        async with rota.taken("a", "stream", send) as told:
            await told({"type": "http.response.start", "status": 200, "headers": []})
            await told({"type": "http.response.body", "body": b"{}", "more_body": True})
            async with asyncio.timeout(0.05), rota.taken("a", "next", send):
                pass
        async with rota.taken("a", "slow", send), asyncio.timeout(1), rota.taken("a", "next", send):
            pass
        async with rota.taken("a", "first", send):
            gone = asyncio.create_task(rota.begin("a", "gone"))
            await asyncio.sleep(0)
            gone.cancel()
            await asyncio.gather(gone, return_exceptions=True)
        async with asyncio.timeout(1), rota.taken("a", "next", send):
            pass
        assert not rota._inside and not rota._waiting

    asyncio.run(look())


# -- addresses and web hooks ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("192.0.0.192", False), ("192.0.0.9", False), ("168.63.129.16", False), ("192.88.99.1", False),
        ("100.100.100.200", False), ("198.18.0.1", False), ("255.255.255.255", False), ("240.0.0.1", False),
        ("64:ff9b::808:808", False), ("64:ff9b:1::808:808", False), ("::808:808", False), ("::ffff:8.8.8.8", True),
        ("::ffff:192.0.0.192", False), ("2001:0:808:808::1", False), ("2002:808:808::1", False), ("fec0::1", False),
        ("2001:db8::1", False), ("3fff::1", False), ("5f00::1", False), ("fd00:ec2::254", False), ("ff0e::1", False),
        ("2a00:1450:4001::1", True), ("1.1.1.1", True),
    ],
)  # fmt: skip
def test_what_is_not_out_in_the_world(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_a_household_is_one_however_its_address_is_written() -> None:
    assert household("::ffff:203.0.113.7") == "203.0.113.7"
    assert household("2001:db8:1:2::7") == household("2001:db8:1:2:3::9") == "2001:db8:1:2::/64"


def test_one_private_address_behind_a_name_is_one_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(2, 1, 6, "", (address, 80)) for address in ("8.8.8.8", "192.0.0.192")]
    monkeypatch.setattr(hooks.socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(NotSent, match="private network"):
        hooks.look_up("hook.example", 80, local=False)
    monkeypatch.setattr(hooks.socket, "getaddrinfo", lambda *_, **__: found[:1])
    assert hooks.look_up("hook.example", 80, local=False) == "8.8.8.8"


def test_a_web_hook_that_drips_has_so_many_seconds_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "HOOK_TIME", 0.5)

    async def look() -> None:
        caller = Caller()
        async with attacks.dripping_hook(0.1, head=True) as (port, seen):
            began = time.monotonic()
            with pytest.raises(NotSent, match=r"longer than 0\.5 seconds"):
                await caller.post(f"http://127.0.0.1:{port}/", b"{}", local=True)
            assert time.monotonic() - began < 2 and seen.sent < 20
        async with attacks.dripping_hook(0.1) as (port, seen):  # its body is nobody's business
            assert await caller.post(f"http://127.0.0.1:{port}/x?y=z", b"{}", local=True) == 200
            assert seen.sent < 5
        with socket.create_server(("127.0.0.1", 0)) as deaf, pytest.raises(NotSent):
            await caller.post(f"https://127.0.0.1:{deaf.getsockname()[1]}/", b"{}", local=True)
        monkeypatch.setattr(hooks.socket, "getaddrinfo", lambda *_, **__: time.sleep(0.8))
        began = time.monotonic()
        with pytest.raises(NotSent, match="longer than"):
            await caller.post("http://slow.example/", b"{}", local=True)
        assert time.monotonic() - began < 0.75
        caller.close()

    asyncio.run(look())


def test_slow_web_hooks_of_one_machine_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "HOOK_TIME", 2.0)
    monkeypatch.setattr(hooks, "HOOKS", 5)
    monkeypatch.setattr(hooks, "HOOKS_TO_ONE", 4)
    monkeypatch.setattr(hooks, "look_up", lambda host, port, local: "127.0.0.2" if host == "good" else "127.0.0.1")

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n")

    async def look() -> None:
        caller = Caller()
        async with attacks.dripping_hook(0.2, head=True) as (port, seen):
            slow = [asyncio.create_task(caller.post(f"http://bad:{port}/", b"{}", True)) for _ in range(12)]
            await asyncio.sleep(0.2)
            good = await asyncio.start_server(answer, "127.0.0.2", 0)
            url = f"http://good:{good.sockets[0].getsockname()[1]}/"
            began = time.monotonic()
            assert await caller.post(url, b"{}", True) == 302  # and is not followed
            assert time.monotonic() - began < 1 and seen.opened == 4
            for task in slow:
                task.cancel()
            await asyncio.gather(*slow, return_exceptions=True)
            good.close()
            assert not caller._each
        caller.close()

    asyncio.run(look())


class Slow(Notifier):
    """Somebody's notes take long."""

    def __init__(self) -> None:
        super().__init__(None, Settings(), Limiter())  # type: ignore[arg-type]
        self.told: list[str] = []

    async def send(self, note: Note) -> None:
        """Take some time for one of them."""
        await asyncio.sleep(0.2 if note.person == "slow" else 0.0)
        self.told.append(f"{note.person} {note.number}")


def test_everybody_has_a_line_of_his_own_and_it_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexfront.server.notices.your_turn.NOTES_OF_ONE", 3)
    notes: list[Note] = []
    monkeypatch.setattr("hexfront.server.notices.your_turn.notes_of", lambda _: notes)

    async def look() -> None:
        notifier = Slow()
        for person in ("slow", "quick"):
            notes[:] = [Note("g", person, "x", number, "your-turn", "t", "1", "") for number in range(5)]
            notifier.hear(None)  # type: ignore[arg-type]
        await asyncio.sleep(0.1)
        assert notifier.told == ["quick 0", "quick 1", "quick 2"]
        await asyncio.sleep(0.8)
        assert notifier.told[3:] == ["slow 0", "slow 1", "slow 2"]
        assert not notifier.lines and not notifier._waiting and not notifier.tasks
        await notifier.stop()

    asyncio.run(look())


# -- mail ----------------------------------------------------------------------------------------------------


class Letters:
    """A mail server of our own: keeps what it is sent."""

    def __init__(self) -> None:
        self.letters: queue.Queue[tuple[list[str], str]] = queue.Queue()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Take a mail."""
        self.letters.put((envelope.rcpt_tos, envelope.content.decode()))
        return "250 taken"


@pytest.fixture
def post_office() -> Iterator[tuple[int, Letters]]:
    letters = Letters()
    controller = Controller(letters, hostname="127.0.0.1", port=free_port())
    controller.start()
    yield controller.port, letters
    controller.stop()


def wish(client: Client, game: str, address: str, **headers: str) -> httpx.Response:
    return client.put(f"/api/games/{game}/hooks", json={"mail": address}, headers=headers)


def test_no_link_is_made_of_what_a_sender_calls_us(tmp_path: Path, post_office: tuple[int, Letters]) -> None:
    port, letters = post_office
    with Server(tmp_path, limits=True, env={"HEXFRONT_SMTP": f"smtp://127.0.0.1:{port}"}) as server:
        client = Client(server.url)
        game = client.new_game("pgg", hot_seat("pgg"))["id"]
        assert "sends no mail" in why(wish(client, game, "a@example.org", Host="evil.example"), 422)
        assert "no mail will be sent: HEXFRONT_PUBLIC_URL must say" in server.log.read_text()
    assert letters.letters.empty()


def test_first_mails_are_few(tmp_path: Path, post_office: tuple[int, Letters]) -> None:
    port, letters = post_office
    env = {"HEXFRONT_SMTP": f"smtp://127.0.0.1:{port}", "HEXFRONT_PUBLIC_URL": "http://games.example.org"}
    with Server(tmp_path, limits=True, env=env) as server:
        clients = [Client(server.url) for _ in range(4)]
        games = [client.new_game("pgg", hot_seat("pgg"))["id"] for client in clients]
        same = [wish(clients[0], games[0], f"A{tag}@example.org") for tag in ("", "+1", "+2")]
        assert [one.status_code for one in same] == [200, 200, 429]
        assert "first mails to one address" in why(same[2], 429)
        assert why(wish(clients[1], games[1], "a@example.org"), 429)  # whoever asks
        asked = [wish(clients[1], games[1], f"b{number}@example.org").status_code for number in range(6)]
        assert asked.count(200) in (4, 5) and asked[-1] == 429  # one of his went to the address that is full
        for client, game in zip(clients[2:], games[2:], strict=True):
            asked += [wish(client, game, f"{game}{number}@example.org").status_code for number in range(6)]
        assert asked[-1] == 429 and letters.letters.qsize() <= bounds.MAILS_ASKED.burst * bounds.MAILS_ASKED.crowd
        _, text = letters.letters.get(timeout=5)
        assert re.search(r"http://games\.example\.org/api/mails/", text.replace("=\r\n", ""))


def test_where_a_mail_arrives() -> None:
    assert mailbox("Some.Body+game@Example.org") == "some.body@example.org"


class _Hook(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.server.told.put(time.monotonic())  # type: ignore[attr-defined]
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Be quiet."""


def test_somebodys_dripping_web_hooks_hold_up_nobody_else(tmp_path: Path) -> None:
    calls = ThreadingHTTPServer(("127.0.0.1", 0), _Hook)
    calls.told = queue.Queue()  # type: ignore[attr-defined]
    threading.Thread(target=calls.serve_forever, daemon=True).start()

    def resigned(server: Server, german: Client, soviet: Client, port: int) -> None:
        made = german.new_game("pgg", {"german": "me", "soviet": "open"})
        soviet.post(f"/api/games/{made['id']}/seats", json={"token": made["invites"]["soviet"]})
        url = f"http://127.0.0.1:{port}/"
        assert german.put(f"/api/games/{made['id']}/hooks", json={"url": url}).is_success
        assert soviet.post(f"/api/games/{made['id']}/offers", json={"kind": "resign"}).is_success

    async def look(server: Server) -> None:
        async with attacks.dripping_hook(head=True) as (port, seen):
            villain, friend, honest = (Client(server.url) for _ in range(3))
            for _ in range(5):
                await asyncio.to_thread(resigned, server, villain, friend, port)
            await asyncio.sleep(0.5)
            began = time.monotonic()
            await asyncio.to_thread(resigned, server, honest, friend, calls.server_port)
            told = await asyncio.to_thread(calls.told.get, timeout=10)  # type: ignore[attr-defined]
            assert told - began < 3 and seen.opened == 1

    with Server(tmp_path, env={"HEXFRONT_LOCAL_HOOKS": "1"}) as server:
        asyncio.run(look(server))
    calls.shutdown()
