"""Standing orders: what a person has decided beforehand, at one table."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "standing_orders",
        sa.Column("id", SERIAL, primary_key=True, nullable=False),
        sa.Column("game_id", SERIAL, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_standing_orders_game_id"),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("wanted", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.TIMESTAMP(timezone=True), nullable=False),
        sa.Column("acted_rev", sa.Integer()),
        sa.Column("acts", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.TIMESTAMP(timezone=True)),
        sa.Column("reason", sa.JSON(), nullable=False),
        sa.Column("told", sa.Boolean(create_constraint=False), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_standing_orders_game_id", "standing_orders", ["game_id"])


def downgrade() -> None:
    op.drop_table("standing_orders")
