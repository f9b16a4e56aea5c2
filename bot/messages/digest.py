"""What happened at a table since somebody last seen_rev, in a head and five lines."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.messages.lines import moves_told
from bot.speech.chronicles import digest_lines
from bot.speech.table_view import TableView
from bot.storage import Storage
from bot.tables.history import History
from bot.tables.table import IN_PLACE, MoveResult, StartedTable
from engine.chronicle import chronicle
from engine.game import Game


@dataclass(frozen=True, slots=True)
class Missed:
    """What a person has missed: the game as they saw it, and the moves since."""

    before: Game
    results: tuple[MoveResult, ...]
    taken_back: bool = False


async def missed_by(storage: Storage, history: History, table: StartedTable, user: int) -> Missed:
    """What has happened since the person last looked, or since their own last move if that is later."""
    row = await storage.visits.find(table.game_id, user)
    seen_rev = max([row.rev if row else 0, *(move.rev for move in table.moves if move.user_id == user)])
    new = [move for move in table.moves if move.rev > seen_rev]
    back = table.rev - seen_rev > len(new)
    kept = len(table.moves) - len(new)
    before = await history.at(table.game_id, kept)
    return Missed(before, await history.results(table, kept + 1, len(table.moves)), back)


def digest_text(view: TableView, missed: Missed, user: int) -> str:
    """The head, and the lines below it; at least one move must have been missed."""
    teller, after = view.teller, view.game.pos
    seat = view.table.seat_of(user)
    since = discord.utils.format_dt(missed.results[0].played.at, "R")
    rounds = dict.fromkeys(filter(None, (teller.round(missed.before.pos), teller.round(after))))
    head = teller.say("digest.head", since=since, n=len(missed.results), rounds=" → ".join(rounds))
    told = chronicle(event for result in missed.results for event in result.events)
    lines = digest_lines(teller, told, seat.id if seat else "", missed.before.pos, after)
    decided = [
        (one.played.seat, one.played.text)
        for one in missed.results
        if view.table.decider(one.played) in IN_PLACE
    ]
    if decided:
        lines.insert(1, teller.say("digest.decided", moves=moves_told(view, decided)))
    if missed.taken_back:
        head = f"{head} · {teller.say('digest.back')}"
    return "\n".join([f"**{head}**", *(f"- {line}" for line in lines)])
