"""Records: written, read back, played again, and found out when somebody has changed them."""

import random
from pathlib import Path

import pytest
import tiny
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.engine.errors import BadData
from hexfront.engine.records.record import Entry, Record, clean, lines, read, write
from hexfront.engine.records.verify import verify
from hexfront.engine.session import Session, replay


def whole_game(seed: str = "7", play: int = 1, **extra: object) -> Session:
    """A game that random players played to its end."""
    session = Session.start(tiny.lookup("tiny"), seed=seed, players={"red": "random", "blue": "Ann"}, **extra)  # type: ignore[arg-type]
    rng = random.Random(play)
    while ask := session.ask():
        session.play(ask.sample(rng), ask.side)
    return session


def eventful() -> Session:
    """A game with dice, retreats and several results in it."""
    games = (whole_game(f"e{n}", n, scenario="long", options=("3.9",)) for n in range(50))
    return max(games, key=lambda s: sum(len(line.codes) + (line.step == "retreat") for line in s.log))


SESSION = eventful()
TEXT = write(SESSION.record())
LINES = TEXT.split("\n")


def test_a_record_reads_as_a_person_would_write_it() -> None:
    head = LINES[:8]
    assert head[0] == "hexfront 1"
    assert head[1:4] == ["game: tiny", "scenario: long", "options: 3.9"]
    assert head[5:8] == ["red: random", "blue: Ann", f"seed: {SESSION.state.seed}"]
    assert LINES[9] == "== Turn 1, Red movement (2.1)"
    assert LINES[-2].startswith("result: ")
    assert any("; dice" in line and "; D ; #" in line for line in LINES)


def test_duties_stand_under_the_heading_of_their_phase() -> None:
    assert any(line.startswith("retreat") for line in LINES)
    assert not any("Retreat" in line for line in LINES if line.startswith("=="))


def test_reading_and_writing_give_the_same_text() -> None:
    assert write(read(TEXT)) == TEXT


def test_replay_gives_the_same_state() -> None:
    again = replay(tiny.lookup, read(TEXT))
    assert again.state.hash() == SESSION.state.hash()
    assert again.log == SESSION.log
    assert len(replay(tiny.lookup, read(TEXT), upto=3).log) == 3


def test_a_true_record_is_verified() -> None:
    verdict = verify(tiny.lookup, TEXT)
    assert verdict.ok and verdict.orders == len(SESSION.log)
    assert verify(tiny.lookup, TEXT.replace("\n", "\r\n")).ok
    assert verify(tiny.lookup, TEXT + "# a remark at the end\n").ok


def test_an_unfinished_game_is_verified() -> None:
    session = replay(tiny.lookup, read(TEXT), upto=5)
    assert verify(tiny.lookup, write(session.record())).ok


def test_a_record_without_its_seed_cannot_be_verified_yet() -> None:
    text = write(SESSION.record(reveal=False))
    assert "seed:" not in text
    verdict = verify(tiny.lookup, text)
    assert not verdict.ok and "seed" in verdict.why
    with pytest.raises(BadData, match="seed"):
        replay(tiny.lookup, read(text))


def changed(number: int, line: str) -> str:
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]])


def place(start: str, part: str = "") -> int:
    """The number of the first line that begins so."""
    return next(n for n, line in enumerate(LINES, 1) if line.startswith(start) and part in line)


@pytest.mark.parametrize(
    ("start", "old", "new", "why"),
    [
        ("attack", "dice 1", "dice 2", "the seed gives dice 1"),
        ("attack", "; D ;", "; - ;", "what was played gives result D"),
        ("attack", "; D ;", ";", "what was played gives result D"),
        ("== Turn 2, Red m", "Turn 2", "Turn 3", "the heading here should be 'Turn 2"),
        ("result", " - ", " - 1", "the result here should be"),
        ("seed", "seed: ", "seed: x", "does not fit the commitment in line 5"),
        ("scenario", "long", "duel", ""),
        ("options", "3.9", "", ""),
        ("game", "tiny", "chess", "there is no game"),
        ("red", "red", "rot", "red and blue"),
    ],
)
def test_a_change_is_named_by_its_line(start: str, old: str, new: str, why: str) -> None:
    number = place(start, old)
    verdict = verify(tiny.lookup, changed(number, LINES[number - 1].replace(old, new, 1)))
    assert not verdict.ok
    assert why in verdict.why
    if why:
        assert verdict.line == number


def test_every_order_changed_for_another_legal_one_is_named() -> None:
    """The hard case: a game that could have been played, but was not."""
    for number, entry in enumerate(read(TEXT).entries):
        before = replay(tiny.lookup, read(TEXT), upto=number)
        ask = before.ask()
        assert ask
        for other in map(before.game.write, ask.orders()):
            if other != entry.order:
                text = changed(entry.line, LINES[entry.line - 1].replace(entry.order, other, 1))
                assert verify(tiny.lookup, text).line == entry.line


