"""The server's inner parts on a real SQLite file: the store, group commits, games in memory, views."""

import asyncio
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.exceptions import ClientException
from live import RECORD, random_orders
from sqlalchemy import insert, select

import hexfront
from hexfront import games
from hexfront.engine.errors import Refused
from hexfront.engine.records.record import read
from hexfront.engine.session import CannotUndo, open_record
from hexfront.games.pgg.supply import Lines
from hexfront.games.pgg.untried import untried
from hexfront.server.games import making, sitting, views
from hexfront.server.games import open_game as table_module
from hexfront.server.games.open_game import QUEUE, Listener
from hexfront.server.games.open_games import Conflict, NotYours, OpenGames
from hexfront.server.games.sitting import EVERY, restore
from hexfront.server.games.views import seen_by
from hexfront.server.notices.your_turn import notes_of
from hexfront.server.people.identity import Person
from hexfront.server.settings import Settings
from hexfront.server.storage import models
from hexfront.server.storage.db import Database, Unavailable, migrate
from hexfront.server.storage.rows import Game, NoGame, Seat, new_id
from hexfront.server.storage.store import Store
from hexfront.server.storage.writer import Stale, Statement

ME, OTHER = "me" * 6, "other" * 3
Test = Callable[[OpenGames], Coroutine[Any, Any, None]]


def settings_in(folder: Path) -> Settings:
    return Settings(db=f"sqlite+aiosqlite:///{folder / 'hexfront.db'}")


@asynccontextmanager
async def live_in(settings: Settings) -> AsyncIterator[OpenGames]:
    """Games in memory over a database with two people in it."""
    await migrate(settings)
    database = Database(settings)
    store = Store(database)
    await store.start()
    async with database.write() as db:
        there = set((await db.execute(select(models.person.c.id))).scalars())
        for one in {ME, OTHER} - there:
            await db.execute(insert(models.person).values(id=one, name=one.title(), created=0.0))
    try:
        yield OpenGames(store, settings)
    finally:
        await store.close()
        await database.close()


def run(folder: Path, test: Test) -> None:
    async def inside() -> None:
        async with live_in(settings_in(folder)) as open_games:
            await test(open_games)

    asyncio.run(inside())


