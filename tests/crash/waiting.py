"""What a database still has to tell, and whose boards are behind."""

from collections.abc import Iterable

from bot.storage import Storage


async def games_to_tell(storage: Storage, patient: Iterable[int]) -> set[int]:
    """Return the games of which something is left to tell; calls that wait count at patient tables."""
    left = {row.id for row in await storage.outbox.games_to_tell()}
    return left | {game for game in patient if await _calls_wait(storage, game)}


async def _calls_wait(storage: Storage, game: int) -> bool:
    """Tell whether somebody is called once it is certain that the turn before is over."""
    rows = await storage.bells.of_game(game)
    return any(row.owed and row.kind == "waits" for row in rows)


async def games_behind(storage: Storage) -> set[int]:
    """Return the games whose board shows an older version, or that have none."""
    rows = await storage.games.in_state("running", "finished")
    boards = {row.id: await storage.messages.find(row.id, "board") for row in rows}
    return {row.id for row in rows if (board := boards[row.id]) is None or board.rev < row.rev}
