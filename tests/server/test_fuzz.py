"""Bad input: whatever is sent, the answer is a sentence and never a fault of the server.

The OpenAPI schema is fuzzed with schemathesis: a little here, for long with `make fuzz` (HEXFRONT_FUZZ=examples for
each operation). After it come things that no schema knows: forged cookies, foreign seats, huge and deep bodies.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import live
import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed: pip install -e '.[dev]'")

SCHEMA = "/api/schema/openapi.json"
EXAMPLES = int(os.environ.get("HEXFRONT_FUZZ", "6"))
ODD = [
    "\u202eabc",
    "\U0001f9ff" * 30,
    "e\u0301" * 20,
    "\ufeff",
    "\u2028",
    "ｐｇｇ",
    "١٢٣",
    "\ud83d",
    "%s%n",
    "-0",
    "NaN",
]
SCRIPT = "<img src=x onerror=alert(1)><script>alert(2)</script>"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[live.Server]:
    """One server for all of this file."""
    with live.Server(tmp_path_factory.mktemp("fuzz")) as running:
        yield running
        assert running.process is not None and running.process.poll() is None, "the server did not live through this"


@pytest.fixture
def client(server: live.Server) -> Iterator[live.Client]:
    """A guest."""
    with live.Client(server.url) as guest:
        yield guest


@pytest.fixture(scope="module")
def game(server: live.Server) -> str:
    """A game of somebody else's, some orders old."""
    with live.Client(server.url) as owner:
        made: str = owner.new_game("pgg", live.hot_seat("pgg"), seed="fuzz")["id"]
        owner.play(made, live.random_orders("pgg", "fuzz", 5))
    return made


def refused(answer: httpx.Response, *status: int) -> str:
    """Check that an answer is a refusal of ours: a status below 500, JSON, one sentence."""
    assert answer.status_code in status, f"{answer.status_code} {answer.text[:300]}"
    error = answer.json()["error"]
    assert error["status"] == answer.status_code
    why: str = error["why"]
    assert why and "Traceback" not in why and "\n" not in why and len(why) < 400, why
    return why


# -- the schema ------------------------------------------------------------------------------------------------


def test_no_operation_answers_with_a_fault(server: live.Server, game: str) -> None:
    """Every operation of the server's own description of itself, with what its types allow and what they do not."""
    described = schemathesis.openapi.from_url(f"{server.url}{SCHEMA}")
    operations = [found.ok() for found in described.get_all_operations()]
    faults = [fault for operation in operations if (fault := _fuzz(operation, server, game))]
    assert len(operations) > 20
    assert not faults, "\n".join(faults)


def _fuzz(operation: Any, server: live.Server, game: str) -> str:
    """Try one operation; what went wrong, or nothing."""
    if operation.path.endswith(("/stream", "/ws")):
        return ""  # never ends; has tests of its own
    modes = schemathesis.GenerationMode
    for mode in (modes.POSITIVE, modes.NEGATIVE):

        @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode))
        def attempt(case: Any) -> None:
            _send(case, server, game)

        try:
            attempt()
        except Unsatisfiable:
            continue  # nothing wrong can be sent to an operation that takes nothing
        except (AssertionError, httpx.HTTPError, OSError) as error:
            return f"{operation.method.upper()} {operation.path}: {error}"
    return ""


def _send(case: Any, server: live.Server, game: str) -> None:
    for name in case.path_parameters or {}:
        if name in ("id", "game_id") and len(str(case.path_parameters[name])) % 2:
            case.path_parameters[name] = game  # a real game half of the time
    with live.Client(server.url) as guest:
        cookies = {cookie.name: cookie.value for cookie in guest.cookies.jar}
        answer = case.call(headers={"X-CSRF-Token": str(guest.headers["X-CSRF-Token"])}, cookies=cookies, timeout=20)
    assert answer.status_code < 500, f"{answer.status_code} {answer.text[:300]}"
    if answer.status_code >= 400 and case.method not in ("HEAD", "OPTIONS"):
        assert answer.json()["error"]["why"], answer.text


def test_the_schema_names_every_way_in(server: live.Server) -> None:
    paths = httpx.get(f"{server.url}{SCHEMA}").json()["paths"]
    for path in ("/api/me", "/api/games", "/api/catalog", "/api/records"):
        assert path in paths, sorted(paths)