def test_unfinished_games_of_one_person_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many, and of those that robots play among themselves fewer; a game that is over counts no more."""
    robots = [Seat("german", "robot", robot="random"), Seat("soviet", "robot", robot="random")]
    monkeypatch.setattr(making, "GAMES_EACH", 4)
    monkeypatch.setattr(making, "ROBOT_GAMES_EACH", 2)
    me, other = Person(ME, "Me", True, "guest"), Person(OTHER, "Other", True, "guest")

    async def test(open_games: OpenGames) -> None:
        async def allowed(who: Person, seats: list[Seat], limits: bool = True) -> bool:
            settings = msgspec.structs.replace(open_games.settings, limits=limits)
            try:
                await making.check_allowance(open_games.store, settings, who, seats)
            except ClientException as error:
                assert (error.status_code == 429 and "robots play 2" in error.detail) or "4 games" in error.detail
                return False
            return True

        for _ in range(2):
            assert await allowed(me, robots)
            game = await new_game(open_games, robots)
        assert [(due.creator, due.unmanned) for due in await open_games.store.waiting_for_robots()] == [(ME, True)] * 2
        assert not await allowed(me, robots) and await allowed(me, []) and await allowed(other, robots)
        await open_games.finish(game, "soviet, german resigned")
        assert await allowed(me, robots)
        for _ in range(3):
            await new_game(open_games, [Seat("german", "person", ME), Seat("soviet", "robot", robot="random")])
        assert not await allowed(me, []) and await allowed(me, [], limits=False) and await allowed(other, [])
        assert [due.unmanned for due in await open_games.store.waiting_for_robots()] == [True, False, False, False]

    run(tmp_path, test)


async def new_game(
    open_games: OpenGames, seats: list[Seat] | None = None, seed: str = "core", game: str = "pgg", **more: Any
) -> str:
    rules = games.game(game)
    state = rules.start("", seed, ())
    ask = rules.ask(state)
    assert ask is not None
    first, second = rules.sides
    row = Game(
        id=new_id(),
        game=game,
        scenario=state.scenario,
        options=(),
        seed=seed,
        created=time.time(),
        updated=time.time(),
        creator=ME,
        status="running",
        result="",
        lines=0,
        version=1,
        asks=ask.side,
        turn_name="",
        days=None,
        private=False,
    )
    row = msgspec.structs.replace(row, **more)
    await open_games.store.create(row, seats or [Seat(first, "person", ME), Seat(second, "local", ME)])
    return row.id


async def play(open_games: OpenGames, game_id: str, orders: list[str], seen: int = 0) -> None:
    for number, order in enumerate(orders, seen):
        await open_games.order(game_id, ME, order, number, f"key {number}")


# -- orders ------------------------------------------------------------------------------------------------


def test_an_order_is_on_disk_when_it_is_answered(tmp_path: Path) -> None:
    orders = random_orders("pgg", "core", 8)

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games)
        for number, order in enumerate(orders):
            played = await open_games.order(game_id, ME, order, number, f"k{number}")
            with sqlite3.connect(tmp_path / "hexfront.db") as other:  # another process would see the same
                row = other.execute("SELECT number, text FROM line ORDER BY number DESC").fetchone()
                lines = other.execute("SELECT lines FROM game").fetchone()
            assert (played.number, order) == row and lines == (number + 1,)

    run(tmp_path, look)


def test_a_stale_order_changes_nothing_and_one_sent_twice_counts_once(tmp_path: Path) -> None:
    orders = random_orders("pgg", "core", 3)

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games)
        first = await open_games.order(game_id, ME, orders[0], 0, "a")
        again = await open_games.order(game_id, ME, orders[0], 0, "a")
        assert (first.number, first.lines, first.line) == (again.number, again.lines, again.line)
        with pytest.raises(Conflict) as stale:
            await open_games.order(game_id, ME, orders[1], 0, "b")
        assert stale.value.game.number == 1
        reused = await open_games.order(game_id, ME, orders[1], 1, "a")  # a key that was used before: the first answer
        assert reused.number == 1
        assert (await open_games.open(game_id)).number == 1

    run(tmp_path, look)


def test_the_engine_decides_and_a_refusal_leaves_everything_as_it_was(tmp_path: Path) -> None:
    async def look(open_games: OpenGames) -> None:
        german, soviet = games.game("pgg").sides
        game_id = await new_game(open_games, [Seat(german, "person", ME), Seat(soviet, "person", OTHER)])
        game = await open_games.open(game_id)
        before = game.sitting.state.hash(), game.row
        with pytest.raises(Refused, match="the decision is with the soviet player"):
            await open_games.order(game_id, ME, "done", 0)
        with pytest.raises(NotYours):
            await open_games.order(game_id, "stranger", "done", 0)
        with pytest.raises(NoGame):
            await open_games.order("nowhere", ME, "done", 0)
        assert (game.sitting.state.hash(), game.row) == before
        await open_games.order(game_id, OTHER, "done", 0)

    run(tmp_path, look)


def test_two_orders_at_once_for_one_game_and_many_for_many(tmp_path: Path) -> None:
    orders = random_orders("pgg", "core", 4)

    async def look(open_games: OpenGames) -> None:
        ids = [await new_game(open_games) for _ in range(20)]
        for number, order in enumerate(orders):
            both = [open_games.order(one, ME, order, number, f"{n} {number}") for one in ids for n in (1, 2)]
            found = await asyncio.gather(*both, return_exceptions=True)
            assert sum(isinstance(one, Conflict) for one in found) == len(ids)  # one of each pair came first
        assert {(await open_games.open(one)).number for one in ids} == {len(orders)}

    run(tmp_path, look)


def test_a_group_commit_fails_one_by_one(tmp_path: Path) -> None:
    async def look(open_games: OpenGames) -> None:
        game_id, writer = await new_game(open_games), open_games.store.writer
        good = Statement("UPDATE game SET result = ? WHERE id = ?", ("a", game_id))
        bad = Statement("UPDATE game SET result = ? WHERE id = ?", ("b", "nobody"))
        found = await asyncio.gather(
            writer.write([good]), writer.write([bad]), writer.write([good]), return_exceptions=True
        )
        assert [type(one) for one in found] == [type(None), Stale, type(None)]
        assert (await open_games.store.header(game_id)).row.result == "a"

    run(tmp_path, look)


def test_a_file_that_cannot_be_written_is_told_and_then_goes_on(tmp_path: Path) -> None:
    orders = random_orders("pgg", "core", 2)

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games)
        await open_games.order(game_id, ME, orders[0], 0, "a")
        holder = sqlite3.connect(tmp_path / "hexfront.db", isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Unavailable, match="busy"):
            await open_games.order(game_id, ME, orders[1], 1, "b")
        holder.execute("ROLLBACK")
        assert (await open_games.open(game_id)).number == 1
        assert (await open_games.order(game_id, ME, orders[1], 1, "b")).number == 2

    run(tmp_path, look)


def test_an_order_costs_one_transaction_and_no_drawing_that_nobody_looks_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What makes orders quick: nothing is read for them, and views are drawn for listeners and for the answer only."""
    orders, drawn = random_orders("pgg", "core", 12), []

    def count(*given: Any) -> Any:
        drawn.append(given)
        return views.scene_of(*given)

    def no_reading() -> Any:
        raise AssertionError("an order has read something")

    async def look(open_games: OpenGames) -> None:
        german, soviet = games.game("pgg").sides
        two = [Seat(german, "person", ME), Seat(soviet, "person", OTHER)]
        game_id = await new_game(open_games, two)
        game = await open_games.open(game_id)
        monkeypatch.setattr(table_module, "scene_of", count)
        monkeypatch.setattr(open_games.store.database, "read", no_reading)
        monkeypatch.setattr(open_games.store.database, "write", no_reading)
        open_games.after.append(lambda one: drawn.extend(notes_of(one)))
        for number, order in enumerate(orders):
            await open_games.order(game_id, ME if game.row.asks == german else OTHER, order, number)
        assert not drawn
        game.listeners.update((Listener(ME), Listener(OTHER), Listener(""), Listener("")))
        await open_games.order(game_id, ME if game.row.asks == german else OTHER, "done", len(orders))
        assert len(drawn) == 1  # nobody knows more than the others in this game, so all share one drawing

    run(tmp_path, look)


