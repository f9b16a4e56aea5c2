"""The board of one table: map, market and charters, shown without its pictures where they are late or refused."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

import discord

from bot.messages.board_message import board_message
from bot.messages.easel import Easel
from bot.messages.message_store import MessageStore
from bot.messages.tally import Tally
from bot.messages.write_loop import WriteLoop
from bot.parts import BotParts
from bot.pictures import looks
from bot.pictures.kinds import WHOLE, Happened
from bot.pictures.requests import PictureRequest
from bot.speech.table_view import TableView
from bot.tables.table import MoveResult, StartedTable
from engine.events import PriceMoved
from render import price_moves

BOARD = ("map", "market", "charters")
PATIENCE = 5.0
"""How many seconds a board that is behind waits for its pictures; then its text goes out and they follow."""


class ShownBoard:
    """Draws and shows the board; ``stale`` says that it must be shown again whatever its version."""

    def __init__(self, bot: BotParts, store: MessageStore, loop: WriteLoop, tally: Tally) -> None:
        self._bot = bot
        self._store = store
        self._loop = loop
        self._tally = tally
        self._easel = Easel(bot, loop, tally)
        self._counted: int | None = None
        self._drawn_stale = 0
        self.stale = False
        self.post_anew = False

    def needed(self, table: StartedTable) -> bool:
        """Whether the board does not show the table as it is."""
        row = self._store.rows.get("board")
        outdated = row is None or row.rev < table.rev
        return outdated or self.stale or self.post_anew or self._easel.missing is not None

    def begin(self, view: TableView, results: Sequence[MoveResult]) -> None:
        """Begin to draw, unless this very version is being drawn; ``results`` happened since it was shown last."""
        table = view.table
        if table.rev % self._bot.settings.picture_every != 0 and table.state == "running":
            self._easel.drop()
            return
        happened = Happened(_changed(results), moved(results))
        shown = tuple(happened.shown(WHOLE[kind]) for kind in BOARD)
        request = PictureRequest(shown, looks.dress(view, view.game.pos, looks.scheme(table)))

        async def wanted() -> PictureRequest:
            return request

        self._drawn_stale += self.stale
        self._easel.begin((table.rev, self._drawn_stale), view, wanted)

    def drop(self) -> None:
        """Draw no more."""
        self._easel.drop()

    async def drawn_within(self, seconds: float) -> bool:
        """Wait for the pictures, but not longer; whether nothing is being drawn any more."""
        return await self._easel.drawn_within(seconds)

    async def show(self, view: TableView, *, anew: bool) -> None:
        """Show the board, with its pictures if they are drawn in time and Discord takes them.

        One that is posted ``anew`` waits for nothing, for the card follows it. Otherwise, where more has happened and
        there is still time for the pictures, that is told first, and a newer board is shown.
        """
        if not anew and await self._is_overtaken():
            return
        stale, self.stale = self.stale, False
        try:
            await self._easel.show(view, partial(self._put, view, anew=anew))
        except BaseException:
            self.stale |= stale
            raise
        self.post_anew = False

    async def _put(self, view: TableView, files: list[discord.File], *, anew: bool) -> None:
        table, row = view.table, self._store.rows.get("board")
        rev = self._easel.shown_whole(table.rev)
        message = board_message(view, files, missing=self._easel.missing)
        if anew or row is None or not await self._store.edit("board", rev, view=message, attachments=files):
            await self._store.send("board", rev, view=message, files=files, silent=True)
        self._count(table, row.rev if row else 0, pictured=bool(files))

    def _count(self, table: StartedTable, shown: int, *, pictured: bool) -> None:
        """Count a version with pictures, and those that went without theirs since the last one counted.

        What another process has ``shown`` is not ours to count, nor is a version of which none were wanted.
        """
        before = shown if self._counted is None else self._counted
        if pictured:
            self._tally.count(table.game_id, before, table.rev)
        self._counted = table.rev if pictured or self._easel.missing is None else before

    async def _is_overtaken(self) -> bool:
        """Wait for the pictures while nothing more happens; whether it did before their time was over."""
        patience = self._patience
        if await self._easel.drawn_within(patience):
            return False
        return self._loop.again and self._patience > 0

    @property
    def _patience(self) -> float:
        """How many more seconds the board may wait for its pictures."""
        since, now = self._easel.behind_since, asyncio.get_running_loop().time()
        return PATIENCE if since is None else max(PATIENCE - (now - since), 0)


def _changed(results: Sequence[MoveResult]) -> tuple[str, ...]:
    """Return the hexes on which something happened."""
    places = [getattr(event, "hex", "") for result in results for event in result.events]
    return tuple(dict.fromkeys(place for place in places if place))


def moved(results: Sequence[MoveResult]) -> tuple[price_moves.PriceMove, ...]:
    """Return how share price markers moved, each from where it was to where it is."""
    moves = [event for result in results for event in result.events if isinstance(event, PriceMoved)]
    first = {move.unit: move.before for move in reversed(moves)}
    last = {move.unit: move.after for move in moves}
    return tuple(
        price_moves.PriceMove(unit, first[unit], last[unit]) for unit in last if first[unit] != last[unit]
    )
