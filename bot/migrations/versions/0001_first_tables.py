"""First tables: games, seats, actions, and what belongs to them."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TABLES = (
    "games",
    "seats",
    "actions",
    "snapshots",
    "messages",
    "undo_requests",
    "undo_answers",
    "users",
    "reminders",
    "meta",
)
Kind = type[sa.types.TypeEngine[Any]]
SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OPEN_GAME = sa.text("state IN ('lobby', 'running')")
LIVE = sa.text("retracted_at IS NULL")
UNDECIDED = sa.text("closed_at IS NULL")

SQLITE_GUARD = """
CREATE TRIGGER actions_{what} BEFORE {event} ON actions
BEGIN SELECT RAISE(ABORT, 'actions are only ever appended and retracted'); END
"""
POSTGRES_GUARD = """
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'actions are only ever appended and retracted'
USING ERRCODE = 'restrict_violation'; END $$
"""
POSTGRES_TRIGGER = """
CREATE TRIGGER actions_{what} BEFORE {event} ON actions FOR EACH ROW EXECUTE FUNCTION refuse_rewriting()
"""
FORBIDDEN = (
    ("stay", "DELETE"),
    ("keep", "UPDATE OF game_id, seq, rev, seat, text, created_at, interaction_id"),
)


def upgrade() -> None:
    create_games()
    create_seats()
    create_actions()
    guard_actions()
    create_posts()
    create_undo()
    create_people()
    create_reminders()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_rewriting()")


def need(name: str, kind: Kind) -> sa.Column[Any]:
    return sa.Column(name, kind(), nullable=False)


def may(name: str, kind: Kind) -> sa.Column[Any]:
    return sa.Column(name, kind(), nullable=True)


def when(name: str, *, optional: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.TIMESTAMP(timezone=True), nullable=optional)


def serial() -> sa.Column[int]:
    return sa.Column("id", SERIAL, primary_key=True, nullable=False)


def of_game(table: str) -> tuple[sa.Column[int], sa.ForeignKeyConstraint]:
    key = sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=f"fk_{table}_game_id")
    return sa.Column("game_id", SERIAL, nullable=False), key


def create_games() -> None:
    op.create_table(
        "games",
        serial(),
        may("guild_id", sa.BigInteger),
        need("channel_id", sa.BigInteger),
        need("title", sa.Text),
        need("options", sa.JSON),
        need("seed", sa.BigInteger),
        need("places", sa.Integer),
        need("state", sa.Text),
        need("language", sa.Text),
        need("host_user_id", sa.BigInteger),
        need("engine_version", sa.Text),
        need("rev", sa.Integer),
        need("settings", sa.JSON),
        when("created_at"),
        when("started_at", optional=True),
        when("finished_at", optional=True),
        sa.CheckConstraint("state IN ('lobby', 'running', 'finished', 'ended')", name="ck_games_state"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_games_state", "games", ["state"])
    only: dict[str, Any] = {"sqlite_where": OPEN_GAME, "postgresql_where": OPEN_GAME}
    op.create_index("uq_games_open_channel", "games", ["channel_id"], unique=True, **only)


def create_seats() -> None:
    op.create_table(
        "seats",
        *of_game("seats"),
        need("seat", sa.Text),
        need("position", sa.Integer),
        need("user_id", sa.BigInteger),
        need("name", sa.Text),
        when("joined_at"),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_seats"),
        sa.UniqueConstraint("game_id", "user_id", name="uq_seats_game_id_user_id"),
        sa.UniqueConstraint("game_id", "position", name="uq_seats_game_id_position"),
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])


def create_actions() -> None:
    op.create_table(
        "actions",
        serial(),
        *of_game("actions"),
        need("seq", sa.Integer),
        need("rev", sa.Integer),
        need("seat", sa.Text),
        need("user_id", sa.BigInteger),
        need("text", sa.Text),
        when("created_at"),
        may("interaction_id", sa.BigInteger),
        need("part", sa.Integer),
        when("retracted_at", optional=True),
        may("retracted_by", sa.BigInteger),
        may("retraction_rev", sa.Integer),
        sa.UniqueConstraint("game_id", "rev", name="uq_actions_game_id_rev"),
        sa.UniqueConstraint("interaction_id", "part", name="uq_actions_interaction_id_part"),
        sqlite_autoincrement=True,
    )
    only: dict[str, Any] = {"sqlite_where": LIVE, "postgresql_where": LIVE}
    op.create_index("uq_actions_live", "actions", ["game_id", "seq"], unique=True, **only)


def guard_actions() -> None:
    postgres = op.get_bind().dialect.name == "postgresql"
    if postgres:
        op.execute(POSTGRES_GUARD)
    for what, event in FORBIDDEN:
        op.execute((POSTGRES_TRIGGER if postgres else SQLITE_GUARD).format(what=what, event=event))


def create_posts() -> None:
    op.create_table(
        "snapshots",
        *of_game("snapshots"),
        sa.Column("rev", sa.Integer(), autoincrement=False, nullable=False),
        need("seq", sa.Integer),
        need("engine", sa.Text),
        need("blob", sa.LargeBinary),
        when("created_at"),
        sa.PrimaryKeyConstraint("game_id", "rev", name="pk_snapshots"),
    )
    op.create_table(
        "messages",
        *of_game("messages"),
        need("purpose", sa.Text),
        need("channel_id", sa.BigInteger),
        need("message_id", sa.BigInteger),
        need("rev", sa.Integer),
        when("posted_at"),
        sa.PrimaryKeyConstraint("game_id", "purpose", name="pk_messages"),
    )


def create_undo() -> None:
    op.create_table(
        "undo_requests",
        serial(),
        *of_game("undo_requests"),
        need("rev", sa.Integer),
        need("to_seq", sa.Integer),
        need("asked_by", sa.BigInteger),
        when("asked_at"),
        when("closed_at", optional=True),
        sqlite_autoincrement=True,
    )
    only: dict[str, Any] = {"sqlite_where": UNDECIDED, "postgresql_where": UNDECIDED}
    op.create_index("uq_undo_requests_open", "undo_requests", ["game_id"], unique=True, **only)
    op.create_table(
        "undo_answers",
        sa.Column("request_id", SERIAL, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        need("agrees", sa.Boolean),
        when("answered_at"),
        sa.PrimaryKeyConstraint("request_id", "user_id", name="pk_undo_answers"),
        sa.ForeignKeyConstraint(["request_id"], ["undo_requests.id"], name="fk_undo_answers_request_id"),
    )


def create_people() -> None:
    op.create_table(
        "users",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False, nullable=False),
        may("zone", sa.Text),
        may("quiet_from", sa.Integer),
        may("quiet_to", sa.Integer),
        may("interval_minutes", sa.Integer),
        when("snoozed_until", optional=True),
        may("language", sa.Text),
        may("locale", sa.Text),
        need("settings", sa.JSON),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), primary_key=True, nullable=False),
        need("value", sa.Text),
    )


def create_reminders() -> None:
    op.create_table(
        "reminders",
        serial(),
        *of_game("reminders"),
        need("user_id", sa.BigInteger),
        need("kind", sa.Text),
        need("rev", sa.Integer),
        when("since"),
        when("due_at", optional=True),
        need("count", sa.Integer),
        when("last_sent_at", optional=True),
        when("snoozed_until", optional=True),
        may("nonce", sa.Text),
        when("attempted_at", optional=True),
        need("failures", sa.Integer),
        sa.UniqueConstraint("game_id", "user_id", "kind", name="uq_reminders_game_id_user_id_kind"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_reminders_due_at", "reminders", ["due_at"])
    op.create_index("ix_reminders_user_id", "reminders", ["user_id"])
