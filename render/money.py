"""Money over time as a table: a row for each round, a column for each player or company."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from PIL import Image

from engine.position import Position
from render import paint
from render.history import SOURCES, RoundEnd
from render.labels import own_label, round_title
from render.look import PLAIN, Look
from render.map_hexes import unit_sign
from render.seats import named
from render.sheet import HEAD, MARGIN, NONE, ROW, Sheet

TABLES = ("income", "runs", "worth")
"""What there is a table of: income of players, runs of companies, worth of players."""
FIRST, COLUMN, NARROW = 190, 96, 480
"""Width of the names of rows, of a column, and of the narrowest table, in pixels."""


def amounts(kind: str, round_end: RoundEnd) -> Mapping[str, int]:
    """What a table tells of a round, by player or company; nothing that is 0.

    :raises KeyError: when there is no such table
    """
    income = {player: sum(found.values()) for player, found in round_end.income.items()}
    told = {"income": income, "runs": round_end.earned, "worth": round_end.worth}[kind]
    return {who: amount for who, amount in told.items() if amount}


def told_rounds(kind: str, course: Sequence[RoundEnd]) -> list[RoundEnd]:
    """Return the rounds of which a table tells something."""
    return [round_end for round_end in course if amounts(kind, round_end)]


def of_source(course: Sequence[RoundEnd], source: str) -> dict[str, int]:
    """What each player got from a source in the whole game."""
    players = {player: None for round_end in course for player in round_end.income}
    totals = {
        player: sum(round_end.income.get(player, {}).get(source, 0) for round_end in course)
        for player in players
    }
    return {player: amount for player, amount in totals.items() if amount}


def draw_money(pos: Position, kind: str, course: Sequence[RoundEnd], look: Look = PLAIN) -> Image.Image:
    """Return the table of a game's ``income``, ``runs`` or ``worth``.

    :raises KeyError: when there is no such table
    """
    names, rounds = _columns(pos, kind, course, look), told_rounds(kind, course)
    sheet = Sheet(look, max(NARROW, 2 * MARGIN + FIRST + COLUMN * len(names)))
    sheet.heading(sheet.words(f"money.{kind}"))
    for at, name in enumerate(names.values()):
        sheet.head(_middle(at), name, room=COLUMN - 8)
    sheet.next(HEAD)
    rows = [
        (round_title(round_end.kind, round_end.label, look.lang), amounts(kind, round_end))
        for round_end in rounds
    ]
    for index, (head, found) in enumerate([*rows, *_sums(sheet, pos, kind, rounds)]):
        sheet.band(index)
        is_sum = index >= len(rows)
        sheet.write(MARGIN, head, anchor="l", room=FIRST - 8, bold=is_sum)
        for at, who in enumerate(names):
            text = str(found[who]) if who in found else NONE
            sheet.write(_middle(at), text, room=COLUMN - 8, bold=is_sum)
        sheet.next(ROW)
    width = look.width or sheet.width
    size = width, ceil((sheet.y + MARGIN) * width / sheet.width)
    return paint.picture(size, sheet.shapes, sheet.scheme.page, scale=width / sheet.width, over=2)


def _middle(column: int) -> float:
    return MARGIN + FIRST + COLUMN * (column + 0.5)


def _columns(pos: Position, kind: str, course: Sequence[RoundEnd], look: Look) -> dict[str, str]:
    """Return the columns with their names: the players, or the companies that have run."""
    if kind == "runs":
        ran = {unit for round_end in course for unit in amounts(kind, round_end)}
        return {unit.id: unit_sign(unit) for unit in pos.title.data.units if unit.id in ran}
    return named(pos, look, pos.state.players)


def _sums(
    sheet: Sheet, pos: Position, kind: str, rounds: Sequence[RoundEnd]
) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield the last rows: what came from each source, and all of it."""
    if kind == "worth":
        return
    if kind == "income":
        for source in SOURCES:
            if found := of_source(rounds, source):
                yield own_label(pos.title, f"money.{source}", sheet.lang), found
    totals: dict[str, int] = {}
    for round_end in rounds:
        for who, amount in amounts(kind, round_end).items():
            totals[who] = totals.get(who, 0) + amount
    yield sheet.words("money.total"), totals
