"""Robots at the table: levels to choose from, seconds that are kept, and plans that nobody reads too soon."""

import asyncio
import contextlib
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import live as real
import msgspec
import plotters
import pytest
import websockets
from live import Client, Server, hot_seat, put_back, random_orders
from plotters import SECRET, put_plan
from test_server_core import ME, OTHER, live_in, new_game, settings_in

from hexfront import games
from hexfront.robots import LEVELS, ROBOTS, Arrow, Plan, best_for, player
from hexfront.server.games.open_game import Listener, OpenGame
from hexfront.server.games.open_games import OpenGames
from hexfront.server.settings import Settings
from hexfront.server.storage.db import Database, migrate
from hexfront.server.storage.rows import PlanArrow, PlanLine, Seat
from hexfront.server.storage.store import Store
from hexfront.server.thinking import thinkers, thoughts
from hexfront.server.thinking.plans import ARROWS, plan_line, readable
from hexfront.server.thinking.robots import GRACE, Robots
from hexfront.server.thinking.thoughts import Thought, think

GERMAN, SOVIET = games.game("pgg").sides


@pytest.fixture
def plotting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The robots of this file in the registry, here and in the processes in which they think."""
    monkeypatch.setitem(ROBOTS, "plotter", "plotters:Plotter")
    monkeypatch.setitem(ROBOTS, "plodder", "plotters:Plodder")
    monkeypatch.setitem(ROBOTS, "patient", "plotters:Patient")
    monkeypatch.setitem(ROBOTS, "sleeper", "plotters:Sleeper")
    monkeypatch.setattr(thinkers, "begin", plotters.begin)


@asynccontextmanager
async def at_the_table(folder: Path, processes: int = 1) -> AsyncIterator[tuple[OpenGames, Robots]]:
    """A server's inner parts, with robots that play."""
    async with live_in(settings_in(folder)) as open_games:
        robots = Robots(open_games, processes)
        await robots.start()
        try:
            yield open_games, robots
        finally:
            await robots.close()


async def until(check: Any, seconds: float = 25.0) -> None:
    """Wait for something."""
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.02)


def mine_against(robot: str, side: str = GERMAN) -> list[Seat]:
    """I play one side, a robot the other."""
    return [Seat(one, "person", ME) if one == side else Seat(one, "robot", robot=robot) for one in (GERMAN, SOVIET)]


def two_of(robot: str) -> list[Seat]:
    """A robot plays against itself."""
    return [Seat(GERMAN, "robot", robot=robot), Seat(SOVIET, "robot", robot=robot)]


async def all_plans(open_games: OpenGames, game_id: str, sides: tuple[str, ...] = (GERMAN, SOVIET)) -> list[PlanLine]:
    return await open_games.store.plans(game_id, sides, 0, 1_000)


# -- levels ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("plans")) as running:
        yield running
        assert "Traceback" not in running.log.read_text(), running.tail()


@pytest.fixture
def me(server: Server) -> Iterator[Client]:
    with Client(server.url) as client:
        yield client


def test_the_catalog_offers_the_levels_with_their_seconds(me: Client) -> None:
    for one in me.get("/api/catalog").json()["games"]:
        rules = games.game(one["id"])
        made = [player(name, rules) for name in LEVELS]
        assert one["robots"] == [
            {"id": name, "title": robot.title, "seconds": robot.seconds}
            for name, robot in zip(LEVELS, made, strict=True)
        ]
        assert [robot["seconds"] for robot in one["robots"]] == [0, 0, 5, 20]
        assert one["robot"] == best_for(rules) == "regular"


@pytest.mark.parametrize("robot", [*LEVELS, "greedy", "random"])
def test_a_level_or_a_simple_robot_sits_down(me: Client, robot: str) -> None:
    game = me.new_game("trc", {"axis": "me", "russian": robot})["id"]
    assert [(seat["kind"], seat["name"]) for seat in me.view(game)["seats"]][1] == ("robot", robot)
    me.post(f"/api/games/{game}/offers", json={"kind": "resign"})


