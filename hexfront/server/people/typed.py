"""Names, chat and notes as people type them: one Unicode form, nothing invisible, and not too long.

Escaping is the page's business (it never puts these texts into markup); what is kept here is only that a text cannot
pretend to be another one, cannot turn the writing direction of what follows, and cannot upset a database.
"""

import re
import unicodedata

from litestar.exceptions import ClientException

NAME = 40  # characters of a name
TALK = 2_000  # of one line of chat
NOTE = 20_000  # of a person's notes on one game
TITLE = 60  # of a token's title
MAIL = 254  # of a mail address, as the mail standards have it

LONGER = 4  # times as long as allowed may a text be before its letters and marks are put together
MARKS = 30  # combining marks in a row, as Unicode's own stream-safe texts have at most

_MAIL = re.compile(r"[^@\s<>\"(),:;\\\[\]]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")
_JOINER = "\u200d"  # holds emoji together, and letters of some scripts


def bad(why: str, status: int = 422) -> ClientException:
    """A refusal in one sentence."""
    return ClientException(detail=why, status_code=status)


def _visible(char: str) -> bool:
    """Is it something that can be seen, a blank, or what holds letters together?"""
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or char == _JOINER


def composed(text: str, limit: int, what: str) -> str:
    """The text in its one Unicode form (NFC). What is too long, or a heap of marks, is refused before it takes time."""
    if len(text) > LONGER * limit:
        raise bad(f"{what} may have {limit} characters at most, and this one has {len(text)}")
    marks = 0
    for char in text if not text.isascii() else "":
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks > MARKS:
            raise bad(f"{what} may have {MARKS} marks on one letter at most")
    return unicodedata.normalize("NFC", text)


def one_line(text: str, limit: int, what: str) -> str:
    """A name or title: refused, not mended, when it holds something that cannot be seen."""
    text = " ".join(composed(text, limit, what).split(" ")).strip()
    if not text.strip(_JOINER):
        raise bad(f"{what} must not be empty")
    if len(text) > limit:
        raise bad(f"{what} may have {limit} characters at most, and this one has {len(text)}")
    if not all(map(_visible, text)):
        raise bad(f"{what} may hold only characters that can be seen")
    return " ".join(text.split())


def many_lines(text: str, limit: int, what: str) -> str:
    """Chat or notes: what cannot be seen is left out, line ends and tabs stay."""
    text = composed(text, limit, what).replace("\r\n", "\n").replace("\r", "\n")
    text = "".join(char for char in text if char in "\n\t" or _visible(char)).rstrip()
    if len(text) > limit:
        raise bad(f"{what} may have {limit} characters at most, and this one has {len(text)}")
    return text


def folded(name: str) -> str:
    """What two names must not share: the same letters, however they are written."""
    name = composed(name, NAME, "a name")
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def mail_address(text: str) -> str:
    """A mail address that can stand in a header of a mail, and nothing else."""
    text = text.strip()
    if len(text) > MAIL or not text.isascii() or not _MAIL.fullmatch(text):
        raise bad("this is no mail address: it should look like somebody@example.org")
    return text
