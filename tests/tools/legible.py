"""``make legible``: how high capitals and digits are where a picture is really shown: on a phone, at a desk.

Discord shows a picture of a message about 350 pixels wide on a phone, 550 at a desk. Measured on boards full of
tiles and tokens and on decisions of whole games, from what is really drawn; exits with 1 where something is lower
than it may be that is meant to be read there. What is not meant to be read there is in :data:`ENLARGED`, with why.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from PIL import Image

import render
from engine.decisions import DecisionKind
from engine.position import Position
from engine.title import Title
from render import fonts, palette, sprites
from render.decisions import draw_decision
from render.schemes import LIGHT
from render.shapes import Layer
from tests.render import scenes
from tests.render.decisions.kinds import LONG, PEOPLE, TABLES, asked, positions
from tests.render.drawn_texts import DrawnText, texts_drawn

WIDTHS: Mapping[str, int] = {"phone": 350, "desk": 550}
"""How wide a picture of a message is shown, in pixels."""
LEAST = 7.0
"""Pixels that are demanded."""
SIGNS = {"\u00d7", "\u221e", "\u2192"}

Drawing = Callable[[Position], Iterable[Image.Image]]


@dataclass(frozen=True, slots=True)
class Measured:
    """The lowest text of one sort in a view of a title, in units of the width of the picture."""

    title: str
    view: str
    sort: str
    text: str
    part: float

    def height(self, screen: str) -> float:
        """How high it is on a screen, in pixels."""
        return self.part * WIDTHS[screen]

    def low(self, screen: str) -> bool:
        """Tell whether that is lower than it may be."""
        return (self.view, self.sort, screen) not in ENLARGED and self.height(screen) < LEAST


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
WHOLE_MAP = (
    "a whole map shows where things lie; the card has what matters of it, /show phone all of it in parts"
)
PLACES = "names of places and letters of tiles are known or looked up by the coordinate, which can be read"
MARKERS = (
    "the sign of a marker is as wide as its cell; its colour tells the company, and the charters its price"
)
SIGNED = (
    "a sign such as NWB in a hex of two cities cannot be larger than its token, whose colour tells as much"
)
ENLARGED: Mapping[tuple[str, str, str], str] = {
    **{
        ("map", sort, screen): WHOLE_MAP
        for sort in ("tokens", "broad", "revenue", "values", "costs", "names", "others")
        for screen in WIDTHS
    },
    **{
        (view, sort, screen): PLACES
        for view in ("parts", "own part")
        for sort in ("names", "others", "costs")
        for screen in WIDTHS
    },
    **{("card", sort, "phone"): PLACES for sort in ("names", "others")},
    ("market", "signs", "phone"): MARKERS,
    ("card", "broad", "phone"): SIGNED,
}
"""What is not meant to be read without enlarging the picture, by view, sort and screen: why."""


BROAD = 1.8
"""How wide a sign is that hardly fits a token, in units of its size."""
COSTS = {palette.mix(colour, LIGHT.ink, 0.35) for colour in (LIGHT.wave, LIGHT.mountain)}
"""The inks of what terrain costs."""


def sort_of(drawn: DrawnText, view: str, *, on_map: bool) -> str:
    """What a text is: on a map by its layer, elsewhere a price or another text."""
    if not on_map:
        is_sign = view == "market" and drawn.bold and drawn.layer is Layer.NAME
        return "signs" if is_sign else "prices" if view == "market" and drawn.text.isdigit() else "texts"
    if drawn.layer is Layer.TOKEN:
        return "broad" if fonts.width(drawn.text, bold=True) > BROAD else "tokens"
    if drawn.layer is Layer.NAME:
        return "names"
    if drawn.text.isdigit() and drawn.layer is Layer.MARK:
        if drawn.colour in COSTS:
            return "costs"
        return "revenue" if drawn.bold else "values"
    return "others"


def measure(title: Title) -> Iterator[Measured]:
    """The lowest text of each sort, per view, on boards of every colour."""
    boards = [scenes.filled(title, colour) for colour in ("yellow", "green", "brown", "gray")]
    for view, draw in VIEWS.items():
        lowest: dict[str, tuple[float, str]] = {}
        for pos in boards:
            for text, sort, part in parts(draw, pos, view):
                lowest[sort] = min(lowest.get(sort, (part, text)), (part, text))
        for sort, (part, text) in sorted(lowest.items()):
            yield Measured(title.name, view, sort, text, part)


def measure_cards(title: str, players: int) -> Iterator[Measured]:
    """The lowest text of each sort on the card of each kind of decision of a game; long names, in Hungarian."""
    look = render.Look("light", "hu", dict(zip(PEOPLE, LONG, strict=True)))
    lowest: dict[str, tuple[float, str]] = {}
    for kind, pos in positions(title, players).items():

        def draw(pos: Position, kind: DecisionKind = kind) -> list[Image.Image]:
            return [draw_decision(pos, asked(pos, kind), look)]

        for text, sort, part in parts(draw, pos, "card"):
            lowest[sort] = min(lowest.get(sort, (part, text)), (part, text))
    for sort, (part, text) in sorted(lowest.items()):
        yield Measured(title, "card", sort, text, part)


def parts(draw: Drawing, pos: Position, view: str) -> Iterator[tuple[str, str, float]]:
    """Each text of a view, what it is, and how high its capitals are in units of the width of the picture."""
    sprites.sprite.clear()
    with texts_drawn() as found:
        for image in draw(pos):
            for one in found:
                if one.text.strip() and one.text not in SIGNS:
                    on_map = view in ON_MAPS or one.on_hex
                    yield one.text, sort_of(one, view, on_map=on_map), one.cap / image.width
            found.clear()
            sprites.sprite.clear()


def measured() -> Iterator[Measured]:
    """All there is to measure."""
    for title in scenes.every_board():
        yield from measure(title)
    for title, players in TABLES:
        yield from measure_cards(title, players)


def main() -> int:
    """Print the table; 1 where something is too low."""
    low = 0
    heads = "".join(f"{f'{screen} {width}':>11}" for screen, width in WIDTHS.items())
    sys.stdout.write(f"{'title':<8}{'view':<10}{'what':<9}{heads}  lowest\n")
    for one in measured():
        cells = []
        for screen in WIDTHS:
            mark = "!" if one.low(screen) else "-" if (one.view, one.sort, screen) in ENLARGED else " "
            cells.append(f"{one.height(screen):>10.1f}{mark}")
            low += one.low(screen)
        sys.stdout.write(f"{one.title:<8}{one.view:<10}{one.sort:<9}{''.join(cells)}  {one.text}\n")
    for why in dict.fromkeys(ENLARGED.values()):
        sys.stdout.write(f"- enlarged: {why}\n")
    sys.stdout.write(f"{low} below {LEAST:g} px (!)\n")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
