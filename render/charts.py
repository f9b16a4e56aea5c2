"""Charts of how a game went: lines over its rounds, each named where it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, pairwise
from math import ceil, dist, hypot

from PIL import Image

from engine.data import Unit
from engine.position import Position
from render import fonts, paint, palette
from render.hex_geometry import Point, far_along
from render.history import RoundEnd
from render.labels import label, phase_name
from render.look import PLAIN, Look
from render.map_hexes import unit_sign
from render.palette import Scheme
from render.recolour import in_scheme
from render.schemes import DISTINCT
from render.seats import named
from render.shapes import Box, Disc, Layer, Polyline, Shape, Text

WIDTH, HEIGHT = 800, 560
TOP, RIGHT, BOTTOM, LEFT = 84, 168, 48, 76
SIZE = 1000
"""Width of the picture if nobody asks for another."""
TYPE = 22
SIGN = 76
"""Width of the plate with the sign of a company."""
PLATES, NEXT_TO = 14, 8
"""How far from the plot the names of lines begin, and how far the names of rounds may reach towards them."""
APART = 27
"""The least distance of two names at the right."""
GAP = 2
"""The least distance of two plates."""
LOWEST = HEIGHT - 20.0
"""Where the lowest name at the right may stand."""
LOWER = 12
"""How far from the edges of the plot the names of lines that end before the right stand, at least."""
DOTTED = 16
"""How many rounds have a dot each on a line; of more the line alone is clearer."""
BAND = 0.72
"""How much of the page is in the colour of a phase behind the lines."""
NEAR = 0.2
"""How much brighter or darker than the page a colour must be."""


STYLES: tuple[tuple[float, ...], ...] = (
    (),
    (15, 7),
    (4, 5),
    (22, 6, 4, 6),
    (8, 6),
    (14, 5, 4, 5, 4, 5),
    (34, 8),
    (22, 6, 8, 6, 4, 6),
)
"""How lines are broken: strokes and gaps by turns, in units of the chart; the first line is whole."""

RED = (0.2, 0.6, 1.0)
"""How much red counts beside green for those who do not tell the two apart, by their kinds of sight."""


@dataclass(frozen=True, slots=True)
class Series:
    """A line of the chart: its name, its colour, its values by the number of the round; a company has its sign."""

    name: str
    colour: str
    values: Mapping[int, int]
    of_unit: bool = False


def draw_chart(pos: Position, kind: str, rounds: Sequence[RoundEnd], look: Look = PLAIN) -> Image.Image:
    """Return a chart: ``worth`` of the players, ``prices`` or ``earned`` of the companies.

    :raises KeyError: when there is no such chart.
    """
    pos, scheme = in_scheme(pos, look)
    series = CHARTS[kind](pos, rounds, named(pos, look, pos.state.players), scheme)
    shapes = [
        *phase_bands(pos, rounds, scheme, look.lang),
        *chart_shapes(label(f"chart.{kind}", look.lang), series, [round_name(one) for one in rounds], scheme),
    ]
    width = look.width or SIZE
    zoom = width / WIDTH
    return paint.picture((width, ceil(HEIGHT * zoom)), shapes, scheme.page, scale=zoom, over=2)


def round_name(round_end: RoundEnd) -> str:
    """Return the label below a round: its number; a stock round has a tick alone."""
    return "" if round_end.kind == "stock" else round_end.label


def phase_bands(pos: Position, rounds: Sequence[RoundEnd], scheme: Scheme, lang: str) -> Iterator[Shape]:
    """Yield a band behind the rounds of each phase, with its name above."""
    plot, found = _Plot(max(1, len(rounds) - 1), 0, 1, 1), [one.phase for one in rounds]
    starts = [at for at, phase in enumerate(found) if not at or phase != found[at - 1]]
    for start, end in pairwise([*starts, len(found)]):
        phase = pos.title.data.phases[found[start]]
        left = plot.at(start - 0.5, 0)[0] if start else float(LEFT)
        right = plot.at(end - 0.5, 0)[0] if end < len(found) else float(WIDTH - RIGHT)
        fill = palette.mix(scheme.tiles.get(phase.colours[-1], scheme.card), scheme.page, BAND)
        yield Box((left, TOP - 30), (right, HEIGHT - BOTTOM), fill, layer=Layer.GROUND)
        name = phase_name(phase, lang)
        if fonts.width(name) * TYPE < right - left - 6:
            yield Text((left + 6, TOP - 15), name, TYPE, scheme.soft, anchor="l", layer=Layer.NAME)


def _worth(
    pos: Position, rounds: Sequence[RoundEnd], names: Mapping[str, str], scheme: Scheme
) -> list[Series]:
    colours = scheme.seats
    return [
        Series(
            names.get(player, player),
            colours[index % len(colours)],
            {at: round_end.worth[player] for at, round_end in enumerate(rounds)},
        )
        for index, player in enumerate(pos.state.players)
    ]


def _prices(
    pos: Position, rounds: Sequence[RoundEnd], names: Mapping[str, str], scheme: Scheme
) -> list[Series]:
    return list(_units(pos, [round_end.prices for round_end in rounds], scheme))


def _earned(
    pos: Position, rounds: Sequence[RoundEnd], names: Mapping[str, str], scheme: Scheme
) -> list[Series]:
    return list(_units(pos, [round_end.earned for round_end in rounds], scheme))


def _units(pos: Position, columns: Sequence[Mapping[str, int]], scheme: Scheme) -> Iterator[Series]:
    shown = [unit for unit in pos.title.data.units if any(unit.id in column for column in columns)]
    for unit, colour in zip(shown, unit_colours(shown, scheme), strict=True):
        values = {at: column[unit.id] for at, column in enumerate(columns) if unit.id in column}
        yield Series(unit_sign(unit), colour, values, of_unit=True)


def unit_colours(units: Iterable[Unit], scheme: Scheme) -> list[str]:
    """Return the colours of the lines of companies, all different."""
    others = [_seen(colour, scheme) for colour in DISTINCT.units]
    return distinct_colours([_seen(unit.colour, scheme) for unit in units], others)


def distinct_colours(colours: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the colours, all different: of equal ones the last stays, the others give way to unlike colours."""
    found = ["" if colour in colours[index + 1 :] else colour for index, colour in enumerate(colours)]
    free = list(others)
    for index, colour in enumerate(found):
        if not colour:
            used = [*filter(None, found)]
            best = max(free, key=lambda one: min((_far(one, other) for other in used), default=0))
            found[index] = best
            free = [one for one in free if one != best] or list(others)
    return found


