"""Telling the table: who has news for which game, how many boards were drawn, and catching up after a stop."""

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.messages.table_messages import TableMessages
from bot.tables.changes import Change

if TYPE_CHECKING:
    from bot.client import Bot

log = logging.getLogger(__name__)

LAST_WORDS = 5.0
"""Seconds that a stop leaves for telling what is stored already."""


@dataclass
class Tally:
    """What became of the boards of all stored moves; a board overtaken by a newer one is not drawn."""

    drawn: int = 0
    overtaken: int = 0
    failed: int = 0


class Publisher:
    """One pen a game, which writes as long as there is something to tell."""

    def __init__(self, bot: "Bot") -> None:
        self.bot = bot
        self.tally = Tally()
        self._table_messages: dict[int, TableMessages] = {}

    @property
    def drawn(self) -> int:
        """Return how many versions were shown with their pictures."""
        return self.tally.drawn

    @property
    def overtaken(self) -> int:
        """Return how many versions a newer one overtook before they were drawn."""
        return self.tally.overtaken

    def watch(self, change: Change) -> None:
        """Take note of a change and tell it soon."""
        self.table_messages(change.table.game_id).note(change)

    def table_messages(self, game_id: int) -> TableMessages:
        """Return the pen of a game."""
        if game_id not in self._table_messages:
            self._table_messages = {
                known: table_messages
                for known, table_messages in self._table_messages.items()
                if table_messages.busy or table_messages.fresh
            }
            self._table_messages[game_id] = TableMessages(self, game_id)
        return self._table_messages[game_id]

    def count(self, game_id: int, shown: int, rev: int) -> None:
        """Count a version that was shown with pictures, and those before it that never were."""
        passed = max(rev - shown - 1, 0)
        self.tally.drawn += 1
        self.tally.overtaken += passed
        log.info("pictures of game %d: rev %d drawn, %d overtaken since rev %d", game_id, rev, passed, shown)

    async def catch_up(self) -> None:
        """Show every board that a stop left behind what is stored, and every lobby as it is."""
        storage = self.bot.storage
        behind = [*await storage.messages.games_behind(), *await storage.games.in_state("lobby")]
        if behind:
            log.info("%d tables to catch up with", len(behind))
        for row in behind:
            self.table_messages(row.id).nudge()

    async def settled(self) -> None:
        """Wait until everything known now has been told."""
        while busy := [
            table_messages for table_messages in self._table_messages.values() if table_messages.busy
        ]:
            await asyncio.gather(*(table_messages.settled() for table_messages in busy))

    async def close(self) -> None:
        """Tell what can be told quickly and stop; the rest is told after the next start."""
        try:
            async with asyncio.timeout(LAST_WORDS):
                await self.settled()
        except TimeoutError:
            log.info("some tables are told after the next start")
        for table_messages in self._table_messages.values():
            table_messages.stop()
