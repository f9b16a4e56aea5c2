"""How long everybody took over their turns, from the moments at which moves were made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby, pairwise
from statistics import median

from bot.messages.clock_notes import left_over
from bot.speech.table_view import TableView
from bot.tables.table import PlayedMove


@dataclass(frozen=True, slots=True)
class TimesTaken:
    """How many turns somebody has taken, how long one usually took, and how long the longest."""

    turns: int
    usual: timedelta
    longest: timedelta


def times_taken(moves: Sequence[PlayedMove]) -> dict[int, TimesTaken]:
    """Return by user how long turns took, from the end of the turn before; the first of a game counts for nobody.

    What somebody does without another in between is one turn, also with several units.
    """
    made = [move for move in moves if move.decided_by not in ("forced", "rules")]
    ends = [(user, [*turn][-1].at) for user, turn in groupby(made, key=lambda move: move.user_id)]
    took: dict[int, list[timedelta]] = {}
    for (_, before), (user, at) in pairwise(ends):
        took.setdefault(user, []).append(at - before)
    return {user: TimesTaken(len(times), _usual(times), max(times)) for user, times in took.items()}


def _usual(times: Sequence[timedelta]) -> timedelta:
    return timedelta(seconds=median(time.total_seconds() for time in times))


def times_lines(view: TableView) -> Iterator[str]:
    """Yield a line for each person at the table who has taken a turn, and how it was reckoned, if anybody has."""
    teller, taken = view.teller, times_taken(view.table.moves)
    yield f"### {teller.say('times.head', title=view.table.title)}"
    for seat in view.table.seats:
        if one := taken.get(seat.user_id):
            spans = {"usual": one.usual, "longest": one.longest}
            said = {name: left_over(span, teller.lang) for name, span in spans.items()}
            yield teller.say("times.line", player=teller.player(seat.id), n=one.turns, **said)
    yield f"-# {teller.say('times.note')}" if taken else teller.say("times.none")
