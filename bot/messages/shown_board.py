"""The board of one table: drawn beside everything else, shown without its pictures where they are late or refused."""

import asyncio
import logging
from collections.abc import Callable, Sequence

import discord

from bot.messages import picture_files
from bot.messages.board_message import Missing, board_message
from bot.messages.message_store import MessageStore
from bot.messages.tally import Tally
from bot.messages.write_loop import WriteLoop
from bot.parts import BotParts
from bot.pickers.board_buttons import controls
from bot.pictures import looks
from bot.pictures.drawing import Picture
from bot.pictures.requests import PictureRequest
from bot.pictures.runs import with_proposed_run
from bot.pictures.views import WHOLE, Happened
from bot.speech.table_view import TableView
from bot.tables.view import MoveResult, StartedTable
from engine.events import PriceMoved
from render import price_moves

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""How many seconds a board that is behind waits for its pictures; then its text goes out and they follow."""

DrawnBoard = tuple[PictureRequest, list[Picture]]


class ShownBoard:
    """Draws and shows the board; ``stale`` says that it must be shown again whatever its version."""

    def __init__(self, bot: BotParts, store: MessageStore, loop: WriteLoop, tally: Tally) -> None:
        self._bot = bot
        self._store = store
        self._loop = loop
        self._tally = tally
        self._drawing: asyncio.Task[DrawnBoard] | None = None
        self._drawn_rev = -1
        self._behind_since: float | None = None
        self._missing: Missing | None = None
        self._counted: int | None = None
        self.stale = False
        self.post_anew = False
        self._remarks: list[str] = []

    def remark(self, lines: list[str]) -> None:
        """Say some more on the board; where that is not what it says now, it is shown anew."""
        self.stale |= lines != self._remarks
        self._remarks = lines

    def needed(self, table: StartedTable) -> bool:
        """Tell whether the board does not show the table as it is."""
        row = self._store.rows.get("board")
        outdated = row is None or row.rev < table.rev
        return outdated or self.stale or self.post_anew or self._missing is not None

    def begin(self, view: TableView, results: Sequence[MoveResult]) -> None:
        """Begin to draw, unless this very version is being drawn; ``results`` happened since it was shown last."""
        table = view.table
        if self._drawing is not None and self._drawn_rev == table.rev and not self.stale:
            return
        self.drop()
        if table.rev % self._bot.settings.picture_every != 0 and table.state == "running":
            return
        happened = Happened(_changed(results), moved(results))
        shown = tuple(happened.shown(WHOLE[kind]) for kind in looks.kinds(table))
        request = PictureRequest(shown, looks.dress(view, view.game.pos, looks.scheme(table)))
        if self._behind_since is None:  # a later version takes the place in the queue of the one it overtakes
            self._behind_since = asyncio.get_running_loop().time()
        drawing = asyncio.create_task(self._draw(view, request, self._behind_since))
        self._drawing, self._drawn_rev = drawing, table.rev

    def drop(self) -> None:
        """Draw no more."""
        drawing, self._drawing = self._drawing, None
        if drawing is not None and not drawing.cancel() and not drawing.cancelled():
            drawing.exception()  # nobody asks for it any more

    async def drawn_within(self, seconds: float) -> bool:
        """Wait for the pictures, but not longer; return whether nothing is being drawn any more."""
        if self._drawing is None:
            return True
        done, _ = await asyncio.wait([self._drawing], timeout=seconds)
        return bool(done)

    async def show(self, view: TableView, *, buried: Callable[[], bool]) -> None:
        """Show the board, with its pictures if they are drawn in time and Discord takes them.

        Where more has happened and there is still time for them, that is told first, and a newer board is shown.
        """
        if await self._is_overtaken():
            return
        stale, self.stale = self.stale, False
        try:
            await self._show(view, await self._files(view), buried)
        except BaseException:
            self.stale |= stale
            raise
        self.post_anew = False

    async def _show(self, view: TableView, files: list[discord.File], buried: Callable[[], bool]) -> None:
        try:
            await self._put(view, files, anew=buried())
        except discord.Forbidden as refused:
            if not files:
                raise
            log.warning("game %d is shown without pictures: %s", view.table.game_id, refused)
            self._tally.refused += 1
            self._missing = "refused"
            self._loop.later()
            await self._put(view, [], anew=buried())

    async def _put(self, view: TableView, files: list[discord.File], *, anew: bool) -> None:
        table, row = view.table, self._store.rows.get("board")
        message = board_message(view, files, controls(view), missing=self._missing, remarks=self._remarks)
        anew = anew or row is None or self.post_anew
        if anew or not await self._store.edit("board", table.rev, view=message, attachments=files):
            await self._store.send("board", table.rev, view=message, files=files, silent=True)
            await self._store.stand(table.rev)
            await self._store.remove_replaced()
        self._count(table, row.rev if row else 0, pictured=bool(files))

    def _count(self, table: StartedTable, shown: int, *, pictured: bool) -> None:
        """Count a version with pictures, and those that went without theirs since the last one counted.

        What another process has ``shown`` is not ours to count, nor is a version of which none were wanted.
        """
        before = shown if self._counted is None else self._counted
        if pictured:
            self._tally.count(table.game_id, before, table.rev)
        self._counted = table.rev if pictured or self._missing is None else before

    async def _is_overtaken(self) -> bool:
        """Wait for the pictures while nothing more happens; return whether it did before their time was over."""
        if self._drawing is None or await self._loop.has_done(self._drawing, self._patience):
            return False
        return self._loop.again and self._patience > 0

    @property
    def _patience(self) -> float:
        """Return how many more seconds the board may wait for its pictures."""
        since, now = self._behind_since, asyncio.get_running_loop().time()
        return PATIENCE if since is None else max(PATIENCE - (now - since), 0)

    async def _draw(self, view: TableView, request: PictureRequest, since: float) -> DrawnBoard:
        """Draw the board, and the routes that are proposed if trains may run."""
        if view.game.choices.runs:
            request = await asyncio.to_thread(with_proposed_run, request, view)
        return request, await self._bot.pictures.draw(view.game.pos, request, since)

    async def _files(self, view: TableView) -> list[discord.File]:
        """Return the pictures; none if they are late or failed, and then they are shown later."""
        self._missing = None
        drawing = self._drawing
        if drawing is None:
            return []
        if not drawing.done():
            self._missing = "follow"
            drawing.add_done_callback(self._show_later)
            return []
        self._drawing = self._behind_since = None
        try:
            request, pictures = drawing.result()
        except Exception:
            log.exception("the pictures of game %d failed", view.table.game_id)
            self._tally.failed += 1
            self._missing = "follow"
            self._loop.later()
            return []
        return await asyncio.to_thread(picture_files.files, view, pictures, request)

    def _show_later(self, drawing: "asyncio.Task[DrawnBoard]") -> None:
        if not drawing.cancelled():
            self._loop.nudge()


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
