"""Whatever rings at a table is told to addresses on the web, too."""

from collections.abc import Sequence

from bot.hooks import CallTold
from bot.parts import BotParts


class Elsewhere:
    """Tells addresses on the web of the calls of one table."""

    def __init__(self, bot: BotParts, game_id: int) -> None:
        self._bot = bot
        self._game_id = game_id

    async def tell(self, purpose: str, rung: Sequence[int], text: str, link: str) -> None:
        """Tell the addresses of the table, and of those a message has rung, what it says and where it stands."""
        owners = await self._bot.hooks.listening(self._game_id, rung)
        if not owners:
            return
        table = await self._bot.service.tables.glance(self._game_id)
        call = CallTold(
            game_id=table.game_id,
            title=table.title,
            purpose=purpose.partition(":")[0],
            server=table.guild_id,
            channel=table.channel_id,
            link=link,
            people=tuple(rung),
            names={user: table.name_of(user) or "?" for user in (*table.people, *rung)},
            text=text,
        )
        await self._bot.hooks.tell(owners, call)
