"""What the server writes into its log: never what people have sent, and no secret of a game.

A database that refuses a statement likes to tell all of its values: passwords' hashes, notes, seeds of running games.
"""

import logging
import re

# What PostgreSQL and its driver add to an error: the row or the key that it was about, or the value itself.
_AFTER = r"HINT: |\[SQL|\(Background|Traceback|The above|During|  File |\n"
_DETAIL = re.compile(rf"^DETAIL: .*?(?=^(?:{_AFTER})|\Z)", re.M | re.S)
_VALUE = re.compile(r"(invalid input for query argument \$\d+).*")
_PARAMETERS = re.compile(r"^\[parameters: .*\]$", re.M)


class Discreet(logging.Formatter):
    """Lines of the log, errors and their causes included, without the values of statements."""

    def format(self, record: logging.LogRecord) -> str:
        """What is left of a line."""
        return discreet(super().format(record))


def discreet(text: str) -> str:
    """A text without what a database tells of the values that it was given."""
    text = _PARAMETERS.sub("[parameters left out]", text)
    return _DETAIL.sub("DETAIL left out\n", _VALUE.sub(r"\1", text)).rstrip("\n")


def log_plainly() -> None:
    """For each process of the server: one line for each thing, on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet("%(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    for noisy in ("alembic", "litestar"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
