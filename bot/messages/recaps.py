"""What is told of a table when a part of its game is over.

What is to be told is stored with the move itself, and forgotten when its message is in the channel.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Sequence
from typing import Any, TypeVar

import discord
from discord import ui

from bot.components import QUIET, Layout, galleries, layout
from bot.messages import end_card, round_summary
from bot.messages.message_store import MessageStore
from bot.messages.write_loop import TROUBLE, WriteLoop
from bot.parts import BotParts
from bot.speech.table_view import TableView
from bot.storage import NewsRow

log = logging.getLogger(__name__)

T = TypeVar("T")

AT_ONCE = 3
"""How many rounds are summed up where several ended since anything was told."""
WAIT = 1.0
"""How many seconds a summary waits for its picture; then it is told without, and the picture follows."""
TRIES = 3
"""How often a summary or card that cannot be made is tried; then the table does without."""


class Recaps:
    """Posts the summaries of rounds that have ended, and the card of a game that has, each once."""

    def __init__(self, bot: BotParts, store: MessageStore, loop: WriteLoop) -> None:
        self._bot = bot
        self._store = store
        self._loop = loop
        self._card: asyncio.Task[end_card.Card] | None = None
        self._late: dict[str, tuple[str, asyncio.Task[list[discord.File]]]] = {}
        self._failures = Counter[int]()

    async def tell_rounds(self, view: TableView, news: Sequence[NewsRow]) -> None:
        """Post the summaries of rounds that have ended; a picture that is late follows."""
        rounds = [one for one in news if one.kind == "round"]
        kept = rounds[-AT_ONCE:] if round_summary.wanted(view.table) else []
        await self._done(*rounds[: len(rounds) - len(kept)])
        for one in kept:
            await self._tell_round(view, one)
        await self._amend()

    async def tell_end(self, view: TableView, news: Sequence[NewsRow]) -> None:
        """Post the card of a game that has ended."""
        for one in news:
            if one.kind == "over":
                await self._tell_end(view, one)

    async def _tell_round(self, view: TableView, one: NewsRow) -> None:
        """Post the summary of a round, unless the round goes on after all."""
        purpose, table = f"{round_summary.PURPOSE}{one.rev}", view.table
        ply = next((move.ply for move in table.moves if move.rev == one.rev), 0)
        if ply and purpose not in self._store.rows:
            told = await self._made(one, round_summary.round_summary(self._bot, view, ply))
            if told is not None:
                drawing = asyncio.create_task(round_summary.drawn(self._bot, view, told))
                await asyncio.wait([drawing], timeout=WAIT)
                await self._post(purpose, table.rev, told.text, drawing.result() if drawing.done() else [])
                if not drawing.done():
                    self._late[purpose] = told.text, drawing
                    drawing.add_done_callback(self._tell_made)
        await self._done(one)

    async def _amend(self) -> None:
        """Put pictures into their summaries that were late."""
        for purpose in [name for name, (_, drawing) in self._late.items() if drawing.done()]:
            text, drawing = self._late.pop(purpose)
            files, row = drawing.result(), self._store.rows.get(purpose)
            if files and row is not None:
                await self._store.edit(purpose, row.rev, view=_shown(text, files), attachments=files)

    def _tell_made(self, making: asyncio.Task[Any]) -> None:
        if not making.cancelled():
            self._loop.nudge()

    def drop(self) -> None:
        """Make nothing more; what is not told is made after the next start."""
        for making in filter(None, (self._card, *(drawing for _, drawing in self._late.values()))):
            making.cancel()
        self._card = None
        self._late.clear()

    async def _tell_end(self, view: TableView, one: NewsRow) -> None:
        """Post the card of a game that has ended, as soon as it is drawn, unless the game goes on after all."""
        purpose = f"{end_card.PURPOSE}{one.rev}"
        if purpose in self._store.rows or view.table.rev != one.rev:
            await self._done(one)
        elif self._card is None:
            self._card = asyncio.create_task(end_card.drawn(self._bot, view))
            self._card.add_done_callback(self._tell_made)
        elif self._card.done():
            card, self._card = self._card, None
            if (made := await self._made(one, card)) is not None:
                await self._post(purpose, one.rev, *made)
            await self._done(one)

    async def _post(self, purpose: str, rev: int, text: str, files: list[discord.File]) -> None:
        """Post a text with its pictures, without them where the channel takes none."""
        try:
            await self._store.send(purpose, rev, view=_shown(text, files), files=files, silent=True)
        except discord.Forbidden:
            if not files:
                raise
            await self._store.send(purpose, rev, view=_shown(text, []), silent=True)

    async def _made(self, one: NewsRow, making: Awaitable[T]) -> T | None:
        """Return the recap for a news item; None after repeated failures."""
        try:
            return await making
        except TROUBLE:
            raise
        except Exception:
            self._failures[one.id] += 1
            if self._failures[one.id] < TRIES:
                raise
            log.exception("game %d: what is over is told without its summary", one.game_id)
            return None

    async def _done(self, *rows: NewsRow) -> None:
        if rows:
            await self._bot.storage.outbox.told_of(*rows)


def _shown(text: str, files: list[discord.File]) -> Layout:
    return layout(ui.TextDisplay(text), *galleries(files), colour=QUIET)
