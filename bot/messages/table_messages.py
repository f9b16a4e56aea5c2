"""Writing to one table: what is stored is compared with what is shown, and the difference is told.

Whatever fails is tried again later from the same comparison. What is posted goes through the outbox, and the news of
a table stay there until its channel shows them all, so that neither a failure nor a restart loses or doubles a line.
"""

from collections.abc import Awaitable, Callable, Sequence

import discord

from bot.messages import lines
from bot.messages.calls import Calls
from bot.messages.consent import consent
from bot.messages.lobby_card import full, lobby_card
from bot.messages.message_store import MessageStore
from bot.messages.shown_board import ShownBoard
from bot.messages.tally import Tally
from bot.messages.write_loop import WriteLoop
from bot.parts import BotParts
from bot.pictures import looks
from bot.speech.table_view import TableView, view_of
from bot.storage import NewsRow
from bot.tables import undo
from bot.tables.changes import TableChange
from bot.tables.view import MoveResult, StartedTable, Table

RESULTS_KEPT = 200
CALLS_WAIT = 1.0
"""So many seconds the calls wait for the pictures; then they go out before the board."""
UNKNOWN_CHANNEL = 10003


class TableMessages:
    """Tells one game's table what happened, in order, one round of messages at a time."""

    def __init__(self, bot: BotParts, game_id: int, tally: Tally) -> None:
        self.bot = bot
        self.game_id = game_id
        self.store = MessageStore(bot, game_id)
        self.loop = WriteLoop(game_id, self._tell, bot.settings.retry_after)
        self._board = ShownBoard(bot, self.store, self.loop, tally)
        self._calls = Calls(self.store)
        self._tally = tally
        self._results: dict[int, MoveResult] = {}

    def note(self, change: TableChange) -> None:
        """Remember what happened and tell it."""
        self._calls.note(change)
        self._results.update({result.played.rev: result for result in change.results})
        while len(self._results) > RESULTS_KEPT:
            del self._results[min(self._results)]
        if change.before is not None and looks.differ(change.before, change.table):
            self._board.stale = True
        self.loop.nudge()

    async def repost(self) -> None:
        """Post the board anew, pictures and all."""
        self._board.post_anew = True
        self.loop.nudge()
        await self.loop.settled()

    def stop(self) -> None:
        """Write and draw no more."""
        self.loop.stop()
        self._board.drop()

    def results(self, table: Table, since: int) -> list[MoveResult]:
        """Return what has been heard of the moves of a table after a revision."""
        return [
            self._results[move.rev] for move in table.moves if move.rev > since and move.rev in self._results
        ]

    async def _tell(self) -> None:
        """Bring the channel up to date with the table."""
        outbox = self.bot.storage.outbox
        news = await outbox.news(self.game_id)
        table = await self.bot.service.tables.find(self.game_id)
        await self.store.load(table)
        await self.store.settle()
        await self.store.remove_replaced()
        refusals = [await _refusal(self._tell_lobby, table)]
        if isinstance(table, StartedTable):
            self._board.stale |= any(one.kind == "ended" for one in news)
            self._calls.recall(news)
            refusals += await self._tell_game(view_of(table), news)
        for refusal in filter(None, refusals):
            self._tally.refused += 1
            raise refusal
        if news and not self.loop.again:
            await outbox.told(self.game_id, news[-1].id)

    async def _tell_game(
        self, view: TableView, news: Sequence[NewsRow]
    ) -> list[discord.HTTPException | None]:
        """Tell log, board, calls and requests, each whatever becomes of the others, and return what was refused."""
        table = view.table
        await self._note_awaited(table)
        needed = self._board.needed(table)
        if needed:
            row = self.store.rows.get("board")
            self._board.begin(view, await self._results_since(table, row.rev) if row else [])
        refusals = [await _refusal(self._tell_log, view, news)]
        if needed:
            if not await self._board.drawn_within(CALLS_WAIT):
                refusals.append(await _refusal(self._tell_calls, view))
            refusals.append(await _refusal(self._tell_board, view))
        if not self.loop.again:  # else the next round knows better whom to call
            refusals.append(await _refusal(self._tell_calls, view))
            refusals.append(await _refusal(self._tell_undo_request, view))
        return refusals

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
            await self.store.send("lobby", rev, view=card)
        is_full = table.state == "lobby" and len(table.seats) == table.places
        if is_full and "full" not in self.store.rows:
            text = full(table, self.store.link("lobby"))
            await self.store.send("full", 0, content=text, mention=(table.host,))
        elif not is_full:
            await self.store.remove("full")

    # the log

    async def _tell_log(self, view: TableView, news: Sequence[NewsRow]) -> None:
        row, rev = self.store.rows.get("log"), view.table.rev
        since = row.rev if row else 0
        if rev > since:
            told = await self._log_lines(view, since, news)
            await self.store.send_log(rev, lines.joined(told))

    async def _log_lines(self, view: TableView, since: int, news: Sequence[NewsRow]) -> list[str]:
        """Return what happened after a revision, first of all that moves were taken back."""
        table, results = view.table, await self._results_since(view.table, since)
        told = [lines.log_line(view, result) for result in results]
        if table.rev - since > len(
            results
        ):  # some versions are no moves that stand, so moves were taken back
            stands = results[0].played.ply - 1 if results else len(table.moves)
            by = [one.user_id for one in news if one.kind == "undone" and since < one.rev <= table.rev]
            told.insert(0, lines.undone_line(view, by[-1] if by else 0, stands))
        return told

    async def _results_since(self, table: StartedTable, since: int) -> list[MoveResult]:
        wanted = [move.rev for move in table.moves if move.rev > since]
        if all(rev in self._results for rev in wanted):
            return [self._results[rev] for rev in wanted]
        found = await self.bot.service.history.results_after(self.game_id, since)
        return [result for result in found if result.played.rev <= table.rev]

    # board and calls

    async def _tell_board(self, view: TableView) -> None:
        def buried() -> bool:
            return self.store.below > self.bot.settings.bump_after and bool(self._calls.due(view.table))

        await self._board.show(view, buried=buried)

    async def _tell_calls(self, view: TableView) -> None:
        table = view.table
        awaited = {seat.user_id for seat in table.awaited}
        for purpose in [name for name in self.store.rows if name.startswith(("ping:", "reminder:"))]:
            kind, _, whose = purpose.partition(":")
            if int(whose) not in awaited or (kind == "ping" and not self._calls.stands(table, int(whose))):
                await self.store.remove(purpose)
        for user in self._calls.due(table):
            text = lines.ping(view, user, self.store.link("board"))
            await self.store.send(f"ping:{user}", table.rev, content=text, mention=(user,))

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
        await self.store.send("undo", request.rev, view=consent(view, request), mention=asked)


async def _refusal(tell: Callable[..., Awaitable[None]], *given: object) -> discord.HTTPException | None:
    """Tell one part, and return Discord's refusal of it if the other parts can be told all the same."""
    try:
        await tell(*given)
    except discord.HTTPException as refusal:
        if refusal.code == UNKNOWN_CHANNEL:
            raise
        return refusal
    return None
