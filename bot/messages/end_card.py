"""The card at the end of a game: scores, where they came from, what decided it, the chart of worth, and the film."""

import asyncio
import logging
from collections.abc import Awaitable

import discord

from assets import sentences
from bot.components import MESSAGE
from bot.messages import picture_files
from bot.parts import BotParts
from bot.pictures import looks
from bot.pictures.kinds import ChartDrawing
from bot.pictures.requests import PictureRequest
from bot.speech.retrospects import moment_lines, score_lines
from bot.speech.table_view import TableView
from bot.worker_pool import WorkerLost
from engine.retrospect import Retrospect

log = logging.getLogger(__name__)

PURPOSE = "end:"
"""With the revision of the last move, the purpose of the card."""
PATIENCE = 120.0
"""How many seconds the card waits for its film."""
CHART = "worth"

Card = tuple[str, list[discord.File]]


async def drawn(bot: BotParts, view: TableView) -> Card:
    """Return the text of the card and its pictures; of those the chart and the film may be missing.

    :raises WorkerLost: when the game could not be looked back at
    """
    table = view.table
    told = await bot.pictures.retrospect(table.setup, tuple(table.move_texts()))
    chart, film = await _tried(view, _chart(bot, view)), await _tried(view, _film(bot, view))
    return await asyncio.to_thread(_text, view, told), [*chart, *film]


def _text(view: TableView, told: Retrospect) -> str:
    teller = view.teller
    lines = [f"### {teller.say('end.head', title=teller.title.name)}", *score_lines(teller, told)]
    if moments := list(moment_lines(teller, told)):
        lines += [f"**{teller.say('end.moments')}**", *moments]
    return sentences.cut("\n".join(lines), MESSAGE)


async def _chart(bot: BotParts, view: TableView) -> list[discord.File]:
    """Return the chart of what everybody was worth, round by round."""
    table = view.table
    course = await bot.pictures.course(table.setup, tuple(table.move_texts()))
    request = PictureRequest((ChartDrawing(CHART, course),), looks.look(table, view.lang))
    return await picture_files.drawn(bot, view, request)


async def _film(bot: BotParts, view: TableView) -> list[discord.File]:
    """Return the game as a moving picture."""
    table = view.table
    alt = view.bare.say("alt.film", title=table.title, n=len(table.moves))
    return [await picture_files.film(bot, table, looks.look(table, view.lang), alt)]


async def _tried(view: TableView, drawing: Awaitable[list[discord.File]]) -> list[discord.File]:
    """Return the picture, nothing where drawing fails or takes too long."""
    try:
        return await picture_files.drawn_within(drawing, PATIENCE)
    except WorkerLost as lost:
        log.warning("a picture of the end card of game %d is left out: %s", view.table.game_id, lost)
    except Exception:
        log.exception("a picture of an end card failed")
    return []
