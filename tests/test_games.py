"""Whole recorded games, one for each way a game can end: they must open and replay in every later version."""

from pathlib import Path

import pytest
from find_games import LEVELS, level_of

from hexfront.engine.record import read
from hexfront.engine.session import replay
from hexfront.engine.verify import verify
from hexfront.games import game

RECORDS = sorted((Path(__file__).parent / "games").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_replays(path: Path) -> None:
    verdict = verify(game, path.read_text(encoding="utf-8"))
    assert verdict.ok, f"line {verdict.line}: {verdict.why}"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_no_counter_is_lost_on_the_way(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"))
    session = replay(game, record, 0)
    for entry in record.entries:
        session.play(entry.order)
        assert not session.game.audit(session.state)


def test_every_ending_is_there() -> None:
    assert {level_of(path.read_text(encoding="utf-8")) for path in RECORDS} == LEVELS
