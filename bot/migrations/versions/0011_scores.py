"""What each seat scored in a finished game, and the last move of a standing order that its person was told of."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("score", sa.Integer()))
    op.add_column("standing_orders", sa.Column("told_rev", sa.Integer()))
    op.execute("UPDATE standing_orders SET told_rev = acted_rev")


def downgrade() -> None:
    op.drop_column("standing_orders", "told_rev")
    op.drop_column("seats", "score")
