"""What people are told of a table in private."""

import logging

import discord

from bot.parts import BotParts
from bot.reminders import free_at
from bot.speech.table_view import TableView, view_of
from bot.tables.view import StartedTable, is_house

log = logging.getLogger(__name__)


class Letters:
    """Writes to people directly, each letter once; whoever takes no direct messages gets none."""

    def __init__(self, bot: BotParts, game_id: int) -> None:
        self._bot = bot
        self._game_id = game_id

    async def view(self, table: StartedTable, user: int) -> TableView:
        """Return a table as a person reads of it."""
        return view_of(table, await self._bot.language_of(user) or table.language)

    async def is_written(self, user: int, letter: str) -> bool:
        """Tell whether a person need not be written a letter: nobody is there, or they have had it."""
        known = await self._bot.storage.messages.find(self._game_id, _purpose(user, letter))
        return is_house(user) or not user or known is not None

    async def write(self, user: int, letter: str, text: str, *, rings: bool = False) -> None:
        """Write a letter to a person and remember it; it ``rings`` unless they want no calls now.

        Where a stop comes between, Discord drops the second of two messages with one nonce.
        """
        now = self._bot.clock.now()
        silent = not rings or free_at(await self._bot.storage.people.find(user), now) > now
        try:
            channel = await self._bot.create_dm(discord.Object(user))
            nobody = discord.AllowedMentions.none()
            nonce = f"{self._game_id}-{letter}-{user % 10**6}"[:25]
            await channel.send(text, silent=silent, nonce=nonce, allowed_mentions=nobody)
        except discord.Forbidden:
            log.info("person %d takes no direct messages", user)
        await self._bot.storage.messages.remember(self._game_id, _purpose(user, letter), 0, 0, 0)


def _purpose(user: int, letter: str) -> str:
    return f"letter:{letter}:{user}"
