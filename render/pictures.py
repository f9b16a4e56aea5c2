"""The pictures that need nothing but a position: one table for the command line, samples and measurements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PIL import Image

from render.charters import draw_charters
from render.maps import draw_map
from render.market import draw_market
from render.phone_map import draw_own_part
from render.supply import draw_supply
from render.tile_sheets import draw_tiles


@dataclass(frozen=True, slots=True)
class PictureKind:
    """What draws a kind of picture; ``limit`` are the milliseconds that one may take which every move brings."""

    draw: Callable[..., Image.Image]
    limit: int | None = None


PICTURES: Mapping[str, PictureKind] = {
    "map": PictureKind(draw_map, limit=120),
    "market": PictureKind(draw_market, limit=60),
    "charters": PictureKind(draw_charters, limit=60),
    "supply": PictureKind(draw_supply, limit=60),
    "phone": PictureKind(draw_own_part),
    "tiles": PictureKind(draw_tiles),
}
EVERY_MOVE = tuple(name for name, kind in PICTURES.items() if kind.limit)
