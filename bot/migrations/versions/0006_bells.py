"""Bells: who was called because of whom, so that a restart does not let anybody be called again at once."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    serial = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "bells",
        sa.Column("game_id", serial, sa.ForeignKey("games.id"), primary_key=True, nullable=False),
        sa.Column("by_user_id", sa.BigInteger(), primary_key=True, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False, nullable=False),
        sa.Column("rung_at", sa.TIMESTAMP(timezone=True), nullable=False),
        sa.Column("rest", sa.Integer(), nullable=False),
        sa.Column("owed", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("bells")
