"""Pictures as files of a message, each with its alt text."""

import asyncio
import io
from collections.abc import Awaitable, Iterable

import discord

from bot.parts import BotParts
from bot.pictures.drawing import Picture
from bot.pictures.requests import PictureRequest
from bot.speech.table_view import TableView
from bot.tables.table import StartedTable
from bot.worker_pool import WorkerLost
from engine.game import Game
from render import Look


def file(picture: Picture, rev: int, alt: str) -> discord.File:
    """Return a picture as a file; its name changes with the version, so that no old one is shown."""
    name = f"{picture.name}-{rev}{picture.suffix}"
    return discord.File(io.BytesIO(picture.data), filename=name, description=alt)


def files(
    view: TableView, pictures: Iterable[Picture], request: PictureRequest, game: Game | None = None
) -> list[discord.File]:
    """Return the pictures of a table, or of an earlier game of it, as files with their alt texts."""
    pos = (game or view.game).pos
    return [
        file(picture, view.table.rev, alt)
        for picture, alt in zip(pictures, request.alt_texts(view.bare, pos), strict=True)
    ]


async def drawn(
    bot: BotParts, view: TableView, request: PictureRequest, game: Game | None = None
) -> list[discord.File]:
    """Return what is drawn of a table, or of an earlier game of it, as files with their alt texts.

    :raises WorkerLost: when it cannot be drawn
    """
    pictures = await bot.pictures.draw((game or view.game).pos, request)
    return await asyncio.to_thread(files, view, pictures, request, game)


async def film(bot: BotParts, table: StartedTable, look: Look, alt: str, since: int = 0) -> discord.File:
    """Return a table's game from after ``since`` moves as a moving picture.

    :raises WorkerLost: when it cannot be drawn
    """
    moves = tuple(table.move_texts())
    return file(await bot.pictures.film(table.setup, moves, look, table.by_bot, since), table.rev, alt)


async def drawn_within(drawing: Awaitable[list[discord.File]], seconds: float) -> list[discord.File]:
    """Return the files of what is drawn.

    :raises WorkerLost: when it cannot be drawn, or is not drawn in so many seconds
    """
    try:
        async with asyncio.timeout(seconds):
            return await drawing
    except TimeoutError:
        raise WorkerLost(f"it took more than {seconds:g} seconds") from None