@pytest.mark.parametrize("robot", ["planner", "searcher", "passive", "all-out", "planner@weights.toml", "hal"])
def test_any_other_is_refused_in_one_sentence(me: Client, robot: str) -> None:
    answer = me.post("/api/games", json={"game": "pgg", "seats": {"german": "me", "soviet": robot}})
    why = answer.json()["error"]["why"]
    assert answer.status_code == 422 and "cannot sit at a table of pgg" in why and "\n" not in why
    assert "regular" in why and "passive" not in why.replace(repr(robot), "")
    game = me.new_game("pgg", hot_seat("pgg"), seed="branch")["id"]
    answer = me.post(f"/api/games/{game}/branch", json={"number": 0, "side": "german", "robot": robot})
    assert answer.status_code == 422 and "no robot of this name" in answer.json()["error"]["why"]


# -- old databases -----------------------------------------------------------------------------------------


def test_a_game_against_greedy_in_a_database_without_plans_goes_on(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)

    async def before() -> None:
        await migrate(settings)
        with contextlib.closing(sqlite3.connect(tmp_path / "hexfront.db")) as file:
            file.execute("INSERT INTO person (id, name, created) VALUES (?, 'Me', 0)", (ME,))
            file.commit()
        database = Database(settings)
        store = Store(database)
        await store.start()
        game_id = await new_game(OpenGames(store, settings), mine_against("greedy"))
        await store.close()
        await database.close()
        await put_back(settings.url, "0002")
        async with at_the_table(tmp_path) as (open_games, _):
            game = await open_games.open(game_id)
            await until(lambda: game.row.asks == GERMAN)
            assert game.number > 0 and await all_plans(open_games, game_id) == []

    asyncio.run(before())


# -- keeping ------------------------------------------------------------------------------------------------


def test_a_plan_is_kept_with_hexes_by_number_and_without_what_is_beside_the_board() -> None:
    rules = games.game("pgg")
    here, there = rules.grid.hex("0101"), rules.grid.hex("0102")
    plan = Plan("german", 2, "x", ("a", "b" * 900), (Arrow(here, there, "move"),) * 3 + (Arrow(-1, here, "move"),))
    kept = plan_line(rules, plan, 17)
    assert kept == PlanLine(17, "german", 2, "x", ["a", "b" * 300], [PlanArrow("0101", "0102", "move")])
    every = tuple(Arrow(rules.grid.hex(a), rules.grid.hex(b), "move") for a in LABELS for b in LABELS)
    assert len(plan_line(rules, Plan("german", 2, "x", (), every), 1).arrows) == ARROWS


LABELS = [f"{column:02}{row:02}" for column in range(1, 6) for row in range(1, 6)]


def test_each_phase_has_its_plan_before_its_first_order_and_none_twice(tmp_path: Path, plotting: None) -> None:
    async def play() -> None:
        async with at_the_table(tmp_path) as (open_games, _):
            game_id = await new_game(open_games, two_of("plotter"))
            game = await open_games.open(game_id)
            await until(lambda: game.over or game.row.lines > 120)
            found = {plan.number: plan for plan in await all_plans(open_games, game_id)}
            lines = await open_games.store.lines(game_id, 0, max(found))
            phases = [
                line.number
                for before, line in zip([None, *lines], lines, strict=False)
                if before is None or (before.turn, before.step, before.side) != (line.turn, line.step, line.side)
            ]
            assert list(found) == phases and len(found) > 5
            for number, plan in found.items():
                line = lines[number - 1]
                assert (plan.side, plan.turn, plan.step) == (line.side, line.turn, line.step)
                assert plan.words == [f"{SECRET} {line.turn}, {line.step}"]
                assert plan.arrows == [PlanArrow("0101", "0102", "attack")]

    asyncio.run(play())


def test_a_plan_that_is_kept_to_is_written_once(tmp_path: Path, plotting: None) -> None:
    """Also when its orders come one by one, each from a thought of its own."""

    async def play() -> None:
        async with at_the_table(tmp_path) as (open_games, _):
            game = await open_games.open(await new_game(open_games, mine_against("plodder")))
            await until(lambda: game.number >= 6)
            lines = await open_games.store.lines(game.id, 0, 6)
            assert len({line.step for line in lines}) == 1
            assert [plan.number for plan in await all_plans(open_games, game.id) if plan.number <= 6] == [1]

    asyncio.run(play())


