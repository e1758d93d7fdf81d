"""Damaged rows and files, and what another version has written: one sentence, and everything else goes on."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from live import ROOT, Client, Server, free_port, hot_seat, put_back, random_orders
from test_server_core import ME, live_in, new_game, run, settings_in

from hexfront.server import bounds
from hexfront.server.games.open_games import Conflict, OpenGames
from hexfront.server.logs import discreet
from hexfront.server.storage import store
from hexfront.server.storage.db import migrate

LONG = ROOT / "tests" / "records" / "trc-campaign-greedy.txt"


@contextlib.contextmanager
def file_of(server: Server) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(server.folder / "hexfront.db")) as db:
        yield db
        db.commit()


# What is done to a game, and a word of the sentence with which it then answers; without one it opens all the same.
DAMAGE = {
    "an unknown game": ("UPDATE game SET game = 'chess' WHERE id = ?", "'chess'"),
    "an unknown scenario": ("UPDATE game SET scenario = 'waterloo' WHERE id = ?", "'waterloo'"),
    "an unknown option": ("UPDATE game SET options = '[\"99.9\"]' WHERE id = ?", "'99.9'"),
    "options that are none": ("UPDATE game SET options = '{{{' WHERE id = ?", "damaged"),
    "a branch that is none": ("UPDATE game SET origin = '{\"line\": 1}' WHERE id = ?", "damaged"),
    "an unknown robot": ("UPDATE seat SET kind = 'robot', robot = 'hal' WHERE game_id = ?", "'hal'"),
    "an unknown side": ("UPDATE seat SET side = 'polish' WHERE side = 'german' AND game_id = ?", "seats"),
    "dice that are none": ("UPDATE line SET dice = 'x' WHERE number = 5 AND game_id = ?", "damaged"),
    "other dice": ("UPDATE line SET dice = '[9]' WHERE number = 5 AND game_id = ?", "its dice fell otherwise"),
    "an impossible order": ("UPDATE line SET text = 'move R1 0101' WHERE number = 5 AND game_id = ?", "line 5"),
    "no order": ("UPDATE line SET text = '' WHERE number = 5 AND game_id = ?", "line 5"),
    "a torn snapshot": ("UPDATE snapshot SET state = x'789c00ff' WHERE game_id = ?", ""),
    "a snapshot of nothing": ("UPDATE snapshot SET state = x'' WHERE game_id = ?", ""),
}


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Client, dict[str, str]]]:
    """A server whose games were all damaged in another way while it was down, but for one."""
    with Server(tmp_path_factory.mktemp("damage")) as server:
        client = Client(server.url)
        orders = random_orders("pgg", "damage", 60)
        made = {}
        for what in ("nothing", *DAMAGE):
            made[what] = client.new_game("pgg", hot_seat("pgg"), seed="damage")["id"]
            client.play(made[what], orders if "snapshot" in what else orders[:12])
        server.kill()
        with file_of(server) as db:
            for what, (sql, _) in DAMAGE.items():
                assert db.execute(sql, (made[what],)).rowcount, what
        server.start()
        yield server, client, made


@pytest.mark.parametrize("what", list(DAMAGE))
def test_a_damaged_game_answers_with_one_sentence(damaged: tuple[Server, Client, dict[str, str]], what: str) -> None:
    _, client, made = damaged
    game, word = made[what], DAMAGE[what][1]
    for _ in range(2):
        answer = client.get(f"/api/games/{game}")
        if not word:
            assert answer.status_code == 200 and answer.json()["number"] == 60
            continue
        why = answer.json()["error"]["why"]
        assert answer.status_code == 422 and word in why and "\n" not in why, answer.text
        assert why.startswith("this game cannot be opened: ")
    asked = [client.get(f"/api/games/{game}/{at}") for at in ("record", "log", "replay/3", "plans", "talk", "note")]
    asked += [client.order(game, "done", 12), client.post(f"/api/games/{game}/offers", json={"kind": "resign"})]
    asked += [client.post(f"/api/games/{game}/branch", json={"number": 3, "side": "german"})]
    assert all(one.status_code < 500 for one in asked), [(one.url.path, one.status_code, one.text) for one in asked]


def test_lists_and_all_other_games_go_on(damaged: tuple[Server, Client, dict[str, str]]) -> None:
    server, client, made = damaged
    for which in ("mine", "open", "watch", "recent"):
        answer = client.get(f"/api/games?list={which}")
        assert answer.status_code == 200, (which, answer.text)
    mine = {one["id"]: one for one in client.get("/api/games?list=mine").json()["games"]}
    assert set(made.values()) <= set(mine)
    assert mine[made["an unknown game"]]["title"] == "chess"
    assert "another version" in mine[made["an unknown game"]]["turn_name"]
    assert client.order(made["nothing"], random_orders("pgg", "damage", 13)[12], 12).is_success
    robot = client.new_game("pgg", {"german": "me", "soviet": "random"})["id"]
    end = time.monotonic() + 60  # the look for robots that wait finds damaged games, and goes on
    while not client.view(robot)["number"]:
        assert time.monotonic() < end
        time.sleep(0.1)
    said = server.log.read_text()
    assert said.count(f"game {made['other dice']} cannot be opened") == 1, "said once, not at every look"


def test_a_torn_page_of_the_file_stops_one_game_only(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        client = Client(server.url)
        good = client.new_game("pgg", hot_seat("pgg"), seed="torn")["id"]
        client.play(good, random_orders("pgg", "torn", 10))
        big = client.post("/api/records", content=LONG.read_text(), headers={"content-type": "text/plain"}).json()["id"]
        server.stop()
        with file_of(server) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            size = db.execute("PRAGMA page_size").fetchone()[0]
            (text,) = db.execute("SELECT text FROM line WHERE game_id = ? AND number = 3000", (big,)).fetchone()
        path = tmp_path / "hexfront.db"
        data = bytearray(path.read_bytes())
        pages = [at // size for at in range(len(data)) if data.startswith(text.encode(), at)]
        assert pages
        for page in pages:
            data[page * size : page * size + 8] = b"\x00" * 8
        path.write_bytes(data)
        server.start()
        answer = client.get(f"/api/games/{big}/record")
        assert answer.status_code == 422 and "damaged" in answer.json()["error"]["why"], answer.text
        assert client.get("/api/games?list=mine").status_code == 200
        assert client.order(good, random_orders("pgg", "torn", 11)[10], 10).is_success
        assert client.new_game("pgg", hot_seat("pgg"))["id"]


def test_a_file_that_is_no_database_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "hexfront.db"
    file.write_bytes(b"this is no database, but long enough to be taken for one" * 100)
    serve = [sys.executable, "-m", "hexfront.cli", "serve", "--port", str(free_port())]
    done = subprocess.run(
        [*serve, "--db", f"sqlite+aiosqlite:///{file}"], capture_output=True, text=True, timeout=60, cwd=ROOT
    )
    assert done.returncode == 2 and "Traceback" not in done.stderr and "damaged" in done.stderr, done.stderr


# -- keys of orders that were taken back -----------------------------------------------------------------------


async def keys(open_games: OpenGames) -> int:
    async with open_games.store.database.read() as db:
        return int((await db.exec_driver_sql("SELECT count(*) FROM undone")).scalar_one())


def test_an_order_that_was_taken_back_is_not_played_again(tmp_path: Path) -> None:
    async def test(open_games: OpenGames) -> None:
        game_id = await new_game(open_games)
        first, second = random_orders("pgg", "core", 2)
        await open_games.order(game_id, ME, first, 0, "again")
        await open_games.undo(game_id, ME, 1)
        for _ in range(3):
            with pytest.raises(Conflict):
                await open_games.order(game_id, ME, first, 0, "again")
        open_games.games.clear()  # also when the game was opened anew
        with pytest.raises(Conflict):
            await open_games.order(game_id, ME, first, 0, "again")
        assert (await open_games.order(game_id, ME, first, 0, "new")).number == 1
        assert (await open_games.order(game_id, ME, second, 1, "next")).number == 2

    run(tmp_path, test)


def test_keys_are_remembered_for_so_many_changes_and_no_longer_than_the_game_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bounds.UNDONE >= 500
    monkeypatch.setattr(store, "UNDONE", 20)

    async def test(open_games: OpenGames) -> None:
        game_id, (first, *_) = await new_game(open_games), random_orders("pgg", "core", 1)
        for number in range(60):
            await open_games.order(game_id, ME, first, 0, f"key {number}")
            game = await open_games.undo(game_id, ME, 1)
            assert f"key {number}" in game.undone and len(game.undone) <= 12
            assert await keys(open_games) == len(game.undone)
            with pytest.raises(Conflict):
                await open_games.order(game_id, ME, first, 0, f"key {max(0, number - 8)}")
        for number, order in enumerate(random_orders("pgg", "core", 60)):
            await open_games.order(game_id, ME, order, number, f"later {number}")
        await open_games.rewind(game_id, 1)
        assert await keys(open_games) <= 20, "of a long way back only those that may still be on their way"
        await open_games.finish(game_id, "draw, agreed")
        assert await keys(open_games) == 0

    run(tmp_path, test)


def test_keys_of_an_older_version_are_kept_while_their_game_runs(tmp_path: Path) -> None:
    async def test() -> None:
        settings = settings_in(tmp_path)
        async with live_in(settings) as open_games:
            ids = [await new_game(open_games), await new_game(open_games, status="over")]
        await put_back(settings.url, "0003")
        with contextlib.closing(sqlite3.connect(tmp_path / "hexfront.db")) as db:
            db.executemany("INSERT INTO undone VALUES (?, 'old')", [(one,) for one in ids])
            db.commit()
        await migrate(settings)
        async with live_in(settings) as open_games:
            assert (await open_games.open(ids[0])).undone == {"old"} and not (await open_games.open(ids[1])).undone

    asyncio.run(test())


# -- the log ---------------------------------------------------------------------------------------------------


def test_what_people_have_sent_does_not_stand_in_the_log(tmp_path: Path) -> None:
    """A database that refuses a statement would tell its values."""
    with Server(tmp_path) as server:
        client = Client(server.url)
        game = client.new_game("pgg", hot_seat("pgg"), seed="secret-seed")["id"]
        with file_of(server) as db:
            db.executescript(
                "DROP TABLE note; CREATE TABLE note (game_id TEXT, person_id TEXT, text TEXT CHECK (length(text) < 1));"
                "CREATE TRIGGER no AFTER INSERT ON game BEGIN SELECT RAISE(ABORT, 'no more games'); END;"
            )
        assert client.put(f"/api/games/{game}/note", json={"text": "my secret plan"}).status_code >= 500
        seats = hot_seat("pgg")
        assert client.post("/api/games", json={"game": "pgg", "seats": seats, "seed": "secret-2"}).status_code >= 500
        said = server.log.read_text()
        assert "secret" not in said and "IntegrityError" in said, said


POSTGRES = """ERROR it failed
Traceback (most recent call last):
  File "x.py", line 1, in x
asyncpg.exceptions.NotNullViolationError: null value in column "side"
DETAIL:  Failing row contains (abc, pgg, secret-seed, a note
of two lines, secret).
HINT:  look there

The above exception was the direct cause of the following exception:

sqlalchemy.exc.IntegrityError: (asyncpg.exceptions.NotNullViolationError) null value
DETAIL:  Failing row contains (secret).
[SQL: INSERT INTO game VALUES ($1)]
[parameters: ('secret',)]
(Background on this error at: somewhere)
asyncpg.exceptions.DataError: invalid input for query argument $3: 'secret' (an integer is required)
asyncpg.exceptions.UniqueViolationError: twice
DETAIL:  Key (key)=(secret) already exists."""


def test_nor_does_what_postgresql_tells_of_a_row() -> None:
    left = discreet(POSTGRES)
    assert "secret" not in left and "two lines" not in left
    kept = (
        "it failed",
        "null value",
        "HINT:  look",
        "The above",
        "[SQL: INSERT",
        "(Background",
        "argument $3",
        "twice",
    )
    assert all(one in left for one in kept), left
