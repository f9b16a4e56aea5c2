"""What was taken back and cut off by what was played since: listed, looked at, and opened as a copy."""

import re

import discord
from discord import ui

from assets import sentences
from bot.button_ids import FUTURE_LIST
from bot.client import Bot, Interaction
from bot.cogs.look import draw_game, group, started
from bot.components import Layout, layout
from bot.errors import NothingToRedo
from bot.localise import about, name
from bot.messages.lines import future_line
from bot.presses import on_choice
from bot.replies import acknowledge, language_for, reply
from bot.speech.table_view import TableView, view_of
from bot.tables.futures import Future

LISTED, LABEL = 25, 100


def setup(bot: Bot) -> None:
    """Add the list; the command belongs to the group of what is shown."""
    bot.add_dynamic_items(on_choice(FUTURE_LIST.template, chosen))


@group.command(name=name("show.undone"), description=about("show.undone"))
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
    lines += [
        f"- {future_line(view, one)} ({discord.utils.format_dt(one.at, 'R')})" for one in found[:LISTED]
    ]
    options = [
        discord.SelectOption(
            label=sentences.cut(future_line(view, one, bare=True), LABEL), value=str(one.rev)
        )
        for one in found[:LISTED]
    ]
    custom_id = FUTURE_LIST.write(game=view.table.game_id)
    chooser: ui.ActionRow[Layout] = ui.ActionRow(
        ui.Select(custom_id=custom_id, placeholder=view.bare.say("undone.choose"), options=options)
    )
    return layout(ui.TextDisplay(sentences.cut("\n".join(lines), 3900)), chooser)


async def chosen(interaction: Interaction, match: re.Match[str], values: list[str]) -> None:
    """Serve the list: show the position to which what was taken back had led."""
    await acknowledge(interaction)
    table = (await interaction.client.service.tables.glance(int(match["game"]))).started()
    future, game = await interaction.client.service.futures.find(table, int(values[0]))
    view = view_of(table, await language_for(interaction))
    await draw_game(interaction, view, game, future_line(view, future))
