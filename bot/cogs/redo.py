"""Redo: what was taken back is played again, with the consent of those whose moves are among it."""

import re

from discord import app_commands

from assets import sentences
from bot import cards
from bot.button_ids import REDO, REDO_ASK
from bot.client import Bot, Interaction
from bot.cogs.futures import page
from bot.cogs.lobby import here
from bot.components import Style, button, rows
from bot.errors import NothingToRedo
from bot.localise import about, name
from bot.messages.lines import moves_told
from bot.pickers import move_ids
from bot.pickers.move_ids import cancelling
from bot.presses import on_press
from bot.replies import acknowledge, language_for, reply
from bot.speech.table_view import view_of
from bot.tables import undo
from bot.tables.redo import RedoPlan
from bot.tables.view import StartedTable


def setup(bot: Bot) -> None:
    """Add the command, and the buttons that stand where something was taken back."""
    bot.tree.add_command(redo)
    bot.add_dynamic_items(on_press(REDO.template, press), on_press(REDO_ASK.template, press_ask))


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
    outcome = await interaction.client.service.redo.ask(game_id, rev, interaction.user.id)
    if outcome.request is None:
        await _played_again(interaction, outcome.table, "")
        return
    waiting = undo.asked(outcome.table, outcome.request)
    names = [sentences.escaped(seat.name) for seat in outcome.table.seats if seat.user_id in waiting]
    text = sentences.say("redo.waits", await language_for(interaction), players=names)
    await cards.show(interaction, game_id, text)


async def _carry_out(interaction: Interaction, plan: RedoPlan) -> None:
    """Play again what is the person's own; say first whose other moves it has, and who would be asked."""
    table = plan.table
    view = view_of(table, await language_for(interaction))
    moves = moves_told(view, [(move.seat, move.text) for move in plan.moves])
    if not plan.asks:
        outcome = await interaction.client.service.redo.ask(table.game_id, table.rev, interaction.user.id)
        await _played_again(interaction, outcome.table, moves)
        return
    asked = [seat.id for seat in table.seats if seat.user_id in plan.asks]
    label = view.bare.say("undo.button.ask", players=[view.bare.player(seat) for seat in asked])
    ask = button(label, REDO_ASK.write(game=table.game_id, rev=table.rev), Style.primary)
    cancel = button(view.teller.say("play.cancel"), move_ids.write(cancelling(table.game_id, table.rev)))
    text = view.teller.say("redo.plan", moves=moves, players=[view.teller.player(seat) for seat in asked])
    await cards.show(interaction, table.game_id, text, rows([ask, cancel]))


async def _played_again(interaction: Interaction, table: StartedTable, moves: str) -> None:
    """Say in the person's card what was played again."""
    view = view_of(table, await language_for(interaction))
    said = {"move": len(table.moves)} | ({"moves": moves} if moves else {})
    await cards.show(interaction, table.game_id, view.teller.tell(["redo.done"], said))
