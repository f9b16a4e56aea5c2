"""Who owns which minors, told on the map: rings in the colours of seats around tokens, and a legend of them."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from engine.position import Position
from render import fonts
from render.head import GAP, MARGIN, STRIP, TYPE, WIDTH
from render.labels import label
from render.look import Look
from render.map_hexes import unit_sign
from render.recolour import in_scheme
from render.seats import named, seat_colour, seat_plate
from render.shapes import Layer, Shape, Text, moved
from render.unpainted import UnpaintedPage

NAME = 190
"""The most room for a name."""


def minors_on_map(pos: Position) -> dict[str, list[str]]:
    """Return the signs of the minors whose tokens lie on the map, by the players who own them, in order of seats."""
    lying = {token.unit for tokens in pos.state.tokens.values() for token in tokens}
    found: dict[str, list[str]] = {player: [] for player in pos.state.players}
    for unit in pos.title.data.units:
        owner = pos.state.owners.get(unit.id)
        if unit.id in lying and not unit.shares and owner in found:
            found[owner].append(unit_sign(unit))
    return {player: signs for player, signs in found.items() if signs}


def draw_owners(pos: Position, look: Look) -> Image.Image | None:
    """Return the legend of the rings, as wide as a map; None where no ring is drawn."""
    page = owners_page(pos, look)
    return page.painted() if page else None


def owners_page(pos: Position, look: Look) -> UnpaintedPage | None:
    """Return the same before it is painted."""
    pos, scheme = in_scheme(pos, look)
    owners = minors_on_map(pos)
    if not owners:
        return None
    text = label("rings", look.lang)
    shapes: list[Shape] = [Text((MARGIN, STRIP / 2), text, TYPE, scheme.soft, anchor="l", layer=Layer.NAME)]
    x, y = MARGIN + fonts.width(text) * TYPE + 2 * GAP, STRIP / 2
    for wide, group in _groups(pos, owners, look):
        if x + wide > WIDTH - MARGIN:
            x, y = float(MARGIN), y + STRIP
        shapes += [moved(shape, x, y) for shape in group]
        x += wide + 3 * GAP
    return UnpaintedPage((WIDTH, y + STRIP / 2 + 4), tuple(shapes), scheme.page, look.width or WIDTH)


def _groups(pos: Position, owners: dict[str, list[str]], look: Look) -> Iterator[tuple[float, list[Shape]]]:
    """Yield for each owner a plate with the name, and the signs of the minors, with the width of all of it."""
    scheme = look.colours
    for player, name in named(pos, look, owners).items():
        text = fonts.shorten(name, TYPE, NAME, bold=True)
        plate = fonts.width(text, bold=True) * TYPE + 14
        signs = " ".join(owners[player])
        yield (
            plate + GAP + fonts.width(signs, bold=True) * TYPE,
            [
                *seat_plate((plate / 2, 0), text, seat_colour(pos, player, scheme), (plate, 30)),
                Text((plate + GAP, 0), signs, TYPE, scheme.ink, bold=True, anchor="l", layer=Layer.NAME),
            ],
        )
