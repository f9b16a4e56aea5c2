"""Snapshot digests: a snapshot is used only if it is what was stored."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("snapshots", sa.Column("digest", sa.Text(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("snapshots") as snapshots:
        snapshots.drop_column("digest")
