"""Sending reminders, and finding out whether one was sent before the last stop."""

import discord
from discord import ui

from bot.button_ids import SNOOZE, SUBSTITUTE
from bot.components import Layout, as_view, button
from bot.messages.message_store import MessageStore
from bot.messages.publisher import Publisher
from bot.messages.request_card import purpose_of, question
from bot.parts import BotParts
from bot.reminders import Reminder
from bot.speech.decision import decision_of
from bot.speech.table_view import TableView, view_of


class ReminderSender:
    """Posts reminders to their tables; the nonce in the button's id tells one from another."""

    def __init__(self, bot: BotParts, publisher: Publisher) -> None:
        self._bot = bot
        self._publisher = publisher

    async def send(self, reminder: Reminder) -> None:
        """Post a reminder, or the notice that no more will come."""
        try:
            await self._send(reminder)
        except discord.HTTPException as refusal:
            if not await self._publisher.table_messages(reminder.game_id).resting.give_up(refusal):
                raise

    async def _send(self, reminder: Reminder) -> None:
        view, store = await self._table(reminder)
        table = view.table
        if reminder.notice:
            shown = _notice(view, reminder, self._asleep(view))
            await store.send(_purpose(reminder), table.rev, view=shown, silent=True)
            return
        if reminder.kind == "turn":
            if reminder.user_id not in table.called_people:
                return  # decided while the table was read
            what, link = decision_of(view).headline, store.link("card")
        else:
            request = table.undoing
            if request is None or reminder.user_id not in request.awaited:
                return
            what, link = question(view, request).rstrip("."), store.link(purpose_of(request))
        last = self._asleep(view) if reminder.number == reminder.of else ""
        text = "\n".join(filter(None, (f"{_text(view, reminder, what)} {link}".strip(), last)))
        purpose = _purpose(reminder)
        await store.remove(purpose)
        await store.send(
            purpose, table.rev, content=text, view=_snooze(view, reminder), mention=(reminder.user_id,)
        )

    def _asleep(self, view: TableView) -> str:
        """Return how to wake a thread that nobody writes in any more; nothing where the table is in a channel."""
        place = self._bot.get_channel(view.table.channel_id)  # of threads only those awake are known
        return "" if isinstance(place, discord.abc.GuildChannel) else view.teller.say("remind.thread")

    async def was_sent(self, reminder: Reminder) -> bool:
        """Look in the channel what became of an attempt of which nobody knows."""
        if reminder.attempted_at is None:
            return False
        _, store = await self._table(reminder)
        await store.reconcile()
        row = store.rows.get(_purpose(reminder))
        return row is not None and row.posted_at >= reminder.attempted_at

    async def _table(self, reminder: Reminder) -> tuple[TableView, MessageStore]:
        table = (await self._bot.service.tables.find(reminder.game_id)).started()
        store = self._publisher.table_messages(reminder.game_id).store
        await store.load(table)
        return view_of(table), store


def _purpose(reminder: Reminder) -> str:
    """Return the key under which a reminder is stored."""
    return f"{'notice' if reminder.notice else 'reminder'}:{reminder.user_id}"


def _text(view: TableView, reminder: Reminder, what: str) -> str:
    """What a reminder says, on a lock screen too."""
    key = "remind.again" if reminder.number > 1 else "remind.first"
    return view.teller.say(key, mention=f"<@{reminder.user_id}>", what=what, n=reminder.number)


def _snooze(view: TableView, reminder: Reminder) -> ui.View:
    """The button that puts a reminder off."""
    custom_id = SNOOZE.write(game=reminder.game_id, user=reminder.user_id, nonce=reminder.nonce)
    return as_view([[button(view.teller.say("remind.snooze"), custom_id)]])


def _notice(view: TableView, reminder: Reminder, last: str) -> Layout:
    """Return that somebody is no longer reminded, with buttons that offer a substitute."""
    seat, say = view.table.acting_seat(reminder.user_id), view.teller.say
    name = view.teller.player(seat.id) if seat else "?"
    made = ui.LayoutView(timeout=None)
    stopped = say("remind.stopped", player=name, n=reminder.of)
    made.add_item(ui.TextDisplay("\n".join(filter(None, (stopped, last)))))
    if seat is not None and reminder.kind == "turn":
        offers = [
            button(
                say(f"remind.offer.{what}"), SUBSTITUTE.write(game=reminder.game_id, seat=seat.id, what=what)
            )
            for what in ("house", "person")
        ]
        made.add_item(ui.ActionRow(*offers))
    return made
