"""A wish that arrives a second time: who pressed twice, or typed a move twice, learns that it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.answers import AnyInteraction
from bot.errors.tables import NotRunning
from bot.pickers.player import PlayerContext, player_context
from bot.replies import language_for
from bot.speech.table_view import view_of
from bot.tables.table import PlayedMove, StartedTable
from engine.actions import Action

JUST = timedelta(minutes=1)
"""For how long a move was just made."""
Wish = Callable[[PlayerContext], Action | None]
"""Returns what somebody wishes, looking at the table as it was; None where that is no move."""


async def was_pressed(interaction: AnyInteraction, table: StartedTable, rev: int, wish: Wish) -> bool:
    """Tell whether a press on a version of a table wishes the very move that its person has just made upon it."""
    following = next((move for move in table.moves if move.rev > rev), None)
    if following is None or following.rev != rev + 1:
        return False
    return await _is_done(interaction, table, following, wish)


async def was_typed(
    interaction: AnyInteraction, table: StartedTable, wish: Wish, *, legal: bool
) -> PlayedMove | None:
    """Return the move that a person has just made and types again, None where it is another, or meant once more.

    One that is ``legal`` again is meant once more, unless it was sent before the first was made.
    """
    own = [move for move in table.moves if table.seat(move.seat) is not None and not move.decided_by]
    if not own or (legal and interaction.created_at > own[-1].at):
        return None
    return own[-1] if await _is_done(interaction, table, own[-1], wish) else None


async def _is_done(interaction: AnyInteraction, table: StartedTable, move: PlayedMove, wish: Wish) -> bool:
    service, user = interaction.client.service, interaction.user.id
    if move.user_id != user or move.decided_by or service.storage.now() - move.at > JUST:
        return False
    game = await service.history.at(table.game_id, move.ply - 1)
    before = replace(table, rev=move.rev - 1, state="running", moves=table.moves[: move.ply - 1], game=game)
    try:
        wished = wish(player_context(view_of(before, await language_for(interaction)), user))
    except NotRunning:
        return False
    return wished is not None and _plain(wished) == _plain(game.recorded(move.text, move.seat))


def _plain(action: Action) -> Action:
    """Return an action without what it was judged by."""
    none: Any = dict.fromkeys(action.noted)
    return replace(action, **none)
