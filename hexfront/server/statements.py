"""The statements of every order: SQL for the driver, because to build them anew would cost more than the engine does.

How `?`, {from_first} and {and_first} are meant, `writer` says.
"""

from typing import Any

import msgspec

from hexfront.server.rows import Change, Line, PlanLine
from hexfront.server.writer import Statement

_CHANGE = (
    "UPDATE game SET version = version + 1, lines = ?, status = ?, result = ?, asks = ?, turn_name = ?, since = ?, "
    "updated = ? WHERE id = ? AND version = ?"
)
_INSERT = (
    "INSERT INTO line (game_id, number, key, side, text, dice, codes, created, turn, step, heading, told, roll) "
    "SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? {from_first}"
)
_PLAN = "INSERT INTO plan (game_id, number, side, turn, step, words, arrows) SELECT ?, ?, ?, ?, ?, ?, ? {from_first}"
SNAPSHOT = "INSERT INTO snapshot (game_id, number, form, state) SELECT ?, ?, ?, ? {from_first}"
RENEW = SNAPSHOT + " ON CONFLICT (game_id, number) DO UPDATE SET form = excluded.form, state = excluded.state"
SAME = "UPDATE game SET version = version WHERE id = ? AND version = ?"
REMEMBER = (
    "INSERT INTO undone (game_id, key, version) SELECT game_id, key, version FROM line JOIN game ON game.id = game_id "
    "WHERE game_id = ? AND number > ? AND number > ? AND key IS NOT NULL {and_first} ON CONFLICT DO NOTHING"
)
FORGET = "DELETE FROM undone WHERE game_id = ? AND version < ? {and_first}"
DROP_LINES = "DELETE FROM line WHERE game_id = ? AND number > ? {and_first}"
DROP_PLANS = "DELETE FROM plan WHERE game_id = ? AND number > ? {and_first}"
DROP_SNAPSHOTS = "DELETE FROM snapshot WHERE game_id = ? AND number > ? {and_first}"


def change_row(game_id: str, change: Change, now: float) -> Statement:
    """The row of a game, if it still is at the version that the writer knows: the first of every transaction."""
    return Statement(
        _CHANGE,
        (
            change.lines,
            change.status,
            change.result,
            change.asks,
            change.turn_name,
            change.since,
            now,
            game_id,
            change.version,
        ),
    )


def insert_line(game_id: str, line: Line) -> Statement:
    """An order."""
    return Statement(
        _INSERT,
        (
            game_id,
            line.number,
            line.key,
            line.side,
            line.text,
            _json(line.dice),
            _json(line.codes),
            line.created,
            line.turn,
            line.step,
            line.heading,
            _json(line.told),
            line.roll,
        ),
    )


def insert_plan(game_id: str, plan: PlanLine) -> Statement:
    """What a robot means to do, together with the first order by which it does it."""
    told = (plan.number, plan.side, plan.turn, plan.step, _json(plan.words), _json(plan.arrows))
    return Statement(_PLAN, (game_id, *told))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
