"""The board message of a table: map, market and charters, each as wide as the message."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.components import QUIET, Layout, galleries, layout
from bot.messages.easel import Missing
from bot.speech.table_view import TableView


def board_message(
    view: TableView, shown: Sequence[discord.File], *, missing: Missing | None = None
) -> Layout:
    """The board message; ``missing`` says why it has no pictures where it should."""
    teller = view.teller
    facts = [
        view.table.title,
        teller.round(view.game.pos),
        teller.say("board.move", move=len(view.table.moves)),
    ]
    text = "-# " + " · ".join(filter(None, facts))
    if missing is not None:
        text += "\n-# " + teller.say(f"board.pictures_{missing}")
    return layout(*galleries(shown), ui.TextDisplay(text), colour=_colour(view))


def _colour(view: TableView) -> int:
    """The colour of whoever operates."""
    unit = view.game.title.units.get(view.game.pos.unit) if view.table.state == "running" else None
    return int(unit.colour.lstrip("#"), 16) if unit else QUIET
