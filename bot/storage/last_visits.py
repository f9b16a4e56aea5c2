"""When each person last looked at each table."""

from dataclasses import asdict, dataclass

from bot.storage.database import Database, whole_requests
from bot.storage.queries import pick, put
from bot.storage.rows import VisitRow
from bot.storage.schema import last_visits


@whole_requests
@dataclass(frozen=True)
class StoredVisits:
    """The revision each person saw last, by table."""

    database: Database

    async def find(self, game_id: int, user_id: int) -> VisitRow | None:
        """Return the revision of a game that a person saw last, None if they never looked."""
        query = pick(last_visits, VisitRow).where(
            last_visits.c.game_id == game_id, last_visits.c.user_id == user_id
        )
        return await self.database.row(VisitRow, query)

    async def keep(self, game_id: int, user_id: int, rev: int) -> None:
        """Store that a person has seen a game at a revision."""
        row = VisitRow(game_id, user_id, rev, self.database.now())
        async with self.database.writing(later=True) as connection:
            await put(connection, last_visits, asdict(row))
