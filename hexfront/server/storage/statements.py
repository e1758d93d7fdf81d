"""The statements of every order: SQL for the driver, because to build them anew would cost more than the engine does.

How `?`, {from_first} and {and_first} are meant, `writer` says.
"""

from typing import Any

import msgspec

from hexfront.server.storage.rows import Change, Line, PlanLine, Snapshot
from hexfront.server.storage.writer import Statement


def _insert(table: str, row: type[msgspec.Struct]) -> str:
    """A row of a table whose columns are the fields of a struct, and the game."""
    columns = ("game_id", *row.__struct_fields__)
    return f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join('?' * len(columns))} {{from_first}}"


_CHANGE = (
    "UPDATE game SET version = version + 1, lines = ?, status = ?, result = ?, asks = ?, turn_name = ?, since = ?, "
    "updated = ? WHERE id = ? AND version = ?"
)
_INSERT = {Line: _insert("line", Line), PlanLine: _insert("plan", PlanLine), Snapshot: _insert("snapshot", Snapshot)}
RENEW = _INSERT[Snapshot] + " ON CONFLICT (game_id, number) DO UPDATE SET form = excluded.form, state = excluded.state"
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
    _, *told = msgspec.structs.astuple(change)
    return Statement(_CHANGE, (*told, now, game_id, change.version))


def insert(game_id: str, row: Line | PlanLine | Snapshot) -> Statement:
    """An order, what a robot means to do by it and those after it, or a snapshot; lists are kept as JSON."""
    told = (_json(value) if isinstance(value, list) else value for value in msgspec.structs.astuple(row))
    return Statement(_INSERT[type(row)], (game_id, *told))


def renew(game_id: str, snapshot: Snapshot) -> Statement:
    """A snapshot in the place of one of another version."""
    return Statement(RENEW, (game_id, *msgspec.structs.astuple(snapshot)))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
