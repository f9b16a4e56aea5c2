"""Everything that outlives the process, in one SQLite file."""

import base64
import errno
import json
import secrets
import sqlite3
from pathlib import Path
from typing import Any

from bot.local.ids import BOT
from bot.local.wire import JsonObject

TABLES = """
CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS seats(id TEXT PRIMARY KEY, name TEXT NOT NULL, locale TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS channels(id TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS guilds(id TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS messages(id INTEGER PRIMARY KEY, channel TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS messages_of_channel ON messages(channel, id);
CREATE TABLE IF NOT EXISTS attachments(id TEXT PRIMARY KEY, message INTEGER NOT NULL, type TEXT NOT NULL,
    data BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS attachments_of_message ON attachments(message);
CREATE TABLE IF NOT EXISTS commands(scope TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS pings(seat TEXT NOT NULL, channel TEXT NOT NULL, message INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS reads(seat TEXT NOT NULL, channel TEXT NOT NULL, message TEXT NOT NULL,
    PRIMARY KEY(seat, channel));
"""


class UnusableFile(OSError):
    """The file with the channels cannot be opened, read or written; ``strerror`` says so in a line."""

    def __init__(self, path: Path | None, why: object) -> None:
        super().__init__(errno.EIO, f"{path} cannot be used: {why}")


