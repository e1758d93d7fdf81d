"""Since when a side has been to decide: the clock of a game by days, which an offer or a new seat must not wind up."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Empty for games that were there before: their clock runs from the last change."""
    op.add_column("game", sa.Column("since", sa.Double(), nullable=True))


def downgrade() -> None:
    """Clocks run from the last change again."""
    op.drop_column("game", "since")
