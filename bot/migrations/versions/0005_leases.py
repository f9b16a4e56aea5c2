"""Leases: which process may do what only one may do at a time."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("name", sa.Text(), primary_key=True, nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("until", sa.TIMESTAMP(timezone=True), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("leases")
