"""Servers, channels and threads that go, lock and come back."""

import logging

import discord

from bot.client import Bot
from bot.errors import StorageProblem
from bot.tables.places import Places, is_paused
from engine.refusals import Refused

log = logging.getLogger(__name__)


def setup(bot: Bot) -> None:
    """Listen to what happens to the places of tables."""
    watch = Watch(bot)
    for event in (
        watch.on_tables_ready,
        watch.on_used_in,
        watch.on_guild_join,
        watch.on_guild_available,
        watch.on_guild_remove,
        watch.on_guild_channel_delete,
        watch.on_raw_thread_delete,
        watch.on_raw_thread_update,
    ):
        bot.event(event)


class Watch:
    """Ends, rests and wakes tables when Discord tells of their places."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @property
    def _places(self) -> Places:
        return self._bot.service.places

    async def on_tables_ready(self) -> None:
        """Learn what happened to our servers while we were away."""
        ours = {guild.id for guild in self._bot.guilds}
        for row in await self._places.open_games():
            if row.guild_id is not None and (row.guild_id in ours) == is_paused(row):
                await self._set_paused(row.id, paused=row.guild_id not in ours)

    async def on_used_in(self, channel_id: int) -> None:
        """Wake a resting table where somebody has used the bot: its channel is within reach again."""
        game_id = await self._places.resting_in(channel_id)
        if game_id is not None:
            await self._set_paused(game_id, paused=False)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Wake the tables of a server that has invited us again."""
        await self._all_of(guild, paused=False)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Wake the tables of a server that is available again."""
        await self._all_of(guild, paused=False)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Let the tables of a server that has removed us rest."""
        await self._all_of(guild, paused=True)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the table of a deleted channel."""
        await self._close(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the table of a deleted thread."""
        await self._close(payload.thread_id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Wake the table of a thread that is no longer locked."""
        if not payload.data["thread_metadata"].get("locked"):
            game_id = await self._places.in_channel(payload.thread_id)
            if game_id is not None:
                await self._set_paused(game_id, paused=False)

    async def _all_of(self, guild: discord.Guild, *, paused: bool) -> None:
        for row in await self._places.open_games():
            if row.guild_id == guild.id:
                await self._set_paused(row.id, paused=paused)

    async def _set_paused(self, game_id: int, *, paused: bool) -> None:
        """Rest or wake a table; one whose game cannot be read keeps no other from it."""
        try:
            await self._bot.publisher.set_paused(game_id, paused=paused)
        except StorageProblem:
            raise
        except Exception as trouble:
            unforeseen = not isinstance(trouble, Refused)
            log.error("game %d can neither rest nor go on: %s", game_id, trouble, exc_info=unforeseen)  # noqa: TRY400 - see before

    async def _close(self, channel_id: int) -> None:
        game_id = await self._places.in_channel(channel_id)
        if game_id is not None:
            await self._bot.publisher.close_table(game_id)