def test_every_line_taken_out_or_doubled_is_found() -> None:
    for number, line in enumerate(LINES, 1):
        if line:
            assert not verify(tiny.lookup, "\n".join([*LINES[: number - 1], *LINES[number:]])).ok
            assert not verify(tiny.lookup, "\n".join([*LINES[:number], line, *LINES[number:]])).ok


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_sign_changed_is_found(data: st.DataObject) -> None:
    number = data.draw(st.sampled_from([n for n, line in enumerate(LINES, 1) if line]))
    line = LINES[number - 1]
    at = data.draw(st.sampled_from([n for n, sign in enumerate(line) if sign != " "]))
    sign = data.draw(st.sampled_from("09aZ=;#:-"))
    if sign == line[at] or (at == 0 and sign == "#" and number > len(LINES) - 2):
        return
    verdict = verify(tiny.lookup, changed(number, line[:at] + sign + line[at + 1 :]))
    assert not verdict.ok and verdict.line > 0 and verdict.why


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1: this is no record"),
        ("chess 1\n", "line 1: this is no record"),
        ("hexfront one\n", "line 1: this is no record"),
        ("hexfront 4\n", "line 1: record format 4 is newer"),
        ("hexfront 1\ngame: tiny\n", "line 1: the header has no line 'scenario:'"),
        (TEXT.replace("scenario:", "szenario:"), "line 3: the header has no line 'scenario:'"),
        (TEXT.replace("red: random", "red: a\nred: b"), "line 7: 'red:' stands in the header twice"),
        (TEXT.replace("red: random", "red random"), "line 6: no line of the header"),
        (TEXT + "done\n", f"line {len(LINES)}: nothing can follow the result"),
        (changed(11, "move ; dice x ; D"), "line 11: 'dice x' are no dice"),
        (changed(11, "move ; dice"), "line 11: 'dice' are no dice"),
        (changed(11, "move ;; D"), "line 11: something is missing"),
        (changed(11, "; dice 4"), "line 11: something is missing"),
        (changed(11, "move ; #12"), "line 11: '#12' is no check sign"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, where: str) -> None:
    with pytest.raises(BadData) as error:
        read(text)
    assert str(error.value).startswith(where)
    verdict = verify(tiny.lookup, text)
    assert not verdict.ok and f"line {verdict.line}: {verdict.why}" == str(error.value)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="hexfront 1\n:;#=dicegameoptions-9é\0"))
def test_no_text_breaks_the_reader(text: str) -> None:
    for whole in (text, "hexfront 1\n" + text, "\n".join(LINES[:9]) + text):
        try:
            read(whole)
        except BadData as error:
            assert str(error).startswith("line ")


words = st.text(min_size=1, max_size=20).map(clean).filter(lambda t: t and t[0] not in "#=" and ":" not in t)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(words, st.lists(st.integers(1, 20), max_size=3), st.lists(words, max_size=3), words)),
    words,
)
def test_any_record_survives_its_text(entries: list[tuple[str, list[int], list[str], str]], name: str) -> None:
    kept = [
        Entry(order, tuple(dice), tuple(code for code in codes if not code.startswith("dice")), heading)
        for order, dice, codes, heading in entries
    ]
    record = Record("tiny", "duel", ("3.9",), "0" * 64, {"red": name, "blue": "human"}, "7", kept, "draw")
    found = read(write(record))
    assert [(e.order, e.dice, e.codes, e.heading) for e in found.entries] == [
        (e.order, e.dice, e.codes, e.heading) for e in kept
    ]
    assert write(found) == write(record)


def test_a_record_typed_by_hand_opens_and_is_saved_in_full(tmp_path: Path) -> None:
    """Dice, results and check signs may be left out; names may be typed as at the table."""
    head = "\n".join(LINES[:8])
    path = tmp_path / "typed.txt"
    path.write_text(f"{head}\n== Turn 1\nMOVE 1red 0202\ndone\n")
    session = Session.load(path, tiny.lookup)
    assert [line.order for line in session.log] == ["move 1Red 0302-0202", "done"]
    session.save(path)
    assert verify(tiny.lookup, path.read_text()).ok


def test_loading_does_not_believe_wrong_dice(tmp_path: Path) -> None:
    number = place("attack", "dice 1")
    path = tmp_path / "wrong.txt"
    path.write_text(changed(number, LINES[number - 1].replace("dice 1", "dice 6")))
    with pytest.raises(BadData, match=f"line {number}: the dice"):
        Session.load(path, tiny.lookup)


def test_lines_know_their_numbers() -> None:
    assert [(line.number, line.text) for line in lines("a\n\n  b   c \n# no\nd")] == [
        (1, "a"),
        (3, "b c"),
        (5, "d"),
    ]
