"""Looking: pictures, players, history, and the board as it was. Anyone may look."""

import asyncio
import re
from typing import TYPE_CHECKING

from discord import app_commands, ui
from discord.app_commands import Choice

from assets import sentences
from bot.cogs.lobby import here
from bot.cogs.takeback import recent_moves
from bot.errors import NoSuchMove, NothingToShow, NotSeated
from bot.localise import about, name, named
from bot.messages import cards, pages
from bot.pictures import looks
from bot.pictures.drawing import KINDS, PictureRequest
from bot.replies import Interaction, language_for, reply
from bot.speech import captions
from bot.speech.positions import PARTS
from bot.tables.view import Table
from bot.taps import tap
from engine.game import Game

if TYPE_CHECKING:
    from bot.client import Bot

group = app_commands.Group(name=name("show"), description=about("show"), guild_only=True)


def setup(bot: "Bot") -> None:
    """Add the commands, and the buttons that turn pages."""
    bot.tree.add_command(group)
    bot.add_dynamic_items(
        tap(rf"{cards.HISTORY_ID}:(\d{{1,18}}):(\d{{1,18}})", turn_page),
        tap(rf"{cards.TEXT_ID}:(\d{{1,18}}):(\d{{1,18}})", turn_text),
        tap(rf"{cards.TOOL_ID}:(\d{{1,18}}):(market|charters|map)", press_picture),
        tap(rf"{cards.HISTORY_ID}:(\d{{1,18}})", press_history),
        tap(rf"{cards.TOOL_ID}:(\d{{1,18}}):me", press_me),
    )


async def started(interaction: Interaction) -> tuple[Table, Game]:
    """Return the table of this channel and its game.

    Raises:
        NoGame, NothingToShow: there is none, or it has not begun.
    """
    table = await here(interaction, closed=True)
    if table.game is None:
        raise NothingToShow
    return table, table.game


async def _show(interaction: Interaction, kinds: tuple[str, ...], move: int | None, *, private: bool) -> None:
    """Draw and answer: the present, or the position after a move."""
    table, game = await started(interaction)
    await _draw(interaction, table, game, kinds, move, private=private)


async def _draw(  # noqa: PLR0913 - a picture has that many sides
    interaction: Interaction,
    table: Table,
    game: Game,
    kinds: tuple[str, ...],
    move: int | None = None,
    *,
    private: bool = True,
) -> None:
    if move is not None and move > len(table.moves):  # said before a public answer is begun
        raise NoSuchMove(move=move, last=len(table.moves))
    await interaction.response.defer(ephemeral=private, thinking=True)
    lang = await language_for(interaction) if private else table.language
    if move is not None:
        game = await interaction.client.service.history.at(table.game_id, move)
    scheme = await looks.own(interaction, table) if private else looks.scheme(table)
    caption = captions.caption(cards.teller(table, lang), game.pos)
    request = PictureRequest(kinds, table.names, lang, caption=caption, scheme=scheme)
    pictures = await interaction.client.pictures.draw(game.pos, request)
    shown = await asyncio.to_thread(cards.files, table, pictures, request, game)
    text = f"### {table.title} · " + sentences.say("show.after", lang, move=game.state.ply)
    await reply(interaction, view=cards.gallery(text, shown), files=shown, ephemeral=private)


@group.command(name=name("map"), description=about("show.map"))
@app_commands.describe(private=about("option.private"))
async def map_(interaction: Interaction, private: bool = True) -> None:  # noqa: FBT001, FBT002 - a typed option
    """Show the map."""
    await _show(interaction, ("map",), None, private=private)


@group.command(name=name("market"), description=about("show.market"))
@app_commands.describe(private=about("option.private"))
async def market(interaction: Interaction, private: bool = True) -> None:  # noqa: FBT001, FBT002
    """Show the stock market."""
    await _show(interaction, ("market",), None, private=private)


@group.command(name=name("charters"), description=about("show.charters"))
@app_commands.describe(private=about("option.private"))
async def charters(interaction: Interaction, private: bool = True) -> None:  # noqa: FBT001, FBT002
    """Show players, units and trains."""
    await _show(interaction, ("charters",), None, private=private)


