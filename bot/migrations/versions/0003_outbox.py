"""The outbox: what the channels have yet to hear, and the messages that are on their way there."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "news",
        *_of_game("news"),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.TIMESTAMP(timezone=True), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_news_game_id", "news", ["game_id"])
    op.create_table(
        "posts",
        *_of_game("posts"),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("after_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.TIMESTAMP(timezone=True), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_posts_game_id", "posts", ["game_id"])


def downgrade() -> None:
    op.drop_table("posts")
    op.drop_table("news")


def _of_game(table: str) -> tuple[sa.Column[int], sa.Column[int], sa.ForeignKeyConstraint]:
    key = sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=f"fk_{table}_game_id")
    return (
        sa.Column("id", SERIAL, primary_key=True, nullable=False),
        sa.Column("game_id", SERIAL, nullable=False),
        key,
    )
