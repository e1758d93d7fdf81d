"""What a server must stand: forged cookies, other sites' pages, floods, big and deep and odd input."""

import asyncio
import json
import random
from collections.abc import Iterator

import httpx
import pytest
from litestar.exceptions import ClientException, TooManyRequestsException
from live import Client, Server, hot_seat
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from hexfront.server.bounds import ASKING, BUCKETS, DEEP, ORDERS, SIGN_IN, Rate
from hexfront.server.gate.addresses import is_public
from hexfront.server.gate.headers import POLICY
from hexfront.server.gate.limits import Limiter, address_of, check_json, rate_of
from hexfront.server.notices.hooks import Caller
from hexfront.server.notices.senders import NotSent
from hexfront.server.people.signatures import Signer
from hexfront.server.people.typed import mail_address, many_lines, one_line


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("safety")) as server:
        yield server
        said = server.log.read_text()
        assert "Traceback" not in said, said


@pytest.fixture(scope="module")
def url(server: Server) -> str:
    return server.url


def why(answer: httpx.Response, status: int) -> str:
    """The one sentence of a refusal."""
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["status"] == status and error["why"] and "\n" not in error["why"]
    return str(error["why"])


# -- who is who ----------------------------------------------------------------------------------------------


def test_a_signature_is_good_for_one_purpose_and_one_secret() -> None:
    signer = Signer("secret")
    signed = signer.sign("guest", "anna~1")
    assert signer.read("guest", signed) == "anna~1"
    assert signer.read("mail", signed) is None and Signer("other").read("guest", signed) is None
    for place in range(len(signed)):
        forged = signed[:place] + ("A" if signed[place] != "A" else "B") + signed[place + 1 :]
        assert signer.read("guest", forged) is None
    for bad in ("", ".", "anna~1", "anna~1.", ".x", "anna~1.é", signed + "x"):
        assert signer.read("guest", bad) is None


@pytest.mark.parametrize("name", ["hexfront_guest", "hexfront_session"])
@pytest.mark.parametrize("value", ["x", "abc~1.def", "a" * 3000, "%00", "admin~9999999999.AAAA"])
def test_forged_cookies_are_refused_and_replaced(url: str, name: str, value: str) -> None:
    with httpx.Client(base_url=url, cookies={name: value}) as forger:
        why(forger.get("/api/games?list=mine"), 401)
        healed = forger.get("/api/me")
        assert healed.status_code == 200 and healed.json()["person"]["guest"]


def test_a_cookie_signed_for_somebody_else_is_not_his(url: str) -> None:
    anna, boris = Client(url), Client(url)
    number, mark = anna.cookies["hexfront_guest"].split("~")[0], boris.cookies["hexfront_guest"].split("~")[1]
    why(httpx.get(f"{url}/api/games", cookies={"hexfront_guest": f"{number}~{mark}"}), 401)


@pytest.mark.parametrize("header", ["Bearer", "Bearer nonsense", "Basic YTpi", "x", "Bearer " + "y" * 5000])
def test_forged_tokens_are_refused(url: str, header: str) -> None:
    why(httpx.get(f"{url}/api/me", headers={"Authorization": header}), 401)
    why(httpx.post(f"{url}/api/games", headers={"Authorization": header}, json={}), 401)


def test_nobody_changes_anything(url: str) -> None:
    assert "GET /api/me" in why(httpx.post(f"{url}/api/games", json={"game": "pgg", "seats": {}}), 401)
    assert httpx.get(f"{url}/api/games?list=open").status_code == 200


# -- other sites' pages --------------------------------------------------------------------------------------


def test_a_change_needs_the_token_of_this_cookie(url: str) -> None:
    anna, boris = Client(url), Client(url)
    body = {"json": {"game": "pgg", "seats": hot_seat("pgg")}}
    good = anna.headers.pop("X-CSRF-Token")
    assert "csrf" in why(anna.post("/api/games", **body), 403)
    for wrong in ("x", good + "x", good[:-1], boris.headers["X-CSRF-Token"]):
        assert "csrf" in why(anna.post("/api/games", headers={"X-CSRF-Token": wrong}, **body), 403)
    # a neighbouring host may plant a cookie of its own, even one that we made for somebody else
    planted = boris.headers["X-CSRF-Token"]
    mixed = {"hexfront_guest": anna.cookies["hexfront_guest"], "hexfront_csrf": planted}
    why(httpx.post(f"{url}/api/games", headers={"X-CSRF-Token": planted}, cookies=mixed, **body), 403)
    assert anna.post("/api/games", headers={"X-CSRF-Token": good}, **body).status_code == 201


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://[bad"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_requests_from_other_sites_are_refused(url: str, headers: dict[str, str]) -> None:
    client = Client(url)
    assert "another site" in why(client.post("/api/games", json={}, headers=headers), 403)
    why(httpx.post(f"{url}/api/login", json={"name": "a", "password": "b"}, headers=headers), 403)
    assert client.get("/api/games", headers=headers).status_code == 200