@group.command(name=name("phone"), description=about("show.phone"))
@app_commands.describe(private=about("option.private"))
async def phone(interaction: Interaction, private: bool = True) -> None:  # noqa: FBT001, FBT002
    """Show the map in parts, for a phone."""
    await _show(interaction, ("phone",), None, private=private)


@group.command(name=name("tiles"), description=about("show.tiles"))
@app_commands.describe(private=about("option.private"))
async def tiles(interaction: Interaction, private: bool = True) -> None:  # noqa: FBT001, FBT002
    """Show the tiles that are left."""
    await _show(interaction, ("tiles",), None, private=private)


@group.command(name=name("snapshot"), description=about("show.snapshot"))
@app_commands.describe(move=about("option.move_number"), private=about("option.private"))
async def snapshot(
    interaction: Interaction,
    move: app_commands.Range[int, 0],
    private: bool = False,  # noqa: FBT001, FBT002
) -> None:
    """Show the three pictures as they were after a move."""
    await _show(interaction, KINDS, move, private=private)


@snapshot.autocomplete("move")
async def _moves(interaction: Interaction, typed: str) -> list[Choice[int]]:
    table = await here(interaction, closed=True)
    return await recent_moves(interaction, typed, list(range(len(table.moves), 0, -1)))


@group.command(name=name("player"), description=about("show.player"))
@app_commands.describe(seat=about("option.seat"), private=about("option.private"))
async def player(
    interaction: Interaction,
    seat: str | None = None,
    private: bool = True,  # noqa: FBT001, FBT002
) -> None:
    """Show what a player has."""
    table, _ = await started(interaction)
    lang = await language_for(interaction) if private else table.language
    own = table.seat_of(interaction.user.id)
    chosen = table.seat(seat) if seat else own or table.seats[0]
    if chosen is None:
        raise NothingToShow
    view = cards.layout(ui.TextDisplay(pages.player(table, chosen, lang)))
    await reply(interaction, view=view, ephemeral=private)


@player.autocomplete("seat")
async def _seats(interaction: Interaction, typed: str) -> list[Choice[str]]:
    table = await here(interaction, closed=True)
    return [
        Choice(name=sentences.tidy(seat.name), value=seat.id)
        for seat in table.seats
        if typed.lower() in seat.name.lower()
    ]


@group.command(name=name("text"), description=about("show.text"))
@app_commands.describe(part=about("option.part"), page=about("option.page"))
@app_commands.choices(part=named("text.part", PARTS))
async def text(
    interaction: Interaction, part: str = "", page: app_commands.Range[int, 1] | None = None
) -> None:
    """Tell all that the pictures show."""
    table, game = await started(interaction)
    said = cards.teller(table, await language_for(interaction))
    await reply(interaction, view=pages.position(table.game_id, said, game.pos, part, page))


@group.command(name=name("history"), description=about("show.history"))
@app_commands.describe(page=about("option.page"))
async def history(interaction: Interaction, page: app_commands.Range[int, 1] | None = None) -> None:
    """Show the moves, the latest page first."""
    table, _ = await started(interaction)
    await reply(interaction, view=pages.history(table, page, await language_for(interaction)))


async def turn_page(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons under the history."""
    table = await interaction.client.service.tables.find(int(match[1]))
    view = pages.history(table, int(match[2]), await language_for(interaction))
    view.stop()
    await interaction.response.edit_message(view=view)


async def turn_text(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons under a position in words."""
    table = await interaction.client.service.tables.find(int(match[1]))
    if table.game is None:
        raise NothingToShow
    said = cards.teller(table, await language_for(interaction))
    view = pages.position(table.game_id, said, table.game.pos, page=int(match[2]))
    view.stop()
    await interaction.response.edit_message(view=view)


async def press_picture(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons of a board that show one picture large."""
    table = await interaction.client.service.tables.find(int(match[1]))
    if table.game is None:
        raise NothingToShow
    await _draw(interaction, table, table.game, (match[2],))


async def press_history(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the history button of a board."""
    table = await interaction.client.service.tables.find(int(match[1]))
    await reply(interaction, view=pages.history(table, None, await language_for(interaction)))


async def press_me(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the button of a board that shows what one has."""
    table = await interaction.client.service.tables.find(int(match[1]))
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise NotSeated
    await reply(
        interaction,
        view=cards.layout(ui.TextDisplay(pages.player(table, seat, await language_for(interaction)))),
    )
