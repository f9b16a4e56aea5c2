"""Previews: the map as it would be, drawn into the private message in which a lay or a run waits for its yes."""

from __future__ import annotations

import asyncio
import io
import logging
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot.answers import Answer, Interaction
from bot.parts import BotParts
from bot.pictures import looks
from bot.pictures.requests import PictureRequest
from bot.pictures.runs import routes
from bot.tables.view import Table
from engine.actions import Action
from engine.game import Game

log = logging.getLogger(__name__)


@dataclass(eq=False)
class _Preview:
    """A preview that is being drawn, or already on its way to Discord."""

    task: asyncio.Task[None] | None = None
    is_sent: bool = False


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
        return PictureRequest(("closeup",), routes=run, scheme=scheme)
    return PictureRequest(("closeup",), highlight=(action.hex,), scheme=scheme)


def begin(interaction: Interaction, table: Table, action: Action, after: Game, alt: str) -> None:
    """Draw the map after an action and add it to the answer, unless the person has gone on by then."""
    preview = _Preview()
    task = preview.task = asyncio.create_task(_draw(interaction, table, action, after, alt, preview))
    drawn, whose = _drawing.setdefault(interaction.client, {}), (interaction.user.id, table.game_id)
    drawn[whose] = preview
    task.add_done_callback(lambda _: drawn.pop(whose) if drawn.get(whose) is preview else None)


async def drop(interaction: Interaction, game_id: int) -> None:
    """Stop drawing for a person, whose message shows something else from now on; what is on its way arrives first."""
    preview = _drawing.get(interaction.client, {}).get((interaction.user.id, game_id))
    if preview is None or preview.task is None:
        return
    if preview.is_sent:
        await asyncio.wait([preview.task])
    else:
        preview.task.cancel()


async def _draw(  # noqa: PLR0913, PLR0917 - what is shown, to whom, and how far it has come
    interaction: Interaction, table: Table, action: Any, after: Game, alt: str, preview: _Preview
) -> None:
    try:
        request = _requested(
            action, after, await looks.own(interaction.client.storage, interaction.user.id, table)
        )
        (picture,) = await interaction.client.pictures.draw(after.pos, request)
        file = discord.File(io.BytesIO(picture.data), filename="preview.png", description=alt)
        preview.is_sent = True
        await Answer.to(interaction).amend([file])
    except Exception as trouble:  # noqa: BLE001 - the move can be played without its preview
        log.info("no preview: %s", trouble)
