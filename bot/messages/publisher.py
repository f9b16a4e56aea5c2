"""Telling the tables: who has news for which game, and catching up after a stop."""

import asyncio
import logging
from collections.abc import Iterator

import discord

from bot.errors.tables import NotPosted
from bot.messages.table_messages import TableMessages
from bot.messages.tally import Tally
from bot.parts import BotParts
from bot.storage import TableState
from bot.tables.changes import TableChange
from bot.tables.settings import RestReason
from bot.tables.table import MoveResult, Table

log = logging.getLogger(__name__)

RUNNING: TableState = "running"
AT_ONCE = 8
"""How many tables are caught up with at a time, for people who press meanwhile wait for the same database."""
LAST_WORDS = 5.0
"""Seconds that a stop leaves for telling what is stored already."""


class Publisher:
    """The messages of every table, written as long as there is something to tell."""

    def __init__(self, bot: BotParts) -> None:
        self.bot = bot
        self.tally = Tally()
        self._tables: dict[int, TableMessages] = {}
        self._catching_up: asyncio.Task[None] | None = None
        self._closed = False

    def watch(self, change: TableChange) -> None:
        """Take note of a change and tell it soon."""
        self.table_messages(change.table.game_id).note(change)

    def heard(self, channel_id: int) -> None:
        """Count what somebody has written where there is a table."""
        for one in self._tables.values():
            if one.store.is_in(channel_id):
                one.heard()

    def nudge(self, game_id: int) -> None:
        """Look whether there is more to tell at a table than there was."""
        self.table_messages(game_id).loop.nudge()

    async def wake(self, user_id: int) -> None:
        """Work out anew, at every table of a person whose settings have changed, when they may be called."""
        for row in await self.bot.storage.games.of_user(user_id, [RUNNING], served=True):
            self.table_messages(row.id).wake(user_id)

    def table_messages(self, game_id: int) -> TableMessages:
        """Return the messages of a game's table."""
        if game_id not in self._tables:
            self._tables = {
                known: one for known, one in self._tables.items() if one.loop.busy or one.loop.fresh
            }
            self._tables[game_id] = TableMessages(self.bot, game_id, self.tally)
            if self._closed:
                self._tables[game_id].loop.end()
        return self._tables[game_id]

    async def link(self, table: Table, purpose: str) -> str:
        """Return the address of a message of a table, empty if there is none.

        Those of a table that another process serves are read anew.
        """
        store = self.table_messages(table.game_id).store
        if not self.bot.storage.database.shard.serves(table.guild_id):
            store.doubt()
        await store.load(table)
        return store.link(purpose)

    async def open(self, table: Table) -> str:
        """Post the card of a new lobby and return its address; one that cannot be posted is closed again.

        Who had waited for it waits again then.

        :raises NotPosted, Forbidden: when nothing could be posted; nothing is tried again
        """
        loop = self.table_messages(table.game_id).loop
        await loop.settled()
        if link := await self.link(table, "lobby"):
            return link
        loop.stop()
        await self.bot.service.lobbies.discard(table.game_id)
        if isinstance(loop.trouble, discord.Forbidden):
            raise loop.trouble
        raise NotPosted from loop.trouble

    def results(self, table: Table, since: int) -> list[MoveResult]:
        """Return the told moves of a table after a revision."""
        return self.table_messages(table.game_id).results(table, since)

    async def catch_up(self) -> None:
        """Begin to tell every table what a stop left untold, some at a time, and to show every lobby as it is."""
        storage = self.bot.storage
        rows = [*await storage.outbox.games_to_tell(), *await storage.games.in_state("lobby")]
        behind = dict.fromkeys([*(row.id for row in rows), *await storage.bells.games_owing()])
        if behind:
            log.info("%d tables to catch up with", len(behind))
        self._stop_catching_up()
        self._catching_up = asyncio.create_task(self._catch_up_with(iter(behind)))

    async def _catch_up_with(self, left: Iterator[int]) -> None:
        async def one_after_another() -> None:
            for game_id in left:
                await self.table_messages(game_id).catch_up()

        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(one_after_another())

    def _stop_catching_up(self) -> None:
        if self._catching_up is not None:
            self._catching_up.cancel()

    async def rest(self, game_id: int, why: RestReason, channel: int | None = None) -> None:
        """Let a table rest whose channel is out of reach; nothing is posted there any more.

        If a ``channel`` is named only while that is its place: it may have moved.
        """
        messages = self.table_messages(game_id)
        messages.stop()
        await messages.resting.rest(why, channel)

    async def go_on(self, game_id: int, *, seen: bool = False) -> None:
        """Go on with a table that rests; one whose channel is gone only if somebody is ``seen`` there."""
        await self.table_messages(game_id).resting.go_on(seen=seen)

    async def settled(self) -> None:
        """Wait until everything known now has been told."""
        if self._catching_up is not None:
            await asyncio.wait([self._catching_up])
        while busy := [one.loop for one in self._tables.values() if one.loop.busy]:
            await asyncio.gather(*(loop.settled() for loop in busy))

    async def close(self) -> None:
        """Tell what can be told quickly and stop; the rest is told after the next start."""
        try:
            async with asyncio.timeout(LAST_WORDS):
                await self.settled()
        except TimeoutError:
            log.info("some tables are told after the next start")
        self._closed = True
        self._stop_catching_up()
        for one in self._tables.values():
            one.end()
