"""The clock of a game: when it runs, what winds it up, and who may claim a game when it has run down."""

import asyncio
import time
from pathlib import Path

import msgspec
import pytest
from test_server_core import ME, OTHER, new_game, run

from hexfront import games
from hexfront.server.live import CannotClaim, Live
from hexfront.server.store import Seat


def test_the_clock_runs_from_the_last_order_and_nothing_else_winds_it_up(tmp_path: Path) -> None:
    german, soviet = games.game("pgg").sides
    two = [Seat(german, "person", ME), Seat(soviet, "person", OTHER)]

    async def look(live: Live) -> None:
        late = time.time() - 3 * 86_400
        game_id = await new_game(live, two, days=2, since=late)
        table = await live.changed(game_id)  # an offer, a hook: the clock does not care
        assert table.until == late + 2 * 86_400
        assert msgspec.json.decode(table.view_json((german,)))["clock"] == {
            "days": 2, "side": soviet, "until": table.until, "claim": german,
        }  # fmt: skip
        await live.changed(game_id, wind=True)  # somebody has sat down
        assert table.why_no_claim(german) == "the soviet side has 47 hours left to decide"
        await live.order(game_id, OTHER, "done", 0)
        del live.tables[game_id]
        table = await live.open(game_id)
        assert table.until is not None and table.until > time.time() + 1.9 * 86_400
        assert msgspec.json.decode(table.view_json(()))["clock"]["claim"] is None

    run(tmp_path, look)


def test_a_view_that_was_drawn_in_time_is_drawn_again_when_time_is_up(tmp_path: Path) -> None:
    german, soviet = games.game("pgg").sides
    two = [Seat(german, "person", ME), Seat(soviet, "person", OTHER)]

    async def look(live: Live) -> None:
        game_id = await new_game(live, two, days=1, since=time.time() - 86_400 + 0.3)
        table = await live.open(game_id)
        assert msgspec.json.decode(table.view_json(()))["clock"]["claim"] is None
        await asyncio.sleep(0.4)
        assert msgspec.json.decode(table.view_json(()))["clock"]["claim"] == german

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
    async def look(live: Live) -> None:
        game_id = await new_game(live, seats, days=days, since=1.0)
        side = next(seat.side for seat in seats if seat.person_id == ME)
        with pytest.raises(CannotClaim, match=why):
            await live.finish(game_id, "mine", lambda table: table.why_no_claim(side))
        assert not (await live.open(game_id)).over

    run(tmp_path, look)


def test_an_order_that_comes_before_a_claim_counts(tmp_path: Path) -> None:
    german, soviet = games.game("pgg").sides
    two = [Seat(german, "person", ME), Seat(soviet, "person", OTHER)]

    async def look(live: Live) -> None:
        game_id = await new_game(live, two, days=1, since=1.0)
        found = await asyncio.gather(
            live.order(game_id, OTHER, "done", 0),
            live.finish(game_id, "german", lambda table: table.why_no_claim(german)),
            return_exceptions=True,
        )
        assert isinstance(found[1], CannotClaim) and not (await live.open(game_id)).over

    run(tmp_path, look)
