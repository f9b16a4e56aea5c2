"""Texts about a table that are longer than a message: the position by pages, what a player has."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from discord import ui

from assets import sentences
from bot.button_ids import TEXT_PAGE, ButtonId
from bot.components import QUIET, Layout, button, layout
from bot.errors.tables import NothingToShow
from bot.speech import positions
from bot.speech.table_view import TableView
from bot.tables.table import Seat

ROOM, TEXT = 3900, 3500
"""Characters of a message, and of the lines of a position below its head."""


def position(view: TableView, part: str = "", page: int | None = None) -> Layout:
    """Return a page of the position in words, counted from the first page of a part; the parts follow each other.

    :raises NothingToShow: when there is no such page
    """
    pages, teller = _pages(view), view.teller
    first = [one.part for one in pages].index(part) if part else 0
    number = first + (page or 1)
    if not 1 <= number <= len(pages):
        raise NothingToShow
    shown = pages[number - 1]
    part = teller.say_own(f"text.part.{shown.part}")
    where = teller.say("text.head", part=part, page=number, pages=len(pages))
    head = " · ".join(filter(None, (teller.title.name, teller.round(view.game.pos), where)))
    return paged(view, [f"### {head}", *shown.lines], Turning(TEXT_PAGE, number, len(pages)))


@dataclass(frozen=True, slots=True)
class Turning:
    """How one turns from a page: the ids of the buttons, the number of the page, and the last there is."""

    ids: ButtonId
    page: int
    last: int


def paged(view: TableView, lines: Sequence[str], to: Turning, *more: ui.Item[Layout]) -> Layout:
    """Return a page with the buttons that turn to the one before and the one after, and ``more`` below them."""
    game, say = view.table.game_id, view.teller.say
    row: ui.ActionRow[Layout] = ui.ActionRow(
        button(say("history.earlier"), to.ids.write(game=game, page=to.page - 1), off=to.page == 1),
        button(say("history.later"), to.ids.write(game=game, page=to.page + 1), off=to.page == to.last),
    )
    text = sentences.cut("\n".join(lines), ROOM)
    return layout(ui.TextDisplay(text), row, *more, colour=QUIET)


@dataclass
class _Page:
    """Lines of one part that fit in a message."""

    part: str
    lines: list[str] = field(default_factory=list)

    def fits(self, line: str) -> bool:
        """Tell whether there is room for one more line."""
        return sum(len(one) + 1 for one in self.lines) + len(line) <= TEXT


def _pages(view: TableView) -> list[_Page]:
    pages = []
    for part in positions.PARTS:
        pages.append(_Page(part))
        for line in positions.lines(part, view.teller, view.game.pos):
            if not pages[-1].fits(line):
                pages.append(_Page(part))
            pages[-1].lines.append(line)
    return pages


def player(view: TableView, seat: Seat) -> Layout:
    """Return a player's possessions in words: money, privates, units, and the score if the game ended now."""
    return layout(ui.TextDisplay(sentences.cut("\n".join(_belongings(view, seat.id)), ROOM)))


def _belongings(view: TableView, player: str) -> Iterator[str]:
    teller, pos = view.teller, view.game.pos
    yield f"### {teller.player(player)}"
    yield teller.say("player.cash", money=teller.money(pos.cash(player)))
    if held := [
        f"{teller.unit(unit)} {teller.percent(share)}"
        for (who, unit), share in pos.holdings.items()
        if who == player
    ]:
        yield teller.say("player.shares", shares=held)
    if privates := [teller.private(private) for private in pos.owned(player)]:
        yield teller.say_own("player.privates", privates=privates)
    if debt := pos.state.debts.get(player, 0):
        yield teller.say("player.debt", money=teller.money(debt))
    for unit, owner in pos.state.owners.items():
        if owner == player and unit in teller.title.units:
            trains = ", ".join(pos.state.trains.get(unit, ())) or "-"
            yield f"- {teller.unit_in_full(unit)}: {teller.money(pos.cash(unit))} · {trains}"
    yield "-# " + teller.say("player.worth", money=teller.money(pos.worth(player)))