# -- who may what ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("token", ["x", "0" * 64, "é", "Bearer", "a.b.c", "🦊"])
def test_a_wrong_invitation_gives_no_seat(client: live.Client, server: live.Server, token: str) -> None:
    with live.Client(server.url) as owner:
        made = owner.new_game("pgg", {"german": "me", "soviet": "open"})
        refused(client.post(f"/api/games/{made['id']}/seats", json={"token": token}), 403, 404, 422)
        other = owner.new_game("pgg", {"german": "me", "soviet": "open"})
        refused(
            client.post(f"/api/games/{made['id']}/seats", json={"token": other["invites"]["soviet"]}), 403, 404, 422
        )


def test_an_invitation_is_good_once(client: live.Client, server: live.Server) -> None:
    with live.Client(server.url) as owner, live.Client(server.url) as late:
        made = owner.new_game("pgg", {"german": "me", "soviet": "open"})
        path, body = f"/api/games/{made['id']}/seats", {"token": made["invites"]["soviet"]}
        assert client.post(path, json=body).json()["side"] == "soviet"
        refused(late.post(path, json=body), 403, 404, 409, 422)


def test_a_foreign_seat_takes_no_orders(client: live.Client, game: str) -> None:
    before = client.view(game)["number"]
    order = live.random_orders("pgg", "fuzz", 6)[5]
    refused(client.order(game, order, before), 403)
    refused(client.post(f"/api/games/{game}/undo", json={"seen": before}), 403)
    refused(client.post(f"/api/games/{game}/offers", json={"kind": "resign"}), 403)
    assert client.view(game)["number"] == before


def test_the_other_side_s_turn_is_not_mine(client: live.Client, server: live.Server) -> None:
    with live.Client(server.url) as owner:
        made = owner.new_game("pgg", {"german": "me", "soviet": "open"}, seed="seats")
        client.post(f"/api/games/{made['id']}/seats", json={"token": made["invites"]["soviet"]})
        decides = owner.view(made["id"])["ask"]["side"]
        other = owner if decides == "soviet" else client
        refused(other.order(made["id"], live.random_orders("pgg", "seats", 1)[0], 0), 403, 422)
        assert owner.view(made["id"])["number"] == 0


@pytest.mark.parametrize("how", ["cut", "changed", "swapped", "empty", "huge", "other"])
def test_a_forged_cookie_is_nobody(server: live.Server, how: str) -> None:
    with live.Client(server.url) as owner:
        made = owner.new_game("pgg", live.hot_seat("pgg"), seed="cookie")
        order = live.random_orders("pgg", "cookie", 1)[0]
        name = next(cookie.name for cookie in owner.cookies.jar if "csrf" not in cookie.name)
        value = owner.cookies[name]
        forged = {
            "cut": value[:-3],
            "changed": value[:-1] + ("A" if value[-1] != "A" else "B"),
            "swapped": value[::-1],
            "empty": "",
            "huge": "A" * 6000,
            "other": f"{owner.person['id']}.{'0' * 43}",
        }[how]
        cookies = {cookie.name: cookie.value for cookie in owner.cookies.jar if cookie.name != name} | {name: forged}
        headers = {"X-CSRF-Token": str(owner.headers["X-CSRF-Token"])}
        body = {"order": order, "seen": 0, "key": "forged"}
        with httpx.Client(base_url=server.url, cookies=cookies, headers=headers) as thief:
            refused(thief.post(f"/api/games/{made['id']}/orders", json=body), 401, 403)
        assert owner.view(made["id"])["number"] == 0


def test_a_change_without_the_csrf_token_is_refused(client: live.Client, server: live.Server) -> None:
    made = client.new_game("pgg", live.hot_seat("pgg"), seed="csrf")
    order = live.random_orders("pgg", "csrf", 1)[0]
    for sign in ("", "0", "x" * 500, "a.b"):
        client.headers["X-CSRF-Token"] = sign
        refused(client.order(made["id"], order, 0), 403)
    client.sign_on()
    assert client.order(made["id"], order, 0).is_success


def test_another_site_s_page_can_do_nothing(client: live.Client) -> None:
    made = client.new_game("pgg", live.hot_seat("pgg"), seed="csrf")
    client.headers["Origin"] = "https://elsewhere.example"
    refused(client.order(made["id"], "done", 0), 403)


