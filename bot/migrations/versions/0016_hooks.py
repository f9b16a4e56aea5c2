"""Addresses on the web that are told of calls, and what they have not been told yet."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "hooks",
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("owner", name="pk_hooks"),
    )
    op.create_table(
        "hook_posts",
        sa.Column("id", SERIAL, primary_key=True, nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", sa.TIMESTAMP(timezone=True), nullable=False),
        sa.Column("due_at", sa.TIMESTAMP(timezone=True), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_hook_posts_due_at", "hook_posts", ["due_at"])
    op.add_column("posts", sa.Column("rings", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("posts", "rings")
    op.drop_table("hook_posts")
    op.drop_table("hooks")
