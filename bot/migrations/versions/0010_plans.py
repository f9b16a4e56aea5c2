"""Plans that people keep: tiles and tokens of one company, at one table."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "plans",
        sa.Column("id", SERIAL, primary_key=True, nullable=False),
        sa.Column("game_id", SERIAL, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_plans_game_id"),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.UniqueConstraint("game_id", "user_id", "name", name="uq_plans_game_id_user_id_name"),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    op.drop_table("plans")
