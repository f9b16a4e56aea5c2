"""Charts of how a game went: lines over its rounds, each named where it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from PIL import Image

from engine.position import Position
from render import fonts, paint, theme
from render.cells import sign
from render.course import Moment
from render.dress import dressed
from render.labels import label
from render.layout import Point
from render.shapes import Box, Disc, Layer, Line, Shape, Text
from render.theme import Scheme

KINDS = ("worth", "prices", "earned")
WIDTH, HEIGHT = 1000, 620
TOP, RIGHT, BOTTOM, LEFT = 64, 150, 52, 74
TYPE = 20
APART = 24
"""The least distance of two names at the right."""


@dataclass(frozen=True, slots=True)
class Series:
    """A line: its name, its colour, and its values by the number of the moment."""

    name: str
    colour: str
    values: Mapping[int, int]


def chart(  # noqa: PLR0913 - what a caller may ask of a chart
    kind: str,
    pos: Position,
    moments: Sequence[Moment],
    *,
    names: Mapping[str, str] | None = None,
    width: int = WIDTH,
    scheme: str = "light",
    lang: str = "en",
) -> Image.Image:
    """Return a chart: ``worth`` of the players, ``prices`` or ``earned`` of the companies.

    :raises KeyError: there is no such chart.
    """
    pos, look = dressed(pos, scheme)
    series = SERIES[kind](pos, moments, names or {}, look)
    shapes = compose(label(f"chart.{kind}", lang), series, [moment.label for moment in moments], look)
    zoom = width / WIDTH
    return paint.picture((width, ceil(HEIGHT * zoom)), shapes, look.page, scale=zoom, over=2)


def _worth(pos: Position, moments: Sequence[Moment], names: Mapping[str, str], look: Scheme) -> list[Series]:
    colours = (*look.routes, look.soft)
    return [
        Series(
            fonts.drawable(names.get(player, player)) or player,
            colours[index % len(colours)],
            {at: moment.worth[player] for at, moment in enumerate(moments)},
        )
        for index, player in enumerate(pos.state.players)
    ]


def _prices(pos: Position, moments: Sequence[Moment], names: Mapping[str, str], look: Scheme) -> list[Series]:
    return list(_units(pos, [moment.prices for moment in moments], look))


def _earned(pos: Position, moments: Sequence[Moment], names: Mapping[str, str], look: Scheme) -> list[Series]:
    return list(_units(pos, [moment.earned for moment in moments], look))


def _units(pos: Position, columns: Sequence[Mapping[str, int]], look: Scheme) -> Iterator[Series]:
    for unit in pos.title.data.units:
        values = {at: column[unit.id] for at, column in enumerate(columns) if unit.id in column}
        if values:
            yield Series(sign(unit), _seen(unit.colour, look), values)


def _seen(colour: str, look: Scheme) -> str:
    """Return a company's colour, stronger where it is too much like the page."""
    near = abs(theme.luminance(colour) - theme.luminance(look.page)) < NEAR
    return theme.mix(colour, look.ink, 0.35) if near else colour


NEAR = 0.2
SERIES = {"worth": _worth, "prices": _prices, "earned": _earned}


def compose(head: str, series: Sequence[Series], labels: Sequence[str], look: Scheme) -> list[Shape]:
    """Return the chart as shapes: lines over the rounds, and a scale."""
    top = _nice(max((value for one in series for value in one.values.values()), default=0))
    plot = _Plot(max(1, len(labels) - 1), top)
    shapes: list[Shape] = [Text((LEFT, 30), head, 28, look.ink, bold=True, anchor="l")]
    shapes += [*_scale(plot, look), *_rounds(plot, labels, look)]
    for one in series:
        shapes += _line(plot, one, look)
    return [*shapes, *_ends(plot, series, look)]


@dataclass(frozen=True, slots=True)
class _Plot:
    """Where values lie: ``last`` is the number of the last moment, ``top`` the value at the upper end."""

    last: int
    top: int

    def at(self, moment: int, value: float) -> Point:
        """Return the place of a value."""
        wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        return LEFT + wide * moment / self.last, TOP + high * (1 - value / self.top)


def _nice(most: int) -> int:
    """Return a round number that is not below the most: the upper end of the scale, in five steps."""
    tens = int(f"1{'0' * (len(str(most // 5)) - 1)}")
    return next(5 * step * tens for step in (1, 2, 3, 4, 5, 6, 8, 10) if 5 * step * tens >= most)


def _scale(plot: _Plot, look: Scheme) -> Iterator[Shape]:
    for index in range(6):
        value = plot.top * index // 5
        left, right = plot.at(0, value), plot.at(plot.last, value)
        yield Line((left, right), look.rule, 1.5, Layer.GROUND)
        yield Text((LEFT - 10, left[1]), str(value), TYPE, look.soft, anchor="r")


def _rounds(plot: _Plot, labels: Sequence[str], look: Scheme) -> Iterator[Shape]:
    """Name rounds below, as many as there is room for."""
    room = (WIDTH - LEFT - RIGHT) / max(1, len(labels))
    every = max(1, ceil(max((fonts.width(text) for text in labels), default=0) * TYPE * 1.25 / room))
    for index in range(0, len(labels), every):
        x, y = plot.at(index, 0)
        yield Text((x, y + 24), labels[index], TYPE, look.soft)


def _line(plot: _Plot, series: Series, look: Scheme) -> Iterator[Shape]:
    spots = [plot.at(at, value) for at, value in series.values.items()]
    edge = theme.mix(series.colour, look.ink, 0.5)
    for one, two in pairwise(spots):
        yield Line((one, two), series.colour, 4.5, Layer.ROUTE, round=True)
    yield from (Disc(spot, 6, series.colour, edge, 1.5, Layer.STOP) for spot in spots)


def _ends(plot: _Plot, series: Iterable[Series], look: Scheme) -> Iterator[Shape]:
    """Name the lines at the right, with their last values, the highest above."""
    whole = [one for one in series if one.values]
    for one in whole:
        if _last(one)[0] < plot.last:
            x, y = plot.at(*_last(one))
            yield Text((x + 8, y - 14), one.name, 16, look.ink, bold=True, halo=look.page, layer=Layer.NAME)
    named = sorted((one for one in whole if _last(one)[0] == plot.last), key=lambda one: -_last(one)[1])
    places = _apart([plot.at(*_last(one))[1] for one in named])
    for one, y in zip(named, places, strict=True):
        end, x = plot.at(*_last(one)), WIDTH - RIGHT + 18
        edge = theme.mix(one.colour, look.ink, 0.5)
        yield Line((end, (x, y)), theme.mix(one.colour, look.page, 0.4), 1.5, Layer.TRACK)
        yield Box((x, y - 9), (x + 18, y + 9), one.colour, edge, 1.5, 4, Layer.STATION)
        text = f"{one.name} {_last(one)[1]}"
        size = fonts.fit(text, TYPE, RIGHT - 50, bold=True)
        yield Text((x + 26, y), text, size, look.ink, bold=True, anchor="l", layer=Layer.NAME)


def _last(series: Series) -> tuple[int, int]:
    return max(series.values.items())


def _apart(wished: Sequence[float]) -> list[float]:
    """Return heights in the same order with room between them, none below the plot if that is possible."""
    room = min(APART, (HEIGHT - TOP - 10) / max(1, len(wished)))
    found: list[float] = []
    for y in wished:
        found.append(max(y, found[-1] + room) if found else y)
    low = HEIGHT - 20.0
    for index in reversed(range(len(found))):
        found[index] = min(found[index], low)
        low = found[index] - room
    return found
