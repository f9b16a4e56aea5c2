"""Requests to play again what was taken back: the revision of the undo that took it."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("undo_requests", sa.Column("again", sa.Integer()))


def downgrade() -> None:
    op.drop_column("undo_requests", "again")
