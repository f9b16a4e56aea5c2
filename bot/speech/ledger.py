"""A game's money as text to copy: a line for each round and each player or company, its fields apart by commas."""

import csv
import io
from collections.abc import Iterator, Sequence

from bot.speech.teller import Teller
from render.history import SOURCES, RoundEnd

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What a text begins with that a spreadsheet would work out."""
FIELDS = ("round", "who", *SOURCES, "income", "runs", "price", "worth")


def as_csv(teller: Teller, course: Sequence[RoundEnd]) -> str:
    """Return the money of a game: the first line names the fields; amounts are plain numbers."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow([teller.say_own(f"ledger.{field}") for field in FIELDS])
    for round_end in course:
        lines.writerows(_rows(teller, round_end))
    return text.getvalue()


def _rows(teller: Teller, round_end: RoundEnd) -> Iterator[list[object]]:
    """Yield the lines of a round: the players, then the companies that ran or have a price."""
    name = teller.round_name(round_end.kind, round_end.number)
    for player, worth in round_end.worth.items():
        got = round_end.income.get(player, {})
        parts = [got.get(source, 0) for source in SOURCES]
        yield [name, _harmless(teller.who(player)), *parts, sum(parts), "", "", worth]
    for unit in {**round_end.earned, **round_end.prices}:
        figures = [round_end.earned.get(unit, 0), round_end.prices.get(unit, "")]
        yield [name, _harmless(teller.unit(unit)), *[""] * (len(SOURCES) + 1), *figures, ""]


def _harmless(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULAS) else name
