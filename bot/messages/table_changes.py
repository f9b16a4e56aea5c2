"""What a host has changed at a table, and that somebody has ended it: said in the channel, by whom."""

from assets import sentences
from bot.messages.message_store import MessageStore
from bot.messages.table_choices import changed, language_line
from bot.parts import BotParts
from bot.tables.settings import TableSettings
from bot.tables.table import Table

PURPOSE, ENDED = "settings:", "ended"
"""With the number of the change, the purpose of the message about it; that of the message about an end."""


class TableChanges:
    """Compares what is chosen for a table with what the channel was told last."""

    def __init__(self, bot: BotParts, store: MessageStore) -> None:
        self._bot = bot
        self._store = store

    async def tell(self, table: Table) -> None:
        """Tell once what has been changed since the last time."""
        settings, lang = table.settings, table.language
        purpose = f"{PURPOSE}{settings.changes}"
        told, now = dict(settings.announced), settings.to_announce(lang)
        if not settings.changes or told == now:
            return
        told_in = told.pop("language", lang)
        lines = changed(TableSettings.of(told), settings, lang)
        lines += [language_line(lang, lang)] if told_in != lang else []
        if lines and purpose not in self._store.rows:
            head = sentences.say("table.changed", lang, player=_name(table, settings.changed_by))
            text = "\n".join([head, *(f"- {line}" for line in lines)])
            await self._store.send(purpose, table.rev, content=text, silent=True)
        await self._bot.service.tables.note_announced(table.game_id, now)


def ended_text(table: Table) -> str:
    """Return that somebody has ended a game that others were playing."""
    return sentences.say("game.ended_by", table.language, player=_name(table, table.settings.ended_by))


def _name(table: Table, user: int) -> str:
    seat = table.seat_of(user)
    return f"<@{user}>" if seat is None else sentences.escaped(seat.name)
