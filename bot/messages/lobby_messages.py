"""What a lobby tells: its card, and whom it calls to sit down or to begin."""

from collections.abc import Sequence

from assets import sentences
from bot.called import mentions
from bot.messages.lobby_card import full, lobby_card
from bot.messages.message_store import MessageStore
from bot.messages.turn_card import Ring
from bot.parts import BotParts
from bot.storage import NewsRow
from bot.tables.table import Table


class LobbyMessages:
    """Keeps the messages of one table's lobby."""

    def __init__(self, bot: BotParts, store: MessageStore, call: Ring) -> None:
        self._bot = bot
        self._store = store
        self._call = call

    async def tell(self, table: Table, news: Sequence[NewsRow]) -> None:
        """Post or edit the card of a lobby, and call who is wanted there; once the game begins the card stays."""
        row = self._store.rows.get("lobby")
        if row is not None and row.rev:
            return
        seated = [seat.user_id for seat in table.seats if not seat.is_house]
        people = [await self._bot.storage.people.find(user) for user in seated]
        rev, card = 0 if table.state == "lobby" else 1, lobby_card(table, people, self._bot.clock.now())
        if row is None or not await self._store.edit("lobby", rev, view=card):
            await self._store.send("lobby", rev, view=card)
        await self._invite(table)
        await self._offer_seats(table)
        is_full = table.state == "lobby" and len(table.seats) == table.places
        by = next((one.user_id for one in reversed(news) if one.kind == "lobby"), table.host)
        calls_host = by != table.host and not table.settings.league
        if is_full and calls_host and "full" not in self._store.rows:
            text = full(table, self._store.link("lobby"))
            await self._call("full", 0, 0, (table.host,), content=text)
        elif not is_full:
            await self._store.remove("full")

    async def _offer_seats(self, table: Table) -> None:
        """Call the role that a server has chosen to a lobby that anybody may join, once, while it has seats."""
        free = table.state == "lobby" and table.places > len(table.seats)
        if not free:
            await self._store.remove("seats")
        elif open_to_all(table) and "seats" not in self._store.rows:
            role = int(await self._bot.storage.meta.read(seats_role(table.guild_id or 0)) or 0)
            if role:
                said = {"role": f"<@&{role}>", "title": table.title, "link": self._store.link("lobby")}
                text = sentences.say("lobby.seats", table.language, n=table.places - len(table.seats), **said)
                await self._store.send("seats", 0, content=text, role=role)

    async def _invite(self, table: Table) -> None:
        """Call those who played before to the lobby of a rematch, or all who sit at a table of the league, once."""
        people, league = table.settings.invited, table.settings.league
        if table.state == "lobby" and people and "invited" not in self._store.rows:
            said = {"host": f"<@{table.host}>", "mentions": mentions(people)}
            key = "lobby.league" if league else "lobby.rematch"
            text = sentences.say(key, table.language, title=table.title, **said)
            await self._call("invited", 0, 0 if league else table.host, people, content=text)
        elif table.state != "lobby":
            await self._store.remove("invited")


def seats_role(guild: int) -> str:
    """Under which key it is kept which role of a server is called to open seats."""
    return f"seats_role:{guild}"


def open_to_all(table: Table) -> bool:
    """Whether a lobby is neither for people who were invited, nor goes on with a game of others, nor is for study."""
    chosen = table.settings
    return not (chosen.guests or chosen.invited or table.recorded or chosen.study)