# -- opening, snapshots, undo ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["pgg", "trc"])
def test_a_game_read_from_disk_is_the_same_game(tmp_path: Path, game: str) -> None:
    orders = random_orders(game, "core", 2 * EVERY + 7)

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games, game=game)
        await play(open_games, game_id, orders)
        opened_game = open_games.games.pop(game_id)
        again = await open_games.open(game_id)
        assert again is not opened_game and again.sitting.state.hash() == opened_game.sitting.state.hash()
        assert again.view_json(games.game(game).sides) == opened_game.view_json(games.game(game).sides)
        loaded = await open_games.store.load(game_id, None, [(await _snapshots(open_games, game_id))[-1][1]])
        assert loaded.snapshot is not None and loaded.snapshot.number == 2 * EVERY
        for number in (0, 1, EVERY, EVERY + 1):
            _, _, found = await open_games.position(game_id, number)
            plain = restore(games.game(game), loaded.row, None)
            for order in orders[:number]:
                plain.accept(plain.attempt(order, None))
            assert found.state.hash() == plain.state.hash()

    run(tmp_path, look)


async def _snapshots(open_games: OpenGames, game_id: str) -> list[tuple[int, str]]:
    async with open_games.store.database.read() as db:
        game = models.snapshot
        found = await db.execute(select(game.c.number, game.c.form).order_by(game.c.number))
        return [(row.number, row.form) for row in found]


def test_a_snapshot_of_another_version_or_a_broken_one_is_passed_over(tmp_path: Path) -> None:
    orders = random_orders("pgg", "core", EVERY + 3)

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games)
        await play(open_games, game_id, orders)
        right = open_games.games.pop(game_id).sitting.state.hash()
        for damage in ("state = x'00'", "form = 'older'"):
            with sqlite3.connect(tmp_path / "hexfront.db") as file:
                file.execute(f"UPDATE snapshot SET {damage}")
            assert (await open_games.open(game_id)).sitting.state.hash() == right
            del open_games.games[game_id]

    run(tmp_path, look)


