"""The parts of the running bot that everything below the client may use."""

from time import monotonic
from typing import Any

import discord

from bot.hooks import Hooks
from bot.pictures.workers import PictureWorkers
from bot.reminders import ReminderLoop
from bot.request_rate import ChannelRoom
from bot.settings import Settings
from bot.storage import Storage
from bot.tables.service import Service
from bot.time_source import TimeSource

REMEMBERED_LANGUAGES = 10_000
LANGUAGE_KEPT = 30.0
"""Seconds after which a language is read anew: its person may have changed it where another process serves them."""
CONFIRM = "confirm"
"""The personal setting of somebody who wants to be asked before each move."""


class BotParts(discord.Client):
    """A client of Discord with the database, the tables, the pictures and the reminders beside it."""

    settings: Settings
    storage: Storage
    service: Service
    pictures: PictureWorkers
    clock: TimeSource
    reminders: ReminderLoop
    hooks: Hooks
    room: ChannelRoom

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._languages: dict[int, tuple[float, str | None]] = {}

    async def language_of(self, user_id: int) -> str | None:
        """Return the language a person has chosen, None if Discord's is good."""
        since, known = self._languages.get(user_id, (-LANGUAGE_KEPT, None))
        if monotonic() - since < LANGUAGE_KEPT:
            return known
        if len(self._languages) >= REMEMBERED_LANGUAGES:
            self._languages.clear()
        found = (await self.storage.people.find(user_id)).language
        self._languages[user_id] = monotonic(), found
        return found

    async def confirms(self, user_id: int) -> bool:
        """Tell whether a person wants to be asked before each move."""
        return bool(((await self.storage.people.find(user_id)).settings or {}).get(CONFIRM))

    def forget_language(self, user_id: int) -> None:
        """Read a person's language anew when it is needed next."""
        self._languages.pop(user_id, None)
