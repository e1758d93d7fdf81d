"""The record of a game: a text file that a person can read and a program can play again.

A header tells what is played, by whom, and the commitment to the dice; then come the orders, one to a line,
under a heading for each phase. After an order stand its dice, its results and a check sign:

    attack R1 R2 > 1812                      ; dice 4 ; D1/A1 ; #8f3c

The check sign ties a line to all lines before it, so that a line changed by hand is named even when the order
that now stands there would have been legal. It is no signature: what cannot be forged are the dice.
Lines that begin with `#` are remarks: they mean nothing, and are kept at the end.

A game whose rules have been mended since the first version says by which of them it was played (`rules: 2`). A branch
says of which game it is one, after which line, and holds the position there. Both are format 2:

    branch: of 9f86... after line 40 as the red side knew it
    position: by hexfront 0.2.0
    + eNqNVduO...

Where the rules ask which sides robots play, these are named too (`robots: red`): format 3.
"""

import hashlib
import re
from collections.abc import Callable, Iterator

import msgspec

from hexfront.engine.errors import BadData
from hexfront.engine.records.branch import Origin, read_origin

FORMAT = 3  # the newest; a record is written in the oldest that has all it needs, so that older versions read it too
_COLUMN = 40  # where the dice begin, so that the orders can be read down the page
_HEADER = ("game", "scenario", "options", "commit")
_DICE = re.compile(r"dice( [0-9]{1,4})+")
_SIGN = re.compile(r"#[0-9a-f]{4}")


class Entry(msgspec.Struct, frozen=True):
    """One order, with what came of it and the heading it stands under; `line` is where a file had it."""

    order: str
    dice: tuple[int, ...] = ()
    codes: tuple[str, ...] = ()
    heading: str = ""
    line: int = 0


class Record(msgspec.Struct):
    """A whole game: what was set up, by whom it was played, every order, and the result once there is one."""

    game: str
    scenario: str
    options: tuple[str, ...]
    commit: str
    players: dict[str, str]
    seed: str | None = None
    entries: list[Entry] = []
    result: str = ""
    remarks: tuple[str, ...] = ()
    origin: Origin | None = None
    rules: int = 1  # of the game, by which it was played
    robots: tuple[str, ...] = ()  # sides that robots played, where the rules ask for it

    @property
    def format(self) -> int:
        """The oldest format that has all it needs."""
        return 3 if self.robots else 2 if self.origin or self.rules > 1 else 1


class Line(msgspec.Struct, frozen=True):
    """A line that means something, blanks evened out, and its number in the file."""

    number: int
    text: str


# -- writing ---------------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """The record as text. Reading it and writing it again gives the same text."""
    lines = [f"hexfront {record.format}", *(line.rstrip() for line in _header(record))]
    if record.seed is not None:
        lines.append(f"seed: {record.seed}")
    heading, sign = "", _first_sign(record)
    for entry in record.entries:
        if entry.heading != heading:
            heading = entry.heading
            lines += ["", f"== {heading}"]
        sign = _next_sign(sign, entry)
        lines.append(_order_line(entry, sign))
    if record.result:
        lines += ["", f"result: {record.result}"]
    if record.remarks:
        lines += ["", *(f"# {remark}" for remark in record.remarks)]
    return "\n".join(lines) + "\n"


def clean(text: str) -> str:
    """A text that is safe inside a line of a record: one line, single blanks, no semicolon."""
    printable = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return " ".join(printable.replace(";", ",").split())


def _header(record: Record) -> Iterator[str]:
    yield f"game: {record.game}"
    yield f"scenario: {record.scenario}"
    yield f"options: {' '.join(record.options)}"
    yield f"commit: {record.commit}"
    if record.rules > 1:
        yield f"rules: {record.rules}"
    if record.robots:
        yield f"robots: {' '.join(record.robots)}"
    for side, name in record.players.items():
        yield f"{side}: {name}"
    if record.origin:
        yield f"branch: {record.origin.words}"
        yield f"position: by hexfront {record.origin.version}"
        yield from (f"+ {line}" for line in record.origin.lines)


def _first_sign(record: Record) -> bytes:
    """Where the chain of check signs begins: the header without the seed, which is told only at the end."""
    return hashlib.sha256("\n".join(_header(record)).encode()).digest()


def _next_sign(sign: bytes, entry: Entry) -> bytes:
    return hashlib.sha256(sign + msgspec.json.encode((entry.order, entry.dice, entry.codes))).digest()


def _order_line(entry: Entry, sign: bytes) -> str:
    parts = ["dice " + " ".join(map(str, entry.dice))] if entry.dice else []
    parts += [*entry.codes, f"#{sign.hex()[:4]}"]
    return f"{entry.order:<{_COLUMN}} ; {' ; '.join(parts)}"


# -- reading ---------------------------------------------------------------------------------------------


