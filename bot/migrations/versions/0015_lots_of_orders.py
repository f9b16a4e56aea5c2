"""Standing orders that bid for one private become orders that name lots in turn."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

ORDERS = sa.table(
    "standing_orders",
    sa.column("id", sa.BigInteger()),
    sa.column("wanted", sa.JSON()),
    sa.column("reason", sa.JSON()),
)


def upgrade() -> None:
    for number, wanted, reason in _rows():
        if wanted.get("kind") == "bid_up":
            new = {"kind": "take_first", "lots": [wanted["private"]], "price": wanted["price"], "held": {}}
            _store(number, new, _renamed(reason, "private", "lot"))


def downgrade() -> None:
    for number, wanted, reason in _rows():
        if wanted.get("kind") == "take_first" and wanted["price"]:
            old = {"kind": "bid_up", "private": wanted["lots"][0], "price": wanted["price"]}
            _store(number, old, _renamed(reason, "lot", "private"))
        elif wanted.get("kind") in ("take_first", "start_at"):
            op.execute(ORDERS.delete().where(ORDERS.c.id == number))


def _rows() -> Any:
    return op.get_bind().execute(sa.select(ORDERS.c.id, ORDERS.c.wanted, ORDERS.c.reason)).all()


def _store(number: int, wanted: Mapping[str, Any], reason: Mapping[str, Any]) -> None:
    op.execute(ORDERS.update().where(ORDERS.c.id == number).values(wanted=wanted, reason=reason))


def _renamed(reason: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    return {new if key == old else key: value for key, value in reason.items()}
