"""The clock of a game: when it runs, what winds it up, and who may claim a game when it has run down."""

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path

import httpx
import msgspec
import pytest
from live import Client, Server, hot_seat
from test_server_core import ME, OTHER, new_game, run

from hexfront import games
from hexfront.server import clock
from hexfront.server.bounds import AWAY, GRACE, SET_BACK
from hexfront.server.clock import EARLIEST, Clock
from hexfront.server.games.open_games import CannotClaim, OpenGames
from hexfront.server.people.identity import GUEST
from hexfront.server.people.signatures import Signer
from hexfront.server.storage.db import newest
from hexfront.server.storage.rows import Seat


def test_the_clock_runs_from_the_last_order_and_nothing_else_winds_it_up(tmp_path: Path) -> None:
    german, soviet = games.game("pgg").sides
    two = [Seat(german, "person", ME), Seat(soviet, "person", OTHER)]

    async def look(open_games: OpenGames) -> None:
        late = time.time() - 3 * 86_400
        game_id = await new_game(open_games, two, days=2, since=late)
        game = await open_games.changed(game_id)  # an offer, a hook: the clock does not care
        assert game.until == late + 2 * 86_400
        assert msgspec.json.decode(game.view_json((german,)))["clock"] == {
            "days": 2, "side": soviet, "until": game.until, "claim": german,
        }  # fmt: skip
        await open_games.changed(game_id, wind=True)  # somebody has sat down
        assert game.why_no_claim(german) == "the soviet side has 47 hours left to decide"
        await open_games.order(game_id, OTHER, "done", 0)
        del open_games.games[game_id]
        game = await open_games.open(game_id)
        assert game.until is not None and game.until > time.time() + 1.9 * 86_400
        assert msgspec.json.decode(game.view_json(()))["clock"]["claim"] is None

    run(tmp_path, look)


def test_a_view_that_was_drawn_in_time_is_drawn_again_when_time_is_up(tmp_path: Path) -> None:
    german, soviet = games.game("pgg").sides
    two = [Seat(german, "person", ME), Seat(soviet, "person", OTHER)]

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games, two, days=1, since=time.time() - 86_400 + 0.3)
        game = await open_games.open(game_id)
        assert msgspec.json.decode(game.view_json(()))["clock"]["claim"] is None
        await asyncio.sleep(0.4)
        assert msgspec.json.decode(game.view_json(()))["clock"]["claim"] == german

    run(tmp_path, look)


@pytest.mark.parametrize(
    ("seats", "days", "why"),
    [
        ([Seat("german", "person", ME), Seat("soviet", "person", OTHER)], None, "no days were agreed"),
        ([Seat("german", "person", OTHER), Seat("soviet", "person", ME)], 1, "it is you who must decide"),
        (
            [Seat("german", "person", ME), Seat("soviet", "robot", robot="random")],
            1,
            "no other person plays the soviet",
        ),
        ([Seat("german", "person", ME), Seat("soviet", "link")], 1, "no other person plays the soviet"),
        ([Seat("german", "person", ME), Seat("soviet", "local", ME)], 1, "no other person plays the soviet"),
    ],
)
def test_who_cannot_claim_a_game_is_told_why(tmp_path: Path, seats: list[Seat], days: int | None, why: str) -> None:
    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games, seats, days=days, since=1.0)
        side = next(seat.side for seat in seats if seat.person_id == ME)
        with pytest.raises(CannotClaim, match=why):
            await open_games.finish(game_id, "mine", lambda game: game.why_no_claim(side))
        assert not (await open_games.open(game_id)).over

    run(tmp_path, look)


def test_an_order_that_comes_before_a_claim_counts(tmp_path: Path) -> None:
    german, soviet = games.game("pgg").sides
    two = [Seat(german, "person", ME), Seat(soviet, "person", OTHER)]

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games, two, days=1, since=1.0)
        found = await asyncio.gather(
            open_games.order(game_id, OTHER, "done", 0),
            open_games.finish(game_id, "german", lambda game: game.why_no_claim(german)),
            return_exceptions=True,
        )
        assert isinstance(found[1], CannotClaim) and not (await open_games.open(game_id)).over

    run(tmp_path, look)


# -- clocks that are set ---------------------------------------------------------------------------------------

YEAR = 365 * 86_400.0


