"""``make legible``: how high capitals and digits are when a picture is 400 pixels wide, per view and title.

Measured on boards full of tiles and tokens, from what is really drawn; exits with 1 where something that must be read
is lower than it may be.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from PIL import Image

import render
from engine.position import Position
from engine.title import Title
from render import paint, sprites
from render.paint import DrawnText
from render.shapes import Layer
from tests.render import scenes

NARROW = 400
LEAST = 7.0
"""Pixels that are demanded."""
SIGNS = {"\u00d7", "\u221e"}

Drawing = Callable[[Position], Iterable[Image.Image]]


@dataclass(frozen=True, slots=True)
class Measured:
    """The lowest text of one sort in a view of a title."""

    title: str
    view: str
    sort: str
    text: str
    height: float

    @property
    def low(self) -> bool:
        """Tell whether that is lower than it may be."""
        return self.sort in DEMANDED.get(self.view, ()) and self.height < LEAST


def _parts(pos: Position) -> Iterator[Image.Image]:
    for part in range(len(render.map_parts(tuple(pos.title.hexes)))):
        yield render.draw_phone_map(pos, part)


VIEWS: Mapping[str, Drawing] = {
    "map": lambda pos: [render.draw_map(pos)],
    "parts": _parts,
    "own part": lambda pos: [render.draw_own_part(pos)],
    "market": lambda pos: [render.draw_market(pos)],
    "charters": lambda pos: [render.draw_charters(pos)],
}
ON_MAPS = {"map", "parts", "own part"}
DEMANDED = {
    "parts": ("tokens", "revenue", "values"),
    "own part": ("tokens", "revenue", "values"),
    "market": ("prices",),
    "charters": ("texts",),
}


def sort_of(drawn: DrawnText, view: str) -> str:
    """What a text is: on a map by its layer, elsewhere a price or another text."""
    if view not in ON_MAPS:
        return "prices" if view == "market" and drawn.text.isdigit() else "texts"
    if drawn.layer is Layer.TOKEN:
        return "tokens"
    if drawn.layer is Layer.NAME:
        return "names"
    if drawn.text.isdigit() and drawn.layer is Layer.MARK:
        return "revenue" if drawn.bold else "values"
    return "others"


def measure(title: Title) -> Iterator[Measured]:
    """The lowest text of each sort, per view, on boards of every colour."""
    boards = [scenes.filled(title, colour) for colour in ("yellow", "green", "brown", "gray")]
    for view, draw in VIEWS.items():
        lowest: dict[str, tuple[float, str]] = {}
        for pos in boards:
            for text, sort, height in heights(draw, pos, view):
                lowest[sort] = min(lowest.get(sort, (height, text)), (height, text))
        for sort, (height, text) in sorted(lowest.items()):
            yield Measured(title.name, view, sort, text, height)


def heights(draw: Drawing, pos: Position, view: str) -> Iterator[tuple[str, str, float]]:
    """Each text of a view, what it is, and how high its capitals are in a picture 400 pixels wide."""
    sprites.sprite.clear()
    with paint.texts_drawn() as found:
        for image in draw(pos):
            for one in found:
                if one.text.strip() and one.text not in SIGNS:
                    yield one.text, sort_of(one, view), one.cap * NARROW / image.width
            found.clear()
            sprites.sprite.clear()


def main() -> int:
    """Print the table; 1 where something is too low."""
    low = 0
    sys.stdout.write(f"{'title':<8}{'view':<10}{'what':<10}{'px':>6}  lowest\n")
    for title in scenes.every_board():
        players = len(scenes.setup(title).players)
        for one in measure(title):
            low += one.low
            mark = f" below {LEAST:g}" if one.low else ""
            name = f"{one.title} {players}p" if players <= 2 else one.title
            sys.stdout.write(f"{name:<9}{one.view:<10}{one.sort:<10}{one.height:>6.1f}  {one.text}{mark}\n")
    sys.stdout.write(f"{low} below {LEAST:g} px at {NARROW} px\n")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
