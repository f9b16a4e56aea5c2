"""Undo: typed, pressed, and agreed to."""

import re

from discord import app_commands
from discord.app_commands import Choice

from assets import sentences
from bot import cards, previews
from bot.answers import Answer, Stage
from bot.button_ids import CONSENT, POINTS, REDO, UNDO, UNDO_ASK
from bot.client import Bot, Interaction
from bot.cogs.lobby import here
from bot.cogs.points import show_plan
from bot.components import Row, button
from bot.errors import NoRequest, StaleRev
from bot.localise import about, described, name, named
from bot.menu.search import holds
from bot.messages.lines import move_text, moves_since
from bot.presses import on_press
from bot.replies import acknowledge, in_time, language_for, say, take_note
from bot.speech.table_view import TableView, view_of
from bot.tables import undo
from bot.tables.undo import UndoPlan
from bot.tables.view import StartedTable, Table

CHOICES = 25
AGREE, REFUSE = "agree", "refuse"


def setup(bot: Bot) -> None:
    """Add the command, the board's button and the buttons of a request."""
    bot.tree.add_command(take_back)
    bot.add_dynamic_items(
        on_press(UNDO.template, press),
        on_press(UNDO_ASK.template, press_ask),
        on_press(CONSENT.template, answer),
    )


@app_commands.command(name=name("undo"), description=about("undo"))
@app_commands.guild_only()
@described(to="to", answer="answer")
@app_commands.choices(answer=named("answer", [AGREE, REFUSE]))
async def take_back(
    interaction: Interaction, to: app_commands.Range[int, 1] | None = None, answer: str | None = None
) -> None:
    """Take back the own last move, show what would go from a move on, or answer somebody who asks for it."""
    await acknowledge(interaction)
    table = await here(interaction, closed=True)
    if answer is not None:
        await _answered(interaction, table.game_id, agrees=answer == AGREE)
        return
    keep = None if to is None else to - 1
    plan = await interaction.client.service.undo.plan(table.game_id, None, interaction.user.id, keep)
    await (_carry_out(interaction, plan) if to is None else show_plan(interaction, plan))


@take_back.autocomplete("to")
@in_time
async def _moves(interaction: Interaction, typed: str) -> list[Choice[int]]:
    return await recent_moves(interaction, typed)


async def recent_moves(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Return moves of this channel's table to choose from."""
    return await moves_of(interaction, await here(interaction, closed=True, glance=True), typed)


async def moves_of(interaction: Interaction, table: Table | None, typed: str) -> list[Choice[int]]:
    """Return moves of a table to choose from: the latest, or those that contain what is typed."""
    if not isinstance(table, StartedTable):
        return []
    view = view_of(table, await language_for(interaction))
    found: list[Choice[int]] = []
    for number in range(len(table.moves), 0, -1):
        text = sentences.cut(f"{number}. {move_text(view, number, bare=True)}", 100)
        if holds(text, typed):
            found.append(Choice(name=text, value=number))
        if len(found) == CHOICES:
            break
    return found


async def press(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the undo button of a board or a card: the own last move, as it was shown there."""
    await take_note(interaction)
    game_id, rev = int(match["game"]), int(match["rev"])
    undoing, user = interaction.client.service.undo, interaction.user.id
    try:
        plan = await undoing.plan(game_id, rev, user)
    except StaleRev:
        done = await undoing.just_done(game_id, rev, user)
        if done is None:
            raise
        await _taken_back(interaction, done, "")
    else:
        await _carry_out(interaction, plan)


async def press_ask(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the button that asks the others: they are rung now."""
    await acknowledge(interaction)
    game_id, rev, keep = (int(match[name]) for name in ("game", "rev", "keep"))
    await previews.drop(interaction, game_id)
    outcome = await interaction.client.service.undo.ask(game_id, rev, interaction.user.id, keep)
    if outcome.request is None:
        await _taken_back(interaction, outcome.table.started(), "")
        return
    waiting = undo.asked(outcome.table, outcome.request)
    names = [sentences.escaped(seat.name) for seat in outcome.table.seats if seat.user_id in waiting]
    lang = await language_for(interaction)
    await cards.show(interaction, game_id, sentences.say("undo.waits", lang, players=names))


async def _carry_out(interaction: Interaction, plan: UndoPlan) -> None:
    """Take back what is the person's own; say first whose other moves would go, and who would be asked."""
    if plan.asks:
        await show_plan(interaction, plan)
        return
    view, table = view_of(plan.table, await language_for(interaction)), plan.table
    moves = moves_since(view, plan.keep)
    undoing = interaction.client.service.undo
    outcome = await undoing.ask(table.game_id, table.rev, interaction.user.id, plan.keep)
    await _taken_back(interaction, outcome.table.started(), moves)


async def _taken_back(interaction: Interaction, table: StartedTable, moves: str) -> None:
    """Say in the person's card what was taken back, and let them play it again or go further back."""
    view = view_of(table, await language_for(interaction))
    text = view.teller.tell(["undo.done"], {"move": len(table.moves)} | ({"moves": moves} if moves else {}))
    parts = [_after_undo(view)]
    on_board = Answer.to(interaction).stage is Stage.QUIET and not Answer.to(interaction).is_turnable
    if not (on_board and await cards.rewrite(interaction, table.game_id, text, parts)):
        await cards.show(interaction, table.game_id, text, parts)


def _after_undo(view: TableView) -> Row:
    """Return the buttons under what was taken back: play it again, and go further back."""
    table = view.table
    again = button(view.teller.say("redo.button"), REDO.write(game=table.game_id, rev=table.rev))
    further = button(view.teller.say("undo.button.points"), POINTS.write(game=table.game_id))
    return [again, further] if table.moves else [again]


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
    if not agrees:
        await say(interaction, "undo.refused")
    elif outcome.request is None:
        await say(interaction, "undo.done", move=len(outcome.table.moves))
    else:
        waiting = undo.asked(outcome.table, outcome.request)
        names = [sentences.escaped(seat.name) for seat in outcome.table.seats if seat.user_id in waiting]
        await say(interaction, "undo.waits", players=names)