def test_a_socket_is_opened_by_our_own_page_only(url: str) -> None:
    client = Client(url)
    game = client.new_game("pgg", hot_seat("pgg"))["id"]
    address = f"{url.replace('http', 'ws')}/api/games/{game}/ws"
    cookie = {"Cookie": f"hexfront_guest={client.cookies['hexfront_guest']}"}
    with connect(address, additional_headers=cookie, origin=url) as socket:  # type: ignore[arg-type]
        assert json.loads(socket.recv(10))["view"]["you"] == ["german", "soviet"]
    with pytest.raises(InvalidStatus) as refused:
        connect(address, additional_headers=cookie, origin="https://evil.example")  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403


# -- headers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/catalog", "/nowhere", "/api/nowhere", "/api/boards/pgg.json"])
def test_every_answer_tells_the_browser_to_be_careful(url: str, path: str) -> None:
    headers = httpx.get(url + path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] and headers["x-frame-options"] == "DENY"


def test_the_policy_allows_nothing_inline() -> None:
    assert "unsafe" not in POLICY and "frame-ancestors 'none'" in POLICY and "default-src 'none'" in POLICY


def test_answers_about_people_are_not_kept(url: str) -> None:
    assert httpx.get(f"{url}/api/me").headers["cache-control"] == "no-store"
    assert "max-age" in httpx.get(f"{url}/api/rules/pgg").headers["cache-control"]


# -- big, deep and odd ---------------------------------------------------------------------------------------


def test_ten_megabytes_are_turned_away(url: str) -> None:
    client = Client(url)
    big = "x" * 10_000_000
    assert "64 kB" in why(client.post("/api/games", content=big), 413)
    assert "2048 kB" in why(client.post("/api/records", content=big, headers={"content-type": "text/plain"}), 413)

    def parts() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 10_000

    assert "64 kB" in why(client.post("/api/games", content=parts()), 413)  # without a length


def test_deep_json_is_turned_away(url: str) -> None:
    client = Client(url)
    for deep in (b"[" * 20_000, b'{"a":' * 5_000 + b"1" + b"}" * 5_000, b"[" * (DEEP + 1) + b"]" * (DEEP + 1)):
        assert "too deeply" in why(client.post("/api/games", content=deep), 400)
    check_json(json.dumps({"text": "[" * 500 + '\\"' + "{" * 500}).encode())
    check_json(b"[" * DEEP + b"]" * DEEP)
    with pytest.raises(ClientException):
        check_json(b'{"text": "' + b"\\" * 3 + b'u0000"}')
    check_json(b'{"text": "' + b"\\" * 4 + b'u0000"}')


ODD = [
    b'{"text": "\\u0000"}',
    b'{"text": "\\ud800"}',
    b'{"text": "\xff\xfe"}',
    b"\x00\x00",
    b"",
    b"null",
    b"[]",
    b'"text"',
    b"{",
    b'{"text": 1e999}',
    b'{"text": {"a": []}}',
    b'{"text": "x", "more": 1}',
    b'{"kind": "conquer"}',
    b'{"number": -1, "side": "german"}',
    b'{"number": 99999999999999999999999999, "side": "german"}',
    b'{"name": "x", "password": "' + b"p" * 60_000 + b'"}',
    '{"text": "\U0001f600\u0301"}'.encode("utf-16"),
]
PATHS = [
    ("POST", "/api/people"), ("POST", "/api/login"), ("PUT", "/api/me"), ("POST", "/api/tokens"),
    ("POST", "/api/records"), ("POST", "/api/games"), ("POST", "/api/games/GAME/seats"),
    ("POST", "/api/games/GAME/talk"), ("PUT", "/api/games/GAME/note"), ("POST", "/api/games/GAME/offers"),
    ("PUT", "/api/games/GAME/hooks"), ("POST", "/api/games/GAME/branch"), ("POST", "/api/games/GAME/orders"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_odd_bodies_are_refused_and_break_nothing(url: str, method: str, path: str) -> None:
    client = Client(url)
    game = client.new_game("pgg", hot_seat("pgg"))["id"]
    chance = random.Random(path)
    for body in [*ODD, *(chance.randbytes(40) for _ in range(10))]:
        for kind in ("application/json", "text/plain", "application/x-msgpack", "multipart/form-data", "x/y; ="):
            answer = client.request(method, path.replace("GAME", game), content=body, headers={"content-type": kind})
            assert answer.status_code < 500, (body, kind, answer.text)


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/%00", "/api/games/%ff%fe", "/api/games/..%2f..%2fetc", "/api/games/" + "x" * 5000,
        "/api/games/a'%20OR%201=1--/talk", "/api/games/x/talk?before=%00", "/api/games/x/talk?before=9e99",
        "/api/games/x/talk?before=99999999999999999999", "/api/rules/%00", "/api/rules/pgg/%F0%9F%98%80",
        "/api/rules/..%2f..", "/api/boards/..%2fpgg.svg", "/api/boards/pgg.exe", "/api/boards/.svg", "/api/mails/x",
        "/api/mails/%00.%00", "/api/mails/e30.AAAA", "/api/tokens/x", "/api/games/x/offered?limit=0",
        "/api/games/x/offered?limit=99999999999999", "/%00", "/..%2f..%2fetc%2fpasswd", "/api/games/x/record",
    ],
)  # fmt: skip
def test_odd_addresses_are_refused_and_break_nothing(url: str, path: str) -> None:
    answer = Client(url).get(path)
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["error"]["why"]


