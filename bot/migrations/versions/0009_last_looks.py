"""When each person last looked at each table: the revision they saw."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "last_looks",
        sa.Column("game_id", SERIAL, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("looked_at", sa.TIMESTAMP(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_last_looks_game_id"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_last_looks"),
    )


def downgrade() -> None:
    op.drop_table("last_looks")