def test_an_ended_session_opens_nothing(server: live.Server) -> None:
    with live.Client(server.url) as person:
        name = f"old {os.getpid()} {id(person)}"
        assert person.post("/api/people", json={"name": name, "password": "a long password"}).is_success
        person.sign_on()
        token = person.post("/api/tokens", json={"title": "bot"}).json()
        kept = {cookie.name: cookie.value or "" for cookie in person.cookies.jar}
        assert person.post("/api/logout").is_success
        answer = httpx.post(
            f"{server.url}/api/tokens", json={}, cookies=kept, headers={"X-CSRF-Token": kept["hexfront_csrf"]}
        )
        refused(answer, 401, 403)
        bearer = {"Authorization": f"Bearer {token['token']}"}
        assert httpx.get(f"{server.url}/api/me", headers=bearer).json()["person"]["name"] == name
        refused(httpx.get(f"{server.url}/api/me", headers={"Authorization": f"Bearer {token['token']}x"}), 401)


# -- shapes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/login", "/api/records", "/api/games/{game}/orders", "/api/games/{game}/talk"]
)
def test_ten_megabytes_are_too_many(client: live.Client, game: str, path: str) -> None:
    body = b'{"order": "' + b"x" * 10_000_000 + b'"}'
    refused(client.post(path.format(game=game), content=body, headers={"Content-Type": "application/json"}), 413)


def test_ten_megabytes_without_a_length_are_too_many(client: live.Client, game: str) -> None:
    def parts() -> Iterator[bytes]:
        yield b'{"order": "'
        for _ in range(160):
            yield b"x" * 65536

    try:
        answer = client.post(f"/api/games/{game}/orders", content=parts(), headers={"Content-Type": "application/json"})
    except httpx.WriteError:
        return  # the server closed the line while we went on writing, as it may
    refused(answer, 413)


@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 20_000, '{"order": ' + "[" * 60 + "]" * 60 + "}"])
def test_deep_json(client: live.Client, game: str, body: str) -> None:
    headers = {"Content-Type": "application/json"}
    refused(client.post(f"/api/games/{game}/orders", content=body, headers=headers), 400, 413, 422)


@pytest.mark.parametrize(
    "body", [b"", b"null", b"[]", b'"x"', b"{", b"\xff\xfe", b'{"order": 5}', b'{"order": "\\ud800"}', b"1e999"]
)
def test_json_that_is_none_or_another(client: live.Client, game: str, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    refused(client.post(f"/api/games/{game}/orders", content=body, headers=headers), 400, 403, 422)


@pytest.mark.parametrize("number", [-1, 10**6, 10**30, 1.5, "1", None, True])
def test_odd_numbers(client: live.Client, server: live.Server, number: object) -> None:
    made = client.new_game("pgg", live.hot_seat("pgg"), seed="odd")["id"]
    answer = client.post(f"/api/games/{made}/orders", json={"order": "done", "seen": number, "key": "k"})
    assert 400 <= answer.status_code < 500, answer.text
    answer = client.get(f"/api/games/{made}/replay/{number}")
    assert answer.status_code < 500, answer.text
    assert client.get(f"/api/games/{made}/log", params={"before": str(number)}).status_code < 500


@pytest.mark.parametrize(
    "text", [*ODD, "x" * 20_000, "\t\r\n", "move", "move > > >", "attack " + "R1 " * 3000, "../../etc/passwd"]
)
def test_odd_text_everywhere(client: live.Client, text: str) -> None:
    made = client.new_game("pgg", live.hot_seat("pgg"), seed="odd")["id"]
    raw = json.dumps(text).encode()  # escapes: a lone surrogate is legal JSON
    headers = {"Content-Type": "application/json"}
    for path, name in (
        ("orders", "order"),
        ("panel", "order"),
        ("talk", "text"),
        ("offers", "kind"),
        ("seats", "token"),
    ):
        more = b', "seen": 0, "key": "k"' if path == "orders" else b""
        answer = client.post(
            f"/api/games/{made}/{path}", content=b'{"' + name.encode() + b'": ' + raw + more + b"}", headers=headers
        )
        assert answer.status_code < 500, f"{path}: {answer.text[:300]}"
    for query in ({"units": text}, {"hex": text}):
        with contextlib.suppress(UnicodeEncodeError):  # a lone surrogate is no text for HTTP
            assert client.get(f"/api/games/{made}/options", params=query).status_code < 500
    with contextlib.suppress(UnicodeEncodeError):  # a lone surrogate is no text for HTTP
        assert (
            client.post("/api/records", content=text.encode(), headers={"Content-Type": "text/plain"}).status_code < 500
        )
    assert client.view(made)["number"] == 0


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/..%2f..%2fetc",
        "/api/games/%00",
        "/api/boards/..%2f..%2fpyproject.toml",
        "/..%2fpyproject.toml",
        "/js/..%2f..%2fcli.py",
        "/api/games/" + "x" * 5000,
        "/api/rules/pgg/" + "9" * 300,
        "/%ff%fe",
        "/api/games/%F0%9F%A6%8A",
    ],
)
def test_odd_addresses(client: live.Client, path: str) -> None:
    answer = client.get(path)
    assert 400 <= answer.status_code < 500, f"{answer.status_code} {answer.text[:200]}"
    assert "[build-system]" not in answer.text and "click" not in answer.text


