"""The summary of a round that has ended: a line for each company or player, and one picture."""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import discord

from assets import sentences
from bot.components import MESSAGE
from bot.messages import picture_files
from bot.parts import BotParts
from bot.pictures import looks
from bot.pictures.since import changes_since
from bot.speech.chronicles import player_lines, unit_lines
from bot.speech.table_view import TableView, view_of
from bot.tables import replay
from bot.tables.table import MoveResult, Table
from bot.worker_pool import WorkerLost
from engine.chronicle import chronicle
from engine.events import Event, Paid, RoundBegan
from engine.game import Game

log = logging.getLogger(__name__)

OFF = "off"
PURPOSE = "round:"
"""With the revision of the move that ended it, the purpose of the summary of a round."""
ROUND_MOVES = 300
"""How many moves a round has at most."""
OPERATING, AUCTION = "operating", "auction"
"""Kinds of rounds; an auction is interrupted as often as everybody passes."""
PATIENCE = 20.0


def wanted(table: Table) -> bool:
    """Tell whether a table wants summaries."""
    return table.settings.summary != OFF


@dataclass(frozen=True)
class RoundTold:
    """A round in words, with the games before and after it."""

    text: str
    before: Game
    after: Game


async def round_summary(bot: BotParts, view: TableView, ply: int) -> RoundTold | None:
    """The round that ended with a move, in words; None where nothing is known of one."""
    table, history = view.table, bot.service.history
    results = await history.results(table, max(1, ply - ROUND_MOVES), ply)
    begins = next((at for at in range(len(results) - 2, -1, -1) if replay.ends_round(results[at].events)), -1)
    done = results[begins + 1 :]
    if not done or goes_on(done[-1]):
        return None
    first = done[0].played.ply
    before = await history.at(table.game_id, first - 1)
    opening = results[begins].events if begins >= 0 else ()
    text = await asyncio.to_thread(_text, view, before, done, opening)
    return RoundTold(text, before, done[-1].after)


def goes_on(last: MoveResult) -> bool:
    """Tell whether an auction was only interrupted, for income, and goes on."""
    return [event.kind for event in last.events if isinstance(event, RoundBegan)][-1:] == [AUCTION]


def _text(view: TableView, before: Game, done: Sequence[MoveResult], opening: Sequence[Event]) -> str:
    """Return the name of the round, and below it its companies if it was an operating round, else the players.

    The move before the first one may have done something in this round already, the last one something in the next.
    """
    teller, after = view.teller, done[-1].after.pos
    within = (event for result in done[:-1] for event in result.events)
    ended = _until_round(done[-1].events)
    told = chronicle([*_since_round(opening), *within, *ended])
    ahead = _paid(done[-1].events[len(ended) :])
    if _is_operating(before):
        lines = list(unit_lines(teller, told, before.pos, after, ahead))
    else:
        lines = list(player_lines(teller, told, after, ahead))
    head = teller.say("summary.head", round=teller.round(before.pos))
    return sentences.cut("\n".join([f"### {head}", *lines]), MESSAGE)


def _paid(events: Sequence[Event]) -> Counter[str]:
    """Return everybody's net payments."""
    sums = Counter[str]()
    for event in events:
        if isinstance(event, Paid):
            sums[event.payee] += event.amount
            sums[event.payer] -= event.amount
    return sums


def _is_operating(game: Game) -> bool:
    """Tell whether an operating round is on, decisions inside it left aside."""
    return [frame.kind for frame in game.state.frames if frame.number][-1:] == [OPERATING]


def _until_round(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events before a round began."""
    return list(takewhile(lambda event: not isinstance(event, RoundBegan), events))


def _since_round(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events since the last round began."""
    return _until_round(events[::-1])[::-1]


async def drawn(bot: BotParts, view: TableView, told: RoundTold) -> list[discord.File]:
    """The picture of a round; nothing where there is none, or it fails or takes too long."""
    game, after = view.table.game_id, told.after
    request = changes_since(view, told.before.pos, after.pos, looks.scheme(view.table))
    if request is None:
        return []
    try:
        drawing = picture_files.drawn(bot, view_of(view.table), request, after)
        return await picture_files.drawn_within(drawing, PATIENCE)
    except WorkerLost as lost:
        log.warning("the picture of a round of game %d is left out: %s", game, lost)
    except Exception:
        log.exception("the picture of a round of game %d failed", game)
    return []
