"""What was decided for somebody while they were away: told to them in private once that is over."""

from datetime import timedelta

from bot.messages.lines import moves_told
from bot.messages.message_store import MessageStore
from bot.messages.private_notes import Letters
from bot.parts import BotParts
from bot.speech.table_view import TableView
from bot.tables.table import PlayedMove, Seat, StartedTable, is_house

PURPOSE = "decided:"
"""With the seat, under what it is remembered up to which move its person has been told."""
OLDEST = timedelta(days=2)
"""Moves older than that are told to nobody any more: they were made before anybody was told of them."""


def decided_for(table: StartedTable, seat: Seat, since: int = 0) -> list[PlayedMove]:
    """Moves after a revision that the house, or a clock that had run out, decided at a person's seat.

    What a record tells was decided elsewhere: the house made none of its moves here. What was decided before that
    person sat down was decided for others.
    """
    later = [move for move in table.moves if move.rev > since and move.seat == seat.id]
    later = [move for move in later if seat.since is None or move.at >= seat.since]
    return [one for one in later if table.decider(one) in ("house", "clock") and is_house(one.user_id)]


class Decided:
    """Writes to people what the house has decided for them, once a turn."""

    def __init__(self, bot: BotParts, store: MessageStore, letters: Letters) -> None:
        self._bot = bot
        self._store = store
        self._letters = letters

    async def tell(self, view: TableView) -> None:
        """Write to everybody for whom the house has moved and moves no longer."""
        table = view.table
        for seat in table.seats:
            if seat in table.awaited and table.plays_itself(seat):
                continue
            row = self._store.rows.get(f"{PURPOSE}{seat.id}")
            found = decided_for(table, seat, row.rev if row else 0)
            if found and found[-1].at > self._bot.clock.now() - OLDEST:
                await self._write(table, seat, found)

    async def _write(self, table: StartedTable, seat: Seat, found: list[PlayedMove]) -> None:
        own = await self._letters.view_for(table, seat.user_id)
        moves = moves_told(own, [(move.seat, move.text) for move in found])
        place = self._store.link("board") or f"<#{table.channel_id}>"
        text = own.teller.say("letter.decided", place=place, moves=moves)
        last = found[-1].rev
        await self._letters.write(seat.user_id, f"d{last}", text)
        await self._store.note(f"{PURPOSE}{seat.id}", last)