def test_a_new_version_of_hexfront_passes_over_the_snapshots_of_the_old(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = set()
    for version in ("0.1.0", "0.2.0"):
        monkeypatch.setattr(hexfront, "__version__", version)
        forms.add(sitting.form_of.__wrapped__(games.game("pgg")))
    assert len(forms) == 2


def test_snapshots_that_are_missing_are_made_when_a_game_is_opened(tmp_path: Path) -> None:
    orders = random_orders("pgg", "core", 2 * EVERY + 3)

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games)
        await play(open_games, game_id, orders)
        right = await open_games.store.snapshots(game_id, len(orders))
        assert [one.number for one in right] == [EVERY, 2 * EVERY]
        for damage in ("DELETE FROM snapshot", "UPDATE snapshot SET form = 'older', state = x'00'"):
            with sqlite3.connect(tmp_path / "hexfront.db") as file:
                file.execute(damage)
            del open_games.games[game_id]
            await open_games.open(game_id)
            assert await open_games.store.snapshots(game_id, len(orders)) == right

    run(tmp_path, look)


def test_a_long_campaign_opens_quickly(tmp_path: Path) -> None:
    orders = random_orders("pgg", "long", 1_000)

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games, seed="long")
        await play(open_games, game_id, orders)
        del open_games.games[game_id]
        began = time.perf_counter()
        game = await open_games.open(game_id)
        game.view_json(game.rules.sides)
        took = time.perf_counter() - began
        assert game.number == len(orders)
        assert took < 0.3, f"it took {took * 1000:.0f} ms"

    run(tmp_path, look)


def _quiet_orders(many: int) -> list[str]:
    """Orders of a set-up, which throw no die."""
    rules = games.game("pgg")
    state, chance, found = rules.start("", "core", ()), random.Random(1), []
    while len(found) < many:
        order = rules.ask(state).sample(chance)  # type: ignore[union-attr]
        if order.verb == "place":
            found.append(rules.write(order))
            rules.do(state, order)
    return found


def test_undo_goes_back_to_the_last_die_also_behind_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitting, "EVERY", 6)
    monkeypatch.setattr(sitting, "BACK", 4)
    many = 15
    orders = _quiet_orders(many)

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games)
        start = (await open_games.open(game_id)).sitting.state.hash()
        await play(open_games, game_id, orders)
        del open_games.games[game_id]
        for seen in range(many, 0, -1):
            game = await open_games.undo(game_id, ME, seen)
            assert game.number == seen - 1
        assert game.sitting.state.hash() == start
        with pytest.raises(CannotUndo, match="nothing has been played yet"):
            await open_games.undo(game_id, ME, 0)
        assert await _snapshots(open_games, game_id) == []
        with pytest.raises(Conflict):  # an order that was taken back and now comes a second time
            await open_games.order(game_id, ME, orders[0], 0, "key 0")
        await open_games.order(game_id, ME, orders[0], 0, "another key")

    run(tmp_path, look)


def test_undo_stops_at_a_die_and_at_the_other_side(tmp_path: Path) -> None:
    rules = games.game("pgg")
    german, soviet = rules.sides

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games, [Seat(german, "person", ME), Seat(soviet, "person", OTHER)])
        await open_games.order(game_id, OTHER, "done", 0)
        with pytest.raises(CannotUndo, match="is the soviet player's"):
            await open_games.undo(game_id, ME, 1)
        with pytest.raises(NotYours):
            await open_games.undo(game_id, "stranger", 1)
        assert (await open_games.undo(game_id, OTHER, 1)).number == 0
        both = await new_game(open_games)
        number, dice = 0, False
        for number, order in enumerate(random_orders("pgg", "core", 60)):
            played = await open_games.order(both, ME, order, number)
            dice = bool(msgspec.json.decode(played.line)["dice"])
            if dice:
                break
        assert dice
        with pytest.raises(CannotUndo, match="a die was thrown"):
            await open_games.undo(both, ME, number + 1)
        game = await open_games.rewind(both, number)  # both sides have agreed
        assert game.number == number

    run(tmp_path, look)


def test_memory_holds_only_so_many_games(tmp_path: Path) -> None:
    async def inside() -> None:
        settings = msgspec.structs.replace(settings_in(tmp_path), games=3)
        async with live_in(settings) as open_games:
            ids = [await new_game(open_games) for _ in range(6)]
            kept = await open_games.open(ids[0])
            kept.listeners.add(Listener(ME))
            for one in ids:
                await open_games.open(one)
            assert len(open_games.games) == 3 and ids[0] in open_games.games

    asyncio.run(inside())


# -- views and listeners -----------------------------------------------------------------------------------


