"""The map of a position: whole, and the part around some hexes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from PIL import Image

from engine.board.hexes import coordinates
from engine.position import Position
from render.head import draw_head
from render.map_hexes import ShownRoute
from render.map_picture import FRAME, WIDTH, MapContent, MapPicture, PlannedTile
from render.run_legend import draw_run_legend
from render.schemes import scheme as look_of
from render.sizes import PRINT


def draw_map(  # noqa: PLR0913 - what a caller may ask of a map
    pos: Position,
    *,
    highlight: Iterable[str] = (),
    routes: Sequence[ShownRoute] = (),
    plan: Sequence[PlannedTile] = (),
    width: int = WIDTH,
    scheme: str = "light",
    caption: str = "",
    names: Mapping[str, str] | None = None,
    lang: str = "en",
) -> Image.Image:
    """Return the map: ``highlight`` outlines hexes that changed, ``routes`` are drawn in colours of their own.

    A route is anything with ``train``, ``path`` and perhaps ``revenue``. Tiles of a ``plan`` are shown as ghosts. The
    order of turns stands above the map if there is a caption or the ``names`` of players are given.
    """
    sheet = MapPicture.empty(tuple(pos.title.hexes), width, scheme)
    sheet.fill(MapContent(pos, highlight, routes, plan, lang))
    return with_head(sheet.image, pos, scheme, caption, names, lang)


def with_head(  # noqa: PLR0913, PLR0917 - a head says who, what and in which language
    image: Image.Image,
    pos: Position,
    scheme: str,
    caption: str,
    names: Mapping[str, str] | None,
    lang: str,
) -> Image.Image:
    """Return a picture below its head, if it has a caption or the names of players are known."""
    if not caption and names is None:
        return image
    head = draw_head(pos, names=names, width=image.width, scheme=scheme, caption=caption, lang=lang)
    return stacked([head, image], scheme) if head else image


def stacked(images: Sequence[Image.Image], scheme: str) -> Image.Image:
    """Return pictures one below the other."""
    wide = max(image.width for image in images)
    whole = Image.new("RGB", (wide, sum(image.height for image in images)), look_of(scheme).page)
    y = 0
    for image in images:
        whole.paste(image, (0, y))
        y += image.height
    return whole


HALF = 72
"""Half the width of a hex of a close-up, in pixels, where the picture does not become wider than a map."""
NARROW = 800
"""The least width of a close-up."""


def draw_closeup(  # noqa: PLR0913 - as above
    pos: Position,
    hexes: Sequence[str] = (),
    *,
    routes: Sequence[ShownRoute] = (),
    plan: Sequence[PlannedTile] = (),
    scheme: str = "light",
    lang: str = "en",
) -> Image.Image:
    """Return the part of the map around routes and some hexes, which are outlined; routes have a legend below.

    Every hex is shown whole, and there is one more on each side.
    """
    passed = [step.partition(".")[0] for route in routes for step in route.path]
    wanted = (*hexes, *passed, *(hex_ for hex_, _, _ in plan))
    content = MapContent(pos, hexes, routes, plan, lang, PRINT)
    image = _part(content, block(pos, wanted), scheme)
    if not routes:
        return image
    return stacked([image, draw_run_legend(pos, routes, image.width, scheme, lang)], scheme)


def _part(content: MapContent, hexes: tuple[str, ...], scheme: str) -> Image.Image:
    """Return these hexes as large as a close-up shows them."""
    columns = [coordinates(hex_)[1] for hex_ in hexes]
    count = max(columns) - min(columns) + 2
    width = min(WIDTH, max(NARROW, count * HALF + 2 * FRAME))
    sheet = MapPicture.empty(hexes, width, scheme, FRAME * WIDTH / width)
    sheet.fill(content)
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
