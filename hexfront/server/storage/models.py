"""The tables. What counts is `line`: the orders with their dice; everything else about a position follows from them.

`game` repeats what lists need (whose decision it is, the name of the turn), and `line` what the log needs (heading and
prose), so that neither has to play a game again. Times are seconds since 1970, UTC. `version` grows with every
change of a game or its seats: whoever writes names the version he knows, and is refused if it is not the last.
"""

from sqlalchemy import JSON, Boolean, Column, Double, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)


def _game() -> Column[str]:
    return Column("game_id", Text, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)


# What the server itself must remember, such as the secret with which it signs.
setting = Table("setting", metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False))

# How much somebody has asked for of what all workers count together, see buckets. Worth nothing after a crash.
bucket = Table("bucket", metadata, Column("name", Text, primary_key=True), Column("full_at", Double, nullable=False))

# -- people ------------------------------------------------------------------------------------------------

person = Table(
    "person",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, unique=True),  # the name as names are compared; null for guests
    Column("mail", Text),
    Column("password_hash", Text),  # null for guests
    Column("created", Double, nullable=False),
    Column("deleted", Double),  # when he deleted himself; the row stays for the seats that he had at others' games
)

login = Table(
    "login",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person_id", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("token_hash", Text, nullable=False, unique=True),
    Column("created", Double, nullable=False),
    Column("expires", Double, nullable=False),
)

token = Table(
    "token",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person_id", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("hash", Text, nullable=False, unique=True),
    Column("title", Text, nullable=False),
    Column("created", Double, nullable=False),
)

# -- games -------------------------------------------------------------------------------------------------

game = Table(
    "game",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("creator", Text, ForeignKey("person.id", ondelete="SET NULL")),
    Column("status", Text, nullable=False),  # running or over
    Column("result", Text, nullable=False, default=""),
    Column("lines", Integer, nullable=False, default=0),
    Column("version", Integer, nullable=False, default=1),
    Column("asks", Text, nullable=False, default=""),  # the side that decides now
    Column("turn_name", Text, nullable=False, default=""),
    Column("days", Integer),  # days for each decision, where there is a clock
    Column("private", Boolean, nullable=False, default=False),  # a what-if branch: in nobody else's list
    Column("since", Double),  # when the decision came to whoever has it; null in games older than this column
    Column("origin", JSON(none_as_null=True)),  # of a branch: the position with which it begins
    Column("parent", Text),  # and the game of which it is one, as long as there is that game
    Column("rules", Integer, nullable=False, server_default="1"),  # by which of the game's rules it was begun
    Column("robots", Text, nullable=False, server_default=""),  # sides that robots play by its rules
)
Index("ix_game_status_updated", game.c.status, game.c.updated)

seat = Table(
    "seat",
    metadata,
    _game(),
    Column("side", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # person, robot, local; open to all, or by link only
    Column("person_id", Text, ForeignKey("person.id", ondelete="SET NULL"), index=True),
    Column("robot", Text, nullable=False, default=""),
    Column("invite_hash", Text),
)

line = Table(
    "line",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("key", Text),  # of the sender, so that an order sent twice counts once
    Column("side", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("dice", JSON, nullable=False),
    Column("codes", JSON, nullable=False),
    Column("created", Double, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("step", Text, nullable=False),
    Column("heading", Text, nullable=False),
    Column("told", JSON, nullable=False),  # the prose of the log
    Column("roll", Integer, nullable=False),  # number of its first die
)
Index("uq_line_game_id_key", line.c.game_id, line.c.key, unique=True)

# Keys of orders that were taken back: should one come late, for the second time, it must not be played again.
# `version` is that of the game then: a key is forgotten when the game has changed so often since (bounds.UNDONE) that
# nobody can still be sending that order, and at the latest when the game is over.
undone = Table(
    "undone",
    metadata,
    _game(),
    Column("key", Text, primary_key=True),
    Column("version", Integer, nullable=False, server_default="0"),
)

snapshot = Table(
    "snapshot",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("form", Text, nullable=False),  # of which version of the game's state this is
    Column("state", LargeBinary, nullable=False),
)

# What robots meant to do, each before the order with which it began to do it. Who may read that, `plans` says.
plan = Table(
    "plan",
    metadata,
    _game(),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the order that it came before
    Column("side", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("step", Text, nullable=False),
    Column("words", JSON, nullable=False),
    Column("arrows", JSON, nullable=False),  # with the numbers that are printed on the hexes
)

# -- around the board --------------------------------------------------------------------------------------

talk = Table(
    "talk",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game_id", Text, ForeignKey("game.id", ondelete="CASCADE"), nullable=False),
    Column("person_id", Text, ForeignKey("person.id", ondelete="SET NULL")),
    Column("side", Text, nullable=False, default=""),
    Column("text", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("public", Boolean, nullable=False),
)
Index("ix_talk_game_id_id", talk.c.game_id, talk.c.id)

note = Table(
    "note",
    metadata,
    _game(),
    Column("person_id", Text, ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
)

offer = Table(
    "offer",
    metadata,
    _game(),
    Column("side", Text, primary_key=True),
    Column("kind", Text, primary_key=True),  # draw or takeback
    Column("line", Integer, nullable=False),  # after which line it was made
)

hook = Table(
    "hook",
    metadata,
    _game(),
    Column("person_id", Text, ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    Column("url", Text, nullable=False, default=""),
    Column("mail", Text, nullable=False, default=""),
)
