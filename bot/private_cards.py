"""The one private message that a person has at a table: whatever is asked next takes the place of what was asked."""

from __future__ import annotations

import asyncio
import io
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import discord

from bot.answers import Answer, AnyInteraction, Words
from bot.components import Row, as_view

log = logging.getLogger(__name__)

REMEMBERED = 2000
"""How many private messages are remembered; Discord lets them be changed for a quarter of an hour."""

Whose = tuple[int, int]
"""A person and a game."""


@dataclass(frozen=True, slots=True)
class PreviewFrame:
    """A picture with its alt text; with a ``text`` the message says something else from now on."""

    data: bytes
    alt: str
    text: str = ""


Frames = AsyncIterator[PreviewFrame]
"""Pictures of one card, each in the place of the one before."""


@dataclass(eq=False)
class _Card:
    """A private message: the answer that it is, and what is drawn into it."""

    answer: Answer
    drawing: asyncio.Task[None] | None = None
    is_sending: bool = False
    is_over: bool = False

    def draw(self, frames: Frames) -> None:
        self.drawing = asyncio.create_task(self._draw(frames))

    async def stop_drawing(self) -> None:
        """Draw no more: the message shows something else from now on; what is on its way arrives first."""
        self.is_over = True
        if self.drawing is None or self.drawing.done():
            return
        if self.is_sending:
            await asyncio.wait([self.drawing])
        else:
            self.drawing.cancel()

    async def _draw(self, frames: Frames) -> None:
        try:
            async for frame in frames:
                file = discord.File(io.BytesIO(frame.data), filename="preview.png", description=frame.alt)
                self.is_sending = True
                await self.answer.amend([file], frame.text)
                self.is_sending = False
                if self.is_over:
                    return
        except Exception as trouble:  # noqa: BLE001 - the move can be played without its preview
            log.info("no preview: %s", trouble)


class PrivateCards:
    """The private messages of everybody at every table."""

    def __init__(self) -> None:
        self._cards: OrderedDict[Whose, _Card] = OrderedDict()

    async def show(  # noqa: PLR0913 - what a card shows, and where
        self,
        interaction: AnyInteraction,
        game_id: int,
        text: str,
        parts: Sequence[Row] = (),
        *,
        fresh: bool = False,
        frames: Frames | None = None,
    ) -> None:
        """Show a text with buttons in the person's card, then the pictures that belong to it."""
        await self.put(interaction, game_id, _words(text, parts), fresh=fresh, frames=frames)

    async def put(
        self,
        interaction: AnyInteraction,
        game_id: int,
        words: Words,
        *,
        fresh: bool = False,
        frames: Frames | None = None,
    ) -> None:
        """Show something in the person's card, a new one unless the press came from it; the one before is removed."""
        card = _Card(Answer.to(interaction))
        before = await self._replaced(_whose(interaction, game_id), card)
        await (card.answer.say(words) if fresh else card.answer.turn(words))
        if before is not None and before.answer is not card.answer:
            await before.answer.remove(but=card.answer)
        if frames is not None and self._cards.get(_whose(interaction, game_id)) is card:
            card.draw(frames)

    async def rewrite(
        self, interaction: AnyInteraction, game_id: int, text: str, parts: Sequence[Row] = ()
    ) -> bool:
        """Show something in the card that the person has; False if there is none."""
        card = self._cards.get(_whose(interaction, game_id))
        if card is None:
            return False
        await card.stop_drawing()
        return await card.answer.rewrite(_words(text, parts))

    async def put_away(self, interaction: AnyInteraction, game_id: int) -> None:
        """Remove the person's card, and the message that was pressed if it is a private one."""
        answer = Answer.to(interaction)
        card = self._cards.pop(_whose(interaction, game_id), None)
        if card is not None:
            await card.stop_drawing()
        await answer.take_note()
        if answer.is_turnable:
            await answer.remove()
        if card is not None and card.answer is not answer:
            await card.answer.remove(but=answer)

    async def _replaced(self, whose: Whose, card: _Card) -> _Card | None:
        """The card before, from now on without pictures; the new one is known before it is sent."""
        before = self._cards.pop(whose, None)
        self._cards[whose] = card
        while len(self._cards) > REMEMBERED:
            self._cards.popitem(last=False)
        if before is not None:
            await before.stop_drawing()
        return before


def _whose(interaction: AnyInteraction, game_id: int) -> Whose:
    return interaction.user.id, game_id


def _words(text: str, parts: Sequence[Row]) -> Words:
    return Words(text, as_view(parts) if parts else None)
