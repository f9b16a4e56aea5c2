"""The tables, as the newest migration leaves them; the same for SQLite and PostgreSQL.

Discord's ids are 64-bit whole numbers. Every time is UTC. Texts of actions and snapshots are the engine's
own; the storage never reads them. The column ``seq`` is called ``ply`` in code, as everywhere else.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    TIMESTAMP,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TextClause,
    TypeDecorator,
    UniqueConstraint,
    text,
)

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


class UtcTime(TypeDecorator[datetime]):
    """An aware time, stored as UTC; SQLite keeps it as text that sorts by time."""

    impl = TIMESTAMP(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn an aware time into what the database keeps."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone cannot be stored")
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn what the database keeps into an aware UTC time."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


SERIAL = BigInteger().with_variant(Integer, "sqlite")
OPEN_GAME = text("state IN ('lobby', 'running')")
IN_FORCE = text("retracted_at IS NULL")
NOT_CLOSED = text("closed_at IS NULL")

metadata = MetaData(naming_convention=NAMING)


def _game(*, primary: bool = False) -> Column[int]:
    """Return the column that points to a game."""
    return Column("game_id", SERIAL, ForeignKey("games.id"), primary_key=primary, nullable=False)


def _only(rows: TextClause) -> dict[str, Any]:
    """Return the options that limit an index to some rows."""
    return {"sqlite_where": rows, "postgresql_where": rows}


games = Table(
    "games",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("title", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("places", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("host_user_id", BigInteger, nullable=False),
    Column("engine_version", Text, nullable=False),
    Column("rev", Integer, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("started_at", UtcTime),
    Column("finished_at", UtcTime),
    CheckConstraint("state IN ('lobby', 'running', 'finished', 'ended')", name="state"),
    Index("uq_games_open_channel", "channel_id", unique=True, **_only(OPEN_GAME)),
    Index("ix_games_state", "state"),
    sqlite_autoincrement=True,
)

seats = Table(
    "seats",
    metadata,
    _game(primary=True),
    Column("seat", Text, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("joined_at", UtcTime, nullable=False),
    Column("score", Integer),
    UniqueConstraint("game_id", "user_id"),
    UniqueConstraint("game_id", "position"),
    Index("ix_seats_user_id", "user_id"),
)

actions = Table(
    "actions",
    metadata,
    Column("id", SERIAL, primary_key=True),
    _game(),
    Column("seq", Integer, key="ply", nullable=False),
    Column("rev", Integer, nullable=False),
    Column("seat", Text, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("interaction_id", BigInteger),
    Column("part", Integer, nullable=False),
    Column("retracted_at", UtcTime),
    Column("retracted_by", BigInteger),
    Column("retraction_rev", Integer),
    Column("decided_by", Text, nullable=False, server_default=""),
    UniqueConstraint("game_id", "rev"),
    UniqueConstraint("interaction_id", "part"),
    Index("uq_actions_live", "game_id", "ply", unique=True, **_only(IN_FORCE)),
    sqlite_autoincrement=True,
)

snapshots = Table(
    "snapshots",
    metadata,
    _game(primary=True),
    Column("rev", Integer, primary_key=True),
    Column("seq", Integer, key="ply", nullable=False),
    Column("engine", Text, nullable=False),
    Column("blob", LargeBinary, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("digest", Text),
)

messages = Table(
    "messages",
    metadata,
    _game(primary=True),
    Column("purpose", Text, primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("rev", Integer, nullable=False),
    Column("posted_at", UtcTime, nullable=False),
)

news = Table(
    "news",
    metadata,
    Column("id", SERIAL, primary_key=True),
    _game(),
    Column("rev", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Index("ix_news_game_id", "game_id"),
    sqlite_autoincrement=True,
)

posts = Table(
    "posts",
    metadata,
    Column("id", SERIAL, primary_key=True),
    _game(),
    Column("purpose", Text, nullable=False),
    Column("rev", Integer, nullable=False),
    Column("content", Text, nullable=False),
    Column("mark", Text, nullable=False),
    Column("nonce", Text, nullable=False),
    Column("after_id", BigInteger, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("rings", Text, nullable=False, server_default=""),
    Index("ix_posts_game_id", "game_id"),
    sqlite_autoincrement=True,
)

# Nothing reads these two any more: they are kept for processes of the version before, beside which ours may run.
undo_requests = Table(
    "undo_requests",
    metadata,
    Column("id", SERIAL, primary_key=True),
    _game(),
    Column("rev", Integer, nullable=False),
    Column("to_seq", Integer, key="to_ply", nullable=False),
    Column("asked_by", BigInteger, nullable=False),
    Column("asked_at", UtcTime, nullable=False),
    Column("closed_at", UtcTime),
    Column("again", Integer),
    Index("uq_undo_requests_open", "game_id", unique=True, **_only(NOT_CLOSED)),
    sqlite_autoincrement=True,
)

undo_answers = Table(
    "undo_answers",
    metadata,
    Column("request_id", SERIAL, ForeignKey("undo_requests.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("agrees", Boolean, nullable=False),
    Column("answered_at", UtcTime, nullable=False),
)

users = Table(
    "users",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("zone", Text),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("interval_minutes", Integer),
    Column("snoozed_until", UtcTime),
    Column("language", Text),
    Column("locale", Text),
    Column("settings", JSON, nullable=False),
    Column("scheme", Text),
)

reminders = Table(
    "reminders",
    metadata,
    Column("id", SERIAL, primary_key=True),
    _game(),
    Column("user_id", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("rev", Integer, nullable=False),
    Column("since", UtcTime, nullable=False),
    Column("due_at", UtcTime),
    Column("count", Integer, nullable=False),
    Column("last_sent_at", UtcTime),
    Column("snoozed_until", UtcTime),
    Column("nonce", Text),
    Column("attempted_at", UtcTime),
    Column("failures", Integer, nullable=False),
    UniqueConstraint("game_id", "user_id", "kind"),
    Index("ix_reminders_due_at", "due_at"),
    Index("ix_reminders_user_id", "user_id"),
    sqlite_autoincrement=True,
)

bells = Table(
    "bells",
    metadata,
    _game(primary=True),
    Column("kind", Text, primary_key=True),
    Column("purpose", Text, primary_key=True),
    Column("by_user_id", BigInteger, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("rung_at", UtcTime, nullable=False),
    Column("rest", Integer, nullable=False),
    Column("owed", Text, nullable=False),
)

standing_orders = Table(
    "standing_orders",
    metadata,
    Column("id", SERIAL, primary_key=True),
    _game(),
    Column("user_id", BigInteger, nullable=False),
    Column("seat", Text, nullable=False),
    Column("wanted", JSON, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("acted_rev", Integer),
    Column("acts", Integer, nullable=False),
    Column("ended_at", UtcTime),
    Column("reason", JSON, nullable=False),
    Column("told", Boolean, nullable=False),
    Column("told_rev", Integer),
    Column("given_rev", Integer, nullable=False, server_default="0"),
    Index("ix_standing_orders_game_id", "game_id"),
    sqlite_autoincrement=True,
)

last_visits = Table(
    "last_looks",
    metadata,
    _game(primary=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("rev", Integer, nullable=False),
    Column("looked_at", UtcTime, nullable=False),
)

plans = Table(
    "plans",
    metadata,
    Column("id", SERIAL, primary_key=True),
    _game(),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("unit", Text, nullable=False),
    Column("steps", JSON, nullable=False),
    UniqueConstraint("game_id", "user_id", "name"),
    sqlite_autoincrement=True,
)

hooks = Table(
    "hooks",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("url", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("failures", Integer, nullable=False),
)

hook_posts = Table(
    "hook_posts",
    metadata,
    Column("id", SERIAL, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("due_at", UtcTime, nullable=False),
    Column("tries", Integer, nullable=False),
    Index("ix_hook_posts_due_at", "due_at"),
    sqlite_autoincrement=True,
)

league_signups = Table(
    "league_signups",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("title", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("name", Text, nullable=False),
    Column("signed_at", UtcTime, nullable=False),
)

seasons = Table(
    "seasons",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("begun_at", UtcTime, nullable=False),
    Column("ended_at", UtcTime),
)

meta = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

leases = Table(
    "leases",
    metadata,
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("until", UtcTime, nullable=False),
)
