"""The moves of a stored game as they are written."""

from bot.storage import Storage


async def in_notation(storage: Storage, game_id: int) -> tuple[str, ...]:
    """The notation of the moves in force, in order."""
    return tuple(row.text for row in await storage.actions.in_force(game_id))
