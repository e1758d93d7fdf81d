"""Players who go on sending orders whatever happens to the server, and who remember what they were promised."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field

import httpx
import live

GAME = "pgg"
LOST = (httpx.TransportError, asyncio.CancelledError)


@dataclass
class Table:
    """One game that one person plays on both sides, by a script, and what the server acknowledged of it."""

    id: str
    seed: str
    script: list[str]
    acknowledged: int = 0  # orders answered with success
    tried: str = ""  # key of the order that is on its way, or was when the connection broke
    errors: list[str] = field(default_factory=list)

    @property
    def finished(self) -> bool:
        return self.acknowledged >= len(self.script)


def set_up(client: live.Client, many: int, orders: int) -> list[Table]:
    """Some games with scripts of their own."""
    tables = []
    for number in range(many):
        seed = f"faults-{number}"
        made = client.new_game(GAME, live.hot_seat(GAME), seed=seed)
        tables.append(Table(made["id"], seed, live.random_orders(GAME, seed, orders)))
    return tables


async def play_on(url: str, cookies: dict[str, str], csrf: str, tables: list[Table], pause: float) -> None:
    """Play all tables at once, each order as soon as the one before is answered, until the server is gone."""
    limits = httpx.Limits(max_connections=len(tables))
    async with httpx.AsyncClient(base_url=url, cookies=cookies, limits=limits, timeout=20) as client:
        client.headers["X-CSRF-Token"] = csrf
        await asyncio.gather(*(_play(client, table, pause) for table in tables))


async def _play(client: httpx.AsyncClient, table: Table, pause: float) -> None:
    while not table.finished:
        table.tried = table.tried or f"{table.seed}-{table.acknowledged}-{random.getrandbits(32):x}"
        body = {"order": table.script[table.acknowledged], "seen": table.acknowledged, "key": table.tried}
        try:
            answer = await client.post(f"/api/games/{table.id}/orders", json=body)
        except httpx.TransportError:
            return
        if answer.status_code == 409 and answer.json()["view"]["number"] == table.acknowledged + 1:
            table.errors.append("an order sent twice with one key was answered 409")
            return
        if not answer.is_success:
            table.errors.append(f"{answer.status_code} {answer.text[:300]}")
            return
        if answer.json()["number"] != table.acknowledged + 1:
            table.errors.append(f"order {table.acknowledged + 1} got number {answer.json()['number']}")
            return
        table.acknowledged, table.tried = table.acknowledged + 1, ""
        await asyncio.sleep(random.random() * 2 * pause)


def check(client: live.Client, table: Table, dice: bool = False) -> None:
    """The game is whole: nothing acknowledged is lost, nothing is there twice, and, at the end, all dice are right."""
    assert not table.errors, table.errors
    view = client.view(table.id)
    assert table.acknowledged <= view["number"] <= table.acknowledged + bool(table.tried)
    found = list(live.entries(client.record(table.id)))
    assert [order for order, _ in found] == table.script[: view["number"]]
    if dice:
        assert found == dice_of(table, len(found))


def dice_of(table: Table, many: int) -> list[tuple[str, tuple[int, ...]]]:
    """The same orders played here, with the dice that their seed gives."""
    from hexfront import games
    from hexfront.engine.session import Session

    session = Session.start(games.game(GAME), "", table.seed)
    for order in table.script[:many]:
        session.play(order)
    assert not session.game.audit(session.state)
    return [(line.order, line.dice) for line in session.log]
