"""The question whether moves may be taken back, and that somebody has refused it."""

from collections.abc import Awaitable, Callable

from discord import ui

from bot.button_ids import CONSENT
from bot.components import QUIET, Layout, Style, button, layout
from bot.messages.lines import moves_since, moves_told
from bot.messages.message_store import MessageStore
from bot.parts import BotParts
from bot.speech.table_view import TableView
from bot.storage import UndoRow
from bot.tables import undo

PURPOSE = "undo"
REFUSED = "refused:"
"""How the purpose begins of the line that says who refused a request; its number follows."""


class UndoRequests:
    """Keeps the message of a table's request to take moves back, or to play them again."""

    def __init__(self, bot: BotParts, store: MessageStore, call: Callable[..., Awaitable[None]]) -> None:
        self._bot = bot
        self._store = store
        self._call = call

    async def tell(self, view: TableView, request: UndoRow | None) -> None:
        """Ask those who are to agree, once; remove a question that is no longer open, and say who refused it."""
        row = self._store.rows.get(PURPOSE)
        asked = undo.asked(view.table, request) if request else ()
        if row is not None or request is not None:
            await self._bot.reminders.awaiting(view.table.game_id, asked, view.table.rev, kind="undo")
        if request is None:
            if row is not None:
                await self._tell_refusal(view, row.rev)
            await self._store.remove(PURPOSE)
        elif row is not None and row.rev == request.rev:
            await self._store.edit(PURPOSE, request.rev, view=consent(view, request), mention=asked)
        else:
            await self._store.remove(PURPOSE)
            await self._call(PURPOSE, request.rev, request.asked_by, asked, view=consent(view, request))

    async def _tell_refusal(self, view: TableView, rev: int) -> None:
        request = await self._bot.storage.undo.last_refused(view.table.game_id, rev)
        if request is None or f"{REFUSED}{request.id}" in self._store.rows:
            return
        names = [view.teller.player(seat.id) for seat in view.table.seats if seat.user_id in request.refused]
        if names:
            text = view.teller.say("undo.refused_by", player=names[0])
            await self._store.send(f"{REFUSED}{request.id}", rev, content=text, silent=True)


def consent(view: TableView, request: UndoRow) -> Layout:
    """Return the question whether moves may be taken back, with its buttons."""
    row: ui.ActionRow[Layout] = ui.ActionRow(
        _answer(view, request, "agree", Style.success), _answer(view, request, "refuse", Style.danger)
    )
    mentions = " ".join(f"<@{user}>" for user in undo.asked(view.table, request))
    text = "\n".join(filter(None, (question(view, request, mentions), _agreed(view, request))))
    return layout(ui.TextDisplay(text), row, colour=QUIET)


def question(view: TableView, request: UndoRow, mentions: str = "") -> str:
    """Return what is asked, and by whom."""
    table, teller = view.table, view.teller
    by = table.seat_of(request.asked_by)
    again = request.again is not None
    moves = [(move.seat, move.text) for move in request.moves]
    text = teller.say(
        "redo.asks" if again else "undo.asks",
        player=teller.player(by.id) if by else "?",
        moves=moves_told(view, moves) if again else moves_since(view, request.to_ply),
        mentions=mentions,
    )
    return text.strip()


def _agreed(view: TableView, request: UndoRow) -> str:
    agreed = [view.teller.player(seat.id) for seat in view.table.seats if seat.user_id in request.agreed]
    return "-# " + view.teller.say("undo.agreed", players=agreed) if agreed else ""


def _answer(view: TableView, request: UndoRow, answer: str, style: Style) -> ui.Button[Layout]:
    custom_id = CONSENT.write(game=view.table.game_id, request=request.id, answer=answer)
    return button(view.teller.say(f"undo.button.{answer}"), custom_id, style)
