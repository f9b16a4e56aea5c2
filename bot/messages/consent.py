"""The question whether moves may be taken back."""

from discord import ui

from bot.button_ids import CONSENT
from bot.components import QUIET, Layout, Style, button, layout
from bot.messages.lines import moves_since, moves_told
from bot.speech.table_view import TableView
from bot.storage import UndoRow
from bot.tables import undo


def consent(view: TableView, request: UndoRow) -> Layout:
    """Return the question whether moves may be taken back, with its buttons."""
    row: ui.ActionRow[Layout] = ui.ActionRow(
        _answer(view, request, "agree", Style.success), _answer(view, request, "refuse", Style.danger)
    )
    text = "\n".join(filter(None, (_question(view, request), _agreed(view, request))))
    return layout(ui.TextDisplay(text), row, colour=QUIET)


def _question(view: TableView, request: UndoRow) -> str:
    table, teller = view.table, view.teller
    by = table.seat_of(request.asked_by)
    again = request.again is not None
    moves = [(move.seat, move.text) for move in request.moves]
    return teller.say(
        "redo.asks" if again else "undo.asks",
        player=teller.player(by.id) if by else "?",
        moves=moves_told(view, moves) if again else moves_since(view, request.to_ply),
        mentions=" ".join(f"<@{user}>" for user in undo.asked(table, request)),
    )


def _agreed(view: TableView, request: UndoRow) -> str:
    agreed = [view.teller.player(seat.id) for seat in view.table.seats if seat.user_id in request.agreed]
    return "-# " + view.teller.say("undo.agreed", players=agreed) if agreed else ""


def _answer(view: TableView, request: UndoRow, answer: str, style: Style) -> ui.Button[Layout]:
    custom_id = CONSENT.write(game=view.table.game_id, request=request.id, answer=answer)
    return button(view.teller.say(f"undo.button.{answer}"), custom_id, style)
