"""The answer to one interaction: given once, in the way that is open by then, and never in anybody else's message.

Discord wants a first answer within three seconds and takes only one; what follows goes other ways. All of them are
here, behind one lock, so that a request for patience and the answer itself cannot overtake each other:

========  ==========================================  ==========================================
stage     what the person sees                        what is said next
========  ==========================================  ==========================================
open      nothing yet                                 is the first answer
thinking  a message of their own that says "thinking"  takes its place
turning   their private message, waiting              is shown in it instead
quiet     what they pressed, taken note of            is a private message of its own
answered  the answer, or a form                       is a further private message
gone      "interaction failed"                        reaches nobody
========  ==========================================  ==========================================
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Any, TypeAlias

import aiohttp
import discord

from bot.parts import BotParts

log = logging.getLogger(__name__)

AnyInteraction: TypeAlias = discord.Interaction[BotParts]
Sending: TypeAlias = Callable[[], Awaitable[Any]]

ANSWER = "answer"
UNKNOWN_MESSAGE, UNKNOWN_INTERACTION, ANSWERED_ALREADY = 10008, 10062, 40060


class Stage(Enum):
    """How far an answer has come."""

    OPEN = auto()
    THINKING = auto()
    TURNING = auto()
    QUIET = auto()
    ANSWERED = auto()
    GONE = auto()


@dataclass(frozen=True)
class Words:
    """What is said: a text with components under it, or a frame of components; and files."""

    text: str = ""
    view: discord.ui.View | discord.ui.LayoutView | None = None
    files: Sequence[discord.File] = ()

    def sent(self) -> dict[str, Any]:
        """Return the parts of a new message."""
        given: dict[str, Any] = {}
        if self.text:
            given["content"] = self.text
        if self.files:
            for file in self.files:
                file.reset()
            given["files"] = list(self.files)
        return given | self._viewed()

    def put(self) -> dict[str, Any]:
        """Return the parts of a message that showed something else; its pictures go."""
        if isinstance(self.view, discord.ui.LayoutView):
            return self._viewed()
        return {"content": self.text, "attachments": [], "view": None} | self._viewed()

    def _viewed(self) -> dict[str, Any]:
        if self.view is None:
            return {}
        self.view.stop()  # its buttons are read from their ids, so nothing has to be remembered
        return {"view": self.view}


class Answer:
    """Answers one interaction; whoever has something to say may say it at any moment."""

    def __init__(self, interaction: AnyInteraction) -> None:
        self._interaction = interaction
        self._lock = asyncio.Lock()
        self._public = False
        self._shown: int | None = None
        self._first_shown: int | None = None
        self._settled = asyncio.Event()
        self._at_work = False
        self.stage = Stage.OPEN
        self.served = False
        """Whether somebody has taken this interaction on."""

    @classmethod
    def to(cls, interaction: discord.Interaction[Any]) -> Answer:
        """Return the one answer to an interaction."""
        known: Answer = interaction.extras.setdefault(ANSWER, cls(interaction))
        return known

    @property
    def is_owed(self) -> bool:
        """Tell whether the person still waits."""
        return self.stage in (Stage.OPEN, Stage.THINKING, Stage.TURNING)

    @property
    def is_open(self) -> bool:
        """Tell whether the person waits, or what was pressed is still being done."""
        return self.is_owed or self._at_work

    def begin(self) -> None:
        """Note that what was pressed is being done; whoever does it says when it is done."""
        self.served = self._at_work = True

    async def settled(self) -> None:
        """Wait until nothing is open."""
        await self._settled.wait()

    @property
    def is_turnable(self) -> bool:
        """Tell whether the press came from a message that only the person sees, which can show something else."""
        message = self._interaction.message
        return message is not None and message.flags.ephemeral

    def _takes(self, words: Words) -> bool:
        """Tell whether the message that was pressed can show this: a frame of components never shows a plain text."""
        message = self._interaction.message
        framed = message is not None and message.flags.components_v2
        return isinstance(words.view, discord.ui.LayoutView) or not framed

    # asking for patience

    async def acknowledge(self, *, public: bool = False) -> None:
        """Ask for patience, unless that or more was done already."""
        async with self._lock:
            if self.stage is not Stage.OPEN:
                return
            if self.is_turnable:
                await self._first(self._interaction.response.defer, Stage.TURNING)
            else:
                self._public = public
                defer = partial(self._interaction.response.defer, ephemeral=not public, thinking=True)
                await self._first(defer, Stage.THINKING)

    async def take_note(self) -> None:
        """Acknowledge a press whose effect everybody will see, so that nothing more need be said."""
        async with self._lock:
            if self.stage is Stage.OPEN:
                await self._first(self._interaction.response.defer, Stage.QUIET)

    async def finish(self) -> None:
        """End the waiting of somebody to whom nothing more will be said."""
        self._at_work = False
        async with self._lock:
            if self.stage is Stage.THINKING:
                await self._stop_thinking()
            self._reach(Stage.ANSWERED if self.stage is Stage.TURNING else self.stage)

    def _reach(self, stage: Stage) -> None:
        self.stage = stage
        if not self.is_open:
            self._settled.set()

    # saying

    async def say(self, words: Words, *, public: bool = False, silent: bool = True) -> None:
        """Answer in a message of its own."""
        how = {"ephemeral": not public, "silent": public and silent}
        async with self._lock:
            if self.stage is Stage.OPEN:
                send = partial(self._interaction.response.send_message, **words.sent(), **how)
                if await self._first(send, Stage.ANSWERED):
                    return
            await self._follow(words, public=public, how=how)

    async def turn(self, words: Words) -> None:
        """Show something else in the private message that was pressed; if that cannot show it, say it."""
        if not self.is_turnable or not self._takes(words):
            await self.say(words)
            return
        async with self._lock:
            if self.stage is Stage.OPEN:
                change = partial(self._interaction.response.edit_message, **words.put())
                if await self._first(change, Stage.ANSWERED):
                    return
            try:
                await _sent(lambda: self._interaction.edit_original_response(**words.put()))
                self._reach(Stage.ANSWERED)
            except discord.NotFound as trouble:
                if trouble.code != UNKNOWN_MESSAGE:
                    raise
                await self._follow(words, public=False, how={"ephemeral": True})

    async def open_form(self, form: discord.ui.Modal, late: Words) -> None:
        """Open a form; where it is too late for that, say what to press to have it opened."""
        async with self._lock:
            if self.stage is Stage.OPEN and await self._first(
                partial(self._interaction.response.send_modal, form), Stage.ANSWERED
            ):
                return
        await self.turn(late)

    async def amend(self, files: Sequence[discord.File], text: str = "") -> None:
        """Put pictures into the private answer that was given last; a text takes the place of what it said."""
        changes: dict[str, Any] = {"attachments": files} | ({"content": text} if text else {})
        async with self._lock:
            if self._public or self.stage is not Stage.ANSWERED:
                return
            if self._shown is None:
                await self._interaction.edit_original_response(**changes)
            else:
                await self._interaction.followup.edit_message(self._shown, **changes)

    # removing

    @property
    def shown(self) -> int | None:
        """Return the private message in which the answer stands, None where that is not known."""
        known = self._shown or self._first_shown
        message = self._interaction.message
        if known is None and self.is_turnable and message is not None:
            return message.id
        return known

    async def rewrite(self, words: Words) -> bool:
        """Show something else in the private answer; False where it is gone or was given too long ago."""
        async with self._lock:
            if self._public or self.shown is None:
                return False
            try:
                if self._shown is not None:
                    await self._interaction.followup.edit_message(self._shown, **words.put())
                else:
                    await self._interaction.edit_original_response(**words.put())
            except (discord.HTTPException, aiohttp.ClientError):
                return False
            return True

    async def remove(self, *, but: Answer | None = None) -> None:
        """Remove the private answer; one that is gone, too old, or shows what another says, is left alone.

        Where it stands is known once its receipt is there.
        """
        async with self._lock:
            if self._public or (but is not None and self.shown == but.shown):
                return
            with suppress(discord.HTTPException, aiohttp.ClientError):
                if self._shown is not None:
                    await self._interaction.followup.delete_message(self._shown)
                elif self.is_turnable or self.stage is Stage.ANSWERED:
                    await self._interaction.delete_original_response()

    # how

    async def _first(self, send: Sending, stage: Stage) -> bool:
        """Send a first answer; False if Discord knows of one that leaves this still to be said.

        :raises discord.HTTPException: when Discord does not take it
        """
        try:
            receipt = await _sent(send)
            self._first_shown = getattr(receipt, "message_id", None)
        except discord.HTTPException as trouble:
            if trouble.code == UNKNOWN_INTERACTION:
                self._reach(Stage.GONE)
            if trouble.code != ANSWERED_ALREADY:
                raise
            self._reach(await self._stage_found())
            return self.stage is stage
        self._reach(stage)
        return True

    async def _stage_found(self) -> Stage:
        """Return how far an answer had come whose receipt was lost on the way."""
        try:
            message = await self._interaction.original_response()
        except discord.NotFound:
            return Stage.QUIET
        pressed = self._interaction.message
        if pressed is not None and message.id == pressed.id:
            return Stage.TURNING if self.is_turnable else Stage.QUIET
        self._public = not message.flags.ephemeral
        return Stage.THINKING if message.flags.loading else Stage.ANSWERED

    async def _follow(self, words: Words, *, public: bool, how: dict[str, bool]) -> None:
        """Say something after a first answer; "thinking" is replaced only where the same people see both."""
        if self.stage is Stage.THINKING and self._public != public:
            await self._stop_thinking()
        message = await self._followed(words, how)
        self._public, self._shown = public, message.id
        self._reach(Stage.ANSWERED)

    async def _followed(self, words: Words, how: dict[str, bool]) -> discord.Message:
        """Send what follows, again if the line breaks before it is there, or what it was to replace is gone."""
        send: Callable[..., Awaitable[discord.Message]] = self._interaction.followup.send
        try:
            return await send(**words.sent(), **how, wait=True)
        except aiohttp.ClientError as trouble:
            log.info("sending what follows an answer again: %s", trouble)
            if self.stage is Stage.THINKING and (shown := await self._shown_instead()) is not None:
                return shown
        except discord.NotFound as trouble:
            if trouble.code != UNKNOWN_MESSAGE:
                raise
        return await send(**words.sent(), **how, wait=True)

    async def _shown_instead(self) -> discord.Message | None:
        """Return the message that has replaced "thinking", None if none has."""
        try:
            message = await self._interaction.original_response()
        except discord.NotFound:
            return None
        return None if message.flags.loading else message

    async def _stop_thinking(self) -> None:
        with suppress(discord.NotFound):
            await self._interaction.delete_original_response()
        self._reach(Stage.QUIET)


async def _sent(send: Sending) -> Any:
    """Send a first answer, again if the line breaks: Discord takes no second one."""
    try:
        return await send()
    except aiohttp.ClientError as trouble:
        log.info("sending an answer again: %s", trouble)
        return await send()
