"""Operator commands for tables: list, reopen in another channel, export."""

import asyncio

from bot.operate.transfer import PATIENCE, nobody_works_with
from bot.operate.verifying import unchanged
from bot.storage import ChannelPlace, GameRow, Storage
from bot.storage.sole_user import locked_file
from bot.tables import record_file
from bot.tables.places import is_paused
from bot.tables.service import Service


async def listed(address: str) -> list[str]:
    """Return a line for each open table: those that rest first, then by number.

    :raises Unavailable: when the database cannot be used
    """
    async with unchanged(address) as storage:
        rows = await storage.games.in_state("lobby", "running")
        ordered = sorted(rows, key=lambda row: (not is_paused(row), row.id))
        return [await _line(storage, row) for row in ordered]


async def _line(storage: Storage, row: GameRow) -> str:
    """Return the number, how a table stands, its title, moves and place, and who plays."""
    state = f"rests ({row.settings.get('rests') or '?'})" if is_paused(row) else row.state
    moves = await storage.actions.in_force(row.id)
    names = ", ".join(seat.name for seat in await storage.seats.of_game(row.id))
    place = f"channel {row.channel_id}, server {row.guild_id or '-'}"
    return f"{row.id}  {state}  {row.title}  {len(moves)} moves  {place}  {names}"


async def reopen(address: str, game_id: int, channel_id: int, guild_id: int | None) -> None:
    """Let an open table go on in a channel, with no bot at work; without a server on the one it was on.

    Its players are called there at the next start.

    :raises GameMissing, NotRunning: when there is no such open table
    :raises ChannelTaken: when a game is open in that channel
    :raises InUse: when a bot works with the database
    :raises Unavailable: when the database cannot be used
    """
    with locked_file(address):
        async with Storage.open(address, patience=PATIENCE) as storage:
            await nobody_works_with(storage)
            service = Service(storage)
            guild = guild_id or (await storage.games.find(game_id)).guild_id
            await service.places.place(game_id, ChannelPlace(channel_id, guild))
            await service.settled()


async def exported(address: str, game_id: int, form: str) -> str:
    """Return the record of a game in a form.

    :raises GameMissing, NotRunning: when there is none that has begun
    :raises Malformed: when 18xx.games does not know how it is played
    :raises Unavailable: when the database cannot be used
    """
    async with unchanged(address) as storage:
        service = Service(storage)
        table = await service.tables.stored(game_id)
        await service.settled()
    return await asyncio.to_thread(record_file.record_text, table, form)
