"""The outbox: what a game's channel has yet to hear, and the messages that are on their way there.

*News* are written in the transaction of the change itself, and stay until the channel shows everything. A *post* is
written before its message is sent and goes when it has arrived, so one that is found after a stop may be in the
channel or not: whoever finds it looks, and knows the message by its mark.
"""

import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database, whole_requests
from bot.storage.hooks import plan_calls
from bot.storage.queries import by, fetch, fetch_one, pick, put
from bot.storage.rows import KEPT, RECAPS, GameRow, MessageRow, NewPost, NewsKind, NewsRow, PostRow
from bot.storage.schema import games, messages, news, posts

OLD = "old:"
"""With a message's id, the purpose of one that another has replaced and that is to be removed."""
CARD, PING = "card", "ping:"
"""The purpose of the card of the turn, and with a person, that it has called them."""
NOWHERE: Mapping[str, str] = {}
_MENTIONED = re.compile(r"<@(\d+)>")
NEWS = by(news, NewsRow, "game_id").order_by(news.c.id)
POSTS = by(posts, PostRow, "game_id").order_by(posts.c.id)


async def add_news(  # noqa: PLR0913, PLR0917 - one row has that many columns
    connection: AsyncConnection, database: Database, game_id: int, kind: NewsKind, by: int, rev: int = 0
) -> None:
    """Write within the caller's transaction what the game's channel has to hear."""
    values = {"game_id": game_id, "rev": rev, "kind": kind, "user_id": by, "created_at": database.now()}
    await connection.execute(insert(news).values(**values))


async def leave_channel(
    connection: AsyncConnection, game_id: int, channel_id: int, left: Collection[str], *, cleared: bool
) -> None:
    """Write within the caller's transaction that a game's messages come to stand in another channel.

    Those of purposes that begin like those ``left`` stay where they are, the others are to be removed if the channel
    can be ``cleared``, once where one serves several, as a card and those it calls. What is on its way is decided
    anew, but for lines of the log: they come in the new channel.
    """
    await connection.execute(delete(posts).where(posts.c.game_id == game_id, posts.c.purpose != "log"))
    query, replaced = by(messages, MessageRow, "game_id"), set[int]()
    for row in await fetch(connection, MessageRow, query, game_id=game_id):
        same = messages.c.game_id == game_id, messages.c.purpose == row.purpose
        stays = row.purpose.startswith(tuple(left))
        change = update(messages).where(*same)
        if row.purpose == "log":
            await connection.execute(change.values(channel_id=channel_id, message_id=0))
        elif not row.message_id:  # a note that something was told
            continue
        elif row.message_id in replaced or row.purpose == "stand" or not (cleared or stays):
            await connection.execute(delete(messages).where(*same))
        elif not row.purpose.startswith((OLD, *left)):
            replaced.add(row.message_id)
            await connection.execute(change.values(purpose=f"{OLD}{row.message_id}"))


