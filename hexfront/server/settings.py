"""What a server can be told when it starts: the command line's options, and the environment for what is secret."""

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from hexfront.engine.errors import BadData

PREFIX = "HEXFRONT_"


class Settings(msgspec.Struct, frozen=True):
    """All that can be set. Every worker process gets the same."""

    db: str = ""  # URL of the database; empty for the SQLite file in the user's data folder
    host: str = "127.0.0.1"
    port: int = 8041
    workers: int = 1
    thinkers: int = 1  # processes in which robots think, for each worker
    games: int = 500  # games that a worker keeps in memory
    public_url: str = ""  # where people reach this server, for the links in mails
    secure: bool = False  # send cookies over HTTPS only, although the server itself speaks HTTP behind a proxy
    smtp: str = ""  # smtp://user:password@host:port; mails are sent only where this is set
    mail_from: str = ""
    secret: str = ""  # signs cookies; drawn once and kept in the database when it is not set
    limits: bool = True  # rate limits, and no chosen seeds between people; off only to measure and to test

    @property
    def url(self) -> str:
        """The URL of the database, the default one included."""
        return self.db or f"sqlite+aiosqlite:///{data_folder() / 'hexfront.db'}"

    @property
    def is_sqlite(self) -> bool:
        """Is the database one file, with one worker in front of it?"""
        return self.url.startswith("sqlite")

    def check(self) -> "Settings":
        """Itself, or BadData with one sentence about what does not fit together."""
        if not self.url.startswith(("sqlite+aiosqlite://", "postgresql+asyncpg://")):
            raise BadData("--db takes sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER@HOST/NAME")
        if self.is_sqlite and self.workers > 1:
            raise BadData("an SQLite file is served by one worker; for several use --db postgresql+asyncpg://...")
        return self


def data_folder() -> Path:
    """Where a user's programs keep their data."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "hexfront"


def to_environment(settings: Settings) -> dict[str, str]:
    """The settings as variables, by which they reach worker processes."""
    return {PREFIX + "SETTINGS": msgspec.json.encode(settings).decode()}


def from_environment(environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings that a worker was given, or those that single variables (HEXFRONT_SMTP ...) tell."""
    whole = environ.get(PREFIX + "SETTINGS")
    if whole:
        return msgspec.json.decode(whole, type=Settings).check()
    told = {name: environ[PREFIX + name.upper()] for name in _SINGLE if PREFIX + name.upper() in environ}
    try:
        return msgspec.convert(told, Settings, strict=False).check()
    except msgspec.ValidationError as error:
        raise BadData(f"a variable {PREFIX}... cannot be used: {error}") from None


_SINGLE = ("db", "public_url", "secure", "smtp", "mail_from", "secret", "thinkers", "games", "limits")
