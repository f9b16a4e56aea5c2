"""Points of a game to go back to: the last turns as a list, and what would vanish, drawn before it does."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from discord import SelectOption, ui

from assets import sentences
from bot import cards, previews
from bot.answers import AnyInteraction
from bot.button_ids import POINT_LIST, POINTS, UNDO_ASK
from bot.client import Bot, Interaction
from bot.components import Row, Style, button, rows
from bot.errors import NothingToUndo
from bot.messages.lines import move_text, moves_since
from bot.pickers import move_ids
from bot.pickers.move_ids import cancelling
from bot.pictures import looks
from bot.pictures.since import changes_since
from bot.presses import on_choice, on_press
from bot.previews import PreviewFrame
from bot.replies import acknowledge, language_for
from bot.speech.table_view import TableView, view_of
from bot.tables.undo import UndoPlan
from bot.tables.view import MoveResult

LOOKED_AT, LISTED, LABEL = 80, 25, 100


@dataclass(frozen=True, slots=True)
class TurnPoint:
    """The beginning of a turn: the moves before it, the round, and whose turn it is."""

    keep: int
    round: str
    player: str
    unit: str


def setup(bot: Bot) -> None:
    """Add the button that opens the list, and the list."""
    bot.add_dynamic_items(on_press(POINTS.template, press), on_choice(POINT_LIST.template, chosen))


async def press(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the button that lists the last turns."""
    await acknowledge(interaction)
    table = (await interaction.client.service.tables.find(int(match["game"]))).started()
    view = view_of(table, await language_for(interaction))
    listed = await points_row(interaction, view)
    if not listed:
        raise NothingToUndo
    await cards.show(interaction, table.game_id, view.teller.say("undo.points"), listed)


async def chosen(interaction: Interaction, match: re.Match[str], values: list[str]) -> None:
    """Serve the list: show what would vanish."""
    await acknowledge(interaction)
    game_id, rev = int(match["game"]), int(match["rev"])
    await previews.drop(interaction, game_id)
    undoing = interaction.client.service.undo
    await show_plan(interaction, await undoing.plan(game_id, rev, interaction.user.id, int(values[0])))


async def show_plan(interaction: Interaction, plan: UndoPlan) -> None:
    """Show which moves would go, whom that would need, and the map with what would vanish outlined."""
    table = plan.table
    view = view_of(table, await language_for(interaction))
    asked = [seat.id for seat in table.seats if seat.user_id in plan.asks]
    said: dict[str, Any] = {"moves": moves_since(view, plan.keep)}
    label = view.bare.say("undo.button.take")
    if asked:
        said["players"] = [view.teller.player(seat) for seat in asked]
        label = view.bare.say("undo.button.ask", players=[view.bare.player(seat) for seat in asked])
    text = view.teller.tell(["undo.plan" if asked else "undo.plan_own"], said)
    ask = button(label, UNDO_ASK.write(game=table.game_id, rev=table.rev, keep=plan.keep), Style.danger)
    cancel = button(view.teller.say("play.cancel"), move_ids.write(cancelling(table.game_id, table.rev)))
    parts = [*rows([ask, cancel]), *await points_row(interaction, view)]
    await cards.show(interaction, table.game_id, text, parts)
    previews.play(interaction, table.game_id, _vanishing(interaction, view, plan.keep))


async def _vanishing(interaction: AnyInteraction, view: TableView, keep: int) -> AsyncIterator[PreviewFrame]:
    """Yield the picture of what changed since a point: the map, or where nothing on it did, the market."""
    table, bot = view.table, interaction.client
    before = (await bot.service.history.at(table.game_id, keep)).pos
    scheme = await looks.own(bot.storage, interaction.user.id, table)
    request = changes_since(view, before, view.game.pos, scheme)
    if request is None:
        return
    (picture,) = await bot.pictures.draw(view.game.pos, request)
    yield PreviewFrame(picture.data, request.views[0].alt_text(view.bare, view.game.pos))


async def points_row(interaction: Interaction, view: TableView) -> list[Row]:
    """Return the list of the last turns, the latest first; no row where nothing has been played."""
    last = len(view.table.moves)
    first = max(1, last - LOOKED_AT + 1)
    results = await interaction.client.service.history.results(view.table, first, last)
    if not results:
        return []
    found = await asyncio.to_thread(_points, view, results)
    options = [_option(view, point) for point in found[-LISTED:][::-1]]
    custom_id = POINT_LIST.write(game=view.table.game_id, rev=view.table.rev)
    placeholder = view.bare.say("undo.choose")
    return [[ui.Select(custom_id=custom_id, placeholder=placeholder, options=options)]]


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


def _option(view: TableView, point: TurnPoint) -> SelectOption:
    unit = view.bare.unit(point.unit) if point.unit else ""
    turn = " · ".join(filter(None, (point.round, view.bare.player(point.player), unit)))
    label, what = f"{point.keep + 1}. {turn}", move_text(view, point.keep + 1, bare=True)
    return SelectOption(
        label=sentences.cut(label, LABEL), value=str(point.keep), description=sentences.cut(what, LABEL)
    )
