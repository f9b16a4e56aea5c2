"""Pictures that somebody asked to see: in their card, or for everybody."""

import asyncio

from bot.answers import Answer, Words
from bot.at_table import shown_scheme
from bot.client import Interaction
from bot.components import gallery
from bot.errors import NoSuchMove
from bot.messages import picture_files
from bot.pictures import looks
from bot.pictures.kinds import WHOLE, in_parts
from bot.pictures.requests import Drawing, PictureRequest
from bot.replies import acknowledge, take_note
from bot.speech.table_view import TableView
from engine.game import Game

EVERY_PART = ("parts",)
"""What is asked for when the whole map is to be shown in parts, however many it has."""


async def draw(  # noqa: PLR0913 - what, of when, and where it is shown
    interaction: Interaction,
    view: TableView,
    kinds: tuple[str, ...],
    move: int | None = None,
    *,
    private: bool = True,
    beside: bool = False,
) -> None:
    """Draw a position and answer with it; ``beside`` what was pressed rather than in its place."""
    table, game = view.table, view.game
    if move is not None and move > len(table.moves):  # said before a public answer is begun
        raise NoSuchMove(move=move, last=len(table.moves))
    await (take_note(interaction) if beside else acknowledge(interaction, public=not private))
    if move is not None:
        game = await interaction.client.service.history.at(table.game_id, move)
    text = f"### {table.title} · " + view.teller.say("show.after", move=game.state.ply)
    words = await _drawn(interaction, view, kinds, game, text, private=private)
    if beside or not private:
        await Answer.to(interaction).say(words, public=not private)
    else:
        await interaction.client.cards.put(interaction, table.game_id, words, fresh=True)


async def draw_game(interaction: Interaction, view: TableView, game: Game, text: str) -> None:
    """Answer with the map of a game that a table has come to, or might have, below a text."""
    words = await _drawn(interaction, view, ("map",), game, text)
    await interaction.client.cards.put(interaction, view.table.game_id, words, fresh=True)


async def _drawn(  # noqa: PLR0913 - what, of when, and where it is shown
    interaction: Interaction,
    view: TableView,
    kinds: tuple[str, ...],
    game: Game,
    text: str,
    *,
    private: bool = True,
) -> Words:
    scheme = await shown_scheme(interaction, view.table, private=private)
    wanted = in_parts(game.pos) if kinds == EVERY_PART else tuple(WHOLE[kind] for kind in kinds)
    request = PictureRequest(wanted, looks.dress(view, game.pos, scheme))
    pictures = await interaction.client.pictures.draw(game.pos, request)
    files = await asyncio.to_thread(picture_files.files, view, pictures, request, game)
    return Words(view=gallery(text, files), files=files)


async def show_picture(interaction: Interaction, view: TableView, text: str, wanted: Drawing) -> None:
    """Draw what is wanted and answer with it, privately."""
    scheme = await shown_scheme(interaction, view.table)
    request = PictureRequest((wanted,), looks.look(view.table, view.lang, scheme))
    pictures = await interaction.client.pictures.draw(view.game.pos, request)
    shown = await asyncio.to_thread(picture_files.files, view, pictures, request)
    words = Words(view=gallery(text, shown), files=shown)
    await interaction.client.cards.put(interaction, view.table.game_id, words, fresh=True)
