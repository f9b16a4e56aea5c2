"""A game's money as text to copy: a line for each round and each player or company, its fields apart by commas."""

import csv
import io
from collections.abc import Iterator, Sequence

from bot.speech.teller import Teller
from render.history import SOURCES, RoundEnd

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What a text begins with that a spreadsheet would work out."""
FIELDS = ("round", "who", *SOURCES, "income", "runs", "price", "worth")


def as_csv(teller: Teller, moments: Sequence[RoundEnd]) -> str:
    """Return the money of a game: the first line names the fields; amounts are plain numbers."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow([teller.say(f"ledger.{field}") for field in FIELDS])
    for moment in moments:
        lines.writerows(_rows(teller, moment))
    return text.getvalue()


def _rows(teller: Teller, moment: RoundEnd) -> Iterator[list[object]]:
    """Yield the lines of a round: the players, then the companies that ran or have a price."""
    name = teller.round_name(moment.kind, moment.number)
    for player, worth in moment.worth.items():
        got = moment.income.get(player, {})
        parts = [got.get(source, 0) for source in SOURCES]
        yield [name, _harmless(teller.who(player)), *parts, sum(parts), "", "", worth]
    for unit in {**moment.earned, **moment.prices}:
        figures = [moment.earned.get(unit, 0), moment.prices.get(unit, "")]
        yield [name, _harmless(teller.unit(unit)), *[""] * (len(SOURCES) + 1), *figures, ""]


def _harmless(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULAS) else name