def styles(colours: Sequence[str]) -> list[tuple[float, ...]]:
    """Return a style for each line: of its own as long as there are any, then that of the least like colours.

    Colours are alike if they are so for anybody, with whatever kind of sight.
    """
    found: list[tuple[float, ...]] = list(STYLES[: len(colours)])
    for colour in colours[len(found) :]:
        worn = list(zip(found, colours, strict=False))
        found.append(
            max(
                STYLES,
                key=lambda style: min(_unlike(colour, other) for known, other in worn if known == style),
            )
        )
    return found


def _unlike(one: str, two: str) -> float:
    """Return the distance of two colours as seen with the kind of colour blindness that confuses them most."""
    red, green, blue = (a - b for a, b in zip(palette.channels(one), palette.channels(two), strict=True))
    mixed = (hypot(part * red + (2 - part) * green, blue) for part in RED)
    return min(*mixed, hypot(red, green))


def _far(one: str, two: str) -> int:
    return sum((a - b) ** 2 for a, b in zip(palette.channels(one), palette.channels(two), strict=True))


def _seen(colour: str, scheme: Scheme) -> str:
    """Return a company's colour, stronger where it would hardly show on the page."""
    near = abs(palette.luminance(colour) - palette.luminance(scheme.page)) < NEAR
    return palette.mix(colour, scheme.ink, 0.35) if near else colour


ChartLines = Callable[[Position, Sequence[RoundEnd], Mapping[str, str], Scheme], list[Series]]
"""The lines of a chart, from the rounds, the players' names and the colours."""
CHARTS: Mapping[str, ChartLines] = {"worth": _worth, "prices": _prices, "earned": _earned}
"""The lines of each chart, by its name."""