class Store:
    """Seats, channels, messages, attachments and commands.

    :raises UnusableFile: when the file is not a database, or may not be written
    """

    def __init__(self, path: Path | None) -> None:
        self._commands: dict[str, list[JsonObject]] = {}
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None)
        except (OSError, sqlite3.DatabaseError) as error:
            raise UnusableFile(path, getattr(error, "strerror", None) or error) from error
        try:
            self._prepare()
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise UnusableFile(path, error) from error

    def _prepare(self) -> None:
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute("PRAGMA busy_timeout=5000")
        self._db.executescript(TABLES)
        self._db.execute(
            "DELETE FROM attachments WHERE message NOT IN (SELECT id FROM messages)",
        )

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def _rows(self, query: str, *values: Any) -> list[Any]:
        return self._db.execute(query, values).fetchall()

    def token(self) -> str:
        """Return the bot's token, made up in Discord's form when the file is new."""
        who = base64.b64encode(BOT.encode()).decode().rstrip("=")
        made = f"{who}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}"
        self._db.execute("INSERT OR IGNORE INTO meta VALUES('token', ?)", (made,))
        return str(self._rows("SELECT value FROM meta WHERE key = 'token'")[0][0])

    def move(self, base: str) -> None:
        """Let the addresses of stored files begin with the address the server has now."""
        old = self._rows("SELECT value FROM meta WHERE key = 'base'")
        if old and old[0][0] != base:
            self._db.execute(
                "UPDATE messages SET body = replace(body, ?, ?)", (f'"{old[0][0]}/', f'"{base}/')
            )
        self._db.execute("INSERT OR REPLACE INTO meta VALUES('base', ?)", (base,))

    # seats

    def seats(self) -> list[JsonObject]:
        """Return all seats in their order."""
        rows = self._rows("SELECT id, name, locale FROM seats ORDER BY CAST(id AS INTEGER)")
        return [{"id": seat, "name": name, "locale": locale} for seat, name, locale in rows]

    def put_seat(self, seat: JsonObject) -> None:
        """Add a seat or change it."""
        values = (seat["id"], seat["name"], seat["locale"])
        self._db.execute("INSERT OR REPLACE INTO seats VALUES(?, ?, ?)", values)

    # guilds

    def guilds(self) -> list[JsonObject]:
        """Return all guilds, oldest first."""
        rows = self._rows("SELECT body FROM guilds ORDER BY CAST(id AS INTEGER)")
        return [json.loads(body) for (body,) in rows]

    def put_guild(self, guild: JsonObject) -> None:
        """Add a guild or change it."""
        self._db.execute("INSERT OR REPLACE INTO guilds VALUES(?, ?)", (guild["id"], json.dumps(guild)))

    # channels

    def channels(self) -> list[JsonObject]:
        """Return all channels and threads, oldest first."""
        rows = self._rows("SELECT body FROM channels ORDER BY CAST(id AS INTEGER)")
        return [json.loads(body) for (body,) in rows]

    def put_channel(self, channel: JsonObject) -> None:
        """Add a channel or change it."""
        self._db.execute("INSERT OR REPLACE INTO channels VALUES(?, ?)", (channel["id"], json.dumps(channel)))

    def drop_channel(self, channel: str) -> None:
        """Remove a channel with all it holds."""
        self._db.execute(
            "DELETE FROM attachments WHERE message IN (SELECT id FROM messages WHERE channel = ?)",
            (channel,),
        )
        for table, key in (
            ("messages", "channel"),
            ("pings", "channel"),
            ("reads", "channel"),
            ("channels", "id"),
        ):
            self._db.execute(f"DELETE FROM {table} WHERE {key} = ?", (channel,))  # noqa: S608 - fixed names

    # messages

    def put_message(self, message: JsonObject) -> None:
        """Add a message or change it."""
        values = (int(message["id"]), message["channel_id"], json.dumps(message))
        self._db.execute("INSERT OR REPLACE INTO messages VALUES(?, ?, ?)", values)

    def message(self, message: str) -> JsonObject | None:
        """Return one message."""
        rows = self._rows("SELECT body FROM messages WHERE id = ?", int(message))
        return json.loads(rows[0][0]) if rows else None

    def messages(
        self,
        channel: str,
        *,
        limit: int = 50,
        before: str | None = None,
        after: str | None = None,
        around: str | None = None,
    ) -> list[JsonObject]:
        """Return the newest messages of a channel within the bounds, or the oldest above `after`; ascending."""
        if around:
            half = self.messages(channel, limit=max(limit // 2, 1), before=str(int(around) + 1))
            return half + self.messages(channel, limit=limit - len(half), after=around)
        order = "ASC" if after else "DESC"
        rows = self._rows(
            f"SELECT body FROM messages WHERE channel = ? AND id < ? AND id > ? ORDER BY id {order} LIMIT ?",  # noqa: S608
            channel,
            int(before or 2**63 - 1),
            int(after or 0),
            limit,
        )
        found = [json.loads(body) for (body,) in rows]
        return found if after else found[::-1]

    def newest(self) -> dict[str, str]:
        """Return the newest message of every channel that has one."""
        return {
            channel: str(last)
            for channel, last in self._rows("SELECT channel, MAX(id) FROM messages GROUP BY 1")
        }

    def drop_message(self, message: str) -> None:
        """Remove a message with its attachments."""
        self._db.execute("DELETE FROM messages WHERE id = ?", (int(message),))
        self._db.execute("DELETE FROM pings WHERE message = ?", (int(message),))
        self.keep_attachments(message, ())

    # attachments

    def put_attachment(self, attachment: str, message: str, kind: str, data: bytes) -> None:
        """Store the bytes of a file."""
        self._db.execute("INSERT INTO attachments VALUES(?, ?, ?, ?)", (attachment, int(message), kind, data))

    def attachment(self, attachment: str) -> tuple[str, bytes] | None:
        """Return the media type and the bytes of a file."""
        rows = self._rows("SELECT type, data FROM attachments WHERE id = ?", attachment)
        return rows[0] if rows else None

    def keep_attachments(self, message: str, keep: tuple[str, ...]) -> None:
        """Forget the files of a message except these."""
        for (attachment,) in self._rows("SELECT id FROM attachments WHERE message = ?", int(message)):
            if attachment not in keep:
                self._db.execute("DELETE FROM attachments WHERE id = ?", (attachment,))

    # commands

    def commands(self, scope: str) -> list[JsonObject]:
        """Return the commands registered for a guild, or for all ("global"); they are not to be written on."""
        if scope not in self._commands:
            rows = self._rows("SELECT body FROM commands WHERE scope = ?", scope)
            self._commands[scope] = json.loads(rows[0][0]) if rows else []
        return self._commands[scope]

    def put_commands(self, scope: str, commands: list[JsonObject]) -> None:
        """Replace the registered commands."""
        self._commands.pop(scope, None)
        self._db.execute("INSERT OR REPLACE INTO commands VALUES(?, ?)", (scope, json.dumps(commands)))

    # what a seat has been called to, and what it has read

    def put_ping(self, seat: str, channel: str, message: str) -> None:
        """Remember that a message called a seat."""
        self._db.execute("INSERT INTO pings VALUES(?, ?, ?)", (seat, channel, int(message)))

    def pings(self) -> list[JsonObject]:
        """Return the last calls, oldest first."""
        rows = self._rows("SELECT seat, channel, message FROM pings ORDER BY message DESC LIMIT 200")
        return [
            {"seat": seat, "channel": channel, "message": str(message)}
            for seat, channel, message in rows[::-1]
        ]

    def put_read(self, seat: str, channel: str, message: str) -> None:
        """Remember how far a seat has read."""
        self._db.execute("INSERT OR REPLACE INTO reads VALUES(?, ?, ?)", (seat, channel, message))

    def reads(self) -> list[JsonObject]:
        """Return how far each seat has read each channel."""
        rows = self._rows("SELECT seat, channel, message FROM reads")
        return [{"seat": seat, "channel": channel, "message": message} for seat, channel, message in rows]
