"""How a game ended: the scores with where they came from, and how everybody's worth grew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assets import sentences
from engine.retrospect import SOURCES, places
from render import fonts, palette
from render.charts import apart
from render.compose import HIGH, ROW, WIDTH, Dressed, Flow, PicturePart
from render.decisions.map_cards import money
from render.decisions.question import Question
from render.seats import seat_colour
from render.shapes import Layer, Polyline, Shape, Text
from render.sheet import MARGIN, SMALL, Sheet, wrapped

CHART = 150.0
"""Height of the chart below the scores."""
FEW = 5
"""Of so many players at most it is told what their money came from."""
NAME, ASIDE, LINE = 480, 40, 26
"""Room for a name; where a line of what money came from begins, and how high it is."""
APART = 24
"""How far apart the names of two lines are, where there is room."""


def end(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """The players, the best first, each with the score and its parts; below them how they got there."""
    told = asked.told
    scores = told.scores if told else {one: dressed.pos.worth(one) for one in dressed.pos.state.players}
    sheet = _scores(dressed, scores, told.sources if told and len(scores) <= FEW else {})
    if sheet.y + 4 > HIGH:  # what money came from goes before the players that come last
        sheet = _scores(dressed, scores, {})
    parts = [PicturePart(0, 0, sheet.shapes)]
    high = sheet.y + 4
    if len(asked.course) > 1 and high + 70 < HIGH:
        tall = min(CHART, HIGH - high - 4)
        parts.append(PicturePart(0, high, list(_lines(dressed, asked, tall))))
        high += tall
    return parts, high + 4


def _scores(dressed: Dressed, scores: Mapping[str, int], sources: Mapping[str, Mapping[str, int]]) -> Sheet:
    """The place, the name and the score of each player, with what the money came from where that is told."""
    sheet = Sheet(dressed.look, width=WIDTH, y=4)
    for index, (player, place) in enumerate(places(scores).items()):
        parts = [
            sentences.say(f"end.source.{source}", sheet.lang, money=money(dressed, amount))
            for source in SOURCES
            if (amount := sources.get(player, {}).get(source))
        ]
        lines = wrapped(parts, (WIDTH - 2 * MARGIN - ASIDE) / SMALL) if parts else []
        sheet.band(index, ROW + LINE * len(lines))
        flow = Flow(sheet, dressed).text(f"{place}.", bold=True, size=26).player(player)
        flow.text(fonts.shorten(dressed.names.get(player, player), 26, NAME, bold=True), bold=True, size=26)
        sheet.write(WIDTH - MARGIN, money(dressed, scores[player]), size=27, bold=True, anchor="r")
        sheet.next(ROW)
        for line in lines:
            at = MARGIN + ASIDE, sheet.y + LINE / 2
            sheet.shapes.append(Text(at, line, SMALL, sheet.scheme.soft, anchor="l", layer=Layer.NAME))
            sheet.next(LINE)
    return sheet


def _lines(dressed: Dressed, asked: Question, tall: float) -> Iterator[Shape]:
    """A line for each player over the rounds, named at its end."""
    pos, scheme = dressed.pos, dressed.scheme
    values = {player: [one.worth.get(player, 0) for one in asked.course] for player in pos.state.players}
    most = max(1, *(value for line in values.values() for value in line))
    wide = WIDTH - 2 * MARGIN - 50

    def height(value: int) -> float:
        return tall - 8 - (tall - 24) * max(0, value) / most

    yield Polyline(((MARGIN, tall - 8), (MARGIN + wide, tall - 8)), scheme.rule, 2, Layer.GROUND)
    ahead = sorted(values.items(), key=lambda one: -one[1][-1])
    names = apart([height(line[-1]) for _, line in ahead], min(APART, (tall - 22) / len(ahead)), tall - 10)
    for (player, line), y in zip(ahead, names, strict=True):
        colour, step = seat_colour(pos, player, scheme), wide / max(1, len(line) - 1)
        points = tuple((MARGIN + index * step, height(value)) for index, value in enumerate(line))
        yield Polyline(points, colour, 4, Layer.ROUTE, round=True)
        ink = palette.readable(colour, scheme.page)
        yield Text(
            (MARGIN + wide + 8, y),
            dressed.signs[player],
            SMALL,
            ink,
            bold=True,
            anchor="l",
            layer=Layer.NAME,
        )
