"""A channel of a table without a server: it takes messages, or refuses the next ones."""

from collections.abc import AsyncIterator, Sequence
from types import SimpleNamespace
from typing import Any

import discord

from bot.request_rate import ChannelRoom
from bot.storage import Storage

OWN, HERE, THERE = 99, 5, 6


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """What Discord answers instead of taking something."""
    kind = discord.Forbidden if status == 403 else discord.HTTPException
    return kind(SimpleNamespace(status=status, reason=""), {"code": code, "message": ""})  # type: ignore[arg-type]


class Channels:
    """The channels of one table, which take messages, or do something else with the next ones."""

    def __init__(self, storage: Storage) -> None:
        hooks = SimpleNamespace(listening=self._nobody)
        self.user, self.storage, self.hooks, self.http = SimpleNamespace(id=OWN), storage, hooks, self
        self.room = ChannelRoom()
        self.id = HERE
        self.shown: dict[int, Any] = {}
        self.nonces: list[str] = []
        self._count = 0
        self.troubles: list[discord.HTTPException | None] = []
        """What befalls the next requests, one after another."""
        self.looks = 0
        self.locked = False
        self.deleted: list[tuple[int, int]] = []
        """The channels and ids of the messages that were removed."""

    @staticmethod
    async def _nobody(*_: object) -> tuple[()]:
        return ()

    def get_partial_messageable(self, channel_id: int, **_: object) -> Any:
        """One of the channels."""
        return self if channel_id == self.id else Channel(self, channel_id)

    def _trouble(self) -> None:
        if self.troubles and (trouble := self.troubles.pop(0)) is not None:
            raise trouble

    async def send(
        self,
        nonce: str,
        allowed_mentions: discord.AllowedMentions,
        silent: bool,
        content: str = "",
        **_: object,
    ) -> Any:
        """Take a message, and note whom it rings."""
        self.nonces.append(nonce)
        self._trouble()
        users, roles = allowed_mentions.users, allowed_mentions.roles or []
        assert isinstance(users, list)
        assert isinstance(roles, list)
        message = self.shown[self.put(content, rings=[one.id for one in (*users, *roles)])]
        message.silent = silent
        return message

    def put(self, content: str, by: int = OWN, rings: Sequence[int] = ()) -> int:
        """Let a message stand here, and return its id."""
        self._count += 1
        number = discord.utils.time_snowflake(discord.utils.utcnow()) + self._count
        flags, author = SimpleNamespace(components_v2=False), SimpleNamespace(id=by)
        self.shown[number] = SimpleNamespace(
            id=number,
            author=author,
            content=content,
            flags=flags,
            components=[],
            attachments=[],
            rings=[*rings],
        )
        return number

    async def history(self, after: discord.Object, **_: object) -> AsyncIterator[Any]:
        """Go through the messages, if that is allowed."""
        self.looks += 1
        self._trouble()
        for number, message in sorted(self.shown.items()):
            if number > after.id:
                yield message

    def get_partial_message(self, number: int) -> Any:
        """A message, there or not."""
        return Channel(self, self.id).get_partial_message(number)

    async def edit_channel(self, channel: int, *, archived: bool) -> None:
        """Wake a thread."""
        self._trouble()
        self.woken = (channel, archived)

    async def get_channel(self, channel: int) -> dict[str, Any]:
        """Tell of a thread whether it is locked."""
        return {"id": str(channel), "thread_metadata": {"archived": True, "locked": self.locked}}


class Channel:
    """Another channel, whose messages can be removed."""

    def __init__(self, channels: Channels, number: int) -> None:
        self.channels, self.number = channels, number

    def get_partial_message(self, number: int) -> Any:
        """A message, there or not."""

        async def edit(**_: object) -> None:
            self.channels._trouble()

        async def delete() -> None:
            self.channels._trouble()
            self.channels.deleted.append((self.number, number))
            self.channels.shown.pop(number, None)

        return SimpleNamespace(id=number, edit=edit, delete=delete)
