"""Bells say of what kind they are and for what purpose they ring, instead of by numbers that no person has."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

# Stood for whoever calls: -4611686018427387904, that the turn before is over; one and two above it, that somebody
# is awaited among others for a turn or an undo. A bell whose person wanted no calls rested for 86400 seconds.
TAKEN_OVER = """
SELECT game_id,
    CASE WHEN by_user_id = -4611686018427387904 THEN 'waits'
         WHEN by_user_id IN (-4611686018427387903, -4611686018427387902) THEN 'among'
         WHEN rest = 86400 THEN 'quiet' ELSE 'rang' END AS kind,
    CASE WHEN by_user_id = -4611686018427387902 THEN 'undo'
         WHEN owed LIKE 'undo%' THEN 'undo' WHEN owed LIKE 'stop%' THEN 'stop'
         WHEN owed LIKE 'seat%' THEN 'seat' WHEN owed LIKE 'clock%' THEN 'clock'
         WHEN owed IN ('full', 'invited') THEN owed ELSE 'turn' END AS purpose,
    CASE WHEN by_user_id < -4611686018427387901 THEN 0 ELSE by_user_id END AS by_user_id,
    user_id, rung_at, rest, owed
FROM bells
"""
GIVEN_BACK = """
SELECT game_id,
    CASE WHEN kind = 'waits' THEN -4611686018427387904
         WHEN kind = 'among' AND purpose = 'undo' THEN -4611686018427387902
         WHEN kind = 'among' THEN -4611686018427387903 ELSE by_user_id END AS by_user_id,
    user_id, MAX(rung_at) AS rung_at, MAX(rest) AS rest, MAX(owed) AS owed
FROM bells WHERE kind <> 'quiet'
GROUP BY 1, 2, 3
"""


def _made_anew(taken_over: str, *keys: sa.Column[str]) -> None:
    """Make the table anew with other keys, and with what a query tells of the rows it had."""
    told = sa.text(taken_over).columns(rung_at=sa.TIMESTAMP(timezone=True))
    rows = [dict(row) for row in op.get_bind().execute(told).mappings()]
    op.drop_table("bells")
    serial = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    bells = op.create_table(
        "bells",
        sa.Column("game_id", serial, sa.ForeignKey("games.id"), primary_key=True, nullable=False),
        *keys,
        sa.Column("by_user_id", sa.BigInteger(), primary_key=True, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False, nullable=False),
        sa.Column("rung_at", sa.TIMESTAMP(timezone=True), nullable=False),
        sa.Column("rest", sa.Integer(), nullable=False),
        sa.Column("owed", sa.Text(), nullable=False),
    )
    op.bulk_insert(bells, rows)


def upgrade() -> None:
    names = ("kind", "purpose")
    _made_anew(TAKEN_OVER, *(sa.Column(name, sa.Text(), primary_key=True, nullable=False) for name in names))


def downgrade() -> None:
    _made_anew(GIVEN_BACK)
