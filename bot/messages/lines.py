"""Plain messages of a table: the log of moves, calls for those who must decide, and moves in words."""

import re
from collections.abc import Iterable

from assets import sentences
from bot.components import MESSAGE
from bot.speech import action_log
from bot.speech.table_view import TableView
from bot.tables.view import MoveResult


def log_line(view: TableView, result: MoveResult) -> str:
    """Return what a move caused."""
    return "\n".join(action_log.log(view.teller, result.events, result.action))


def undone_line(view: TableView, by: int, stands: int) -> str:
    """Return that moves were taken back, by whom, and after which move the game stood then."""
    seat = view.table.seat_of(by)
    if seat is None:
        return view.teller.say("log.undone", move=stands)
    return view.teller.say("log.undone_by", player=view.teller.player(seat.id), move=stands)


def joined(lines: Iterable[str], limit: int = MESSAGE) -> list[str]:
    """Return lines joined into as few messages as hold them."""
    messages: list[str] = []
    for line in lines:
        short = sentences.cut(line, limit)
        if messages and len(messages[-1]) + 1 + len(short) <= limit:
            messages[-1] += f"\n{short}"
        else:
            messages.append(short)
    return messages


def ping(view: TableView, user_id: int, link: str) -> str:
    """Return the call for somebody who must decide."""
    seat = view.table.seat_of(user_id)
    needs = view.teller.needs(view.menu(seat.id if seat else ""))
    text = view.teller.say("ping.turn", mention=f"<@{user_id}>", what=decision(view), needs=needs)
    return sentences.cut(text, MESSAGE) + (f" {link}" if link else "")


def decision(view: TableView) -> str:
    """Return the title, the round, the unit whose turn it is, and the deal that somebody is asked to agree to."""
    teller, pos = view.teller, view.game.pos
    unit = teller.unit_in_full(pos.unit) if pos.unit else ""
    what = " · ".join(part for part in (view.table.title, teller.round(pos), unit) if part)
    action = teller.asked(pos)
    return teller.say("headline.asked", what=what, action=action) if action else what


def move_text(view: TableView, ply: int, *, bare: bool = False) -> str:
    """Return a move in words, counted from 1, with who made it."""
    move, teller = view.table.moves[ply - 1], view.bare if bare else view.teller
    action = view.game.recorded(move.text, move.seat)
    who, text = teller.player(move.seat), teller.action(action)
    operates = getattr(action, "unit", "")
    unit = teller.unit(operates)
    if operates and not re.search(rf"{re.escape(unit)}\b", text):
        who = f"{who} · {unit}"
    return f"{who}: {text}"
