"""The text table: lines in, lines out."""

from collections.abc import Iterable
from pathlib import Path

import pytest
import tiny

from hexfront.engine.errors import BadData
from hexfront.engine.records.verify import verify
from hexfront.engine.session import Session
from hexfront.robots import best_for
from hexfront.table import Table, completion, seats_for
from hexfront.table.help import COMMANDS

GAME = tiny.lookup("tiny")


def sit(
    typed: Iterable[str],
    side: str = "both",
    seed: str = "7",
    path: Path | None = None,
    session: Session | None = None,
) -> tuple[Table, list[str]]:
    """A table after these lines were typed, and all that it told."""
    told: list[str] = []
    lines = iter(typed)
    seats = seats_for(GAME, side, "random", None, seed)
    table = Table(
        session or Session.start(GAME, seed=seed),
        seats,
        lambda prompt: next(lines, None),
        told.append,
        tiny.lookup,
        path,
    )
    table.run()
    return table, told


def answers(*typed: str, **extra: object) -> list[str]:
    """What the table tells after its first announcement."""
    told = sit(typed, **extra)[1]  # type: ignore[arg-type]
    return told[6:]


def test_a_newcomer_is_told_what_to_type() -> None:
    told = sit([])[1]
    assert told[0] == "Tiny War. red: human. blue: human."
    assert told[1].startswith("Type an order, for example: move 1Red 0302-")
    assert all(word in " ".join(told[1:4]) for word in ("orders", "status", "help", "done", "undo", "save", "quit"))
    assert told[4] == "Turn 1, Red movement (2.1)."
    assert told[5] == "The red player decides: move, then done. Orders: move, done."


def test_orders_are_told_and_the_next_decision_announced() -> None:
    told = answers("move 1red 0202", "done")
    assert told[:2] == ["red: move 1Red 0302-0202.", "  1Red goes to 0202 (2.1)"]
    assert told[2:5] == [
        "red: done.",
        "Turn 1, Red combat (3.1).",
        "The red player decides: attack, then done. Orders: attack, done.",
    ]


def test_dice_are_told_and_a_duty_is_announced_with_its_rule() -> None:
    for seed in map(str, range(20)):
        told = answers("done", "attack 1Red > 0303", seed=seed)
        assert any(line.startswith("red: attack 1Red > 0303. Dice: ") for line in told)
        if any("Retreat (3.5)" in line for line in told):
            return
    raise AssertionError("no attack hit")


def test_a_refusal_names_the_rule() -> None:
    assert answers("move 1red 0404")[0] == "Refused under rule 2.3: 0404 is taken."
    assert answers("attack 1red > 0303")[0] == "Refused under rule 1.1: Red movement takes no order 'attack'."
    assert answers("mvoe 1red")[0] == "Not understood: there is no order 'mvoe'; did you mean move?"


def test_an_empty_line_tells_again_what_is_wanted() -> None:
    assert answers("")[0] == "Turn 1, Red movement (2.1)."


def test_status_tells_points() -> None:
    told = answers("status")
    assert told[0] == "Turn 1, Red movement (2.1)."
    assert told[2] == "Points: red 0, blue 0."


def test_questions_go_to_the_game_and_see_only_the_view() -> None:
    assert answers("where 1Blue") == ["1Blue is in 0303, strength unknown."]
    assert answers("hex 0303") == ["1Blue"]
    assert answers("hex 9999")[0].startswith("Not understood: ")
    assert answers("reach 1Red") == ["Not done: Tiny War does not answer 'reach'."]
    assert answers("hex")[0].startswith("Not done: say it like this")


def test_orders_can_be_narrowed_down() -> None:
    everything = answers("orders")
    mine = answers("orders 1red")
    assert mine and set(mine) < set(everything)
    assert all("1Red" in line for line in mine)
    assert answers("orders 1red 0202") == ["move 1Red 0302-0202"]
    assert answers("orders done") == ["done"]
    assert answers("orders 1blue") == ["No order on offer speaks of 1blue."]
    assert answers("orders 3red")[0].startswith("Not understood: no unit is called")


def test_the_log_is_told_again() -> None:
    assert answers("log") == ["Nothing has been ordered yet."]
    told = answers("move 1Red 0202", "move 2Red 0504", "log 1")
    place = told.index("Turn 1, Red movement (2.1):")
    assert told[place + 1 : place + 3] == ["Order 2.", "red: move 2Red 0404-0504."]
    assert "Order 1." not in told
    assert answers("log x") == ["Not understood: log takes a number: log 20."]


def test_undo() -> None:
    assert "Taken back: move 1Red 0302-0202." in answers("move 1Red 0202", "undo")
    assert answers("undo") == ["Not done: nothing has been played yet, so nothing can be taken back."]
    told = answers("done", "attack 1Red > 0303", "undo")
    assert any(line.startswith("Not done: a die was thrown") for line in told)


def test_one_does_not_take_back_what_the_robot_did() -> None:
    told = answers("done", "done", "undo", side="red")
    assert any("player's" in line or "a die was thrown" in line or "was shown" in line for line in told)


def test_the_robot_tells_its_orders_and_the_game_ends_with_its_result() -> None:
    told = answers(*["done"] * 6, "status", "done", side="red")
    assert any(line.startswith("blue: ") for line in told)
    assert sum(line.startswith("The game is over. Result: ") for line in told) == 2
    assert "Refused under rule 1.1: the game is over." in told


