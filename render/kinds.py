"""The pictures of a position by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PIL import Image

from engine.position import Position
from render.atlas import phone
from render.board import board
from render.charters import charters
from render.market import market
from render.tiles import supply

KINDS: Mapping[str, Callable[..., Image.Image]] = {
    "map": board,
    "market": market,
    "charters": charters,
    "phone": phone,
    "tiles": supply,
}
USUAL = ("map", "market", "charters")


def brushes(scheme: str = "light", lang: str = "en") -> dict[str, Callable[[Position], Image.Image]]:
    """Return for each kind what draws it."""
    return {kind: partial(draw, scheme=scheme, lang=lang) for kind, draw in KINDS.items()}
