"""Redo: what was taken back is played again, with the consent of those whose moves are among it.

What is cut off by what was played since is listed, looked at, and opened as a copy.
"""

import re

import discord
from discord import app_commands, ui

from assets import sentences
from bot.at_table import here, started
from bot.button_ids import FUTURE_LIST, REDO, REDO_ASK
from bot.client import Bot, Interaction
from bot.command_groups import show_group
from bot.components import Layout, Style, button, entry, layout, rows, select
from bot.errors.tables import NothingToRedo
from bot.localise import about, name
from bot.menu.search import PAGE
from bot.messages.lines import future_line, moves_told
from bot.pickers import move_ids
from bot.pickers.move_ids import cancelling
from bot.presses import chosen_number, on_choice, on_press
from bot.replies import acknowledge, language_for, reply
from bot.seat_requests import awaited_names
from bot.shown_pictures import draw_game
from bot.speech.table_view import TableView, view_of
from bot.tables.futures import Future
from bot.tables.redo import RedoPlan
from bot.tables.table import StartedTable


def setup(bot: Bot) -> None:
    """Add the command, and the buttons that stand where something was taken back."""
    bot.tree.add_command(redo)
    bot.add_dynamic_items(on_press(REDO.template, press), on_press(REDO_ASK.template, press_ask))
    bot.add_dynamic_items(on_choice(FUTURE_LIST.template, chosen))


@app_commands.command(name=name("redo"), description=about("redo"))
@app_commands.guild_only()
async def redo(interaction: Interaction) -> None:
    """Play again what was taken back last."""
    await acknowledge(interaction)
    table, service = await here(interaction, closed=True), interaction.client.service
    try:
        plan = await service.redo.plan(table.game_id, None, interaction.user.id)
    except NothingToRedo:
        found = await service.futures.of(table.started())
        if not found:
            raise
        await reply(interaction, view=page(view_of(table.started(), await language_for(interaction)), found))
        return
    await _carry_out(interaction, plan)


async def press(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the redo button: what had been taken back when it was shown."""
    await acknowledge(interaction)
    game_id, rev = int(match["game"]), int(match["rev"])
    await _carry_out(
        interaction, await interaction.client.service.redo.plan(game_id, rev, interaction.user.id)
    )


async def press_ask(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the button that asks the others: they are rung now."""
    await acknowledge(interaction)
    game_id, rev = int(match["game"]), int(match["rev"])
    table = await interaction.client.service.consent.redo(game_id, rev, interaction.user.id)
    if table.undoing is None:
        await _played_again(interaction, table, "")
        return
    names = awaited_names(table, table.undoing)
    text = sentences.say("redo.waits", await language_for(interaction), players=names)
    await interaction.client.cards.show(interaction, game_id, text)


async def _carry_out(interaction: Interaction, plan: RedoPlan) -> None:
    """Play again what is the person's own; say first whose other moves it has, and who would be asked."""
    table = plan.table
    view = view_of(table, await language_for(interaction))
    moves = moves_told(view, [(move.seat, move.text) for move in plan.moves])
    if not plan.asks:
        after = await interaction.client.service.consent.redo(table.game_id, table.rev, interaction.user.id)
        await _played_again(interaction, after, moves)
        return
    asked = [seat.id for seat in table.seats_of(plan.asks)]
    label = view.bare.say("undo.button.ask", players=[view.bare.player(seat) for seat in asked])
    ask = button(label, REDO_ASK.write(game=table.game_id, rev=table.rev), Style.primary)
    cancel = button(view.teller.say("play.cancel"), move_ids.write(cancelling(table.game_id, table.rev)))
    text = view.teller.say("redo.plan", moves=moves, players=[view.teller.player(seat) for seat in asked])
    await interaction.client.cards.show(interaction, table.game_id, text, rows([ask, cancel]))


async def _played_again(interaction: Interaction, table: StartedTable, moves: str) -> None:
    """Say in the person's card what was played again."""
    view = view_of(table, await language_for(interaction))
    said = {"move": len(table.moves)} | ({"moves": moves} if moves else {})
    await interaction.client.cards.show(interaction, table.game_id, view.teller.tell(["redo.done"], said))


# --- what was cut off


@show_group.command(name=name("show.undone"), description=about("show.undone"))
async def undone(interaction: Interaction) -> None:
    """List what was taken back at this channel's table and is not in force again."""
    await acknowledge(interaction)
    view = await started(interaction)
    found = await interaction.client.service.futures.of(view.table)
    if not found:
        raise NothingToRedo
    await reply(interaction, view=page(view, found))


def page(view: TableView, found: list[Future]) -> Layout:
    """Return the list of what was taken back, with how to look at it and to play it on."""
    lines = [view.teller.say("undone.head")]
    lines += [f"- {future_line(view, one)} ({discord.utils.format_dt(one.at, 'R')})" for one in found[:PAGE]]
    entries = [entry(future_line(view, one, bare=True), str(one.rev)) for one in found[:PAGE]]
    custom_id = FUTURE_LIST.write(game=view.table.game_id)
    chooser = ui.ActionRow[Layout](select(custom_id, view.bare.say("undone.choose"), entries))
    return layout(ui.TextDisplay(sentences.cut("\n".join(lines), 3900)), chooser)


async def chosen(interaction: Interaction, match: re.Match[str], values: list[str]) -> None:
    """Serve the list: show the position to which what was taken back had led."""
    await acknowledge(interaction)
    table = (await interaction.client.service.tables.glance(int(match["game"]))).started()
    future, game = await interaction.client.service.futures.find(table, chosen_number(values[0]))
    view = view_of(table, await language_for(interaction))
    await draw_game(interaction, view, game, future_line(view, future))
