"""Requests to undo and redo have the form of all others, in the settings of their game.

Their tables stay until no process of the version before is left: it looks into them.
"""

from datetime import UTC
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

GAMES = sa.table(
    "games",
    sa.column("id", sa.BigInteger()),
    sa.column("rev", sa.Integer()),
    sa.column("settings", sa.JSON()),
)
ASKED = sa.table(
    "undo_requests",
    *map(sa.column, ("id", "game_id", "rev", "to_seq", "asked_by", "again")),
    *(sa.column(name, sa.TIMESTAMP(timezone=True)) for name in ("asked_at", "closed_at")),
)
ANSWERS = sa.table("undo_answers", *map(sa.column, ("request_id", "user_id", "agrees")))
ACTIONS = sa.table(
    "actions",
    *map(sa.column, ("game_id", "seq", "seat", "user_id", "text", "decided_by", "retraction_rev")),
)
KEY = "requests"


def upgrade() -> None:
    both = sa.select(GAMES.c.settings, ASKED).join(ASKED, ASKED.c.game_id == GAMES.c.id)
    open_ = both.where(ASKED.c.closed_at.is_(None), ASKED.c.rev == GAMES.c.rev)
    for row in op.get_bind().execute(open_).mappings().all():
        settings = row["settings"] or {}
        known = settings.get(KEY, [])
        _write(row["game_id"], {**settings, KEY: [*known, _request(row, {one["id"] for one in known})]})
        done = sa.update(ASKED).where(ASKED.c.id == row["id"])
        op.get_bind().execute(done.values(closed_at=row["asked_at"]))


def _request(row: sa.RowMapping, taken: set[int]) -> dict[str, Any]:
    """Return a request as it is stored from now on; its buttons know it by its old number, if that is free."""
    bind, again = op.get_bind(), row["again"]
    given = sa.select(ANSWERS.c.user_id, ANSWERS.c.agrees).where(ANSWERS.c.request_id == row["id"])
    answers = bind.execute(given).all()
    gone = sa.select(ACTIONS.c.seat, ACTIONS.c.user_id, ACTIONS.c.text, ACTIONS.c.decided_by).where(
        ACTIONS.c.game_id == row["game_id"], ACTIONS.c.retraction_rev == again
    )
    moves = bind.execute(gone.order_by(ACTIONS.c.seq)).mappings().all() if again is not None else []
    at = row["asked_at"]
    return {
        "kind": "undo" if again is None else "redo",
        "id": max(taken) + 1 if row["id"] in taken else row["id"],
        "rev": row["rev"],
        "by": row["asked_by"],
        "at": (at if at.tzinfo else at.replace(tzinfo=UTC)).isoformat(),
        "agreed": [user for user, agrees in answers if agrees],
        "refused": [user for user, agrees in answers if not agrees],
        "keep": row["to_seq"],
        "again": again or 0,
        "moves": [dict(move) for move in moves],
    }


def downgrade() -> None:
    """Ask nobody any longer about moves: what is open was asked in another form."""
    for game, settings in op.get_bind().execute(sa.select(GAMES.c.id, GAMES.c.settings)).all():
        if isinstance(settings, dict) and KEY in settings:
            kept = [one for one in settings[KEY] if one["kind"] not in ("undo", "redo")]
            _write(game, {**settings, KEY: kept})


def _write(game: int, settings: dict[str, Any]) -> None:
    op.get_bind().execute(sa.update(GAMES).where(GAMES.c.id == game).values(settings=settings))
