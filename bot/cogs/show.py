"""Looking: pictures, players, history, and the board as it was. Anyone may look."""

import asyncio
import re

from discord import app_commands, ui
from discord.app_commands import Choice

from assets import sentences
from bot.answers import Words
from bot.at_table import here, meant, pressed, started
from bot.button_ids import (
    BRANCH,
    DIGEST,
    HISTORY,
    HISTORY_MOVE,
    HISTORY_PAGE,
    ME,
    MORE,
    NOTE,
    PICTURE,
    POINTS,
    TEXT_PAGE,
)
from bot.client import Bot, Interaction
from bot.command_groups import show_group
from bot.components import Layout, button, layout, rows
from bot.limits import V2_TEXT
from bot.localise import about, described, name, named
from bot.menu.search import search
from bot.messages import pages
from bot.messages.digest import digest_text, missed_by
from bot.messages.history_page import history_page, shown
from bot.messages.times_taken import times_lines
from bot.pictures.kinds import BOARD
from bot.presses import chosen_number, on_choice, on_press
from bot.replies import acknowledge, in_time, reply, turn_to
from bot.shown_pictures import EVERY_PART, draw
from bot.speech.positions import PARTS
from bot.speech.table_view import TableView, view_of
from bot.suggestions import recent_moves
from bot.tables.seated import own_seat


def setup(bot: Bot) -> None:
    """Add the commands, and the buttons that turn pages."""
    bot.tree.add_command(show_group)
    bot.add_dynamic_items(
        on_press(HISTORY_PAGE.template, turn_page),
        on_choice(HISTORY_MOVE.template, choose_move),
        on_press(TEXT_PAGE.template, turn_text),
        on_press(PICTURE.template, press_picture),
        on_press(HISTORY.template, press_history),
        on_press(ME.template, press_me),
        on_press(MORE.template, press_more),
    )


async def _show(interaction: Interaction, kinds: tuple[str, ...], move: int | None, *, private: bool) -> None:
    """Draw and answer: the present, or the position after a move."""
    view = await started(interaction)
    if private:
        await draw(interaction, view, kinds, move)
    else:
        await draw(interaction, view_of(view.table), kinds, move, "public")


def _add_picture(command: str, kinds: tuple[str, ...]) -> None:
    """Add the command that shows some kinds of picture."""

    @show_group.command(name=name(command), description=about(f"show.{command}"))
    @described(private="only_you")
    async def show(interaction: Interaction, private: bool = True) -> None:  # noqa: FBT001, FBT002 - a typed option
        """Show a picture of the table."""
        await _show(interaction, kinds, None, private=private)


for _kind in ("map", "market", "charters", "supply"):
    _add_picture(_kind, (_kind,))
_add_picture("phone", EVERY_PART)
for _kind in ("legend", "tiles"):
    _add_picture(_kind, (_kind,))


@show_group.command(name=name("snapshot"), description=about("show.snapshot"))
@described(move="move_number", private="only_you")
async def snapshot(
    interaction: Interaction,
    move: app_commands.Range[int, 0],
    private: bool = False,  # noqa: FBT001, FBT002
) -> None:
    """Show the pictures of the board as they were after a move."""
    await _show(interaction, BOARD, move, private=private)


@snapshot.autocomplete("move")
@in_time
async def _moves(interaction: Interaction, typed: str) -> list[Choice[int]]:
    return await recent_moves(interaction, typed)


@show_group.command(name=name("player"), description=about("show.player"))
@described(seat="seat", private="only_you")
async def player(
    interaction: Interaction,
    seat: str | None = None,
    private: bool = True,  # noqa: FBT001, FBT002
) -> None:
    """Show what a player has."""
    view = await started(interaction)
    view = view if private else view_of(view.table)
    table = view.table
    own = table.seat_of(interaction.user.id)
    chosen = meant(table, seat) if seat else own or table.seats[0]
    await reply(interaction, view=pages.player(view, chosen), public=not private)


@player.autocomplete("seat")
@in_time
async def _seats(interaction: Interaction, typed: str) -> list[Choice[str]]:
    table = await here(interaction, closed=True, glance=True)
    found = search(table.seats, typed, lambda seat: seat.name)
    return [Choice(name=sentences.tidy(seat.name), value=seat.id) for seat in found]


