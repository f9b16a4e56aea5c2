"""What people are told of a table in private, softly: its rounds, that one is next, or the last who is awaited."""

import logging
from collections.abc import Iterable, Sequence

import discord

from bot.messages.message_store import MessageStore
from bot.parts import BotParts
from bot.speech.preferences import FLAGS
from bot.speech.table_view import TableView, view_of
from bot.tables.view import MoveResult, StartedTable, is_house
from engine.events import RoundBegan
from engine.turn_order import line_up

log = logging.getLogger(__name__)

WATCHERS = "watchers"
"""The setting of a table that names who is told of its rounds."""
NEXT_TOLD = "next_told"
"""The setting of a table that says after which move people were last told that they are next."""


class Watchers:
    """Writes notes that ring nowhere; whoever takes no direct messages gets none."""

    def __init__(self, bot: BotParts, store: MessageStore) -> None:
        self._bot = bot
        self._store = store
        self._awaited: dict[str, frozenset[int]] = {}

    async def tell_rounds(self, view: TableView, results: Sequence[MoveResult]) -> None:
        """Tell those who watch of the rounds that have begun, and of the end."""
        watching: list[int] = view.table.settings.get(WATCHERS) or []
        began = any(isinstance(event, RoundBegan) for result in results for event in result.events)
        if watching and results and (began or view.game.state.over):
            for user in watching:
                await self._write(user, "watch.over" if view.game.state.over else "watch.round", view.table)

    async def tell_turns(self, table: StartedTable, asked: Iterable[int]) -> None:
        """Tell who wants to know that they are next, or the only one still awaited."""
        for kind, people in (("turn", table.called_people), ("undo", asked)):
            before, now = self._awaited.get(kind, frozenset()), frozenset(people)
            self._awaited[kind] = now
            if len(now) == 1 and now < before:
                await self._tell(next(iter(now)), "last", table)
        following = upcoming(table)
        if following is not None and await self._is_news(table, following):
            await self._tell(following, "next", table)

    async def _is_news(self, table: StartedTable, user: int) -> bool:
        """Tell whether a person wants to know that they are next and has not been told since they moved last."""
        if not await self._wants(user, "next"):
            return False
        stored = (await self._bot.storage.games.find(table.game_id)).settings.get(NEXT_TOLD) or {}
        own = max((move.rev for move in table.moves if move.user_id == user), default=0)
        if stored.get(str(user), -1) >= own:
            return False
        told = {**stored, str(user): table.rev}
        await self._bot.storage.games.change_settings(table.game_id, **{NEXT_TOLD: told})
        return True

    async def _tell(self, user: int, what: str, table: StartedTable) -> None:
        if await self._wants(user, what):
            await self._write(user, f"soft.{what}", table)

    async def _wants(self, user: int, what: str) -> bool:
        return FLAGS[what].of(await self._bot.storage.people.find(user))

    async def _write(self, user: int, key: str, table: StartedTable) -> None:
        view = view_of(table, await self._bot.language_of(user) or table.language)
        place = self._store.link("board") or f"<#{table.channel_id}>"
        round_ = view.teller.round(view.game.pos) if not view.game.state.over else ""
        said = {"title": table.title, "place": place, **({"round": round_} if key == "watch.round" else {})}
        try:
            channel = await self._bot.create_dm(discord.Object(user))
            await channel.send(view.teller.say(key, **said), silent=True)
        except discord.Forbidden:
            log.info("person %d takes no direct messages", user)


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
