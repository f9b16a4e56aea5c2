"""What everybody at a table is called for: the game begins or is over, or the table goes on in another channel."""

from collections.abc import Sequence

import discord

from assets import sentences
from bot.messages.bells import Bells
from bot.messages.letters import Letters, nonce_for
from bot.messages.message_store import MessageStore
from bot.messages.presence import Presence
from bot.parts import BotParts
from bot.storage import NewsRow
from bot.tables.view import Table

PLACE = "place"
"""What people are called for when a table goes on in another channel."""


class Announcements:
    """Posts each once, as long as its news stand.

    ``called`` says at which revision people were last called by one.
    """

    def __init__(self, bot: BotParts, store: MessageStore, bells: Bells, presence: Presence) -> None:
        self._bot = bot
        self._store = store
        self._bells = bells
        self._presence = presence
        self._letters = Letters(bot)
        self.called: dict[int, int] = {}

    async def tell_moved(self, table: Table, news: Sequence[NewsRow]) -> None:
        """Call the others to the channel in which a table goes on, and tell them in private, too."""
        for one in [one for one in news if one.kind == "moved"][-1:]:
            purpose, others = f"moved:{one.id}", [user for user in table.people if user != one.user_id]
            if purpose not in self._store.rows:
                rung = list(self._bells.ready(one.user_id, await self._free(others), PLACE))
                text = _moved(table, one.user_id, others)
                await self._store.send(purpose, table.rev, content=text, mention=rung, silent=not rung)
                await self._bells.ring(one.user_id, rung, PLACE)
                self._note(table, (*rung, one.user_id))
                await self._say_where(table, one)
                await self._bot.reminders.resettle(game_id=table.game_id)
            await self._letters.tell_moved(table, news, self._store.link(purpose))

    async def _free(self, people: Sequence[int]) -> list[int]:
        """Return those among people who want calls now."""
        busy = await self._presence.busy(people)
        return [user for user in people if user not in busy]

    async def _say_where(self, table: Table, one: NewsRow) -> None:
        """Say in the channel that a table has left where it has gone; one that takes no message goes without."""
        before = table.settings.moved_from
        if not before:
            return
        said = {"title": table.title, "game": str(table.game_id), "channel": f"<#{table.channel_id}>"}
        text = sentences.say("table_moved.away", table.language, **said)
        left = self._bot.get_partial_messageable(before)
        try:
            await left.send(text, silent=True, nonce=nonce_for(before, f"{table.game_id}w{one.id}"))
        except discord.HTTPException:
            return

    def _note(self, table: Table, people: Sequence[int]) -> None:
        self.called |= dict.fromkeys(people, table.rev)


def _moved(table: Table, by: int, others: Sequence[int]) -> str:
    before = table.settings.moved_from
    said = {"title": table.title, "game": str(table.game_id), "by": f"<@{by}>" if by else "Stationmaster"}
    said["mentions"] = " ".join(f"<@{user}>" for user in others)
    if before:
        return sentences.say("table_moved.here", table.language, channel=f"<#{before}>", **said).strip()
    return sentences.say("table_moved.again", table.language, **said).strip()
