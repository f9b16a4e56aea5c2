"""Undo: typed, pressed, and agreed to."""

import re

from discord import app_commands
from discord.app_commands import Choice

from assets import sentences
from bot.button_ids import CONSENT, UNDO
from bot.client import Bot, Interaction
from bot.cogs.lobby import here
from bot.errors import NoRequest
from bot.localise import about, name
from bot.messages.lines import move_text
from bot.presses import on_press
from bot.replies import acknowledge, in_time, language_for, say, take_note
from bot.speech.table_view import view_of
from bot.tables import undo
from bot.tables.undo import UndoOutcome
from bot.tables.view import StartedTable

CHOICES = 25
AGREE, REFUSE = "agree", "refuse"


def setup(bot: Bot) -> None:
    """Add the command, the board's button and the buttons of a request."""
    bot.tree.add_command(take_back)
    bot.add_dynamic_items(
        on_press(UNDO.template, press),
        on_press(CONSENT.template, answer),
    )


@app_commands.command(name=name("undo"), description=about("undo"))
@app_commands.guild_only()
@app_commands.describe(to=about("option.to"), answer=about("option.answer"))
@app_commands.choices(answer=[Choice(name=AGREE, value=AGREE), Choice(name=REFUSE, value=REFUSE)])
async def take_back(
    interaction: Interaction, to: app_commands.Range[int, 1] | None = None, answer: str | None = None
) -> None:
    """Take back the own last move, everything from a move on, or answer somebody who asks for it."""
    await acknowledge(interaction)
    table = await here(interaction, closed=True)
    if answer is not None:
        await _answered(interaction, table.game_id, agrees=answer == AGREE)
        return
    keep = None if to is None else to - 1
    outcome = await interaction.client.service.undo.ask(table.game_id, None, interaction.user.id, keep)
    await _tell(interaction, outcome)


@take_back.autocomplete("to")
@in_time
async def _moves(interaction: Interaction, typed: str) -> list[Choice[int]]:
    return await recent_moves(interaction, typed)


async def recent_moves(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Return moves to choose from: the latest, or those that contain what is typed."""
    table = await here(interaction, closed=True, glance=True)
    if not isinstance(table, StartedTable):
        return []
    view = view_of(table, await language_for(interaction))
    found: list[Choice[int]] = []
    for number in range(len(table.moves), 0, -1):
        text = sentences.cut(f"{number}. {move_text(view, number, bare=True)}", 100)
        if typed.lower() in text.lower():
            found.append(Choice(name=text, value=number))
        if len(found) == CHOICES:
            break
    return found


async def press(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the undo button of a board: the own last move, as that board showed it."""
    await take_note(interaction)
    outcome = await interaction.client.service.undo.ask(
        int(match["game"]), int(match["rev"]), interaction.user.id
    )
    if outcome.request is not None:
        await _tell(interaction, outcome)


async def answer(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons of a request to undo."""
    await take_note(interaction)
    game_id, undoing = int(match["game"]), interaction.client.service.undo
    request = await undoing.request(game_id)
    if request is None or request.id != int(match["request"]):
        raise NoRequest
    await undoing.answer(game_id, interaction.user.id, agrees=match["answer"] == AGREE)


async def _answered(interaction: Interaction, game_id: int, *, agrees: bool) -> None:
    outcome = await interaction.client.service.undo.answer(game_id, interaction.user.id, agrees=agrees)
    await _tell(interaction, outcome, refused=not agrees)


async def _tell(interaction: Interaction, outcome: UndoOutcome, *, refused: bool = False) -> None:
    if refused:
        await say(interaction, "undo.refused")
    elif outcome.request is None:
        await say(interaction, "undo.done", move=len(outcome.table.moves))
    else:
        waiting = undo.asked(outcome.table, outcome.request)
        names = [sentences.escaped(seat.name) for seat in outcome.table.seats if seat.user_id in waiting]
        await say(interaction, "undo.waits", players=names)
