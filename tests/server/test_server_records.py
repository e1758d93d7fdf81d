"""Records in and out, branches, rules with drawn cases, boards, and the example bot, at a real server."""

import gzip
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from live import RECORD, ROOT, Client, Server, hot_seat, random_orders

from hexfront import games
from hexfront.engine.records.record import read
from hexfront.engine.records.verify import verify
from hexfront.games.casebook import load_cases
from hexfront.server.library.case_board import case_svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("records")) as server:
        yield server.url
        said = server.log.read_text()
        assert "Traceback" not in said, said


def bring(client: Client, text: str | bytes) -> httpx.Response:
    return client.post("/api/records", content=text, headers={"content-type": "text/plain"})


def why(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    return str(answer.json()["error"]["why"])


# -- out -----------------------------------------------------------------------------------------------------


def test_a_running_game_keeps_its_seed(url: str) -> None:
    client = Client(url)
    game = client.new_game("pgg", hot_seat("pgg"), seed="do-not-tell")["id"]
    client.play(game, random_orders("pgg", "do-not-tell", 12))
    answer = client.get(f"/api/games/{game}/record")
    assert (
        answer.headers["content-type"].startswith("text/plain")
        and "attachment" in answer.headers["content-disposition"]
    )
    assert "do-not-tell" not in answer.text and len(read(answer.text).entries) == 12
    assert not verify(games.game, answer.text).ok


def test_a_game_that_ended_can_be_verified(url: str) -> None:
    client = Client(url)
    client.put("/api/me", json={"name": "A; B: C #1 == x"})
    game = client.new_game("pgg", hot_seat("pgg"), seed="told")["id"]
    client.play(game, random_orders("pgg", "told", 30))
    client.post(f"/api/games/{game}/offers", json={"kind": "resign"})
    text = client.record(game)
    assert "seed: told" in text and "resigned" in text
    assert verify(games.game, text).ok


# -- in ------------------------------------------------------------------------------------------------------


def test_a_true_record_becomes_a_game(url: str) -> None:
    client, text = Client(url), RECORD.read_text()
    game = bring(client, text).json()["id"]
    view = client.view(game)
    assert view["over"] and view["number"] == len(read(text).entries) and view["result"] == read(text).result
    assert [one.order for one in read(client.record(game)).entries] == [one.order for one in read(text).entries]
    assert verify(games.game, client.record(game)).ok
    assert game in [one["id"] for one in client.get("/api/games?list=mine").json()["games"]]
    assert game not in [one["id"] for one in Client(url).get("/api/games?list=recent").json()["games"]]
    middle = client.get(f"/api/games/{game}/replay/40")
    assert middle.status_code == 200 and middle.json()["number"] == 40


def test_a_record_that_breaks_off_is_played_on(url: str) -> None:
    client = Client(url)
    first = client.new_game("pgg", hot_seat("pgg"), seed="half")["id"]
    orders = random_orders("pgg", "half", 9)
    client.play(first, orders[:8])
    told = client.record(first).replace("\n\n==", "\nseed: half\n\n==", 1)
    game = bring(client, told).json()["id"]
    assert client.view(game)["you"] == ["german", "soviet"]
    assert client.order(game, orders[8], 8).is_success


LONG = ROOT / "tests" / "records" / "trc-campaign-greedy.txt"
QUICK = 0.3  # seconds in which a long campaign opens, at any of its lines


def quickly(client: Client, at: str, before: Callable[[], object] = lambda: None) -> Any:
    """What an address answers in time; a machine that is busy with other tests may need another try."""
    for _ in range(3):
        before()
        began = time.perf_counter()
        answer = client.get(at)
        took = time.perf_counter() - began
        if took < QUICK:
            break
    assert answer.status_code == 200 and took < QUICK, f"it took {took * 1000:.0f} ms: {answer.text[:200]}"
    return answer.json()


def play_on(client: Client, game: str, many: int) -> int:
    """Orders by chance, as they are offered; the number of the last one."""
    for number in range(many):
        offered = client.get(f"/api/games/{game}/offered?sample=true&limit=1").json()
        if not offered["orders"]:
            return number
        client.play(game, [offered["orders"][0]], number)
    return many


def test_a_long_campaign_opens_quickly_at_any_line(tmp_path: Path) -> None:
    """Imported, branched, played on, and after a restart: a game has its snapshots from the start."""
    with Server(tmp_path) as server:
        client = Client(server.url)

        def restart() -> None:
            server.kill()
            server.start()
            client.get("/api/me")  # what is measured is not the first request of a connection

        game = bring(client, LONG.read_text()).json()["id"]
        last = client.view(game)["number"]
        assert last > 3_000
        for number in (1, last // 3 + 49, last - 2, last):
            assert quickly(client, f"/api/games/{game}/replay/{number}")["number"] == number
        body = {"number": last - 60, "side": "axis"}
        branch = client.post(f"/api/games/{game}/branch", json=body).json()["id"]
        played = play_on(client, branch, 55)
        assert quickly(client, f"/api/games/{game}", restart)["number"] == last
        assert quickly(client, f"/api/games/{branch}", restart)["number"] == played > 0


def broken(text: str) -> Iterator[tuple[str, str]]:
    lines = text.split("\n")
    dice = next(place for place, line in enumerate(lines) if "dice" in line)
    order = next(place for place, line in enumerate(lines) if line.startswith("move "))
    yield "another die", "\n".join([*lines[:dice], lines[dice].replace("dice ", "dice 9 "), *lines[dice + 1 :]])
    yield "an order left out", "\n".join([*lines[:order], *lines[order + 1 :]])
    yield "another seed", text.replace("seed: ", "seed: x")
    yield "another game", text.replace("game: pgg", "game: chess")
    yield "nothing", ""
    yield "something else", "Dear Sir or Madam,\n"
    yield "a later format", text.replace("hexfront 2", "hexfront 99", 1)


@pytest.mark.parametrize(("what", "text"), list(broken(RECORD.read_text())), ids=lambda one: str(one)[:20])
def test_a_false_record_counts_for_nothing(url: str, what: str, text: str) -> None:
    client = Client(url)
    sentence = why(bring(client, text), 422)
    assert "not true" in sentence and "line " in sentence, what
    assert client.get("/api/games?list=mine").json()["games"] == []


def test_what_is_no_text_is_no_record(url: str) -> None:
    client = Client(url)
    for odd in (b"\xff\xfe\x00", b"hexfront 1\n\x00", RECORD.read_text().encode("utf-16")):
        assert why(bring(client, odd), 422) == "this is not a text file"
    assert "2048 kB" in why(bring(client, b"# remark\n" * 300_000), 413)


# -- what if -------------------------------------------------------------------------------------------------


def test_a_finished_game_is_branched_by_anybody(url: str) -> None:
    owner, other = Client(url), Client(url)
    game = bring(owner, RECORD.read_text()).json()["id"]
    made = other.post(f"/api/games/{game}/branch", json={"number": 25, "side": "soviet", "robot": "random"})
    copy = made.json()["id"]
    view = other.view(copy)
    assert not view["over"] and view["you"] == ["soviet"] and view["branch"] == {"line": 25, "game": game}
    assert [seat["kind"] for seat in view["seats"]] == ["robot", "person"]
    origin, whole = read(other.record(copy)).origin, read(owner.record(game))
    assert origin and (origin.commit, origin.line, origin.side) == (whole.commit, 25, "soviet")
    assert copy not in [one["id"] for one in owner.get("/api/games?list=watch").json()["games"]]
    last = owner.view(game)["number"]
    assert "over after this line" in why(
        other.post(f"/api/games/{game}/branch", json={"number": last, "side": "soviet"}), 409
    )
    for wrong in ({"number": 5, "side": "martian"}, {"number": 5, "side": "german", "robot": "deep blue"}):
        why(other.post(f"/api/games/{game}/branch", json=wrong), 422)
    why(other.post(f"/api/games/{game}/branch", json={"number": 99_999, "side": "german"}), 404)


def test_a_running_game_of_two_people_is_not_branched(url: str) -> None:
    german, soviet, watcher = Client(url), Client(url), Client(url)
    made = german.new_game("pgg", {"german": "me", "soviet": "open"})
    branch = f"/api/games/{made['id']}/branch"
    body = {"number": 0, "side": "german", "robot": "random"}
    why(german.post(branch, json=body), 403)  # somebody is still to come
    soviet.post(f"/api/games/{made['id']}/seats", json={"token": made["invites"]["soviet"]})
    for client in (german, soviet, watcher):
        assert "when it is over" in why(client.post(branch, json=body), 403)
    alone = german.new_game("pgg", hot_seat("pgg"))["id"]
    assert german.post(f"/api/games/{alone}/branch", json=body).status_code == 201
    why(watcher.post(f"/api/games/{alone}/branch", json=body), 403)


# -- rules and boards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games.playable())
def test_every_rule_has_its_page(url: str, game: str) -> None:
    with httpx.Client(base_url=url, timeout=60) as client:
        index = client.get(f"/api/rules/{game}").json()
        assert len(index) > 50 and all(one["title"] and one["state"] for one in index)
        shown = [client.get(f"/api/rules/{game}/{one['rule']}").json() for one in index[:12]]
        assert [page["rule"] for page in shown] == [one["rule"] for one in index[:12]]
        case = next(case for page in shown for case in page["cases"] if case["svg"])
        assert case["title"] and case["then"] and ElementTree.fromstring(case["svg"]).tag == f"{SVG}svg"
        assert client.get(f"/api/rules/{game}/99.99").status_code == 404
        assert client.get("/api/rules/chess").status_code == 404


@pytest.mark.parametrize("game", games.playable())
def test_every_case_can_be_drawn(game: str) -> None:
    """Every fifth, so that it does not take long; what is drawn is small, and has its counters on it."""
    drawn = 0
    for case in load_cases(game)[::5]:
        svg = case_svg(games.game(game), case)
        if svg:
            drawn += 1
            assert len(svg) < 150_000, case.title
            assert ElementTree.fromstring(svg).tag == f"{SVG}svg" and "style=" not in svg
    assert drawn > 40


def test_boards_come_packed_at_once_and_are_kept(url: str) -> None:
    folder = ROOT / "hexfront" / "web" / "boards"
    with httpx.Client(base_url=url, timeout=60) as client:
        for game in games.playable():
            for form, kind in (("svg", "image/svg+xml"), ("json", "application/json")):
                at, file = f"/api/boards/{game}.{form}", (folder / f"{game}.{form}").read_bytes()
                began = time.perf_counter()
                sheet = client.get(at)
                assert time.perf_counter() - began < 0.5
                assert sheet.content == file and sheet.headers["content-type"].startswith(kind)
                assert sheet.headers["content-encoding"] == "gzip" and "max-age" in sheet.headers["cache-control"]
                assert int(sheet.headers["content-length"]) == len(gzip.compress(file, 9))
                plain = client.get(at, headers={"accept-encoding": "identity"})
                assert plain.content == file and "content-encoding" not in plain.headers
                assert plain.headers["etag"] != sheet.headers["etag"]
                again = client.get(at, headers={"if-none-match": sheet.headers["etag"]})
                assert again.status_code == 304 and not again.content and again.headers["etag"]
        box = [float(one) for one in ElementTree.parse(folder / "pgg.svg").getroot().attrib["viewBox"].split()]
        where = client.get("/api/boards/pgg.json").json()
        assert where["viewBox"] == pytest.approx(box) and len(where["corners"]) == 6 and where["hexes"]
        for wrong in ("chess.svg", "pgg.png", "..%2Findex.html"):
            assert client.get(f"/api/boards/{wrong}").status_code == 404


# -- the example bot -----------------------------------------------------------------------------------------


def test_the_example_bot_plays_a_whole_game(url: str) -> None:
    bot = [sys.executable, str(ROOT / "examples" / "bot.py"), url, "pgg", "random"]
    done = subprocess.run(bot, capture_output=True, text=True, timeout=240, cwd=Path(sys.prefix))
    assert done.returncode == 0, done.stderr
    address, _, result = done.stdout.partition(": ")
    game = address.rpartition("/")[2]
    text = httpx.get(f"{url}/api/games/{game}/record").text
    assert read(text).result and result.startswith(read(text).result)
    assert verify(games.game, text).ok


def test_the_bot_in_the_documentation_is_the_bot_that_is_tested() -> None:
    assert "examples/bot.py" in (ROOT / "docs" / "bots.md").read_text()
    lines = [line for line in (ROOT / "examples" / "bot.py").read_text().partition('"""\n\n')[2].splitlines() if line]
    assert len(lines) <= 44
