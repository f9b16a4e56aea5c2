"""Requests to end a game or for a seat have one form, in the settings of their game."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

GAMES = sa.table("games", sa.column("id", sa.BigInteger()), sa.column("settings", sa.JSON()))
SEATS = sa.table(
    "seats",
    sa.column("game_id", sa.BigInteger()),
    sa.column("user_id", sa.BigInteger()),
    sa.column("seat", sa.Text()),
    sa.column("name", sa.Text()),
)
STOP, SEAT, NEW = "stopping", "replacement", "requests"


def upgrade() -> None:
    bind, now = op.get_bind(), datetime.now(UTC).isoformat()
    for game, settings in bind.execute(sa.select(GAMES.c.id, GAMES.c.settings)).all():
        if not isinstance(settings, dict) or not {STOP, SEAT} & settings.keys():
            continue
        seats = bind.execute(
            sa.select(SEATS.c.user_id, SEATS.c.seat, SEATS.c.name).where(SEATS.c.game_id == game)
        )
        people = {seat: (user, name) for user, seat, name in seats}
        found = [_stop(settings.get(STOP), people), _seat(settings.get(SEAT), people)]
        kept = {key: one for key, one in settings.items() if key not in (STOP, SEAT)}
        open_ = [{"id": number, "at": now, **one} for number, one in enumerate(filter(None, found), 1)]
        _write(game, kept | ({NEW: open_} if open_ else {}))


def _stop(stored: dict[str, Any] | None, people: dict[str, tuple[int, str]]) -> dict[str, Any] | None:
    if not stored:
        return None
    asked = [user for user, _ in people.values() if user > 0]
    return {
        "kind": "stop",
        "rev": stored["rev"],
        "by": stored["by"],
        "agreed": stored["agreed"],
        "asked": asked,
    }


def _seat(stored: dict[str, Any] | None, people: dict[str, tuple[int, str]]) -> dict[str, Any] | None:
    if not stored:
        return None
    user, leaver = stored["user"], stored["leaver"]
    return {
        "kind": "seat" if user > 0 else "out",
        "rev": 0,
        "by": stored["by"],
        "asked": stored.get("electors") or [],
        "must": [user] if user > 0 else [],
        "agreed": [one for one in stored.get("agreed") or [] if one > 0],
        "refused": stored.get("refused") or [],
        "seat": stored["seat"],
        "holder": leaver,
        "back": people.get(stored["seat"], (0, ""))[1],
        "user": user,
        "name": stored["name"],
    }


def downgrade() -> None:
    """Ask nobody any longer: what is open was asked in another form."""
    for game, settings in op.get_bind().execute(sa.select(GAMES.c.id, GAMES.c.settings)).all():
        if isinstance(settings, dict) and NEW in settings:
            _write(game, {key: one for key, one in settings.items() if key != NEW})


def _write(game: int, settings: dict[str, Any]) -> None:
    op.get_bind().execute(sa.update(GAMES).where(GAMES.c.id == game).values(settings=settings))
