"""The database goes away and comes back: a clear message meanwhile, nothing lost, no restart needed."""

import time
from pathlib import Path

import live

OUTAGE = (500, 502, 503, 504)


def test_postgres_gone_and_back(tmp_path: Path, postgres: live.Postgres) -> None:
    server = live.Server(tmp_path, db=postgres.database("gone"))
    with server:
        client = live.Client(server.url)
        script = live.random_orders("pgg", "gone", 80)
        game = client.new_game("pgg", live.hot_seat("pgg"), seed="gone")["id"]
        client.play(game, script[:20])
        postgres.stop("immediate")
        try:
            refused = client.order(game, script[20], 20, "the-key")
            assert refused.status_code == 503, refused.text
            why = refused.json()["error"]["why"]
            assert "database" in why.lower() and "Traceback" not in why and "asyncpg" not in why, why
            assert client.get("/api/catalog").status_code == 200
        finally:
            postgres.start()
        number = _retry(client, game, script[20], 20, "the-key")
        assert number == 21
        client.play(game, script[21:40], 21)
        assert server.process is not None and server.process.poll() is None
        assert [order for order, _ in live.entries(client.record(game))] == script[:40]


def _retry(client: live.Client, game: str, order: str, seen: int, key: str) -> int:
    """Send one order with its key until it is taken, as the browser does."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        answer = client.order(game, order, seen, key)
        if answer.is_success:
            return int(answer.json()["number"])
        assert answer.status_code == 503, answer.text
        time.sleep(0.2)
    raise AssertionError("the server did not come back after its database did")


def test_orders_come_through_many_short_outages(tmp_path: Path, postgres: live.Postgres) -> None:
    """The database dies in the middle of play, three times: every order is taken in the end, each of them once."""
    server = live.Server(tmp_path, db=postgres.database("outages"))
    with server:
        client = live.Client(server.url)
        script = live.random_orders("pgg", "outages", 45)
        game = client.new_game("pgg", live.hot_seat("pgg"), seed="outages")["id"]
        for number, order in enumerate(script):
            if number in (10, 20, 30):
                postgres.stop("immediate")
                client.order(game, order, number, f"outage-{number}")
                postgres.start()
            assert _retry(client, game, order, number, f"outage-{number}") == number + 1
        assert [order for order, _ in live.entries(client.record(game))] == script


def test_no_database_at_the_start_is_one_sentence(tmp_path: Path) -> None:
    server = live.Server(tmp_path, db=f"postgresql+asyncpg://hexfront@127.0.0.1:{live.free_port()}/none")
    server.start(ready=False)
    assert server.process is not None
    try:
        assert server.process.wait(live.PATIENCE) != 0
    finally:
        server.kill()
    said = server.tail()
    assert "hexfront:" in said and "database" in said.lower() and "Traceback" not in said, said