def test_a_plan_goes_with_its_order_or_not_at_all(tmp_path: Path) -> None:
    """They share a transaction: an order that comes too late leaves no plan behind."""
    plan = PlanLine(1, SOVIET, 1, "soviet set-up", ["w"], [])

    async def play() -> None:
        async with live_in(settings_in(tmp_path)) as open_games:
            game_id = await new_game(open_games, mine_against("random"))
            game = await open_games.open(game_id)
            with sqlite3.connect(tmp_path / "hexfront.db") as file:
                file.execute("UPDATE game SET version = version + 1")
            with pytest.raises(Exception, match="gone on"):
                await open_games.robot_order(game, "done", SOVIET, 0, plan)
            assert await all_plans(open_games, game_id) == []
            await open_games.robot_order(await open_games.open(game_id), "done", SOVIET, 0, plan)
            assert await all_plans(open_games, game_id) == [plan]
            assert await open_games.store.last_plan(game_id, SOVIET) == plan
            assert await open_games.store.last_plan(game_id, GERMAN) is None

    asyncio.run(play())


def test_what_is_taken_back_takes_its_plans_along(tmp_path: Path) -> None:
    orders = random_orders("pgg", "core", 6)

    async def play() -> None:
        async with live_in(settings_in(tmp_path)) as open_games:
            game_id = await new_game(open_games, two_of("random"))
            game = await open_games.open(game_id)
            for number, order in enumerate(orders, 1):
                plan = PlanLine(number, game.row.asks, 1, "set-up", [f"before {number}"], [])
                await open_games.robot_order(game, order, game.row.asks, number - 1, plan)
            await open_games.rewind(game_id, 4)
            assert [plan.number for plan in await all_plans(open_games, game_id)] == [1, 2, 3, 4]

    asyncio.run(play())


def test_an_undone_plan_is_told_again_when_the_robot_keeps_to_it(tmp_path: Path, plotting: None) -> None:
    async def play() -> None:
        async with at_the_table(tmp_path) as (open_games, robots):
            game_id = await new_game(open_games, mine_against("plotter"))
            game = await open_games.open(game_id)
            await until(lambda: game.row.asks == GERMAN and not robots.tasks)
            before = await all_plans(open_games, game_id)
            await open_games.rewind(game_id, 0)
            await until(lambda: game.row.asks == GERMAN and not robots.tasks)
            assert before and await all_plans(open_games, game_id) == before

    asyncio.run(play())


def test_postgresql_keeps_plans_as_sqlite_does() -> None:
    """Written by one worker, read by another, taken back with their orders."""
    tool = real.find_tools.postgres()  # type: ignore[attr-defined]
    if not tool:
        pytest.skip(tool.why)

    async def play(db: str) -> None:
        async with live_in(Settings(db=db)) as one, live_in(Settings(db=db)) as two:
            game_id = await new_game(one, two_of("random"))
            game = await one.open(game_id)
            plans = []
            for number, order in enumerate(random_orders("pgg", "core", 3), 1):
                arrows = [PlanArrow("0101", "0102", "hold")]
                plans.append(PlanLine(number, game.row.asks, 1, "set-up", [f"before {number}: ä"], arrows))
                await one.robot_order(game, order, game.row.asks, number - 1, plans[-1])
            assert await all_plans(two, game_id) == plans
            assert await two.store.last_plan(game_id, plans[-1].side) == plans[-1]
            await two.rewind(game_id, 2)
            assert await all_plans(one, game_id) == plans[:2]

    with real.Postgres() as postgres:
        asyncio.run(play(postgres.database("plans")))


# -- reading ------------------------------------------------------------------------------------------------


def test_who_may_read_plans(tmp_path: Path) -> None:
    async def look() -> None:
        async with live_in(settings_in(tmp_path)) as open_games:

            async def opened(seats: list[Seat]) -> OpenGame:
                return await open_games.open(await new_game(open_games, seats))

            both = (GERMAN, SOVIET)
            against = await opened(mine_against("random"))
            assert readable(against, ME) == (GERMAN,) and readable(against, OTHER) == readable(against, "") == ()
            watched = await opened(two_of("random"))
            assert readable(watched, ME) == both and readable(watched, OTHER) == readable(watched, "") == ()
            joined = await opened([Seat(GERMAN, "robot", robot="random"), Seat(SOVIET, "open")])
            assert readable(joined, ME) == (), "whoever set the game up could sit down at the other side"
            await open_games.finish(against.id, "german, soviet resigned")
            assert readable(against, ME) == readable(against, OTHER) == readable(against, "") == both

    asyncio.run(look())


