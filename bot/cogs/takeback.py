"""Undo: typed, pressed, and agreed to; and the points to go back to, with what would vanish drawn before it does."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from discord import SelectOption, app_commands
from discord.app_commands import Choice

from assets import sentences
from bot.answers import Answer, Stage
from bot.at_table import here
from bot.button_ids import CONSENT, POINT_LIST, POINTS, REDO, UNDO, UNDO_ASK
from bot.client import Bot, Interaction
from bot.components import Row, Style, button, entry, rows, select
from bot.errors.storage import StaleRev
from bot.errors.tables import NoRequest, NothingToUndo
from bot.localise import about, described, name, named
from bot.menu.search import PAGE
from bot.messages.lines import move_text, moves_since
from bot.pickers import move_ids
from bot.pickers.move_ids import cancelling
from bot.pictures import looks
from bot.pictures.since import changes_since
from bot.presses import chosen_number, on_choice, on_press
from bot.private_cards import Frames, PreviewFrame
from bot.replies import acknowledge, in_time, language_for, say, take_note
from bot.seat_requests import awaited_names
from bot.speech.table_view import TableView, view_of
from bot.suggestions import recent_moves
from bot.tables.table import MoveResult, StartedTable, Table
from bot.tables.undo import UndoPlan

READ = 80
"""How many moves are looked back through for points to go back to."""
AGREE, REFUSE = "agree", "refuse"


def setup(bot: Bot) -> None:
    """Add the command, the card's button, the buttons of a request, and the list of the last turns."""
    bot.tree.add_command(take_back)
    bot.add_dynamic_items(
        on_press(UNDO.template, press),
        on_press(UNDO_ASK.template, press_ask),
        on_press(CONSENT.template, answer),
        on_press(POINTS.template, press_points),
        on_choice(POINT_LIST.template, choose_point),
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
        await _answered(interaction, table, agrees=answer == AGREE)
        return
    keep = None if to is None else to - 1
    plan = await interaction.client.service.undo.plan(table.game_id, None, interaction.user.id, keep)
    await (_carry_out(interaction, plan) if to is None else _show_plan(interaction, plan))


@take_back.autocomplete("to")
@in_time
async def _moves(interaction: Interaction, typed: str) -> list[Choice[int]]:
    return await recent_moves(interaction, typed)


async def press(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the undo button of a board or a card: the own last move, as it was shown there."""
    await take_note(interaction)
    game_id, rev = int(match["game"]), int(match["rev"])
    undoing, user = interaction.client.service.undo, interaction.user.id
    try:
        await _carry_out(interaction, await undoing.plan(game_id, rev, user))
    except StaleRev:  # a second press may come before what the first one does
        done = await undoing.just_done(game_id, rev, user)
        if done is None:
            raise
        await _taken_back(interaction, done, "")


async def press_ask(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the button that asks the others: they are rung now."""
    await acknowledge(interaction)
    game_id, rev, keep = (int(match[name]) for name in ("game", "rev", "keep"))
    table = await interaction.client.service.consent.undo(game_id, rev, interaction.user.id, keep)
    if table.undoing is None:
        await _taken_back(interaction, table, "")
        return
    lang, names = await language_for(interaction), awaited_names(table, table.undoing)
    await interaction.client.cards.show(
        interaction, game_id, sentences.say("undo.waits", lang, players=names)
    )


async def _carry_out(interaction: Interaction, plan: UndoPlan) -> None:
    """Undo the player's own moves at once; if others' moves would go too, first show whose and who must agree."""
    if plan.asks:
        await _show_plan(interaction, plan)
        return
    view, table = view_of(plan.table, await language_for(interaction)), plan.table
    moves = moves_since(view, plan.keep, interaction.user.id)
    consent = interaction.client.service.consent
    after = await consent.undo(table.game_id, table.rev, interaction.user.id, plan.keep)
    await _taken_back(interaction, after, moves)


async def _taken_back(interaction: Interaction, table: StartedTable, moves: str) -> None:
    """Say in the person's card what was taken back, and let them play it again or go further back."""
    view = view_of(table, await language_for(interaction))
    text = view.teller.tell(["undo.done"], {"move": len(table.moves)} | ({"moves": moves} if moves else {}))
    parts = [_after_undo(view)]
    on_board = Answer.to(interaction).stage is Stage.QUIET and not Answer.to(interaction).is_turnable
    if not (on_board and await interaction.client.cards.rewrite(interaction, table.game_id, text, parts)):
        await interaction.client.cards.show(interaction, table.game_id, text, parts)


def _after_undo(view: TableView) -> Row:
    """Return the buttons under what was taken back: play it again, and go further back."""
    table = view.table
    again = button(view.teller.say("redo.button"), REDO.write(game=table.game_id, rev=table.rev))
    further = button(view.teller.say("undo.button.points"), POINTS.write(game=table.game_id))
    return [again, further] if table.moves else [again]


async def answer(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons of a request to undo."""
    await take_note(interaction)
    table = await interaction.client.service.tables.glance(int(match["game"]))
    if table.undoing is None or table.undoing.id != int(match["request"]):
        raise NoRequest
    await _answer(interaction, table, agrees=match["answer"] == AGREE)


async def _answer(interaction: Interaction, table: Table, *, agrees: bool) -> Table:
    """Answer the open request to undo; return the table after it."""
    if table.undoing is None:
        raise NoRequest
    consent, user = interaction.client.service.consent, interaction.user.id
    return await consent.answer(table.game_id, user, table.undoing.id, agrees=agrees)


async def _answered(interaction: Interaction, table: Table, *, agrees: bool) -> None:
    after = await _answer(interaction, table, agrees=agrees)
    if not agrees:
        await say(interaction, "undo.refused")
    elif after.undoing is None:
        await say(interaction, "undo.done", move=len(after.moves))
    else:
        await say(interaction, "undo.waits", players=awaited_names(after, after.undoing))


# --- points to go back to


@dataclass(frozen=True, slots=True)
class TurnPoint:
    """The beginning of a turn: the moves before it, the round, and whose turn it is."""

    keep: int
    round: str
    player: str
    unit: str


async def press_points(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the button that lists the last turns."""
    await acknowledge(interaction)
    table = (await interaction.client.service.tables.find(int(match["game"]))).started()
    view = view_of(table, await language_for(interaction))
    listed = await _points_row(interaction, view)
    if not listed:
        raise NothingToUndo
    await interaction.client.cards.show(interaction, table.game_id, view.teller.say("undo.points"), listed)


async def choose_point(interaction: Interaction, match: re.Match[str], values: list[str]) -> None:
    """Serve the list: show what would vanish."""
    await acknowledge(interaction)
    game_id, rev = int(match["game"]), int(match["rev"])
    undoing = interaction.client.service.undo
    await _show_plan(
        interaction, await undoing.plan(game_id, rev, interaction.user.id, chosen_number(values[0]))
    )


async def _show_plan(interaction: Interaction, plan: UndoPlan) -> None:
    """Show which moves would go, whom that would need, and the map with what would vanish outlined."""
    table = plan.table
    view = view_of(table, await language_for(interaction))
    asked = [seat.id for seat in table.seats_of(plan.asks)]
    said: dict[str, Any] = {"moves": moves_since(view, plan.keep)}
    label = view.bare.say("undo.button.take")
    if asked:
        said["players"] = [view.teller.player(seat) for seat in asked]
        label = view.bare.say("undo.button.ask", players=[view.bare.player(seat) for seat in asked])
    text = view.teller.tell(["undo.plan" if asked else "undo.plan_own"], said)
    ask = button(label, UNDO_ASK.write(game=table.game_id, rev=table.rev, keep=plan.keep), Style.danger)
    cancel = button(view.teller.say("play.cancel"), move_ids.write(cancelling(table.game_id, table.rev)))
    parts = [*rows([ask, cancel]), *await _points_row(interaction, view)]
    frames = _vanishing(interaction, view, plan.keep)
    await interaction.client.cards.show(interaction, table.game_id, text, parts, frames=frames)


async def _vanishing(interaction: Interaction, view: TableView, keep: int) -> Frames:
    """Yield the picture of what changed since a point: the map, or where nothing on it did, the market."""
    table, bot = view.table, interaction.client
    before = (await bot.service.history.at(table.game_id, keep)).pos
    scheme = await looks.own(bot.storage, interaction.user.id, table)
    request = changes_since(view, before, view.game.pos, scheme)
    if request is None:
        return
    (picture,) = await bot.pictures.draw(view.game.pos, request)
    yield PreviewFrame(picture.data, request.drawings[0].alt_text(view.bare, view.game.pos))


async def _points_row(interaction: Interaction, view: TableView) -> list[Row]:
    """Return the list of the last turns, the latest first; no row where nothing has been played."""
    last = len(view.table.moves)
    first = max(1, last - READ + 1)
    results = await interaction.client.service.history.results(view.table, first, last)
    if not results:
        return []
    found = await asyncio.to_thread(_points, view, results)
    entries = [_entry(view, point) for point in found[-PAGE:][::-1]]
    custom_id = POINT_LIST.write(game=view.table.game_id, rev=view.table.rev)
    return [[select(custom_id, view.bare.say("undo.choose"), entries)]]


def _points(view: TableView, results: Sequence[MoveResult]) -> list[TurnPoint]:
    """Return where turns begin: where another player moves, for another unit, or in another round."""
    found: list[TurnPoint] = []
    for before, result in pairwise(results):
        pos = before.after.pos
        point = TurnPoint(before.played.ply, view.bare.round(pos), result.played.seat, pos.unit)
        if not found or _turn(point) != _turn(found[-1]):
            found.append(point)
    if results[0].played.ply == 1:
        found.insert(0, TurnPoint(0, "", results[0].played.seat, ""))
    return found


def _turn(point: TurnPoint) -> tuple[str, str, str]:
    return point.round, point.player, point.unit


def _entry(view: TableView, point: TurnPoint) -> SelectOption:
    unit = view.bare.unit(point.unit) if point.unit else ""
    turn = " · ".join(filter(None, (point.round, view.bare.player(point.player), unit)))
    label, what = f"{point.keep + 1}. {turn}", move_text(view, point.keep + 1, bare=True)
    return entry(label, str(point.keep), what)
