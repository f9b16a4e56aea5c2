"""A game in retrospect, in words: scores with where they came from, and the moments that decided it."""

from collections.abc import Iterator

from bot.speech.signs import signed
from bot.speech.teller import Teller
from engine.retrospect import SOURCES, Moment, Retrospect, places


def score_lines(teller: Teller, told: Retrospect) -> Iterator[str]:
    """Yield the players, the best first, each with the place, the score and its parts; equal scores share a place."""
    for player, line in zip(places(told.scores), teller.results(told.scores), strict=True):
        yield line
        parts = [
            teller.say_own(f"end.source.{source}", money=teller.money(told.sources[player][source]))
            for source in SOURCES
            if told.sources[player][source]
        ]
        if parts:
            yield f"-# {' · '.join(parts)}"


def moment_lines(teller: Teller, told: Retrospect) -> Iterator[str]:
    """Yield what decided the game, in the order in which it happened."""
    for moment in told.moments:
        text = _moment(teller, moment)
        yield f"- {signed(teller.title, moment.unit, text) if moment.unit else text}"


def _moment(teller: Teller, moment: Moment) -> str:
    kind, number = moment.round
    where = {"round": teller.round_name(kind, number), "move": moment.ply}
    if not moment.unit:
        phase = teller.phase(moment.what)
        return teller.say(f"end.moment.{moment.kind}.phase", phase=phase, count=moment.amount, **where)
    return teller.say(
        f"end.moment.{moment.kind}",
        unit=teller.unit(moment.unit),
        player=teller.player(moment.player) if moment.player else "-",
        other=teller.player(moment.other) if moment.other else "-",
        money=teller.money(moment.amount),
        count=moment.amount,
        train=moment.what,
        **where,
    )
