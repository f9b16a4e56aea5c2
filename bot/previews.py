"""Previews: pictures that are drawn into a private message while it is read, unless the person goes on by then."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot import cards
from bot.answers import Answer, AnyInteraction
from bot.parts import BotParts
from bot.pictures import looks
from bot.pictures.requests import PictureRequest
from bot.pictures.runs import routes
from bot.pictures.views import CloseupView
from bot.tables.view import Table
from engine.actions import Action
from engine.game import Game
from render import Look, MapContent

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PreviewFrame:
    """A picture with its alt text; with a ``text`` the message says something else from now on."""

    data: bytes
    alt: str
    text: str = ""


@dataclass(eq=False)
class _Preview:
    """A preview that is being drawn, or already on its way to Discord; one that is over shows no more frames."""

    task: asyncio.Task[None] | None = None
    is_sent: bool = False
    is_over: bool = False


_drawing: WeakKeyDictionary[BotParts, dict[tuple[int, int], _Preview]] = WeakKeyDictionary()
"""By person and game."""


def drawable(action: Action, before: Game, after: Game) -> bool:
    """Tell whether an action can be shown on the map: it changes what lies on a hex, or runs routes."""
    hex_, old, new = getattr(action, "hex", ""), before.state, after.state
    laid = old.tiles.get(hex_) != new.tiles.get(hex_) or old.layers.get(hex_) != new.layers.get(hex_)
    return laid or bool(getattr(action, "routes", ()))


def _requested(action: Any, after: Game, scheme: str) -> PictureRequest:
    """Return what to draw: the routes with what each earns, or the hex that changes."""
    if run := routes(after):
        return PictureRequest((CloseupView(MapContent(routes=run)),), Look(scheme))
    return PictureRequest((CloseupView(MapContent((action.hex,))),), Look(scheme))


def begin(interaction: AnyInteraction, table: Table, action: Action, after: Game, alt: str) -> None:
    """Draw the map after an action and add it to the answer."""
    play(interaction, table.game_id, _after(interaction, table, action, after, alt))


async def _after(
    interaction: AnyInteraction, table: Table, action: Action, after: Game, alt: str
) -> AsyncIterator[PreviewFrame]:
    request = _requested(
        action, after, await looks.own(interaction.client.storage, interaction.user.id, table)
    )
    (picture,) = await interaction.client.pictures.draw(after.pos, request)
    yield PreviewFrame(picture.data, alt)


def play(interaction: AnyInteraction, game_id: int, frames: AsyncIterator[PreviewFrame]) -> None:
    """Put frames into the answer, one after the other, as long as the person has not gone on."""
    preview = _Preview()
    task = preview.task = asyncio.create_task(_play(interaction, game_id, frames, preview))
    drawn, whose = _drawing.setdefault(interaction.client, {}), (interaction.user.id, game_id)
    drawn[whose] = preview
    task.add_done_callback(lambda _: drawn.pop(whose) if drawn.get(whose) is preview else None)


async def drop(interaction: AnyInteraction, game_id: int) -> None:
    """Stop drawing for a person, whose message shows something else from now on; what is on its way arrives first."""
    preview = _drawing.get(interaction.client, {}).get((interaction.user.id, game_id))
    if preview is None or preview.task is None:
        return
    preview.is_over = True
    if preview.is_sent:
        await asyncio.wait([preview.task])
    else:
        preview.task.cancel()


async def _play(
    interaction: AnyInteraction, game_id: int, frames: AsyncIterator[PreviewFrame], preview: _Preview
) -> None:
    try:
        async for frame in frames:
            file = discord.File(io.BytesIO(frame.data), filename="preview.png", description=frame.alt)
            if not cards.stands(interaction, game_id):
                return
            preview.is_sent = True
            await Answer.to(interaction).amend([file], frame.text)
            preview.is_sent = False
            if preview.is_over:
                return
    except Exception as trouble:  # noqa: BLE001 - the move can be played without its preview
        log.info("no preview: %s", trouble)