def test_no_listener_hears_a_plan(tmp_path: Path, plotting: None) -> None:
    """Sockets and streams of the opponent and of watchers: lines, and nothing else."""

    async def play() -> None:
        async with at_the_table(tmp_path) as (open_games, robots):
            game_id = await new_game(open_games, mine_against("plotter"))
            game = await open_games.open(game_id)
            listeners = [Listener(ME), Listener(OTHER), Listener("")]
            for listener in listeners:
                await open_games.join(game, listener)
            await until(lambda: game.row.asks == GERMAN and not robots.tasks)
            assert SECRET in str(await all_plans(open_games, game_id))
            for listener in listeners:
                heard = b"\n".join(listener.queue)
                assert b'"type":"line"' in heard and SECRET.encode() not in heard and b"arrow" not in heard

    asyncio.run(play())


ASKED = ["", "/log", "/record", "/plans", "/plans?after=0", "/reminders", "/tables", "/forces", "/options", "/offered"]
ASKED += [*(f"/overlay/{key}" for key in "ZSCTOR"), "/replay/0", "/replay/1"]


def answers_to(client: Client, game: str) -> dict[str, str]:
    """All that the API answers somebody about a game, with its socket and its stream."""
    found = {path: client.get(f"/api/games/{game}{path}").text for path in ASKED}
    with client.stream("GET", f"/api/games/{game}/stream") as stream:
        found["stream"] = next(stream.iter_lines())
    url = f"{str(client.base_url).rstrip('/').replace('http', 'ws')}/api/games/{game}/ws"
    cookie = "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)

    async def first() -> str:
        async with websockets.connect(url, additional_headers={"Cookie": cookie}, max_size=None) as socket:
            return str(await socket.recv())

    found["socket"] = asyncio.run(asyncio.wait_for(first(), 20))
    return found


def test_nobody_reads_a_plan_before_the_end_and_everybody_after_it(server: Server) -> None:
    me, watcher = Client(server.url), Client(server.url)
    game = me.new_game("pgg", {"german": "me", "soviet": "random"})["id"]
    _wait_for_me(me, game)
    put_plan(server, game, 1, "soviet", SECRET)
    for client in (me, watcher):
        for where, text in answers_to(client, game).items():
            assert SECRET not in text, where
        assert client.get(f"/api/games/{game}/plans").json()["plans"] == []
    branch = me.post(f"/api/games/{game}/branch", json={"number": 1, "side": "german", "robot": "random"}).json()["id"]
    me.post(f"/api/games/{branch}/offers", json={"kind": "resign"})
    assert me.get(f"/api/games/{branch}/plans").json()["plans"] == [], "a copy that was given up tells nothing either"
    assert me.post(f"/api/games/{game}/offers", json={"kind": "resign"}).json()["over"]
    for client in (me, watcher):
        found = client.get(f"/api/games/{game}/plans").json()
        assert found["sides"] == ["german", "soviet"] and not found["more"]
        assert found["plans"] == [
            {
                "number": 1,
                "side": "soviet",
                "turn": 1,
                "step": "some step",
                "words": [SECRET],
                "arrows": [{"start": "0101", "end": "0102", "kind": "move"}],
            }
        ]
        assert SECRET not in client.record(game), "a record is as it always was"


def _wait_for_me(client: Client, game: str, seconds: float = 60.0) -> dict[str, Any]:
    end = time.monotonic() + seconds
    while True:
        view = client.view(game)
        if view["over"] or view["ask"]["yours"]:
            return view
        assert time.monotonic() < end, view["thinking"]
        time.sleep(0.05)


def test_the_owner_of_two_robots_reads_along(server: Server, me: Client) -> None:
    game = me.new_game("pgg", {"german": "random", "soviet": "random"})["id"]
    put_plan(server, game, 1, "german", SECRET)
    assert me.get(f"/api/games/{game}/plans").json()["plans"][0]["words"] == [SECRET]
    with Client(server.url) as other:
        assert other.get(f"/api/games/{game}/plans").json() == {"sides": [], "plans": [], "more": False}


