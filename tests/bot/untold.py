"""What the channels of games have yet to hear."""

from sqlalchemy import delete

from bot.storage import Storage
from bot.storage.schema import news, posts


async def forget_untold(storage: Storage, game_id: int) -> None:
    """Let a game's channel have nothing more to hear."""
    async with storage.database.writing(later=True) as connection:
        await connection.execute(delete(news).where(news.c.game_id == game_id))
        await connection.execute(delete(posts).where(posts.c.game_id == game_id))
