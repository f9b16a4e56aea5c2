"""How a game ended: the scores with where they came from, and how everybody's worth grew."""

from __future__ import annotations

from collections.abc import Iterator

from assets import sentences
from engine.retrospect import SOURCES, places
from render import fonts, palette
from render.compose import HIGH, ROW, WIDTH, Dressed, Flow, PicturePart
from render.decisions.map_cards import money
from render.decisions.question import Question
from render.seats import seat_colour
from render.shapes import Layer, Polyline, Shape, Text
from render.sheet import MARGIN, SMALL, Sheet

CHART = 150.0
"""Height of the chart below the scores."""


def end(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """The players, the best first, each with the score and its parts; below them how they got there."""
    pos, sheet = dressed.pos, Sheet(dressed.look, width=WIDTH, y=4)
    scores = (
        dict(asked.told.scores) if asked.told else {player: pos.worth(player) for player in pos.state.players}
    )
    detailed = asked.told is not None and len(scores) <= 5
    for index, (player, place) in enumerate(places(scores).items()):
        sheet.band(index, ROW * (2 if detailed else 1))
        flow = Flow(sheet, dressed).text(f"{place}.", bold=True, size=26).player(player)
        room = 300 if asked.told else 480
        flow.text(fonts.shorten(dressed.names.get(player, player), 26, room, bold=True), bold=True, size=26)
        total = money(dressed, scores[player])
        at = WIDTH - MARGIN, sheet.y + ROW / 2
        sheet.shapes.append(Text(at, total, 27, sheet.scheme.ink, bold=True, anchor="r", layer=Layer.NAME))
        sheet.next(ROW)
        if detailed and asked.told:
            flow = Flow(sheet, dressed, MARGIN + 40)
            for source in SOURCES:
                if amount := asked.told.sources[player][source]:
                    shown = sentences.say(f"end.source.{source}", sheet.lang, money=money(dressed, amount))
                    flow.text(shown, size=SMALL, soft=True)
            sheet.next(ROW)
    parts = [PicturePart(0, 0, sheet.shapes)]
    high = sheet.y + 4
    if len(asked.course) > 1 and high + 70 < HIGH:
        tall = min(CHART, HIGH - high - 4)
        parts.append(PicturePart(0, high, list(_lines(dressed, asked, tall))))
        high += tall
    return parts, high + 4


def _lines(dressed: Dressed, asked: Question, tall: float) -> Iterator[Shape]:
    """A line for each player over the rounds, named at its end."""
    pos, scheme = dressed.pos, dressed.scheme
    values = {player: [one.worth.get(player, 0) for one in asked.course] for player in pos.state.players}
    most = max(1, *(value for line in values.values() for value in line))
    wide = WIDTH - 2 * MARGIN - 50
    yield Polyline(((MARGIN, tall - 8), (MARGIN + wide, tall - 8)), scheme.rule, 2, Layer.GROUND)
    taken: list[float] = []
    for player, line in sorted(values.items(), key=lambda one: -one[1][-1]):
        colour, step = seat_colour(pos, player, scheme), wide / max(1, len(line) - 1)
        points = tuple(
            (MARGIN + index * step, tall - 8 - (tall - 24) * max(0, value) / most)
            for index, value in enumerate(line)
        )
        yield Polyline(points, colour, 4, Layer.ROUTE, round=True)
        y = max(points[-1][1], taken[-1] + 24 if taken else 12.0)
        taken.append(y)
        ink = palette.readable(colour, scheme.page)
        yield Text(
            (MARGIN + wide + 8, min(y, tall - 10)),
            dressed.signs[player],
            SMALL,
            ink,
            bold=True,
            anchor="l",
            layer=Layer.NAME,
        )