def test_a_record_that_is_too_long_or_lies(client: live.Client) -> None:
    good = (Path(__file__).parents[1] / "records" / "pgg-german-decisive-0.2.txt").read_text()
    plain = {"Content-Type": "text/plain"}
    lie = good.replace("dice 1", "dice 6", 1)
    assert lie != good
    why = refused(client.post("/api/records", content=lie.encode(), headers=plain), 400, 422)
    assert "line" in why
    refused(client.post("/api/records", content=b"hexfront 1\n" + b"# x\n" * 600_000, headers=plain), 413)
    refused(client.post("/api/records", content=b"\xff\xfe\x00", headers=plain), 400, 422)


def test_a_script_in_names_and_talk_stays_text(client: live.Client) -> None:
    """Nothing the server sends as HTML holds what people wrote, and JSON says that it is JSON."""
    made = client.new_game("pgg", live.hot_seat("pgg"), seed="script")["id"]
    named = client.put("/api/me", json={"name": SCRIPT[:40]})
    assert named.status_code < 500
    assert client.post(f"/api/games/{made}/talk", json={"text": SCRIPT}).status_code < 500
    for path in (f"/api/games/{made}", "/api/games?list=mine", "/api/me"):
        answer = client.get(path)
        assert answer.headers["content-type"].startswith("application/json")
        assert answer.headers["x-content-type-options"] == "nosniff"
    for path in ("/", f"/?game={SCRIPT}", "/nowhere"):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy and "default-src 'none'" in policy
        assert "onerror" not in answer.text


# -- sockets and streams ---------------------------------------------------------------------------------------


def test_a_socket_takes_rubbish_without_harm(server: live.Server, game: str) -> None:
    async def talk() -> None:
        url = f"{server.url.replace('http', 'ws')}/api/games/{game}/ws"
        for sent in ("{", "[]", "x" * 1000, b"\xff\x00", json.dumps({"type": "order"}), "[" * 5000):
            try:
                async with websockets.connect(url, origin=server.url, open_timeout=10) as line:
                    assert json.loads(await line.recv())["type"] == "view"
                    await line.send(sent)
                    await line.send(json.dumps({"type": "ping"}))
                    await asyncio.wait_for(line.recv(), 0.3)
            except (TimeoutError, websockets.ConnectionClosed):
                continue

    live.run(talk())
    assert httpx.get(f"{server.url}/api/catalog").status_code == 200


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00",
        b"POST /api/games HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"GET /" + b"a" * 200_000,
    ],
)
def test_what_is_no_http(server: live.Server, raw: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
        line.settimeout(3)
        try:
            line.sendall(raw)
            first = line.recv(400)
        except OSError:
            first = b""
    assert not first.startswith(b"HTTP/1.1 5"), first
    assert httpx.get(f"{server.url}/api/catalog").status_code == 200


def test_rate_limits_answer_429_with_a_time(tmp_path: Path) -> None:
    with live.Server(tmp_path, limits=True) as limited, live.Client(limited.url) as client:
        answers = [client.post("/api/login", json={"name": "nobody", "password": "wrong word"}) for _ in range(40)]
        last = answers[-1]
        assert "try again" in refused(last, 429)
        assert int(last.headers["retry-after"]) >= 1
        assert client.get("/api/catalog").status_code == 200
