"""What decided a move where no person did, and at which revision a standing order was given."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("actions", sa.Column("decided_by", sa.Text(), nullable=False, server_default=""))
    op.execute("UPDATE actions SET decided_by = 'house' WHERE user_id = -100")
    op.add_column("standing_orders", sa.Column("given_rev", sa.Integer(), nullable=False, server_default="0"))
    op.execute(
        "UPDATE standing_orders SET given_rev = COALESCE((SELECT MAX(rev) FROM actions"
        " WHERE actions.game_id = standing_orders.game_id"
        " AND actions.created_at <= standing_orders.created_at), 0)"
    )


def downgrade() -> None:
    op.drop_column("standing_orders", "given_rev")
    op.drop_column("actions", "decided_by")
