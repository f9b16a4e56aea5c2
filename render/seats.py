"""Players as they are shown everywhere: a sign of two letters in the colour of their seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.position import Position
from render import fonts, palette
from render.hex_geometry import Point
from render.palette import Scheme
from render.shapes import Box, Layer, Shape, Text

SIZE = 22
"""Size of type of a sign, in units of a sheet."""


def seat_signs(names: Mapping[str, str]) -> dict[str, str]:
    """Return a sign of two letters for each player, all different; ``names`` are those shown of them."""
    signs: dict[str, str] = {}
    for player, name in names.items():
        signs[player] = next(sign for sign in _candidates(name) if sign not in signs.values())
    return signs


def _candidates(name: str) -> Iterator[str]:
    """Yield the first letter with each letter after it, then with each digit."""
    letters = [letter for letter in name if letter.isalnum()] or ["?"]
    first = letters[0].upper()
    yield from (first + letter.lower() for letter in letters[1:])
    yield from (f"{first}{number}" for number in range(1, 100))


def seat_colour(pos: Position, player: str, scheme: Scheme) -> str:
    """Return the colour of a player's seat; who has no seat is grey."""
    if player not in pos.state.players:
        return scheme.soft
    return scheme.seats[pos.state.players.index(player) % len(scheme.seats)]


def seat_plate(at: Point, text: str, colour: str, size: Point = (38, 32)) -> list[Shape]:
    """Return a plate in the colour of a seat, with a sign or a name."""
    (x, y), (wide, high) = at, size
    box = Box((x - wide / 2, y - high / 2), (x + wide / 2, y + high / 2), colour, radius=5, layer=Layer.TOKEN)
    fitted = fonts.fit(text, SIZE, wide - 2, bold=True)
    return [box, Text(at, text, fitted, palette.ink_on(colour), bold=True, layer=Layer.TOKEN)]
