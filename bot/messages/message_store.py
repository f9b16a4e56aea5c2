"""The messages of one table on Discord, each remembered by its purpose."""

import logging
from collections.abc import Sequence
from typing import Any

import discord

from bot.parts import BotParts
from bot.storage import MessageRow
from bot.tables.view import Table

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE, ARCHIVED = 10008, 50083


class MessageStore:
    """Sends, edits and removes; ``rows`` are the messages by purpose, ``below`` counts what lies below the board."""

    def __init__(self, bot: BotParts, game_id: int) -> None:
        self._bot = bot
        self._game_id = game_id
        self._guild: int | None = None
        self._channel: discord.PartialMessageable | None = None
        self._loaded = False
        self.rows: dict[str, MessageRow] = {}
        self.below = 0

    async def load(self, table: Table) -> None:
        """Read what is known of the table's messages, once."""
        if self._loaded:
            return
        self._guild = table.guild_id
        self._channel = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        self.rows = {row.purpose: row for row in await self._bot.storage.messages.of_game(self._game_id)}
        stand = self.rows.get("stand")
        self.below = table.rev - stand.rev if stand else 0
        self._loaded = True

    @property
    def channel(self) -> discord.PartialMessageable:
        """Return the channel or thread of the table."""
        assert self._channel is not None
        return self._channel

    def link(self, purpose: str) -> str:
        """Return the address of a message, empty if there is none."""
        row = self.rows.get(purpose)
        if row is None:
            return ""
        return f"https://discord.com/channels/{self._guild or '@me'}/{row.channel_id}/{row.message_id}"

    async def send(  # noqa: PLR0913 - a message has that many parts
        self,
        purpose: str,
        rev: int,
        *,
        content: str = "",
        view: discord.ui.LayoutView | None = None,
        files: Sequence[discord.File] = (),
        mention: Sequence[int] = (),
        silent: bool = False,
        nonce: str = "",
    ) -> None:
        """Post a message and remember it; only those named in ``mention`` are called.

        Discord answers a nonce it has seen with the message of that time, which is then brought up to date.
        """
        given: dict[str, Any] = {"silent": silent, "allowed_mentions": _only(mention)}
        if content:
            given["content"] = content
        if nonce:
            given["nonce"] = nonce
        if view is not None:
            view.stop()  # its buttons are read from their ids, so nothing has to be remembered
            given["view"] = view
        if files:
            given["files"] = list(files)
        message = await self.channel.send(**given)
        if nonce:
            await _bring_up_to_date(message, content, view, files)
        self.below += 1
        if purpose:
            await self._remember(purpose, message.id, rev)

    async def edit(
        self,
        purpose: str,
        rev: int,
        *,
        view: discord.ui.LayoutView,
        attachments: Sequence[discord.File] | None = None,
    ) -> bool:
        """Change a message; False if somebody has removed it."""
        row = self.rows[purpose]
        view.stop()
        given: dict[str, Any] = {"view": view, "allowed_mentions": discord.AllowedMentions.none()}
        if attachments is not None:
            given["attachments"] = list(attachments)
        message = self.channel.get_partial_message(row.message_id)
        try:
            await message.edit(**given)
        except discord.HTTPException as trouble:
            if trouble.code == UNKNOWN_MESSAGE:
                await self._forget(purpose)
                return False
            if trouble.code != ARCHIVED:
                raise
            await self._reopen()
            for file in attachments or ():
                file.reset()
            await message.edit(**given)
        if row.rev != rev:
            await self._remember(purpose, row.message_id, rev)
        return True

    async def _reopen(self) -> None:
        """Take the thread out of the archive, where nothing can be edited."""
        await self._bot.http.edit_channel(self.channel.id, archived=False)

    async def remove(self, purpose: str) -> None:
        """Remove the message of a purpose, if there is one."""
        row = self.rows.get(purpose)
        if row is not None:
            await self.delete(row.message_id)
            await self._forget(purpose)

    async def delete(self, message_id: int) -> None:
        """Remove a message; one that is gone already is fine."""
        try:
            await self.channel.get_partial_message(message_id).delete()
        except discord.HTTPException as trouble:
            if trouble.code not in (UNKNOWN_MESSAGE, ARCHIVED):
                raise
        else:
            self.below = max(self.below - 1, 0)

    async def note(self, purpose: str, rev: int) -> None:
        """Remember that a purpose has been served up to a revision without a message."""
        row = self.rows.get(purpose)
        await self._remember(purpose, row.message_id if row else 0, rev)

    async def stand(self, rev: int) -> None:
        """Remember since which revision the board has stood where it stands."""
        await self._remember("stand", self.rows["board"].message_id, rev)
        self.below = 0

    async def _remember(self, purpose: str, message_id: int, rev: int) -> None:
        await self._bot.storage.messages.remember(self._game_id, purpose, self.channel.id, message_id, rev)
        self.rows[purpose] = MessageRow(
            self._game_id, purpose, self.channel.id, message_id, rev, self._bot.storage.now()
        )

    async def _forget(self, purpose: str) -> None:
        await self._bot.storage.messages.forget(self._game_id, purpose)
        self.rows.pop(purpose, None)


async def _bring_up_to_date(
    message: discord.Message,
    content: str,
    view: discord.ui.LayoutView | None,
    files: Sequence[discord.File],
) -> None:
    """Change the message of before a stop into what it should say now; most are new and say it already."""
    none = discord.AllowedMentions.none()
    if content and message.content != content.strip():
        await message.edit(content=content, allowed_mentions=none)
    if view is not None and _said(discord.ui.LayoutView.from_message(message, timeout=None)) != _said(view):
        for file in files:
            file.reset()
        await message.edit(view=view, attachments=list(files), allowed_mentions=none)


def _said(view: discord.ui.LayoutView) -> list[str]:
    """Return the texts and buttons of a message of components."""
    return [
        str(getattr(item, "content", None) or getattr(item, "custom_id", "")).strip()
        for item in view.walk_children()
        if isinstance(item, discord.ui.TextDisplay | discord.ui.Button)
    ]


def _only(users: Sequence[int]) -> discord.AllowedMentions:
    """Allow to call these users and nobody else."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in users]
    )