@show_group.command(name=name("text"), description=about("show.text"))
@described(part="part", page="page")
@app_commands.choices(part=named("text.part", PARTS))
async def text(
    interaction: Interaction, part: str = "", page: app_commands.Range[int, 1] | None = None
) -> None:
    """Tell all that the pictures show."""
    await reply(interaction, view=pages.position(await started(interaction), part, page))


@show_group.command(name=name("history"), description=about("show.history"))
@described(page="page")
async def history(interaction: Interaction, page: app_commands.Range[int, 1] | None = None) -> None:
    """Show the moves, the latest page first."""
    await acknowledge(interaction)
    await reply(interaction, view=await _history(interaction, await started(interaction), page))


@show_group.command(name=name("times"), description=about("show.times"))
async def times(interaction: Interaction) -> None:
    """Tell how long everybody took over their turns."""
    await acknowledge(interaction)
    await reply(interaction, "\n".join(times_lines(await started(interaction))))


async def turn_page(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons under the history."""
    await acknowledge(interaction)
    view = await pressed(interaction, match)
    await turn_to(interaction, await _history(interaction, view, int(match["page"])))


async def choose_move(interaction: Interaction, match: re.Match[str], values: list[str]) -> None:
    """Serve the list under the history: the pictures of the position after that move."""
    await draw(interaction, await pressed(interaction, match), BOARD, chosen_number(values[0]), "beside")


async def _history(interaction: Interaction, view: TableView, page: int | None = None) -> Layout:
    """Return a page of the history.

    :raises NothingToShow: when nothing has been played, or there is no such page
    """
    found = await history_page(interaction.client.service.history, view.table, page)
    return await asyncio.to_thread(shown, view, found)


async def turn_text(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons under a position in words."""
    view = await pressed(interaction, match)
    await turn_to(interaction, pages.position(view, page=int(match["page"])))


async def press_picture(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons of a board that show one picture large."""
    await draw(interaction, await pressed(interaction, match), (match["kind"],))


async def press_history(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the history button of a board."""
    await acknowledge(interaction)
    view = await pressed(interaction, match)
    words = Words(view=await _history(interaction, view))
    await interaction.client.cards.put(interaction, view.table.game_id, words, fresh=True)


async def press_me(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the button of a board that shows what one has."""
    view = await pressed(interaction, match)
    seat = own_seat(view.table, interaction.user.id)
    words = Words(view=pages.player(view, seat))
    await interaction.client.cards.put(interaction, view.table.game_id, words, fresh=True)


async def _missed(interaction: Interaction, view: TableView) -> str:
    """What somebody who plays has missed since they last looked or moved; empty for others, or if nothing."""
    bot, user = interaction.client, interaction.user.id
    if view.table.seat_of(user) is None:
        return ""
    missed = await missed_by(bot.storage, bot.service.history, view.table, user)
    return await asyncio.to_thread(digest_text, view, missed, user) if missed.results else ""


SMALLER = ("past", "people", "settings", "rules")
"""What *More* names in smaller lines below the commands for one's turn, so that a phone shows all of it at once."""


async def press_more(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the button of a card that says what else there is."""
    view = await pressed(interaction, match)
    say, game = view.teller.say, view.table.game_id
    parts = [say("more.head", title=view.table.title), say("more.turn")]
    parts += [f"-# {say(f'more.{part}')}" for part in SMALLER]
    if new := await _missed(interaction, view):
        parts.append(new)  # a phone shows the end of a long message
    noted = view.table.note_of(interaction.user.id)
    tools: list[ui.Button[Layout]] = [
        button(say("tool.history"), HISTORY.write(game=game)),
        button(say("tool.me"), ME.write(game=game)),
        button(say("undo.button.points"), POINTS.write(game=game)),
        button(say("tool.new"), DIGEST.write(game=game, what="new", page=0)),
        button(say("tool.noted" if noted else "tool.note"), NOTE.write(game=game, what="show")),
    ]
    if view.table.settings.study:
        tools.append(button(say("tool.branches"), BRANCH.write(game=game, what="show")))
    text = ui.TextDisplay[Layout](sentences.cut("\n".join(parts), V2_TEXT))
    page = layout(text, *(ui.ActionRow(*row) for row in rows(tools)))
    await interaction.client.cards.put(interaction, game, Words(view=page), fresh=True)
