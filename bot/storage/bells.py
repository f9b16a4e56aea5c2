"""Bells: who was called at a table, because of whom, and how long it must be until the next time."""

from collections.abc import Collection
from dataclasses import asdict, dataclass

from sqlalchemy import Delete, delete, select

from bot.storage.database import Database, whole_requests
from bot.storage.queries import pick, put
from bot.storage.rows import BellRow
from bot.storage.schema import bells, games


def _of(game_id: int, people: Collection[int]) -> Delete:
    """Return the statement that deletes people's bells at a game."""
    return delete(bells).where(bells.c.game_id == game_id, bells.c.user_id.in_(people))


@whole_requests
@dataclass(frozen=True)
class StoredBells:
    """Keeping bells, and forgetting those of people who have acted."""

    database: Database

    async def of_game(self, game_id: int) -> tuple[BellRow, ...]:
        """Return the bells of a game."""
        query = pick(bells, BellRow).where(bells.c.game_id == game_id)
        return await self.database.rows(BellRow, query)

    async def keep(self, row: BellRow, acted: Collection[int] = ()) -> None:
        """Store when somebody was called last, and forget before that people were called who have acted since."""
        async with self.database.writing(later=True) as connection:
            if acted:
                await connection.execute(_of(row.game_id, acted))
            await put(connection, bells, asdict(row))

    async def forget(self, game_id: int, people: Collection[int]) -> None:
        """Forget that people were called at a game; unknown is fine."""
        gone = _of(game_id, people)
        await self.database.execute(gone, later=True)

    async def drop(self, row: BellRow) -> None:
        """Forget one bell; unknown is fine."""
        same = (key == getattr(row, key.name) for key in bells.primary_key)
        gone = delete(bells).where(*same)
        await self.database.execute(gone, later=True)

    async def games_owing(self) -> tuple[int, ...]:
        """Return the open games where a message still has to call somebody."""
        open_ = games.c.state.in_(("lobby", "running"))
        query = (
            select(bells.c.game_id)
            .join(games, games.c.id == bells.c.game_id)
            .where(open_, bells.c.owed != "", self.database.shard.own_games)
        )
        async with self.database.asking() as connection:
            return tuple((await connection.execute(query.distinct())).scalars())
