"""By which rules of its game a game was begun: rules are mended, and what was legal then may not be so now."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """All that is there was begun by the first rules."""
    op.add_column("game", sa.Column("rules", sa.Integer(), nullable=False, server_default="1"))


def downgrade() -> None:
    """Whether a game can be played on is found out when it is opened."""
    op.drop_column("game", "rules")
