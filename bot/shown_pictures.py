"""Pictures that somebody asked to see: in their card, or for everybody."""

from typing import Literal

from bot.answers import Answer, Words
from bot.at_table import shown_scheme
from bot.client import Interaction
from bot.components import pictured
from bot.errors.tables import NoSuchMove
from bot.messages import picture_files
from bot.pictures import looks
from bot.pictures.kinds import in_parts, of_kinds
from bot.pictures.requests import Drawing, PictureRequest
from bot.replies import acknowledge, take_note
from bot.speech.table_view import TableView
from engine.game import Game

EVERY_PART = ("parts",)
"""What is asked for when the whole map is to be shown in parts, however many it has."""


PicturePlace = Literal["card", "beside", "public"]
"""Where a picture is shown: in the person's card, beside what was pressed, or for everybody."""


async def draw(
    interaction: Interaction,
    view: TableView,
    kinds: tuple[str, ...],
    move: int | None = None,
    place: PicturePlace = "card",
) -> None:
    """Draw a position, by default the present one, and answer with it."""
    table, game, public = view.table, view.game, place == "public"
    if move is not None and move > len(table.moves):  # said before a public answer is begun
        raise NoSuchMove(move=move, last=len(table.moves))
    await (take_note(interaction) if place == "beside" else acknowledge(interaction, public=public))
    if move is not None:
        game = await interaction.client.service.history.at(table.game_id, move)
    text = f"### {table.title} · " + view.teller.say("show.after", move=game.state.ply)
    scheme = await shown_scheme(interaction, table, private=not public)
    words = await _drawn(interaction, view, _request(view, game, kinds, scheme), text, game)
    if place == "card":
        await interaction.client.cards.put(interaction, table.game_id, words, fresh=True)
    else:
        await Answer.to(interaction).say(words, public=public)


async def draw_game(interaction: Interaction, view: TableView, game: Game, text: str) -> None:
    """Answer with the map of a game that a table has come to, or might have, below a text."""
    request = _request(view, game, ("map",), await shown_scheme(interaction, view.table))
    words = await _drawn(interaction, view, request, text, game)
    await interaction.client.cards.put(interaction, view.table.game_id, words, fresh=True)


async def show_picture(interaction: Interaction, view: TableView, text: str, *wanted: Drawing) -> None:
    """Draw what is wanted and answer with it, privately."""
    scheme = await shown_scheme(interaction, view.table)
    request = PictureRequest(wanted, looks.look(view.table, view.lang, scheme))
    words = await _drawn(interaction, view, request, text, view.game)
    await interaction.client.cards.put(interaction, view.table.game_id, words, fresh=True)


def _request(view: TableView, game: Game, kinds: tuple[str, ...], scheme: str) -> PictureRequest:
    wanted = in_parts(game.pos) if kinds == EVERY_PART else of_kinds(game.pos, kinds)
    return PictureRequest(wanted, looks.dress(view, game.pos, scheme))


async def _drawn(
    interaction: Interaction, view: TableView, request: PictureRequest, text: str, game: Game
) -> Words:
    files = await picture_files.drawn(interaction.client, view, request, game)
    return Words(view=pictured(text, files), files=files)
