"""A game that is over, whatever has been played."""

from bot.storage import GameRow, Storage
from bot.storage.games import close_game
from bot.storage.outbox import add_news
from bot.storage.queries import locked_game


async def finish(storage: Storage, game_id: int) -> GameRow:
    """Mark a running game as played to its end; its channel is free again.

    :raises GameMissing, WrongState: when there is no such running game
    """
    async with storage.database.writing() as connection:
        await locked_game(connection, game_id, "running")
        await close_game(connection, game_id, "finished", storage.now())
        await add_news(connection, storage.database, game_id, "ended", 0)
        return await locked_game(connection, game_id)
