"""The messages of one table on Discord, each remembered by its purpose."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, TypeAlias

import discord

from assets import sentences
from bot.messages import marks
from bot.messages.elsewhere import Elsewhere
from bot.parts import BotParts
from bot.request_rate import EDIT, POST
from bot.storage import MessageRow, NewPost, PostRow
from bot.storage.outbox import CARD, OLD, PING
from bot.tables.table import Table

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE, ARCHIVED = 10008, 50083
TOO_MANY_REQUESTS = 429
SERVER_ERROR = 500
READ = 500
"""How many messages of a channel are looked through for one that may have arrived."""
LEEWAY = timedelta(hours=1)
"""How far apart our clock and Discord's are at most."""
IN_FLIGHT = timedelta(seconds=3)
"""How long a message may still arrive after its sender has ended."""
LOG = "log"
_MENTION = re.compile(r"<@(\d+)>")


class MessageStore:
    """Sends, edits and removes; ``rows`` are the messages by purpose.

    A post is stored before it is sent. Where nobody knows whether it arrived - the answer was lost, the program
    ended - nothing else is posted before the channel has been looked through for it.
    """

    def __init__(self, bot: BotParts, game_id: int) -> None:
        self._bot = bot
        self._game_id = game_id
        self._guild: int | None = None
        self._channel: discord.PartialMessageable | None = None
        self._loaded = False
        self._doubtful = False
        self._inherited = False
        self._lock = asyncio.Lock()
        self._names: dict[int, str] = {}
        self._elsewhere = Elsewhere(bot, game_id)
        self.rows: dict[str, MessageRow] = {}

    async def load(self, table: Table) -> None:
        """Read the stored messages of the table once, and again whenever they are in doubt.

        Nothing is posted meanwhile, so that what is read late does not take the place of what is newer.
        """
        self._names = {seat.user_id: seat.name for seat in table.seats}
        self._names |= {one.user: one.name for one in table.settings.deputies.values()}
        async with self._lock:
            if not self._loaded or self._channel is None or self._channel.id != table.channel_id:
                await self._load(table)

    async def _load(self, table: Table) -> None:
        self._guild = table.guild_id
        self._channel = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        self._doubtful = self._inherited = bool(await self._bot.storage.outbox.posts(self._game_id))
        self.rows = {row.purpose: row for row in await self._bot.storage.messages.of_game(self._game_id)}
        self._loaded = True

    def doubt(self) -> None:
        """Read everything anew: a request to the database failed, and nobody knows whether it was done."""
        self._loaded = False

    @property
    def channel(self) -> discord.PartialMessageable:
        """Return the channel or thread of the table."""
        assert self._channel is not None
        return self._channel

    @property
    def channel_id(self) -> int | None:
        """Return the table's channel, as far as that has been looked up."""
        return None if self._channel is None else self._channel.id

    def is_in(self, channel_id: int) -> bool:
        """Whether the table is in a channel, as far as that has been looked up."""
        return self._channel is not None and self._channel.id == channel_id

    def link(self, purpose: str) -> str:
        """Return the address of a message, empty if there is none."""
        row = self.rows.get(purpose)
        return "" if row is None else self._address(row.channel_id, row.message_id)

    def _address(self, channel_id: int, message_id: int) -> str:
        return f"https://discord.com/channels/{self._guild or '@me'}/{channel_id}/{message_id}"

    # posting

    def full_for(self, *, posts: int = 0, edits: int = 0) -> float:
        """Tell how many seconds it takes until the channel takes so many posts and edits."""
        room, channel = self._bot.room, self.channel.id
        return max(room.wait(POST, channel, posts), room.wait(EDIT, channel, edits))

    async def send(  # noqa: PLR0913 - a message has that many parts
        self,
        purpose: str,
        rev: int,
        *,
        content: str = "",
        view: AnyView | None = None,
        files: Sequence[discord.File] = (),
        mention: Sequence[int] = (),
        role: int = 0,
        silent: bool = False,
        whole: bool = True,
    ) -> None:
        """Post a message, which serves a purpose from now on; only people in ``mention`` and one role are called.

        Of one that is not ``whole`` a part is still to come, which is known after a stop, too.
        """
        given: dict[str, Any] = {"silent": silent, "allowed_mentions": _only(mention, role)}
        if view is not None:
            view.stop()  # its buttons are read from their ids, so nothing has to be remembered
            given["view"] = view
        if isinstance(view, discord.ui.LayoutView):
            mark = marks.of_view(view)
        else:
            given["content"] = self._named(content, mention)
            mark = marks.of_text(given["content"], view)
        if files:
            given["files"] = list(files)
        async with self._lock:
            await self._reconcile()
            rings = " ".join(map(str, mention))
            await self._plan_and_post(NewPost(purpose, rev, mark, content, rings), given, whole=whole)

    async def _plan_and_post(self, planned: NewPost, given: dict[str, Any], *, whole: bool) -> None:
        """Post a message whose fate, once it is stored, is unknown until it has arrived or was refused."""
        post = await self._bot.storage.outbox.plan(self._game_id, planned, self._newest)
        self._doubtful = True
        try:
            await self._post(post, given, whole=whole)
        except discord.HTTPException as refused:
            if _certain(refused):
                await self._bot.storage.outbox.drop(post)
                self._doubtful = False
            raise
        self._doubtful = False

    async def send_log(self, rev: int, texts: Sequence[str]) -> None:
        """Post the messages of a log, all of them in the end, whatever happens between two of them.

        The card and its calls are over then: what they say has become the first message of this log.
        """
        parts = [NewPost(LOG, rev, marks.of_text(text), text) for text in texts]
        over = [CARD, *self.called] if CARD in self.rows else []
        async with self._lock:
            await self._reconcile()
            self.rows[LOG], posts = await self._bot.storage.outbox.plan_log(
                self._game_id, rev, parts, self.channel.id, self._newest, over
            )
            for purpose in over:
                self.rows.pop(purpose, None)
            self._doubtful = bool(posts)
            for post in posts:
                await self._post(post, _log_line(post))
            self._doubtful = False

    async def reconcile(self) -> None:
        """Find out what became of posts whose fate is unknown, and send what is missing of the log."""
        async with self._lock:
            await self._reconcile()

    @property
    def _newest(self) -> int:
        """Return the newest message known."""
        return max((row.message_id for row in self.rows.values()), default=0)

    async def _reconcile(self) -> None:
        if not self._doubtful:
            return
        posts = await self._bot.storage.outbox.posts(self._game_id)
        await self._let_arrive(posts)
        for post in posts:
            found = await self._find(post)
            if found is not None:
                whole = post.purpose != CARD or bool(found.attachments)
                await self._note_arrival(post, found.id, whole=whole)
            elif post.purpose == LOG:
                await self._post(post, _log_line(post))
            else:  # whether it is still wanted is decided anew
                await self._bot.storage.outbox.drop(post)
        self._doubtful = False

    async def _let_arrive(self, posts: Sequence[PostRow]) -> None:
        """Wait until what a process sent just before it ended is in the channel, or never will be."""
        if self._inherited and posts:
            age = self._bot.storage.now() - max(post.created_at for post in posts)
            await asyncio.sleep(remaining_delay(age).total_seconds())
        self._inherited = False

    async def _find(self, post: PostRow) -> discord.Message | None:
        """Return the message that a post has become; None if the channel has none, or must not be read."""
        since = discord.utils.time_snowflake(post.created_at - LEEWAY)
        before = self.rows.get(post.purpose)  # the message before it, of a log the part before it
        after = discord.Object(max(post.after_id, before.message_id if before else 0, since))
        own = self._bot.user
        try:
            async for message in self.channel.history(after=after, limit=READ, oldest_first=True):
                if own is not None and message.author.id == own.id and marks.of_message(message) == post.mark:
                    return message
        except discord.Forbidden as refused:
            log.warning("game %d: the channel cannot be looked through: %s", self._game_id, refused)
        return None

    async def _post(self, post: PostRow, given: dict[str, Any], *, whole: bool = True) -> None:
        """Send a message that is stored already; Discord drops a repetition that follows soon."""
        message = await self._sent(post, given)
        await self._note_arrival(post, message.id, whole=whole)

    async def _sent(self, post: PostRow, given: dict[str, Any]) -> discord.Message:
        try:
            return await self.channel.send(**given, nonce=post.nonce)
        except discord.HTTPException as refused:
            if refused.code != UNKNOWN_MESSAGE:
                raise
        for file in given.get("files", ()):  # it arrived before, and somebody has removed it
            file.reset()
        again = await self._bot.storage.outbox.renew(post)
        return await self.channel.send(**given, nonce=again.nonce)

    async def _note_arrival(self, post: PostRow, message_id: int, *, whole: bool) -> None:
        elsewhere = await self._elsewhere.told(post, self._address(self.channel.id, message_id))
        for row in await self._bot.storage.outbox.arrived(
            post, self.channel.id, message_id, elsewhere, whole=whole
        ):
            self.rows[row.purpose] = row
        if elsewhere:
            self._bot.hooks.wake()

    # changing and removing

    async def edit(  # noqa: PLR0913 - a message has that many parts
        self,
        purpose: str,
        rev: int,
        *,
        content: str | None = None,
        view: AnyView | None,
        attachments: Sequence[discord.File] | None = None,
        mention: Sequence[int] = (),
    ) -> bool:
        """Change a message; False if somebody has removed it. Whom it names in ``mention`` it goes on naming.

        Discord marks anew with each change whom a message mentions; those it has called are not called again.
        """
        given: dict[str, Any] = {"view": view, "allowed_mentions": _only(mention)}
        if view is not None:
            view.stop()
        if content is not None:
            given["content"] = self._named(content, mention)
        if attachments is not None:
            given["attachments"] = list(attachments)
        return await self._edit(purpose, rev, given)

    def _named(self, content: str, mention: Collection[int]) -> str:
        """A text with the names of those it does not mention: of them a phone shows the bare number."""

        def shown(found: re.Match[str]) -> str:
            user = int(found[1])
            name = "" if user in mention else self._names.get(user, "")
            return f"**{sentences.escaped(name)}**" if name else found[0]

        return _MENTION.sub(shown, content)

    async def _edit(self, purpose: str, rev: int, given: dict[str, Any]) -> bool:
        row = self.rows[purpose]
        try:
            message = self.channel.get_partial_message(row.message_id)
            edit = partial(self._bot.room.edit, message.id, partial(message.edit, **given))
            await self._awake(edit, given.get("attachments", ()))
        except discord.HTTPException as trouble:
            if trouble.code != UNKNOWN_MESSAGE:
                raise
            await self.forget(purpose)
            return False
        if row.rev != rev:
            await self._remember(purpose, row.message_id, rev)
        return True

    async def _awake(self, do: Callable[[], Awaitable[object]], files: Sequence[discord.File] = ()) -> None:
        """Change or remove a message, with its files; a thread that went to sleep is woken first.

        :raises HTTPException: what Discord says of an archived thread where it is locked, else what it refuses
        """
        try:
            await do()
        except discord.HTTPException as archived:
            if archived.code != ARCHIVED:
                raise
            await self._reopen(archived)
            for file in files:
                file.reset()
            await do()

    async def _reopen(self, archived: discord.HTTPException) -> None:
        """Take the thread out of the archive, where nothing can be changed.

        :raises HTTPException: as ``archived`` where it is locked
        :raises Forbidden: where a permission is missing
        """
        try:
            await self._bot.http.edit_channel(self.channel.id, archived=False)
        except discord.Forbidden:
            if await self._is_locked():
                raise archived from None
            raise

    async def _is_locked(self) -> bool:
        """Whether the thread can be opened by moderators only; Discord refuses both in the same words."""
        found: Mapping[str, Any] = await self._bot.http.get_channel(self.channel.id)
        return bool((found.get("thread_metadata") or {}).get("locked"))

    async def remove(self, purpose: str) -> None:
        """Remove the message of a purpose, if there is one, and forget whatever else it served."""
        row = self.rows.get(purpose)
        if row is not None:
            await self._delete(row)
            for name in self._served_with(row):
                await self.forget(name)

    def _served_with(self, row: MessageRow) -> list[str]:
        """The purposes that the message of a purpose serves; a note has no message."""
        same = [name for name, one in self.rows.items() if one.message_id == row.message_id]
        return same if row.message_id else [row.purpose]

    async def remove_replaced(self) -> None:
        """Remove the messages whose purpose another one serves by now."""
        for purpose in [purpose for purpose in self.rows if purpose.startswith(OLD)]:
            await self.remove(purpose)

    async def _delete(self, row: MessageRow) -> None:
        """Remove a message; one that is gone already is fine, and so is one in a channel that the table has left.

        In a locked thread it stays.
        """
        here = row.channel_id == self.channel.id
        channel = self.channel if here else self._bot.get_partial_messageable(row.channel_id)
        message = channel.get_partial_message(row.message_id)
        try:
            await (self._awake(message.delete) if here else message.delete())
        except discord.HTTPException as trouble:
            if here and trouble.code not in (UNKNOWN_MESSAGE, ARCHIVED):
                raise

    # whom the card has called

    @property
    def called(self) -> list[str]:
        """The purposes under which it is remembered whom the card has called."""
        card = self.rows.get(CARD)
        return [
            name
            for name, row in self.rows.items()
            if name.startswith(PING) and card is not None and row.message_id == card.message_id
        ]

    async def address(self, rev: int, people: Collection[int]) -> None:
        """Remember that the card names these people and nobody else, though it rang nobody."""
        card, wanted = self.rows[CARD], {f"{PING}{one}" for one in people}
        for name in set(self.called) - wanted:
            await self.forget(name)
        for name in wanted - set(self.called):
            await self._remember(name, card.message_id, rev)

    async def note(self, purpose: str, rev: int) -> None:
        """Remember something that has no message in the channel."""
        await self._remember(purpose, 0, rev)

    async def _remember(self, purpose: str, message_id: int, rev: int) -> None:
        channel = self.channel.id if message_id else 0
        await self._bot.storage.messages.remember(self._game_id, purpose, channel, message_id, rev)
        now = self._bot.storage.now()
        self.rows[purpose] = MessageRow(self._game_id, purpose, channel, message_id, rev, now)

    async def forget(self, purpose: str) -> None:
        """Forget a message without removing it."""
        for called in self.called if purpose == CARD else ():
            await self.forget(called)
        await self._bot.storage.messages.forget(self._game_id, purpose)
        self.rows.pop(purpose, None)


def remaining_delay(age: timedelta) -> timedelta:
    """Return how long a message of some age may still be on its way; the clock may have been put back since."""
    return min(max(IN_FLIGHT - age, timedelta(0)), IN_FLIGHT)


AnyView: TypeAlias = discord.ui.LayoutView | discord.ui.View
"""What is below a text, or makes a whole message of components."""


def _log_line(post: PostRow) -> dict[str, Any]:
    """Return the message for a log: it calls nobody and wakes nobody."""
    return {"content": post.content, "silent": True, "allowed_mentions": _only(())}


def _certain(refused: discord.HTTPException) -> bool:
    """Tell whether a refusal says for certain that nothing was posted."""
    return refused.status < SERVER_ERROR and refused.status != TOO_MANY_REQUESTS


def _only(users: Sequence[int], role: int = 0) -> discord.AllowedMentions:
    """Allow to call these users and this role, and nobody else."""
    roles = [discord.Object(role)] if role else False
    return discord.AllowedMentions(
        everyone=False, roles=roles, replied_user=False, users=[discord.Object(user) for user in users]
    )
