"""The question whether the game should end as it stands."""

from discord import ui

from bot.button_ids import STOP
from bot.components import QUIET, Layout, Style, button, layout
from bot.speech.table_view import TableView
from bot.tables.stopping import StopRequest


def stop_request(view: TableView, request: StopRequest) -> Layout:
    """Return the question, with its buttons and who has agreed."""
    teller, seats = view.teller, view.table.seats
    names = {seat.user_id: teller.player(seat.id) for seat in seats}
    mentions = " ".join(f"<@{user}>" for user in request.asked(view.table))
    text = [
        teller.say("stop.asks", player=names.get(request.by, "?"), mentions=mentions),
        "-# " + teller.say("stop.agreed", players=[names[user] for user in request.agreed if user in names]),
    ]
    row: ui.ActionRow[Layout] = ui.ActionRow(
        _answer(view, request, "agree", Style.success), _answer(view, request, "refuse", Style.danger)
    )
    return layout(ui.TextDisplay("\n".join(text)), row, colour=QUIET)


def _answer(view: TableView, request: StopRequest, answer: str, style: Style) -> ui.Button[Layout]:
    custom_id = STOP.write(game=view.table.game_id, rev=request.rev, answer=answer)
    return button(view.teller.say(f"undo.button.{answer}"), custom_id, style)
