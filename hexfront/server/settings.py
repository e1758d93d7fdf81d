"""What a server can be told when it starts: the command line's options, and the environment for what is secret."""

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import msgspec
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from hexfront.engine.errors import BadData
from hexfront.server.gate.addresses import Network, networks

PREFIX = "HEXFRONT_"
DEFAULT_PORTS = {"http": 80, "https": 443}


class Settings(msgspec.Struct, frozen=True):
    """All that can be set. Every worker process gets the same."""

    db: str = ""  # URL of the database; empty for the SQLite file in the user's data folder
    host: str = "127.0.0.1"
    port: int = 8041
    workers: int = 1
    thinkers: int = 1  # processes in which robots think, for each worker
    games: int = 500  # games that a worker keeps in memory
    public_url: str = ""  # where people reach this server: the links in mails, and the one Host that is answered
    proxies: str = "127.0.0.1,::1"  # whose word about a sender's address is believed, where there is a public URL
    secure: bool = False  # send cookies over HTTPS only; a public URL with https:// means the same
    smtp: str = ""  # smtp://user:password@host:port; mails are sent only where this and the public URL are set
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

    @property
    def encrypted(self) -> bool:
        """Do people reach this server by HTTPS, whatever it speaks itself?"""
        return self.secure or self.public_url.startswith("https://")

    @property
    def sends_mail(self) -> bool:
        """Can it send mail, and does it know where its links lead?"""
        return bool(self.smtp and self.public_url)

    @property
    def networks(self) -> tuple[Network, ...]:
        """The proxies that are trusted."""
        return networks(self.proxies, f"{PREFIX}PROXIES")

    @property
    def hosts(self) -> frozenset[str]:
        """What the header Host may say; nothing where any may."""
        if not self.public_url:
            return frozenset()
        parts = self._public()
        port, usual = parts.port, DEFAULT_PORTS[parts.scheme]
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else str(parts.hostname)
        return frozenset((host, f"{host}:{usual}") if port in (None, usual) else (f"{host}:{port}",))

    def _public(self) -> SplitResult:
        try:
            parts = urlsplit(self.public_url)
            good = parts.scheme in DEFAULT_PORTS and parts.hostname and parts.port != 0 and not parts.username
        except ValueError:
            good = False
        if not good or parts.path.strip("/") or parts.query or parts.fragment:
            raise BadData(f"{PREFIX}PUBLIC_URL is a web address such as https://games.example.org")
        return parts

    def check(self) -> "Settings":
        """Itself, or BadData with one sentence about what does not fit together."""
        if not self.url.startswith(("sqlite+aiosqlite://", "postgresql+asyncpg://")):
            raise BadData("--db takes sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER@HOST/NAME")
        try:
            url = make_url(self.url)
            odd = not self.is_sqlite and "@" in f"{url.host}{url.database}"  # the end of a password
        except (ArgumentError, ValueError):  # which would show it
            odd = True
        if odd:
            raise BadData("the database's URL cannot be read: in a password write %40 for @ and %2F for /")
        self.networks, self.hosts  # noqa: B018  (both look at what they read)
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
    for name in _SECRET:
        if path := environ.get(f"{PREFIX}{name.upper()}_FILE"):
            told[name] = from_file(Path(path))
    try:
        return msgspec.convert(told, Settings, strict=False).check()
    except msgspec.ValidationError as error:
        raise BadData(f"a variable {PREFIX}... cannot be used: {error}") from None


def from_file(path: Path) -> str:
    """A setting that nobody should read in a list of processes: the first line of a file."""
    try:
        return path.read_text().strip().split("\n")[0].strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: {getattr(error, 'strerror', None) or 'this is no text'}") from None


_SINGLE = ("db", "public_url", "proxies", "secure", "smtp", "mail_from", "secret", "thinkers", "games", "limits")
_SECRET = ("db", "smtp", "secret")  # these may also be told by a file: HEXFRONT_DB_FILE ...
