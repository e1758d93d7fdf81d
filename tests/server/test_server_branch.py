"""What if: branches at a real server, where one of a running game must tell nothing of that game."""

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from live import Client, Server, hot_seat, random_orders

from hexfront import games
from hexfront.engine.dice import commitment, die
from hexfront.engine.records.branch import begin
from hexfront.engine.records.record import read
from hexfront.engine.records.verify import verify
from hexfront.games.pgg.untried import untried

PGG = games.game("pgg")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("branches")) as running:
        yield running
        said = running.log.read_text()
        assert "Traceback" not in said, said


def against_a_robot(client: Client) -> dict[str, Any]:
    """A running game that has come to the German."""
    game = client.new_game("pgg", {"german": "me", "soviet": "random"})["id"]
    end = time.monotonic() + 60
    while not ((view := client.view(game))["ask"]["yours"] and view["number"]):
        assert time.monotonic() < end, "the robot does not play"
        time.sleep(0.05)
    return view


def branch_of(client: Client, game: str, number: int, side: str = "german", robot: str = "random") -> str:
    made = client.post(f"/api/games/{game}/branch", json={"number": number, "side": side, "robot": robot})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def resigned(client: Client, game: str) -> str:
    assert client.post(f"/api/games/{game}/offers", json={"kind": "resign"}).is_success
    return client.record(game)


def test_a_branch_of_a_running_game_against_a_robot_is_no_oracle(server: Server) -> None:
    client = Client(server.url)
    parent = against_a_robot(client)
    game, number = parent["id"], parent["number"]
    there = client.get(f"/api/games/{game}/replay/{number}").json()
    seeds, deals = {server.seed_of(game)}, set()
    for _ in range(6):
        branch = branch_of(client, game, number)
        view = client.view(branch)
        assert view["pieces"] == there["pieces"] and view["heading"] == there["heading"], "it looks the same"
        assert view["number"] == 0 and view["log"] == [] and view["commit"] != parent["commit"]
        text = resigned(client, branch)
        record = read(text)
        assert verify(games.game, text).ok and record.seed and record.origin
        assert server.seed_of(game) not in text and record.origin.commit == parent["commit"]
        state = begin(PGG, record.scenario, record.seed, record.options, record.origin)
        deals.add(tuple(c for u, c in enumerate(state.counter) if c >= 0 and untried(state, u)))
        seeds.add(record.seed)
    assert len(deals) == 6 and len(seeds) == 7
    assert len({tuple(die(seed, n) for n in range(16)) for seed in seeds}) == 7, "nor do its dice tell anything"
    assert "seed" not in read(client.record(game)).players and read(client.record(game)).seed is None


def test_who_plays_the_other_side_in_it_learns_nothing_either(server: Server) -> None:
    """The German of a running game tries out the Soviet side: it is dealt from what the German knew."""
    client = Client(server.url)
    parent = against_a_robot(client)
    branch = branch_of(client, parent["id"], parent["number"], "soviet")
    origin = read(client.record(branch)).origin
    assert origin and origin.side == "german"


def test_a_branch_is_played_on_after_a_restart_comes_out_and_in_again(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        client = Client(server.url)
        game = client.new_game("trc", hot_seat("trc"), seed="whole")["id"]
        client.play(game, random_orders("trc", "whole", 70))
        branch = branch_of(client, game, 60, "axis", "")
        for number in range(60):
            (order,) = client.get(f"/api/games/{branch}/offered?sample=true&limit=1").json()["orders"]
            client.play(branch, [order], number)
        before = client.view(branch)
        server.kill()
        server.start()
        after = client.view(branch)
        assert after["pieces"] == before["pieces"] and after["number"] == 60 and after["log"] == before["log"]
        assert (
            after["branch"] == {"line": 60, "game": game} and Client(server.url).view(branch)["branch"]["game"] is None
        )
        assert client.get(f"/api/games/{branch}/replay/0").json()["number"] == 0
        back = client.post(f"/api/games/{branch}/offers", json={"kind": "takeback"})
        assert back.json()["number"] < 60
        text = resigned(client, branch)
        assert verify(games.game, text).ok and read(text).origin
        brought = client.post("/api/records", content=text, headers={"content-type": "text/plain"}).json()["id"]
        view = client.view(brought)
        assert view["branch"] == {"line": 60, "game": None} and view["number"] == back.json()["number"]
        assert [one.order for one in read(client.record(brought)).entries] == [one.order for one in read(text).entries]
        again = branch_of(client, branch, 5, "russian", "")
        assert client.view(again)["branch"] == {"line": 5, "game": branch}
        mine = {one["id"]: one["branch"] for one in client.get("/api/games?list=mine").json()["games"]}
        assert mine == {game: False, branch: True, brought: True, again: True}


def test_a_take_back_ends_at_the_beginning_of_a_branch(server: Server) -> None:
    client = Client(server.url)
    game = client.new_game("trc", hot_seat("trc"), seed="back")["id"]
    client.play(game, random_orders("trc", "back", 20))
    branch = branch_of(client, game, 20, "axis", "")
    refused = client.post(f"/api/games/{branch}/undo", json={"seen": 0})
    assert refused.status_code == 422 and "nothing" in refused.json()["error"]["why"]
    assert client.post(f"/api/games/{branch}/offers", json={"kind": "takeback"}).status_code == 409


def test_a_branch_of_an_older_version_opens_as_it_was(tmp_path: Path) -> None:
    """It has the lines of its game, and its seed."""
    with Server(tmp_path) as server:
        client = Client(server.url)
        game = client.new_game("pgg", hot_seat("pgg"), seed="old")["id"]
        client.play(game, random_orders("pgg", "old", 40))
        server.kill()
        with contextlib.closing(sqlite3.connect(tmp_path / "hexfront.db")) as db:
            names = [row[1] for row in db.execute("PRAGMA table_info(game)")]
            rest = ", ".join(one for one in names if one not in ("id", "private"))
            db.execute(f"INSERT INTO game (id, private, {rest}) SELECT 'oldbranch', 1, {rest} FROM game")
            for table in ("line", "seat"):
                rest = ", ".join(row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] != "game_id")
                db.execute(f"INSERT INTO {table} (game_id, {rest}) SELECT 'oldbranch', {rest} FROM {table}")
            db.commit()
        server.start()
        view = client.view("oldbranch")
        assert view["number"] == 40 and view["branch"] is None and view["commit"] == commitment("old")
        assert verify(games.game, resigned(client, "oldbranch")).ok


def test_a_branch_that_no_table_could_show_is_not_taken_in(server: Server) -> None:
    from test_branch import forged

    client = Client(server.url)
    for change in ({"where": [9_999] * 3}, {"turn": -5, "step": 4}, {"owed": [{"kind": "losses", "side": 7}]}):
        text = forged(**change)
        answer = client.post("/api/records", content=text, headers={"content-type": "text/plain"})
        assert answer.status_code == 422 and "not true" in answer.json()["error"]["why"], (change, answer.text)
    assert client.get("/api/games?list=mine").json()["games"] == []
