"""What everybody at a table is called for: the game begins or is over, or the table goes on in another channel."""

from collections.abc import Callable, Sequence

import discord

from assets import sentences
from bot.called import mentions
from bot.messages.bells import Bells
from bot.messages.message_store import MessageStore
from bot.messages.presence import Presence
from bot.messages.private_notes import PrivateNotes, nonce_for
from bot.parts import BotParts
from bot.speech.table_view import TableView, view_of
from bot.storage import NewsRow
from bot.tables import replay
from bot.tables.table import Table
from engine.retrospect import places

BEGUN = "begun"
"""The purpose of the message that a game has begun."""
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
        self._notes = PrivateNotes(bot)
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
                self.note(table, (*rung, one.user_id))
                await self._say_where(table, one)
                await self._bot.reminders.reschedule(game_id=table.game_id)
            await self._notes.tell_moved(table, news, self._store.link(purpose))

    async def tell_begun(self, view: TableView, news: Sequence[NewsRow]) -> None:
        """Call everybody to a game that has begun, unless one person plays alone."""
        table = view.table
        if (
            not any(one.kind == "started" for one in news)
            or BEGUN in self._store.rows
            or len(table.people) == 1
        ):
            return
        key = "begun.resumed" if table.recorded else "begun"
        players = [view.teller.player(seat.id) for seat in table.awaited]
        text = view.teller.say(key, title=table.title, players=players, mentions=mentions(table.people))

        def private(lang: str) -> str:
            place = self._store.link(BEGUN) or f"<#{table.channel_id}>"
            return sentences.say("letter.begun", lang, title=table.title, place=place)

        await self._call_all(table, BEGUN, text, private)

    async def tell_over(self, view: TableView, news: Sequence[NewsRow]) -> None:
        """Call everybody to a game that is over, and say who has won; not one who made the last move alone."""
        table = view.table
        for one in news:
            purpose = f"over:{one.rev}"
            fresh = one.kind == "over" and one.rev == table.rev and purpose not in self._store.rows
            if fresh and table.people != (one.user_id,):
                text = f"{outcome(view)}\n{mentions(table.people)}"

                def private(lang: str, link: str = purpose) -> str:
                    return f"{outcome(view_of(view.table, lang))}\n{self._store.link(link)}"

                await self._call_all(table, purpose, text, private)

    async def _call_all(self, table: Table, purpose: str, text: str, private: Callable[[str], str]) -> None:
        """Post an announcement; whoever wants no calls now is told in private instead, without a ring."""
        free = await self._free(table.people)
        await self._store.send(purpose, table.rev, content=text, mention=free, silent=not free)
        self.note(table, free)
        for user in table.people:
            if user not in free:
                nonce = f"{table.game_id}{purpose[:2]}{table.rev}"
                await self._notes.try_to_write(user, private, nonce, table.language, silent=True)

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

    def note(self, table: Table, people: Sequence[int]) -> None:
        """Note that people were called to a table as it is now."""
        self.called |= dict.fromkeys(people, table.rev)


def outcome(view: TableView) -> str:
    """Return who has won a game, and below it everybody's place and score."""
    teller, scores = view.teller, replay.scores(view.game)
    ranked = places(scores)
    first = [seat for seat, place in ranked.items() if place == 1]
    names, score = [teller.player(seat) for seat in first], teller.money(scores[first[0]])
    key = "over.alone" if len(scores) == 1 else "over.won" if len(first) == 1 else "over.shared"
    head = teller.say(key, title=view.table.title, player=names[0], players=names, score=score)
    return head if len(scores) == 1 else f"{head}\n{' · '.join(teller.results(scores))}"


def _moved(table: Table, by: int, others: Sequence[int]) -> str:
    before = table.settings.moved_from
    said = {"title": table.title, "game": str(table.game_id), "by": f"<@{by}>" if by else "Stationmaster"}
    said["mentions"] = mentions(others)
    if before:
        return sentences.say("table_moved.here", table.language, channel=f"<#{before}>", **said).strip()
    return sentences.say("table_moved.again", table.language, **said).strip()