def chart_shapes(head: str, series: Sequence[Series], labels: Sequence[str], scheme: Scheme) -> list[Shape]:
    """Return the chart as shapes: lines over the rounds, and a scale."""
    plot = _Plot.of([value for one in series for value in one.values.values()], max(1, len(labels) - 1))
    shapes: list[Shape] = [Text((16, 26), head, 28, scheme.ink, bold=True, anchor="l")]
    shapes += [*_scale(plot, scheme), *_rounds(plot, labels, scheme)]
    for one, style in zip(series, styles([one.colour for one in series]), strict=True):
        shapes += _line(plot, one, scheme, style, dotted=len(labels) <= DOTTED)
    return [*shapes, *_ends(plot, series, scheme)]


@dataclass(frozen=True, slots=True)
class _Plot:
    """Where values lie: ``last`` is the number of the last round, ``low`` and ``top`` are the ends of the scale."""

    last: int
    low: int
    top: int
    step: int

    @classmethod
    def of(cls, values: Sequence[int], last: int) -> _Plot:
        """Return a scale of about five steps on which all values and 0 lie."""
        most, least = max(0, *values, 0), min(0, *values, 0)
        step = _nice(max(most, -least)) // 5
        low = step * (least // step)
        return cls(last, low, step * ceil(most / step) if low else 5 * step, step)

    def at(self, round_end: float, value: float) -> Point:
        """Return the place of a value."""
        wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        return LEFT + wide * round_end / self.last, TOP + high * (self.top - value) / (self.top - self.low)


def _nice(most: int) -> int:
    """Return the upper end of the scale: five round steps, at least as high as the highest value."""
    tens = int(f"1{'0' * (len(str(most // 5)) - 1)}")
    return next(5 * step * tens for step in (1, 2, 3, 4, 5, 6, 8, 10) if 5 * step * tens >= most)


def _scale(plot: _Plot, scheme: Scheme) -> Iterator[Shape]:
    for value in range(plot.low, plot.top + 1, plot.step):
        left, right = plot.at(0, value), plot.at(plot.last, value)
        ink = scheme.faint if plot.low and not value else scheme.rule
        yield Polyline((left, right), ink, 1.5, Layer.GROUND)
        size = fonts.fit(str(value), TYPE, LEFT - 14)
        yield Text((LEFT - 10, left[1]), str(value), size, scheme.soft, anchor="r")


def _rounds(plot: _Plot, labels: Sequence[str], scheme: Scheme) -> Iterator[Shape]:
    """Name rounds below, as many as there is room for; those without a name are ticks."""
    free = 0.0
    for index, text in enumerate(labels):
        x, y = plot.at(index, plot.low)
        if not text:
            yield Polyline(((x, y - 8), (x, y + 8)), scheme.soft, 2, Layer.STOP)
            continue
        wide = fonts.width(text) * TYPE
        x = min(x, WIDTH - RIGHT + NEXT_TO - wide / 2)
        if x - wide / 2 >= free:
            yield Text((x, y + 26), text, TYPE, scheme.soft)
            free = x + wide / 2 + 8


def _line(
    plot: _Plot, series: Series, scheme: Scheme, style: Sequence[float], *, dotted: bool
) -> Iterator[Shape]:
    """Yield a line in its style, with a dot for each round where these are few."""
    spots = [plot.at(at, value) for at, value in series.values.items()]
    edge = palette.mix(series.colour, scheme.ink, 0.5)
    for points in broken(spots, style):
        yield Polyline(points, series.colour, 4.5, Layer.ROUTE, round=not style)
    if dotted or len(spots) == 1:
        yield from (Disc(spot, 5, series.colour, edge, 1.5, Layer.STOP) for spot in spots)


def broken(spots: Sequence[Point], style: Sequence[float]) -> Iterator[tuple[Point, ...]]:
    """Yield the strokes of a line through places, each as its points; a style without gaps leaves it whole."""
    if not style:
        yield from pairwise(spots)
        return
    lengths = cycle(style)
    left, drawn = next(lengths), True
    for one, two in pairwise(spots):
        long, done = dist(one, two), 0.0
        while done < long:
            step = min(left, long - done)
            if drawn:
                yield far_along(one, two, done / long), far_along(one, two, (done + step) / long)
            done, left = done + step, left - step
            if not left:
                left, drawn = next(lengths), not drawn


def _ends(plot: _Plot, series: Iterable[Series], scheme: Scheme) -> Iterator[Shape]:
    """Name the lines at the right, with their last values, the highest above."""
    whole = sorted((one for one in series if one.values), key=lambda one: -_last(one)[1])
    yield from _ended(plot, [one for one in whole if _last(one)[0] < plot.last], scheme)
    named = [one for one in whole if _last(one)[0] == plot.last]
    places = apart([plot.at(*_last(one))[1] for one in named], _room(len(named)), LOWEST)
    for one, y in zip(named, places, strict=True):
        end, x = plot.at(*_last(one)), WIDTH - RIGHT + PLATES
        yield Polyline((end, (x, y)), palette.mix(one.colour, scheme.page, 0.4), 1.5, Layer.TRACK)
        yield from _plate(one, (x, y), scheme, _room(len(named)) - GAP)


def _ended(plot: _Plot, ended: Iterable[Series], scheme: Scheme) -> Iterator[Shape]:
    """Name the lines that end before the right, beside their ends, each where no other name stands."""
    taken: list[tuple[float, float, float]] = []
    for one in ended:
        (x, y), wide = plot.at(*_last(one)), fonts.width(one.name, bold=True) * TYPE
        left, right = x + 8 - wide / 2, x + 8 + wide / 2
        heights = [other for start, end, other in taken if start < right and left < end]
        at = _free(min(max(y - 14, TOP + LOWER), HEIGHT - BOTTOM - LOWER), heights)
        taken.append((left, right, at))
        yield Text((x + 8, at), one.name, TYPE, scheme.ink, bold=True, halo=scheme.page, layer=Layer.NAME)


def _free(wished: float, taken: Sequence[float]) -> float:
    """Return the height nearest to the wished one, within the plot, at which a name covers none of the others."""
    tried = [wished, *(height + side * APART for height in taken for side in (-1, 1))]
    free = [
        y for y in tried if TOP <= y <= HEIGHT - BOTTOM and all(abs(y - height) >= APART for height in taken)
    ]
    return min(free or [wished], key=lambda y: abs(y - wished))


def _plate(one: Series, at: Point, scheme: Scheme, room: float) -> Iterator[Shape]:
    """Yield the colour of a line with its name and last value; the sign of a company stands on its colour."""
    (x, y), edge = at, palette.mix(one.colour, scheme.ink, 0.5)
    wide, high = (SIGN, min(25, room)) if one.of_unit else (16, min(20, room))
    yield Box((x, y - high / 2), (x + wide, y + high / 2), one.colour, edge, 1.5, 4, Layer.TOKEN)
    if one.of_unit:
        ink = palette.ink_on(one.colour)
        yield Text((x + wide / 2, y), one.name, TYPE, ink, bold=True, layer=Layer.NAME)
    value = str(_last(one)[1])
    room = RIGHT - wide - 30 - fonts.width(f" {value}", bold=True) * TYPE
    name = "" if one.of_unit else fonts.shorten(one.name, TYPE, room, bold=True)
    left = x + wide + 6
    for text in filter(None, (name, value)):
        yield Text((left, y), text, TYPE, scheme.ink, bold=True, anchor="l", layer=Layer.NAME)
        left += fonts.width(f"{text} ", bold=True) * TYPE


def _last(series: Series) -> tuple[int, int]:
    return max(series.values.items())


def apart(wished: Sequence[float], room: float, low: float) -> list[float]:
    """Return heights in the same order with room between them, none below the lowest if that is possible."""
    found: list[float] = []
    for y in wished:
        found.append(max(y, found[-1] + room) if found else y)
    for index in reversed(range(len(found))):
        found[index] = min(found[index], low)
        low = found[index] - room
    return found


def _room(count: int) -> float:
    """Return how far apart so many names at the right are, if they are as near to each other as they may."""
    return min(APART, (HEIGHT - TOP - 6) / max(1, count))
