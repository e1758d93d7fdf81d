"""Which sides robots play by a game's own rules: it is settled when a game begins, like its options."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """No game that is there asks for it."""
    op.add_column("game", sa.Column("robots", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Games that ask for it are not known to older versions."""
    op.drop_column("game", "robots")
