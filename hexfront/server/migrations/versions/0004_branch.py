"""Where a branch begins, and how long the keys of orders that were taken back are remembered."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Branches that were there before go on as they are: with the lines of their game, and with its dice."""
    op.add_column("game", sa.Column("origin", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("game", sa.Column("parent", sa.Text(), nullable=True))
    op.add_column("undone", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE undone SET version = (SELECT game.version FROM game WHERE game.id = undone.game_id)")
    op.execute("DELETE FROM undone WHERE game_id IN (SELECT id FROM game WHERE status = 'over')")


def downgrade() -> None:
    """A branch that begins in the middle would begin anew: it goes."""
    op.execute("DELETE FROM game WHERE origin IS NOT NULL")
    op.drop_column("undone", "version")
    op.drop_column("game", "parent")
    op.drop_column("game", "origin")
