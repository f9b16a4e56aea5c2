"""Texts about a table that are longer than a message: the history by pages, and what a player has."""

from discord import ui

from bot.board import cards
from bot.errors import NothingToShow
from bot.tables.view import Seat, Table
from render import words

PAGE = 20


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
    lines = [f"`{number}` {words.cut(cards.move_text(table, number, lang), 180)}" for number in numbers]
    head = words.say("history.head", lang, title=table.title, page=page, pages=last)
    ids = f"{cards.HISTORY_ID}:{table.game_id}"
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(
        cards.button(words.say("history.earlier", lang), f"{ids}:{page - 1}", off=page == 1),
        cards.button(words.say("history.later", lang), f"{ids}:{page + 1}", off=page == last),
    )
    text = words.cut("\n".join([f"### {head}", *lines]), 3900)
    return cards.layout(ui.TextDisplay(text), row, colour=cards.QUIET)


def player(table: Table, seat: Seat, lang: str) -> str:
    """Return what a player has: money, papers, units, and the score if the game ended now."""
    assert table.game is not None
    said, pos = cards.teller(table, lang), table.game.pos
    lines = [
        f"### {said.player(seat.id)}",
        words.say("player.cash", lang, money=said.money(pos.cash(seat.id))),
    ]
    held = [
        f"{said.unit(unit)} {share}%" for (holder, unit), share in pos.holdings.items() if holder == seat.id
    ]
    if held:
        lines.append(words.say("player.shares", lang, shares=held))
    papers = [said.private(paper) for paper in pos.owned(seat.id)]
    if papers:
        lines.append(words.say("player.papers", lang, papers=papers))
    debt = pos.state.debts.get(seat.id, 0)
    if debt:
        lines.append(words.say("player.debt", lang, money=said.money(debt)))
    for unit, owner in pos.state.owners.items():
        if owner == seat.id and unit in said.title.units:
            trains = ", ".join(pos.state.trains.get(unit, ())) or "-"
            lines.append(f"- {said.unit_in_full(unit)}: {said.money(pos.cash(unit))} · {trains}")
    lines.append("-# " + words.say("player.worth", lang, money=said.money(pos.worth(seat.id))))
    return words.cut("\n".join(lines), 3900)
