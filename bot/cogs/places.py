"""Servers, channels and threads that go, lock and come back."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import discord

from bot.called import called
from bot.client import Bot
from bot.errors.storage import StorageProblem
from bot.permissions import may_write
from bot.storage import GameRow
from bot.tables.lobbies import distinct_name
from bot.tables.places import Places, is_paused
from bot.tables.settings import RestReason, TableSettings
from engine.refusals import Refused

BACK_WITH_US: tuple[RestReason, ...] = ("removed", "muted")
"""Why a table rests that goes on as soon as the bot is there again and may write."""

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
        watch.on_guild_channel_update,
        watch.on_guild_role_update,
        watch.on_member_update,
        watch.on_thread_join,
        watch.on_thread_remove,
    ):
        bot.event(event)


class Watch:
    """Rests and wakes tables when Discord tells of their places."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._order = count()
        self._used: dict[int, int] = {}
        """When somebody last used us in a channel, counted in events."""

    @property
    def _places(self) -> Places:
        return self._bot.service.places

    async def on_tables_ready(self) -> None:
        """Learn what happened to our servers while we were away."""
        ours = {guild.id for guild in self._bot.guilds}
        for row in await self._places.open_games():
            if row.guild_id is not None and (row.guild_id in ours) == is_paused(row):
                await (self._back(row) if is_paused(row) else self._rest(row.id, "removed", row.channel_id))
            else:
                await self._heed(row)

    async def on_used_in(self, channel_id: int, user: discord.User | discord.Member) -> None:
        """Wake a resting table where somebody has used the bot, and call them what they are called by now.

        In a thread that is locked to us it would only rest again, and ring everybody once more.
        """
        self._used[channel_id] = next(self._order)
        await self._call_by_name(channel_id, user)
        game_id = await self._places.resting_in(channel_id)
        if game_id is not None and not self._is_shut(channel_id):
            await self._go_on(game_id, seen=True)

    def _is_shut(self, channel_id: int) -> bool:
        """Tell whether a channel is a thread that is locked, and not ours to open."""
        thread = self._bot.get_channel(channel_id)
        return isinstance(thread, discord.Thread) and thread.locked and not _opens_locked(thread.parent)

    async def _call_by_name(self, channel_id: int, user: discord.User | discord.Member) -> None:
        """Give a seat the name that its person has by now, where that is known to be another one."""
        table = self._bot.service.tables.open_in(channel_id)
        seat = table.seat_of(user.id) if table else None
        if table is not None and seat is not None:
            others = [one.name for one in table.seats if one != seat]
            if distinct_name(called(user), others) != seat.name:
                await self._bot.service.lobbies.rename(table.game_id, user.id, called(user))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Wake the tables of a server that has invited us again."""
        await self._revisit(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Wake the tables of a server that is available, maybe long after the start; let rest what was shut to us."""
        await self._revisit(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Let the tables of a server that has removed us rest, but for those where we have been used since."""
        heard = next(self._order)
        for row in await self._places.open_games():
            if row.guild_id == guild.id and not self._used_since(heard, row.channel_id):
                await self._rest(row.id, "removed", row.channel_id)
                if self._used_since(heard, row.channel_id):
                    await self._go_on(row.id, seen=True)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Let the table of a deleted channel rest, and those in its threads, of which Discord says nothing more."""
        for place in (channel, *getattr(channel, "threads", ())):
            await self._lose(place.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Let the table of a deleted thread rest."""
        await self._lose(payload.thread_id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Let the table of a thread that is locked rest at once, and wake that of one that is locked no longer."""
        game_id = await self._places.in_channel(payload.thread_id)
        if game_id is None:
            return
        if not payload.data["thread_metadata"].get("locked"):
            await self._go_on(game_id, seen=True)
            return
        guild = self._bot.get_guild(payload.guild_id)
        if not _opens_locked(guild.get_channel(payload.parent_id) if guild else None):
            await self._rest(game_id, "locked", payload.thread_id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Heed what the bot may do in a channel and its threads by now; of a hidden one it knew nothing before."""
        await self._heed_all(after.guild)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Heed what the members of a role may do by now."""
        if before.permissions != after.permissions:
            await self._heed_all(after.guild)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Heed what the bot may do with the roles it has by now, or while it is timed out."""
        if after == after.guild.me:
            await self._heed_all(after.guild)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Heed that the bot was let into a thread."""
        await self._heed_all(thread.guild)

    async def on_thread_remove(self, thread: discord.Thread) -> None:
        """Let the table of a private thread rest from which the bot was removed; a public one may be written in."""
        game_id = await self._places.in_channel(thread.id) if thread.is_private() else None
        if game_id is not None:
            await self._rest(game_id, "muted", thread.id)

    async def _heed_all(self, guild: discord.Guild) -> None:
        for row in await self._places.open_games():
            if row.guild_id == guild.id:
                await self._heed(row)

    async def _heed(self, row: GameRow) -> None:
        """Let a table rest in whose channel the bot may not write any more, and wake one where it may again."""
        guild = self._bot.get_guild(row.guild_id or 0)
        if guild is None:
            return
        channel = guild.get_channel_or_thread(row.channel_id)
        if TableSettings.of(row.settings).rests in BACK_WITH_US:
            await self._go_on(row.id)
        elif channel is not None and not may_write(channel):
            await self._rest(row.id, "muted", row.channel_id)

    def _used_since(self, heard: int, channel_id: int) -> bool:
        return self._used.get(channel_id, 0) > heard

    async def _revisit(self, guild: discord.Guild) -> None:
        for row in await self._places.open_games():
            if row.guild_id == guild.id:
                if not is_paused(row):
                    await self._heed(row)
                await self._back(row)

    async def _back(self, row: GameRow) -> None:
        """Wake the table of a server that has us again; one whose channel was called gone if it is there."""
        guild = self._bot.get_guild(row.guild_id or 0)
        seen = guild is not None and guild.get_channel_or_thread(row.channel_id) is not None
        await self._go_on(row.id, seen=seen)

    async def _lose(self, channel_id: int) -> None:
        game_id = await self._places.in_channel(channel_id)
        if game_id is not None:
            await self._rest(game_id, "gone", channel_id)

    async def _rest(self, game_id: int, why: RestReason, channel: int) -> None:
        with _unreadable(game_id):
            await self._bot.publisher.rest(game_id, why, channel)

    async def _go_on(self, game_id: int, *, seen: bool = False) -> None:
        with _unreadable(game_id):
            await self._bot.publisher.go_on(game_id, seen=seen)


def _opens_locked(parent: discord.abc.GuildChannel | None) -> bool:
    """Tell whether we may go on in the locked threads of a channel, so that players may there, too."""
    return parent is not None and parent.permissions_for(parent.guild.me).manage_threads


@contextmanager
def _unreadable(game_id: int) -> Iterator[None]:
    """Let a game that cannot be read keep no other from resting or going on."""
    try:
        yield
    except StorageProblem:
        raise
    except Exception as trouble:
        unforeseen = not isinstance(trouble, Refused)
        log.error("game %d can neither rest nor go on: %s", game_id, trouble, exc_info=unforeseen)  # noqa: TRY400 - see before
