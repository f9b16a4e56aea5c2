"""Writing to one table: what is stored is compared with what is shown, and the difference is told.

Whatever fails is tried again later from the same comparison, so that neither a failure nor a restart loses a line,
and messages carry a nonce, so that Discord drops what a restart would tell twice.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import discord

from bot.messages import calls, lines, picture_files
from bot.messages.board_message import board_message
from bot.messages.calls import Calls
from bot.messages.consent import consent
from bot.messages.lobby_card import full, lobby_card
from bot.messages.message_store import MessageStore
from bot.messages.tally import Tally
from bot.messages.write_loop import WriteLoop
from bot.parts import BotParts
from bot.pickers.picker import controls
from bot.pictures import looks
from bot.pictures.drawing import Picture
from bot.pictures.requests import PictureRequest
from bot.pictures.runs import with_proposed_run
from bot.speech import captions
from bot.speech.table_view import TableView, view_of
from bot.tables import undo
from bot.tables.changes import TableChange
from bot.tables.view import MoveResult, StartedTable, Table
from engine.events import PriceMoved
from render import price_moves

log = logging.getLogger(__name__)

RESULTS_KEPT = 200

Drawing = asyncio.Task[tuple[PictureRequest, list[Picture]]]


class TableMessages:
    """Tells one game's table what happened, in order, one round of messages at a time."""

    def __init__(self, bot: BotParts, game_id: int, tally: Tally) -> None:
        self.bot = bot
        self.game_id = game_id
        self.store = MessageStore(bot, game_id)
        self.loop = WriteLoop(game_id, self._tell, bot.settings.retry_after)
        self._calls = Calls(self.store)
        self._tally = tally
        self._results: dict[int, MoveResult] = {}
        self._undone_by = 0
        self._redraw = False
        self._pictures_missing = False
        self._post_anew = False

    def note(self, change: TableChange) -> None:
        """Remember what happened and tell it."""
        self._calls.note(change)
        if change.kind == "undone":
            self._undone_by = change.by
        self._results.update({result.played.rev: result for result in change.results})
        while len(self._results) > RESULTS_KEPT:
            del self._results[min(self._results)]
        looks_different = change.before is not None and looks.differ(change.before, change.table)
        self._redraw |= change.kind == "ended" or looks_different
        self.loop.nudge()

    async def repost(self) -> None:
        """Post the board anew, pictures and all."""
        self._post_anew = True
        self.loop.nudge()
        await self.loop.settled()

    def results(self, table: Table, since: int) -> list[MoveResult]:
        """Return what has been heard of the moves of a table after a revision."""
        return [
            self._results[move.rev] for move in table.moves if move.rev > since and move.rev in self._results
        ]

    async def _tell(self) -> None:
        """Bring the channel up to date with the table."""
        redraw, self._redraw = self._redraw, False
        try:
            table = await self.bot.service.tables.find(self.game_id)
            await self.store.load(table)
            await self._tell_lobby(table)
            if isinstance(table, StartedTable):
                await self._tell_game(view_of(table), redraw=redraw)
        except Exception:
            self._redraw |= redraw
            raise

    async def _tell_game(self, view: TableView, *, redraw: bool) -> None:
        table = view.table
        await self._note_awaited(table)
        needed = redraw or self._is_board_stale(table)
        request = await self._picture_request(view)
        drawing = self._start_drawing(view, request) if needed else None
        try:
            await self._tell_log(view)
            if needed:
                await self._tell_board(view, drawing)
        finally:
            if drawing is not None:
                drawing.cancel()
        if not self.loop.again:  # else the next round knows better whom to call
            await self._tell_calls(view)
            await self._tell_undo_request(view)

    async def _note_awaited(self, table: StartedTable) -> None:
        """Note who owes a decision, for the reminders."""
        if table.state == "running":
            users = [seat.user_id for seat in table.awaited]
            await self.bot.reminders.awaiting(table.game_id, users, table.rev, acted=self._calls.moved)

    # the lobby

    async def _tell_lobby(self, table: Table) -> None:
        row = self.store.rows.get("lobby")
        if row is not None and row.rev:
            return
        rev, card = 0 if table.state == "lobby" else 1, lobby_card(table)
        if row is None or not await self.store.edit("lobby", rev, view=card):
            nonce = f"c{self.game_id}.{row.message_id % 10**9 if row else 0}"
            await self.store.send("lobby", rev, view=card, nonce=nonce)
        is_full = table.state == "lobby" and len(table.seats) == table.places
        if is_full and "full" not in self.store.rows:
            text = full(table, self.store.link("lobby"))
            nonce = f"f{table.game_id}"
            await self.store.send("full", 0, content=text, mention=(table.host,), nonce=nonce)
        elif not is_full:
            await self.store.remove("full")

    # the log

    async def _tell_log(self, view: TableView) -> None:
        row, rev = self.store.rows.get("log"), view.table.rev
        since = row.rev if row else 0
        if rev <= since:
            return
        told = await self._log_lines(view, since)
        for part, text in enumerate(lines.joined(told)):
            nonce = f"l{self.game_id}.{since}.{part}"
            await self.store.send("log", rev, content=text, silent=True, nonce=nonce)
        if not told:
            await self.store.note("log", rev)

    async def _log_lines(self, view: TableView, since: int) -> list[str]:
        """Return what happened after a revision, first of all that moves were taken back."""
        table, results = view.table, await self._results_since(view.table, since)
        told = [lines.log_line(view, result) for result in results]
        if table.rev - since > len(
            results
        ):  # some versions are no moves that stand, so moves were taken back
            stands = results[0].played.ply - 1 if results else len(table.moves)
            told.insert(0, lines.undone_line(view, self._undone_by, stands))
            self._undone_by = 0
        return told

    async def _results_since(self, table: StartedTable, since: int) -> list[MoveResult]:
        wanted = [move.rev for move in table.moves if move.rev > since]
        if all(rev in self._results for rev in wanted):
            return [self._results[rev] for rev in wanted]
        found = await self.bot.service.history.results_after(self.game_id, since)
        return [result for result in found if result.played.rev <= table.rev]

    # the board

    def _is_board_stale(self, table: StartedTable) -> bool:
        row = self.store.rows.get("board")
        return row is None or row.rev < table.rev or self._pictures_missing or self._post_anew

    async def _picture_request(self, view: TableView) -> PictureRequest:
        """Return what the board shows, with what happened since it was shown last."""
        table, row = view.table, self.store.rows.get("board")
        results = await self._results_since(table, row.rev) if row else []
        return PictureRequest(
            looks.kinds(table),
            table.names,
            view.lang,
            _changed(results),
            caption=captions.caption(view.teller, view.game.pos),
            scheme=looks.scheme(table),
            moved=moved(results),
        )

    def _start_drawing(self, view: TableView, request: PictureRequest) -> Drawing | None:
        """Begin to draw while the log is being written."""
        table = view.table
        if table.rev % self.bot.settings.picture_every != 0 and table.state == "running":
            return None
        return asyncio.create_task(self._draw(view, request))

    async def _draw(self, view: TableView, request: PictureRequest) -> tuple[PictureRequest, list[Picture]]:
        """Draw the board, and the routes that are proposed if trains may run."""
        if view.game.choices.runs:
            request = await asyncio.to_thread(with_proposed_run, request, view)
        return request, await self.bot.pictures.draw(view.game.pos, request)

    async def _tell_board(self, view: TableView, drawing: Drawing | None) -> None:
        table, row = view.table, self.store.rows.get("board")
        files = await self._drawn(view, drawing)
        message = board_message(view, files, controls(view), follow=self._pictures_missing)
        buried = self.store.below > self.bot.settings.bump_after and self._calls.due(table)
        anew = row is None or buried or self._post_anew
        if anew or not await self.store.edit("board", table.rev, view=message, attachments=files):
            await self._post_board(table, message, files)
        self._post_anew = False
        if files:
            self._tally.count(self.game_id, row.rev if row else 0, table.rev)

    async def _drawn(self, view: TableView, drawing: Drawing | None) -> list[discord.File]:
        """Return the pictures, none if they failed: the text goes out, and they are tried again."""
        self._pictures_missing = False
        if drawing is None:
            return []
        try:
            request, pictures = await drawing
        except Exception:
            log.exception("the pictures of game %d failed", self.game_id)
            self._tally.failed += 1
            self._pictures_missing = True
            self.loop.later()
            return []
        return await asyncio.to_thread(picture_files.files, view, pictures, request)

    async def _post_board(self, table: StartedTable, message: Any, files: list[discord.File]) -> None:
        old = self.store.rows.get("board")
        nonce = f"b{self.game_id}.{old.message_id % 10**9 if old else 0}"
        await self.store.send("board", table.rev, view=message, files=files, silent=True, nonce=nonce)
        await self.store.stand(table.rev)
        if old is not None:
            await self.store.delete(old.message_id)

    # calls

    async def _tell_calls(self, view: TableView) -> None:
        table = view.table
        awaited = {seat.user_id for seat in table.awaited}
        for purpose in [name for name in self.store.rows if name.startswith(("ping:", "reminder:"))]:
            kind, _, whose = purpose.partition(":")
            if int(whose) not in awaited or (kind == "ping" and not self._calls.stands(table, int(whose))):
                await self.store.remove(purpose)
        for user in self._calls.due(table):
            text, nonce = lines.ping(view, user, self.store.link("board")), calls.nonce(table, user)
            await self.store.send(f"ping:{user}", table.rev, content=text, mention=(user,), nonce=nonce)

    # requests to undo

    async def _tell_undo_request(self, view: TableView) -> None:
        request = await self.bot.service.undo.request(self.game_id)
        if request is None:
            await self.store.remove("undo")
            return
        row = self.store.rows.get("undo")
        if row is not None and row.rev == request.rev:
            await self.store.edit("undo", request.rev, view=consent(view, request))
            return
        await self.store.remove("undo")
        asked = undo.asked(view.table, request)
        await self.bot.reminders.awaiting(self.game_id, asked, view.table.rev, kind="undo")
        shown, nonce = consent(view, request), f"u{self.game_id}.{request.id}"
        await self.store.send("undo", request.rev, view=shown, mention=asked, nonce=nonce)


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
