"""Pictures of one message, drawn beside everything else: ready in time, late, or not to be had."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Literal

import discord

from bot.messages import picture_files
from bot.messages.tally import Tally
from bot.messages.write_loop import WriteLoop
from bot.parts import BotParts
from bot.pictures.drawing import Picture
from bot.pictures.requests import PictureRequest
from bot.speech.table_view import TableView

log = logging.getLogger(__name__)

Missing = Literal["follow", "refused"]
"""Why a message has no pictures: they are still to come, or the bot may not attach any."""
Drawn = tuple[PictureRequest, list[Picture]]


class Easel:
    """Draws what one message shows; whatever is late or fails is shown later, by another round of the loop."""

    def __init__(self, bot: BotParts, loop: WriteLoop, tally: Tally) -> None:
        self._bot = bot
        self._loop = loop
        self._tally = tally
        self._drawing: asyncio.Task[Drawn] | None = None
        self._subject: object = None
        self.behind_since: float | None = None
        """Since when the message waits for pictures; a later version takes the place of the one it overtakes."""
        self.missing: Missing | None = None

    def begin(
        self,
        subject: object,
        view: TableView,
        request: Callable[[], Awaitable[PictureRequest]],
        *,
        again: bool = True,
    ) -> None:
        """Begin to draw, unless this very subject is being drawn, or is shown already and not wanted ``again``."""
        is_shown = self._drawing is None and self.missing is None and not again
        if self._subject == subject and (self._drawing is not None or is_shown):
            return
        self.drop()
        if self.behind_since is None:
            self.behind_since = asyncio.get_running_loop().time()
        self._subject = subject
        self._drawing = asyncio.create_task(self._draw(view, request, self.behind_since))

    async def _draw(
        self, view: TableView, request: Callable[[], Awaitable[PictureRequest]], since: float
    ) -> Drawn:
        wanted = await request()
        return wanted, await self._bot.pictures.draw(view.game.pos, wanted, since)

    def drop(self) -> None:
        """Draw no more."""
        drawing, self._drawing = self._drawing, None
        if drawing is not None and not drawing.cancel() and not drawing.cancelled():
            drawing.exception()  # nobody asks for it any more

    async def drawn_within(self, seconds: float) -> bool:
        """Wait for the pictures, but not longer, nor after there is more to tell; whether nothing is being drawn."""
        return self._drawing is None or await self._loop.has_done(self._drawing, max(seconds, 0))

    @property
    def is_ready(self) -> bool:
        """Whether pictures wait to be shown."""
        return self._drawing is not None and self._drawing.done()

    async def files(self, view: TableView) -> list[discord.File]:
        """The pictures; none if they are late or failed, and then they are shown later."""
        self.missing = None
        drawing = self._drawing
        if drawing is None:
            return []
        if not drawing.done():
            self.missing = "follow"
            drawing.add_done_callback(self._show_later)
            return []
        self._drawing = self.behind_since = None
        try:
            request, pictures = drawing.result()
            return await asyncio.to_thread(picture_files.files, view, pictures, request)
        except Exception:
            log.exception("the pictures of game %d failed", view.table.game_id)
            self._tally.failed += 1
            self.missing = "follow"
            self._loop.later()
            return []

    @property
    def whole(self) -> bool:
        """Whether no picture of its message is still to come."""
        return self.missing != "follow"

    def shown_whole(self, rev: int) -> int:
        """The revision that a message shows whole, to be stored: an older one while its pictures are to come.

        So whoever goes on after a stop knows that they are missing.
        """
        return rev if self.whole else rev - 1

    async def show(self, view: TableView, put: Callable[[list[discord.File]], Awaitable[None]]) -> None:
        """Let ``put`` put the pictures into their message; none where the channel takes none."""
        files = await self.files(view)
        try:
            await put(files)
        except discord.Forbidden as refused:
            if not files:
                raise
            self.refuse(view.table.game_id, refused)
            await put([])

    def refuse(self, game_id: int, refused: discord.Forbidden) -> None:
        """Note that the channel takes no pictures; they are tried again later."""
        log.warning("game %d is shown without pictures: %s", game_id, refused)
        self._tally.refused += 1
        self.missing = "refused"
        self._loop.later()

    def _show_later(self, drawing: asyncio.Task[Drawn]) -> None:
        if not drawing.cancelled():
            self._loop.nudge()