@pytest.mark.parametrize("jump", [-3 * YEAR, -40 * 86_400.0, -60.0, 60.0, 40 * 86_400.0, 3 * YEAR])
def test_a_clock_that_is_set_while_the_server_runs_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    """Nobody's time runs out by it, nobody gets more, and what is played afterwards is the newest."""
    german, soviet = games.game("pgg").sides
    two = [Seat(german, "person", ME), Seat(soviet, "person", OTHER)]
    real = time.time

    async def look(open_games: OpenGames) -> None:
        old, new = [await new_game(open_games, two, days=2, since=real() - 86_400) for _ in range(2)]
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        game = await open_games.open(old)
        assert game.why_no_claim(german) == "the soviet side has 23 hours left to decide"
        shown = msgspec.json.decode(game.view_json(()))["clock"]["until"]
        assert shown == pytest.approx(time.time() + 86_400, abs=5), "a browser's clock was set too"
        await open_games.order(new, OTHER, "done", 0)
        later = await open_games.open(new)
        assert later.row.updated > game.row.updated
        assert later.why_no_claim(soviet) == "the german side has 47 hours left to decide"
        monkeypatch.setattr(time, "time", real)  # and set right again
        assert later.why_no_claim(soviet) == "the german side has 47 hours left to decide"
        assert game.why_no_claim(german) == "the soviet side has 23 hours left to decide"

    run(tmp_path, look)


@pytest.mark.parametrize("back", [60.0, 5 * 86_400.0, SET_BACK])
def test_a_clock_that_was_set_back_before_a_start_writes_nothing_as_older_than_what_is_there(back: float) -> None:
    last = time.time() + back
    made = Clock(time.time(), time.monotonic(), last)
    assert made.stamp() >= last and made.now() == pytest.approx(time.time(), abs=1)
    assert made.until(made.stamp(), 86_400) >= made.now() + 86_400, "rather too late than too early"


def test_a_machine_whose_clock_was_never_set_counts_from_the_newest_game() -> None:
    made = Clock(1_000.0, time.monotonic(), EARLIEST + YEAR)
    assert made.stamp() >= EARLIEST + YEAR and made.behind
    assert made.until(EARLIEST, 86_400) > made.now(), "nobody's time has run out"


def test_one_row_from_a_far_future_is_no_measure() -> None:
    made = Clock(EARLIEST + YEAR, time.monotonic(), EARLIEST + 90 * YEAR)
    assert made.behind == 0.0 and made.stamp() == pytest.approx(EARLIEST + YEAR, abs=1)


def test_a_clock_that_was_put_forward_before_a_start_ends_nobodys_time_at_once() -> None:
    wall = EARLIEST + YEAR
    made = Clock(wall, time.monotonic(), wall - 10 * 86_400)
    assert made.until(wall - 10 * 86_400, 2 * 86_400) == wall + GRACE
    assert made.until(wall, 2 * 86_400) == wall + 2 * 86_400
    quick = Clock(wall, time.monotonic(), wall - AWAY / 2)  # an ordinary start
    assert quick.until(wall - 3 * 86_400, 2 * 86_400) == wall - 86_400


def test_workers_have_the_clock_of_their_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_clock", clock._clock)
    monkeypatch.setattr(clock.os, "environ", {})
    real = time.time
    begun = clock.begin(real() + 5_000)
    monkeypatch.setattr(time, "time", lambda: real() + YEAR)
    found = clock._found()
    assert (found.ahead, found.behind, found.spare) == (begun.ahead, begun.behind, begun.spare)
    assert found.stamp() == pytest.approx(real() + 5_000, abs=1)


def test_the_newest_change_is_that_of_the_database(tmp_path: Path) -> None:
    async def look(open_games: OpenGames) -> None:
        await new_game(open_games, updated=7_000.0)
        await new_game(open_games, updated=9_000.0)
        assert await newest(open_games.settings) == 9_000.0

    run(tmp_path, look)


def test_a_guest_with_games_keeps_them_whatever_the_clock_says(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        client = Client(server.url)
        client.new_game("pgg", hot_seat("pgg"))
        with contextlib.closing(sqlite3.connect(tmp_path / "hexfront.db")) as db:
            (secret,) = db.execute("SELECT value FROM setting WHERE name = 'secret'").fetchone()
        made = int(time.time() - 3 * YEAR)
        old, nobody = (Signer(secret).sign("guest", f"{one}~{made}") for one in (client.person["id"], "x" * 16))
        found = httpx.get(f"{server.url}/api/games", cookies={GUEST: old})
        assert found.status_code == 200 and len(found.json()["games"]) == 1
        assert "too old" in httpx.get(f"{server.url}/api/games", cookies={GUEST: nobody}).json()["error"]["why"]
