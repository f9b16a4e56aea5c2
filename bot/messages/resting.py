"""Tables whose channel is out of reach: they rest until it is there again, and their players are told in private."""

import logging
from collections.abc import Sequence
from datetime import timedelta

import discord

from bot.messages.message_store import MessageStore
from bot.messages.private_notes import PrivateNotes
from bot.messages.write_loop import WriteLoop
from bot.parts import BotParts
from bot.permissions import is_muted
from bot.storage import NewsRow
from bot.tables.places import is_gone
from bot.tables.settings import RestReason
from bot.tables.table import Table

log = logging.getLogger(__name__)

MUTED: RestReason = "muted"
MUTED_FOR = timedelta(minutes=5)
"""How long it is until a table looks again whether it may write in its channel; mostly Discord tells it before."""
UNKNOWN_CHANNEL, ARCHIVED = 10003, 50083
OUT_OF_REACH: dict[int, RestReason] = {UNKNOWN_CHANNEL: "gone", ARCHIVED: "locked"}
"""Discord's codes for a channel in which nothing can be posted, and what that means."""
FORBIDDEN = (50001, 50013)
"""Discord's codes for what the bot may not do: see a channel, or do this in it."""


class Resting:
    """Lets one table rest, and go on."""

    def __init__(
        self, bot: BotParts, game_id: int, store: MessageStore, loop: WriteLoop, notes: PrivateNotes
    ) -> None:
        self._bot = bot
        self._game_id = game_id
        self._store = store
        self._loop = loop
        self._notes = notes

    async def rest(self, why: RestReason, channel: int | None) -> None:
        """Let a table rest whose channel is out of reach, if that still is its place; tell its players in private."""
        if await self._bot.service.places.rest(self._game_id, why, channel):
            log.info("game %d rests: its channel is out of reach (%s)", self._game_id, why)
            await self._bot.reminders.reschedule(game_id=self._game_id)
        self._loop.nudge()

    async def go_on(self, *, seen: bool) -> None:
        """Go on with a table that rests, unless the bot may not write in its channel.

        One whose channel is gone goes on only if somebody is ``seen`` there.
        """
        places = self._bot.service.places
        table = await places.resting_by_now(self._game_id)
        if table is not None and await self._stays(table, seen=seen):
            return
        # one that begins to rest while we look is not woken
        if table is not None and await places.wake(self._game_id, seen=seen):
            log.info("game %d goes on", self._game_id)
            await self._bot.reminders.reschedule(game_id=self._game_id)
        self._loop.nudge()

    async def give_up(self, refusal: discord.HTTPException) -> bool:
        """Let a table rest whose channel Discord calls gone, locked or not ours to write in; whether it did."""
        why, channel = OUT_OF_REACH.get(refusal.code), self._store.channel_id
        if refusal.code in FORBIDDEN and self._store.rows:
            table = await self._bot.service.tables.find(self._game_id)
            why = MUTED if await self._is_muted(table) else None
        if why is not None:
            await self.rest(why, channel)
        return why is not None

    async def _stays(self, table: Table, *, seen: bool) -> bool:
        """Whether a table goes on resting: its channel is gone, as far as anybody knows, or not ours to write in."""
        if (is_gone(table) and not seen) or self._bot.is_closed():
            return True
        muted = await self._is_muted(table)
        if muted:
            self._loop.after(MUTED_FOR)
        return muted

    async def _is_muted(self, table: Table) -> bool:
        """Whether the bot may not write in a table's channel."""
        return await is_muted(self._bot, table.guild_id, table.channel_id)

    async def tell(self, table: Table, news: Sequence[NewsRow]) -> None:
        """Tell in private that a table rests; one that may not write looks now and then whether it may again."""
        await self._notes.tell_rest(table, news)
        await self._bot.storage.outbox.told_of(*(one for one in news if one.kind == "rests"))
        if table.settings.rests == MUTED:
            await self.go_on(seen=False)
