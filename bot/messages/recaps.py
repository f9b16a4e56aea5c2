"""What is told of a table when a part of its game is over."""

import asyncio
from collections.abc import Sequence

from bot.messages import end_card, round_summary
from bot.messages.message_store import MessageStore
from bot.messages.write_loop import WriteLoop
from bot.parts import BotParts
from bot.speech.table_view import TableView
from bot.tables.view import MoveResult, StartedTable

AT_ONCE = 3
"""So many rounds are summed up where several ended since anything was told."""


class Recaps:
    """Posts the summaries of rounds that have ended, and the card of a game that has, each once."""

    def __init__(self, bot: BotParts, store: MessageStore, loop: WriteLoop) -> None:
        self._bot = bot
        self._store = store
        self._loop = loop
        self._rounds: list[int] = []
        self._over = 0
        self._card: asyncio.Task[end_card.Card] | None = None

    def note(self, table: StartedTable, results: Sequence[MoveResult]) -> None:
        """Take note of moves that are told for the first time."""
        if round_summary.wanted(table):
            self._rounds = [*self._rounds, *round_summary.ended(results)][-AT_ONCE:]
        if results and results[-1].after.state.over:
            self._over = results[-1].played.rev

    async def tell(self, view: TableView) -> None:
        """Post what is to be told."""
        await self._tell_rounds(view)
        await self._tell_end(view)

    async def _tell_end(self, view: TableView) -> None:
        """Post the card of a game that has ended, as soon as it is drawn; one that goes on after all has none."""
        purpose = f"{end_card.PURPOSE}{self._over}"
        if not self._over or purpose in self._store.rows or view.table.rev != self._over:
            return
        if self._card is None:
            self._card = asyncio.create_task(end_card.drawn(self._bot, view))
            self._card.add_done_callback(lambda _: self._loop.nudge())
        elif self._card.done():
            card, self._card = self._card, None
            shown = card.result()
            await self._store.send(
                purpose, view.table.rev, view=end_card.shown(shown), files=shown[1], silent=True
            )

    async def _tell_rounds(self, view: TableView) -> None:
        """Post the summaries of rounds; of one that goes on after all, nothing."""
        while self._rounds:
            ply, moves = self._rounds[0], view.table.moves
            purpose = f"{round_summary.PURPOSE}{moves[ply - 1].rev}" if ply <= len(moves) else ""
            if purpose and purpose not in self._store.rows:
                made = await round_summary.round_summary(self._bot, view, ply)
                if made is not None:
                    shown, files = made
                    await self._store.send(purpose, view.table.rev, view=shown, files=files, silent=True)
            self._rounds.pop(0)
