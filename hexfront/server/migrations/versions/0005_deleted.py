"""When a person deleted himself: what is left of him is a row without a name."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Everybody who is there is there."""
    op.add_column("person", sa.Column("deleted", sa.Double(), nullable=True))


def downgrade() -> None:
    """Who has gone is a guest with a curious name."""
    op.drop_column("person", "deleted")
