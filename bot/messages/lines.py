"""Lines of a table's record: what moves have caused, what was taken back, and moves in words."""

import logging
import re
from collections.abc import Iterable, Sequence

from assets import sentences
from bot.components import MESSAGE
from bot.speech import action_log
from bot.speech.table_view import TableView
from bot.speech.teller import Teller
from bot.tables.futures import Future
from bot.tables.table import MoveResult, PlayedMove
from engine.actions import Action, unit_of

log = logging.getLogger(__name__)

NAMED = 6
"""How many moves are named that were or would be taken back; the others are counted."""


def log_line(view: TableView, result: MoveResult) -> str:
    """Return the consequences of a move; the move alone after an error, or nobody would be told what follows."""
    move = result.played
    try:
        text = "\n".join(action_log.log(view.teller, result.events, result.action, signs=True))
        return acted_for(view, move, text)
    except Exception:
        log.exception("game %d: move %d is told in brief", view.table.game_id, move.ply)
        return view.teller.say("log.plain", player=view.teller.player(move.seat), move=move.text)


def acted_for(view: TableView, move: PlayedMove, line: str) -> str:
    """Return a move in words, with who made it, or what decided it where its own player did not."""
    said = {"player": view.teller.player(move.seat), "line": line}
    if by := view.table.proxy_name(move):
        return view.teller.say("log.proxy", by=sentences.escaped(by), **said)
    by_itself = view.table.decider(move)
    return view.teller.say(f"log.by.{by_itself}", **said) if by_itself else line


def undone_line(view: TableView, by: int, stands: int, moves: str = "") -> str:
    """Return which moves were taken back, by whom, and after which move the game stood then."""
    seat = view.table.seat_of(by)
    said = {"move": stands} | ({"moves": moves} if moves else {})
    if seat is None:
        return view.teller.tell(["log.undone"], said)
    return view.teller.tell(["log.undone_by"], {**said, "player": view.teller.player(seat.id)})


def moves_since(view: TableView, keep: int, by: int = 0) -> str:
    """Return the moves after the first ``keep``, as many as fit; with who made them, unless ``by`` made them all."""
    moves, seat = view.table.move_texts()[keep:], view.table.seat_of(by)
    is_own = seat is not None and all(maker == seat.id for maker, _ in moves)
    return moves_told(view, moves, named=not is_own)


def moves_told(
    view: TableView, moves: Sequence[tuple[str, str]], *, bare: bool = False, named: bool = True
) -> str:
    """Return moves, by seat and notation, as many as fit in a line, with who made them if those are ``named``."""
    told = [_told(view, seat, text, bare=bare, named=named) for seat, text in moves[:NAMED]]
    more = len(moves) - len(told)
    told += [(view.bare if bare else view.teller).say("undo.more", n=more)] if more else []
    return "; ".join(told)


def future_line(view: TableView, future: Future, *, bare: bool = False) -> str:
    """Return an undo in words: the move it leads back to, and the first move it took back."""
    teller = view.bare if bare else view.teller
    moves = [(move.seat, move.text) for move in future.moves]
    return teller.say("undone.line", move=len(future.before), moves=moves_told(view, moves, bare=bare))


def redone_line(view: TableView, by: int) -> str:
    """Return that moves which had been taken back are played again, and by whom."""
    seat = view.table.seat_of(by)
    said = {"player": view.teller.player(seat.id)} if seat else {}
    return view.teller.tell(["log.redone"], said)


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


def move_text(view: TableView, ply: int, *, bare: bool = False) -> str:
    """Return a move in words, counted from 1, with who made it."""
    move = view.table.moves[ply - 1]
    return acted_for(view, move, _told(view, move.seat, move.text, bare=bare))


def _in_words(view: TableView, teller: Teller, action: Action, notation: str) -> str:
    """Return an action in words, or as it is recorded after an error."""
    try:
        return teller.action(action)
    except Exception:
        log.exception("game %d: %s is told as it is recorded", view.table.game_id, notation)
        return f"`{notation}`"


def _told(view: TableView, seat: str, notation: str, *, bare: bool = False, named: bool = True) -> str:
    """Return a move, by seat and notation, in words: with who made it and for what, if whoever did is ``named``."""
    teller = view.bare if bare else view.teller
    action = view.game.recorded(notation, seat)
    who, text = teller.player(seat), _in_words(view, teller, action, notation)
    operates = unit_of(action)
    unit = teller.unit(operates)
    told = [who] if named else []
    if operates and not re.search(rf"{re.escape(unit)}\b", text):
        told.append(unit)
    return teller.say("undo.named", who=" · ".join(told), line=text) if told else text
