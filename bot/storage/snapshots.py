"""Snapshots of states, a cache only: the action log is the truth; a lost snapshot costs a replay."""

from dataclasses import dataclass

from sqlalchemy import delete, exists, select

from bot.storage.database import Database, whole_requests
from bot.storage.queries import pick, put
from bot.storage.rows import SnapshotRow, snapshot_digest
from bot.storage.schema import actions, snapshots

KEEP = 2


@whole_requests
@dataclass(frozen=True)
class StoredSnapshots:
    """Saving and loading snapshots."""

    database: Database

    async def save(self, game_id: int, rev: int, ply: int, engine: str, blob: bytes) -> bool:
        """Keep the state after ``ply`` actions as of ``rev``; return False if an undo has overtaken it.

        ``engine`` is the version and fingerprint to load it by. Older snapshots but one are dropped.
        """
        overtaken = exists().where(
            actions.c.game_id == game_id, actions.c.rev <= rev, actions.c.retraction_rev > rev
        )
        values = {"game_id": game_id, "rev": rev, "ply": ply, "engine": engine, "blob": blob}
        values["digest"] = snapshot_digest(game_id, ply, engine, blob)
        async with self.database.writing(later=True) as connection:
            if (await connection.execute(select(overtaken))).scalar_one():
                return False
            await put(connection, snapshots, {**values, "created_at": self.database.now()})
            newest = (
                select(snapshots.c.rev)
                .where(snapshots.c.game_id == game_id)
                .order_by(snapshots.c.rev.desc())
                .limit(KEEP)
            )
            stale = delete(snapshots).where(snapshots.c.game_id == game_id, snapshots.c.rev.not_in(newest))
            await connection.execute(stale)
        return True

    async def newest(self, game_id: int, engine: str) -> SnapshotRow | None:
        """Return the newest snapshot that fits the engine; replay the texts after its ``ply`` on it."""
        query = (
            pick(snapshots, SnapshotRow)
            .where(snapshots.c.game_id == game_id, snapshots.c.engine == engine)
            .order_by(snapshots.c.rev.desc())
            .limit(1)
        )
        return await self.database.row(SnapshotRow, query)

    async def drop(self, game_id: int) -> None:
        """Forget the snapshots of a game, for instance when a replay contradicts one."""
        await self.database.execute(delete(snapshots).where(snapshots.c.game_id == game_id), later=True)
