"""Notes about standing orders: what one did, or why it has ended; sent to its person alone."""

import logging

import discord

from bot.messages.private_notes import is_deaf
from bot.parts import BotParts
from bot.reminders import free_at
from bot.speech.table_view import TableView, view_of
from bot.speech.wishes import ended, wish
from bot.storage import OrderRow
from bot.tables.orders import NoPrivateMessages, OrderNote
from engine import standing

log = logging.getLogger(__name__)


class OrderNotes:
    """Writes to people directly; who does not take such messages is told with the next answer at the table."""

    def __init__(self, bot: BotParts) -> None:
        self._bot = bot

    async def tell(self, note: OrderNote) -> None:
        """Tell a person of their order.

        :raises NoPrivateMessages: when they take no direct messages
        """
        lang = await self._bot.language_of(note.row.user_id)
        text = told(view_of(note.table, lang or note.table.language), note)
        try:
            channel = await self._bot.create_dm(discord.Object(note.row.user_id))
            silent = note.action is not None or not await self._free(note.row.user_id)
            await channel.send(text, silent=silent, nonce=note.nonce)
        except discord.HTTPException as refusal:
            if not is_deaf(refusal):
                raise
            log.info("person %d takes no direct messages", note.row.user_id)
            raise NoPrivateMessages from None

    async def _free(self, user_id: int) -> bool:
        """Tell whether something may ring for a person now."""
        now = self._bot.clock.now()
        return free_at(await self._bot.storage.people.find(user_id), now) <= now


def told(view: TableView, note: OrderNote) -> str:
    """Return the note in words."""
    teller, place = view.teller, f"<#{note.table.channel_id}>"
    if note.action is not None:
        return teller.say(
            "wish.acted", place=place, wish=wish(teller, note.order), line=teller.action(note.action)
        )
    return has_ended(view, note.row)


def has_ended(view: TableView, row: OrderRow) -> str:
    """Return that an order has ended, and why."""
    teller, place = view.teller, f"<#{view.table.channel_id}>"
    wanted = wish(teller, standing.load(row.wanted))
    return teller.say("wish.ended", place=place, wish=wanted, why=ended(teller, row.reason))