@whole_requests
@dataclass(frozen=True)
class Outbox:
    """News and posts, by game, in the order in which they were written."""

    database: Database

    async def news(self, game_id: int) -> tuple[NewsRow, ...]:
        """Return the changes that a game's channel has yet to hear of."""
        return await self.database.rows(NewsRow, NEWS, game_id=game_id)

    async def told(self, game_id: int, last: int, recorded: int) -> None:
        """Forget the news of a game up to one: its channel shows them all. Those with a message of their own stay.

        So do those that the card still says, of what is after the ``recorded`` revision: they are kept as told.
        """
        told = (news.c.game_id == game_id) & (news.c.id <= last) & news.c.kind.not_in(RECAPS)
        waits = news.c.kind.in_((*KEPT, *KEPT.values())) & (news.c.rev > recorded)
        async with self.database.writing(later=True) as connection:
            await connection.execute(delete(news).where(told, ~waits))
            for kind, kept in KEPT.items():
                change = update(news).where(told, news.c.kind == kind).values(kind=kept)
                await connection.execute(change)

    async def told_of(self, *rows: NewsRow) -> None:
        """Forget single news: each has its own message, or no longer needs one."""
        gone = delete(news).where(news.c.id.in_([row.id for row in rows]))
        await self.database.execute(gone, later=True)

    async def games_to_tell(self) -> tuple[GameRow, ...]:
        """Return the games with news, with posts on their way, or whose board or card shows an older revision."""
        untold = exists().where(news.c.game_id == games.c.id, news.c.kind.not_in(KEPT.values()))
        waiting = [untold, exists().where(posts.c.game_id == games.c.id)]
        old = exists().where(messages.c.game_id == games.c.id, messages.c.purpose.startswith(OLD))
        shown = exists().where(
            messages.c.game_id == games.c.id, messages.c.purpose == "board", messages.c.rev >= games.c.rev
        )
        behind = games.c.state.in_(("running", "finished")) & ~shown
        card = exists().where(
            messages.c.game_id == games.c.id, messages.c.purpose == CARD, messages.c.rev < games.c.rev
        )
        bare = (games.c.state == "running") & card
        query = pick(games, GameRow).where(or_(*waiting, old, behind, bare), self.database.shard.own_games)
        return await self.database.rows(GameRow, query.order_by(games.c.id))

    async def posts(self, game_id: int) -> tuple[PostRow, ...]:
        """Return the posts of a game that are not known to have arrived."""
        return await self.database.rows(PostRow, POSTS, game_id=game_id)

    async def plan(self, game_id: int, post: NewPost, after_id: int) -> PostRow:
        """Write what is about to be posted, and return it with its nonce."""
        async with self.database.writing(later=True) as connection:
            return await self._plan(connection, game_id, post, after_id)

    async def plan_log(  # noqa: PLR0913, PLR0917 - what is planned, after what, and what is over with it
        self,
        game_id: int,
        rev: int,
        parts: Sequence[NewPost],
        channel_id: int,
        after_id: int,
        over: Collection[str] = (),
    ) -> tuple[MessageRow, tuple[PostRow, ...]]:
        """Write all messages of a log, and that nothing up to the revision is to be logged again; return both.

        Purposes that are ``over`` are served by no message any more.
        """
        async with self.database.writing(later=True) as connection:
            last = await self._serving(connection, game_id, "log")
            noted = MessageRow(
                game_id, "log", channel_id, last.message_id if last else 0, rev, self.database.now()
            )
            await put(connection, messages, asdict(noted))
            ended = delete(messages).where(messages.c.game_id == game_id, messages.c.purpose.in_(over))
            await connection.execute(ended)
            return noted, tuple([await self._plan(connection, game_id, part, after_id) for part in parts])

    async def arrived(
        self,
        post: PostRow,
        channel_id: int,
        message_id: int,
        elsewhere: Mapping[str, str] = NOWHERE,
        *,
        whole: bool = True,
    ) -> tuple[MessageRow, ...]:
        """Note that a post has become a message, which serves its purpose from now on, and return what is noted.

        A message that served it before is to be removed, unless it is a line of the log. Whom a card mentions it has
        called; one that is not ``whole`` does not show its revision yet. What is to be told ``elsewhere``, by the
        owners of addresses, is noted with it.
        """
        rev = post.rev if whole else post.rev - 1
        new = MessageRow(post.game_id, post.purpose, channel_id, message_id, rev, self.database.now())
        async with self.database.writing(later=True) as connection:
            noted = _noted(new, await self._serving(connection, post.game_id, post.purpose))
            for one in _called(post):
                call = replace(new, purpose=f"{PING}{one}", rev=post.rev)
                noted += _noted(call, await self._serving(connection, post.game_id, call.purpose))
            for row in noted:
                await put(connection, messages, asdict(row))
            await connection.execute(delete(posts).where(posts.c.id == post.id))
            await plan_calls(connection, elsewhere, new.posted_at)
        return noted

    async def renew(self, post: PostRow) -> PostRow:
        """Give a post another nonce, for Discord has seen the one it has."""
        nonce = _nonce()
        change = update(posts).where(posts.c.id == post.id).values(nonce=nonce)
        await self.database.execute(change, later=True)
        return replace(post, nonce=nonce)

    async def drop(self, post: PostRow) -> None:
        """Forget a post that is not in the channel and shall not be sent as it is."""
        await self.database.execute(delete(posts).where(posts.c.id == post.id), later=True)

    async def count(self) -> int:
        """Return how many posts are not known to have arrived."""
        async with self.database.asking() as connection:
            return await connection.scalar(select(func.count()).select_from(posts)) or 0

    async def _plan(self, connection: AsyncConnection, game_id: int, post: NewPost, after_id: int) -> PostRow:
        row = {**asdict(post), "game_id": game_id, "nonce": _nonce(), "after_id": after_id}
        row["created_at"] = self.database.now()
        number = await connection.scalar(insert(posts).values(**row).returning(posts.c.id))
        assert number is not None
        return PostRow(id=number, **row)

    async def _serving(self, connection: AsyncConnection, game_id: int, purpose: str) -> MessageRow | None:
        """Return the message that serves a purpose."""
        query = by(messages, MessageRow, "game_id", "purpose")
        return await fetch_one(connection, MessageRow, query, game_id=game_id, purpose=purpose)


def _noted(new: MessageRow, before: MessageRow | None) -> tuple[MessageRow, ...]:
    """Return the rows to store when a message takes over the purpose of another one."""
    if before is not None and new.purpose == "log":
        return (replace(new, rev=max(new.rev, before.rev)),)
    if before is None or before.message_id in (0, new.message_id):
        return (new,)
    return new, replace(before, purpose=f"{OLD}{before.message_id}")


def _called(post: PostRow) -> list[str]:
    """Whom a post calls if it is a card: those whom its first line mentions."""
    first = post.content.partition("\n")[0]
    return list(dict.fromkeys(_MENTIONED.findall(first))) if post.purpose == CARD else []


def _nonce() -> str:
    return secrets.token_hex(8)
