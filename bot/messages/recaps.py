"""What is told of a table when a part of its game is over."""

from collections.abc import Sequence

from bot.messages import round_summary
from bot.messages.message_store import MessageStore
from bot.parts import BotParts
from bot.speech.table_view import TableView
from bot.tables.view import MoveResult, StartedTable


class Recaps:
    """Posts the summaries of rounds that have ended, each once."""

    def __init__(self, bot: BotParts, store: MessageStore) -> None:
        self._bot = bot
        self._store = store
        self._rounds: list[int] = []

    def note(self, table: StartedTable, results: Sequence[MoveResult]) -> None:
        """Take note of moves that are told for the first time."""
        if round_summary.wanted(table):
            self._rounds += round_summary.ended(results)

    async def tell(self, view: TableView) -> None:
        """Post what is to be told; of a round that goes on after all, nothing."""
        while self._rounds:
            ply, moves = self._rounds[0], view.table.moves
            purpose = f"{round_summary.PURPOSE}{moves[ply - 1].rev}" if ply <= len(moves) else ""
            if purpose and purpose not in self._store.rows:
                made = await round_summary.round_summary(self._bot, view, ply)
                if made is not None:
                    shown, files = made
                    await self._store.send(purpose, view.table.rev, view=shown, files=files, silent=True)
            self._rounds.pop(0)
