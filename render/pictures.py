"""The pictures of a position by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PIL import Image

from engine.position import Position
from render.charters import draw_charters
from render.maps import draw_map
from render.market import draw_market
from render.phone_map import draw_phone_map
from render.tile_sheets import draw_supply

PICTURES: Mapping[str, Callable[..., Image.Image]] = {
    "map": draw_map,
    "market": draw_market,
    "charters": draw_charters,
    "phone": draw_phone_map,
    "tiles": draw_supply,
}
USUAL = ("map", "market", "charters")


def brushes(scheme: str = "light", lang: str = "en") -> dict[str, Callable[[Position], Image.Image]]:
    """Return for each kind what draws it."""
    return {kind: partial(draw, scheme=scheme, lang=lang) for kind, draw in PICTURES.items()}
