"""Results of finished games, in words."""

from collections.abc import Sequence

import discord

from assets import sentences
from bot.speech.table_view import view_of
from bot.tables.results import Result


def result_line(result: Result, lang: str) -> str:
    """Return a game with all scores, the best first."""
    table = result.table
    teller = view_of(table, lang).teller
    ranked = sorted(table.seats, key=lambda seat: -result.scores[seat.user_id])
    scores = ", ".join(
        f"{teller.player(one.id)} {teller.money(result.scores[one.user_id])}" for one in ranked
    )
    when = discord.utils.format_dt(result.ended_at, "d") if result.ended_at else "-"
    place = f"<#{table.channel_id}>"
    return teller.say("me.history.line", title=teller.title.name, when=when, scores=scores, place=place)


def versus(found: Sequence[Result], user: int, other: int, name: str, lang: str) -> str:
    """Return how often one was ahead of somebody, and how often behind."""
    ahead = sum(one.place(user) < one.place(other) for one in found)
    behind = sum(one.place(user) > one.place(other) for one in found)
    said = {"n": len(found), "ahead": str(ahead), "behind": str(behind)}
    return sentences.say("me.history.versus", lang, player=sentences.escaped(name), **said)
