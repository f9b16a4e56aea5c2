"""The map of a position: whole, and the part around some hexes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from PIL import Image

from engine.board.hexes import coordinates
from engine.position import Position
from render import unpainted
from render.head import draw_head, head_page
from render.look import PLAIN, Look
from render.map_picture import FRAME, WIDTH, MapContent, MapPicture, UnpaintedMap
from render.owners import draw_owners, owners_page
from render.run_legend import draw_run_legend
from render.sizes import PRINT
from render.unpainted import Unpainted, UnpaintedStack


def draw_map(pos: Position, what: MapContent | None = None, look: Look = PLAIN) -> Image.Image:
    """The map; the order of turns stands above it if the look has a caption or names."""
    return unpainted_map(pos, what, look).painted()


def unpainted_map(pos: Position, what: MapContent | None = None, look: Look = PLAIN) -> Unpainted:
    """The same before it is painted."""
    land = UnpaintedMap.of(pos, what or MapContent(), look)
    if not look.caption and look.names is None:
        return land
    wide = replace(look, width=land.width)
    parts = head_page(pos, wide), land, owners_page(pos, wide)
    return UnpaintedStack(tuple(part for part in parts if part), look.colours.page)


def with_head(image: Image.Image, pos: Position, look: Look) -> Image.Image:
    """A picture below its head, and above the legend of owners, if it has a caption or names are known."""
    if not look.caption and look.names is None:
        return image
    wide = replace(look, width=image.width)
    parts = draw_head(pos, wide), image, draw_owners(pos, wide)
    return stacked([part for part in parts if part], look)


def stacked(images: Sequence[Image.Image], look: Look) -> Image.Image:
    """Pictures one below the other."""
    return unpainted.stacked(images, look.colours.page)


HALF = 72
"""Half the width of a hex of a close-up, in pixels, where the picture does not become wider than a map."""
NARROW = 800
"""The least width of a close-up."""


def draw_closeup(pos: Position, what: MapContent | None = None, look: Look = PLAIN) -> Image.Image:
    """The part of the map around routes, changes and plans, which are outlined; routes have a legend below.

    Every hex is shown whole, and there is one more on each side.
    """
    shown = what or MapContent()
    passed = [step.partition(".")[0] for route in shown.routes for step in route.path]
    wanted = (*shown.highlight, *passed, *(hex_ for hex_, _, _ in shown.plan))
    image = _part(pos, shown, block(pos, wanted), look)
    if not shown.routes:
        return image
    legend = draw_run_legend(pos, shown.routes, replace(look, width=image.width))
    return stacked([image, legend], look)


def _part(pos: Position, content: MapContent, hexes: tuple[str, ...], look: Look) -> Image.Image:
    """These hexes as large as a close-up shows them."""
    columns = [coordinates(hex_)[1] for hex_ in hexes]
    count = max(columns) - min(columns) + 2
    width = min(WIDTH, max(NARROW, count * HALF + 2 * FRAME))
    sheet = MapPicture.empty(hexes, replace(look, width=width), FRAME * WIDTH / width)
    sheet.fill(pos, content, PRINT)
    return sheet.image


def block(pos: Position, wanted: Collection[str], margin: int = 1) -> tuple[str, ...]:
    """Return the hexes of the map in the block around some of them, so many more to each side.

    :raises KeyError: none of them is on the map.
    """
    places = [coordinates(hex_) for hex_ in wanted if hex_ in pos.title.hexes]
    if not places:
        raise KeyError(tuple(wanted))
    (top, low), (left, right) = (
        (min(values) - margin * step, max(values) + margin * step)
        for values, step in zip(zip(*places, strict=True), (1, 2), strict=True)
    )
    spots = {hex_: coordinates(hex_) for hex_ in pos.title.hexes}
    return tuple(
        hex_ for hex_, (row, column) in spots.items() if top <= row <= low and left <= column <= right
    )