def read(text: str) -> Record:
    """A record from its text, in any format so far; BadData names the first line that cannot be read."""
    found = lines(text)
    magic = found[0].text.split() if found else []
    if len(magic) != 2 or magic[0] != "hexfront" or not re.fullmatch("[0-9]{1,6}", magic[1]):
        raise BadData(f"line 1: this is no record of a game: it should begin with 'hexfront {FORMAT}'")
    number = int(magic[1])
    if number not in _READERS:
        age = "newer than" if number > FORMAT else "not one that"
        raise BadData(f"line 1: record format {number} is {age} this version of hexfront reads ({FORMAT})")
    record = _READERS[number](found[1:])
    record.remarks = tuple(line.text.lstrip("# ") for line in _numbered(text) if line.text.startswith("#"))
    return record


def lines(text: str) -> list[Line]:
    """The lines that mean something: no empty ones, no remarks, blanks evened out."""
    return [line for line in _numbered(text) if line.text and not line.text.startswith("#")]


def _numbered(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        yield Line(number, " ".join(line.split()))


def _read_1(found: list[Line]) -> Record:
    return _read_parts(found, *_read_header(found))


def _read_2(found: list[Line]) -> Record:
    """With the rules by which it was played, where it begins, if it is a branch, and who is a robot by its rules."""
    position = "".join(line.text[1:].strip() for line in found if line.text.startswith("+"))
    header, rest = _read_header([line for line in found if not line.text.startswith("+")])
    words, by = (header.pop(key, "") for key in ("branch", "position"))
    rules, robots = header.pop("rules", "1"), header.pop("robots", "")
    record = _read_parts(found, header, rest)
    record.rules, record.robots = _read_rules(found, rules), tuple(robots.split())
    if words or by or position:
        record.origin = _read_origin(found, words, by.removeprefix("by hexfront").strip(), position)
    return record


def _read_rules(found: list[Line], text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,5}", text):
        number = next(line.number for line in found if line.text.startswith("rules:"))
        raise BadData(f"line {number}: 'rules:' should be followed by a number from 1 on")
    return int(text)


def _read_origin(found: list[Line], words: str, version: str, position: str) -> Origin:
    try:
        return read_origin(words, version, position)
    except BadData as error:
        number = next((line.number for line in found if line.text.startswith(("branch:", "position:", "+"))), 1)
        raise BadData(f"line {number}: {error}") from None


def _read_parts(found: list[Line], header: dict[str, str], rest: list[Line]) -> Record:
    for place, key in enumerate(_HEADER):
        if key not in header:
            number = found[place].number if place < len(found) else 1
            raise BadData(f"line {number}: the header has no line '{key}:'")
    seed = header.pop("seed", None)
    game, scenario, options, commit = (header.pop(key) for key in _HEADER)
    record = Record(game, scenario, tuple(options.split()), commit, header, seed, [])
    _read_body(record, rest)
    return record


def _read_header(found: list[Line]) -> tuple[dict[str, str], list[Line]]:
    """The header by key, and the lines after it. It ends with the first heading."""
    header: dict[str, str] = {}
    for place, line in enumerate(found):
        key, colon, value = line.text.partition(":")
        if key == "result" or line.text.startswith("=="):
            return header, found[place:]
        if not colon:
            raise BadData(f"line {line.number}: no line of the header ('key: value'), and no heading ('== Turn 1') yet")
        if key in header:
            raise BadData(f"line {line.number}: '{key}:' stands in the header twice")
        header[key] = value.strip()
    return header, []


def _read_body(record: Record, rest: list[Line]) -> None:
    heading = ""
    for line in rest:
        if record.result:
            raise BadData(f"line {line.number}: nothing can follow the result")
        if line.text.startswith("=="):
            heading = line.text.removeprefix("==").strip()
        elif line.text.startswith("result:"):
            record.result = line.text.removeprefix("result:").strip() or "?"
        else:
            record.entries.append(_read_entry(line, heading))


def _read_entry(line: Line, heading: str) -> Entry:
    order, *parts = (part.strip() for part in line.text.split(";"))
    if not order or "" in parts:
        raise BadData(f"line {line.number}: something is missing beside a ';'")
    sign = parts.pop() if parts and parts[-1].startswith("#") else ""
    if sign and not _SIGN.fullmatch(sign):
        raise BadData(f"line {line.number}: {sign!r} is no check sign: '#' and four digits or letters a to f")
    dice: tuple[int, ...] = ()
    if parts and parts[0].split()[0] == "dice":
        if not _DICE.fullmatch(parts[0]):
            raise BadData(f"line {line.number}: {parts[0]!r} are no dice; they look like this: dice 4 2")
        dice = tuple(map(int, parts.pop(0).split()[1:]))
    return Entry(order, dice, tuple(parts), heading, line.number)


# One reader for each format there ever was: an old record opens for ever.
_READERS: dict[int, Callable[[list[Line]], Record]] = {1: _read_1, 2: _read_2, 3: _read_2}
