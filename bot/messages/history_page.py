"""The history of a table by pages: every move with what came of it, and a list that leads to its position."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from discord import SelectOption, ui

from assets import sentences
from bot.button_ids import HISTORY_MOVE, HISTORY_PAGE
from bot.components import Layout, entry, select
from bot.errors.tables import NothingToShow
from bot.messages.lines import acted_for
from bot.messages.pages import Turning, paged
from bot.speech import action_log
from bot.speech.signs import signed
from bot.speech.table_view import TableView
from bot.speech.teller import Teller
from bot.tables.history import History
from bot.tables.table import MoveResult, StartedTable
from engine.actions import unit_of
from engine.events import Passed, Ran, RoundBegan
from engine.game import Game

PAGE = 20
"""Moves of a page."""
MOVE = 180
"""Characters of a move."""
TOGETHER = " · "
"""Between the sentences about one move."""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """One of the ``last`` pages: the game before its moves, and the moves with what they caused."""

    number: int
    last: int
    start: Game
    results: Sequence[MoveResult]


async def history_page(history: History, table: StartedTable, number: int | None = None) -> HistoryPage:
    """Return a page of moves, the last one where none is named.

    :raises NothingToShow: when nothing has been played, or there is no such page
    """
    last = (len(table.moves) + PAGE - 1) // PAGE
    number = last if number is None else number
    if not 1 <= number <= last:
        raise NothingToShow
    first = (number - 1) * PAGE
    start = await history.at(table.game_id, first)
    return HistoryPage(number, last, start, await history.results(table, first + 1, first + PAGE))


def shown(view: TableView, page: HistoryPage) -> Layout:
    """Return a page as it is shown."""
    head = view.teller.say("history.head", title=view.table.title, page=page.number, pages=page.last)
    entries = [_entry(view, result) for result in page.results]
    custom_id = HISTORY_MOVE.write(game=view.table.game_id, page=page.number)
    chooser = ui.ActionRow[Layout](select(custom_id, view.bare.say("history.choose"), entries))
    lines = [f"### {head}", *_lines(view, page)]
    return paged(view, lines, Turning(HISTORY_PAGE, page.number, page.last), chooser)


def _lines(view: TableView, page: HistoryPage) -> Iterator[str]:
    """Yield the moves, where a round begins after its name."""
    round_, before = "", page.start
    for result in page.results:
        if (now := view.teller.round(before.pos)) != round_:
            yield f"**{now}**"
            round_ = now
        unit = unit_of(result.action) or _passing(result)
        text = sentences.cut(told(view.teller, result), MOVE)
        if unit in view.game.title.units:
            player = view.teller.player(result.played.seat)
            named = any(part.startswith(f"{player} ") for part in re.split("; | · ", text))
            text = signed(view.game.title, unit, text if named else f"{player} · {text}")
        yield f"`{result.played.ply}` {acted_for(view, result.played, text)}"
        before = result.after


def _passing(result: MoveResult) -> str:
    """Return the unit whose turn or step is ended by a pass, empty where a player passes."""
    return next((event.unit for event in result.events if isinstance(event, Passed)), "")


def told(teller: Teller, result: MoveResult) -> str:
    """Return the consequences of a move in one line; of a run the routes, too."""
    ran = next((event for event in result.events if isinstance(event, Ran) and event.routes), None)
    rest = [event for event in result.events if not isinstance(event, RoundBegan) and event is not ran]
    if ran is None:
        return TOGETHER.join(action_log.log(teller, rest, result.action))
    routes = teller.values({"routes": getattr(result.action, "routes", ())})["routes"]
    money = teller.money(ran.revenue)
    run = teller.say("history.run", unit=teller.unit(ran.unit), routes=routes, revenue=money)
    return TOGETHER.join([run, *action_log.log(teller, rest)])


def _entry(view: TableView, result: MoveResult) -> SelectOption:
    return entry(f"{result.played.ply}. {told(view.bare, result)}", str(result.played.ply))
