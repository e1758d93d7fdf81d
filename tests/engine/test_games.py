"""Whole recorded games, one for each way a game can end: they must open and replay in every later version.

Rules are mended, and what was legal once may not be so now. A record says by which of its game's rules it was played;
one that was played by older ones still comes out true, or one sentence says that this is why it does not.
"""

from pathlib import Path

import pytest
from find_games import LEVELS, level_of

from hexfront.engine.errors import BadData
from hexfront.engine.records.record import read
from hexfront.engine.records.verify import verify
from hexfront.engine.session import replay
from hexfront.games import game

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.txt"))


TODAY = [path for path in RECORDS if read(path.read_text("utf-8")).rules == game(path.stem[:3]).ruling]
OLDER = [path for path in RECORDS if path not in TODAY]


@pytest.mark.parametrize("path", TODAY, ids=lambda path: path.stem)
def test_record_replays(path: Path) -> None:
    verdict = verify(game, path.read_text(encoding="utf-8"))
    assert verdict.ok, f"line {verdict.line}: {verdict.why}"


@pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
def test_an_older_record_is_true_or_says_by_which_rules_it_was_played(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    verdict, record = verify(game, text), read(text)
    told = f"it was played by rules 1 of {record.game}, and this version plays rules {game(record.game).ruling}"
    assert verdict.ok or (verdict.line > 8 and told in verdict.why)
    if not verdict.ok:
        with pytest.raises(BadData, match=told):
            replay(game, record)


def test_one_older_record_of_each_game_is_among_them() -> None:
    assert {read(path.read_text("utf-8")).game for path in OLDER} == {"pgg", "trc"}


def test_a_record_of_newer_rules_is_refused_in_one_sentence() -> None:
    text = TODAY[0].read_text(encoding="utf-8")
    newer = text.replace("rules: 2", "rules: 9")
    verdict = verify(game, newer)
    assert (verdict.ok, newer.split("\n")[verdict.line - 1]) == (False, "rules: 9")
    assert "rules 9 of pgg, which are newer than this version's 2" in verdict.why
    with pytest.raises(BadData, match="a number from 1 on"):
        read(text.replace("rules: 2", "rules: two"))


@pytest.mark.parametrize("path", TODAY, ids=lambda path: path.stem)
def test_no_counter_is_lost_on_the_way(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"))
    session = replay(game, record, 0)
    for entry in record.entries:
        session.play(entry.order)
        assert not session.game.audit(session.state)


def test_every_ending_is_there() -> None:
    ours = [path for path in TODAY if path.stem.startswith("pgg")]
    assert {level_of(path.read_text(encoding="utf-8")) for path in ours} == LEVELS


def test_the_war_in_the_east_is_there_from_june_1941_to_its_end() -> None:
    record = read((Path(__file__).parents[1] / "records" / "trc-campaign-greedy.txt").read_text(encoding="utf-8"))
    headings = [entry.heading for entry in record.entries]
    assert record.scenario == "campaign" and "Turn 1," in headings[0] and record.result
    assert any(heading.startswith("Turn 23,") for heading in headings)
