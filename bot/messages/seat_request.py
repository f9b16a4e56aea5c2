"""The question whether somebody shall play on in another's place, and what became of it."""

from discord import ui

from assets import sentences
from bot.button_ids import SEAT
from bot.components import QUIET, Layout, Style, button, layout
from bot.speech.table_view import TableView
from bot.tables.replacing import Replacement
from bot.tables.view import is_house

PURPOSE = "seat:"
"""How the purposes of these messages begin; seat and person follow."""
OPEN, DONE = 0, 1
"""The revision under which such a message is remembered."""


def purpose(seat: str, user: int) -> str:
    """Return the purpose of the message about a person for a seat."""
    return f"{PURPOSE}{seat}:{user}"


def seat_request(view: TableView, request: Replacement) -> Layout:
    """Return the question, with its buttons."""
    text = view.teller.say(
        "replace.votes" if is_house(request.user) else "replace.asks",
        by=f"<@{request.by}>",
        old=view.teller.player(request.seat),
        new=sentences.escaped(request.name),
        mentions=" ".join(f"<@{user}>" for user in request.asked),
    )
    row: ui.ActionRow[Layout] = ui.ActionRow(
        _answer(view, request, "agree", Style.success), _answer(view, request, "refuse", Style.danger)
    )
    return layout(ui.TextDisplay(text), row, colour=QUIET)


def seat_taken(view: TableView, seat: str) -> Layout:
    """Return that somebody sits there now."""
    return layout(ui.TextDisplay(view.teller.say("replace.done", new=view.teller.player(seat))), colour=QUIET)


def _answer(view: TableView, request: Replacement, answer: str, style: Style) -> ui.Button[Layout]:
    custom_id = SEAT.write(game=view.table.game_id, seat=request.seat, user=request.user, answer=answer)
    return button(view.teller.say(f"undo.button.{answer}"), custom_id, style)
