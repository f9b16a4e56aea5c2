"""Reminders as rows: who owes a decision, when to remind them next, and which reminder is being sent.

The rules about *when* are in :mod:`bot.reminders`; here every change is one transaction. A reminder counts
only while its game runs and stands at the reminder's revision, so a move silences it at once, even before
``await_users`` has named the next person.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database, whole_requests
from bot.storage.queries import locked_game, pick
from bot.storage.rows import Decision, PendingRow, ReminderRow, UserRow
from bot.storage.schema import games, reminders, users

BATCH = 50
UNSENT = {"count": 0, "last_sent_at": None, "snoozed_until": None}
UNCLAIMED = {"nonce": None, "attempted_at": None, "failures": 0}
REMINDER = [reminders.c[field.name] for field in fields(ReminderRow)]
USER = [users.c[field.name] for field in fields(UserRow)][1:]
CURRENT = (
    select(*REMINDER, games.c.settings, *USER)
    .join(games, games.c.id == reminders.c.game_id)
    .outerjoin(users, users.c.user_id == reminders.c.user_id)
    .where(games.c.state == "running", games.c.rev == reminders.c.rev)
)


def _new(decision: Decision, user_id: int, due_at: datetime | None) -> dict[str, Any]:
    """Return the row of a reminder that nobody has sent yet."""
    return {
        "game_id": decision.game_id,
        "user_id": user_id,
        "kind": decision.kind,
        "rev": decision.rev,
        "since": decision.since,
        "due_at": due_at,
        **UNSENT,
        **UNCLAIMED,
    }


@whole_requests
@dataclass(frozen=True)
class StoredReminders:
    """Naming who is awaited, and claiming, confirming and postponing reminders."""

    database: Database

    async def await_users(self, decision: Decision, due: Mapping[int, datetime | None]) -> bool:
        """Replace the reminders of the decision's kind by ``due``: everybody awaited, and when first.

        Whoever was awaited before and still is keeps their reminder, unless they have just acted. Reminders of
        other kinds that belong to an older revision go too. Return False, with nothing changed, where the game has
        moved on from the decision's revision or does not run.
        """
        async with self.database.writing(later=True) as connection:
            game = await locked_game(connection, decision.game_id)
            if game.rev != decision.rev or game.state != "running":
                return False
            kept = await self._drop(connection, decision, {*due} - {decision.acted})
            new = [_new(decision, user_id, at) for user_id, at in due.items() if user_id not in kept]
            if new:
                await connection.execute(insert(reminders), new)
        return True

    async def _drop(
        self, connection: AsyncConnection, decision: Decision, keep: Collection[int | None]
    ) -> set[int]:
        """Delete what no longer applies, lift the rest to the revision, and return whose it is."""
        of_game = reminders.c.game_id == decision.game_id
        same, old = reminders.c.kind == decision.kind, reminders.c.rev != decision.rev
        over = (same & reminders.c.user_id.not_in(keep)) | (~same & old)
        await connection.execute(delete(reminders).where(of_game, over))
        lifted = update(reminders).where(of_game, same).values(rev=decision.rev)
        return set(await connection.scalars(lifted.returning(reminders.c.user_id)))

    async def of_game(self, game_id: int) -> tuple[ReminderRow, ...]:
        """Return the reminders of a game, those already overtaken by a move too."""
        query = pick(reminders, ReminderRow).where(reminders.c.game_id == game_id)
        return await self.database.rows(ReminderRow, query.order_by(reminders.c.id))

    async def due(self, now: datetime) -> tuple[PendingRow, ...]:
        """Return up to 50 reminders that are due, the longest due first."""
        return await self._of_shard(reminders.c.due_at <= now)

    async def pending(
        self, *, user_id: int | None = None, game_id: int | None = None
    ) -> tuple[PendingRow, ...]:
        """Return the reminders of a person in any shard, or of a game, that no attempt to send has touched."""
        unclaimed = reminders.c.nonce.is_(None)
        if game_id is None:
            return await self._joined(reminders.c.user_id == user_id, unclaimed, limit=None)
        return await self._of_shard(reminders.c.game_id == game_id, unclaimed, limit=None)

    async def _of_shard(
        self, *which: ColumnElement[bool], limit: int | None = BATCH
    ) -> tuple[PendingRow, ...]:
        return await self._joined(*which, self.database.shard.own_games, limit=limit)

    async def _joined(self, *which: ColumnElement[bool], limit: int | None) -> tuple[PendingRow, ...]:
        query = CURRENT.where(*which).order_by(reminders.c.due_at, reminders.c.id).limit(limit)
        async with self.database.asking() as connection:
            rows = (await connection.execute(query)).all()
        width = len(REMINDER)
        return tuple(
            PendingRow(ReminderRow(*row[:width]), row[width], UserRow(row.user_id, *row[width + 1 :]))
            for row in rows
        )

    async def rewound(self, now: datetime, latest: datetime) -> tuple[PendingRow, ...]:
        """Set to ``now`` what was noted at a moment after ``latest``, and return the reminders it was noted of."""
        noted = (reminders.c.since, reminders.c.last_sent_at, reminders.c.attempted_at)
        ahead = (
            select(reminders.c.id)
            .join(games, games.c.id == reminders.c.game_id)
            .where(or_(*(column > latest for column in noted)), self.database.shard.own_games)
        )
        async with self.database.asking() as connection:
            ids = set(await connection.scalars(ahead))
        if not ids:
            return ()
        async with self.database.writing(later=True) as connection:
            for column in noted:
                mine = reminders.c.id.in_(ids), column > latest
                await connection.execute(update(reminders).where(*mine).values({column.key: now}))
        return await self._of_shard(reminders.c.id.in_(ids), limit=None)

    async def next_due(self) -> datetime | None:
        """Return when the next reminder is due, None where there is none."""
        query = (
            select(func.min(reminders.c.due_at))
            .join(games, games.c.id == reminders.c.game_id)
            .where(games.c.state == "running", games.c.rev == reminders.c.rev, self.database.shard.own_games)
        )
        async with self.database.asking() as connection:
            due_at: datetime | None = await connection.scalar(query)
            return due_at

    async def claim(self, seen: ReminderRow, now: datetime, until: datetime, nonce: str) -> str | None:
        """Claim a reminder that is due, until ``until``, and return the nonce to send it with.

        A reminder claimed before and never confirmed keeps its nonce. Return None where somebody else was faster, or
        a move has overtaken it.
        """
        standing = exists().where(
            games.c.id == reminders.c.game_id, games.c.rev == reminders.c.rev, games.c.state == "running"
        )
        nonce = seen.nonce or nonce
        free = (
            select(reminders.c.id)
            .where(reminders.c.id == seen.id, reminders.c.due_at == seen.due_at, standing)
            .with_for_update(skip_locked=True, of=reminders)
        )
        change = (
            update(reminders)
            .where(reminders.c.id.in_(free))
            .values(nonce=nonce, attempted_at=now, due_at=until)
        )
        return nonce if await self.database.execute(change, later=True) else None

    async def confirm(self, reminder_id: int, nonce: str, sent_at: datetime, due_at: datetime | None) -> bool:
        """Note that the claimed reminder was sent and when the next is due; return False if it is gone by now."""
        count = reminders.c.count + 1
        change = (
            update(reminders)
            .where(reminders.c.id == reminder_id, reminders.c.nonce == nonce)
            .values(**UNCLAIMED | {"count": count, "last_sent_at": sent_at, "due_at": due_at})
        )
        return bool(await self.database.execute(change, later=True))

    async def retry(self, reminder_id: int, nonce: str, due_at: datetime) -> None:
        """Note that sending the claimed reminder failed, or may have, and when to try again."""
        change = (
            update(reminders)
            .where(reminders.c.id == reminder_id, reminders.c.nonce == nonce)
            .values(failures=reminders.c.failures + 1, due_at=due_at)
        )
        await self.database.execute(change, later=True)

    async def postpone(self, seen: ReminderRow, due_at: datetime | None) -> None:
        """Move the due time of a reminder (None: not at all), unless it has changed since it was seen."""
        unchanged = reminders.c.due_at.is_not_distinct_from(seen.due_at)
        change = update(reminders).where(reminders.c.id == seen.id, unchanged).values(due_at=due_at)
        await self.database.execute(change, later=True)

    async def snooze_game(self, game_id: int, user_id: int, until: datetime | None) -> None:
        """Send a person no reminders of one game until then (None: again from now on)."""
        mine = (reminders.c.game_id == game_id, reminders.c.user_id == user_id)
        await self.database.execute(update(reminders).where(*mine).values(snoozed_until=until), later=True)