def test_script_in_a_name_stays_a_name(url: str) -> None:
    client = Client(url)
    name = "<img src=x onerror=alert(1)>"
    client.put("/api/me", json={"name": name})
    game = client.new_game("pgg", hot_seat("pgg"))["id"]
    answer = client.get(f"/api/games/{game}")
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()["seats"][0]["name"] == name


def test_words() -> None:
    assert one_line("  Jos\u0065\u0301   K. ", 40, "a name") == "José K."
    assert many_lines("a\r\nb\x00\x1b[31m\u202e", 40, "chat") == "a\nb[31m"
    assert mail_address(" a.b+c@example.org ") == "a.b+c@example.org"
    for bad in ("a@b", "a b@c.de", "a@b.c\n", "<a@b.cd>", "ä@b.cd", "a@b..cd"):
        with pytest.raises(ClientException):
            mail_address(bad.replace("\n", "\nx"))


# -- floods --------------------------------------------------------------------------------------------------


class Clock:
    """Time that goes when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills_again() -> None:
    clock = Clock()
    limiter, rate = Limiter(1.0, clock), Rate("tries", 2.0, 5)
    assert [limiter.take(rate, "a") for _ in range(5)] == [0.0] * 5
    assert limiter.take(rate, "a") == pytest.approx(0.5) and limiter.take(rate, "b") == 0.0
    clock.now += 0.5
    assert limiter.take(rate, "a") == 0.0 and limiter.take(rate, "a") > 0
    clock.now += 1000
    assert [limiter.take(rate, "a") for _ in range(6)][-1] > 0
    with pytest.raises(TooManyRequestsException) as refused:
        limiter.need(rate, ("a", 1))
    assert refused.value.headers == {"Retry-After": "1"}
    assert Limiter(0.0).take(Rate("none", 1e-9, 1), "a") == 0.0


def test_buckets_do_not_fill_the_memory() -> None:
    limiter = Limiter()
    for number in range(BUCKETS + 100):
        limiter.take(ASKING, str(number))
    assert len(limiter._full_at) == BUCKETS


def test_which_rate_counts() -> None:
    assert rate_of("POST", "/api/login") is SIGN_IN and rate_of("GET", "/api/login") is ASKING
    assert rate_of("POST", "/api/games/abc/orders") is ORDERS and rate_of("POST", "/api/games/abc/x") is ASKING
    scope = {"client": ("2001:db8:1:2:3:4:5:6", 1)}
    assert address_of(scope) == "2001:db8:1:2::/64"  # type: ignore[arg-type]
    assert address_of({"client": None}) == "unknown"  # type: ignore[arg-type,typeddict-item]


def test_a_flood_gets_429_and_when_to_come_again(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Server(tmp_path_factory.mktemp("flood"), limits=True) as server:
        client = Client(server.url)
        wrong = {"name": "anna", "password": "not this one"}
        answers = [client.post("/api/login", json=wrong) for _ in range(16)]
        assert [one.status_code for one in answers[:10]] == [401] * 10 and answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) in range(1, 8)
        assert "try again in" in why(answers[-1], 429)
        other = Client(server.url)  # another person at the same address still has something left
        assert other.post("/api/login", json=wrong).status_code == 401
        game = client.new_game("pgg", hot_seat("pgg"))["id"]
        said = [client.post(f"/api/games/{game}/talk", json={"text": "hey"}).status_code for _ in range(25)]
        assert said.count(201) in (20, 21, 22) and said[-1] == 429
        assert client.get(f"/api/games/{game}").status_code == 200


# -- web hooks into our own network --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True), ("2606:4700::1111", True), ("127.0.0.1", False), ("10.1.2.3", False),
        ("192.168.1.1", False), ("169.254.169.254", False), ("172.16.0.1", False), ("0.0.0.0", False), ("::1", False),
        ("fe80::1%eth0", False), ("fd00::1", False), ("::ffff:127.0.0.1", False), ("::ffff:10.0.0.1", False),
        ("2002:7f00:1::", False), ("64:ff9b::7f00:1", False), ("224.0.0.1", False), ("100.64.0.1", False),
    ],
)  # fmt: skip
def test_what_is_out_in_the_world(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "127.1", "0x7f000001", "2130706433"])
def test_a_web_hook_does_not_lead_into_our_network(url: str, host: str) -> None:
    async def call() -> None:
        with pytest.raises(NotSent, match="private network"):
            await Caller().post(f"http://{host}:{httpx.URL(url).port}/api/logout", b"{}", local=False)

    asyncio.run(call())
