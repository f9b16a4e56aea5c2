"""What decided a move where no person did."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

THE_HOUSE = -100


def upgrade() -> None:
    op.add_column("actions", sa.Column("decided_by", sa.Text(), nullable=False, server_default=""))
    op.execute(f"UPDATE actions SET decided_by = 'house' WHERE user_id = {THE_HOUSE}")


def downgrade() -> None:
    op.drop_column("actions", "decided_by")
