"""Whatever rings at a table is told to addresses on the web, too."""

import logging

from bot.hooks import CallTold
from bot.parts import BotParts
from bot.storage import PostRow
from bot.tables.table import Table

log = logging.getLogger(__name__)


class Elsewhere:
    """Tells addresses on the web of the calls of one table."""

    def __init__(self, bot: BotParts, game_id: int) -> None:
        self._bot = bot
        self._game_id = game_id

    async def told(self, post: PostRow, link: str) -> dict[str, str]:
        """Return, by owner, the bodies for the web hooks of the table and of the people whom a post has rung.

        None after an error in making them: the post has arrived all the same.
        """
        rung = tuple(int(one) for one in post.rings.split())
        owners = await self._bot.hooks.listening(self._game_id, rung)
        if not owners:
            return {}
        table = await self._bot.service.tables.glance(self._game_id)
        try:
            return self._bot.hooks.bodies(owners, _call(table, post, rung, link))
        except Exception:
            log.exception("game %d: a call is not told on the web", self._game_id)
            return {}


def _call(table: Table, post: PostRow, rung: tuple[int, ...], link: str) -> CallTold:
    return CallTold(
        game_id=table.game_id,
        title=table.title,
        purpose=post.purpose.partition(":")[0],
        server=table.guild_id,
        channel=table.channel_id,
        link=link,
        people=rung,
        names={user: table.name_of(user) or "?" for user in (*table.people, *rung)},
        text=post.content,
    )
