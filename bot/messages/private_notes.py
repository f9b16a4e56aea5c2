"""Private notes: what people are told of a table wherever its channel is."""

import logging
from collections.abc import Callable, Sequence
from hashlib import blake2b

import aiohttp
import discord

from assets import sentences
from bot.parts import BotParts
from bot.reminders import free_at
from bot.speech.table_view import TableView, view_of
from bot.storage import NewsRow
from bot.tables.places import GONE
from bot.tables.table import StartedTable, Table, is_house

log = logging.getLogger(__name__)

NONCE = 25
"""How many characters a nonce has at most."""
UNREACHED = (discord.HTTPException, aiohttp.ClientError, OSError)
NOBODY = (10013, 50033)
"""Discord's codes for an account that is gone: nobody of that number, and nobody to be written to."""


def is_deaf(refusal: discord.HTTPException) -> bool:
    """Whether somebody takes no messages in private: they want none from us, or their account is gone."""
    return isinstance(refusal, discord.Forbidden) or refusal.code in NOBODY


class PrivateNotes:
    """Writes to people directly; one who takes no such messages costs nobody anything."""

    def __init__(self, bot: BotParts) -> None:
        self._bot = bot
        self._told = 0

    async def write(
        self, user: int, said: Callable[[str], str], nonce: str, language: str, *, silent: bool = False
    ) -> None:
        """Send a person what is ``said`` in their language; in their quiet hours it rings nowhere.

        Where a stop comes between, Discord drops the second of two with one nonce: the person belongs into it.
        """
        lang = await self._bot.language_of(user) or language
        person = await self._bot.storage.people.find(user)
        asleep = free_at(person, self._bot.clock.now()) > self._bot.clock.now()
        try:
            channel = await self._bot.create_dm(discord.Object(user))
            await channel.send(said(lang), silent=silent or asleep, nonce=nonce_for(user, nonce))
        except discord.HTTPException as refusal:
            if not is_deaf(refusal):
                raise
            log.info("person %d takes no direct messages", user)

    async def try_to_write(
        self, user: int, said: Callable[[str], str], nonce: str, language: str, *, silent: bool = False
    ) -> None:
        """Send a person what is ``said``; whoever cannot be reached now goes without."""
        try:
            await self.write(user, said, nonce, language, silent=silent)
        except UNREACHED as trouble:
            log.warning("person %d could not be written to: %s", user, trouble)

    async def tell_rest(self, table: Table, news: Sequence[NewsRow]) -> None:
        """Tell everybody at a table that it rests, why, and how it goes on."""
        why = table.settings.rests or GONE

        def said(lang: str) -> str:
            return sentences.say(f"letter.rest.{why}", lang, title=table.title, game=str(table.game_id))

        for one in self._new(news, "rests"):
            for user in table.people:
                await self.try_to_write(user, said, f"{table.game_id}r{one.id}", table.language)
            self._told = one.id

    async def tell_moved(self, table: Table, news: Sequence[NewsRow], link: str) -> None:
        """Tell those who play, silently, where a table goes on: not everybody need see its channel."""
        place = link or f"<#{table.channel_id}>"

        def said(lang: str) -> str:
            return sentences.say(
                "letter.moved", lang, title=table.title, game=str(table.game_id), place=place
            )

        for one in self._new(news, "moved"):
            for user in table.people:
                if user != one.user_id:
                    nonce = f"{table.game_id}m{one.id}"
                    await self.try_to_write(user, said, nonce, table.language, silent=True)
            self._told = one.id

    def _new(self, news: Sequence[NewsRow], kind: str) -> list[NewsRow]:
        """Return the last of the news of a kind, if it was not told."""
        return [one for one in news if one.kind == kind and one.id > self._told][-1:]


class Letters:
    """Notes to the people of one table of which each is written once, whatever happens between."""

    def __init__(self, bot: BotParts, game_id: int) -> None:
        self._bot = bot
        self._notes = PrivateNotes(bot)
        self._game_id = game_id

    async def view_for(self, table: StartedTable, user: int) -> TableView:
        """A table as a person reads of it."""
        return view_of(table, await self._bot.language_of(user) or table.language)

    async def is_written(self, user: int, letter: str) -> bool:
        """Whether a person need not be written a letter: nobody is there, or they have had it."""
        known = await self._bot.storage.messages.find(self._game_id, _purpose(user, letter))
        return is_house(user) or not user or known is not None

    async def write(self, user: int, letter: str, text: str, *, rings: bool = False) -> None:
        """Write a letter to a person and remember it; it ``rings`` unless they want no calls now."""
        await self._notes.write(user, lambda _: text, f"{self._game_id}-{letter}", "", silent=not rings)
        await self._bot.storage.messages.remember(self._game_id, _purpose(user, letter), 0, 0, 0)

    async def try_to_write(
        self, user: int, letter: str, said: Callable[[str], str], language: str, *, rings: bool = False
    ) -> None:
        """Write what is ``said`` unless the person has had the letter; whoever cannot be reached goes without."""
        if await self.is_written(user, letter):
            return
        text = said(await self._bot.language_of(user) or language)
        try:
            await self.write(user, letter, text, rings=rings)
        except UNREACHED as trouble:
            log.warning("person %d could not be written to: %s", user, trouble)


def _purpose(user: int, letter: str) -> str:
    return f"letter:{letter}:{user}"


def nonce_for(user: int, what: str) -> str:
    """A nonce that is the same for the same letter to the same person only.

    Discord knows nonces by their author, whatever the channel.
    """
    return blake2b(f"{what} {user}".encode(), digest_size=NONCE // 2).hexdigest()
