"""What the bot has posted on Discord."""

from dataclasses import dataclass

from sqlalchemy import delete

from bot.storage.database import Database, whole_requests
from bot.storage.queries import pick, put
from bot.storage.rows import MessageRow
from bot.storage.schema import messages


@whole_requests
@dataclass(frozen=True)
class StoredMessages:
    """Message ids by game and purpose ('board', 'lobby', 'ping:<user>')."""

    database: Database

    async def remember(self, game_id: int, purpose: str, channel_id: int, message_id: int, rev: int) -> None:
        """Remember the message that serves a purpose from now on, and the revision it shows."""
        values = {"game_id": game_id, "purpose": purpose, "channel_id": channel_id, "message_id": message_id}
        async with self.database.writing(later=True) as connection:
            await put(connection, messages, {**values, "rev": rev, "posted_at": self.database.now()})

    async def find(self, game_id: int, purpose: str) -> MessageRow | None:
        """Return the message that serves a purpose."""
        query = pick(messages, MessageRow).where(messages.c.game_id == game_id, messages.c.purpose == purpose)
        return await self.database.row(MessageRow, query)

    async def of_game(self, game_id: int) -> tuple[MessageRow, ...]:
        """Return every message remembered for a game."""
        query = pick(messages, MessageRow).where(messages.c.game_id == game_id).order_by(messages.c.purpose)
        return await self.database.rows(MessageRow, query)

    async def forget(self, game_id: int, purpose: str) -> None:
        """Forget the message that served a purpose; unknown is fine."""
        gone = delete(messages).where(messages.c.game_id == game_id, messages.c.purpose == purpose)
        await self.database.execute(gone, later=True)
