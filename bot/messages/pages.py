"""Texts about a table that are longer than a message: the history and the position by pages, what a player has."""

from dataclasses import dataclass, field

from discord import ui

from assets import sentences
from bot.errors import NothingToShow
from bot.messages import cards
from bot.speech import positions
from bot.speech.prose import Teller
from bot.tables.view import Seat, Table
from engine.position import Position

PAGE = 20
ROOM, TEXT = 3900, 3500
"""Characters of a message, and of the lines of a position below its head."""


def history(table: Table, page: int | None, lang: str) -> ui.LayoutView:
    """Return a page of moves, the last one where none is named.

    Raises:
        NothingToShow: nothing has been played, or there is no such page.
    """
    last = (len(table.moves) + PAGE - 1) // PAGE
    page = last if page is None else page
    if not 1 <= page <= last:
        raise NothingToShow
    first = (page - 1) * PAGE + 1
    numbers = range(first, min(first + PAGE, len(table.moves) + 1))
    lines = [f"`{number}` {sentences.cut(cards.move_text(table, number, lang), 180)}" for number in numbers]
    head = sentences.say("history.head", lang, title=table.title, page=page, pages=last)
    text = sentences.cut("\n".join([f"### {head}", *lines]), ROOM)
    row = _turns(f"{cards.HISTORY_ID}:{table.game_id}", page, last, lang)
    return cards.layout(ui.TextDisplay(text), row, colour=cards.QUIET)


def _turns(ids: str, page: int, last: int, lang: str) -> ui.ActionRow[ui.LayoutView]:
    """Return the buttons that turn pages."""
    return ui.ActionRow(
        cards.button(sentences.say("history.earlier", lang), f"{ids}:{page - 1}", off=page == 1),
        cards.button(sentences.say("history.later", lang), f"{ids}:{page + 1}", off=page == last),
    )


def position(
    game_id: int, said: Teller, pos: Position, part: str = "", page: int | None = None
) -> ui.LayoutView:
    """Return a page of a position in words, counted from the first page of a part; the parts follow each other.

    Raises:
        NothingToShow: there is no such page.
    """
    pages = _pages(said, pos)
    first = [one.part for one in pages].index(part) if part else 0
    number = first + (page or 1)
    if not 1 <= number <= len(pages):
        raise NothingToShow
    shown = pages[number - 1]
    where = said.say("text.head", part=said.say(f"text.part.{shown.part}"), page=number, pages=len(pages))
    head = " · ".join(filter(None, (said.title.name, said.round(pos), where)))
    text = sentences.cut("\n".join([f"### {head}", *shown.lines]), ROOM)
    row = _turns(f"{cards.TEXT_ID}:{game_id}", number, len(pages), said.lang)
    return cards.layout(ui.TextDisplay(text), row, colour=cards.QUIET)


@dataclass
class _Page:
    """Lines of one part that fit in a message."""

    part: str
    lines: list[str] = field(default_factory=list)

    def fits(self, line: str) -> bool:
        """Tell whether there is room for one more line."""
        return sum(len(one) + 1 for one in self.lines) + len(line) <= TEXT


def _pages(said: Teller, pos: Position) -> list[_Page]:
    pages = []
    for part in positions.PARTS:
        pages.append(_Page(part))
        for line in positions.lines(part, said, pos):
            if not pages[-1].fits(line):
                pages.append(_Page(part))
            pages[-1].lines.append(line)
    return pages


def player(table: Table, seat: Seat, lang: str) -> str:
    """Return what a player has: money, papers, units, and the score if the game ended now."""
    assert table.game is not None
    said, pos = cards.teller(table, lang), table.game.pos
    lines = [
        f"### {said.player(seat.id)}",
        sentences.say("player.cash", lang, money=said.money(pos.cash(seat.id))),
    ]
    held = [
        f"{said.unit(unit)} {share}%" for (holder, unit), share in pos.holdings.items() if holder == seat.id
    ]
    if held:
        lines.append(sentences.say("player.shares", lang, shares=held))
    papers = [said.private(paper) for paper in pos.owned(seat.id)]
    if papers:
        lines.append(sentences.say("player.papers", lang, papers=papers))
    debt = pos.state.debts.get(seat.id, 0)
    if debt:
        lines.append(sentences.say("player.debt", lang, money=said.money(debt)))
    for unit, owner in pos.state.owners.items():
        if owner == seat.id and unit in said.title.units:
            trains = ", ".join(pos.state.trains.get(unit, ())) or "-"
            lines.append(f"- {said.unit_in_full(unit)}: {said.money(pos.cash(unit))} · {trains}")
    lines.append("-# " + sentences.say("player.worth", lang, money=said.money(pos.worth(seat.id))))
    return sentences.cut("\n".join(lines), ROOM)
