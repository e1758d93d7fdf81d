"""What all workers count together: how often somebody may ask for what is rare and dear."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """PostgreSQL need not write it to its log: after a crash everybody begins anew."""
    op.create_table(
        "bucket",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("full_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_bucket")),
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("bucket")
