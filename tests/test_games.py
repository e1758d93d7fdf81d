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
    ours = [path for path in RECORDS if path.stem.startswith("pgg")]
    assert {level_of(path.read_text(encoding="utf-8")) for path in ours} == LEVELS


def test_the_war_in_the_east_is_there_from_june_1941_to_its_end() -> None:
    record = read((Path(__file__).parent / "games" / "trc-campaign-greedy.txt").read_text(encoding="utf-8"))
    headings = [entry.heading for entry in record.entries]
    assert record.scenario == "campaign" and "Turn 1," in headings[0] and record.result
    assert any(heading.startswith("Turn 23,") for heading in headings)
