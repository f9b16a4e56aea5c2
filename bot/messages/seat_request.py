"""The question whether somebody should take another's place, and what became of it."""

from collections.abc import Awaitable, Callable

from discord import ui

from assets import sentences
from bot.button_ids import SEAT
from bot.components import QUIET, Layout, Style, button, layout
from bot.messages.message_store import MessageStore
from bot.speech.table_view import TableView
from bot.tables.replacing import Replacement
from bot.tables.view import is_house

PURPOSE = "seat:"
"""How the purposes of these messages begin; the seat, who would sit there, and who sat there before follow."""
OPEN, DONE = 0, 1
"""The revision under which such a message is remembered."""


class SeatRequests:
    """Keeps the messages about a table's seats as its request stands."""

    def __init__(self, store: MessageStore, call: Callable[..., Awaitable[None]]) -> None:
        self._store = store
        self._call = call

    async def tell(self, view: TableView) -> None:
        """Ask those who are to answer, once; close the messages of requests that are no longer open."""
        request = Replacement.at(view.table)
        wanted = purpose(request) if request else ""
        for told in self._open():
            if told != wanted:
                await self._end(view, told)
        if request is None:
            return
        shown = seat_request(view, request)
        if wanted in self._open():
            await self._store.edit(wanted, OPEN, view=shown, mention=request.asked)
        else:
            await self._call(wanted, OPEN, request.by, request.asked, view=shown)

    def _open(self) -> list[str]:
        """Return the purposes of the messages that still ask."""
        rows = self._store.rows.items()
        return [name for name, row in rows if name.startswith(PURPOSE) and row.rev == OPEN]

    async def _end(self, view: TableView, told: str) -> None:
        """Say in a request's message that the seat is taken, or remove one that came to nothing."""
        _, seat, user, *leaver = told.split(":")
        now = view.table.seat(seat)
        if now is not None and now.user_id == int(user):
            await self._store.edit(told, DONE, view=seat_taken(view, seat, *map(int, leaver)))
        else:
            await self._store.remove(told)


def purpose(request: Replacement) -> str:
    """Return the purpose of the message about a person for a seat."""
    return f"{PURPOSE}{request.seat}:{request.user}:{request.leaver}"


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


def seat_taken(view: TableView, seat: str, leaver: int = 0) -> Layout:
    """Return that somebody sits there now, and for whom; messages of earlier versions do not know for whom."""
    said = {"new": view.teller.player(seat)}
    if leaver:
        said["old"] = view.teller.say("house.name") if is_house(leaver) else f"<@{leaver}>"
    return layout(ui.TextDisplay(view.teller.tell(["replace.done"], said)), colour=QUIET)


def _answer(view: TableView, request: Replacement, answer: str, style: Style) -> ui.Button[Layout]:
    custom_id = SEAT.write(game=view.table.game_id, seat=request.seat, user=request.user, answer=answer)
    return button(view.teller.say(f"undo.button.{answer}"), custom_id, style)
