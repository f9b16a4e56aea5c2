"""Who of a table is away or asleep: whom nothing may call now, and what the board says of it."""

from collections.abc import Iterable, Mapping
from datetime import datetime

import discord

from bot.parts import BotParts
from bot.reminders import free_at
from bot.speech.table_view import TableView
from bot.storage import UserRow
from bot.tables.table import StartedTable


class Presence:
    """The people of a table as their own settings say."""

    def __init__(self, bot: BotParts) -> None:
        self._bot = bot
        self._people: Mapping[int, UserRow] = {}

    async def read(self, people: Iterable[int]) -> None:
        """Read the settings of people."""
        self._people = await self._bot.storage.people.find_all(list(people))

    @property
    def people(self) -> Mapping[int, UserRow]:
        """Return the settings that were read."""
        return self._people

    def away(self, table: StartedTable) -> dict[str, datetime]:
        """Return the seats whose people are on vacation, and until when."""
        if table.state != "running":
            return {}
        now, found = self._bot.clock.now(), {}
        for seat in table.seats:
            person = self._people.get(seat.user_id)
            if person is not None and person.away_until is not None and person.away_until > now:
                found[seat.id] = person.away_until
        return found

    async def busy(self, people: Iterable[int]) -> dict[int, datetime]:
        """Return those among people who want no calls now, and until when."""
        now = self._bot.clock.now()
        found = await self._bot.storage.people.find_all(list(people))
        return {one: at for one, user in found.items() if (at := free_at(user, now)) > now}


def away_lines(view: TableView, away: Mapping[str, datetime]) -> list[str]:
    """Return for the board who is on vacation until when."""
    return [
        view.teller.say(
            "board.away", player=view.teller.player(seat), until=discord.utils.format_dt(until, "D")
        )
        for seat, until in away.items()
    ]
