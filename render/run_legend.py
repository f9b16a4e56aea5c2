"""The legend of a run: each train with the stops of its route and their values, the sum, and what a share gets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from assets import places, sentences
from engine.position import Position
from render import fonts, paint, palette
from render.look import PLAIN, Look
from render.map_hexes import ShownRoute
from render.palette import Scheme
from render.shapes import Box, Layer, Shape, Text
from render.sheet import in_lines

WIDTH = 800
MARGIN = 16
LINE, TYPE = 34, 23
SWATCH = (64, 28)
ROOM = WIDTH - 2 * MARGIN - SWATCH[0] - 12
"""Width of the lines beside a swatch."""
JOIN = " \u2013 "


def draw_run_legend(pos: Position, routes: Sequence[ShownRoute], look: Look = PLAIN) -> Image.Image:
    """Return the legend as a picture."""
    scheme, lang = look.colours, look.lang
    shapes: list[Shape] = []
    y = float(MARGIN)
    for index, route in enumerate(routes):
        colour = scheme.routes[index % len(scheme.routes)]
        shapes += _swatch((MARGIN, y), route.train, colour)
        for line in in_lines(" ".join(_told(pos, route, lang)), ROOM / TYPE):
            at = MARGIN + SWATCH[0] + 12, y + LINE / 2
            shapes.append(Text(at, line, TYPE, scheme.ink, anchor="l", layer=Layer.NAME))
            y += LINE
    if total := earned(pos, routes, lang):
        shapes.append(_bold((MARGIN, y + LINE / 2), total, scheme))
        y += LINE
    return paint.page((WIDTH, y + MARGIN), shapes, scheme.page, look.width or WIDTH)


def _bold(at: tuple[float, float], text: str, scheme: Scheme) -> Text:
    return Text(
        at, text, fonts.fit(text, TYPE, WIDTH - 2 * MARGIN, bold=True), scheme.ink, bold=True, anchor="l"
    )


def _swatch(low: tuple[float, float], train: str, colour: str) -> Iterator[Shape]:
    """Yield the train on the colour of its route."""
    (x, y), (wide, high) = low, SWATCH
    yield Box((x, y + 3), (x + wide, y + 3 + high), colour, radius=6, layer=Layer.STOP)
    size = fonts.fit(train, TYPE, wide - 8, bold=True)
    yield Text((x + wide / 2, y + 3 + high / 2), train, size, palette.ink_on(colour), bold=True)


def _told(pos: Position, route: ShownRoute, lang: str) -> Iterator[str]:
    """Yield the stops of a route with their values, then what it earns besides, then all it earns."""
    stops = [stop_value(pos, step, lang) for step in route.path if "." in step]
    yield JOIN.join(f"{place} {value}" for place, value in stops)
    revenue = getattr(route, "revenue", None)
    if revenue is not None:
        if more := revenue - sum(value for _, value in stops):
            yield sentences.say("picture.run.besides", lang, value=f"{more:+}".replace("-", "\u2212"))
        yield f"= {revenue}"


def stop_value(pos: Position, step: str, lang: str) -> tuple[str, int]:
    """Return the name of a stop of a route, with its hex, and its value now."""
    hex_, _, index = step.partition(".")
    stop = pos.face(hex_)[0].stops[int(index)]
    name = pos.stop_called(hex_, int(index)) or pos.title.hexes[hex_].name
    return f"{hex_} {places.in_language(name, lang)}".rstrip(), stop.value(pos.phase.colours)


def earned(pos: Position, routes: Sequence[ShownRoute], lang: str) -> str:
    """What all trains earn together, and what the smallest share of the unit gets of it."""
    earned = [getattr(route, "revenue", None) for route in routes]
    if not routes or any(one is None for one in earned):
        return ""
    revenue = sum(filter(None, earned))
    unit = pos.title.units.get(pos.unit)
    if unit is None or not unit.shares:
        return sentences.say("picture.run.total", lang, revenue=revenue)
    share = min(unit.shares)
    each, part = sentences.number(revenue * share / 100, lang), sentences.percent(share, lang)
    return sentences.say("picture.run.per_share", lang, revenue=revenue, share=part, each=each)
