"""What people are told of a table in private, softly: its rounds, that one is next, or the last who is awaited."""

from collections.abc import Iterable, Sequence

from bot.messages.bells import TURN, UNDO, Bells
from bot.messages.message_store import MessageStore
from bot.messages.private_notes import PrivateNotes
from bot.parts import BotParts
from bot.speech.preferences import FLAGS
from bot.speech.table_view import TableView, view_of
from bot.storage import RECAPS, NewsRow
from bot.tables.table import StartedTable, is_house
from engine.turn_order import line_up


class Watchers:
    """Writes notes that ring nowhere; whoever takes no direct messages gets none."""

    def __init__(self, bot: BotParts, store: MessageStore, bells: Bells) -> None:
        self._bot = bot
        self._store = store
        self._bells = bells
        self._notes = PrivateNotes(bot)
        self._told = 0

    async def tell_rounds(self, view: TableView, news: Sequence[NewsRow]) -> None:
        """Tell those who watch of the round that has begun, or of the end."""
        watching = view.table.settings.watchers
        found = [one for one in news if one.kind in RECAPS and one.id > self._told]
        if not found:
            return
        stands = {move.rev for move in view.table.moves}
        for user in watching if found[-1].rev in stands else ():
            key = "watch.over" if view.game.state.over else "watch.round"
            await self._write(user, key, view.table, f"w{found[-1].id}")
        self._told = found[-1].id

    async def tell_turns(self, table: StartedTable, asked: Iterable[int]) -> None:
        """Tell who wants to know that they are next, or the only one still awaited."""
        for kind, people in ((TURN, table.called_people), (UNDO, tuple(asked))):
            last = self._bells.left_alone(kind, people)
            if last is not None and await self._wants(last, "last"):
                await self._write(last, "soft.last", table, f"l{table.rev}")
            await self._bells.note_awaited(kind, people)
        following = upcoming(table)
        if following is not None and await self._wants(following, "next"):
            await self._tell_next(table, following)

    async def _tell_next(self, table: StartedTable, user: int) -> None:
        """Tell a person that they are next, once after each of their moves."""
        tables = self._bot.service.tables
        told = (await tables.glance(table.game_id)).settings.next_told
        own = max((move.rev for move in table.moves if move.user_id == user), default=0)
        if told.get(str(user), -1) < own:
            await self._write(user, "soft.next", table, f"n{own}")
            await tables.note_next(table.game_id, user, table.rev)

    async def _wants(self, user: int, what: str) -> bool:
        return FLAGS[what].of(await self._bot.storage.people.find(user))

    async def _write(self, user: int, key: str, table: StartedTable, nonce: str) -> None:
        """Write to a person, once."""
        place = self._store.link("card") or f"<#{table.channel_id}>"

        def said(lang: str) -> str:
            view = view_of(table, lang)
            round_ = {"round": view.teller.round(view.game.pos)} if key == "watch.round" else {}
            return view.teller.say(key, title=table.title, place=place, **round_)

        await self._notes.write(user, said, f"{table.game_id}{nonce}", table.language, silent=True)


def upcoming(table: StartedTable) -> int | None:
    """Return who decides after those who do now, as far as the order of the turns tells; None if nobody else."""
    found = line_up(table.game.pos) if table.state == "running" else None
    awaited = table.called_people
    for one in found.ahead if found else ():
        seat = table.seat(one) or table.seat(table.game.pos.director(one) or "")
        user = 0 if seat is None or table.plays_itself(seat) else table.person_at(seat)
        if user and not is_house(user) and user not in awaited:
            return user
    return None
