"""Results of finished games, in words."""

from collections.abc import Sequence

import discord

from assets import sentences
from bot.speech.teller import Teller
from bot.tables.results import Result
from engine.title import find


def result_line(result: Result, lang: str) -> str:
    """Return a game with all scores, the best first."""
    game = result.game
    teller = Teller(find(game.title), {seat.seat: seat.name for seat in result.seats}, lang)
    ranked = sorted(result.seats, key=lambda seat: -(seat.score or 0))
    scores = ", ".join(f"{teller.player(one.seat)} {teller.money(one.score or 0)}" for one in ranked)
    when = discord.utils.format_dt(game.finished_at, "d") if game.finished_at else "-"
    place = f"<#{game.channel_id}>"
    return teller.say("me.history.line", title=teller.title.name, when=when, scores=scores, place=place)


def versus(found: Sequence[Result], user: int, other: int, name: str, lang: str) -> str:
    """Return how often one was ahead of somebody, and how often behind."""
    ahead = sum(one.place(user) < one.place(other) for one in found)
    behind = sum(one.place(user) > one.place(other) for one in found)
    said = {"n": len(found), "ahead": str(ahead), "behind": str(behind)}
    return sentences.say("me.history.versus", lang, player=sentences.escaped(name), **said)