def test_everybody_gets_his_own_view_and_nothing_hidden(tmp_path: Path) -> None:
    german, soviet = games.game("pgg").sides

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games, [Seat(german, "person", ME), Seat(soviet, "person", OTHER)])
        game = await open_games.open(game_id)
        views = {who: msgspec.json.decode(game.view_json(game.sides_of(who))) for who in (ME, OTHER, "watcher")}
        assert [views[who]["you"] for who in views] == [[german], [soviet], []]
        assert [views[who]["ask"]["yours"] for who in views] == [False, True, False]
        for view in views.values():
            assert "core" not in str(view) and view["commit"] == game.commit
            assert {one["figures"][0] for one in view["pieces"] if "untried" in one["marks"]} == {"?"}
        for sides in ((german,), (soviet,), ()):
            seen = seen_by(game.rules, game.sitting.state, sides)
            assert seen.seed == "" and set(seen.counter) == {-1}

    run(tmp_path, look)


def test_listeners_hear_lines_undo_and_messages_and_a_slow_one_gets_the_whole_view(tmp_path: Path) -> None:
    german, soviet = games.game("pgg").sides

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games, [Seat(german, "person", ME), Seat(soviet, "person", OTHER)])
        game = await open_games.open(game_id)
        mine, his, nobody = Listener(ME), Listener(OTHER), Listener("")
        for listener in (mine, his, nobody):
            await open_games.join(game, listener)
        for listener in (mine, his, nobody):
            listener.queue.clear()
        await open_games.order(game_id, OTHER, "done", 0)
        for listener, you in ((mine, [german]), (his, [soviet]), (nobody, [])):
            message = msgspec.json.decode(listener.queue.popleft())
            assert (message["type"], message["number"], message["view"]["you"]) == ("line", 1, you)
            assert message["line"]["order"] == "done" and "log" not in message["view"]
        await open_games.undo(game_id, OTHER, 1)
        message = msgspec.json.decode(mine.queue.popleft())
        assert (message["type"], message["view"]["number"], message["undone"]) == ("view", 0, 1)
        his.queue.clear()
        await open_games.tell(game_id, {"type": "talk", "text": "psst"}, only=(german,))
        assert msgspec.json.decode(mine.queue.popleft())["text"] == "psst" and not his.queue
        for _ in range(QUEUE + 1):
            await open_games.tell(game_id, {"type": "talk"})
        assert mine.lost and not mine.queue

    run(tmp_path, look)


def test_a_game_can_end_by_agreement_and_seats_can_change(tmp_path: Path) -> None:
    german, soviet = games.game("pgg").sides

    async def look(open_games: OpenGames) -> None:
        game_id = await new_game(open_games, [Seat(german, "person", ME), Seat(soviet, "open")])
        async with open_games.store.database.write() as db:
            await db.execute(
                models.seat.update().where(models.seat.c.kind == "open").values(kind="person", person_id=OTHER)
            )
        game = await open_games.changed(game_id)
        assert game.sides_of(OTHER) == (soviet,) and game.row.version == 2
        game = await open_games.finish(game_id, "german, the soviet player resigned")
        assert game.over and msgspec.json.decode(game.view_json(()))["ask"] is None
        with pytest.raises(Refused, match="the game is over"):
            await open_games.order(game_id, OTHER, "done", 0)
        with pytest.raises(Refused, match="the game is over"):
            await open_games.finish(game_id, "again")

    run(tmp_path, look)


# -- counters ----------------------------------------------------------------------------------------------


def test_counters_say_what_the_rules_say() -> None:
    """The drawing of counters takes short cuts; here the same is worked out unit by unit."""
    rules: Any = games.game("pgg")
    session = open_record(games.game, read(RECORD.read_text()))
    for number, entry in enumerate(read(RECORD.read_text()).entries):
        session.play(entry.order)
        if number % 25:
            continue
        s: Any = rules.view(session.state, rules.sides[0])
        lines, on_board = Lines(s), [unit for unit in s.edition.units if s.where[unit.number] >= 0]
        for unit, piece in zip(on_board, rules.desk.pieces(s), strict=False):
            assert (piece.name, piece.place) == (unit.name, s.where[unit.number])
            assert ("out-of-supply" in piece.marks) == (not lines.supplied(unit.number))
            assert ("untried" in piece.marks) == untried(s, unit.number) == piece.figures.startswith("?")
            for mark, mask in (("moved", s.moved), ("fought", s.fought), ("disrupted", s.disrupted)):
                assert (mark in piece.marks) == bool(mask >> unit.number & 1)
