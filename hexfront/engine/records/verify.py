"""Is a record true? It is played again from its seed, and every line of it must come out as it stands."""

from collections.abc import Iterator
from itertools import zip_longest

import msgspec

from hexfront.engine.dice import commitment
from hexfront.engine.errors import BadData, HexfrontError
from hexfront.engine.records.record import Entry, Line, Record, lines, read, write
from hexfront.engine.session import Lookup, Session, heading_of, open_record, other_rules


class Verdict(msgspec.Struct, frozen=True):
    """Whether a record is true; if not, its first line that is not, and why."""

    ok: bool
    orders: int = 0
    line: int = 0
    why: str = ""
    branch: str = ""  # of which game, after which line: what came before is not in the record


class _Wrong(Exception):
    """The first thing that is wrong, and its line."""

    def __init__(self, line: int, why: str) -> None:
        self.line, self.why = line, why


def verify(lookup: Lookup, text: str) -> Verdict:
    """Play a record again and compare: the seed, each order, each die, each result, each heading, the end."""
    try:
        record, found = read(text), lines(text)
        session = _open(lookup, record, found)
        try:
            _play(session, record, found)
        except _Wrong as wrong:
            raise _Wrong(wrong.line, wrong.why + other_rules(session.game, session.rules)) from wrong
        return Verdict(True, len(record.entries), branch=record.origin.words if record.origin else "")
    except _Wrong as wrong:
        return Verdict(False, line=wrong.line, why=wrong.why)
    except BadData as error:
        return _unreadable(str(error))


def _unreadable(sentence: str) -> Verdict:
    """The verdict on a record that cannot be read; its error begins with "line 7: "."""
    where, _, why = sentence.partition(": ")
    number = where.removeprefix("line ")
    return Verdict(False, line=int(number), why=why) if number.isdigit() else Verdict(False, line=1, why=sentence)


# -- the header --------------------------------------------------------------------------------------------


def _open(lookup: Lookup, record: Record, found: list[Line]) -> Session:
    """The game before its first order, or the line of the header that is to blame."""
    if record.seed is None:
        raise _Wrong(_line_of(found, "commit"), "the seed is not told yet, so the dice cannot be checked")
    if commitment(record.seed) != record.commit:
        commit = _line_of(found, "commit")
        raise _Wrong(_line_of(found, "seed"), f"this seed does not fit the commitment in line {commit}")
    key = "game"
    try:
        game = lookup(record.game)
        key = "scenario"
        game.known_scenario(record.scenario)
        key = "options"
        game.check_options(record.options)
        key = "position" if record.origin else "commit"
        key = "rules" if record.rules > game.ruling else key
        key = next((side for side in record.players if side not in game.sides), key)
        return open_record(lookup, record)
    except HexfrontError as error:
        raise _Wrong(_line_of(found, key), str(error)) from error


def _line_of(found: list[Line], key: str) -> int:
    return next((line.number for line in found if line.text.startswith(f"{key}:")), 1)


# -- the orders --------------------------------------------------------------------------------------------


def _play(session: Session, record: Record, found: list[Line]) -> None:
    """Play the orders; what the record should say so far is compared before a refused order is blamed."""
    for entry in record.entries:
        try:
            session.play(entry.order)
        except HexfrontError as error:
            before = [line for line in found if line.number < entry.line]
            _compare(_so_far(session), before, entry.line)
            raise _Wrong(entry.line, f"{entry.order!r} cannot be played: {error}") from error
    _compare(lines(write(session.record())), found, found[-1].number + 1)


def _so_far(session: Session) -> list[Line]:
    """What a record should say up to the order that comes next, its heading included."""
    record = session.record()
    heading = heading_of(session.game, session.state)
    fresh = not record.entries or record.entries[-1].heading != heading
    return lines(write(record) + (f"== {heading}" if fresh and not record.result else ""))


def _compare(true: list[Line], found: list[Line], after: int) -> None:
    """Compare the lines of a record with what they should be; `after` is the line that follows them."""
    for here, there in zip_longest(found, true):
        if here is None:
            raise _Wrong(after, f"something is missing here: {there.text!r}")
        if there is None or here.text != there.text:
            raise _Wrong(here.number, _difference(here.text, there.text if there else ""))


def _difference(here: str, there: str) -> str:
    """One sentence on how a line differs from what it should be."""
    for mark, name in (("==", "heading"), ("result:", "result")):
        if there.startswith(mark):
            return f"the {name} here should be {there.removeprefix(mark).strip()!r}"
        if here.startswith(mark):
            return f"no {name} belongs here"
    return next(_differences(here, there))


def _differences(here: str, there: str) -> Iterator[str]:
    if not there:
        yield "nothing more should follow here"
    if ";" not in there:
        yield f"this line should be {there!r}"
    ours, theirs = _entry(here), _entry(there)
    if ours.order != theirs.order:
        yield f"the order is written {theirs.order!r}"
    if ours.dice != theirs.dice:
        yield f"{_dice(ours.dice)} here, but the seed gives {_dice(theirs.dice)}"
    if ours.codes != theirs.codes:
        yield f"{_codes(ours.codes)} here, but what was played gives {_codes(theirs.codes)}"
    yield "the check sign does not fit: this order was changed, or the line before it, or the header"


def _entry(text: str) -> Entry:
    return read(f"hexfront 1\ngame:\nscenario:\noptions:\ncommit:\n== phase\n{text}").entries[0]


def _dice(dice: tuple[int, ...]) -> str:
    return f"dice {' '.join(map(str, dice))}" if dice else "no dice"


def _codes(codes: tuple[str, ...]) -> str:
    return f"result {', '.join(codes)}" if codes else "no result"