def test_plans_come_in_pages(server: Server, me: Client) -> None:
    game = me.new_game("pgg", hot_seat("pgg"))["id"]
    for number in range(1, 242):
        put_plan(server, game, number, "soviet", str(number))
    first = me.get(f"/api/games/{game}/plans").json()
    assert [plan["number"] for plan in first["plans"]] == list(range(1, 201)) and first["more"]
    rest = me.get(f"/api/games/{game}/plans", params={"after": 200}).json()
    assert [plan["number"] for plan in rest["plans"]] == list(range(201, 242)) and not rest["more"]
    assert me.get(f"/api/games/{game}/plans", params={"after": -1}).status_code == 400
    assert me.get("/api/games/nowhere/plans").status_code == 404


# -- time ----------------------------------------------------------------------------------------------------


class Watch(Listener):
    """Hears what a browser hears, and when."""

    def __init__(self) -> None:
        super().__init__(OTHER)
        self.heard: list[tuple[float, dict[str, Any]]] = []

    def put(self, message: bytes) -> None:
        self.heard.append((time.monotonic(), msgspec.json.decode(message)))

    def thinking(self) -> list[dict[str, Any]]:
        return [one for _, one in self.heard if one["type"] == "thinking"]

    def phases(self) -> dict[tuple[str, str], float]:
        """How long each phase of a side took: from the first word of its thinking to its last order."""
        found: dict[tuple[str, str], float] = {}
        began = 0.0
        for at, one in self.heard:
            if one["type"] == "thinking" and one["side"] and not one["seconds"]:
                began = at
            if one["type"] == "line":
                found[one["line"]["side"], one["line"]["heading"]] = at - began
        return found


def test_the_table_tells_who_thinks_for_how_long_and_at_most_how_long(tmp_path: Path, plotting: None) -> None:
    async def play() -> None:
        async with at_the_table(tmp_path) as (open_games, robots):
            game = await open_games.open(await new_game(open_games, mine_against("patient")))
            watch = Watch()
            await open_games.join(game, watch)
            open_games._changed(game)
            await until(lambda: game.thinking is not None and game.thinking.since is not None)
            first = msgspec.json.decode(game.view_json((GERMAN,)))["thinking"]
            await asyncio.sleep(0.5)
            second = msgspec.json.decode(game.view_json((GERMAN,)))["thinking"]
            assert {**first, "seconds": 0} == {
                "side": SOVIET, "robot": "patient", "progress": 0, "seconds": 0, "limit": 2.0, "live": True,
            }  # fmt: skip
            assert 0.3 < second["seconds"] - first["seconds"] < 1.0
            await until(lambda: game.row.asks == GERMAN and not robots.tasks)
            told = watch.thinking()
            assert told[0]["robot"] == "patient" and told[0]["limit"] == 2.0 and told[-1]["side"] is None
            assert msgspec.json.decode(game.view_json((GERMAN,)))["thinking"] is None
            for took in watch.phases().values():
                assert took < 2.0 + GRACE

    asyncio.run(play())


def test_a_thought_ends_with_its_phase(plotting: None) -> None:
    """Else the seconds of the next phase would be counted in this one; and a plan of another phase is no news."""
    rules = games.game("pgg")
    state, rng = rules.start("", "thought", ()), random.Random(1)
    while (ask := rules.ask(state)) and ask.name != "soviet movement":
        rules.do(state, ask.sample(rng))
    assert ask is not None
    thought = Thought("id", "pgg", SOVIET, "plotter", "seed", state.to_json(), 60.0)
    robot = player("plotter", rules)
    robot.plan = Plan(SOVIET, 9, "soviet movement", ("of another turn",))
    assert thoughts._plan(rules, state, ask, robot) is None
    found, step = think(thought), state.step
    assert thoughts._PLAYERS["id", SOVIET, "plotter"].clock, "a person waits for it"
    for meant in found.orders:
        assert state.step == step
        rules.play(state, meant.order)
    after = rules.ask(state)
    assert after and after.side == SOVIET and state.step != step, "it could have gone on"
    assert found.orders[0].plan and found.seconds < 5


