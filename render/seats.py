"""Players as they are shown everywhere: a sign of two letters in the colour of their seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from assets import sentences
from engine.position import Position
from render import fonts, palette
from render.hex_geometry import Point
from render.look import Look
from render.palette import Scheme
from render.scripts import clusters
from render.shapes import Box, Layer, Shape, Text

SIZE = 22
"""Size of type of a sign, in units of a sheet."""


def named(pos: Position, look: Look, players: Iterable[str]) -> dict[str, str]:
    """The names of players on a picture: by number where nothing of a name can be drawn."""
    seats = {player: number for number, player in enumerate(pos.everybody, 1)}
    return {
        player: fonts.drawable(look.known.get(player, player))
        or sentences.say("picture.player", look.lang, number=seats[player])
        for player in players
    }


def seat_signs(pos: Position, names: Mapping[str, str]) -> dict[str, str]:
    """Return a sign of two letters for each player; ``names`` are those shown of them.

    All differ from each other, and from what privates, trains and companies of the title are called.
    """
    data, signs = pos.title.data, dict[str, str]()
    taken = (
        {one.id for one in data.privates}
        | {one.abbr for one in data.units}
        | {one.name for one in data.trains}
    )
    for player, name in names.items():
        signs[player] = next(sign for sign in _candidates(name) if sign not in taken)
        taken.add(signs[player])
    return signs


def _candidates(name: str) -> Iterator[str]:
    """Yield the first letter with each letter after it, then with each digit."""
    letters = [letter for letter in name if letter.isalnum()] or clusters(name)[:1] or ["?"]
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
