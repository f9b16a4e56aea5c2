"""Sending reminders, and finding out whether one was sent before the last stop."""

from datetime import timedelta
from typing import TYPE_CHECKING

import discord

from bot.messages import cards
from bot.messages.message_store import MessageStore
from bot.reminders import Reminder

if TYPE_CHECKING:
    from bot.client import Bot

LOOK_BACK = timedelta(minutes=5)
LOOKED_AT = 100


class ReminderSender:
    """Posts reminders to their tables; the nonce in the button's id tells one from another."""

    def __init__(self, bot: "Bot") -> None:
        self._bot = bot

    async def send(self, reminder: Reminder) -> None:
        """Post a reminder, or the notice that no more will come."""
        table = await self._bot.service.tables.find(reminder.game_id)
        posts = self._bot.publisher.table_messages(reminder.game_id).posts
        await posts.load(table)
        if reminder.notice:
            text = cards.notice(table, reminder.user_id, reminder.of)
            await posts.send("", table.rev, content=text, silent=True, nonce=reminder.nonce)
            return
        custom_id = f"{cards.SNOOZE_ID}:{table.game_id}:{reminder.user_id}:{reminder.nonce}"
        link = posts.link("board" if reminder.kind == "turn" else "undo")
        view = cards.reminder(table, reminder.user_id, reminder.number, link, custom_id)
        purpose = f"reminder:{reminder.user_id}"
        await posts.remove(purpose)
        await posts.send(purpose, table.rev, view=view, mention=(reminder.user_id,), nonce=reminder.nonce)

    async def was_sent(self, reminder: Reminder) -> bool:
        """Look through the channel for the reminder with that nonce."""
        if reminder.attempted_at is None:
            return False
        table = await self._bot.service.tables.find(reminder.game_id)
        posts: MessageStore = self._bot.publisher.table_messages(reminder.game_id).posts
        await posts.load(table)
        after = reminder.attempted_at - LOOK_BACK
        async for message in posts.channel.history(after=after, limit=LOOKED_AT):
            if _carries(message, reminder.nonce):
                return True
        return False


def _carries(message: discord.Message, nonce: str) -> bool:
    if str(message.nonce) == nonce:
        return True
    view = discord.ui.LayoutView.from_message(message, timeout=None)
    return any(str(getattr(item, "custom_id", "")).endswith(f":{nonce}") for item in view.walk_children())
