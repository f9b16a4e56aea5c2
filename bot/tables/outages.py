"""Times in which nobody could play, for the bot or Discord was out of reach: they count against nobody."""

from datetime import datetime

from bot.storage import UNTOLD, Storage
from bot.tables.cache import TableCache
from bot.tables.places import is_paused
from bot.tables.requests import given_notice
from bot.tables.settings import Outage, TableSettings

KEPT = 20
"""How many outages a table remembers."""


class Outages:
    """Notes outages at the tables that were being played."""

    def __init__(self, storage: Storage, tables: TableCache) -> None:
        self._storage = storage
        self._tables = tables

    async def note(self, since: datetime, until: datetime) -> list[int]:
        """Note an outage at every table that was being played; return the tables that show something of it."""
        rows = await self._storage.games.in_state("running")
        noted = [row.id for row in rows if await self._note(row.id, (since, until))]
        return [row.id for row in rows if row.id in noted and _shows(TableSettings.of(row.settings))]

    async def _note(self, game_id: int, outage: Outage) -> bool:
        """Note an outage at a table: no clock ran, and whoever is to lose a seat is warned for a whole day more.

        No game is read for it, which may be long, or broken.
        """
        async with self._tables.held(game_id):
            row = await self._storage.games.find(game_id)
            if row.state != "running" or is_paused(row):
                return False
            before = TableSettings.of(row.settings)
            outages = tuple(sorted({*before.outages, outage}))[-KEPT:]
            after = before.having(outages=outages, requests=given_notice(before.requests, outage[1]))
            await self._storage.games.change_settings(game_id, UNTOLD, **after.since(before))
            return True


def _shows(settings: TableSettings) -> bool:
    return settings.clock is not None or settings.asking