def test_a_robot_that_fails_gives_up_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    from hexfront.robots.random import RandomPlayer

    monkeypatch.setattr(RandomPlayer, "choose", lambda *args: 1 / 0)
    told = answers("done", "done", "done", side="red")
    failed = [line for line in told if "The player random failed: ZeroDivisionError" in line]
    assert len(failed) == 1 and failed[0].endswith("You play the blue side from now on.")
    assert "blue: done." in told


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "a game.txt"
    told = sit(["move 1Red 0202", f"save {path}", "done"])[1]
    assert told.count(f"Saved in {path}.") == 2  # at the order, and when the lines ended
    assert verify(tiny.lookup, path.read_text()).ok
    assert len(Session.load(path, tiny.lookup).log) == 2
    told = answers(f"load {path}", "status")
    assert told[0] == f"Loaded from {path}, after 2 orders."
    assert "Turn 1, Red combat (3.1)." in told


def test_nothing_is_overwritten_or_given_up_without_a_word(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("dear Ann")
    told = answers("move 1Red 0202", f"save {path}", f"load {path}")
    assert f"Not done: {path} is there already; take another name, or type: save {path} over." in told
    assert any("the game on the table is not saved" in line for line in told)
    assert path.read_text() == "dear Ann"
    assert any("line 1: this is no record" in line for line in answers(f"load {path}"))
    answers("move 1Red 0202", f"save {path} over")
    assert path.read_text().startswith("hexfront 1")


def test_a_record_that_was_only_looked_at_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    sit(["done"], path=path)
    path.write_text(path.read_text() + "# stopped: somewhere\n")
    before = path.read_bytes()
    session = Session.load(path, tiny.lookup)
    assert sit(["status", "log"], path=path, session=session)[1][-1] != f"Saved in {path}."
    assert path.read_bytes() == before
    sit(["done"], path=path, session=session)
    assert path.read_text().endswith("\n# stopped: somewhere\n") and len(Session.load(path, tiny.lookup).log) == 2


def test_a_fault_of_ours_costs_nobody_his_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny.TinyQuestions, "status", lambda questions, state: 1 / 0)
    told = answers("status", "done")
    assert any(line.startswith("Something failed inside: ZeroDivisionError") for line in told)
    assert "red: done." in told


def test_quit_asks_once_when_the_game_would_be_lost(tmp_path: Path) -> None:
    assert answers("quit", "status") == []
    told = answers("move 1Red 0202", "quit", "status", "quit", "quit", "status")
    assert sum(line.startswith("The game is not saved.") for line in told) == 2
    assert told[-1] == "The game was not saved: no file was named."
    table, _ = sit(["move 1Red 0202", "quit", "done"], path=tmp_path / "x.txt")
    assert len(table.session.log) == 1


def test_a_game_that_cannot_be_kept_where_it_should_is_kept_elsewhere(tmp_path: Path) -> None:
    told = answers("move 1Red 0202", path=tmp_path / "no" / "where.txt")
    assert told[-1].startswith("Not saved: ")
    file = Path(told[-1].split("The game is in ")[1].removesuffix(" instead."))
    assert len(Session.load(file, tiny.lookup).log) == 1


def test_help_explains_every_word() -> None:
    told = answers("help")
    assert "Orders that this phase takes: move UNITS HEX-HEX-HEX; done." in told
    for word in [*COMMANDS, *GAME.questions.topics, *GAME.forms]:
        assert not answers(f"help {word}")[0].startswith("Not ")
    assert answers("help attack")[1] == "Taken in: Red combat, Blue combat."
    assert answers("help dance")[0].startswith("Not understood: there is no help on 'dance'")


@pytest.mark.usefixtures("cases_of_tiny")
def test_rules() -> None:
    assert answers("rule 3.5") == ["3.5 Retreat. One hex back.", "Case: It goes back."]
    assert answers("rules 3") == ["3.1 Attack.", "3.5 Retreat.", "3.9 Artillery."]
    assert answers("rule 77")[0].startswith("Not understood: rule takes a number of the rulebook")
    assert answers("rules 3.5") == ["3.5 Retreat."]
    assert answers("rules 77")[0].startswith("Not understood: no rule")


def test_a_stroke_means_the_command() -> None:
    assert answers("/status")[0] == "Turn 1, Red movement (2.1)."
    assert answers("/move")[0].startswith("Not understood: there is no word 'move'")


def test_tab_completes_words_units_and_paths() -> None:
    ask = GAME.ask(GAME.start())
    assert completion.candidates(GAME, ask, "mo") == ["move "]
    assert "status" in completion.candidates(GAME, ask, "")
    assert completion.candidates(GAME, ask, "move 1r") == ["1Red "]
    assert completion.candidates(GAME, ask, "move 1Red 0302-02") == ["0302-0201", "0302-0202"]
    assert completion.candidates(GAME, ask, "help att") == ["attack "]
    assert completion.candidates(GAME, None, "move 1") == []


def test_seats() -> None:
    def names(side: str | None, against: str | None, recorded: dict[str, str] | None = None) -> dict[str, str]:
        return seats_for(GAME, side, against, recorded, "1").names

    best = best_for(GAME)
    assert names(None, None) == {"red": "human", "blue": best}
    assert names("blue", "random") == {"red": "random", "blue": "human"}
    assert names("both", None) == {"red": "human", "blue": "human"}
    assert names(None, None, {"red": "random", "blue": "Ann"}) == {"red": "random", "blue": "human"}
    assert names(None, None, {"red": "random", "blue": "random"}) == {"red": "human", "blue": "human"}
    assert names("red", None, {"red": "random", "blue": "random"}) == {"red": "human", "blue": best}
    with pytest.raises(BadData, match="red, blue, both"):
        names("green", None)
    with pytest.raises(BadData, match="there is no player 'deep'"):
        names("red", "deep")
