"""The board message of a table: who is to do what, the pictures, the money, and the buttons under them."""

from collections.abc import Sequence
from typing import Literal

import discord
from discord import ui

from assets import sentences
from bot.components import MESSAGE, QUIET, Layout, layout, picture_row
from bot.pickers import board_buttons
from bot.speech import powers
from bot.speech.table_view import TableView

Missing = Literal["follow", "refused"]
"""Why a board has no pictures: they are still to come, or the bot may not attach any."""


def board_message(
    view: TableView,
    shown: Sequence[discord.File],
    controls: Sequence[ui.Item[Layout]] = (),
    *,
    missing: Missing | None = None,
    remarks: Sequence[str] = (),
) -> Layout:
    """Return the board message; ``missing`` says why it has no pictures where it should, ``remarks`` are more lines.

    The first picture is as wide as the message; the others stand side by side. The buttons are last, where whoever
    reads the newest lines of a channel sees them on a phone as well.
    """
    parts: list[ui.Item[Layout]] = [ui.TextDisplay(f"### {_headline(view)}")]
    if shown:
        parts.append(picture_row(shown[:1]))
    text = "\n".join([*_facts(view), *(f"-# {remark}" for remark in remarks)])
    if missing is not None:
        text += "\n-# " + view.teller.say(f"board.pictures_{missing}")
    parts.append(ui.TextDisplay(sentences.cut(text, MESSAGE)))
    if shown[1:]:
        parts.append(picture_row(shown[1:]))
    parts += controls
    return layout(*parts, colour=_colour(view))


def _headline(view: TableView) -> str:
    """Return the title, the round and who is to do what."""
    if view.table.state == "ended":
        return view.teller.say("board.ended", title=view.table.title)
    return view.teller.headline(view.game)


def _facts(view: TableView) -> list[str]:
    """Return for what is waited, everybody's money, and the state of the game; of one that is over the scores."""
    teller, pos = view.teller, view.game.pos
    if pos.state.over:
        seed = "-# " + teller.say("board.seed", seed=str(view.table.seed))
        return [*teller.results({player: pos.worth(player) for player in pos.state.players}), seed]
    lines = []
    if view.table.state == "running" and len(pos.awaited) == 1:
        menu = view.menu(pos.awaited[0])
        lines.append(teller.say("board.needs", needs=board_buttons.needs(view, menu)))
        lines += [f"-# {line}" for line in (*_duty(view), *powers.for_sale(teller, menu.offers()))]
    money = [f"{teller.player(one)} {teller.money(pos.cash(one))}" for one in pos.state.players]
    if pos.unit:
        money.insert(0, f"**{teller.unit(pos.unit)} {teller.money(pos.cash(pos.unit))}**")
    lines.append(" · ".join(money))
    facts = [teller.phase(pos.phase.name)]
    if pos.state.priority:
        facts.append(teller.say("board.priority", player=teller.player(pos.state.priority)))
    facts.append(teller.say("board.move", move=len(view.table.moves)))
    lines.append("-# " + " · ".join(facts))
    return lines


def _duty(view: TableView) -> list[str]:
    """Return which duty keeps a turn from ending, if one does."""
    duty = view.game.choices.duty
    return [view.teller.fault(duty)] if duty else []


def _colour(view: TableView) -> int:
    """Return the colour of whoever operates."""
    unit = view.game.title.units.get(view.game.pos.unit) if view.table.state == "running" else None
    return int(unit.colour.lstrip("#"), 16) if unit else QUIET