def test_a_robot_that_does_not_come_to_an_end_is_ended(
    tmp_path: Path, plotting: None, caplog: pytest.LogCaptureFixture
) -> None:
    """Its phase is played on by a quick one, in time; and its seat stays its own."""

    async def play() -> None:
        async with at_the_table(tmp_path) as (open_games, robots):
            game = await open_games.open(await new_game(open_games, mine_against("sleeper")))
            await until(lambda: game.thinking is not None)
            began = time.monotonic()
            await until(lambda: game.row.asks == GERMAN and not robots.tasks)
            assert time.monotonic() - began < 0.5 + GRACE + 4.0  # greedy starts in a new process
            assert game.number > 0 and game.seat(SOVIET).robot == "sleeper"  # type: ignore[union-attr]

    asyncio.run(play())
    assert "the robot sleeper was ended" in caplog.text


def test_a_robot_that_waits_for_another_game_s_robot_does_not_count_that(tmp_path: Path, plotting: None) -> None:
    """One process, two games: each has its seconds for itself, one after the other."""

    async def play() -> None:
        async with at_the_table(tmp_path) as (open_games, robots):
            tables = [await open_games.open(await new_game(open_games, mine_against("patient"))) for _ in range(2)]
            watches = [Watch() for _ in tables]
            for game, watch in zip(tables, watches, strict=True):
                await open_games.join(game, watch)
            await until(lambda: not robots.tasks and all(game.row.asks == GERMAN for game in tables))
            for watch in watches:
                assert max(one["seconds"] for one in watch.thinking() if one["side"]) < 2.0

    asyncio.run(play())


def test_a_robot_thinks_where_it_remembers_its_plan(tmp_path: Path, plotting: None) -> None:
    """With several processes a game stays with one: else a phase would be thought about once in each."""

    async def play() -> None:
        async with at_the_table(tmp_path, processes=2) as (open_games, robots):
            ids = [await new_game(open_games, mine_against("plotter")) for _ in range(4)]
            for one in ids:
                await open_games.open(one)
            await until(lambda: all(open_games.games[one].row.asks == GERMAN for one in ids) and not robots.tasks)
            homes = {one: robots._mind(open_games.games[one]).thinker for one in ids}
            assert len(set(map(id, homes.values()))) == 2 and all(
                robots._mind(open_games.games[one]).thinker is homes[one] for one in ids
            )

    asyncio.run(play())


@pytest.mark.parametrize("game", ["pgg", "trc"])
def test_veteran_keeps_its_seconds_and_its_plan_is_there_after_the_game(server: Server, game: str) -> None:
    """A real server, a real veteran, the clock on the wall."""
    first, second = games.game(game).sides
    me = Client(server.url)
    made = me.new_game(game, {first: "veteran", second: "me"}, seed="veteran keeps time")["id"]
    limit = 5.0
    used: dict[str, float] = {}
    end, phases = time.monotonic() + 90, set[str]()
    while time.monotonic() < end and len(phases) < 4:
        view = me.view(made)
        phases = {line["heading"] for line in view["log"] if line["side"] == first}
        thinking = view["thinking"]
        if thinking:
            assert (thinking["robot"], thinking["limit"]) == ("veteran", limit)
            used[view["heading"]] = max(used.get(view["heading"], 0.0), thinking["seconds"])
        elif view["ask"] and view["ask"]["yours"]:
            _answer(me, made, view)
        time.sleep(0.05)
    assert used and max(used.values()) <= limit + GRACE, used
    assert "was ended after" not in server.log.read_text(), "it kept its seconds by itself"
    assert me.get(f"/api/games/{made}/plans").json()["plans"] == []
    me.post(f"/api/games/{made}/offers", json={"kind": "resign"})
    found = me.get(f"/api/games/{made}/plans").json()["plans"]
    assert found and {plan["side"] for plan in found} == {first}
    assert all(plan["words"] for plan in found) and any(plan["arrows"] for plan in found)


def _answer(me: Client, game: str, view: dict[str, Any]) -> None:
    """The shortest way through one's own phases."""
    names = [verb["name"] for verb in view["ask"]["verbs"]]
    ready = ["done"] if "done" in names else ["default"] if "default" in names else []
    ready += me.get(f"/api/games/{game}/offered", params={"limit": 5, "sample": True}).json()["orders"]
    for order in ready:
        answer: httpx.Response = me.order(game, order, view["number"])
        if answer.is_success or answer.status_code == 409:
            return
    raise AssertionError(f"{view['ask']}: {answer.text}")
